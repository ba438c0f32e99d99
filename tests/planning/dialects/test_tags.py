from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reply_views import view

from askonce.actions import Drag, Press, Scroll, Tap, Target, Type
from askonce.errors import UnreadableReply
from askonce.geometry import Box
from askonce.history import SubGoal
from askonce.planning.dialects.tags import read, shorten, write
from askonce.planning.plan import Done, GiveUp, Plan
from askonce.screens import Node
from askonce.screens.expectation import Expectation

SAVE = {"prompt": "the Save button", "element": 3}
NAME = {"prompt": "the name field", "element": 4}


def pair(name: str, params: dict[str, Any] | str | None = None) -> str:
    text = params if isinstance(params, str) else json.dumps(params or {})
    return f"<action-type>{name}</action-type>\n<action-param-json>{text}</action-param-json>\n"


TAP = pair("Tap", {"target": SAVE})
TYPE = pair("Type", {"target": NAME, "text": "Bob"})
DONE = '<complete success="true">all saved</complete>'


def steps(plan: Plan) -> list[str]:
    return [str(action) for action in plan.actions]


def test_a_whole_reply_is_read_in_all_its_parts() -> None:
    plan = read(
        f"<thought> the form is open </thought><memory>order 7</memory><log>Save it</log>{TYPE}{TAP}"
        f'<expect>visible "Thank you"; address "/orders"</expect>{DONE}',
        view(),
    )
    assert (plan.thought, plan.memory, plan.log) == ("the form is open", "order 7", "Save it")
    assert [type(action) for action in plan.actions] == [Type, Tap]
    assert plan.expects == (Expectation("visible", "Thank you"), Expectation("address", "/orders"))
    assert plan.end == Done("all saved")
    assert plan.doubtful == ""


def test_planning_is_another_word_for_thought() -> None:
    assert read(f"<planning>first save</planning>{TAP}", view()).thought == "first save"


def test_tags_are_read_in_any_case_and_inside_a_fence() -> None:
    assert steps(read(f"```xml\n{TAP.replace('action-type', 'ACTION-Type')}```", view())) == ["Tap(the Save button)"]


@pytest.mark.parametrize(
    "reply",
    [
        f"<actions>{TYPE}{TAP}</actions>",
        f"<actions><action>{TYPE}</action><action>{TAP}</action></actions>",
        f'<action type="Type">{json.dumps({"target": NAME, "text": "Bob"})}</action>'
        f'<action name="Tap">{json.dumps({"target": SAVE})}</action>',
        f'<action type="Type"><action-param-json>{json.dumps({"target": NAME, "text": "Bob"})}</action-param-json>'
        f'</action><action type="Tap"><action-param-json>{json.dumps({"target": SAVE})}</action-param-json></action>',
        shorten(TYPE + TAP),
    ],
)
def test_other_forms_of_several_actions_are_accepted(reply: str) -> None:
    assert [type(action) for action in read(reply, view()).actions] == [Type, Tap]


def test_equal_actions_in_a_row_are_all_meant() -> None:
    assert len(read(TAP * 9, view()).actions) == 9


def test_an_action_without_fields_needs_no_parameters() -> None:
    assert steps(read("<action-type>Back</action-type>", view())) == ["Back()"]
    assert steps(read(pair("Back", "") + pair("Reload", "null"), view())) == ["Back()", "Reload()"]


def test_typed_text_keeps_its_outer_white_space_and_other_text_is_trimmed() -> None:
    (action,) = read(pair("Type", {"text": "  a\n", "target": "  the name field "}), view()).actions
    assert isinstance(action, Type)
    assert action.target is not None
    assert (action.text, action.target.prompt) == ("  a\n", "the name field")


# The last word of a reply


def test_drafts_inside_thinking_are_no_actions() -> None:
    drafts = f'{TAP}<complete success="false">no</complete>'
    for thinking in ("<think>{}</think>", "<thought>{}</thought>", "{}</think>", "<thinking>{}</thinking>"):
        plan = read(thinking.format(drafts) + TYPE + DONE, view())
        assert [type(action) for action in plan.actions] == [Type]
        assert (plan.end, plan.doubtful) == (Done("all saved"), "")


