"""What is listed of what is out of view."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from askonce.geometry import Box, Size
from askonce.prompts.element_list import list_elements
from askonce.prompts.offscreen_elements import with_offscreen
from askonce.screens import Node, Tree

REGION = Node(
    1, "region", "", Box(0, 0, 300, 100), states=frozenset({"scrolls"}), attributes={"above": "0", "below": "500"}
)


def node(number: int, role: str, words: str, *, parent: int | None = 1, seen: bool = False, **more: Any) -> Node:
    states = frozenset[Any]() if seen else frozenset[Any]({"offscreen"})
    is_text = role == "text"
    return Node(
        number,
        role,
        "" if is_text else words,
        Box(0, (number - 10) * 20, 90, 20),
        text=words if is_text else "",
        parent=parent,
        states=states,
        actionable=not is_text,
        **more,
    )


def rows(count: int, *, parent: int | None = 1) -> list[Node]:
    """One flight in view, the others below."""
    made: list[Node] = []
    for number in range(count):
        made.append(node(10 + 2 * number, "text", f"Flight {number}", parent=parent, seen=not number))
        made.append(node(11 + 2 * number, "button", f"Book {number}", parent=parent, seen=not number))
    return made


def region(above: int, below: int) -> Node:
    return replace(REGION, attributes={"above": str(above), "below": str(below)})


def listed(*nodes: Node, hint: str = "", above: float = 0.0, below: float = 0.0) -> list[str]:
    whole = Tree(nodes, Size(300, 200), above=above, below=below)
    tree, part = with_offscreen(whole.in_view, whole, hint)
    return list_elements(tree, hint=hint, listed=part).splitlines()


def test_all_of_a_short_list_is_told_in_its_order_and_marked() -> None:
    assert listed(region(0, 20), *rows(3))[1:] == [
        "[1] region (scrolls: 0.2 screens below; all listed)",
        '  text "Flight 0"',
        '  [11] button "Book 0"',
        '  text "Flight 1" (offscreen)',
        '  [13] button "Book 1" (offscreen)',
        '  text "Flight 2" (offscreen)',
        '  [15] button "Book 2" (offscreen)',
    ]


def test_all_of_a_short_page_is_told() -> None:
    head, *lines = listed(*rows(6, parent=None), below=60)
    assert head.endswith("page goes on below: 0.3 screens; all listed")
    assert lines[-1] == '[21] button "Book 5" (offscreen)'


@pytest.mark.parametrize(("above", "below"), [(0, 90), (120, 20), (4000, 9000)])
def test_a_list_that_makes_its_rows_while_it_scrolls_is_not_told_as_whole(above: int, below: int) -> None:
    told = listed(region(above, below), *rows(3))
    assert told[1].endswith("; the rest comes as it scrolls)")
    assert told[-1] == '  [15] button "Book 2" (offscreen)'


def test_a_list_of_which_only_rows_in_view_are_made_is_told_as_such() -> None:
    told = listed(region(0, 900), *rows(1))
    assert told[1:] == [
        "[1] region (scrolls: 9.0 screens below; the rest comes as it scrolls)",
        '  text "Flight 0"',
        '  [11] button "Book 0"',
    ]


def test_what_holds_the_rows_may_be_as_long_as_all_that_there_will_be() -> None:
    holder = Node(2, "list", "Flights", Box(0, 0, 300, 1000), parent=1)
    assert "the rest comes as it scrolls" in listed(region(0, 900), holder, *rows(3, parent=2))[1]


def test_of_a_page_that_makes_its_rows_while_it_scrolls_not_all_is_listed() -> None:
    head = listed(*rows(6, parent=None), below=6000)[0]
    assert head.endswith("page goes on below: 30.0 screens; the rest comes as it scrolls")


def test_where_some_room_at_an_end_is_empty_neither_is_told() -> None:
    assert listed(region(0, 20 + 45), *rows(3))[1] == "[1] region (scrolls: 0.7 screens below)"


@pytest.mark.parametrize("parent", [1, None])
def test_of_what_is_long_only_what_the_instruction_speaks_of_is_told(parent: int | None) -> None:
    told = listed(REGION, *rows(500, parent=parent), hint="book 321", below=9000)
    assert '[653] button "Book 321" (offscreen)' in [line.strip() for line in told]
    assert "all listed" not in told[0] + told[1]
    assert sum("(offscreen)" in line for line in told) <= 6


def products(count: int) -> list[Node]:
    """Cards with a button each, of which the first is in view."""
    made: list[Node] = []
    for place in range(count):
        number, is_seen = 10 + 3 * place, not place
        made.append(replace(node(number, "listitem", "", parent=1, seen=is_seen), actionable=False))
        made.append(node(number + 1, "text", f"A long name of a product {place}", parent=number, seen=is_seen))
        made.append(node(number + 2, "button", "Add", parent=number, seen=is_seen))
    return made


def test_it_is_told_how_many_rows_of_a_list_are_not_listed() -> None:
    told = listed(region(0, 5900), *products(100), hint="add product 42")
    rest = sum("(offscreen)" in line and "button" in line for line in told)
    assert told[1] == f"[1] region (scrolls: 59.0 screens below; {99 - rest} listitems not listed)"
    assert listed(region(0, 80), *products(3))[1].endswith("; all listed)")


def test_it_is_told_how_many_controls_of_a_page_are_not_listed() -> None:
    assert listed(*rows(500, parent=None), below=9900)[0].endswith("; 499 buttons not listed")


def test_a_card_is_told_with_the_control_that_the_instruction_speaks_of() -> None:
    card = Node(2000, "article", "", Box(0, 0, 9, 9), parent=1, states=frozenset({"offscreen"}))
    honey = [card, node(2001, "text", "Honey", parent=2000), node(2002, "button", "Add", parent=2000)]
    told = listed(REGION, *rows(500), *honey, hint="add honey")
    assert told[-2:] == ['  text "Honey" (offscreen)', '  [2002] button "Add" (offscreen)']


def test_a_page_that_is_another_one_by_now_is_told_as_it_was_seen() -> None:
    whole = Tree(tuple(rows(2, parent=None)), Size(300, 200))
    seen = Tree((node(99, "button", "Old", parent=None, seen=True),), Size(300, 200))
    assert with_offscreen(seen, whole, "") == (seen, "")
    assert with_offscreen(seen, None, "") == (seen, "")
