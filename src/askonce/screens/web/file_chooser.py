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
HANDED_WITHIN = 60.0
"""How many seconds it may take to hand the files to a chooser that has opened."""


class _Acceptance:
    """Files that are accepted, and what has become of them."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = tuple(paths)
        self.opened = asyncio.Event()
        self.handed = asyncio.Event()
        self.error: AskonceError | None = None


class AcceptedFiles:
    """Files that are handed to each chooser that opens, for as long as they are accepted."""

    def __init__(self, news: News, settling: Settling) -> None:
        self._news = news
        self._settling = settling
        self._accepted = _Acceptance(())

    def __bool__(self) -> bool:
        return bool(self._accepted.paths)

    def named(self, name: str) -> Path | None:
        """The one that has this name, or this path."""
        return next((path for path in self._accepted.paths if name in {path.name, str(path)}), None)

    def accept(self, paths: Sequence[Path]) -> None:
        self._accepted = _Acceptance(paths)

    def hand_to(self, chooser: FileChooser) -> None:
        self._accepted.opened.set()
        self._settling.include(self._hand_to(chooser, self._accepted))

    async def stop(self, *, expected: bool) -> None:
        """Accept nothing any more. Raises what went wrong, and with `expected` also that no chooser opened."""
        accepted = self._accepted
        names = _names(accepted.paths)
        try:
            if expected and accepted.paths:
                await _await(
                    accepted.opened,
                    OPENS_WITHIN,
                    f"no file chooser opened, so {names} was not handed over",
                    remedy="name the field or button that takes files",
                )
                await _await(
                    accepted.handed,
                    HANDED_WITHIN,
                    f"a file chooser opened and did not take {names} within {HANDED_WITHIN:g} s",
                    remedy="look whether the page still answers",
                )
        finally:
            self.accept(())
        if accepted.error:
            raise accepted.error

    async def _hand_to(self, chooser: FileChooser, accepted: _Acceptance) -> None:
        try:
            await hand_files(chooser, accepted.paths)
            self._news.tell(f"the page asked for a file and got {_names(accepted.paths)}")
        except AskonceError as error:
            accepted.error = error
            self._news.tell(error.message)
        finally:
            accepted.handed.set()


async def _await(event: asyncio.Event, seconds: float, message: str, *, remedy: str) -> None:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        raise NotOperable(message, remedy=remedy) from None


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
