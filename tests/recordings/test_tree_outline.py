"""What an outline says of fields without a name."""

from __future__ import annotations

import pytest

from askonce.geometry import Box, Size
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Tree

LEFT, RIGHT, FAR = Box(10, 40, 80, 20), Box(100, 40, 80, 20), Box(400, 40, 80, 20)


def text(number: int, words: str, box: Box = LEFT, parent: int | None = None) -> Node:
    return Node(number, "text", "", box, text=words, parent=parent)


def field(number: int, box: Box = RIGHT, parent: int | None = None, name: str = "") -> Node:
    return Node(number, "textbox", name, box, actionable=True, parent=parent, value="")


ROW = Node(1, "listitem", "", Box(0, 30, 800, 40))


@pytest.mark.parametrize(
    ("nodes", "row_label", "label"),
    [
        ((ROW, text(2, "Tea", parent=1), field(3, parent=1)), "Tea", ""),
        ((ROW, text(2, "Tea"), field(3, parent=1)), "", "Tea"),
        ((text(2, "Tea"), field(3)), "", "Tea"),
        ((ROW, text(2, "Tea", parent=1), field(3, parent=1), field(4, FAR, parent=1)), "", "Tea"),
        ((ROW, text(2, "Tea", parent=1), field(3, parent=1), field(4, FAR, parent=1, name="Note")), "Tea", ""),
        ((ROW, field(3, parent=1)), "", ""),
    ],
    ids=["its row", "a text that is not of the row", "no row", "two such fields", "another with a name", "no text"],
)
def test_a_field_without_a_name_is_called_by_the_text_of_its_row_or_else_by_that_beside_it(
    nodes: tuple[Node, ...], row_label: str, label: str
) -> None:
    outline = Outline(Tree(nodes, Size(800, 600)))
    node = outline.tree.find(3)
    assert node
    assert (outline.row_label(node), outline.label(node)) == (row_label, label)
