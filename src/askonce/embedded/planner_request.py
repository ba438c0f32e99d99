"""What the planner asks, read back into values: the embedded model knows nothing but this."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from askonce.embedded.round_memory import read_rounds
from askonce.models import Message, Request
from askonce.prompts.element_list import Listing
from askonce.screens import Tree

_SECTION = re.compile(r"\A# (?P<title>[A-Z][^\n]*)\n(?P<body>.*)\Z", re.DOTALL)
_VALUES = re.compile(r"\n\n# Values\n(?P<lines>(?:\{[\w.]+\} (?:is a secret|= \"(?:[^\"\\\n]|\\.)*\")\n?)+)")
_VALUE = re.compile(r"\{(?P<name>[\w.]+)\} (?:(?P<secret>is a secret)|= (?P<json>\".*\"))")
_GOAL = re.compile(r"(?P<index>\d+)\. (?P<text>.*) \((?P<status>finished|pending)\)")
_SLOT = re.compile(r"\{([\w.]+)\}")
_ACTION = re.compile(
    r"<action-type>(?P<name>[^<]*)</action-type>\s*<action-param-json>(?P<params>[^<]*)</action-param-json>"
)
_STEPS = re.compile(r"Steps for part (?P<parts>\d+(?:, \d+)*)\.")
_ENDS = re.compile(r"Then done: part (?P<parts>\d+(?:, \d+)*)\.")
_OUTCOME = re.compile(r"^- .*: (?P<outcome>done|FAILED|not run)(?P<rest>.*)$")
_DIALOG = "A browser dialog blocks the page:"
_REFUSED = "That reply cannot be used:"
_HEALING = "This instruction was carried out before, and its steps were recorded."
_UNTOUCHED = re.compile(r"Done so far:\n- nothing yet\nNow this step could not be done")
_LEFT = "- The recording is of no more use."
_WANTS = re.compile(r"<result> for: (?P<names>\w+(?:, \w+)*)")
_STEP = "# A step of a program"
_READING = 'Only what is under "To give" is missing.'
NOTHING_DONE = "No step of the recording was done."
"""What is remembered of a recording that failed at its first step: then the instruction can be begun as if new."""

Outcome = Literal["done", "failed", "left out"]
_OUTCOMES: Mapping[str, Outcome] = {"done": "done", "FAILED": "failed", "not run": "left out"}


@dataclass(frozen=True, slots=True)
class Goal:
    """One part of the instruction, as the first reply noted it down."""

    index: int
    text: str
    finished: bool = False


@dataclass(frozen=True, slots=True)
class Deed:
    """One action of an earlier reply, and what came of it."""

    part: int
    action: str
    params: Mapping[str, Any]
    outcome: Outcome
    told: str = ""
    """What the action had to tell, or why it failed."""

    @property
    def element(self) -> int | None:
        """The number of the element it was done to."""
        target = self.params.get("target")
        return target.get("element") if isinstance(target, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

    @property
    def prompt(self) -> str:
        """The words for that element."""
        target = self.params.get("target")
        return str(target.get("prompt", "")) if isinstance(target, dict) else ""  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]


def _no_values() -> Mapping[str, str | None]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Asked:
    """One request of the planner."""

    instruction: str
    """With its slots open: `{name}`."""
    values: Mapping[str, str | None] = field(default_factory=_no_values)
    """What stands in the slots; None for a secret."""
    background: str = ""
    goals: tuple[Goal, ...] = ()
    memories: tuple[str, ...] = ()
    deeds: tuple[Deed, ...] = ()
    """What was done so far, the oldest first."""
    finished: frozenset[int] = frozenset()
    """The parts that are done, by number."""
    told: tuple[str, ...] = ()
    """What happened since the last reply, line by line."""
    time: str = ""
    dialog: str = ""
    """The browser dialog that blocks the page, in words."""
    refused: str = ""
    """What was wrong with the last reply, where it could not be used."""
    healing: str = ""
    """What was told of the one step of a recording that is asked for, and not the instruction."""
    is_untouched: bool = True
    """Whether no step of a recording was done before this was asked."""
    tree: Tree | None = None
    is_step: bool = False
    """Whether it is a step of a program: then earlier replies are not shown again."""
    wants: tuple[str, ...] = ()
    """The variables of the program that the step has still to give."""
    is_reading: bool = False
    """Whether everything was done as recorded, and only what the step is to give is asked for."""

    @property
    def is_healing(self) -> bool:
        return bool(self.healing)

    def fill(self, text: str) -> str:
        """`text` with plain values in place of their names; secrets stay names."""
        return _SLOT.sub(lambda slot: self.values.get(slot[1]) or slot[0], text)


def read_request(request: Request) -> Asked:
    """The request as values. It is built by the planner of this package, so its form is known."""
    users = [message for message in request.messages if message.role == "user"]
    replies = [message.text for message in request.messages if message.role == "assistant"]
    opening = next((part for part in users[0].parts if isinstance(part, str)), "") if users else ""
    now = users[-1].parts[1:] if len(users) == 1 else users[-1].parts if users else ()
    sections = _sections(now)
    instruction, values, background = _read_opening(opening)
    told = sections.get("What happened", "")
    screen = sections.get("Screen", "")
    tree = next((part.tree for part in now if isinstance(part, Listing)), None)
    outcomes = [_told_in(message) for message in users[1:-1]] + [told]
    memories = tuple(line.removeprefix("- ") for line in sections.get("Remembered", "").splitlines())
    goals = _read_goals(sections.get("Sub-goals", ""))
    turns = [(reply, _deeds(reply, lines)) for reply, lines in zip(replies, outcomes, strict=False)]
    ended = {part for reply, deeds in turns for part in _ended(_numbers(_ENDS.search(reply)), deeds)}
    done = [deed for _, deeds in turns for deed in deeds]
    is_step = any(_STEP in message.text for message in request.messages if message.role == "system")
    if is_step:
        done, ended = _kept(memories, told)
    return Asked(
        instruction,
        values,
        background,
        goals=goals,
        memories=memories,
        deeds=tuple(done),
        finished=frozenset(ended | {goal.index for goal in goals if goal.finished}),
        told=tuple(told.splitlines()),
        time=sections.get("Time there", ""),
        dialog=screen.removeprefix(_DIALOG).strip() if screen.startswith(_DIALOG) else "",
        refused=_refusal(now),
        healing=_healing([_happened(message) for message in users]),
        is_untouched=_is_untouched(told, memories),
        tree=tree,
        is_step=is_step,
        wants=_read_wants(sections.get("To give", "")),
        is_reading=_READING in told,
    )


def escape(text: str) -> str:
    """A part of the instruction as it is noted down: on one line, and with nothing in it that looks like a tag."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\n", "&#10;")


