"""Demands: what is asked for, and what is given only in the kind that was asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from exact_trees import node, tree

from askonce.geometry import Box
from askonce.insight.exact import give

ROWS = tuple(node(2 + place, "listitem", f"Item {place}", 30 + 20 * place, parent=1) for place in range(3))
SIZES = node(
    9, "combobox", "Size", 300, value="Large", options=("Small", "Large"), attributes={"tag": "select"}
)  # fmt: skip
PAGE = tree(
    node(1, "list", box=Box(10, 30, 300, 60)),
    *ROWS,
    node(7, "button", "Pay now", 200, states=["disabled"]),
    node(8, "text", text="Thank you", top=240),
    SIZES,
    title="Basket",
    address="https://shop.test/basket",
)


@pytest.mark.parametrize(
    ("demand", "kind", "value"),
    [
        ("how many items are in the list", int, 3),
        ("how many items does the list have", int, 3),
        ("the number of items in the list", float, 3.0),
        ("how many items are there", int, 3),
        ("the url", str, "https://shop.test/basket"),
        ("what is the current url", str, "https://shop.test/basket"),
        ("the title of the page", str, "Basket"),
        ("is 'Thank you' visible", bool, True),
        ("is the 'Pay now' button enabled", bool, False),
        ("is there a button 'Pay now'", bool, True),
        ("does the page show 'Thank you'", bool, True),
        ("whether 'Sorry' is visible", bool, False),
        ("the options of the drop-down list 'Size'", list, ["Small", "Large"]),
    ],
)
def test_a_plain_demand_is_answered(demand: str, kind: type, value: object) -> None:
    answer = give(demand, kind, PAGE)
    assert answer
    assert answer.value == value
    assert type(answer.value) is kind


@pytest.mark.parametrize(
    ("demand", "kind"),
    [
        ("how many items are in the list", str),
        ("how many items are in the table", int),
        ("how many items are in the list and the table", int),
        ("is 'Thank you' visible", str),
        ("is 'Thank you' or 'Sorry' visible", bool),
        ("is 'Thank you' visible and 'Sorry' visible", bool),
        ("the url", int),
        ("the options of the drop-down list 'Size'", str),
        ("the options of the button 'Pay now'", list),
    ],
)
def test_what_is_not_of_the_kind_or_not_plain_is_passed_on(demand: str, kind: type) -> None:
    assert give(demand, kind, PAGE) is None


@pytest.mark.parametrize(
    "other",
    [
        replace(SIZES, value="Huge"),
        replace(SIZES, options=()),
        replace(SIZES, attributes={"tag": "select", "more options": "90"}),
        replace(SIZES, attributes={"tag": "div"}),
        replace(SIZES, role="listbox"),
    ],
    ids=["another value", "none", "more of them", "not native", "several at once"],
)
def test_options_are_given_only_where_all_of_a_native_list_are_known(other: object) -> None:
    page = replace(PAGE, nodes=(*PAGE.nodes[:-1], other))
    assert give("the options of the drop-down list 'Size'", list, page) is None
