"""Actionability: waiting until one element is stable and not covered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.async_api import Page
from pydantic import BaseModel, ValidationError

from askonce.screens.screen_protocol import ElementState, FieldPeek, HeldValue
from askonce.screens.web.page_tree import FramePosition, ask_about, number_beside, place_of


class _StateReply(BaseModel):
    blocked_by: str
    moved: bool = False
    box: tuple[float, float, float, float] | None = None
    point: tuple[float, float] | None = None


class _HeldReply(BaseModel):
    value: str | None
    checked: bool | None


class _PeekReply(_HeldReply):
    others: list[_HeldReply]
    box: tuple[float, float, float, float]
    point: tuple[float, float]


async def read_field_peek(
    page: Page, before: int, number: int, others: Sequence[int] = (), *, late: bool = False
) -> FieldPeek | None:
    """What fields hold and where another element is, if nothing else in their document has changed."""
    argument = number_beside(page, number, before, others)
    answered = await ask_about(page, number, "glance", {**argument, "late": late}) if argument else None
    return _read_peek(*answered) if answered else None


def glanced_peek(page: Page, names: Mapping[str, Any], text: str) -> FieldPeek | None:
    """What a glance at these elements has said, which somebody else asked on the way."""
    return _read_peek(text, place_of(page, names["token"]))


def _read_peek(text: object, place: FramePosition) -> FieldPeek | None:
    try:
        reply = _PeekReply.model_validate_json(text if isinstance(text, str) else "")
    except ValidationError:
        return None
    others = tuple(HeldValue(other.value, other.checked) for other in reply.others)
    return FieldPeek(reply.value, reply.checked, place.box(*reply.box), place.point(*reply.point), others)


async def read_element_state(page: Page, number: int, timeout: float, *, touched: bool) -> ElementState | None:
    """Where the element with this number is, or what blocks it; None when it is gone."""
    argument = {"limit": timeout * 1000, "touched": touched}
    answered = await ask_about(page, number, "steady", argument, patience=timeout + 5)
    if answered is None:
        return None
    text, place = answered
    try:
        answer = _StateReply.model_validate_json(text if isinstance(text, str) else "")
    except ValidationError:
        return None
    if answer.blocked_by == "gone":
        return None
    if answer.box is None or answer.point is None:
        return ElementState(None, None, answer.blocked_by)
    left, top, right, bottom = answer.box
    return ElementState(
        place.box(left, top, right - left, bottom - top), place.point(*answer.point), answer.blocked_by, answer.moved
    )
