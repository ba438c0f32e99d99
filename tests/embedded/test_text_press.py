"""What the embedded model presses on a screen that is only seen, and how it tells what came of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

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


def wide(number: int, words: str, top: float) -> Node:
    return replace(text(number, words, top), box=Box(20, top, 160, 16))


def decided(instruction: str, tree: Tree, *memories: str) -> Decision:
    goals = (SubGoal(1, instruction, finished=False),) if memories else ()
    return decide(
        PlanningState(PlannerQuestion(instruction, {}, tree=tree, memories=memories), goals, memories=memories)
    )


def tried(instruction: str, tree: Tree) -> Decision:
    """What is decided once a screen was seen to rest."""
    return decided(instruction, tree, decided(instruction, tree).memory)


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
    first = tried("click Teapot", before)
    assert pressed(first) == [2]
    assert not first.done
    after = decided(
        "click Teapot", seen(text(1, "Kettle", 20), text(2, "Teapot", 44), text(3, "4 l", 68)), first.memory
    )
    assert (after.done, after.declined) == (True, "")
    clock = seen(text(1, "Kettle", 20), text(2, "Teapot", 44), text(3, "12:03:59", 68))
    ticked = seen(text(1, "Kettle", 20), text(2, "Teapot", 44), text(3, "12:04:00", 68))
    assert not decided("click Teapot", ticked, tried("click Teapot", clock).memory).done
    same = decided("click Teapot", before, first.memory)
    assert [action.action for _, action in same.actions] == ["Wait"]
    assert not same.done


def test_a_text_is_pressed_only_once_the_screen_rests() -> None:
    slides = [seen(text(1, "Teapot", 20), text(2, slide, 200)) for slide in ("Sale today", "New lamps", "Free tea")]
    memories: list[str] = []
    for slide in (slides[0], slides[1], slides[0]):
        looked = decided("click Teapot", slide, *memories)
        assert [action.action for _, action in looked.actions] == ["Wait"]
        memories.append(looked.memory)
    assert pressed(decided("click Teapot", slides[0], *memories)) == [1]
    restless = decided("click Teapot", slides[2], *memories)
    assert not restless.actions
    assert "does not rest" in restless.declined


@pytest.mark.parametrize(
    "after",
    [
        pytest.param((text(1, "Kettle", 20), text(2, "Teapot", 44), text(3, "New lamps", 240)), id="an advertisement"),
        pytest.param((text(1, "Kettle", 20), text(2, "Teapol", 44), text(3, "Sale today", 240)), id="read otherwise"),
        pytest.param((wide(1, "Kettle", 20), wide(2, "Teapot 4 l", 44), text(3, "Sale today", 240)), id="run together"),
        pytest.param((text(1, "Kettle", 20), text(3, "Sale today", 240)), id="not read at all"),
        pytest.param(
            (text(1, "Kettle", 20), text(2, "Teapot", 44), text(3, "Sale today", 240), text(4, "Ann: hello", 200)),
            id="a line of a chat",
        ),
        pytest.param(
            (
                text(1, "Kettle", 20),
                text(2, "Teapot", 44),
                text(3, "Sale today", 240),
                text(4, "The teapot is sold out", 200),
            ),
            id="a far sentence with its words",
        ),
        pytest.param(
            (wide(1, "Ten new chairs today", 20), text(2, "Teapot", 44), text(3, "Sale today", 240)),
            id="other words in the place of those beside it",
        ),
    ],
)
def test_what_a_screen_shows_by_itself_or_what_is_read_otherwise_is_no_effect(after: tuple[Node, ...]) -> None:
    before = seen(text(1, "Kettle", 20), text(2, "Teapot", 44), text(3, "Sale today", 240))
    then = decided("click Teapot", seen(*after), tried("click Teapot", before).memory)
    assert not then.done
    assert [action.action for _, action in then.actions] == ["Wait"]


@pytest.mark.parametrize(
    "after",
    [
        pytest.param((text(1, "Back", 20), text(2, "A pot of 4 l for tea at home", 90)), id="another page"),
        pytest.param(
            (text(1, "Kettle", 20), text(2, "Teapot", 44), text(4, "Of white china", 68), text(3, "Sale today", 240)),
            id="words below it",
        ),
        pytest.param(
            (text(1, "Kettle", 20), text(2, "Teapot", 44), text(3, "Sale today", 240), text(4, "Teapot", 200)),
            id="a title with its words",
        ),
    ],
)
def test_another_page_words_beside_a_text_and_its_words_as_a_title_are_effects(after: tuple[Node, ...]) -> None:
    before = seen(text(1, "Kettle", 20), text(2, "Teapot", 44), text(3, "Sale today", 240))
    then = decided("click Teapot", seen(*after), tried("click Teapot", before).memory)
    assert (then.done, then.declined) == (True, "")


def test_a_screen_of_which_most_turns_while_what_was_pressed_stays_shows_no_effect() -> None:
    before = seen(text(1, "Teapot", 20), text(2, "Summer in Oslo", 200), text(3, "Ten flights a day", 224))
    after = seen(text(1, "Teapot", 20), wide(2, "Winter in Rome", 200), wide(3, "Old walls and bread", 224))
    assert not decided("click Teapot", after, tried("click Teapot", before).memory).done


def test_a_text_that_only_moved_is_no_title() -> None:
    before, after = ([text(1, "Kettle", top), text(2, "Teapot", top + 24)] for top in (20, 90))
    assert not decided("click Teapot", seen(*after), tried("click Teapot", seen(*before)).memory).done


def test_what_came_and_went_by_itself_before_the_press_is_no_effect_after_it() -> None:
    head = text(1, "Teapot", 20)
    full, empty = seen(head, text(2, "A toast", 44)), seen(head)
    memories: list[str] = []
    for look in (full, empty, empty):
        memories.append(decided("click Teapot", look, *memories).memory)
    assert pressed(decided("click Teapot", empty, *memories[:2])) == [1]
    again = decided("click Teapot", full, *memories)
    assert not again.done
    elsewhere = decided("click Teapot", seen(head, text(2, "Of china", 62)), *memories)
    assert elsewhere.done, "where nothing had come by itself"


def test_other_words_in_the_place_of_those_below_a_section_do_not_say_that_it_is_open() -> None:
    head, below = button(1, "Section 2", 20, bar="yes"), text(2, "Sale today", 44)
    first = tried("expand Section 2", seen(head, below))
    then = decided("expand Section 2", seen(head, wide(2, "Ten new chairs in blue", 44)), first.memory)
    assert (pressed(then), then.done) == ([], False)


def test_a_screen_with_too_much_to_remember_is_not_pressed_on_trial() -> None:
    many = [
        text(number, f"word{'abcdefghijklmnopqrstuvwxyz'[number % 26]}{number}", 20 * number)
        for number in range(2, 400)
    ]
    crowded = decided("click Teapot", seen(text(1, "Teapot", 20), *many))
    assert not crowded.actions
    assert "too much to read" in crowded.declined


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
        first = tried(instruction, closed)
        assert (pressed(first), first.done) == ([1], False)
        then = decided(instruction, opened, first.memory)
        assert (then.actions, then.done) == ([], True)
        again = decided(instruction, closed, tried(instruction, opened).memory)
        assert pressed(again) == [1], "it was open, and the first press closed it"
        elsewhere = decided(instruction, seen(text(4, "Thank you", 40)), first.memory)
        assert not elsewhere.actions
        assert elsewhere.declined


def test_what_is_read_otherwise_below_a_section_or_comes_elsewhere_says_nothing_about_it() -> None:
    head, below, advert = button(1, "Section 2", 20, bar="yes"), text(2, "More of it", 44), text(3, "Sale today", 280)
    first = tried("expand Section 2", seen(head, below, advert))
    for after in ((head, text(2, "Mare of it", 44), advert), (head, below, text(3, "New lamps in blue", 280))):
        then = decided("expand Section 2", seen(*after), first.memory)
        assert pressed(then) == []
        assert not then.done


def test_no_section_is_guessed_where_several_bars_may_be_one() -> None:
    bars = seen(button(1, "Returns", 20, bar="yes"), button(2, "Shipping", 60, bar="yes"))
    assert pressed(decided("expand the section below", bars)) == []


def test_a_text_is_not_pressed_to_close_what_it_says() -> None:
    """It may open it."""
    names = seen(text(1, "Terms", 20), text(2, "Invoice", 60))
    assert pressed(tried("click Invoice", names)) == [2]
    assert pressed(tried("close Invoice", names)) == []
