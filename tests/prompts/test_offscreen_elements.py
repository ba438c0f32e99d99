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


def offscreen_lines(told: list[str]) -> list[str]:
    """The lines under those that say that what follows is out of view."""
    found: list[str] = []
    indent = -1
    for line in told:
        depth = len(line) - len(line.lstrip())
        if 0 <= indent < depth:
            found.append(line.strip())
        else:
            indent = depth if line.strip() == "offscreen:" else -1
    return found


def test_all_of_a_short_list_is_told_in_its_order_and_marked_once() -> None:
    assert listed(region(0, 20), *rows(3), node(99, "button", "Next", parent=None, seen=True))[1:] == [
        "[1] region (scrolls: 0.2 screens below; all listed)",
        '  text "Flight 0"',
        '  [11] button "Book 0"',
        "  offscreen:",
        '    text "Flight 1"',
        '    [13] button "Book 1"',
        '    text "Flight 2"',
        '    [15] button "Book 2"',
        '[99] button "Next"',
    ]


def test_a_single_element_out_of_view_is_marked_on_its_line() -> None:
    away = node(10, "textbox", "Name", parent=None, attributes={"tag": "textarea"})
    assert listed(away, node(11, "button", "Save", parent=None, seen=True))[1:] == [
        '[10] textbox "Name" (multiline, offscreen)',
        '[11] button "Save"',
    ]


def test_each_part_that_stands_together_is_marked_once() -> None:
    """Above and below what is in view, and in a card of which only the title is."""
    card = replace(node(20, "article", "Tea", parent=None, seen=True), actionable=False)
    inside = [node(21, "link", "Tea", parent=20, seen=True), *(node(n, "button", f"B{n}", parent=20) for n in (22, 23))]
    above = [node(n, "link", f"A{n}", parent=None) for n in (10, 11)]
    below = [node(n, "link", f"C{n}", parent=None) for n in (30, 31)]
    assert listed(*above, card, *inside, *below)[1:] == [
        "offscreen:",
        '  [10] link "A10"',
        '  [11] link "A11"',
        'article "Tea"',
        '  [21] link "Tea"',
        "  offscreen:",
        '    [22] button "B22"',
        '    [23] button "B23"',
        "offscreen:",
        '  [30] link "C30"',
        '  [31] link "C31"',
    ]


def test_what_holds_elements_out_of_view_and_is_itself_in_view_is_not_said_to_be_out_of_view() -> None:
    inner = replace(REGION, number=2, name="Inner", parent=1)
    told = listed(region(0, 20), inner, node(10, "button", "A", parent=2), node(11, "button", "B", parent=2))
    assert told[2].startswith('  [2] region "Inner" (scrolls: 5.0 screens below')
    assert told[3:] == [
        "    offscreen:",
        '      [10] button "A"',
        '      [11] button "B"',
    ]


def test_the_cells_of_a_row_and_the_texts_beside_each_other_that_are_out_of_view_are_told_together() -> None:
    row = replace(node(20, "row", "", seen=True), actionable=False)
    cells = [
        replace(node(21 + place, "cell", words, parent=20, seen=place < 2), actionable=False)
        for place, words in enumerate(("Ann", "Paris", "Blue", "Tea"))
    ]
    assert listed(REGION, row, *cells)[-1] == '  row "Ann" "Paris" (offscreen: "Blue" "Tea")'
    texts = [node(number, "text", f"Word {number}", parent=None, seen=number < 12) for number in range(10, 14)]
    assert listed(*texts)[1:] == ['text "Word 10" "Word 11"', "offscreen:", '  text "Word 12" "Word 13"']


def test_the_keys_of_a_row_that_is_partly_out_of_view_are_told_apart() -> None:
    keys = [
        replace(node(n, "button", str(n), parent=None, seen=n < 14), box=Box(n * 10, 0, 9, 9)) for n in range(10, 18)
    ]
    assert listed(*keys)[1:] == [
        '[10] button "10" [11] "11" [12] "12" [13] "13"',
        "offscreen:",
        '  [14] button "14" [15] "15" [16] "16" [17] "17"',
    ]


def test_all_of_a_short_page_is_told() -> None:
    head, *lines = listed(*rows(6, parent=None), below=60)
    assert head.endswith("page goes on below: 0.3 screens; all listed")
    assert lines[2] == "offscreen:"
    assert lines[-1] == '  [21] button "Book 5"'


@pytest.mark.parametrize(("above", "below"), [(0, 90), (120, 20), (4000, 9000)])
def test_a_list_that_makes_its_rows_while_it_scrolls_is_not_told_as_whole(above: int, below: int) -> None:
    told = listed(region(above, below), *rows(3))
    assert told[1].endswith("; the rest comes as it scrolls)")
    assert told[-1] == '    [15] button "Book 2"'


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
    unseen = offscreen_lines(told)
    assert '[653] button "Book 321"' in unseen
    assert "all listed" not in told[0] + told[1]
    assert len(unseen) <= 6


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
    rest = sum("button" in line for line in offscreen_lines(told))
    assert told[1] == f"[1] region (scrolls: 59.0 screens below; {99 - rest} listitems not listed: scroll or Read)"
    assert listed(region(0, 80), *products(3))[1].endswith("; all listed)")


def test_it_is_told_how_many_controls_of_a_page_are_not_listed() -> None:
    assert listed(*rows(500, parent=None), below=9900)[0].endswith("; 499 buttons not listed: scroll or Read")


def test_a_card_is_told_with_the_control_that_the_instruction_speaks_of() -> None:
    card = Node(2000, "article", "", Box(0, 0, 9, 9), parent=1, states=frozenset({"offscreen"}))
    honey = [card, node(2001, "text", "Honey", parent=2000), node(2002, "button", "Add", parent=2000)]
    told = listed(REGION, *rows(500), *honey, hint="add honey")
    assert told[-3:] == ["  offscreen:", '    text "Honey"', '    [2002] button "Add"']


def test_a_page_that_is_another_one_by_now_is_told_as_it_was_seen() -> None:
    whole = Tree(tuple(rows(2, parent=None)), Size(300, 200))
    seen = Tree((node(99, "button", "Old", parent=None, seen=True),), Size(300, 200))
    assert with_offscreen(seen, whole, "") == (seen, "")
    assert with_offscreen(seen, None, "") == (seen, "")