def _is_untouched(told: str, memories: Sequence[str]) -> bool:
    if _HEALING in told:
        return bool(_UNTOUCHED.search(told))
    return _LEFT not in told or NOTHING_DONE in memories


def _happened(message: Message) -> str:
    """All that was told in one message. Earlier ones hold it without its heading."""
    return "\n".join(part for part in message.parts if isinstance(part, str))


def _healing(told: Sequence[str]) -> str:
    """What was told last of a recorded step, unless the recording was left since."""
    for text in reversed(told):
        if _LEFT in text:
            return ""
        if _HEALING in text:
            return text[text.rindex(_HEALING) :]
    return ""


def _refusal(parts: Sequence[object]) -> str:
    first = parts[0] if parts and isinstance(parts[0], str) else ""
    return first.removeprefix(_REFUSED).strip().partition("\n")[0] if first.startswith(_REFUSED) else ""


def _sections(parts: Sequence[object]) -> dict[str, str]:
    found = (_SECTION.match(part) for part in parts if isinstance(part, str))
    return {section["title"]: section["body"] for section in found if section}


def _read_opening(text: str) -> tuple[str, Mapping[str, str | None], str]:
    text = text.removeprefix("# Instruction\n")
    values = _VALUES.search(text)
    instruction, _, background = text.partition("\n\n# Background\n")
    if values and values.start() < len(instruction):
        instruction = text[: values.start()]
    read = {
        value["name"]: None if value["secret"] else str(json.loads(value["json"]))
        for line in (values["lines"].splitlines() if values else ())
        if (value := _VALUE.fullmatch(line))
    }
    return instruction, MappingProxyType(read), background


