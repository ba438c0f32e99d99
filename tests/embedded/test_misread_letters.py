"""Words that were read from a picture, and may be others."""

from __future__ import annotations

import pytest

from askonce.embedded.grammar import IntentArgument
from askonce.embedded.misread_letters import may_be_misread
from askonce.embedded.planning_state import PlanningState
from askonce.embedded.screen_index import Absent, ScreenIndex
from askonce.geometry import Box, Size
from askonce.history import PlannerQuestion
from askonce.screens import Node, Tree


def box(number: int, name: str, sure: int) -> Node:
    marks = {"seen": f"{sure}%"}
    return Node(number, "checkbox", name, Box(10, 30 * number, 12, 12), actionable=True, attributes=marks)


def label(number: int, words: str, sure: int) -> Node:
    return Node(number, "text", "", Box(30, 30 * number, 60, 12), text=words, attributes={"seen": f"{sure}%"})


def found(words: str, *nodes: Node) -> int | None:
    tree = Tree(nodes, Size(400, 300), scrolls_up=True, scrolls_down=True, seen=True)
    index = ScreenIndex(tree, PlanningState(PlannerQuestion("", {}, tree=tree)))
    node = index.find(IntentArgument(words, raw=words))
    assert isinstance(node, Node | Absent)
    return node.number if isinstance(node, Node) else None


@pytest.mark.parametrize(
    ("said", "read", "sure", "may_be"),
    [
        ("SaIGD", "SalGD", 99, True),
        ("fzzqo", "f2zqo", 80, True),
        ("fzzqo", "f2zqo", 98, False),
        ("Mail", "Mall", 60, False),
        ("Item 1", "Item 2", 60, False),
        ("10", "1O", 60, False),
        ("zoo", "200", 60, False),
        ("Tea", "Tea", 60, False),
        ("Tea", "Teas", 60, False),
    ],
)
def test_only_letters_that_look_alike_are_misread(said: str, read: str, sure: int, may_be: bool) -> None:
    assert may_be_misread(said, box(1, read, sure)) is may_be


def test_a_box_is_found_by_a_label_that_was_misread_only_if_no_other_may_be_meant() -> None:
    assert found("fzzqo", box(1, "f2zqo", 80), label(2, "f2zqo", 80), box(3, "hlyQYP", 98)) == 1
    assert found("fzzqo", box(1, "f2zqo", 80), box(3, "fz2qo", 80)) is None
    assert found("fzzqo", box(1, "f2zqo", 80), label(4, "fz2qo", 80)) is None
    assert found("fzzqo", box(1, "f2zqo", 80), box(3, "fzzqo", 98)) == 3
