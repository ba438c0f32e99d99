"""What the embedded model presses on a screen that is only seen, and how it tells what came of it."""

from __future__ import annotations

from askonce.embedded.decision import Decision, decide
from askonce.embedded.planning_state import PlanningState
from askonce.geometry import Box, Size
from askonce.history import PlannerQuestion, SubGoal
from askonce.screens import Node, Tree

VIEW = Size(480, 320)


def seen(*nodes: Node) -> Tree:
    return Tree(nodes, VIEW, scrolls_up=True, scrolls_down=True, seen=True)


def button(number: int, name: str, top: float, **marks: str) -> Node:
    marks = {"seen": "99%", **marks}
    return Node(number, "button", name, Box(20, top, 300, 20), actionable=True, attributes=marks)


def text(number: int, words: str, top: float, **marks: str) -> Node:
    marks = {"seen": "99%", **marks}
    return Node(number, "text", "", Box(20, top, 80, 16), text=words, attributes=marks)


def decided(instruction: str, tree: Tree, *memories: str) -> Decision:
    goals = (SubGoal(1, instruction, finished=False),) if memories else ()
    return decide(
        PlanningState(PlannerQuestion(instruction, {}, tree=tree, memories=memories), goals, memories=memories)
    )


def pressed(decision: Decision) -> list[int]:
    return [dict(action.params["target"])["element"] for _, action in decision.actions if action.action == "Tap"]


def test_what_is_called_just_as_the_instruction_is_pressed_only_without_a_doubt() -> None:
    assert pressed(decided("Archive", seen(button(1, "Archive", 20)))) == [1]
    behind = decided("Archive", seen(button(1, "Archive", 20, behind="perhaps")))
    twin = decided("Archive", seen(button(1, "Archive", 20), text(2, "Archive", 60, framed="yes")))
    guessed = decided("delete", seen(button(1, "delete", 20, icon="seen 97%")))
    blurred = decided("Delete account", seen(button(1, "Delete account", 20, seen="60%")))
    assert [decision.actions for decision in (behind, twin, guessed, blurred)] == [[], [], [], []]
    assert all(decision.declined for decision in (behind, twin, guessed, blurred))
