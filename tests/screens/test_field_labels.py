"""The words beside a field without a name."""

from __future__ import annotations

from askonce.geometry import Box, Size
from askonce.screens import Node, Tree
from askonce.screens.field_labels import texts_near


def group(number: int, top: float, *inner: tuple[str, str]) -> list[Node]:
    """A box with a row for each of `inner`: a role and a text."""
    nodes = [Node(number, "group", "", Box(10, top, 140, 30))]
    for place, (role, text) in enumerate(inner, 1):
        box = Box(10, top + 15 * (place - 1), 100, 14)
        nodes.append(Node(number + place, role, "", box, text, actionable=role == "textbox", parent=number))
    return nodes


def test_words_below_a_field_are_its_own_where_the_two_stand_alone_together() -> None:
    nodes = [*group(1, 60, ("textbox", ""), ("text", "Genre")), *group(4, 100, ("textbox", ""), ("text", "Year"))]
    assert texts_near(Tree(tuple(nodes), Size(160, 210))) == {2: "Genre", 5: "Year"}


def test_words_above_a_field_are_its_own_as_before() -> None:
    nodes = [*group(1, 60, ("text", "Genre"), ("textbox", "")), *group(4, 100, ("text", "Year"), ("textbox", ""))]
    assert texts_near(Tree(tuple(nodes), Size(160, 210))) == {3: "Genre", 6: "Year"}
