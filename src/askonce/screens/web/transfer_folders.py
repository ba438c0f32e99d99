"""Files that go into pages and come out of them, each by one folder."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import Download, Error, FileChooser, Page, TimeoutError

from askonce.errors import NotOperable
from askonce.geometry import Point
from askonce.screens.host_files import free_path, safe_name
from askonce.screens.web.frame_points import element_at
from askonce.screens.web.listeners import Listeners
from askonce.screens.web.news import News
from askonce.screens.web.settle import Settling

_CHOOSER_WITHIN = 3.0


async def upload_files(page: Page, at: Point, paths: Sequence[Path]) -> None:
    """Give files to the file field at a point, or to the chooser that a tap there opens."""
    _, field = await element_at(page, at, "fileFieldAt", "fields")
    if field is not None:
        _check_count(len(paths), await field.evaluate("field => field.multiple"))
        await field.set_input_files(list(paths))
        return
    try:
        async with page.expect_file_chooser(timeout=_CHOOSER_WITHIN * 1000) as chosen:
            await page.mouse.click(at.x, at.y)
        chooser = await chosen.value
    except TimeoutError:
        raise NotOperable(
            f"tapping ({at.x:g}, {at.y:g}) opened no file chooser", remedy="name the field or button that takes files"
        ) from None
    _check_count(len(paths), chooser.is_multiple())
    await chooser.set_files(list(paths))


def _check_count(count: int, is_multiple: bool) -> None:
    if count > 1 and not is_multiple:
        raise NotOperable(f"this field takes one file, not {count}", remedy="upload one file")


class Files:
    """Keeps downloads, and reports downloads and file choosers."""

    def __init__(self, downloads: Path | None, news: News, settling: Settling, *, ours: bool) -> None:
        self._folder = downloads
        self._news = news
        self._settling = settling
        self._ours = ours
        self._uploading = False

    def attach(self, page: Page, listeners: Listeners) -> None:
        listeners.listen(page, "download", self._on_download)
        # To listen is what keeps a native window from opening, which nothing could close again.
        listeners.listen(page, "filechooser", self._on_chooser)

    async def upload(self, page: Page, at: Point, paths: Sequence[Path]) -> None:
        self._uploading = True
        try:
            await upload_files(page, at, paths)
        finally:
            self._uploading = False

    def _on_chooser(self, chooser: FileChooser) -> None:
        if not self._uploading:
            self._news.tell("the page asked for a file; hand it over with an upload")

    def _on_download(self, download: Download) -> None:
        self._settling.include(self._keep(download))
        self._settling.arrived("tab")  # a tab that was opened for a download closes before it is seen

    async def _keep(self, download: Download) -> None:
        name = safe_name(download.suggested_filename)
        if self._folder is None:
            self._news.tell(f"a download was offered and not kept: {name}")
            if self._ours:
                await download.cancel()
            return
        path = await asyncio.to_thread(free_path, self._folder, name)
        try:
            await download.save_as(path)
        except Error as error:
            path.unlink(missing_ok=True)
            self._news.tell(f"the download of {name} failed: {error.message.splitlines()[0]}")
            return
        self._news.tell(f"downloaded {path.name}")
