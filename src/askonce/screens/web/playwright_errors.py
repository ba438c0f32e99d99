"""Playwright's errors as ours. Nothing of Playwright's own leaves this folder."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager

from playwright.async_api import Error, TimeoutError

from askonce.errors import ScreenClosed, ScreenError, ScreenMoved

_MOVED = (
    "Execution context was destroyed",
    "Cannot find context",
    "Frame was detached",
    "frame was detached",
    "frame got detached",
    "Frame has been detached",
    "Element is not attached",
    "because of a navigation",
    "interrupted by another navigation",
    "Inspected target navigated",
    "Not attached to an active page",
)
_CLOSED = ("has been closed", "Target closed", "Session closed", "Connection closed", "session closed")
_CRASHED = ("Target crashed", "Page crashed", "page crashed")


@contextmanager
def translated(doing: str) -> Generator[None]:
    """Raise our own error where Playwright would raise its own; `doing` says what was under way."""
    try:
        yield
    except Error as error:
        # The original is dropped on purpose: its call log can hold text that was typed.
        raise read_error(error, doing) from None


def read_error(error: Error, doing: str) -> ScreenError:
    text = error.message
    if any(sign in text for sign in _CRASHED):
        return crash_error(doing)
    if any(sign in text for sign in _CLOSED):
        return ScreenClosed(f"the page closed while {doing}")
    if any(sign in text for sign in _MOVED):
        return ScreenMoved(f"the page moved on while {doing}", remedy="look at the screen again and go on from there")
    if isinstance(error, TimeoutError):
        return ScreenError(f"the browser took too long while {doing}: {first_line(text)}")
    return ScreenError(f"the browser failed while {doing}: {first_line(text)}")


def crash_error(doing: str) -> ScreenClosed:
    return ScreenClosed(f"the page crashed while {doing}", remedy="reload it, or navigate to another address")


def first_line(text: str) -> str:
    """The sentence of a Playwright message, without the name of the call and its log."""
    line = text.strip().partition("\n")[0]
    return re.sub(r"^[A-Z]\w+\.\w+: ", "", line).strip()
