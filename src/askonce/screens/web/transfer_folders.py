"""Files that go into pages and come out of them, each by one folder."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import Download, Error, FileChooser, Page, TimeoutError

from askonce.errors import NotAllowed, NotOperable, ScreenError
from askonce.geometry import Point
from askonce.screens.web.frame_points import element_at
from askonce.screens.web.listeners import Listeners
from askonce.screens.web.news import News
from askonce.screens.web.settle import Settling

_SHOWN = 50
_CHOOSER_WITHIN = 3.0
_LONGEST_NAME = 200
"""How many bytes the name of a download may have: file systems take 255, and a number may be added."""


def find_uploads(folder: Path | None, names: Sequence[str]) -> list[Path]:
    """The files named, each inside `folder` after links and `..` are followed."""
    if folder is None:
        raise NotAllowed("no folder is allowed for uploads", remedy="pass uploads=FOLDER when the screen is opened")
    root = folder.resolve()
    return [_find_upload(root, name) for name in names]


def _find_upload(root: Path, name: str) -> Path:
    try:
        path = (root / name).resolve()
        is_inside, is_file = path.is_relative_to(root), path.is_file()
    except (OSError, ValueError):  # no file can have such a name
        path, is_inside, is_file = root, True, False
    if not is_inside:
        raise NotAllowed(f"{name!r} lies outside the folder for uploads", remedy=f"there are: {_names_in(root)}")
    if not is_file:
        raise NotOperable(f"there is no file {name!r} to upload", remedy=f"there are: {_names_in(root)}")
    return path


def _names_in(root: Path) -> str:
    names = sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()) if root.is_dir() else []
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more if names else "none"


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
        path = await asyncio.to_thread(_free_path, self._folder, name)
        try:
            await download.save_as(path)
        except Error as error:
            path.unlink(missing_ok=True)
            self._news.tell(f"the download of {name} failed: {error.message.splitlines()[0]}")
            return
        self._news.tell(f"downloaded {path.name}")


def safe_name(suggested: str) -> str:
    """A plain file name, whatever the server suggested."""
    name = re.sub(r"[\x00-\x1f\x7f<>:\"/\\|?*]", "_", suggested.replace("\\", "/").rsplit("/", 1)[-1]).strip(". ")
    return name.encode(errors="replace")[-_LONGEST_NAME:].decode(errors="ignore") or "download"


def _free_path(folder: Path, name: str) -> Path:
    """A new file in the folder, claimed at once so that two downloads of one name do not meet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(1000):
            stem, dot, ending = name.partition(".")
            path = folder / (f"{stem} ({number}){dot}{ending}" if number else name)
            try:
                path.touch(exist_ok=False)
            except FileExistsError:
                continue
            return path
    except OSError as error:
        raise ScreenError(f"cannot write downloads into {folder}: {error}") from error
    raise ScreenError(f"there are too many files named {name} in {folder}", remedy="empty the folder")
