"""The dialog in front, in words."""

from __future__ import annotations

from askonce.geometry import Box, Size
from askonce.screens import Node, Tree
from askonce.screens.open_dialog import open_dialog

BOX = Box(0, 0, 10, 10)
DIALOG = Node(2, "dialog", "Delete it?", BOX, parent=1)
BUTTONS = (Node(3, "button", "Yes", BOX, parent=2), Node(4, "button", "No", BOX, parent=2))


def test_it_says_what_the_dialog_asks_and_how_it_can_be_answered() -> None:
    assert open_dialog(_tree(DIALOG, *BUTTONS)) == "a dialog is open: 'Delete it?', with 'Yes', 'No'"


def test_buttons_beside_a_dialog_do_not_answer_it() -> None:
    other = Node(5, "button", "Help", BOX, parent=1)
    assert open_dialog(_tree(DIALOG, other)) == "a dialog is open: 'Delete it?'"


def test_of_two_dialogs_the_one_in_front_counts() -> None:
    front = Node(9, "alertdialog", "", BOX, parent=1)
    assert open_dialog(_tree(DIALOG, *BUTTONS, front)) == "a dialog is open: 'without a title'"


def test_a_dialog_that_is_known_already_is_no_news() -> None:
    assert open_dialog(_tree(DIALOG, *BUTTONS), {2}) == ""


def _tree(*nodes: Node) -> Tree:
    return Tree((Node(1, "document", "", BOX), *nodes), Size(100, 100))
