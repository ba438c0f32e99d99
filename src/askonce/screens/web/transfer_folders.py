"""Files that go into pages and come out of them, each by one folder."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import Download, Error, FileChooser, Page, TimeoutError

from askonce.errors import NotOperable
from askonce.geometry import Point
from askonce.screens.host_files import find_chosen, find_uploads, free_path, safe_name
from askonce.screens.screen_protocol import OpenChooser
from askonce.screens.web.file_chooser import OPENS_WITHIN, AcceptedFiles, check_fit, hand_files
from askonce.screens.web.frame_points import element_at
from askonce.screens.web.listeners import Listeners
from askonce.screens.web.news import News
from askonce.screens.web.settle import Settling
from askonce.screens.web.touch_aim import press_aimed, refuse_moved


async def upload_files(page: Page, at: Point, paths: Sequence[Path]) -> None:
    """Give files to the file field at a point, or to the chooser that a tap there opens."""
    spot, field = await element_at(page, at, "fileFieldAt", "fields")
    await refuse_moved(spot, page, at)
    if field is not None:
        several, folder = await field.evaluate("field => [field.multiple, field.webkitdirectory]")
        check_fit(paths, takes_folder=folder, takes_several=several)
        await field.set_input_files(list(paths))
        return
    try:
        async with page.expect_file_chooser(timeout=OPENS_WITHIN * 1000) as chosen:
            await press_aimed(page, at, lambda: page.mouse.click(at.x, at.y))
        chooser = await chosen.value
    except TimeoutError:
        raise NotOperable(
            f"tapping ({at.x:g}, {at.y:g}) opened no file chooser", remedy="name the field or button that takes files"
        ) from None
    await hand_files(chooser, paths)


class Files:
    """Keeps downloads, reports downloads and file choosers, and hands files over."""

    def __init__(
        self, downloads: Path | None, uploads: Path | None, news: News, settling: Settling, *, ours: bool
    ) -> None:
        self._folder = downloads
        self._uploads = uploads
        self._also: Path | None = None
        """Another folder to upload from, for a while."""
        self._accepted = AcceptedFiles(news, settling)
        self._news = news
        self._settling = settling
        self._ours = ours
        self._uploading = False
        self.chooser: OpenChooser | None = None
        """The last chooser that opened and got nothing."""
        self._choosers = Listeners()
        self._are_left = False

    def attach(self, page: Page, listeners: Listeners) -> None:
        listeners.listen(page, "download", self._on_download)
        if not self._are_left:
            self.take_choosers([page])

    def take_choosers(self, pages: Sequence[Page]) -> None:
        """To listen is what keeps a native window from opening, which nothing could close again."""
        self._are_left = False
        for page in pages:
            self._choosers.listen(page, "filechooser", self._on_chooser)

    def leave_choosers(self) -> None:
        """A person answers them."""
        self._are_left = True
        self._choosers.remove()

    def find(self, names: Sequence[str]) -> list[Path]:
        """The files of an upload: those that are accepted, and others in the folder for uploads."""
        accepted = [self._accepted.named(name) for name in names]
        left = [name for name, path in zip(names, accepted, strict=True) if path is None]
        others = iter(find_uploads(self._also or self._uploads, left) if left else ())
        return [path or next(others) for path in accepted]

    def accept(self, files: Sequence[str | Path], folder: Path | None) -> None:
        """Hand these files to each chooser that opens from now on, and let uploads come from `folder`."""
        allowed = [place for place in (folder, self._uploads) if place]
        if folder:
            find_chosen([folder], allowed)
        self._accepted.accept(find_chosen(files, allowed))
        self._also = folder

    async def stop_accepting(self, *, expected: bool) -> None:
        self._also = None
        await self._accepted.stop(expected=expected)

    async def upload(self, page: Page, at: Point, paths: Sequence[Path]) -> None:
        self._uploading = True
        self.chooser = None
        try:
            await upload_files(page, at, paths)
        finally:
            self._uploading = False

    def _on_chooser(self, chooser: FileChooser) -> None:
        if self._uploading:
            return
        if self._accepted:
            self._accepted.hand_to(chooser)
        else:
            self.chooser = OpenChooser(chooser.is_multiple())
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
