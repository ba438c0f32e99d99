"""A real screen with its elements taken away, as a remote desktop or a game has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from askonce.screens import Screen, Shot

TOLD_BY_ELEMENTS = frozenset(
    {
        "tree", "whole_tree", "reveal", "legible_tree", "still_tree", "wait_actionable", "peek", "answered", "rest",
        "uncover", "layout", "select", "write_selectors", "find_secrets", "capture_clear", "address", "cursor",
        "take_troubles", "lapse", "take_messages", "drop_down", "choose", "options_at", "document_status",
    }
)  # fmt: skip
"""The methods by which a screen knows more than its picture."""


def treeless(screen: Screen, on_capture: Callable[[Shot], Any] | None = None) -> Screen:
    """`screen` as one that can be seen and touched, and knows nothing of what it shows.

    `on_capture` hears of each picture, right after it was taken.
    """
    members: dict[str, Any] = {}
    for name in dir(type(screen)):
        if not name.startswith("_") and name not in TOLD_BY_ELEMENTS:
            members[name] = _passed_on(screen, name)

    async def capture(self: Any) -> Shot:
        shot = await screen.capture()
        if on_capture:
            await on_capture(shot)
        return shot

    members["capture"] = capture
    members.pop("capture_fast", None)
    members["kind"] = screen.kind
    return type("Treeless", (), members)()


def _passed_on(screen: Screen, name: str) -> Any:
    if callable(getattr(type(screen), name)):
        return lambda self, *given, **named: getattr(screen, name)(*given, **named)
    return property(lambda self: getattr(screen, name))
