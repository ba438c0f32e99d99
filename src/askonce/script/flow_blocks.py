"""Blocks of a flow: conditions, loops, programs; and the union of all items of a flow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import TYPE_CHECKING, Annotated, Any, cast

from pydantic import Discriminator, Field, Tag, field_validator

from askonce.items.action_items import ACTION_ITEMS, NAMED_ACTIONS, OwnAction
from askonce.items.field_types import Amount
from askonce.items.flow_items import SUBJECT, ActItem, Item
from askonce.items.query_items import (
    AskItem,
    AssertItem,
    BooleanItem,
    FileChooserItem,
    FinalizeItem,
    GherkinItem,
    JavascriptItem,
    LocateItem,
    NumberItem,
    QueryItem,
    ReportItem,
    SleepItem,
    StringItem,
    WaitForItem,
    WdaRequestItem,
)
from askonce.screens.option_fields import AnyText, Words

NAME = r"^[^\W\d]\w*$"
MOST_PASSES = 1000


class IfBlock(Item):
    """A condition on the screen, `if: the basket is empty`, or on values, `if: "{total} > 100"`."""

    called = ("if",)
    subject: Words = Field(alias=SUBJECT)
    then: list[FlowItem]
    """Items to run if the condition is true."""
    otherwise: list[FlowItem] = Field(default=[], alias="else")
    """Items to run if the condition is false."""


class ForBlock(Item):
    """Loop over values: `for: product`, `in: [mug, bowl]` or `in: "{products}"`, and the items to `do`."""

    called = ("for",)
    subject: str = Field(alias=SUBJECT, pattern=NAME)
    values: list[Any] | str = Field(alias="in")
    """A list, or the {name} of one."""
    do: list[FlowItem]
    """Items to run for each value. They use it as {product}, or whatever name follows `for`."""


class RepeatBlock(Item):
    """Loop a number of times: `repeat: 3` and the items to `do`."""

    called = ("repeat",)
    subject: Amount = Field(alias=SUBJECT)
    counter: str | None = Field(default=None, alias="as", pattern=NAME)
    """A name for the number of the pass, starting at 1."""
    do: list[FlowItem]
    """Items to run in each pass."""

    @field_validator("subject")
    @classmethod
    def _countable(cls, value: float | str) -> float | str:
        if isinstance(value, float | int) and (value < 0 or value != int(value)):
            raise ValueError(f"the number of passes must be a whole number of at least 0, not {value:g}")
        return value


class WhileBlock(Item):
    """Loop while a condition is true: `while: there is a Next button`, and the items to `do`."""

    called = ("while",)
    subject: Words = Field(alias=SUBJECT)
    limit: Amount = 100
    """The maximum number of passes; more are an error."""
    do: list[FlowItem]
    """Items to run in each pass."""


class ProgramItem(Item):
    """A program inside a flow. It can use the values of the script, and its answer is kept."""

    called = ("program",)
    subject: Words = Field(alias=SUBJECT)
    name: AnyText | None = None
    """Keep its answer under this name."""


WRITTEN: tuple[type[Item], ...] = (
    ActItem, *ACTION_ITEMS, QueryItem, BooleanItem, NumberItem, StringItem, AskItem, AssertItem,
    WaitForItem, LocateItem, SleepItem, JavascriptItem, GherkinItem, ReportItem, WdaRequestItem, FileChooserItem,
    FinalizeItem, IfBlock, ForBlock, RepeatBlock, WhileBlock, ProgramItem,
)  # fmt: skip
ITEMS: tuple[type[Item], ...] = (*WRITTEN, *NAMED_ACTIONS)
"""All kinds of items. Those for actions are derived from the actions that ship."""
ITEM_BY_KEY: dict[str, type[Item]] = {key: item for item in ITEMS for key in item.called}


def all_items(flow: list[Item]) -> Iterator[Item]:
    """The items of a flow and of the blocks in it."""
    for item in flow:
        yield item
        match item:
            case IfBlock():
                yield from all_items([*item.then, *item.otherwise])
            case ForBlock() | RepeatBlock() | WhileBlock():
                yield from all_items(item.do)
            case _:
                pass


def item_key(data: object) -> str:
    """The key that determines the kind of an item; empty if there is none."""
    return (
        next((name for name in cast("dict[str, Any]", data) if name in ITEM_BY_KEY), "")
        if isinstance(data, dict)
        else ""
    )


def _tag(data: object) -> str:
    kind = type(data) if isinstance(data, Item) else ITEM_BY_KEY.get(item_key(data), OwnAction)
    return f"·{kind.__name__}"


if TYPE_CHECKING:
    FlowItem = Item
else:
    FlowItem = Annotated[
        reduce(
            lambda union, kind: union | kind,
            (Annotated[kind, Tag(f"·{kind.__name__}")] for kind in (*ITEMS, OwnAction)),
        ),
        Discriminator(_tag),
    ]
