"""Where a step was done, and whether that is still there."""

from __future__ import annotations

import pytest

from askonce.geometry import Box, Size
from askonce.recordings.left_places import place_of
from askonce.screens.ui_tree import Node, Tree


def _tree(*rows: str, role: str = "row", address: str = "http://shop/users") -> Tree:
    nodes: list[Node] = []
    for text in rows:
        number, top = len(nodes) + 1, len(nodes) * 20.0
        nodes += [
            Node(number, role, "", Box(0, top, 200, 20)),
            Node(number + 1, "text", "", Box(0, top, 50, 20), text=text, parent=number),
            Node(number + 2, "button", "Delete", Box(60, top, 50, 20), actionable=True, parent=number),
        ]
    return Tree(tuple(nodes), Size(800, 600), address=address)


def test_a_row_is_known_by_what_it_alone_says() -> None:
    before = _tree("Ann", "Bob", "Cem")
    place = place_of(before.nodes[5], before)
    assert place is not None
    assert (str(place), place.texts) == ('the row "Bob"', {"bob"})
    assert place.is_in(_tree("Ann", "Bob"))
    assert not place.is_in(_tree("Ann", "Cem"))  # their elements are those of Ann and Bob before
    assert not place.is_in(_tree("Ann", "Bob", address="http://shop/orders"))


@pytest.mark.parametrize(("rows", "role"), [(("Bob", "Bob"), "row"), (("Open", "Close"), "menuitem")])
def test_rows_that_say_the_same_and_entries_of_menus_are_no_places(rows: tuple[str, ...], role: str) -> None:
    tree = _tree(*rows, role=role)
    assert place_of(tree.nodes[2], tree) is None


def test_a_dialog_counts_before_the_row_around_it_and_after_the_row_inside() -> None:
    row = Node(1, "row", "Bob", Box(0, 0, 200, 20))
    dialog = Node(2, "dialog", "Delete Bob?", Box(0, 0, 200, 90), parent=1)
    button = Node(3, "button", "Yes", Box(0, 40, 50, 20), actionable=True, parent=2)
    tree = Tree((row, dialog, button), Size(800, 600))
    place = place_of(button, tree)
    assert place is not None
    assert str(place) == 'the dialog "Delete Bob?"'


def test_a_row_is_known_by_its_name_where_that_is_known() -> None:
    before = _tree("Ann", "Bob")
    row = Node(9, "row", "seen today", Box(0, 80, 200, 20))
    tree = Tree((*before.nodes, row, Node(10, "text", "", row.box, text="Cem", parent=9)), Size(800, 600))
    by_name, by_all = place_of(tree.nodes[-1], tree, ["Cem"]), place_of(tree.nodes[-1], tree, ["Ann"])
    assert by_name is not None
    assert by_all is not None
    assert (by_name.texts, by_all.texts) == ({"cem"}, {"cem", "seen today"})
