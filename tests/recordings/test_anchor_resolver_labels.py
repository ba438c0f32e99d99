"""Fields without a name are known by the text beside them, never by their place alone."""

from __future__ import annotations

import pytest
from anchor_trees import GO_ON

from askonce.geometry import Box, Size
from askonce.recordings.anchor_builder import is_like, make_anchor
from askonce.recordings.anchor_resolver import resolve
from askonce.recordings.recording import Anchor
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Tree


def form(*labels: str, role: str = "textbox") -> Outline:
    """Fields without a name, each with a text to the left of it; the field of a label has its number from it."""
    nodes: list[Node] = []
    for place, label in enumerate(labels):
        top = 40 + 40 * place
        nodes.append(Node(10 * place + 1, "text", "", Box(10, top, 80, 20), text=label))
        nodes.append(Node(10 * place + 2, role, "", Box(100, top, 200, 20), actionable=True, value=""))
    return Outline(Tree(tuple(nodes), Size(800, 600)))


def anchor_of(outline: Outline, number: int) -> Anchor:
    node = outline.tree.find(number)
    assert node
    anchor = make_anchor(node, outline, GO_ON)
    assert anchor
    return anchor


@pytest.mark.parametrize("role", ["textbox", "combobox", "spinbutton"])
def test_a_field_is_found_by_the_text_beside_it(role: str) -> None:
    page = form("Name", "Town", role=role)
    town = anchor_of(page, 12)
    assert (town.name, town.label) == ("", "Town")
    found = resolve(town, page, GO_ON)
    assert isinstance(found, Node), found
    assert found.number == 12


@pytest.mark.parametrize(
    "labels", [("Town", "Name"), ("Name", "Street"), ("Name",), ("Town",), ("Name", ""), ("Name", "Street", "Town")]
)
def test_no_field_stands_in_for_one_that_had_another_text_beside_it(labels: tuple[str, ...]) -> None:
    town = anchor_of(form("Name", "Town"), 12)
    assert isinstance(resolve(town, form(*labels), GO_ON), str)


def test_elements_are_similar_by_name_role_and_frame() -> None:
    def node(number: int, role: str, name: str = "", frame: str = "") -> Node:
        return Node(number, role, name, Box(10, 40 * number, 90, 20), actionable=True, frame=frame)

    nodes = (
        node(1, "button", "Save"),
        node(2, "button", "Save"),
        node(3, "link", "Save"),
        node(4, "checkbox", "Save"),
        node(5, "button", "Send"),
        node(6, "button"),
        node(7, "button"),
        node(8, "checkbox"),
        node(9, "button", "Save", frame="https://other.test/pay"),
    )
    outline = Outline(Tree(nodes, Size(800, 600)))

    def similar(number: int, *, loosely: bool = False) -> list[int]:
        other = nodes[number - 1]
        return [one.number for one in nodes if is_like(one, other, outline, loosely=loosely)]

    assert similar(1) == [1, 2]
    assert similar(4) == [4]
    assert similar(9) == [9]
    assert similar(6, loosely=True) == [6, 7]
    assert similar(1, loosely=True) == [6, 7]
    assert similar(8, loosely=True) == [8]
