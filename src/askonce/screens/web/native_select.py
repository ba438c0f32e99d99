"""Choices in native lists, whose options no picture shows."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.async_api import Page
from pydantic import BaseModel

from askonce.diagnostics.closest_name import closest_name
from askonce.errors import NotOperable
from askonce.geometry import Point
from askonce.screens.screen_protocol import DropDown
from askonce.screens.web.frame_points import spots_at
from askonce.screens.web.page_scripts import call
from askonce.screens.web.touch_aim import refuse_moved

_SHOWN = 40


class ListOption(BaseModel):
    label: str
    value: str
    disabled: bool
    chosen: bool = False


class NativeList(BaseModel):
    """A `<select>` as the page describes it."""

    what: str
    multiple: bool
    disabled: bool
    rows: int = 1
    """How many options are in view without opening it."""
    options: list[ListOption]


async def choose_options(page: Page, at: Point, wanted: Sequence[str]) -> None:
    spot = (await spots_at(page, at))[-1]
    await refuse_moved(spot, page, at)
    if len(wanted) == 1:
        select = await call(spot.frame, "chooseLabelAt", [spot.argument, " ".join(wanted[0].split())])
    else:
        select = await call(spot.frame, "readSelectAt", spot.argument)
    if select == "":
        return
    if select is None:
        there = await call(spot.frame, "describeAt", spot.argument)
        raise NotOperable(
            f"there is no native list at ({at.x:g}, {at.y:g}) but {there}",
            remedy="tap it to open it, then tap the option that appears",
        )
    indexes = match_options(NativeList.model_validate_json(select), wanted)
    await call(spot.frame, "chooseOptions", indexes)


async def read_drop_down(page: Page, at: Point) -> tuple[DropDown | None]:
    """The list at a point that a tap would open; there is none where the list stands open in the page."""
    spot = (await spots_at(page, at))[-1]
    select = await call(spot.frame, "readSelectAt", spot.argument)
    there = NativeList.model_validate_json(select) if select else None
    if there is None or there.disabled or there.rows > 1:
        return (None,)
    options = there.options
    return (
        DropDown(
            tuple(option.label or option.value for option in options),
            frozenset(index for index, option in enumerate(options) if option.chosen),
            frozenset(index for index, option in enumerate(options) if option.disabled),
            there.multiple,
        ),
    )


def match_options(there: NativeList, wanted: Sequence[str]) -> list[int]:
    """Which options are meant: by label, else by value, else by label without regard to case."""
    if there.disabled:
        raise NotOperable(f"{there.what} is disabled")
    if len(wanted) > 1 and not there.multiple:
        raise NotOperable(f"{there.what} takes one choice, not {len(wanted)}", remedy="choose one option")
    return [_match_option(there, text) for text in wanted]


def _match_option(there: NativeList, text: str) -> int:
    wanted = " ".join(text.split())
    ways = (
        [option.label == wanted for option in there.options],
        [option.value == text for option in there.options],
        [option.label.casefold() == wanted.casefold() for option in there.options],
    )
    hits = [index for way in ways for index, fits in enumerate(way) if fits]
    usable = [index for index in hits if not there.options[index].disabled]
    if usable:
        return usable[0]
    if hits:
        raise NotOperable(f"the option {wanted!r} of {there.what} is disabled")
    labels = [option.label or option.value for option in there.options if not option.disabled]
    more = f" and {len(labels) - _SHOWN} more" if len(labels) > _SHOWN else ""
    close = closest_name(wanted, labels)
    meant = f"did you mean {close!r}? There are: " if close else "there are: "
    remedy = f"{meant}{', '.join(map(repr, labels[:_SHOWN]))}{more}"
    raise NotOperable(f"{there.what} has no option {wanted!r}", remedy=remedy)
