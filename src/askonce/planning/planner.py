"""What the planner is asked: pure functions from values to messages.

The system text is the same, byte for byte, for every round of every act on one kind of screen; all that changes comes
after it, and the screen as it is now comes last. So a provider's prefix cache holds for as long as it can.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from askonce.actions import ActionSpace
from askonce.config import Seeing
from askonce.geometry import Box, Size
from askonce.history import Conversation
from askonce.models import Image, Message, Request
from askonce.models.families import Family
from askonce.planning.dialects import auto_glm, ui_tars
from askonce.planning.plan import Place
from askonce.prompts import prompt
from askonce.prompts.element_list import Listing
from askonce.screens import Tree
from askonce.values import Instruction, Secret

LONGEST_GIVEN = 600


@dataclass(frozen=True, slots=True)
class Brief:
    """What stays the same over all rounds of one act."""

    instruction: Instruction
    sees: Seeing
    deep_think: bool = False
    places: bool = True
    """Whether the planner is to say where targets are, or only what they are."""
    context: str = ""
    is_step: bool = False
    """Whether the instruction is a step of a program."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The screen as the planner is shown it in one round."""

    elements: str = ""
    picture: Image | None = None
    time: str = ""
    tree: Tree | None = None
    """What the elements were listed from."""


def system_text(brief: Brief, space: ActionSpace, family: Family) -> str:
    """Rules and actions, in the dialect that the family speaks."""
    match family.dialect:
        case "tags":
            rules = prompt(
                "plan",
                target_form=_target_form(brief, family),
                example=_example(brief, family),
                actions=space.describe(),
                deep="\n" + prompt("plan_deep") if brief.deep_think else "",
            )
            return f"{rules}\n\n{prompt('plan_program')}" if brief.is_step else rules
        case "ui-tars":
            return prompt("ui_tars", actions=ui_tars.describe(space))
        case "auto-glm":
            return prompt("auto_glm", actions=auto_glm.describe(space))


def opening_text(brief: Brief) -> str:
    """The instruction with its values, secrets by name only."""
    values = [f"{{{name}}} {_value_text(value)}" for name, value in brief.instruction.values.items()]
    parts = [f"# Instruction\n{brief.instruction.unfilled}"]
    if values:
        parts.append("# Values\n" + "\n".join(values))
    if brief.context:
        parts.append(f"# Background\n{brief.context}")
    return "\n\n".join(parts)


def now_message(conversation: Conversation, told: str, sight: Sight) -> Message:
    """What has to be known now: what happened, what to remember, what the screen shows."""
    parts: list[str | Image] = []
    if told:
        parts.append(f"# What happened\n{told}")
    if conversation.memories:
        parts.append("# Remembered\n" + "\n".join(f"- {memory}" for memory in conversation.memories))
    if conversation.sub_goals:
        goals = (f"{goal.index}. {goal.text} ({_status(goal.finished)})" for goal in conversation.sub_goals.values())
        parts.append("# Sub-goals\n" + "\n".join(goals))
    if sight.time:
        parts.append(f"# Time there\n{sight.time}")
    if sight.elements:
        listed = f"# Screen\n{sight.elements}"
        parts.append(Listing.of(listed, sight.tree) if sight.tree else listed)
    if sight.picture:
        parts.append(sight.picture)
    return Message("user", tuple(parts) or ("(nothing to show)",))


def step_message(brief: Brief, place: Place, given: Mapping[str, Any], around: str, now: Message) -> Message:
    """All that is told of a step of a program, in one message: no round of it needs the ones before.

    What the step is to give and how it may jump stands here and not in the rules, which stay the same for all steps.
    """
    parts = [opening_text(brief)]
    if place.wants:
        left = [name for name in place.wants if name not in place.given]
        asked = f"<result> for: {', '.join(left)}" if left else "nothing more"
        had = f"\nGiven so far: {json.dumps(dict(given), ensure_ascii=False)[:LONGEST_GIVEN]}" if given else ""
        parts.append(f"# To give\n{asked}{had}")
    if place.jumps:
        parts.append(f"# Jumps on offer, should the step's own words call for one\n{', '.join(sorted(place.jumps))}")
    if around:
        parts.append(around)
    return Message("user", (*parts, *now.parts))


def step_request(brief: Brief, system: str, message: Message) -> Request:
    """The whole question of one round of a step: the rules, and how things stand now."""
    return Request(
        (Message("system", (system,)), message),
        role="planning",
        positions=brief.places and brief.sees != "elements",
    )


def planning_request(brief: Brief, family: Family, system: str, conversation: Conversation, now: Message) -> Request:
    """The whole question of one round."""
    pictures = max(family.images, 2 if brief.deep_think else 1)
    messages = conversation.messages(opening_text(brief), now, pictures=pictures)
    return Request(
        (Message("system", (system,)), *messages),
        role="planning",
        positions=brief.places and brief.sees != "elements",
    )


def correction(request: Request, reply: str, problem: str) -> Request:
    """One more try after a reply that could not be read."""
    said = Message("assistant", (reply or "(nothing)",))
    asked = Message(
        "user",
        (f"That reply cannot be used: {problem}\nNothing was done. Reply again, whole, in the form asked for.",),
    )
    return Request((*request.messages, said, asked), request.role, request.positions)


def _target_form(brief: Brief, family: Family) -> str:
    """How a target is written, by what the planner sees and whether it is to say where things are."""
    numbered = (
        '{"prompt": "the element in words", "element": 12}, with its number in the list of elements. There, [12]* is '
        'new since the last look, (icon "…") is a guess at what a picture means, and near "…" is the text beside it.'
    )
    if brief.sees == "elements":
        return numbered
    place = f", {family.position_form}" if brief.places else ""
    units = f" ({family.position_units})" if brief.places else ""
    worded = f'{{"prompt": "the element in words"{place}}}{units}'
    if brief.sees == "both":
        return (
            f"{numbered} For something in the picture that is not in the list, or that cannot be told apart there: "
            f"{worded}."
        )
    if brief.places:
        return f"{worded}, as tight around it as you can."
    return (
        f"{worded}. The words go to somebody who sees the picture and nothing else: say what it is, what is written "
        "on it, and what it is next to where others look alike."
    )


def _example(brief: Brief, family: Family) -> str:
    """A reply as we want it, with targets in the form that this planner is to use."""

    def target(words: str, number: int, box: Box) -> str:
        if brief.sees != "screenshot":
            return json.dumps({"prompt": words, "element": number})
        place = {family.key: family.write_box(box, Size(1000, 1000))} if brief.places else {}
        return json.dumps({"prompt": words, **place})

    return prompt(
        "plan_example",
        field=target("the user name", 7, Box(412, 250, 170, 40)),
        button=target("the button Log in", 9, Box(412, 390, 90, 40)),
    )


def _value_text(value: str | Secret) -> str:
    return "is a secret" if isinstance(value, Secret) else f"= {json.dumps(value, ensure_ascii=False)}"


def _status(finished: bool) -> str:
    return "finished" if finished else "pending"
