"""What people ask for, and how it is told to a model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, NotRequired

import pytest
from golden import assert_as_it_was
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from askonce.errors import ConfigError, UnreadableReply
from askonce.insight.answer_parser import ReadValue, read_value
from askonce.insight.answer_types import Shape, shape_of

GOLDEN = Path(__file__).parent / "golden"


class State(Enum):
    OPEN = "open"
    PAID = "paid"


class Line(BaseModel):
    """One line of an order."""

    name: str = Field(description="as it is printed")
    pieces: Annotated[int, Field(ge=1, le=99)]


class Order(BaseModel):
    state: State
    due: date | None = None
    total: Decimal = Field(ge=0, description="with the tax")
    lines: list[Line]
    earlier: list[Order] = Field(default=[], description="those it replaces")
    kind: Literal["gift", "sale"]
    place: tuple[float, float]
    stock: dict[str, int] = {}


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str


class Row(TypedDict):
    name: str
    note: NotRequired[str]


@dataclass
class Spot:
    x: int


class Pair(NamedTuple):
    left: str
    right: str


def value(shape: Shape, written: str) -> Any:
    read = read_value(f'{{"reason": "seen", "value": {written}}}', shape)
    assert isinstance(read, ReadValue)
    return read.value


def test_a_model_is_told_with_all_that_pydantic_knows_about_it() -> None:
    assert_as_it_was(shape_of("the order", Order).schema, GOLDEN / "order.txt")


@pytest.mark.parametrize(
    ("returns", "told"),
    [
        (str, "string"),
        (int | None, "integer | null"),
        (list[str], "string[]"),
        (list[State], '("open" | "paid")[]'),
        (State, '"open" | "paid"'),
        (date, "string (date, YYYY-MM-DD)"),
        (list[Decimal], "(string (decimal number, as in 12.50))[]"),
        (dict[str, bool], "{[name: string]: boolean}"),
        (Row, "{name: string, note?: string}"),
        (list[Spot], "{x: integer}[]"),
        (Pair, "[string, string]"),
        (set[int], "integer[] (no duplicates)"),
        (Annotated[str, Field(pattern="^A")], "string (as the pattern ^A)"),
    ],
)
def test_types_are_told_in_a_line(returns: Any, told: str) -> None:
    assert shape_of("it", returns).schema == told


@pytest.mark.parametrize(
    ("returns", "written", "read"),
    [
        (Decimal, '"12.50"', Decimal("12.50")),
        (Decimal, "12.5", Decimal("12.5")),
        (date, '"2026-03-01"', date(2026, 3, 1)),
        (State, '"paid"', State.PAID),
        (Literal["a", 3], "3", 3),
        (int | str, '"3"', "3"),
        (float, "3", 3.0),
        (bool, "false", False),
        (tuple[int, str], '[1, "a"]', (1, "a")),
        (set[str], '["a", "b"]', {"a", "b"}),
        (Spot, '{"x": 1}', Spot(1)),
        (Row, '{"name": "a"}', {"name": "a"}),
        (str | None, "null", None),
        (str | date, '"1714521600"', "1714521600"),
        (date | str, '"soon"', "soon"),
        (Decimal | str, '"about 12"', "about 12"),
        (Line, '{"name": "mug", "pieces": 2, "colour": "red"}', Line(name="mug", pieces=2)),
    ],
)
def test_values_are_read_into_their_type(returns: Any, written: str, read: object) -> None:
    got = value(shape_of("it", returns), written)
    assert got == read
    assert type(got) is type(read)


@pytest.mark.parametrize(
    ("returns", "written"),
    [
        (bool, '"false"'),
        (bool, "0"),
        (bool, "1"),
        (bool, '"no"'),
        (bool, "null"),
        (int, '"12"'),
        (int, "12.0"),
        (int, "true"),
        (float, '"12.50"'),
        (float, '"NaN"'),
        (float, "NaN"),
        (float, "Infinity"),
        (float, "1e999"),
        (int, "9" * 400),
        (Decimal, '"$12.50"'),
        (Decimal, '"1,299.00"'),
        (Decimal, '"1e5000"'),
        (Decimal, '"NaN"'),
        (Decimal | None, '"1e5000"'),
        (str, "12"),
        (str, "null"),
        (date, '"01/03/2026"'),
        (date, '"1 March 2026"'),
        (date, '"1714521600"'),
        (date, "1714521600"),
        (date | None, '"1714521600"'),
        (date | str, '"1714521600"'),
        (Decimal | str, '"1e5000"'),
        (date | int, '"1714521600"'),
        (date | Literal["never"], '"1714521600"'),
        (list[date], '["2026-03-01", "1714521600"]'),
        (dict[str, date], '{"a": "1714521600"}'),
        (State, '"Paid"'),
        (list[str], '"a, b"'),
        (Strict, '{"name": "a", "price": 3}'),
        (Order, '{"state": "open"}'),
    ],
)
def test_what_would_have_to_be_guessed_is_refused(returns: Any, written: str) -> None:
    with pytest.raises(UnreadableReply):
        value(shape_of("it", returns), written)


def test_digits_deep_in_a_model_are_no_date() -> None:
    order = '{"state": "open", "due": "1714521600", "total": "1", "lines": [], "kind": "gift", "place": [1, 2]}'
    outer = f'{{"state": "open", "total": "1", "lines": [], "kind": "gift", "place": [1, 2], "earlier": [{order}]}}'
    with pytest.raises(UnreadableReply, match=r"value\.earlier\[0\]\.due: '1714521600' is not a date"):
        value(shape_of("it", Order), outer)


@pytest.mark.parametrize(
    ("demand", "words", "told"),
    [
        (
            "{name: string, price: number}[], the items in the basket",
            "the items in the basket",
            "{name: string, price: number}[]",
        ),
        ("string[], the names", "the names", "string[]"),
        ("number, the total", "the total", "number"),
        ("boolean: is it open", "is it open", "boolean"),
        (
            "{itemTitle: string, price: Number}[] find the items",
            "find the items",
            "{itemTitle: string, price: number}[]",
        ),
        ('"in stock" | "sold out", its state', "its state", '"in stock" | "sold out"'),
        ("string | null, the voucher", "the voucher", "string | null"),
        ("(string | number)[][], cells", "cells", "((string | number)[])[]"),
        ("{'first name': string; n: 1 | 2,}", "what the shape names", '{"first name": string, n: 1 | 2}'),
        ("{when: date, ok: true | null}, it", "it", "{when: string (date, YYYY-MM-DD), ok: true | null}"),
    ],
)
def test_a_demand_may_begin_with_its_shape(demand: str, words: str, told: str) -> None:
    shape = shape_of(demand)
    assert (shape.demand, shape.schema) == (words, told)


def test_a_shape_may_be_nested_and_have_fields_that_need_not_be_there() -> None:
    shape = shape_of('{name: string, age?: number, tags: string[], kind: "a" | "b", inner: {x: number}}')
    assert value(shape, '{"name": "A", "tags": [], "kind": "b", "inner": {"x": 1.5}}') == {
        "name": "A",
        "tags": [],
        "kind": "b",
        "inner": {"x": 1.5},
    }
    with pytest.raises(UnreadableReply, match=r"value\.inner\.y"):
        value(shape, '{"name": "A", "tags": [], "kind": "b", "inner": {"x": 1, "y": 2}}')


def test_a_number_without_a_fraction_is_a_whole_number() -> None:
    assert repr(value(shape_of("number, the total"), "3")) == "3"
    assert repr(value(shape_of("number, the total"), "3.5")) == "3.5"


@pytest.mark.parametrize(
    "demand",
    [
        "the items {name, price}, please",
        "number of items",
        "numbers, all of them",
        "date, time and place of the meeting",
        '"Sold out", is that there?',
        "3, 4 or 5 stars?",
        "{}",
        "{name}",
        "{name: text}",
        "{name: string",
        "{name: string, name: number}",
        "{id: string, [field]: string}[], rows",
        "string of pearls, its price",
        "string[, the names",
        "(" * 5000,
        "any, of these",
    ],
)
def test_a_sentence_stays_a_sentence(demand: str) -> None:
    shape = shape_of(demand)
    assert (shape.demand, shape.schema) == (demand, "any JSON value")


@given(st.text(alphabet="{}[]()|?:;,'\" \\string number0a", max_size=60))
def test_any_text_is_a_shape_or_a_sentence(text: str) -> None:
    if text.strip():
        assert shape_of(text).demand


def test_fields_are_texts_unless_their_description_has_a_type() -> None:
    shape = shape_of(
        {
            "name": "the name",
            "price": "number, without tax",
            "tags": "its labels, string[]",
            "seller": "who sells it, as {name: string}",
            "first-seen": "string | null, a date",
        }
    )
    assert_as_it_was(f"{shape.demand}\n{shape.schema}", GOLDEN / "fields.txt")
    read = value(shape, '{"name": "mug", "price": 3, "tags": [], "seller": {"name": "A"}, "first-seen": null}')
    assert read == {"name": "mug", "price": 3, "tags": [], "seller": {"name": "A"}, "first-seen": None}
    with pytest.raises(UnreadableReply, match="colour"):
        value(shape, '{"name": "mug", "price": 3, "tags": [], "seller": 1, "first-seen": null, "colour": "red"}')


@pytest.mark.parametrize("bad", [5, object(), Callable[[], int], list["Nope"], "Nope", open, lambda: 5])  # noqa: F821
def test_what_is_no_type_is_named_with_a_remedy(bad: Any) -> None:
    with pytest.raises(ConfigError, match=r"returns=.*is not a type that an answer can have") as raised:
        shape_of("it", bad)
    assert raised.value.remedy


@pytest.mark.parametrize("bad", ["", "  ", {}, {"a": 5}, {5: "a"}])
def test_a_demand_that_says_nothing_is_refused(bad: Any) -> None:
    with pytest.raises(ConfigError):
        shape_of(bad)


def test_fields_and_a_type_together_are_refused() -> None:
    with pytest.raises(ConfigError, match="price"):
        shape_of({"price": "number"}, int)
