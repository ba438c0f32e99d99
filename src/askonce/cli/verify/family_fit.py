"""Finds the family whose way of writing positions fits the replies of a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from askonce.errors import UnreadableReply
from askonce.geometry import Box, Point, Size
from askonce.lazy import dataclass
from askonce.models.families import FAMILIES, Family, family_for_model
from askonce.models.families.image_preparation import fitting_size

LEAST = 2
"""How many answers have to be right; one can be right by accident."""
SLACK = 3.0
"""How many pixels beside the element still count as a hit."""


@dataclass(frozen=True, slots=True)
class WrittenPosition:
    """The position that a model wrote, the size of the image it got, and the box of the element in that image."""

    raw: Mapping[str, Any]
    sent: Size
    truth: Box


def hits(family: Family, raw: Mapping[str, Any], sent: Size, truth: Box) -> bool:
    """Whether the centre of a position, read the way the family writes it, is on the element.

    Providers scale down images that are too large for their models; positions are then those of the smaller image.
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
    """The families for which most answers are right, likeliest first; none if fewer than two answers are right.

    Several families write positions the same way. First comes the one that the model's name suggests, then those with
    the dialect of `own`, with boxes or points like the answers, and without extra fields in requests.
    """
    counts = {family.name: count_hits(answers, family) for family in FAMILIES.values() if family.sees != "elements"}
    most = max(counts.values())
    if most < LEAST:
        return []
    guess, is_point = family_for_model(model), all(_count(answer.raw) == 2 for answer in answers)

    def penalty(family: Family) -> tuple[bool, ...]:
        return (
            family is not guess,
            family.dialect != own.dialect,
            (family.shape == "point") != is_point,
            bool(family.extras),
            family.name != "generic",
        )

    return sorted((FAMILIES[name] for name, count in counts.items() if count == most), key=penalty)


def count_hits(answers: Sequence[WrittenPosition], family: Family) -> int:
    return sum(hits(family, answer.raw, answer.sent, answer.truth) for answer in answers)


def way_of_writing(family: Family, answers: Sequence[WrittenPosition]) -> str:
    """How a family writes positions, and whether it would have got these images scaled down."""
    scale = {1000: "from 0 to 1000", "pixels": "in pixels", "unit-or-pixels": "from 0 to 1"}[family.scale]
    order = "y before x" if family.order == "yx" else "x before y"
    limits = family.image
    is_smaller = any(fitting_size(answer.sent, limits.longest, limits.pixels) != answer.sent for answer in answers)
    return f"{order}, {scale}" + (" of scaled-down images" if is_smaller else "")


def _count(raw: Mapping[str, Any]) -> int:
    """How many numbers a position has, if it is a list."""
    lists = [cast("list[object]", value) for value in raw.values() if isinstance(value, list)]
    return len(lists[0]) if lists else 0
