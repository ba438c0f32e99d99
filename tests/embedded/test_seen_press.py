"""What came of an action on a screen that is only seen: it is looked at again before anything is said to be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import pytest

from askonce.actions.gesture_actions import ASIDE
from askonce.embedded.decision import Decision, decide
from askonce.embedded.earlier_rounds import EarlierRound, PastAction, memory_lines
from askonce.embedded.planning_state import PlanningState
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.seen_press import note_press
from askonce.embedded.skill_answers import PartProgress, SkillPlan, plan_action, tap, target
from askonce.geometry import Box, Size
from askonce.history import ActionStatus, ExpectationOutcome, PlannerQuestion, SubGoal
from askonce.history.conversation import LONGEST_TEXT
from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation
from askonce.screens.ui_tree import State
from askonce.vision.picture_tiles import write_tiles

BESIDE = Box(60, 20, 80, 20)


def seen(*nodes: Node, look: str = "first") -> Tree:
    return Tree(nodes, Size(480, 320), scrolls_up=True, scrolls_down=True, seen=True, look=look)


def control(role: str, name: str, *states: State, value: str | None = None, number: int = 1, **marks: str) -> Node:
    marks = {"seen": "99%", **marks}
    box = Box(20, 20, 200, 24) if role == "textbox" else Box(20, 20, 20, 20)
    return Node(number, role, name, box, value=value, states=frozenset(states), actionable=True, attributes=marks)


def past(action: str, prompt: str, *, element: int = 1) -> PastAction:
    params = MappingProxyType({"target": {"prompt": prompt, "element": element}})
    return PastAction(1, action, params, ActionStatus.DONE)


def again(
    instruction: str, tree: Tree, *actions: PastAction, memory: str = "", expected: str | None = None
) -> Decision:
    """What is decided after these actions; `expected` is what element 1 was to be, which nobody could prove."""
    events = () if expected is None else (ExpectationOutcome(Expectation("field", "[1]", expected), is_met=False),)
    memories = (memory,) if memory else ()
    question = PlannerQuestion(instruction, {}, tree=tree, memories=memories, events=events)
    rounds = tuple(EarlierRound((action,), (1,) if not memory else ()) for action in actions)
    return decide(
        PlanningState(question, (SubGoal(1, instruction, finished=False),), rounds, tuple(memory_lines(memories)))
    )


# ---- presses

SAVE = control("button", "Save")


def painted(*, clock: int = 0, tens: int = 0, notice: int = 0, field: int = 0) -> str:
    """The tiles of a picture with a clock, a place for a notice, and the field at its place."""
    numpy = pytest.importorskip("numpy")
    pixels = numpy.full((320, 480, 3), 255, numpy.uint8)
    pixels[280:310, 400:470] -= clock
    pixels[280:310, 388:400] -= tens
    pixels[100:140, 20:400] -= notice
    pixels[18:46, 18:222] -= field
    return write_tiles(pixels)


def press(before: Tree, *later: Tree, pointed: int = 0, refused: str = "", instruction: str = "click Save") -> Decision:
    """What is decided at the last of the looks after a press. The pointer is moved away after so many of them, and what
    was `refused` last was so after all."""
    decision = decide(PlanningState(PlannerQuestion(instruction, {}, tree=before)))
    actions, memories = [past("Tap", instruction.removeprefix("click "))], [decision.memory]
    for number, tree in enumerate(later):
        actions += [past("Hover", ASIDE)] if pointed and number == pointed else []
        rounds = tuple(EarlierRound((action,), ()) for action in actions)
        is_refused = refused if number == len(later) - 1 else ""
        question = PlannerQuestion(instruction, {}, tree=tree, memories=tuple(memories), refused=is_refused)
        goals = (SubGoal(1, instruction, finished=False),)
        decision = decide(PlanningState(question, goals, rounds, tuple(memory_lines(memories))))
        actions.append(PastAction(1, "Wait", MappingProxyType({}), ActionStatus.DONE))
        memories.append(decision.memory)
    return decision


def test_a_press_without_any_effect_is_not_done() -> None:
    save = control("button", "Save")
    first = decide(PlanningState(PlannerQuestion("click Save", {}, tree=seen(save))))
    assert ([action.action for _, action in first.actions], first.done) == (["Tap"], False)
    tap, wait = past("Tap", "Save"), PastAction(1, "Wait", MappingProxyType({}), ActionStatus.DONE)
    waits = again("click Save", seen(save), tap, memory=first.memory)
    assert ([action.action for _, action in waits.actions], waits.done) == (["Wait"], False)
    given_up = again("click Save", seen(save), tap, wait, wait, memory=first.memory)
    assert "no effect of it can be seen" in given_up.declined


def test_a_press_to_which_the_pointer_goes_first_has_to_have_an_effect_too() -> None:
    state = PlanningState(PlannerQuestion("edit Dan", {}, tree=seen(SAVE)))
    screen, progress = ScreenIndex(seen(SAVE), state), PartProgress(1, state)
    plan = SkillPlan((plan_action("Hover", target=target(SAVE, "edit Dan")), tap(SAVE, "edit Dan")))
    noted = note_press(plan, screen, progress)
    assert ([action.action for action in noted.actions], noted.finished) == (["Hover", "Tap"], False)
    assert "pressed" in noted.memory


@pytest.mark.parametrize(
    ("instruction", "action"), [("double-click Save", "DoubleTap"), ("right-click Save", "RightTap")]
)
def test_a_double_or_right_click_has_to_have_an_effect_too(instruction: str, action: str) -> None:
    first = decide(PlanningState(PlannerQuestion(instruction, {}, tree=seen(SAVE))))
    assert ([planned.action for _, planned in first.actions], first.done) == ([action], False)
    pressed, wait = past(action, "Save"), PastAction(1, "Wait", MappingProxyType({}), ActionStatus.DONE)
    given_up = again(instruction, seen(SAVE), pressed, wait, wait, memory=first.memory)
    assert "no effect of it can be seen" in given_up.declined


def test_the_press_after_typing_has_to_have_an_effect_of_its_own() -> None:
    """What was typed is on the screen, and is none."""
    button, wait = control("button", "Search", number=2), PastAction(1, "Wait", MappingProxyType({}), ActionStatus.DONE)
    button = replace(button, box=Box(240, 20, 80, 24))
    empty = seen(control("textbox", ""), button, look=painted())
    typed = seen(control("textbox", "", value="mugs"), button, look=painted(field=90))
    first = decide(PlanningState(PlannerQuestion("search for mugs", {}, tree=empty)))
    assert ([action.action for _, action in first.actions], first.done) == (["Type"], False)
    second = again("search for mugs", typed, past("Type", "the search field"), memory="nothing of it")
    assert ([action.action for _, action in second.actions], second.done) == (["Tap"], False)
    actions = (past("Type", "the search field"), past("Tap", "Search", element=2))
    given_up = again("search for mugs", typed, *actions, wait, wait, memory=second.memory)
    assert "no effect of it can be seen" in given_up.declined


def test_enter_after_typing_has_to_have_an_effect_of_its_own() -> None:
    """The words that the field was found by are gone once something is typed over them."""
    wait = PastAction(1, "Wait", MappingProxyType({}), ActionStatus.DONE)
    empty = seen(control("textbox", "", placeholder="Search"), TITLE, look=painted())
    held = control("textbox", "", value="mugs", number=8)
    typed = seen(held, TITLE, look=painted(field=90))
    first = decide(PlanningState(PlannerQuestion("search for mugs", {}, tree=empty)))
    assert [(action.action, action.params.get("enter")) for _, action in first.actions] == [("Type", None)]
    field = {"prompt": "Search", "element": 1}
    type_it = PastAction(1, "Type", MappingProxyType({"target": field, "text": "mugs"}), ActionStatus.DONE)
    enter = PastAction(1, "Press", MappingProxyType({}), ActionStatus.DONE)
    second = again("search for mugs", typed, type_it, memory=first.memory)
    assert ([action.params for _, action in second.actions], second.done) == ([{"keys": "Enter"}], False)
    memory = f"{first.memory}\n{second.memory}"
    given_up = again("search for mugs", typed, type_it, enter, wait, wait, memory=memory)
    assert "no effect of it can be seen" in given_up.declined
    found = seen(held, replace(NOTICE, text="Two mugs"), TITLE, look=painted(field=90, notice=40))
    waits = again("search for mugs", found, type_it, enter, memory=memory)
    assert again("search for mugs", found, type_it, enter, wait, memory=f"{memory}\n{waits.memory}").done


def test_a_press_after_which_the_picture_is_another_one_and_stays_so_is_done() -> None:
    assert press(seen(SAVE), seen(SAVE, look="second"), seen(SAVE, look="second")).done


def test_a_picture_that_changes_once_more_is_looked_at_again() -> None:
    loads = [seen(SAVE, look=look) for look in ("second", "third", "third")]
    assert not press(seen(SAVE), *loads[:2]).done
    assert press(seen(SAVE), *loads).done


def test_what_goes_on_changing_by_itself_is_no_effect_of_a_press() -> None:
    ticks = [seen(SAVE, look=painted(clock=shade)) for shade in (0, 40, 80, 120, 160)]
    assert "no effect of it can be seen" in press(*ticks).declined


def test_what_stands_right_beside_what_goes_on_changing_is_no_effect_of_a_press() -> None:
    ticks = [seen(SAVE, look=painted(clock=shade, tens=min(shade, 40))) for shade in (0, 40, 80, 120, 160)]
    assert "no effect of it can be seen" in press(*ticks).declined


NOTICE = Node(5, "text", "", Box(30, 110, 120, 20), text="Your letter was saved", attributes={"seen": "99%"})
TITLE = Node(6, "text", "", Box(300, 200, 120, 20), text="Account", attributes={"seen": "99%"})


def test_an_effect_is_seen_beside_what_goes_on_changing_by_itself() -> None:
    after = [seen(SAVE, NOTICE, look=painted(clock=shade, notice=40)) for shade in (40, 80)]
    assert press(seen(SAVE, look=painted()), *after).done


def test_what_only_looks_otherwise_is_no_effect_of_a_press() -> None:
    """An image that comes or a message that goes just then."""
    before = seen(SAVE, NOTICE, TITLE, look=painted(notice=40))
    for after in (seen(SAVE, TITLE, look=painted()), seen(SAVE, NOTICE, TITLE, look=painted(notice=90))):
        assert "no effect of it can be seen" in press(before, *[after] * 4).declined


@pytest.mark.parametrize("label", ["Save", "save", "Saue"])
def test_a_control_that_is_only_painted_otherwise_was_not_used(label: str) -> None:
    """Under the pointer, or with the focus."""
    before, after = seen(SAVE, look=painted()), seen(control("button", label), look=painted(field=90))
    decision = press(before, *[after] * 4)
    assert bool(decision.done) is (label == "Saue")
    assert decision.done or "no effect of it can be seen" in decision.declined


@pytest.mark.parametrize("after", [(TITLE,), (control("button", "Saved"), TITLE)])
def test_a_control_that_is_gone_or_called_otherwise_was_used(after: tuple[Node, ...]) -> None:
    later = seen(*after, look=painted(field=90))
    assert press(seen(SAVE, TITLE, look=painted()), *[later] * 3, pointed=2).done


@pytest.mark.parametrize("after", [(), (control("button", "Unfollow"),)])
def test_what_is_so_only_under_the_pointer_is_no_effect_of_a_press(after: tuple[Node, ...]) -> None:
    """A control may be hidden or called otherwise there."""
    before = seen(control("button", "Following"), TITLE, look=painted())
    pointed_at = seen(*after, TITLE, look=painted(field=90, notice=40))
    asked = press(before, pointed_at, pointed_at, instruction="click Following")
    assert [action.action for _, action in asked.actions] == ["Hover", "Wait"]
    left = press(before, pointed_at, pointed_at, *[before] * 4, pointed=2, instruction="click Following")
    assert "no effect of it can be seen" in left.declined
    assert press(before, *[pointed_at] * 3, pointed=2, instruction="click Following").done


@pytest.mark.parametrize(
    ("called", "after", "is_done"),
    [("Save", (), False), ("Save", ("See more",), False), ("Save", ("Saved",), True), ("Dismiss", (), True)],
)
def test_a_control_that_goes_later_has_to_say_that_it_is_done_or_to_be_there_to_go(
    called: str, after: tuple[str, ...], is_done: bool
) -> None:
    """A notice that closes after a while takes its button with it."""
    before = seen(control("button", called), TITLE, look=painted())
    later = seen(*(control("button", label) for label in after), TITLE, look=painted(field=90))
    decision = press(before, before, *[later] * (2 if is_done else 4), instruction=f"click {called}")
    assert (decision.done, "no effect of it can be seen" in (decision.declined or "")) == (is_done, not is_done)


def test_words_beside_the_control_count_once_the_pointer_has_left_it() -> None:
    """Why it cannot be used is shown beside it, as long as the pointer is there."""
    before, hinted = seen(SAVE, TITLE, look=painted()), seen(SAVE, NOTICE, TITLE, look=painted(notice=40))
    asked = press(before, hinted, hinted)
    assert [action.action for _, action in asked.actions] == ["Hover", "Wait"]
    assert asked.actions[0][1].params["target"] == {"prompt": ASIDE, "element": TITLE.number}
    assert press(before, hinted, hinted, hinted, pointed=2).done
    assert "no effect of it can be seen" in press(before, hinted, hinted, *[before] * 4, pointed=2).declined


def test_a_screen_without_a_pointer_shows_nothing_because_of_one() -> None:
    before, hinted = seen(SAVE, TITLE, look=painted()), seen(SAVE, NOTICE, TITLE, look=painted(notice=40))
    assert press(before, hinted, hinted, refused="there is no action named 'Hover'").done


# ---- what comes or moves by itself

BUTTON = replace(SAVE, box=Box(40, 150, 80, 30))
LINES = tuple(
    Node(20 + row, "text", "", Box(40, 60 + 40 * row, 120, 20), text=f"{word} line", attributes={"seen": "99%"})
    for row, word in enumerate(("First", "Second"))
)


def drawn(*nodes: Node) -> Tree:
    """A screen whose picture is what it shows."""
    numpy = pytest.importorskip("numpy")
    pixels = numpy.full((320, 480, 3), 255, numpy.uint8)
    for node in nodes:
        left, top, right, bottom = (max(0, round(edge)) for edge in node.box.edges)
        pixels[top:bottom, left:right] = 40 + 7 * (sum(map(ord, node.words)) % 25)
    return seen(*nodes, look=write_tiles(pixels))


def moved(nodes: Sequence[Node], down: float) -> tuple[Node, ...]:
    return tuple(replace(node, box=node.box.offset(0, down)) for node in nodes)


def words(said: str, box: Box) -> Node:
    return Node(30, "text", "", box, text=said, attributes={"seen": "99%"})


PAGE = (*LINES, BUTTON)


@pytest.mark.parametrize("down", [60, -40])
def test_a_control_that_only_moved_is_not_gone(down: float) -> None:
    assert "no effect of it can be seen" in press(drawn(*PAGE), *[drawn(*moved(PAGE, down))] * 4).declined


def test_a_control_that_scrolled_out_of_view_is_not_gone() -> None:
    lines = tuple(replace(line, box=line.box.offset(0, 190)) for line in LINES)
    scrolled = drawn(*moved(lines, -170), replace(TITLE, box=Box(40, 150, 80, 30)))
    assert "no effect of it can be seen" in press(drawn(*lines, BUTTON), *[scrolled] * 4).declined


def test_words_that_scrolled_into_view_are_no_effect_of_a_press() -> None:
    below = words("Saved drafts", Box(40, 290, 120, 20))
    assert "no effect of it can be seen" in press(drawn(*PAGE), *[drawn(*moved(PAGE, -40), below)] * 4).declined


def test_a_part_that_is_painted_otherwise_is_no_effect_of_a_press() -> None:
    """A picture that changes for another one by itself takes up much of a page."""
    numpy = pytest.importorskip("numpy")
    looks = [numpy.full((320, 480, 3), 255, numpy.uint8) for _ in range(2)]
    looks[1][120:] = 90
    before, after = (seen(SAVE, TITLE, look=write_tiles(pixels)) for pixels in looks)
    assert "no effect of it can be seen" in press(before, *[after] * 4).declined


def test_a_large_picture_that_gives_way_to_another_one_is_no_effect_of_a_press() -> None:
    """Later than what a press brings up, or without other words while the control stays as it is."""
    numpy = pytest.importorskip("numpy")
    button = replace(SAVE, box=Box(20, 296, 60, 20))
    slides = [numpy.full((320, 480, 3), shade, numpy.uint8) for shade in (60, 160)]
    for pixels in slides:
        pixels[286:] = 255
    looks = [write_tiles(pixels) for pixels in slides]
    before, bare = (seen(button, TITLE, look=look) for look in looks)
    worded = seen(button, replace(TITLE, text="Winter"), look=looks[1])
    assert "no effect of it can be seen" in press(before, *[bare] * 4).declined
    assert "no effect of it can be seen" in press(before, before, *[worded] * 4).declined
    assert press(before, *[worded] * 2).done


FAR, BESIDE_IT = Box(320, 10, 140, 20), Box(40, 200, 200, 20)


@pytest.mark.parametrize(
    ("said", "box", "is_done"),
    [
        ("Ann has joined", FAR, False),
        ("All is saved", FAR, True),
        ("Ann has joined", BESIDE_IT, False),
        ("Two kilos", BESIDE_IT, False),
        ("Are you sure?", BESIDE_IT, True),
        ("Thank you", BESIDE_IT, True),
        ("Thank you", FAR, True),
        ("Saved just now", BESIDE_IT, True),
        ("Saved 3 min ago", BESIDE_IT, False),
        ("Refreshed just now", BESIDE_IT, False),
    ],
)
def test_a_message_counts_where_it_speaks_of_the_press_or_comes_beside_it(said: str, box: Box, is_done: bool) -> None:
    after = drawn(*PAGE, words(said, box))
    decision = press(drawn(*PAGE), *[after] * 6, pointed=2)
    assert (decision.done, "no effect of it can be seen" in (decision.declined or "")) == (is_done, not is_done)


@pytest.mark.parametrize("called", ["Send", "Details"])
@pytest.mark.parametrize(
    ("said", "is_done"),
    [
        (("Two new letters",), False),
        (("You have no right to do this",), False),
        (("Rain is expected",), False),
        (("Are you sure?",), True),
        (("Link", "Code"), True),
        (("Ask Ann", "You have no right to do this"), False),
    ],
)
def test_what_comes_beside_a_control_has_to_be_a_question_or_more_than_a_text(
    called: str, said: tuple[str, ...], is_done: bool
) -> None:
    """A hint that is shown as long as the control has the focus, and a message that comes by itself, are one text."""
    assert_done_beside(called, [words(text, BESIDE_IT.offset(0, 40 * row)) for row, text in enumerate(said)], is_done)


@pytest.mark.parametrize(
    ("said", "is_done"),
    [
        (("Sending is for members.", "Ask the owner of this list."), False),
        (("This is what the members of", "the list can do"), False),
        (("Ann Lee", "Shall we meet at noon"), False),
        (("Price", "Name"), True),
    ],
)
def test_the_lines_of_one_text_are_no_menu(said: tuple[str, ...], is_done: bool) -> None:
    lines = [words(text, BESIDE_IT.offset(0, 24 * row)) for row, text in enumerate(said)]
    assert_done_beside("Send", lines, is_done)


def test_a_hint_with_an_edge_around_it_is_not_a_field_that_was_filled() -> None:
    hint = replace(control("textbox", "", value="Payments open at noon", number=9), box=BESIDE_IT)
    assert_done_beside("Pay", [hint], False)


def test_what_is_left_of_a_line_that_a_hint_covers_is_no_second_text() -> None:
    hint = replace(control("button", "It opens at noon", number=9), box=Box(40, 190, 120, 16))
    line = words("Twelve pages, four tables", Box(40, 200, 220, 20))
    page = (*LINES, replace(control("button", "Publish"), box=BUTTON.box))
    covered = drawn(*page, hint, words("four tables", Box(200, 200, 60, 20)))
    declined = press(drawn(*page, line), *[covered] * 6, pointed=2, instruction="click Publish").declined
    assert "no effect of it can be seen" in declined


def test_a_hint_that_looks_like_a_button_is_no_dialog() -> None:
    hint = replace(control("button", "You have no right to do this", number=9), box=BESIDE_IT)
    assert_done_beside("Publish", [hint, words("Ask Ann", BESIDE_IT.offset(0, 40))], False)
    answer = replace(control("button", "Go on", number=8), box=BESIDE_IT.offset(0, 40))
    assert_done_beside("Publish", [hint, answer], True)


def test_what_came_beside_a_control_is_told_where_nothing_seems_to_be_done() -> None:
    page = (*LINES, BUTTON)
    hinted = drawn(*page, words("You have no right to save", BESIDE_IT))
    declined = press(drawn(*page), *[hinted] * 4).declined
    assert "no effect of it can be seen" in declined
    assert "'You have no right to save'" in declined


def assert_done_beside(called: str, texts: Sequence[Node], is_done: bool) -> None:
    page = (*LINES, replace(control("button", called), box=BUTTON.box))
    decision = press(drawn(*page), *[drawn(*page, *texts)] * 6, pointed=2, instruction=f"click {called}")
    assert (decision.done, "no effect of it can be seen" in (decision.declined or "")) == (is_done, not is_done)


def test_words_that_stand_several_times_are_not_gone_because_they_cannot_be_followed() -> None:
    rows = [words("Edit", Box(200, 40 + 30 * row, 60, 20)) for row in range(5)]
    after = drawn(*PAGE, *rows, words("Ann has joined", FAR))
    assert "no effect of it can be seen" in press(drawn(*PAGE, *rows), *[after] * 4).declined


@pytest.mark.parametrize(
    ("said", "box", "is_done"),
    [
        ("Ann has joined", BESIDE_IT, False),
        ("It is saved", BESIDE_IT, True),
        ("Saved 3 min ago", BESIDE_IT, False),
        ("Draft saved by itself", FAR, False),
        ("All changes saved", FAR, False),
        ("Profile saved successfully", FAR, True),
        ("Thank you", FAR, False),
    ],
)
def test_a_message_that_comes_later_has_to_speak_of_the_press_beside_it_or_to_tell_its_outcome(
    said: str, box: Box, is_done: bool
) -> None:
    after = drawn(*PAGE, words(said, box))
    decision = press(drawn(*PAGE), drawn(*PAGE), *[after] * 6, pointed=3)
    assert (decision.done, "no effect of it can be seen" in (decision.declined or "")) == (is_done, not is_done)


def test_many_words_that_come_at_once_and_another_page_are_an_effect_wherever_they_stand() -> None:
    menu = [words(f"Choice {sign}", Box(360, 10 + 30 * row, 100, 20)) for row, sign in enumerate("ABCD")]
    page = [words(f"Page {sign}", Box(40, 10 + 30 * row, 100, 20)) for row, sign in enumerate("AB")]
    opened = [drawn(*PAGE, *menu)] * 2
    assert press(drawn(*PAGE), *opened, opened[0], pointed=2).done
    assert "no effect of it can be seen" in press(drawn(*PAGE), *opened, *[drawn(*PAGE)] * 4, pointed=2).declined
    assert press(drawn(*PAGE), drawn(*PAGE), *[drawn(*page)] * 2).done


def test_a_border_that_is_painted_a_shade_darker_is_no_effect_of_a_press() -> None:
    looks = [seen(SAVE, look=painted(notice=shade)) for shade in (0, 1, 1, 1)]
    assert "no effect of it can be seen" in press(*looks).declined


@pytest.mark.parametrize(("held", "is_done"), [("bob", False), ("bob|", False), (None, True), ("alice", True)])
def test_a_field_that_only_lost_its_caret_is_no_effect_of_a_press(held: str | None, is_done: bool) -> None:
    def shows(shade: int, value: str | None) -> Tree:
        user = control("textbox", "User", value=value, number=2)
        return seen(replace(SAVE, box=Box(20, 200, 80, 30)), user, look=painted(field=shade))

    later = [shows(200, held)] * 4
    decision = press(shows(0, "bob"), *later[: 2 if is_done else 4])
    assert (decision.done, "no effect of it can be seen" in (decision.declined or "")) == (is_done, not is_done)


@pytest.mark.parametrize("is_done", [False, True])
def test_a_press_on_a_screen_that_cannot_wait_is_told_by_one_look(is_done: bool) -> None:
    before = seen(SAVE, look=painted())
    memory = decide(PlanningState(PlannerQuestion("click Save", {}, tree=before))).memory
    shown = seen(SAVE, NOTICE, look=painted(notice=40)) if is_done else seen(SAVE, look=painted())
    tree, refused = shown, "there is no action named 'Wait'"
    question = PlannerQuestion("click Save", {}, tree=tree, memories=(memory,), refused=refused)
    goals, rounds = (SubGoal(1, "click Save", finished=False),), (EarlierRound((past("Tap", "Save"),), ()),)
    decision = decide(PlanningState(question, goals, rounds, tuple(memory_lines((memory,)))))
    assert (decision.done, "no effect of it can be seen" in (decision.declined or "")) == (is_done, not is_done)


def test_the_note_of_a_press_is_never_cut_off() -> None:
    fields = [
        replace(control("textbox", "", value=f"held {row}", number=row + 2), box=Box(1200, 1200 + 40 * row, 2000, 30))
        for row in range(60)
    ]
    first = decide(PlanningState(PlannerQuestion("click Save", {}, tree=seen(SAVE, *fields, look=painted()))))
    assert [action.action for _, action in first.actions] == ["Tap"]
    assert len(first.memory) < 0.8 * LONGEST_TEXT


# ---- boxes and fields


def test_a_box_that_is_not_as_asked_is_not_done() -> None:
    tap = past("Tap", "News")
    off, on = control("checkbox", "News"), control("checkbox", "News", "checked")
    unclear = control("checkbox", "News", ticked="unclear")
    assert again("check News", seen(on), tap, expected="checked").done
    assert "is not checked" in again("check News", seen(off), tap, expected="checked").declined
    assert "is still checked" in again("uncheck News", seen(on), tap, expected="not checked").declined
    assert "cannot be seen" in again("check News", seen(unclear), tap, expected="checked").declined


def test_a_box_that_is_taken_for_another_kind_at_the_next_look_is_looked_at_all_the_same() -> None:
    tap, ring = past("Tap", "News"), control("radio", "News", number=7)
    label = Node(8, "text", "", BESIDE, text="News", attributes={"seen": "99%"})
    assert "is not checked" in again("check News", seen(ring), tap, expected="checked").declined
    assert "cannot be seen any more" in again("check News", seen(label), tap, expected="checked").declined
    assert again("check News", seen(control("button", "Back", number=9)), tap, expected="checked").done


def assert_held(typed: str, field: Node, is_held: bool) -> None:
    """What was typed into a field counts as held, or it is told what the field seems to hold instead."""
    decision = again(f'type "{typed}" into {field.name}', seen(field), past("Type", field.name), expected=typed)
    assert decision.done is is_held
    assert is_held or f"{field.name} seems to hold" in decision.declined


@pytest.mark.parametrize("held", ["12345", "1234S", "12 345", "12345|"])
def test_a_field_that_seems_to_hold_what_was_typed_is_filled_in(held: str) -> None:
    assert_held("12345", control("textbox", "Code", value=held), True)


@pytest.mark.parametrize("held", ["123", None, "abcde"])
def test_a_field_that_holds_less_or_something_else_is_not_filled_in(held: str | None) -> None:
    assert_held("12345", control("textbox", "Code", value=held), False)


def test_a_field_shows_a_part_of_a_long_text() -> None:
    typed = "a very long text that goes on and on and is much wider than the field that it was typed into"
    assert_held(typed, control("textbox", "Note", value="than the field that it was typed into"), True)


@pytest.mark.parametrize(
    ("typed", "held", "is_kept"),
    [
        ("2026-11-18", "11/18/ 2026", True),
        ("2026-11-18", "Nov 18, 2026|", True),
        ("2026-11-12", "11/12/2026", False),
        ("2026-11-18", "19.11.2026", False),
        ("20:15", "08: :15 PM", True),
        ("20:30", "08:30", False),
        ("08:30", "08:80", False),
    ],
)
def test_a_field_holds_a_date_or_a_time_that_can_be_no_other(typed: str, held: str, is_kept: bool) -> None:
    assert_held(typed, control("textbox", "Code", value=held), is_kept)


def test_a_field_that_looks_like_a_list_has_to_show_a_date_that_can_be_no_other() -> None:
    """A field with a calendar in it does."""
    day = control("combobox", "Day", value="mm/dd/yyyy")
    first = decide(PlanningState(PlannerQuestion("type 2026-11-12 into Day", {}, tree=seen(day))))
    assert first.expects == ['field [1] is "2026-11-12"']
    held = seen(control("combobox", "Day", value="11/12/ 2026"))
    decision = again("type 2026-11-12 into Day", held, past("Type", "Day"), expected="2026-11-12")
    assert "Day seems to hold '11/12/ 2026'" in decision.declined


@pytest.mark.parametrize(
    ("typed", "hint", "is_held"),
    [
        ("Ann Lee", "Ann Lee", True),
        ("Ann Lee", "Ann Leel", True),
        ("Ann Lee", "Ann Lea", False),
        ("Ann Lee", "Your name", False),
        ("125", "125l", False),
    ],
)
def test_pale_text_in_a_field_is_what_was_typed_where_it_says_just_that(typed: str, hint: str, is_held: bool) -> None:
    assert_held(typed, control("textbox", "Name", placeholder=hint), is_held)


@pytest.mark.parametrize(("hint", "is_typed"), [("Ann Lee", False), ("Your name", True)])
def test_what_the_hint_in_a_field_says_already_is_not_typed(hint: str, is_typed: bool) -> None:
    question = PlannerQuestion('type "Ann Lee" into Name', {}, tree=seen(control("textbox", "Name", placeholder=hint)))
    decision = decide(PlanningState(question))
    assert bool(decision.actions) is is_typed
    assert is_typed or "could not be seen whether that was typed" in decision.declined