@pytest.mark.parametrize(
    "answer", [f"<log>save</log>{TAP}", f"<log>save</log>{TAP}{DONE}", f"<thought>x</thought>{TAP}"]
)
def test_an_answer_given_twice_counts_once(answer: str) -> None:
    plan = read(answer + "\n" + answer, view())
    assert len(plan.actions) == 1
    assert plan.doubtful == ""


def test_of_two_answers_that_differ_the_last_counts_and_its_end_is_in_doubt() -> None:
    plan = read(f"<thought>a</thought>{TYPE}<thought>no, b</thought>{TAP}{DONE}", view())
    assert (steps(plan), plan.thought) == (["Tap(the Save button)"], "no, b")
    assert "several answers" in plan.doubtful


def test_an_end_after_an_answer_that_was_replaced_is_not_believed() -> None:
    with pytest.raises(UnreadableReply, match="several answers"):
        read(f"<thought>a</thought>{TAP}<thought>then done</thought>{DONE}", view())


def test_a_thought_left_open_does_not_hide_the_actions_after_it() -> None:
    with pytest.raises(UnreadableReply, match="several answers"):
        read(f"<thought>a {TAP}<thought>then done</thought>{DONE}", view())


def test_an_action_after_the_end_makes_the_end_void() -> None:
    plan = read(DONE + TAP, view())
    assert (steps(plan), plan.end) == (["Tap(the Save button)"], None)
    assert plan.doubtful


def test_logs_between_different_actions_leave_them_all_in_place() -> None:
    assert len(read(f"<log>one</log>{TYPE}<log>two</log>{TAP}", view()).actions) == 2


def test_a_reply_that_ends_while_it_is_still_thinking_is_unreadable() -> None:
    with pytest.raises(UnreadableReply, match="neither an action nor an end"):
        read(f"<think>perhaps {TAP}", view())


def test_a_closing_tag_inside_typed_text_does_not_cut_it() -> None:
    (action,) = read(pair("Type", {"text": "a</action-param-json>b</think><b>c</b>"}), view()).actions
    assert isinstance(action, Type)
    assert action.text == "a</action-param-json>b</think><b>c</b>"


# Tags that are not closed


def test_unclosed_tags_hold_what_comes_up_to_the_next() -> None:
    plan = read(
        f"<thought>it is open <log>save <action-type>Tap <action-param-json>{json.dumps({'target': SAVE})}", view()
    )
    assert (plan.thought, plan.log, steps(plan)) == ("it is open", "save", ["Tap(the Save button)"])


def test_typed_text_may_hold_tags_where_the_action_around_it_is_not_closed() -> None:
    typed = json.dumps({"target": NAME, "text": "a <b>c</b>"})
    (action,) = read(f'<action type="Type">{typed}<expect>visible "c"</expect>', view()).actions
    assert isinstance(action, Type)
    assert action.text == "a <b>c</b>"


def test_a_misspelt_closing_tag_is_no_part_of_the_name() -> None:
    assert steps(read("<action-type>Back</action-typ>", view())) == ["Back()"]


def test_equal_actions_under_equal_logs_are_all_meant_when_an_end_follows() -> None:
    assert len(read(f"<log>next</log>{TAP}<log>next</log>{TAP}{DONE}", view()).actions) == 2


def test_parameters_without_a_closing_tag_do_not_go_to_another_action() -> None:
    first = '<action-type>Tap</action-type><action-param-json>{"target": "a"}'
    assert steps(read(first + pair("Hover", {"target": "b"}), view())) == ["Tap(a)", "Hover(b)"]


def test_text_that_was_cut_off_is_not_typed() -> None:
    for cut in ('{"text": "send 100 to Bo', '{"text": "send 100 to Bob"', '{"text": "send 100 to Bob", '):
        with pytest.raises(UnreadableReply, match="broken"):
            read(f"<action-type>Type</action-type><action-param-json>{cut}", view())


# What cannot be read


