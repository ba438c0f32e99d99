"""What the planner is asked: pure functions from values to messages.

The system text is the same, byte for byte, for every round of every act on one kind of screen; all that changes comes
after it, and the screen as it is now comes last. So a provider's prefix cache holds for as long as it can.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from askonce.actions import ActionSpace
from askonce.config import Seeing
from askonce.geometry import Box, Size
from askonce.history import Conversation, PlannerQuestion, ProgramStepQuestion, RoundEvent
from askonce.history.conversation import turn_messages
from askonce.history.round_events import event_text
from askonce.lazy import dataclass, regex
from askonce.models import Image, Message, Request
from askonce.models.families import Family
from askonce.models.reference_images import NO_IMAGES
from askonce.planning.plan import StepOutputs
from askonce.prompts import prompt
from askonce.prompts.reference_pictures import reference_parts
from askonce.screens import Tree
from askonce.values import Instruction, Secret

LONGEST_GIVEN = 600
_NUMBER = regex(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]+)?")
_BY_NUMBER = " (or field [5], by number)"
"""What only a planner with a list of elements can write."""
_READONLY = " A readonly field takes a date by Type, and all else through what opens when you tap it."
"""For a planner that is told which fields are."""


@dataclass(frozen=True, slots=True)
class ActTask:
    """What stays the same over all rounds of one act."""

    instruction: Instruction
    sees: Seeing
    deep_think: bool = False
    places: bool = True
    """Whether the planner is to say where targets are, or only what they are."""
    context: str = ""
    is_step: bool = False
    """Whether the instruction is a step of a program."""
    references: Mapping[str, Image] = field(default_factory=lambda: NO_IMAGES)
    """Pictures that the instruction refers to, by name."""
    deep: bool = False
    """Whether a second look is taken at what the planner places."""


@dataclass(frozen=True, slots=True)
class ScreenSnapshot:
    """The screen as the planner is shown it in one round."""

    elements: str = ""
    picture: Image | None = None
    time: str = ""
    tree: Tree | None = None
    """What the elements were listed from."""
    dialog: str = ""
    """The browser dialog that blocks the page, so that there are no elements."""
    is_covered: bool = False
    """Whether something is open over the page."""
    uncovered: Image | None = None
    """What the screen looked like before that opened, for a planner that sees pictures alone."""
    withheld: str = ""
    """What is hidden in the picture, and what follows from that."""


def system_text(task: ActTask, space: ActionSpace, family: Family) -> str:
    """Rules and actions, in the dialect that the family speaks."""
    match family.dialect:
        case "tags":
            rules = prompt(
                "plan",
                target_form=_target_form(task, family),
                example=_example(task, family),
                actions=space.describe(),
                ahead=prompt("plan_ahead" if names_later_targets(task) else "plan_in_view"),
                readonly="" if task.sees == "screenshot" else _READONLY,
                deep="\n" + prompt("plan_deep") if task.deep_think else "",
            )
            if task.sees == "screenshot":
                rules = rules.replace(_BY_NUMBER, "")
            return f"{rules}\n\n{prompt('plan_program')}" if task.is_step else rules
        case "ui-tars":
            from askonce.planning.dialects import ui_tars

            return prompt("ui_tars", actions=ui_tars.describe(space))
        case "auto-glm":
            from askonce.planning.dialects import auto_glm

            return prompt("auto_glm", actions=auto_glm.describe(space))


def names_later_targets(task: ActTask) -> bool:
    """Whether a target in words alone is one that is not there yet: where those that are there have more than words."""
    return task.places or task.sees != "screenshot"


def step_question(outputs: StepOutputs, given: Mapping[str, Any], context: str) -> ProgramStepQuestion:
    """What a step of a program is asked in addition to its words."""
    return ProgramStepQuestion(
        outputs.wants,
        tuple(name for name in outputs.wants if name not in outputs.given),
        json.dumps(dict(given), ensure_ascii=False)[:LONGEST_GIVEN] if given else "",
        tuple(sorted(outputs.jumps)),
        context,
    )


def planner_question(
    task: ActTask,
    conversation: Conversation,
    events: Sequence[RoundEvent],
    snapshot: ScreenSnapshot,
    step: ProgramStepQuestion | None = None,
) -> PlannerQuestion:
    """All that is to be told in one round, as values."""
    turns, left_out = conversation.sent_turns()
    values = task.instruction.values
    return PlannerQuestion(
        task.instruction.unfilled,
        {name: None if isinstance(value, Secret) else value for name, value in values.items()},
        task.context,
        step,
        tuple(turns),
        left_out,
        tuple(events),
        tuple(conversation.memories),
        tuple(conversation.sub_goals.values()),
        snapshot.time,
        snapshot.dialog,
        snapshot.elements,
        snapshot.tree,
        snapshot.picture,
        snapshot.uncovered,
        withheld=snapshot.withheld,
        references=task.references,
    )


def planning_request(task: ActTask, family: Family, system: str, question: PlannerQuestion) -> Request:
    """The whole question of one round: the rules, and how things stand now.

    A step of a program is told everything in one message: no round of it needs the ones before. The program comes
    first, because it is the same for all steps.
    """
    opening, now = (opening_text(question), *reference_parts(question.references, family)), now_message(question)
    if question.step:
        around = [question.step.context] if question.step.context else []
        messages = (Message("user", (*around, *opening, *_step_parts(question.step), *now.parts)),)
    else:
        pictures = max(family.images, 2 if task.deep_think else 1)
        messages = turn_messages(question.turns, question.left_out, opening, now, pictures=pictures)
    return Request(
        (Message("system", (system,)), *messages),
        role="planning",
        positions=task.places and task.sees != "elements",
        values=question,
    )


def opening_text(question: PlannerQuestion) -> str:
    """The instruction with its values, secrets by name only."""
    parts = [f"# Instruction\n{question.instruction}"]
    if question.values:
        values = (f"{{{name}}} {_value_text(value)}" for name, value in question.values.items())
        parts.append("# Values\n" + "\n".join(values))
    if question.background:
        parts.append(f"# Background\n{question.background}")
    return "\n\n".join(parts)


def now_message(question: PlannerQuestion) -> Message:
    """What has to be known now: what happened, what to remember, what the screen shows."""
    parts: list[str | Image] = []
    if happened := event_text(question.events):
        parts.append(happened)
    if question.memories:
        memories = (f"{line}. {memory}" for line, memory in enumerate(question.memories, 1))
        last = len(question.memories)
        head = f'# Remembered (<memory> adds a line, <memory line="{last}"> replaces line {last})'
        parts.append("\n".join((head, *memories)))
    if question.sub_goals:
        goals = (f"{goal.index}. {goal.text} ({_status(goal.finished)})" for goal in question.sub_goals)
        parts.append("# Sub-goals\n" + "\n".join(goals))
    if question.time:
        parts.append(f"# Time there\n{question.time}")
    if question.dialog:
        parts.append(f"# Screen\nA browser dialog blocks the page: {question.dialog}. Answer it with AnswerDialog.")
    elif question.elements:
        parts.append(f"# Screen\n{question.elements}")
    if question.uncovered and question.picture:
        parts += ["Before something opened over the page:", question.uncovered, "Now:"]
    parts += [question.withheld] if question.withheld else []
    if question.picture:
        parts.append(question.picture)
    return Message("user", tuple(parts) or ("(nothing to show)",))


def _step_parts(step: ProgramStepQuestion) -> list[str]:
    """What the step is to give and how it may jump stands here, with the rules for that, and not in the system text,
    which stays the same for all steps: most of them give nothing and jump nowhere."""
    parts: list[str] = []
    if step.wants:
        asked = f"<result> for: {', '.join(step.missing)}" if step.missing else "nothing more"
        given = f"\nGiven so far: {step.given}" if step.given else ""
        rules = f"\n{prompt('step_results')}" if step.missing else ""
        parts.append(f"# To give\n{asked}{given}{rules}")
    if step.jumps:
        parts.append(f"# Jumps on offer\n{', '.join(step.jumps)}\n{prompt('step_jumps', jump=step.jumps[0])}")
    return parts


def correction(request: Request, reply: str, problem: str) -> Request:
    """One more try after a reply that could not be read."""
    given = Message("assistant", (reply or "(nothing)",))
    asked = Message(
        "user",
        (f"That reply cannot be used: {problem}\nNothing was done. Reply again, whole, in the form asked for.",),
    )
    values = request.values
    if isinstance(values, PlannerQuestion):
        values = replace(values, refused=problem)
    return replace(request, messages=(*request.messages, given, asked), values=values)


def _target_form(task: ActTask, family: Family) -> str:
    """How a target is written, by what the planner sees and whether it is to say where things are."""
    numbered = (
        '{"prompt": "the element in words", "element": 12}, with its number in the list, which holds while the element '
        'exists, also out of view (offscreen, as is all indented under "offscreen:"). [12]* is new since the last '
        'look, (icon "…") a guess at its meaning, near "…" the text beside it.'
    )
    if task.sees == "elements":
        return numbered
    place = f", {family.position_form}" if task.places else ""
    units = f" ({family.position_units})" if task.places else ""
    worded = f'{{"prompt": "the element in words"{place}}}{units}'
    if task.sees == "both":
        return f"{numbered} For what only the picture shows or tells apart: {worded}."
    if task.places:
        return f"{worded}, as tight around it as you can."
    return (
        f"{worded}. The words go to somebody who sees the picture and nothing else: say what it is, what is written "
        "on it, and what it is next to where others look alike."
    )


def _example(task: ActTask, family: Family) -> str:
    """A reply as we want it, with targets in the form that this planner is to use."""

    def target(words: str, number: int, box: Box) -> str:
        if task.sees != "screenshot":
            return json.dumps({"prompt": words, "element": number})
        place = {family.key: family.write_box(box, Size(1000, 1000))} if task.places else {}
        return json.dumps({"prompt": words, **place})

    return prompt(
        "plan_example",
        field=target("the user name", 7, Box(412, 250, 170, 40)),
        button=target("the button Log in", 9, Box(412, 390, 90, 40)),
    )


def _value_text(value: str | None) -> str:
    """A number as one, so that nobody takes it for a text to copy."""
    if value is None:
        return "is a secret"
    return f"= {value if _NUMBER.fullmatch(value) else json.dumps(value, ensure_ascii=False)}"


def _status(finished: bool) -> str:
    return "finished" if finished else "pending"
