"""The files that a page gets when it opens a file chooser, whose window no screen shows."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import Error, FileChooser

from askonce.errors import AskonceError, NotOperable
from askonce.screens.web.news import News
from askonce.screens.web.settle import Settling

OPENS_WITHIN = 3.0
"""How many seconds a chooser may take to open after the tap that opens it."""


class AcceptedFiles:
    """Files that are handed to each chooser that opens, for as long as they are accepted."""

    def __init__(self, news: News, settling: Settling) -> None:
        self._news = news
        self._settling = settling
        self._paths: tuple[Path, ...] = ()
        self._opened = asyncio.Event()
        self._error: AskonceError | None = None

    def __bool__(self) -> bool:
        return bool(self._paths)

    def named(self, name: str) -> Path | None:
        """The one that has this name, or this path."""
        return next((path for path in self._paths if name in {path.name, str(path)}), None)

    def accept(self, paths: Sequence[Path]) -> None:
        self._paths, self._error = tuple(paths), None
        self._opened.clear()

    def hand_to(self, chooser: FileChooser) -> None:
        self._settling.include(self._hand_to(chooser, self._paths))

    async def stop(self, *, expected: bool) -> None:
        """Accept nothing any more. Raises what went wrong, and with `expected` also that no chooser opened."""
        paths = self._paths
        try:
            if expected and paths:
                await asyncio.wait_for(self._opened.wait(), OPENS_WITHIN)
        except TimeoutError:
            raise NotOperable(
                f"no file chooser opened, so {_names(paths)} was not handed over",
                remedy="name the field or button that takes files",
            ) from None
        finally:
            error = self._error
            self.accept(())
        if error:
            raise error

    async def _hand_to(self, chooser: FileChooser, paths: Sequence[Path]) -> None:
        try:
            await hand_files(chooser, paths)
            self._news.tell(f"the page asked for a file and got {_names(paths)}")
        except AskonceError as error:
            self._error = error
            self._news.tell(error.message)
        finally:
            self._opened.set()


async def hand_files(chooser: FileChooser, paths: Sequence[Path]) -> None:
    """Give files, or one folder, to a chooser that is open."""
    takes_folder = await chooser.element.evaluate("field => field.webkitdirectory")
    check_fit(paths, takes_folder=takes_folder, takes_several=chooser.is_multiple())
    try:
        await chooser.set_files(list(paths))
    except Error as error:
        raise NotOperable(f"{_names(paths)} could not be handed over: {error.message.splitlines()[0]}") from error


def check_fit(paths: Sequence[Path], *, takes_folder: bool, takes_several: bool) -> None:
    """Raise when a field cannot take these files."""
    folders = [path for path in paths if path.is_dir()]
    if takes_folder and (len(paths) > 1 or not folders):
        raise NotOperable(f"this field takes one folder, not {_names(paths)}", remedy="name the folder")
    if folders and not takes_folder:
        raise NotOperable(f"this field takes files, not the folder {folders[0].name}", remedy="name its files")
    if len(paths) > 1 and not takes_several:
        raise NotOperable(f"this field takes one file, not {len(paths)}", remedy="upload one file")


def _names(paths: Sequence[Path]) -> str:
    return ", ".join(path.name for path in paths)