def test_a_broken_action_takes_what_follows_it_and_leaves_what_came_before() -> None:
    plan = read(f'{TYPE}{pair("Tap", "{target}")}{TAP}<expect>"Saved"</expect>{DONE}', view())
    assert [type(action) for action in plan.actions] == [Type]
    assert (plan.end, plan.expects) == (None, ())
    assert "action 2 cannot be read" in plan.doubtful


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("", "neither an action nor an end"),
        ("I clicked it, all done!", "neither an action nor an end"),
        ("<thought>hm</thought><log>nothing</log>", "neither an action nor an end"),
        ("<error> </error>", "neither an action nor an end"),
        ("<complete>done</complete>", "does not say whether it is a success"),
        (f"{TAP}<complete>done</complete>", "does not say whether it is a success"),
        ('<complete success="yes">done</complete>', "expected true or false"),
        ('<complete success="">done</complete>', "expected true or false"),
        ('<complete success="1">done</complete>', "expected true or false"),
        (f"{DONE}<error>but no</error>", "both"),
        (f"<expect>the page looks nice</expect>{DONE}", "cannot be checked"),
        (pair("Fly", {}), "no action named 'Fly'"),
        (pair("", {}), "not the name of an action"),
        (pair("x" * 1000, {}), "not the name of an action"),
        ('<action type="">{"target": "a"}</action>', "not the name of an action"),
        (f'<action type="{"x" * 1000}">{{}}</action>', "not the name of an action"),
        ('<action type="Fly">{}</action>', "no action named 'Fly'"),
        ('<action type="Tap">{"target": "a', "Unterminated string"),
        ('<action type="Tap">target: Save</action>', "expected a JSON object"),
        (pair("Tap", {}), "target: Field required"),
        (pair("Tap", {"target": {}}), "target needs a prompt"),
        (pair("Tap", {"target": "a", "force": True}), "force"),
        (pair("Scroll", {"direction": "sideways"}), "direction"),
        (pair("Tap", "target: Save"), "expected a JSON object"),
        ('<action-param-json>{"target": "a"}</action-param-json>', "without <action-type>"),
        (pair("Tap", {"target": {"element": 99}}), r"no element \[99\].*from 3 to 9"),
        (pair("Tap", {"target": {"prompt": "x", "element": 5}}), r"no element \[5\]"),
        (pair("Tap", {"target": {"bbox": [1, 2, 3]}}), "position"),
        (pair("Tap", {"target": {"bbox": [0, 0, 2000, 10]}}), "outside"),
    ],
)
def test_a_reply_that_cannot_be_read_says_why_and_carries_the_raw_text(reply: str, problem: str) -> None:
    with pytest.raises(UnreadableReply, match=problem) as raised:
        read(reply, view())
    assert raised.value.raw == reply


def test_an_unknown_action_is_told_which_there_are() -> None:
    with pytest.raises(UnreadableReply) as raised:
        read(pair("Tapp", {}), view())
    assert "did you mean Tap?" in raised.value.remedy


def test_failure_and_error_give_up_with_the_reason() -> None:
    assert read('<complete success="false">no such user</complete>', view()).end == GiveUp("no such user")
    assert read("<error>the page is blank</error>", view()).end == GiveUp("the page is blank")


def test_an_empty_error_beside_a_completion_is_no_error() -> None:
    assert read(f"{DONE}<error></error>", view()).end == Done("all saved")


def test_an_expectation_that_cannot_be_checked_makes_the_end_doubtful() -> None:
    plan = read(f"{TAP}<expect>it worked</expect>{DONE}", view())
    assert plan.actions
    assert plan.expects == ()
    assert "it worked" in plan.doubtful


def test_more_actions_than_anybody_could_be_sure_of_are_cut() -> None:
    plan = read(TAP * 101 + DONE, view())
    assert (len(plan.actions), plan.end) == (100, None)
    assert "more than 100" in plan.doubtful


# Targets


def test_an_element_by_number_gets_its_words_from_the_list() -> None:
    plan = read(pair("Tap", {"target": {"element": "[3]"}}) + pair("Tap", {"target": {"element": 9}}), view())
    assert steps(plan) == ['Tap(button "Save")', "Tap(image)"]


def test_a_number_is_exact_so_a_position_beside_it_is_left_out() -> None:
    for picture in (True, False):
        (action,) = read(pair("Tap", {"target": {**SAVE, "bbox": [1, 2]}}), view(picture=picture)).actions
        (target,) = action.targets()
        assert (target.planned, target.position, target.element) == (None, None, 3)


def test_a_position_becomes_a_box_on_the_screen() -> None:
    (action,) = read(pair("Tap", {"target": {"prompt": "Save", "bbox": [100, 200, 300, 400]}}), view("gpt-5")).actions
    (target,) = action.targets()
    assert target.planned == Box(50, 100, 100, 100)


