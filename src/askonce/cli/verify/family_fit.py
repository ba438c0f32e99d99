"""Which family the positions in a model's replies are written like: every family reads the same replies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from askonce.errors import UnreadableReply
from askonce.geometry import Box, Point, Size
from askonce.models.families import FAMILIES, Family, family_for_model
from askonce.models.families.image_preparation import fitting_size

LEAST = 2
"""How many answers have to be right: one may be so by accident."""
SLACK = 3.0
"""How many pixels of the picture beside the element still count as on it."""


@dataclass(frozen=True, slots=True)
class WrittenPosition:
    """What a model wrote for a position, the size of the picture it was sent, and where the element is in that."""

    raw: Mapping[str, Any]
    sent: Size
    truth: Box


def hits(family: Family, raw: Mapping[str, Any], sent: Size, truth: Box) -> bool:
    """Whether the middle of a position, read as the family writes it, lies on the element.

    A provider scales pictures down that are larger than its models take, and the positions are then those of the
    smaller picture.
    """
    seen = fitting_size(sent, family.image.longest, family.image.pixels)
    try:
        at = family.read_box(dict(raw), seen).center
    except UnreadableReply:
        return False
    place = Point(at.x * sent.width / seen.width, at.y * sent.height / seen.height)
    around = Box(truth.left - SLACK, truth.top - SLACK, truth.width + 2 * SLACK, truth.height + 2 * SLACK)
    return around.contains(place)


def fitting_families(answers: Sequence[WrittenPosition], own: Family, model: str) -> list[Family]:
    """The families by which most answers are right, the likeliest first; none where it would be one answer or none.

    Several families write alike. The one that the model's name points to comes first, then those that speak the
    dialect of `own`, write boxes or points as the answers do, and add nothing to requests.
    """
    counts = {family.name: count_hits(answers, family) for family in FAMILIES.values() if family.sees != "elements"}
    most = max(counts.values())
    if most < LEAST:
        return []
    guess, is_point = family_for_model(model), all(_count(one.raw) == 2 for one in answers)

    def strangeness(family: Family) -> tuple[bool, ...]:
        return (
            family is not guess,
            family.dialect != own.dialect,
            (family.shape == "point") != is_point,
            bool(family.extras),
            family.name != "generic",
        )

    return sorted((FAMILIES[name] for name, count in counts.items() if count == most), key=strangeness)


def count_hits(answers: Sequence[WrittenPosition], family: Family) -> int:
    return sum(hits(family, one.raw, one.sent, one.truth) for one in answers)


def way_of_writing(family: Family, answers: Sequence[WrittenPosition]) -> str:
    """How a family writes positions, in a few words, and whether it would have seen these pictures smaller."""
    scale = {1000: "from 0 to 1000", "pixels": "in pixels", "unit-or-pixels": "from 0 to 1"}[family.scale]
    order = "y before x" if family.order == "yx" else "x before y"
    limits = family.image
    is_smaller = any(fitting_size(one.sent, limits.longest, limits.pixels) != one.sent for one in answers)
    return f"{order}, {scale}" + (" of pictures that were scaled down" if is_smaller else "")


def _count(raw: Mapping[str, Any]) -> int:
    """How many numbers a position has, if that is plain to see."""
    lists = [cast("list[object]", value) for value in raw.values() if isinstance(value, list)]
    return len(lists[0]) if lists else 0
