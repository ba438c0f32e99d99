"""Programs and scripts below one folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from askonce.errors import AskonceError, ConfigError, NotAllowed
from askonce.playground.program_files import MOST_BYTES, FileChanged, ProgramFiles
from askonce.values import Mask, Secret


@pytest.fixture
def files(tmp_path: Path) -> ProgramFiles:
    (tmp_path / "inside" / "deep").mkdir(parents=True)
    (tmp_path / "outside.stp").write_text("tell user outside\n", "utf-8")
    (tmp_path / "inside" / "one.stp").write_text("tell user one\n", "utf-8")
    (tmp_path / "inside" / "deep" / "two.yaml").write_text("tasks: []\n", "utf-8")
    (tmp_path / "inside" / "notes.txt").write_text("not ours", "utf-8")
    (tmp_path / "inside" / ".hidden.stp").write_text("not shown", "utf-8")
    mask = Mask()
    mask.learn({"pin": Secret("98765")})
    return ProgramFiles(tmp_path / "inside", mask)


def test_programs_and_scripts_are_listed_with_those_of_the_folder_itself_first(files: ProgramFiles) -> None:
    assert files.names() == ["one.stp", "deep/two.yaml"]
    assert files.open("deep/two.yaml").format == "yaml"


@pytest.mark.parametrize(
    "name",
    [
        "", " one.stp", "../outside.stp", "deep/../../outside.stp", "/etc/passwd.stp", "C:\\one.stp", "C:one.stp",
        "..\\outside.stp", "notes.txt", "one.stp\0", ".stp", "link.stp", "linked/outside.stp", "one.stp/..",
    ],
)  # fmt: skip
def test_nothing_outside_of_the_folder_and_nothing_else_in_it_is_read_or_written(
    files: ProgramFiles, tmp_path: Path, name: str
) -> None:
    (tmp_path / "inside" / "link.stp").symlink_to(tmp_path / "outside.stp")
    (tmp_path / "inside" / "linked").symlink_to(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(NotAllowed):
        files.open(name)
    with pytest.raises(NotAllowed):
        files.save(name, "gone", overwrites=True)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_file_that_somebody_else_changed_is_not_written_over_unless_that_is_wanted(
    files: ProgramFiles, tmp_path: Path
) -> None:
    path = tmp_path / "inside" / "one.stp"
    opened = files.open("one.stp")
    path.write_text("tell user theirs\n", "utf-8")
    with pytest.raises(FileChanged, match="changed"):
        files.save("one.stp", "tell user mine\n", opened.version)
    with pytest.raises(FileChanged, match="there already"):
        files.save("one.stp", "tell user mine\n")
    assert path.read_text("utf-8") == "tell user theirs\n"

    saved = files.save("one.stp", "tell user mine\n", overwrites=True)
    again = files.save("one.stp", "tell user more\n", saved.version)
    assert files.open("one.stp") == again
    path.unlink()
    with pytest.raises(FileChanged, match="removed"):
        files.save("one.stp", "x", again.version)
    assert sorted(entry.name for entry in path.parent.iterdir()) == [".hidden.stp", "deep", "notes.txt"]


def test_a_new_file_may_be_in_a_new_folder(files: ProgramFiles) -> None:
    assert files.save("new/three.stp", "tell user three\n").file == "new/three.stp"
    assert "new/three.stp" in files.names()


def test_line_endings_and_permissions_stay_as_they_were(files: ProgramFiles, tmp_path: Path) -> None:
    path = tmp_path / "inside" / "one.stp"
    path.write_bytes(b"tell user one\r\ntell user two\r\n")
    path.chmod(0o600)
    opened = files.open("one.stp")
    assert opened.text == "tell user one\ntell user two\n"
    files.save("one.stp", "tell user three\ntell user two\n", opened.version)
    assert path.read_bytes() == b"tell user three\r\ntell user two\r\n"
    assert os.name == "nt" or path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"\xff\xfe\x00", "UTF-8"), (b"x" * (MOST_BYTES + 1), "larger"), (b"type 98765 into Pin\n", "secret")],
)
def test_a_file_that_cannot_be_shown_as_it_is_is_refused(
    files: ProgramFiles, tmp_path: Path, data: bytes, message: str
) -> None:
    (tmp_path / "inside" / "one.stp").write_bytes(data)
    with pytest.raises(AskonceError, match=message):
        files.open("one.stp")


def test_a_misspelt_name_gets_the_closest_one_and_a_folder_is_no_file(files: ProgramFiles, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no file") as missing:
        files.open("onee.stp")
    assert "one.stp" in missing.value.remedy
    (tmp_path / "inside" / "folder.stp").mkdir()
    with pytest.raises(ConfigError, match="not a file"):
        files.open("folder.stp")
