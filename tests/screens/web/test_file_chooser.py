"""The file chooser that a tap opens gets the files that were accepted for it, and nothing stays accepted."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from local_site import Show, middle, tap

from askonce.errors import ConfigError, NotAllowed, NotOperable
from askonce.screens.host_files import find_chosen
from askonce.screens.web import file_chooser


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


FIELD = """<script>onchange = (event) =>
document.title = [...event.target.files].map(file => (file.webkitRelativePath || file.name) + file.size).sort()
</script>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "cat.png").write_bytes(b"cat")
    (folder / "dog.png").write_bytes(b"doggy")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


LATE = "<button onclick='setTimeout(() => field.click(), 100)'>Add</button><input id=field type=file hidden>"
DETACHED = """<button onclick='const field = document.createElement("input"); field.type = "file";
field.onchange = window.onchange; field.click()'>Add</button>"""


@pytest.mark.parametrize(
    ("markup", "selector"), [("<input type=file>", "input"), (LATE, "button"), (DETACHED, "button")]
)
async def test_the_chooser_that_a_tap_opens_gets_the_files(
    show: Show, folder: Path, markup: str, selector: str
) -> None:
    screen = await show(markup + FIELD)
    screen.accept_files([folder / "cat.png"])
    await tap(screen, selector)
    await screen.stop_accepting(expected=True)
    await screen.settle()
    assert await screen.evaluate("document.title") == "cat.png3"
    assert screen.news() == ("the page asked for a file and got cat.png",)
    await tap(screen, selector)
    await screen.settle()
    assert await screen.evaluate("document.title") == "cat.png3"
    assert screen.news() == ("the page asked for a file; hand it over with an upload",)


async def test_several_files_and_folders_go_where_they_fit(show: Show, folder: Path) -> None:
    screen = await show("<input type=file multiple><input id=tree type=file webkitdirectory>" + FIELD)
    screen.accept_files([folder / "cat.png", folder / "dog.png"])
    await tap(screen, "input")
    await screen.stop_accepting(expected=True)
    assert await screen.evaluate("document.title") == "cat.png3,dog.png5"
    screen.accept_files([folder])
    await tap(screen, "#tree")
    await screen.stop_accepting(expected=True)
    assert await screen.evaluate("document.title") == "pictures/cat.png3,pictures/dog.png5"


async def test_a_chooser_that_has_opened_is_waited_for_until_it_has_the_files(
    show: Show, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_files, goes_on = file_chooser.hand_files, asyncio.Event()

    async def hand_late(*given: Any) -> None:
        await goes_on.wait()
        await hand_files(*given)

    monkeypatch.setattr(file_chooser, "hand_files", hand_late)
    screen = await show("<input type=file>" + FIELD)
    async with screen.page.expect_file_chooser():
        screen.accept_files([folder / "cat.png"])
        await tap(screen, "input")
    monkeypatch.setattr(file_chooser, "OPENS_WITHIN", 0.1)
    stopping = asyncio.ensure_future(screen.stop_accepting(expected=True))
    with pytest.raises(TimeoutError):  # it still waits
        await asyncio.wait_for(asyncio.shield(stopping), 0.3)
    goes_on.set()
    await stopping
    assert await screen.evaluate("document.title") == "cat.png3"


@pytest.mark.parametrize(
    ("field", "names", "problem"),
    [
        ("<input type=file>", ["cat.png", "dog.png"], "takes one file, not 2"),
        ("<input type=file>", ["."], "takes files, not the folder pictures"),
        ("<input type=file webkitdirectory>", ["cat.png"], r"takes one folder, not cat\.png"),
        ("<p>words</p>", ["cat.png"], r"no file chooser opened, so cat\.png was not handed over"),
    ],
)
async def test_files_that_do_not_fit_are_an_error(
    show: Show, folder: Path, field: str, names: list[str], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "input" not in field:
        monkeypatch.setattr(file_chooser, "OPENS_WITHIN", 0.1)
    screen = await show(field + FIELD)
    screen.accept_files(names, folder=folder)
    await tap(screen, "input, p")
    with pytest.raises(NotOperable, match=problem):
        await screen.stop_accepting(expected=True)
    assert await screen.evaluate("document.title") == ""
    await screen.stop_accepting(expected=True)


async def test_an_upload_takes_accepted_files_and_those_of_the_folder_for_a_while(show: Show, folder: Path) -> None:
    screen = await show("<input type=file multiple>" + FIELD)
    at = await middle(screen, "input")
    screen.accept_files([folder / "cat.png"], folder=folder)
    await screen.upload(at, ["dog.png", "cat.png"])
    assert await screen.evaluate("document.title") == "cat.png3,dog.png5"
    await screen.stop_accepting()
    with pytest.raises(NotAllowed, match="no folder is allowed"):
        await screen.upload(at, ["cat.png"])


def test_a_file_that_is_missing_or_not_allowed_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert find_chosen(["cat.png"], []) == find_chosen([folder / "cat.png"], [folder]) == [folder / "cat.png"]
    with pytest.raises(ConfigError, match=r"no file 'bird\.png' to hand over"):
        find_chosen(["cat.png", "bird.png"], [])
    with pytest.raises(ConfigError, match="no file '' to hand over"):
        find_chosen([""], [])
    for outside in ("../secret.txt", str(folder.parent / "secret.txt")):
        with pytest.raises(NotAllowed, match="outside the folder for uploads"):
            find_chosen([outside], [folder])
