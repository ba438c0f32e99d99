"""Which element of a screen some words mean."""

from __future__ import annotations

from askonce.embedded.grammar import IntentArgument
from askonce.embedded.planning_state import PlanningState
from askonce.embedded.screen_index import ScreenIndex
from askonce.geometry import Box, Size
from askonce.history import PlannerQuestion
from askonce.screens import Node, Tree


def test_of_the_buttons_of_a_dialog_the_one_is_meant_whose_icon_is_the_quoted_sign() -> None:
    dialog = Node(1, "dialog", "", Box(0, 0, 200, 100))
    cross = Node(2, "button", "close", Box(180, 4, 16, 16), actionable=True, parent=1, attributes={"icon": "seen 80%"})
    cancel = Node(3, "button", "Cancel", Box(20, 70, 60, 20), actionable=True, parent=1)
    tree = Tree((dialog, cross, cancel), Size(400, 300), seen=True)
    index = ScreenIndex(tree, PlanningState(PlannerQuestion("", {}, tree=tree)))
    words = 'the button in the dialog box labeled "{}"'
    meant = {sign: index.find(IntentArgument(words.format(sign), raw=words.format(sign))) for sign in ("x", "Cancel")}
    assert meant == {"x": cross, "Cancel": cancel}
