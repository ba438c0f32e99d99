"""Blocks that hold flows: conditions, loops, programs; and the union of all that may stand in a flow."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Annotated, Any, cast

from pydantic import Discriminator, Field, Tag, field_validator

from askonce.items.action_items import NAMED_ACTIONS, OwnAction
from askonce.items.field_types import Amount
from askonce.items.flow_items import ACTION_ITEMS, SUBJECT, ActItem, Item, RunAdbShellItem
from askonce.items.query_items import (
    AskItem,
    AssertItem,
    BooleanItem,
    JavascriptItem,
    LocateItem,
    NumberItem,
    QueryItem,
    ReportItem,
    SleepItem,
    StringItem,
    WaitForItem,
)
from askonce.screens.option_fields import AnyText, Words

NAME = r"^[^\W\d]\w*$"
MOST_PASSES = 1000


class IfBlock(Item):
    """Do one thing or another: `if: the basket is empty`, or what is known already, as in `if: "{total} > 100"`."""

    called = ("if",)
    subject: Words = Field(alias=SUBJECT)
    then: list[FlowItem]
    """What is done if it is so."""
    otherwise: list[FlowItem] = Field(default=[], alias="else")
    """What is done if it is not."""


class ForBlock(Item):
    """Once for each of several values: `for: product`, `in: [mug, bowl]` or `in: "{products}"`, and what to `do`."""

    called = ("for",)
    subject: str = Field(alias=SUBJECT, pattern=NAME)
    values: list[Any] | str = Field(alias="in")
    """A list, or the {name} of one."""
    do: list[FlowItem]
    """What is done with each; it is called {product} there, or whatever the block says after `for`."""


class RepeatBlock(Item):
    """Several times over: `repeat: 3` and what to `do`."""

    called = ("repeat",)
    subject: Amount = Field(alias=SUBJECT)
    counter: str | None = Field(default=None, alias="as", pattern=NAME)
    """A name for the number of the pass, from 1."""
    do: list[FlowItem]
    """What is done each time."""

    @field_validator("subject")
    @classmethod
    def _countable(cls, value: float | str) -> float | str:
        if isinstance(value, float | int) and (value < 0 or value != int(value)):
            raise ValueError(f"how often has to be a whole number from 0, and is {value:g}")
        return value


class WhileBlock(Item):
    """As long as something is so: `while: there is a Next button`, or what is known already, and what to `do`."""

    called = ("while",)
    subject: Words = Field(alias=SUBJECT)
    limit: Amount = 100
    """How often at most; one more is an error."""
    do: list[FlowItem]
    """What is done each time."""


class ProgramItem(Item):
    """A semantic task program inside of a flow. It knows the values of the script, and its answer is kept."""

    called = ("program",)
    subject: Words = Field(alias=SUBJECT)
    name: AnyText | None = None
    """Keep its answer under this name."""


WRITTEN: tuple[type[Item], ...] = (
    ActItem, *ACTION_ITEMS, RunAdbShellItem, QueryItem, BooleanItem, NumberItem, StringItem, AskItem, AssertItem,
    WaitForItem, LocateItem, SleepItem, JavascriptItem, ReportItem, IfBlock, ForBlock, RepeatBlock, WhileBlock,
    ProgramItem,
)  # fmt: skip
ITEMS: tuple[type[Item], ...] = (*WRITTEN, *NAMED_ACTIONS)
"""All kinds of items. Those for actions are derived from the actions that ship."""
ITEM_BY_KEY: dict[str, type[Item]] = {key: item for item in ITEMS for key in item.called}


def item_key(data: object) -> str:
    """The key that says what an item is; empty when there is none."""
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
            lambda one, other: one | other, (Annotated[kind, Tag(f"·{kind.__name__}")] for kind in (*ITEMS, OwnAction))
        ),
        Discriminator(_tag),
    ]

for block in (IfBlock, ForBlock, RepeatBlock, WhileBlock):
    block.model_rebuild()
