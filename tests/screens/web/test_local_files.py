"""Files of this machine as pages: only where the caller of a run has chosen a folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from local_site import Show, Site, tap

from askonce.errors import NotAllowed

LINKS = "<title>{title}</title><a id=beside href=beside.html>beside</a><a id=out href='../out.html'>out</a>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "start.html").write_text(
        LINKS.format(title="start") + "<iframe src='../out.html'></iframe><link rel=stylesheet href=style.css>"
    )
    (pages / "style.css").write_text("a { color: red }")
    (pages / "beside.html").write_text(LINKS.format(title="beside"))
    (tmp_path / "out.html").write_text("<title>out</title>private")
    (pages / "link.html").symlink_to(tmp_path / "out.html")
    return pages


async def test_no_file_is_opened_where_none_was_allowed(show: Show, site: Site) -> None:
    screen = await show(site.serve("/", "<title>home</title>"))
    for address in (
        "file:///etc/hostname", "FILE:/etc/hostname", "view-source:file:///etc/hostname", "  file://localhost/etc/hostname",
        "view-source:view-source:file:///etc/hostname", "chrome://version", "file://server/share",
    ):  # fmt: skip
        with pytest.raises(NotAllowed, match="on this machine") as caught:
            await screen.navigate(address)
        assert "PageOptions(files" in caught.value.remedy, address
        assert screen.address.startswith("http://127.0.0.1"), address


async def test_a_run_that_begins_at_a_file_stays_in_its_folder(show: Show, folder: Path) -> None:
    screen = await show()
    await screen.begin_at((folder / "start.html").as_uri())
    assert await screen.evaluate("() => getComputedStyle(document.querySelector('a')).color") == "rgb(255, 0, 0)"
    assert any("out.html: not in the folder" in news for news in screen.news())
    for outside in ("../out.html", "link.html", "%2e%2e/out.html"):
        with pytest.raises(NotAllowed, match="on this machine"):
            await screen.navigate(f"{folder.as_uri()}/{outside}")
    await tap(screen, "#beside")
    await screen.settle()
    assert screen.address.endswith("beside.html")
    await tap(screen, "#out")
    await screen.settle()
    assert any("out.html: not in the folder" in news for news in screen.news())
    assert "private" not in str(await screen.evaluate("() => document.body.innerText"))


async def test_files_of_a_folder_that_was_named_are_opened(show: Show, folder: Path) -> None:
    screen = await show(files=folder)
    await screen.navigate((folder / "beside.html").as_uri())
    assert (await screen.tree()).title == "beside"
    with pytest.raises(NotAllowed):
        await screen.navigate((folder.parent / "out.html").as_uri())
    await tap(screen, "#out")
    await screen.settle()
    assert any("out.html: not in the folder" in news for news in screen.news())
