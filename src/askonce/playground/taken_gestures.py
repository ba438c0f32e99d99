"""Which gestures a screen takes, by what it can do."""

from __future__ import annotations

from collections.abc import Mapping

from askonce.screens import (
    BackButton,
    Chooser,
    Dialogs,
    HomeButton,
    Keyboard,
    Mouse,
    Navigator,
    PageHistory,
    Pointer,
    Screen,
    Scroller,
    Tabs,
    Touch,
    Uploads,
)
from askonce.screens.screen_protocol import Zoom

NEEDS: Mapping[str, type] = {
    "press": Pointer, "hold": Pointer, "drag": Pointer, "swipe": Touch, "pinch": Zoom, "hover": Mouse,
    "text": Keyboard, "keys": Keyboard, "scroll": Scroller, "choose": Chooser, "fill": Keyboard, "files": Uploads,
    "answer": Dialogs, "tab": Tabs, "close_tab": Tabs, "go_to": Navigator, "back": BackButton,
    "forward": PageHistory, "reload": PageHistory, "home": HomeButton, "recents": HomeButton,
}  # fmt: skip
"""What a screen has to be able to do for each kind of gesture."""


def gestures_of(screen: Screen) -> list[str]:
    """The kinds of gestures that a screen takes."""
    return [kind for kind, verbs in NEEDS.items() if isinstance(screen, verbs)]
