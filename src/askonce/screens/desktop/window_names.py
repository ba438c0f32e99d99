"""Windows by what people call them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from askonce.errors import NotOperable
from askonce.screens.desktop.desktop_port import DesktopWindow


def find_window(words: str, windows: Sequence[DesktopWindow]) -> DesktopWindow:
    """A window by its title, its application, or a part of its title; empty words mean the active one."""
    own = [window for window in windows if not window.is_popup]
    wanted = " ".join(words.lower().split())
    ways: tuple[Callable[[DesktopWindow], bool], ...] = (
        (lambda each: each.is_active) if not wanted else (lambda each: each.title.lower() == wanted),
        lambda each: bool(wanted) and each.application == wanted,
        lambda each: bool(wanted) and (wanted in each.title.lower() or wanted in each.application),
    )
    for fits in ways:
        found = [window for window in own if fits(window)]
        if len(found) == 1:
            return found[0]
        if found:
            listed = ", ".join(repr(each.title) for each in found)
            raise NotOperable(f"{len(found)} windows are called {words!r}: {listed}", remedy="name its whole title")
    listed = ", ".join(f"{each.title!r} of {each.application}" for each in own) or "none"
    raise NotOperable(f"there is no window {words!r}", remedy=f"there are {listed}")


def stays_open(window: DesktopWindow, windows: Sequence[DesktopWindow], before: set[int]) -> NotOperable:
    """A window that was asked to close and did not: mostly it asks something first."""
    others = [each for each in windows if each.number != window.number and not each.is_popup]
    asking = [each for each in others if each.number not in before] or [
        each for each in others if each.is_dialog and each.process == window.process
    ]
    if not asking:
        return NotOperable(f"the window {window.title!r} does not close", remedy="look what it waits for")
    return NotOperable(
        f"the window {window.title!r} is still open: {asking[0].title or 'a dialog'!r} came up",
        remedy="answer that dialog first",
    )
