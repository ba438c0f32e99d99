"""Files that go with a run are the same where it is played, or the run does not begin."""

from __future__ import annotations

from pathlib import Path

import pytest

from askonce.errors import ConfigError, FleetError
from askonce.fleet.run_order import TravellingFile
from askonce.fleet.run_store import SharedFolder
from askonce.fleet.travelling_files import fetch_files, send_files
from askonce.values import Mask, Secret


@pytest.fixture
def store(tmp_path: Path) -> SharedFolder:
    return SharedFolder(tmp_path / "store")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    (home / "data").mkdir(parents=True)
    (home / "data" / "people.csv").write_text("name\nAnn\n")
    (home / "photo.png").write_bytes(b"\x89PNG")
    return home


def test_they_arrive_under_their_names_and_each_content_lies_there_once(
    store: SharedFolder, home: Path, tmp_path: Path
) -> None:
    (home / "again.png").write_bytes(b"\x89PNG")
    sent = send_files(store, [home / "data", home / "photo.png", home / "again.png"], home, Mask())
    assert [file.name for file in sent] == ["data/people.csv", "photo.png", "again.png"]
    assert len(store.names("files")) == 2
    fetch_files(store, sent, tmp_path / "there")
    assert (tmp_path / "there" / "data" / "people.csv").read_text() == "name\nAnn\n"
    assert (tmp_path / "there" / "again.png").read_bytes() == b"\x89PNG"


def test_of_a_folder_no_hidden_file_goes_and_no_earlier_run(store: SharedFolder, home: Path) -> None:
    for name in (".env", "data/.git/config", "askonce_run/report.html"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text("OTHER_PASSWORD=teatime9")
    assert [file.name for file in send_files(store, [home], home, Mask())] == ["data/people.csv", "photo.png"]
    assert [file.name for file in send_files(store, [home / ".env"], home, Mask())] == [".env"]


def test_one_that_was_changed_or_is_gone_is_told(store: SharedFolder, home: Path, tmp_path: Path) -> None:
    sent = send_files(store, [home / "photo.png"], home, Mask())
    store.write(f"files/{sent[0].sha256}", b"other")
    with pytest.raises(FleetError, match=r"photo.png .* was changed"):
        fetch_files(store, sent, tmp_path / "there")
    store.remove(f"files/{sent[0].sha256}")
    with pytest.raises(FleetError, match=r"photo.png .* is not in the store"):
        fetch_files(store, sent, tmp_path / "there")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le"])
def test_one_with_the_value_of_a_secret_is_refused(store: SharedFolder, home: Path, encoding: str) -> None:
    mask = Mask()
    mask.learn({"password": Secret("täglich-Tee9")})
    (home / "notes.txt").write_text("the password is täglich-Tee9", encoding)
    with pytest.raises(ConfigError, match=r"notes.txt holds the value of a secret") as refused:
        send_files(store, [home / "notes.txt"], home, mask)
    assert "täglich-Tee9" not in str(refused.value)
    assert store.names("files") == []


@pytest.mark.parametrize("name", ["missing.txt", "../elsewhere.txt"])
def test_one_that_cannot_go_along_is_named(store: SharedFolder, home: Path, name: str) -> None:
    (home.parent / "elsewhere.txt").write_text("x")
    with pytest.raises(ConfigError, match=Path(name).name):
        send_files(store, [home / name], home, Mask())


def test_a_name_that_leads_elsewhere_is_not_written(store: SharedFolder, home: Path, tmp_path: Path) -> None:
    (sent,) = send_files(store, [home / "photo.png"], home, Mask())
    with pytest.raises(FleetError, match="can be put"):
        fetch_files(store, [TravellingFile(name="../evil", sha256=sent.sha256)], tmp_path / "there")
    assert not (tmp_path / "evil").exists()
