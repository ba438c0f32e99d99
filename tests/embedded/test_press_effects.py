"""What is taken for the effect of a press, where it is known from a picture alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from askonce.embedded.decision import Decision, decide
from askonce.embedded.planning_state import PlanningState
from askonce.geometry import Box, Size
from askonce.history import PlannerQuestion, SubGoal
from askonce.screens import Node, Tree

SEEN: Mapping[str, str] = {"seen": "99%"}


def decided(instruction: str, tree: Tree, *memories: str) -> Decision:
    goals = (SubGoal(1, instruction, finished=False),) if memories else ()
    return decide(
        PlanningState(PlannerQuestion(instruction, {}, tree=tree, memories=memories), goals, memories=memories)
    )


def row(number: int, words: str, control: str, **marks: str) -> list[Node]:
    top = 40.0 * number
    named = "" if control == "unknown" else control
    return [
        Node(number, "listitem", "", Box(10, top, 300, 32), attributes=marks and SEEN),
        Node(number + 1, "text", "", Box(14, top + 8, 8 * len(words), 16), text=words, parent=number, attributes=SEEN),
        Node(
            number + 2,
            "button",
            named,
            Box(260, top + 4, 24, 24),
            actionable=True,
            parent=number,
            attributes={**SEEN, **marks},
        ),
    ]


def listed(*rows: list[Node], seen: bool) -> Tree:
    nodes = tuple(node for one in rows for node in one)
    nodes = nodes if seen else tuple(_known(node) for node in nodes)
    return Tree(nodes, Size(400, 600), seen=seen)


def _known(node: Node) -> Node:
    return replace(node, attributes={name: mark for name, mark in node.attributes.items() if name != "seen"})


@pytest.mark.parametrize("after", ["seen 91% empty", "seen 91%", "unknown"])
def test_a_star_that_is_only_guessed_otherwise_is_not_on(after: str) -> None:
    others = row(10, "Bob", "star", icon="seen 97% empty")
    before = listed(row(1, "Ann", "star", icon="seen 97% empty"), others, seen=False)
    first = decided("star the entry of Ann", before)
    assert [action.action for _, action in first.actions] == ["Hover", "Tap"]
    changed = row(1, "Ann", "unknown") if after == "unknown" else row(1, "Ann", "star", icon=after)
    then = decided("star the entry of Ann", listed(changed, others, seen=False), first.memory)
    assert not then.done
    filled = listed(row(1, "Ann", "star", icon="seen 93% filled"), others, seen=False)
    assert decided("star the entry of Ann", filled, first.memory).done


def test_an_entry_that_is_read_otherwise_or_covered_by_an_error_is_not_deleted() -> None:
    rows = [row(1, "Buy milk", "Delete", text="Delete"), row(10, "Call Ann", "Delete", text="Delete")]
    first = decided("delete Buy milk", listed(*rows, seen=True))
    assert [action.action for _, action in first.actions] == ["Tap"]
    misread = listed(row(1, "Buy rnilk", "Delete", text="Delete"), rows[1], seen=True)
    failed = listed(row(1, "Deleting failed", "Undo", text="Undo"), rows[1], seen=True)
    alone = listed(row(1, "Nothing", "Undo", text="Undo"), seen=True)
    for shown in (misread, failed, alone):
        assert not decided("delete Buy milk", shown, first.memory).done
    assert decided("delete Buy milk", listed(rows[1], seen=True), first.memory).done


def test_what_adds_an_item_and_is_read_otherwise_has_added_nothing() -> None:
    shown = listed(row(1, "Kettle", "Add", text="x"), row(10, "Teapot", "Add", text="x"), seen=True)
    look = decided("add the Kettle to the list", shown)
    assert [action.action for _, action in look.actions] == ["Wait"]
    first = decided("add the Kettle to the list", shown, look.memory)
    assert [action.action for _, action in first.actions] == ["Tap"]
    other = row(10, "Teapot", "Add", text="x")
    misread = listed(row(1, "Kettle", "Aaa", text="x"), other, seen=True)
    assert not decided("add the Kettle to the list", misread, first.memory).done
    told = [*row(1, "Kettle", "Add", text="x"), Node(30, "text", "", Box(14, 560, 200, 16), text="On the list")]
    assert decided("add the Kettle to the list", listed(told, other, seen=True), first.memory).done


def test_a_number_that_may_be_misread_does_not_say_when_to_stop() -> None:
    count = Node(1, "text", "", Box(20, 20, 40, 16), text="7", attributes=SEEN)
    more = Node(2, "button", "More", Box(20, 50, 60, 24), actionable=True, attributes=SEEN)
    tree = Tree((count, more), Size(400, 300), seen=True)
    for instruction in ("click More until the number is 7", "click More until the number is greater than 9"):
        declined = decided(instruction, tree)
        assert (declined.actions, declined.done) == ([], False)
        assert "misread" in declined.declined
