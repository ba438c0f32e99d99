"""What the embedded model presses on a screen that is only seen, and how it tells what came of it."""

from __future__ import annotations

from dataclasses import replace

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


def test_a_text_is_pressed_on_trial_and_the_part_is_done_only_when_something_has_changed() -> None:
    before = seen(text(1, "Kettle", 20), text(2, "Teapot", 44))
    first = decided("click Teapot", before)
    assert pressed(first) == [2]
    assert not first.done
    after = decided(
        "click Teapot", seen(text(1, "Kettle", 20), text(2, "Teapot", 44), text(3, "4 l", 68)), first.memory
    )
    assert (after.done, after.declined) == (True, "")
    clock = seen(text(1, "Kettle", 20), text(2, "Teapot", 44), text(3, "12:03:59", 68))
    ticked = seen(text(1, "Kettle", 20), text(2, "Teapot", 44), text(3, "12:04:00", 68))
    assert not decided("click Teapot", ticked, decided("click Teapot", clock).memory).done
    same = decided("click Teapot", before, first.memory)
    assert [action.action for _, action in same.actions] == ["Wait"]
    assert not same.done


def test_a_text_that_may_be_meant_twice_or_labels_a_field_is_not_pressed_on_trial() -> None:
    field = Node(3, "textbox", "Teapot", Box(120, 44, 90, 20), actionable=True, attributes={"seen": "99%"})
    for other in (text(3, "Teapots", 68), field):
        declined = decided("click the text Teapot", seen(text(2, "Teapot", 44), other))
        assert not declined.actions
        assert declined.declined


def test_a_section_that_is_only_seen_is_pressed_and_what_comes_below_it_says_whether_it_is_open() -> None:
    head, end = button(1, "Section 2", 20, bar="yes"), button(2, "Submit", 80)
    closed, opened = seen(head, end), seen(head, text(3, "More of it", 44), replace(end, box=Box(20, 120, 90, 20)))
    for instruction in ("expand Section 2", "expand the section below"):
        first = decided(instruction, closed)
        assert (pressed(first), first.done) == ([1], False)
        then = decided(instruction, opened, first.memory)
        assert (then.actions, then.done) == ([], True)
        again = decided(instruction, closed, decided(instruction, opened).memory)
        assert pressed(again) == [1], "it was open, and the first press closed it"
        elsewhere = decided(instruction, seen(text(4, "Thank you", 40)), first.memory)
        assert not elsewhere.actions
        assert elsewhere.declined


def test_no_section_is_guessed_where_several_bars_may_be_one() -> None:
    bars = seen(button(1, "Returns", 20, bar="yes"), button(2, "Shipping", 60, bar="yes"))
    assert pressed(decided("expand the section below", bars)) == []