def test_each_target_of_an_action_is_placed() -> None:
    ends = {"start": {"prompt": "a", "point": [100, 200]}, "end": {"prompt": "b", "point": [500, 600]}}
    (action,) = read(pair("Drag", ends), view()).actions
    assert isinstance(action, Drag)
    assert action.start.planned is not None
    assert action.end.planned is not None
    assert action.start.planned.center.x == pytest.approx(100, abs=1)
    assert action.end.planned.center.y == pytest.approx(300, abs=1)


def test_a_position_in_no_picture_is_unreadable() -> None:
    with pytest.raises(UnreadableReply, match="no picture was shown"):
        read(pair("Tap", {"target": {"prompt": "Save", "bbox": [1, 2, 3, 4]}}), view(picture=False))


def test_a_number_without_a_list_counts_only_for_its_words() -> None:
    (action,) = read(TAP, view(elements=False)).actions
    (target,) = action.targets()
    assert (target.prompt, target.element) == ("the Save button", None)
    with pytest.raises(UnreadableReply, match="no list of elements was shown"):
        read(pair("Tap", {"target": {"element": 3}}), view(elements=False))


@pytest.mark.parametrize(
    "params",
    [{"targets": [3, {"element": 9}]}, {"targets": ["Save", SAVE]}, {"target": [SAVE, {"element": 9}]}],
    ids=["numbers", "words", "a list in place of one"],
)
def test_one_action_for_several_targets_is_one_for_each(params: dict[str, Any]) -> None:
    plan = read(pair("Tap", {**params, "times": 2}) + TYPE, view())
    assert [action.title() for action in plan.actions] == ["Tap", "Tap", "Type"]
    assert [action.times for action in plan.actions if isinstance(action, Tap)] == [2, 2]


@pytest.mark.parametrize(
    ("params", "problem"),
    [
        ({"targets": []}, "an empty list of targets"),
        ({"targets": [3, 77]}, r"there is no element \[77\]"),
        ({"target": [10, 20]}, "does not fit"),
    ],
)
def test_several_targets_that_mean_nothing_are_refused(params: dict[str, Any], problem: str) -> None:
    with pytest.raises(UnreadableReply, match=problem):
        read(pair("Tap", params), view())


def test_a_number_of_an_earlier_look_is_known_and_tied_to_its_element() -> None:
    old = Node(77, "button", "Far away", Box(0, 0, 9, 9))
    context = replace(view(), known={77: old})
    (action,) = read(pair("Tap", {"target": {"element": 77}}), context).actions
    (target,) = action.targets()
    assert (target.element, target.prompt, target.pinned) == (77, 'button "Far away"', old)


# Expectations between actions


def test_an_expectation_between_actions_is_for_those_after_it() -> None:
    plan = read(f'{TAP}<expect>visible "A"</expect>{TYPE}{TAP}<expect>gone "B"</expect>{DONE}', view())
    assert plan.checks == {1: (Expectation("visible", "A"),)}
    assert plan.expects == (Expectation("gone", "B"),)


def test_an_expectation_before_all_actions_is_for_their_end() -> None:
    plan = read(f'<expect>visible "A"</expect>{TAP}{DONE}', view())
    assert (plan.checks, plan.expects) == ({}, (Expectation("visible", "A"),))


def test_an_expectation_between_actions_that_cannot_be_read_takes_what_follows_it() -> None:
    plan = read(f"{TAP}<expect>all is well</expect>{TYPE}{DONE}", view())
    assert (steps(plan), plan.end) == (["Tap(the Save button)"], None)
    assert "all is well" in plan.doubtful


# Sub-goals


def test_sub_goals_are_read_with_their_state() -> None:
    plan = read(
        '<update-plan-content><sub-goal index="1" status="finished">log in</sub-goal>'
        '<sub-goal index="2" status="pending">buy</sub-goal><sub-goal>pay</sub-goal></update-plan-content>' + TAP,
        view(),
    )
    assert plan.sub_goals == (SubGoal(1, "log in", True), SubGoal(2, "buy"), SubGoal(3, "pay"))


