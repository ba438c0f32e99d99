"""Uploads come from one folder, downloads go into one."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from local_site import Show, Site, middle, tap
from playwright.async_api import Page

from askonce.errors import NotAllowed, NotOperable
from askonce.screens.host_files import find_uploads, safe_name
from askonce.screens.web import PageOptions, open_page_screen


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "uploads"
    (folder / "deep").mkdir(parents=True)
    (folder / "cat.png").write_bytes(b"cat")
    (folder / "deep" / "dog.png").write_bytes(b"dog")
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    return folder


@pytest.mark.parametrize("name", ["../secret.txt", "deep/../../secret.txt", "link.txt", "/etc/passwd"])
def test_nothing_outside_the_folder_is_handed_over(folder: Path, name: str) -> None:
    with pytest.raises(NotAllowed, match="outside the folder"):
        find_uploads(folder, [name])


def test_without_a_folder_nothing_is_handed_over() -> None:
    with pytest.raises(NotAllowed, match="no folder is allowed"):
        find_uploads(None, ["cat.png"])


def test_a_missing_file_lists_those_there_are(folder: Path) -> None:
    with pytest.raises(NotOperable, match=r"there are: cat\.png, deep/dog\.png, link\.txt"):
        find_uploads(folder, ["bird.png"])
    with pytest.raises(NotOperable, match="no file 'deep'"):
        find_uploads(folder, ["deep"])


@pytest.mark.parametrize(
    ("suggested", "kept"),
    [
        ("a/b.txt", "b.txt"),
        ("..\\..\\x.exe", "x.exe"),
        ("..", "download"),
        ("a\x00:b?.txt", "a__b_.txt"),
        (".rc", "rc"),
    ],
)
def test_suggested_names_are_made_safe(suggested: str, kept: str) -> None:
    assert safe_name(suggested) == kept


FIELD = """<script>onchange = (event) => document.title = [...event.target.files].map(file => file.name + file.size)
</script>"""


@pytest.mark.parametrize(
    ("markup", "selector"),
    [
        ("<input type=file>", "input"),
        ("<label>Choose a picture <input type=file hidden></label>", "label"),
        ("<label for=there>Choose</label><p><input id=there type=file style='opacity:0'>", "label"),
        (
            "<div style='position:relative'>Drop<input type=file style='position:absolute;left:0;opacity:0'></div>",
            "div",
        ),
        ("<button onclick='field.click()'>Upload</button><input id=field type=file hidden>", "button"),
        (
            "<button onclick='setTimeout(() => field.click(), 100)'>Late</button><input id=field type=file hidden>",
            "button",
        ),
    ],
)
async def test_files_reach_every_kind_of_field(show: Show, folder: Path, markup: str, selector: str) -> None:
    screen = await show(markup + FIELD, uploads=folder)
    at = await middle(screen, selector)
    await screen.upload(at.offset(-350, 0) if selector in {"div", "p"} else at, ["cat.png"])
    assert await screen.evaluate("document.title") == "cat.png3"


async def test_several_files_go_where_several_fit(show: Show, folder: Path) -> None:
    screen = await show("<input type=file multiple><input id=one type=file>" + FIELD, uploads=folder)
    await screen.upload(await middle(screen, "input"), ["cat.png", "deep/dog.png"])
    assert await screen.evaluate("document.title") == "cat.png3,dog.png3"
    with pytest.raises(NotOperable, match="takes one file, not 2"):
        await screen.upload(await middle(screen, "#one"), ["cat.png", "deep/dog.png"])


async def test_what_takes_no_files_says_so(show: Show, folder: Path) -> None:
    screen = await show("<p>words", uploads=folder)
    with pytest.raises(NotOperable, match="opened no file chooser"):
        await screen.upload(await middle(screen, "p"), ["cat.png"])


async def test_a_file_chooser_nobody_asked_for_is_told(own_page: Page) -> None:
    await own_page.set_content("<input type=file>")
    screen = await open_page_screen(own_page)
    async with own_page.expect_file_chooser():
        await tap(screen, "input")
    assert screen.news() == ("the page asked for a file; hand it over with an upload",)


@pytest.fixture
def export(site: Site) -> Site:
    site.serve("/", "<a href=/export>here</a><br><a id=tab href=/export target=_blank>tab</a>")
    headers = {"content-disposition": "attachment; filename*=UTF-8''..%2Fr%C3%A9sum%C3%A9.csv"}
    site.serve("/export", "1,2", kind="text/csv", headers=headers)
    return site


@pytest.mark.skipif("headless-shell" in os.environ.get("ASKONCE_BROWSER", ""), reason="it leaves the empty tab open")
async def test_downloads_are_kept_under_a_safe_and_free_name(show: Show, export: Site, tmp_path: Path) -> None:
    screen = await show(export.home, downloads=tmp_path / "kept", settle_cap=30.0)
    for selector in ("a", "#tab"):
        await tap(screen, selector)
        await screen.settle()
    await screen.navigate("/export")
    await screen.settle()
    names = sorted(path.name for path in (tmp_path / "kept").iterdir())
    assert len(names) == 3
    assert all("résumé" in name and name.endswith(".csv") for name in names)
    assert {path.read_text() for path in (tmp_path / "kept").iterdir()} == {"1,2"}
    assert sorted(screen.news()) == sorted(f"downloaded {name}" for name in names)


async def test_without_a_folder_a_download_is_only_told(show: Show, export: Site) -> None:
    screen = await show(export.home)
    await tap(screen, "a")
    await screen.settle()
    (told,) = screen.news()
    assert told.startswith("a download was offered and not kept: ")


async def test_downloads_of_the_users_own_page_stay_his(own_page: Page, export: Site) -> None:
    export.answers["/export"].pause = pause = threading.Event()
    async with await open_page_screen(own_page, PageOptions()) as screen:
        await screen.navigate(export.home)
        async with own_page.expect_download() as waiting:
            await tap(screen, "a")
        await screen.settle()
        pause.set()
        path = await (await waiting.value).path()
        assert path.read_text() == "1,2"


@pytest.mark.parametrize("name", ["n" * 400, "ü" * 300, "a\0b", "n/" * 3000])
def test_a_name_that_no_file_can_have_is_no_file_to_upload(tmp_path: Path, name: str) -> None:
    (tmp_path / "there.txt").touch()
    with pytest.raises(NotOperable, match="there is no file") as caught:
        find_uploads(tmp_path, [name])
    assert "there.txt" in caught.value.remedy


def test_the_name_of_a_download_fits_a_file_system(tmp_path: Path) -> None:
    name = safe_name("ü" * 400 + ".pdf")
    (tmp_path / name).touch()
    assert name.endswith("ü.pdf")
