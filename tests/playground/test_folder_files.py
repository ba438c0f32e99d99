"""Files below one folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from askonce.errors import AskonceError, ConfigError, NotAllowed
from askonce.playground.folder_files import EXPORTED, MOST_BYTES, FileChanged, FolderFiles
from askonce.values import Mask, Secret


@pytest.fixture
def files(tmp_path: Path) -> FolderFiles:
    (tmp_path / "inside" / "deep").mkdir(parents=True)
    (tmp_path / "outside.stp").write_text("tell user outside\n", "utf-8")
    (tmp_path / "inside" / "one.stp").write_text("tell user one\n", "utf-8")
    (tmp_path / "inside" / "deep" / "two.yaml").write_text("tasks: []\n", "utf-8")
    (tmp_path / "inside" / "notes.txt").write_text("not ours", "utf-8")
    (tmp_path / "inside" / ".hidden.stp").write_text("not shown", "utf-8")
    mask = Mask()
    mask.learn({"pin": Secret("98765")})
    return FolderFiles(tmp_path / "inside", mask)


def test_programs_and_scripts_are_listed_with_those_of_the_folder_itself_first(files: FolderFiles) -> None:
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
    files: FolderFiles, tmp_path: Path, name: str
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
    files: FolderFiles, tmp_path: Path
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


def test_a_new_file_may_be_in_a_new_folder(files: FolderFiles) -> None:
    assert files.save("new/three.stp", "tell user three\n").file == "new/three.stp"
    assert "new/three.stp" in files.names()


def test_line_endings_and_permissions_stay_as_they_were(files: FolderFiles, tmp_path: Path) -> None:
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
    files: FolderFiles, tmp_path: Path, data: bytes, message: str
) -> None:
    (tmp_path / "inside" / "one.stp").write_bytes(data)
    with pytest.raises(AskonceError, match=message):
        files.open("one.stp")


def test_a_misspelt_name_gets_the_closest_one_and_a_folder_is_no_file(files: FolderFiles, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no file") as missing:
        files.open("onee.stp")
    assert "one.stp" in missing.value.remedy
    (tmp_path / "inside" / "folder.stp").mkdir()
    with pytest.raises(ConfigError, match="not a file"):
        files.open("folder.stp")


def test_an_export_is_written_again_while_nobody_else_changed_it(tmp_path: Path) -> None:
    files = FolderFiles(tmp_path, Mask(), EXPORTED)
    files.export("flows/test_one.py", "a")
    path = files.export("flows/test_one.py", "b")
    assert path.read_text() == "b"

    path.write_text("of somebody else")
    with pytest.raises(FileChanged, match="changed"):
        files.export("flows/test_one.py", "c")
    assert path.read_text() == "of somebody else"
    files.export("flows/test_one.py", "c", overwrites=True)
    path.unlink()
    assert files.export("flows/test_one.py", "d").read_text() == "d"
    (tmp_path / "theirs.yaml").write_text("theirs")
    with pytest.raises(FileChanged, match="there already"):
        files.export("theirs.yaml", "mine")


@pytest.mark.parametrize("name", ["", " ", "../x.yaml", "/etc/x.yaml", "a/../../x.yaml", "x.sh", ".x.yaml", "a\0.yaml"])
def test_no_export_is_written_elsewhere(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(NotAllowed) as error:
        FolderFiles(folder, Mask(), EXPORTED).export(name, "a")
    assert error.value.remedy
    assert [path.name for path in tmp_path.rglob("*")] == ["folder"]
