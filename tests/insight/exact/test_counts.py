"""Counting: a doubt about a single entry keeps the elements from telling a number."""

from __future__ import annotations

from dataclasses import replace

import pytest
from exact_trees import node, tree, verdict

from askonce.geometry import Box
from askonce.insight.exact import give, judge
from askonce.screens import Node

THREE = "the list has 3 items"


FILLED = Box(10, 30, 300, 60)


def items(*, box: Box = FILLED, parent: int | None = None) -> list[Node]:
    """A list with three items of 20 units each, from 30 to 90."""
    inner = [node(2 + place, "listitem", f"Item {place}", 30 + 20 * place, parent=1) for place in range(3)]
    return [node(1, "list", box=box, parent=parent), *inner]


@pytest.mark.parametrize(
    ("box", "holds"),
    [
        (FILLED, True),
        (Box(10, 14, 300, 76), True),
        (Box(10, 30, 300, 76), True),
        (Box(10, 10, 300, 80), None),
        (Box(10, 30, 300, 80), None),
    ],
    ids=["filled", "padded above", "padded below", "room for an item above", "room for an item below"],
)
def test_items_are_counted_where_there_is_no_room_for_another(box: Box, holds: bool | None) -> None:
    assert verdict(THREE, *items(box=box)) is holds


@pytest.mark.parametrize(("tops", "holds"), [((30, 60, 90), True), ((30, 60, 94), None)], ids=["even", "uneven"])
def test_items_are_counted_where_the_gaps_between_them_are_even(tops: tuple[float, ...], holds: bool | None) -> None:
    inner = [node(2 + place, "listitem", f"Item {place}", top, parent=1) for place, top in enumerate(tops)]
    assert verdict(THREE, node(1, "list", box=Box(10, 30, 300, tops[-1] - 10)), *inner) is holds


@pytest.mark.parametrize(
    ("marks", "holds"),
    [
        ({"above": "0", "below": "0"}, True),
        ({"above": "400", "below": "0"}, None),
        ({"above": "0", "below": "400"}, None),
    ],
)
def test_a_scroller_that_is_longer_than_its_items_above_or_below_has_more_of_them(
    marks: dict[str, str], holds: bool | None
) -> None:
    scroller = node(80, "region", states=["scrolls"], box=Box(0, 25, 400, 70), attributes=marks)
    seen = tree(scroller, *items(parent=80))
    judged = judge(THREE, seen, whole=seen)
    assert (judged and judged.holds) is holds


def test_items_that_were_scrolled_past_are_counted_where_they_are_known() -> None:
    """The items are read with their places above the scroller, as far up as it says it goes."""
    marks = {"above": "40", "below": "0"}
    scroller = node(80, "region", states=["scrolls"], box=Box(0, 70, 400, 20), attributes=marks)
    seen = tree(scroller, *items(parent=80))
    judged = judge(THREE, seen, whole=seen)
    assert judged
    assert judged.holds


def test_headings_of_a_longer_name_may_be_counted_too() -> None:
    items_of = (node(1, "heading", "Item", 100), node(2, "heading", "Item", 130))
    two = "there are 2 'Item' headings"
    assert verdict(two, *items_of) is True
    assert verdict(two, *items_of, node(3, "heading", "Item list", 160)) is None
    assert verdict(two, *items_of, node(3, "text", text="Item list", top=160)) is True


def test_rows_without_a_table_are_those_of_the_only_one() -> None:
    cells = [node(10 * row + 1, "cell", text=name, top=20 * row, parent=10 * row) for row, name in ((1, "A"), (2, "B"))]
    rows = [node(10 * row, "row", top=20 * row, parent=1) for row in (1, 2)]
    page = [node(1, "table", box=Box(10, 20, 300, 40)), *rows, *cells]
    assert verdict("there are 2 rows", *page) is True
    assert verdict("there are 2 rows", *page, replace(page[0], number=90, box=Box(10, 300, 300, 40))) is None


RADIOS = [node(1 + place, "radio", name, 10 + 30 * place) for place, name in enumerate(("Small", "Medium", "Large"))]
LINKS = [node(1 + place, "link", name, 10 + 30 * place) for place, name in enumerate(("Home", "Orders", "Help"))]


@pytest.mark.parametrize(
    ("statement", "nodes", "holds"),
    [
        ("there are 3 radio buttons", RADIOS, True),
        ("there are three radio buttons on the page", RADIOS, True),
        ("there are 2 radio buttons", RADIOS, False),
        ("there are 3 links", LINKS, True),
        ("there are at least 4 links", LINKS, False),
        ("the number of links is 3", LINKS, True),
        ("there are 3 links", RADIOS, None),
        ("there are 3 buttons", [node(1, "button", "Save")], None),
    ],
)
def test_all_of_a_kind_are_counted_where_people_agree_what_is_one(
    statement: str, nodes: list[Node], holds: bool | None
) -> None:
    assert verdict(statement, *nodes) is holds


@pytest.mark.parametrize(
    "other",
    [
        node(9, "clickable", "More", 200),
        node(9, "link", "", 200),
        node(9, "link", "Legal", 200, states=["covered"]),
        node(9, "link", "Skip", box=Box(-9999, 0, 100, 20), states=["offscreen"]),
        node(9, "text", "7 links were found", 200),
        node(9, "cell", "Links", 200),
    ],
    ids=["clickable", "without a name", "covered", "out of the page", "a text that counts", "a cell of that name"],
)
def test_what_may_be_counted_otherwise_leaves_a_doubt_about_all_of_a_kind(other: Node) -> None:
    assert verdict("there are 3 links", *LINKS, other) is None
    assert verdict("there are 4 links", *LINKS, other) is None


def test_two_links_to_the_same_page_may_be_one() -> None:
    twice = [replace(link, attributes={"href": "/mug"}) for link in LINKS[:2]]

    assert verdict("there are 2 links", *twice) is None


def test_a_number_of_elements_is_asked_for_in_several_ways() -> None:
    seen = tree(*LINKS)
    for demand in ("number of links", "how many links are there", "the number of links", "how many links"):
        told = give(demand, int, seen)
        assert told is not None, demand
        assert told.value == 3