@pytest.mark.parametrize(
    "mark",
    [
        '<mark-sub-goal-done index="2" />',
        '<mark-sub-goal-done index="2"></mark-sub-goal-done>',
        "<mark-sub-goal-done>2</mark-sub-goal-done>",
        '<mark-sub-goal-done><sub-goal index="2" status="finished" /></mark-sub-goal-done>',
        '<mark-sub-goal-done><sub-goal index="2" status="finished"></sub-goal></mark-sub-goal-done>',
    ],
)
def test_a_sub_goal_is_marked_as_done_in_any_of_these_ways(mark: str) -> None:
    assert read(mark + TAP, view()).finished == (2,)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "piece", ["<thought>", "</think>", "<log>a</log>", "<expect>visible ", " ", TAP, DONE, "<sub-goal>"]
)
def test_a_long_text_of_anything_is_read_in_time(piece: str) -> None:
    inside = "<update-plan-content>{}</update-plan-content>"
    for frame in ("{}", "<thought>{}", "<expect>{}</expect>" + TAP, "{}" + TAP, inside):
        size = 200_000 if frame == "{}" else 50_000
        with contextlib.suppress(UnreadableReply):
            read(frame.replace("{}", piece * (size // len(piece))), view())


# Writing

words = st.text(st.characters(exclude_characters="<", exclude_categories=["Cs"]), max_size=12).map(str.strip)
shown = words.map(lambda text: "a" + " ".join(text.split()))
clauses = st.one_of(
    st.builds(Expectation, st.sampled_from(["visible", "gone", "address"]), shown),
    st.builds(Expectation, st.just("field"), shown, shown),
)
targets = st.one_of(
    st.builds(Target, prompt=words.map(lambda text: text or "a")),
    st.builds(Target, prompt=words.map(lambda text: text or "a"), element=st.sampled_from([3, 4, 9])),
)
actions = st.one_of(
    st.builds(Tap, target=targets),
    st.builds(
        Type, text=st.text(st.characters(exclude_categories=["Cs"]), max_size=12), target=targets, enter=st.booleans()
    ),
    st.builds(Press, keys=st.sampled_from(["Enter", "Control+A"]), times=st.integers(1, 3)),
    st.builds(Scroll, direction=st.sampled_from(["up", "down"]), distance=st.floats(1, 1000)),
    st.builds(Drag, start=targets, end=targets),
)


def placed(plan: Plan, checks: dict[int, tuple[Expectation, ...]]) -> Plan:
    return replace(plan, checks={place: found for place, found in checks.items() if place < len(plan.actions)})


plans = st.builds(
    Plan,
    thought=words,
    memory=words,
    log=words,
    actions=st.lists(actions, min_size=1, max_size=4).map(tuple),
    expects=st.lists(clauses, max_size=3).map(tuple),
    sub_goals=st.lists(st.builds(SubGoal, st.integers(1, 9), words, st.booleans()), max_size=3).map(tuple),
    finished=st.lists(st.integers(1, 9), unique=True, max_size=3).map(tuple),
    end=st.one_of(st.none(), st.builds(Done, words), st.builds(GiveUp, words)),
)
checks = st.dictionaries(st.integers(1, 3), st.lists(clauses, min_size=1, max_size=2).map(tuple), max_size=2)


@settings(deadline=None)
@given(st.builds(placed, plans, checks))
def test_what_is_written_reads_as_the_same_plan(plan: Plan) -> None:
    assert read(write(plan), view()) == plan


@settings(deadline=None)
@given(st.builds(placed, plans, checks))
def test_a_shortened_reply_does_the_same(plan: Plan) -> None:
    short = read(shorten(write(plan)), view())
    kept = (plan.log, plan.actions, plan.checks, plan.expects, plan.end)
    assert (short.log, short.actions, short.checks, short.expects, short.end) == kept


@pytest.mark.parametrize(
    "reply",
    [DONE, "nonsense", "<action-type>Tap</action-type><action-param-json>{", "", TAP + "<thought>no</thought>" + TYPE],
)
def test_a_reply_that_cannot_be_shortened_stays_as_it_is(reply: str) -> None:
    assert shorten(reply) == reply


def test_typed_tags_are_written_so_that_they_are_text() -> None:
    plan = Plan(actions=(Type(text="</action-param-json><complete success='true'>"),))
    assert read(write(plan), view()) == plan


def test_halves_of_characters_do_not_reach_the_plan() -> None:
    assert read(f"<log>a\ud800b</log>{TAP}", view()).log == "a\ufffdb"
