"""What dialects with points and strokes ask for, on screens that may have fingers or not."""

from __future__ import annotations

import re
from typing import Any

from askonce.actions import Action
from askonce.errors import UnreadableReply
from askonce.lazy import regex
from askonce.planning.dialects.reply_targets import read_action, read_place
from askonce.planning.plan import ReplyContext

_DECORATION = regex(r"<[^<>]*+>")
_NUMBERS = regex(r"[\s\d.,()\[\]-]*+")
_OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}
_LONGEST = 200
_SCREENFUL = 0.6
"""The part of the context that a scroll without a distance moves by."""


def read_numbers(text: str) -> list[float]:
    """The two or four numbers of a position: `(12,30)`, `[1, 2, 3, 4]`, `<point>12 30</point>`, `<|box_start|>…`."""
    plain = _DECORATION.sub(" ", text[:_LONGEST])
    numbers = re.findall(r"-?\d+(?:\.\d+)?", plain)
    if len(text) > _LONGEST or not _NUMBERS.fullmatch(plain) or len(numbers) not in (2, 4):
        raise UnreadableReply(f"{text[:60]!r} is not a position", remedy="write two numbers, x and y")
    return [float(number) for number in numbers]


def tap_like(name: str, at: list[float], context: ReplyContext, **fields: Any) -> Action[Any]:
    """An action on one place."""
    return read_action(name, {"target": {"position": at}, **fields}, context)


def scroll(direction: str, at: list[float] | None, context: ReplyContext) -> Action[Any]:
    """Scroll to see more in a direction, at a place if one is given; by swiping where nothing else scrolls."""
    sideways = direction in ("left", "right")
    region = context.frame.region if context.frame else None
    fields: dict[str, Any] = {"direction": direction}
    if at is not None:
        fields["target"] = {"position": at}
    if region and at is not None:
        # The place is a point: what surrounds it, and so how far to go, is not known.
        fields["distance"] = _SCREENFUL * (region.width if sideways else region.height)
    if "Scroll" not in context.space and "Swipe" in context.space:
        fields["direction"] = _OPPOSITE.get(direction, direction)
        return read_action("Swipe", fields, context)
    return read_action("Scroll", fields, context)


def stroke(start: list[float], end: list[float], context: ReplyContext) -> Action[Any]:
    """A swipe from one place to another along its longer side; scrolling the other way where there are no fingers.

    Which side is longer is as the model sees it, in its own units: a tall picture has the same number of them down as
    across.
    """
    first, last = read_place(start, context).center, read_place(end, context).center
    across, down = last.x - first.x, last.y - first.y
    if not across and not down:
        raise UnreadableReply("the swipe ends where it starts", remedy="give two different places")
    (x, y), (to_x, to_y) = _middle(start), _middle(end)
    sideways = abs(to_x - x) >= abs(to_y - y)
    direction = ("right" if across > 0 else "left") if sideways else ("down" if down > 0 else "up")
    fields: dict[str, Any] = {
        "direction": direction,
        "distance": abs(across) if sideways else abs(down),
        "target": {"position": start},
    }
    if "Swipe" not in context.space and "Scroll" in context.space:
        return read_action("Scroll", {**fields, "direction": _OPPOSITE[direction]}, context)
    return read_action("Swipe", fields, context)


def _middle(numbers: list[float]) -> tuple[float, float]:
    """The middle of a point or a box, in the units of the model."""
    across, down = numbers[0::2], numbers[1::2]
    return sum(across) / len(across), sum(down) / len(down)
