"""Whether the words for an element speak of another one than stands at its path."""

from __future__ import annotations

import pytest

from askonce.geometry import Box, Size
from askonce.recordings.named_elsewhere import named_elsewhere
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Tree

TREE = Tree(
    nodes=(
        Node(1, "heading", "Contacts", Box(0, 0, 200, 20)),
        Node(2, "row", "", Box(0, 30, 300, 20)),
        Node(3, "text", "Bob Stone", Box(0, 30, 90, 20), parent=2),
        Node(4, "button", "Delete", Box(100, 30, 60, 20), actionable=True, parent=2),
        Node(5, "row", "", Box(0, 60, 300, 20)),
        Node(6, "text", "Ann Poole", Box(0, 60, 90, 20), parent=5),
        Node(7, "button", "Delete", Box(100, 60, 60, 20), actionable=True, parent=5),
        Node(8, "button", "Save", Box(0, 90, 60, 20), actionable=True),
        Node(9, "button", "", Box(80, 90, 20, 20), actionable=True),
    ),
    view=Size(400, 300),
)
BOB = 4


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("the delete button", BOB),
        ("the first button in the list", BOB),
        ("the Delete button of Bob Stone", BOB),
        ('the button in the row "Bob Stone"', BOB),
        ("the Delete button under Contacts", BOB),
        ("Delete button at the right", BOB),
        ("the red icon", 9),
        ("the Settings icon", 9),
    ],
)
def test_words_that_fit_or_say_nothing_speak_for_what_is_there(words: str, number: int) -> None:
    node = TREE.find(number)
    assert node
    assert named_elsewhere(words, node, Outline(TREE)) == ""


@pytest.mark.parametrize(
    ("words", "number", "reason"),
    [
        ("the Delete button of Ann Poole", BOB, "'Ann'"),
        ("the delete button of ann poole", 8, "another one than that of"),
        ('the button in the row "Ann Poole"', BOB, "'Ann Poole'"),
        ("the Delete button of Zoe", BOB, "'Zoe'"),
        ("the button 'Send'", BOB, "'Send'"),
        ("the save button", BOB, "another one than that of 'Save'"),
        ("the save button", 9, "another one than that of 'Save'"),
        ("删除按钮“王芳”", BOB, "'王芳'"),
    ],
)
def test_words_for_another_element_speak_against_what_is_there(words: str, number: int, reason: str) -> None:
    node = TREE.find(number)
    assert node
    assert reason in named_elsewhere(words, node, Outline(TREE))
