"""Files that clients save."""

from __future__ import annotations

from pathlib import Path

import pytest

from askonce.errors import AskonceError, ConfigError, NotAllowed
from askonce.playground.saved_files import SavedFiles


def test_a_file_is_written_and_written_again_while_nobody_else_changed_it(tmp_path: Path) -> None:
    files = SavedFiles(tmp_path)
    files.write("flows/one.yaml", "a")
    path = files.write("flows/one.yaml", "b")
    assert path.read_text() == "b"

    path.write_text("of somebody else")
    with pytest.raises(ConfigError, match="there is a file"):
        files.write("flows/one.yaml", "c")
    assert path.read_text() == "of somebody else"


@pytest.mark.parametrize(
    "name", ["", " ", "../x.yaml", "/etc/x.yaml", "a/../../x.yaml", ".", "x.sh", ".bashrc", ".x.yaml", "a\0.yaml"]
)
def test_nothing_else_is_written(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(AskonceError) as error:
        SavedFiles(folder).write(name, "a")
    assert error.value.remedy
    assert [path.name for path in tmp_path.rglob("*")] == ["folder"]


def test_a_link_does_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "out").symlink_to(tmp_path)
    with pytest.raises(NotAllowed, match="outside"):
        SavedFiles(folder).write("out/x.yaml", "a")