def _read_goals(text: str) -> tuple[Goal, ...]:
    found = (_GOAL.fullmatch(line) for line in text.splitlines())
    return tuple(
        Goal(int(goal["index"]), html.unescape(goal["text"]), goal["status"] == "finished") for goal in found if goal
    )


def _told_in(message: Message) -> str:
    return next((part for part in message.parts if isinstance(part, str)), "")


def _deeds(reply: str, told: str) -> list[Deed]:
    """The actions of a reply, each with what happened to it; those of which nothing is told did not run."""
    parts = _numbers(_STEPS.search(reply))
    # A long reply is kept only in part: what it did is then known by its outcome alone.
    actions = [(action["name"], _read_params(action["params"])) for action in _ACTION.finditer(reply)][: len(parts)]
    actions += [("", MappingProxyType({}))] * (len(parts) - len(actions))
    outcomes = [found for line in told.splitlines() if (found := _OUTCOME.match(line))]
    deeds: list[Deed] = []
    for place, (part, (name, params)) in enumerate(zip(parts, actions, strict=True)):
        outcome = outcomes[place] if place < len(outcomes) else None
        kind = _OUTCOMES[outcome["outcome"]] if outcome else "left out"
        deeds.append(Deed(part, name, params, kind, outcome["rest"].strip(" :()") if outcome else ""))
    return deeds


def _read_params(text: str) -> Mapping[str, Any]:
    try:
        return MappingProxyType(json.loads(text))
    except (ValueError, TypeError):  # a reply of somebody else
        return MappingProxyType({})


def _ended(ends: Sequence[int], deeds: Sequence[Deed]) -> list[int]:
    """The parts that a reply was to end, and all of whose steps in it were done."""
    undone = {deed.part for deed in deeds if deed.outcome != "done"}
    return [part for part in ends if part not in undone]


def _kept(memories: Sequence[str], told: str) -> tuple[list[Deed], set[int]]:
    """The deeds of a step of a program, and its parts that ended; the last round is told, the others are kept."""
    done: list[Deed] = []
    ended: set[int] = set()
    rounds = read_rounds(memories)
    for number, kept in enumerate(rounds):
        is_last = number == len(rounds) - 1
        lines = [found for line in told.splitlines() if is_last and (found := _OUTCOME.match(line))]
        outcomes = [_OUTCOMES[line["outcome"]] for line in lines] or list(kept.outcomes)
        deeds = [
            Deed(part, action, params, _outcome(outcomes, place))
            for place, (part, action, params) in enumerate(kept.steps)
        ]
        done += deeds
        ended |= {*_ended(kept.ends, deeds)}
    return done, ended


def _outcome(outcomes: Sequence[str], place: int) -> Outcome:
    known = outcomes[place] if place < len(outcomes) else "left out"
    return "done" if known == "done" else "failed" if known == "failed" else "left out"


def _read_wants(text: str) -> tuple[str, ...]:
    found = _WANTS.search(text)
    return tuple(found["names"].split(", ")) if found else ()


def _numbers(found: re.Match[str] | None) -> list[int]:
    return [int(part) for part in found["parts"].split(", ")] if found else []


def told_steps(steps: Sequence[int], ends: Sequence[int]) -> str:
    """What `read_request` finds again in a reply: which step was for which part, and which parts end with them."""
    said = [f"Steps for part {', '.join(map(str, steps))}."] if steps else []
    said += [f"Then done: part {', '.join(map(str, ends))}."] if ends else []
    return " ".join(said)
