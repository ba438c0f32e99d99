"""What a model is told of the parts of a picture that are black, because a secret may be read there.

Who does not know that takes what is hidden for something that is not there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from askonce.geometry import Box
from askonce.prompts.prompt_files import prompt
from askonce.screens import Shot

Purpose = Literal["check", "query", "plan"]
_MOST_PARTS = 6
"""How many parts are told one by one."""


def hidden_parts(shot: Shot, within: Box | None = None, *, listed: bool) -> list[Box]:
    """The parts of a picture, or of what lies `within`, of which nobody knows what they show.

    Where elements are `listed`, the list says what those show that were painted over."""
    region = shot.frame.region.intersection(within) if within else shot.frame.region
    if region is None:
        return []
    boxes = [region] if shot.withheld else [*shot.hidden, *(() if listed else shot.painted)]
    return _apart([part for box in boxes if (part := region.intersection(box))])


def withheld_note(shot: Shot, purpose: Purpose, within: Box | None = None, *, listed: bool) -> str:
    """What is hidden in a picture and what follows from that; empty if nothing is."""
    parts = hidden_parts(shot, within, listed=listed)
    if not parts:
        return ""
    region = shot.frame.region.intersection(within) if within else shot.frame.region
    rule = prompt(f"withheld_{purpose}") + (" " + prompt("withheld_listed") if listed else "")
    if shot.withheld or region is None:
        return prompt("withheld_whole", rule=rule)
    told = [f"- {_place(part, region)}" for part in parts[:_MOST_PARTS]]
    more = len(parts) - _MOST_PARTS
    told += [f"- {more} more"] if more > 0 else []
    return prompt("withheld", parts="\n".join(told), rule=rule)


def _place(part: Box, region: Box) -> str:
    across = (part.left - region.left) / region.width, (part.right - region.left) / region.width
    down = (part.top - region.top) / region.height, (part.bottom - region.top) / region.height
    return f"from {_percent(*across)} of its width, from {_percent(*down)} of its height"


def _percent(start: float, end: float) -> str:
    return f"{math.floor(100 * start)} % to {math.ceil(100 * end)} %"


def _apart(boxes: Sequence[Box]) -> list[Box]:
    """Boxes that lie over each other as one."""
    apart: list[Box] = []
    for box in boxes:
        while near := next((other for other in apart if other.intersection(box)), None):
            apart.remove(near)
            box = box.union(near)
        apart.append(box)
    return sorted(apart, key=lambda part: (part.top, part.left))
