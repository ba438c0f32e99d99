"""What planners read, word for word.

These texts were judged by readers who had nothing else: they were handed real rounds on pages nobody had tuned, and
their replies were fed back. What they stumbled over is in the wording now: an example reply, what "done" means, that
expectations must not be guessed, what to do with covered and readonly elements.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from golden import assert_as_it_was

from askonce.actions import ActionSpace, Tap, Target
from askonce.config import Seeing
from askonce.geometry import Box, Frame, Size
from askonce.history import ActionOutcome, ActionStatus, Conversation, ResultsToRead, StepToHeal, SubGoal
from askonce.locate.local.matcher import Matcher
from askonce.models import Image
from askonce.models.families import FAMILIES
from askonce.planning.dialects import dialect_named
from askonce.planning.guess_risk import is_part_of_suggestion, opens_same_form, risk_of_guess
from askonce.planning.plan import ReplyContext, StepOutputs
from askonce.planning.planner import (
    ActTask,
    ScreenSnapshot,
    now_message,
    opening_text,
    planner_question,
    planning_request,
    step_question,
    system_text,
)
from askonce.prompts import prompt
from askonce.screens import Node, Tree
from askonce.screens.fake import FakeScreen
from askonce.values import Instruction, Secret

TAPPED = ActionOutcome("Tap(the mug)", ActionStatus.DONE)
GOLDEN = Path(__file__).parent / "golden"
TAGS = ("belief", "result", "jump")
MOST_TOKENS = 1500
MOST_STEP_TOKENS = 2700


def space() -> ActionSpace:
    return ActionSpace(FakeScreen())


def brief(sees: Seeing = "both", **more: bool) -> ActTask:
    return ActTask(Instruction.of("buy a mug"), sees, **more)


@pytest.mark.parametrize("sees", get_args(Seeing))
def test_the_planning_rules_are_as_they_were(sees: Seeing) -> None:
    text = system_text(brief(sees), space(), FAMILIES["generic"])
    assert_as_it_was(text.replace(space().describe(), "(the actions)"), GOLDEN / f"plan.{sees}.txt")


def test_the_planning_rules_of_deep_thinking_are_as_they_were() -> None:
    text = system_text(brief("screenshot", deep_think=True, places=False), space(), FAMILIES["generic"])
    assert_as_it_was(text.replace(space().describe(), "(the actions)"), GOLDEN / "plan.deep.txt")


def test_the_rules_for_steps_of_programs_are_as_they_were() -> None:
    text = system_text(brief("elements", is_step=True), space(), FAMILIES["generic"])
    alone = system_text(brief("elements"), space(), FAMILIES["generic"])
    assert text.startswith(alone)
    assert_as_it_was(text.removeprefix(alone).strip(), GOLDEN / "plan.program.txt")


@pytest.mark.parametrize("sees", get_args(Seeing))
@pytest.mark.parametrize("family", FAMILIES)
def test_the_rules_for_steps_with_all_actions_leave_room_for_code_under_three_thousand_tokens(
    family: str, sees: Seeing
) -> None:
    text = system_text(brief(sees, is_step=True), space(), FAMILIES[family])
    assert len(text) / 4 < MOST_STEP_TOKENS


def test_the_tags_of_a_step_can_be_read_as_they_are_shown() -> None:
    rules = prompt("plan_program"), prompt("step_results"), prompt("step_jumps", jump="break")
    tags = (re.search(rf"<{tag}>.*?</{tag}>", text, re.DOTALL) for tag, text in zip(TAGS, rules, strict=True))
    shown = "".join(found[0] for found in tags if found)
    place = StepOutputs(("price", "colours"), jumps=frozenset({"break"}))
    view = ReplyContext(space(), FAMILIES["generic"], step=place)
    plan = dialect_named("tags").read(shown + '<complete success="true">ok</complete>', view)
    assert [line[0] for line in plan.belief] == ["+", "-", "!"]
    assert (dict(plan.results), plan.jump) == ({"price": 12.5, "colours": ["red", "blue"]}, "break")


def test_one_round_of_a_step_is_told_as_it_was() -> None:
    asked = ActTask(Instruction.of("buy {item.name}", {"item.name": "a mug"}), "elements", is_step=True)
    place = StepOutputs(("price", "left"), frozenset({"left"}), frozenset({"break", "return"}))
    step = step_question(place, {"left": 3}, "## Around\n1| the program")
    question = planner_question(asked, Conversation(), (TAPPED,), ScreenSnapshot('[1] button "Buy"'), step)
    request = planning_request(asked, FAMILIES["generic"], "(system)", question)
    assert_as_it_was("\n\n".join(message.text for message in request.messages), GOLDEN / "step.txt")


@pytest.mark.parametrize("family", ["ui-tars", "auto-glm"])
def test_the_rules_of_other_dialects_are_as_they_were(family: str) -> None:
    assert_as_it_was(system_text(brief("screenshot"), space(), FAMILIES[family]), GOLDEN / f"{family}.txt")


def test_the_locating_prompt_is_as_it_was() -> None:
    facts = FAMILIES["generic"]
    text = prompt("locate", position_form=facts.position_form, position_units=facts.position_units)
    assert_as_it_was(text, GOLDEN / "locate.txt")


def test_one_round_is_told_as_it_was() -> None:
    conversation = Conversation()
    conversation.update_goals((SubGoal(1, "log in", finished=True), SubGoal(2, "buy")), ())
    conversation.remember("the mug costs 12.00")
    asked = ActTask(
        Instruction.of("buy {what} with {card}, {{not this}}", {"what": "a mug", "card": Secret("4111")}),
        "elements",
        context="prices are in euros",
    )
    sight = ScreenSnapshot('[1] button "Buy"', time="Sunday 2026-03-01 12:00")
    question = planner_question(asked, conversation, (TAPPED,), sight)
    request = planning_request(asked, FAMILIES["generic"], "(system)", question)
    assert_as_it_was("\n\n".join(message.text for message in request.messages), GOLDEN / "round.txt")


@pytest.mark.parametrize("sees", get_args(Seeing))
@pytest.mark.parametrize("family", FAMILIES)
def test_the_rules_without_the_actions_stay_under_their_limit(family: str, sees: Seeing) -> None:
    text = system_text(brief(sees, deep_think=True), space(), FAMILIES[family])
    assert (len(text) - len(space().describe())) / 4 < MOST_TOKENS


def test_what_the_rules_say_of_guesses_is_so() -> None:
    rules, add = prompt("plan_ahead"), "Add invoice"
    link = Node(1, "link", add, Box(0, 0, 1, 1), actionable=True, attributes={"href": "/invoices/new"})
    assert '{"prompt": "Phone"} does not fit "Phone number"' in rules
    fields = [
        Node(3 + place, "textbox", name, Box(0, 9 * place, 9, 9), actionable=True)
        for place, name in enumerate(("Phone number", "Phone:"))
    ]
    assert [node.name for node in Matcher(Tree(tuple(fields), Size(99, 99))).named("Phone")] == ["Phone:"]
    assert "the start or some words of what a field just filled will suggest" in rules
    city = Node(5, "option", "Rapid City, SD (RAP)", Box(0, 0, 1, 1), actionable=True)
    assert [is_part_of_suggestion(part, city) for part in ("Rapid C", "RAP", "apid")] == [True, True, False]
    assert f'A link "{add}" also fits "New invoice"' in rules
    assert opens_same_form("New invoice", link)
    assert "even for a button you saw before" in rules
    wanted = Instruction.of("put a mug and honey into the basket")
    button = Node(2, "button", "Add to basket: Honey", Box(0, 0, 1, 1), actionable=True)
    assert risk_of_guess(Tap(target=Target.of("Add to basket: Honey")), button, wanted, has_typed=False)
    assert "a button that does not say it opens something" in rules
    opening = Node(6, "button", "Settings", Box(0, 0, 1, 1), actionable=True)
    assert not risk_of_guess(Tap(target=Target.of("Settings")), opening, wanted, has_typed=False)
    assert rules in system_text(brief("elements"), space(), FAMILIES["generic"])


@pytest.mark.parametrize("sees", get_args(Seeing))
@pytest.mark.parametrize("family", [name for name, family in FAMILIES.items() if family.dialect == "tags"])
def test_the_example_in_the_rules_can_be_read_as_a_reply(family: str, sees: Seeing) -> None:
    facts = FAMILIES[family]
    text = system_text(brief(sees), space(), facts)
    example = text.split("For example:\n")[1].split("\n\n")[0]
    nodes = tuple(Node(number, "textbox", "it", Box(0, 0, 1, 1), actionable=True) for number in (7, 9))
    size = Size(1000, 1000)
    view = ReplyContext(space(), facts, Frame.whole(size, size), Tree(nodes, size))
    plan = dialect_named("tags").read(example, view)
    assert [action.title() for action in plan.actions] == ["Type", "Tap"]
    assert len(plan.expects) == 2
    assert not plan.doubtful


def test_a_secret_is_told_by_its_name_only() -> None:
    asked = ActTask(Instruction.of("use {card}", {"card": Secret("4111")}), "both")
    told = opening_text(planner_question(asked, Conversation(), (), ScreenSnapshot()))
    assert "{card} is a secret" in told
    assert "4111" not in told


def test_the_picture_comes_last() -> None:
    size = Size(10, 10)
    picture = Image(b"", "image/png", Frame.whole(size, size))
    question = planner_question(brief(), Conversation(), ("news",), ScreenSnapshot("elements", picture))
    assert now_message(question).parts[-1] is picture


@pytest.mark.parametrize("is_step", [False, True])
def test_all_that_the_values_of_a_request_say_stands_in_its_words(is_step: bool) -> None:
    conversation = Conversation()
    conversation.close_turn(("an earlier event",), None, "an earlier reply", "")
    conversation.remember("a memory")
    conversation.update_goals((SubGoal(1, "a sub-goal"),), ())
    heal = StepToHeal("Tap(Save)", "Tap", reason="it is gone", before=("Tap(Edit)",), after=("Tap(Close)",))
    events = ("an event", TAPPED, heal, ResultsToRead(("Tap(Menu)",)))
    step = step_question(
        StepOutputs(("price", "left"), frozenset({"left"}), frozenset({"break"})), {"left": 3}, "a context"
    )
    asked = ActTask(Instruction.of("buy {what}", {"what": "a mug"}), "elements", context="a background")
    question = planner_question(
        asked, conversation, events, ScreenSnapshot("the elements", time="a time"), step if is_step else None
    )
    request = planning_request(asked, FAMILIES["generic"], "(system)", question)
    assert request.values is question
    said = "\n".join(message.text for message in request.messages)
    texts = [question.instruction, "a mug", question.background, *question.memories, "a sub-goal", question.time]
    texts += [question.elements, *map(str, events), "it is gone", "Tap(Edit)", "Tap(Close)", "Tap(Menu)"]
    texts += ["<result> for: price", '{"left": 3}', "break", "a context"] if is_step else []
    texts += [] if is_step else ["an earlier event", "an earlier reply"]
    assert [text for text in texts if text not in said] == []


def test_a_dialog_that_blocks_the_page_stands_in_the_place_of_the_elements() -> None:
    question = planner_question(brief(), Conversation(), (), ScreenSnapshot(dialog='confirm "Sure?"'))
    assert 'A browser dialog blocks the page: confirm "Sure?"' in now_message(question).text
