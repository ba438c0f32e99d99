"""What can be checked by pointing at it."""

from __future__ import annotations

from typing import Any

from askonce.geometry import Box, Point, Size
from askonce.insight.exact import is_statement
from askonce.recorder.check_proposals import proposals_at
from askonce.screens.ui_tree import Node, Tree

AT = Point(10, 10)


def node(number: int, role: str, name: str = "", *, size: float = 20, **more: Any) -> Node:
    return Node(number, role, name, Box(0, 0, size, size), **more)


def proposed(*nodes: Node, earlier: Tree | None = None, address: str = "") -> list[tuple[str, str]]:
    tree = Tree(nodes, Size(800, 600), address=address)
    found = [(each.kind, each.statement) for each in proposals_at(AT, tree, earlier)]
    assert all(is_statement(statement) for _, statement in found)
    return found


def test_a_field_is_checked_for_what_it_holds() -> None:
    assert proposed(node(1, "textbox", "City", value="Cork")) == [("field", 'the field "City" is "Cork"')]
    assert proposed(node(1, "textbox", "City", value='"Cork"')) == [("field", 'the field "City" is “"Cork"”')]
    assert proposed(node(1, "textbox", "City", value="")) == [("field", 'the field "City" is empty')]


def test_a_password_is_not_proposed() -> None:
    assert proposed(node(1, "textbox", "Password", value="•••", states=frozenset({"password"}))) == []


def test_a_box_is_checked_for_its_tick() -> None:
    ticked = node(1, "checkbox", "News", states=frozenset({"checked"}))
    assert proposed(ticked)[0] == ("field", 'the checkbox "News" is ticked')
    assert proposed(node(1, "checkbox", "News"))[0] == ("field", 'the checkbox "News" is not ticked')


def test_a_button_is_checked_for_its_state() -> None:
    order = node(1, "button", "Order", actionable=True, states=frozenset({"disabled"}))
    assert ("state", 'the button "Order" is disabled') in proposed(order)


def test_a_list_is_checked_for_the_number_of_its_entries() -> None:
    items = [node(number, "listitem", parent=1, size=5) for number in (2, 3, 4)]
    assert ("list", 'there are 3 items in the list "Basket"') in proposed(node(1, "list", "Basket", size=90), *items)
    rows = [node(2, "row", parent=1), node(3, "columnheader", "Name", parent=2), node(4, "row", parent=1)]
    table = node(1, "table", "Orders", size=90)
    assert ("list", 'there is 1 data row in the table "Orders"') in proposed(table, *rows)


def test_what_the_last_step_made_go_and_where_it_led_can_be_checked() -> None:
    earlier = Tree((node(9, "text", text="Loading"),), Size(800, 600))
    assert proposed(earlier=earlier, address="http://shop.example/basket?x=1") == [
        ("gone", 'the text "Loading" is not visible'),
        ("address", 'the url contains "/basket"'),
    ]
