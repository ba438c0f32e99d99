"""What planners read, word for word.

These texts were judged by readers who had nothing else: they were handed real rounds on pages nobody had tuned, and
their replies were fed back. What they stumbled over is in the wording now: an example reply, what "done" means, that
expectations must not be guessed, what to do with covered and readonly elements.
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from golden import assert_as_it_was

from askonce.actions import ActionSpace
from askonce.config import Seeing
from askonce.geometry import Box, Frame, Size
from askonce.history import Conversation, SubGoal
from askonce.models import Image
from askonce.models.families import FAMILIES
from askonce.planning.dialects import DIALECTS
from askonce.planning.plan import Place, View
from askonce.planning.planner import (
    Brief,
    Sight,
    now_message,
    opening_text,
    planning_request,
    step_message,
    step_request,
    system_text,
)
from askonce.prompts import prompt
from askonce.screens import Node, Tree
from askonce.screens.fake import FakeScreen
from askonce.values import Instruction, Secret

GOLDEN = Path(__file__).parent / "golden"
MOST_TOKENS = 1500
MOST_STEP_TOKENS = 2700


def space() -> ActionSpace:
    return ActionSpace(FakeScreen())


def brief(sees: Seeing = "both", **more: bool) -> Brief:
    return Brief(Instruction.of("buy a mug"), sees, **more)


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
    rules = prompt("plan_program")
    shown = rules[rules.index("<belief>\n+") : rules.index("\n- Do this step")]
    place = Place(("price", "colours"), jumps=frozenset({"break"}))
    view = View(space(), FAMILIES["generic"], place=place)
    plan = DIALECTS["tags"].read(shown + '<complete success="true">ok</complete>', view)
    assert [line[0] for line in plan.belief] == ["+", "-", "!"]
    assert (dict(plan.results), plan.jump) == ({"price": 12.5, "colours": ["red", "blue"]}, "break")


def test_one_round_of_a_step_is_told_as_it_was() -> None:
    asked = Brief(Instruction.of("buy {item.name}", {"item.name": "a mug"}), "elements", is_step=True)
    place = Place(("price", "left"), frozenset({"left"}), frozenset({"break", "return"}))
    now = now_message(Conversation(), "- Tap(the mug): done", Sight('[1] button "Buy"'))
    message = step_message(asked, place, {"left": 3}, "## Around\n1| the program", now)
    request = step_request(asked, "(system)", message)
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
    asked = Brief(
        Instruction.of("buy {what} with {card}, {{not this}}", {"what": "a mug", "card": Secret("4111")}),
        "elements",
        context="prices are in euros",
    )
    now = now_message(conversation, "- Tap(the mug): done", Sight('[1] button "Buy"', time="Sunday 2026-03-01 12:00"))
    request = planning_request(asked, FAMILIES["generic"], "(system)", conversation, now)
    assert_as_it_was("\n\n".join(message.text for message in request.messages), GOLDEN / "round.txt")


@pytest.mark.parametrize("sees", get_args(Seeing))
@pytest.mark.parametrize("family", FAMILIES)
def test_the_rules_without_the_actions_stay_under_their_limit(family: str, sees: Seeing) -> None:
    text = system_text(brief(sees, deep_think=True), space(), FAMILIES[family])
    assert (len(text) - len(space().describe())) / 4 < MOST_TOKENS


@pytest.mark.parametrize("sees", get_args(Seeing))
@pytest.mark.parametrize("family", [name for name, family in FAMILIES.items() if family.dialect == "tags"])
def test_the_example_in_the_rules_can_be_read_as_a_reply(family: str, sees: Seeing) -> None:
    facts = FAMILIES[family]
    text = system_text(brief(sees), space(), facts)
    example = text.split("For example:\n")[1].split("\n\n")[0]
    nodes = tuple(Node(number, "textbox", "it", Box(0, 0, 1, 1), actionable=True) for number in (7, 9))
    size = Size(1000, 1000)
    view = View(space(), facts, Frame.whole(size, size), Tree(nodes, size))
    plan = DIALECTS["tags"].read(example, view)
    assert [action.title() for action in plan.actions] == ["Type", "Tap"]
    assert len(plan.expects) == 2
    assert not plan.doubtful


def test_a_secret_is_told_by_its_name_only() -> None:
    told = opening_text(Brief(Instruction.of("use {card}", {"card": Secret("4111")}), "both"))
    assert "{card} is a secret" in told
    assert "4111" not in told


def test_the_picture_comes_last() -> None:
    size = Size(10, 10)
    picture = Image(b"", "image/png", Frame.whole(size, size))
    assert now_message(Conversation(), "news", Sight("elements", picture)).parts[-1] is picture
