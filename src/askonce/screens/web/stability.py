"""Waiting for one element to stand still and be free, as a person waits before touching it."""

from __future__ import annotations

from playwright.async_api import Page
from pydantic import BaseModel, ValidationError

from askonce.screens.screen_protocol import Footing, Glimpse
from askonce.screens.web.page_tree import ask_about, number_beside
from askonce.screens.web.tree_walk import glance_script, steady_script


class _Answer(BaseModel):
    hindrance: str
    moved: bool = False
    box: tuple[float, float, float, float] | None = None
    point: tuple[float, float] | None = None


class _Glance(BaseModel):
    value: str | None
    checked: bool | None
    box: tuple[float, float, float, float]
    point: tuple[float, float]


async def read_glimpse(page: Page, before: int, number: int) -> Glimpse | None:
    """What one field holds and where another element stands, if nothing else in their document has changed."""
    argument = number_beside(page, number, before)
    answered = await ask_about(page, number, glance_script(), argument) if argument else None
    if answered is None:
        return None
    said, place = answered
    try:
        glance = _Glance.model_validate_json(said if isinstance(said, str) else "")
    except ValidationError:
        return None
    return Glimpse(glance.value, glance.checked, place.box(*glance.box), place.point(*glance.point))


async def read_footing(page: Page, number: int, timeout: float, *, touched: bool) -> Footing | None:
    """Where the element with this number stands, or what keeps it from being touched; None when it is gone."""
    argument = {"limit": timeout * 1000, "touched": touched}
    answered = await ask_about(page, number, steady_script(), argument, patience=timeout + 5)
    if answered is None:
        return None
    said, place = answered
    try:
        answer = _Answer.model_validate_json(said if isinstance(said, str) else "")
    except ValidationError:
        return None
    if answer.hindrance == "gone":
        return None
    if answer.box is None or answer.point is None:
        return Footing(None, None, answer.hindrance)
    left, top, right, bottom = answer.box
    return Footing(
        place.box(left, top, right - left, bottom - top), place.point(*answer.point), answer.hindrance, answer.moved
    )
