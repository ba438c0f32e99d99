"""The same flow in plain language: what is said, and how a model that makes no mistakes answers it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from askonce.testing import Asked
from replay.looks import CONFIRM

Move = tuple[str, str, dict[str, Any]]
"""An action, the words for its target, and its other fields."""


@dataclass(frozen=True, slots=True)
class Task:
    """One instruction with the names of its values, and what to do for it.

    A model sees one page at a time, so the moves come in rounds: each shows what the next one needs.
    """

    instruction: str
    values: str
    rounds: tuple[tuple[Move, ...], ...]
    expects: str


TASKS = (
    Task(
        "register as {name} with the email {email}, the password {password} and the home branch {branch}, "
        "accepting the rules",
        "name email password branch",
        (
            (
                ("Type", "the field 'Full name'", {"text": "{name}"}),
                ("Type", "the field 'Email'", {"text": "{email}"}),
                ("Type", "the field 'Password'", {"text": "{password}"}),
                ("Select", "the list 'Home branch'", {"options": ["{branch}"]}),
                ("Tap", "the check box 'I accept the lending rules'", {}),
                ("Tap", "the button 'Create account'", {}),
            ),
        ),
        'visible "What are you working on?"',
    ),
    Task(
        "reserve the tool {tool} for {days} days with the note {note}",
        "tool days note",
        (
            (("Type", "the field 'Filter tools'", {"text": "{tool}"}),),
            (("Tap", "the button 'Reserve' in the row of '{tool}'", {}),),
            (
                ("Type", "the field 'Days'", {"text": "{days}"}),
                ("Type", "the field 'Note for the desk'", {"text": "{note}"}),
                ("Tap", "the button 'Confirm'", {}),
            ),
        ),
        'visible "Reserved: {tool}"',
    ),
    Task(
        "deliver it to {street}, postcode {postcode}",
        "street postcode",
        (
            (("Tap", "the link 'Delivery'", {}),),
            (
                ("Type", "the field 'Street'", {"text": "{street}"}),
                ("Type", "the field 'Postcode'", {"text": "{postcode}"}),
                ("Tap", "the button 'Save address'", {}),
            ),
        ),
        'visible "Address saved"',
    ),
    Task(
        "search the help for {question} and open the article {article}",
        "question article",
        (
            (("Tap", "the link 'Help'", {}),),
            (
                ("Type", "the field 'Search the help'", {"text": "{question}"}),
                ("Tap", "the button 'Search'", {}),
            ),
            (("Tap", "the link '{article}'", {}),),
        ),
        'visible "Did this help?"',
    ),
    Task(
        "mark the article as helpful",
        "",
        ((("Tap", "the button 'Yes, it helped'", {}),),),
        'visible "Thank you for telling us"',
    ),
)


_VALUE = re.compile(r'^\{(\w+)\} = (".*")$', re.MULTILINE)
_BROKEN = re.compile(r"^> (.*?)(?:, to: .*)?$", re.MULTILINE)


def read(asked: Asked) -> str | None:
    """What a model says that sees everything and makes no mistakes.

    It is asked for the next round of an instruction, or for the one step of a recording that no longer fits.
    """
    task = next((task for task in TASKS if f"# Instruction\n{task.instruction}" in asked.text), None)
    if task is None:
        return None
    values = {name: json.loads(value) for name, value in _VALUE.findall(asked.text)}
    broken = _BROKEN.findall(asked.text)
    if broken:
        moves = [move for moves in task.rounds for move in moves if _filled(move[1], values) in broken[-1]]
        expects = task.expects if moves[-1] == task.rounds[-1][-1] else ""
        return _reply([_translated(move, asked) for move in moves] if broken[-1] in asked.last else [], expects, values)
    number = sum(message.role == "assistant" for message in asked.messages)
    if number >= len(task.rounds):
        return _reply([], "", values)  # it sees the page after the last round
    return _reply(task.rounds[number], task.expects if number == len(task.rounds) - 1 else None, values)


def _translated(move: Move, asked: Asked) -> Move:
    """The same move where a button of the screen is in another language."""
    action, target, fields = move
    if f'"{CONFIRM["translated"]}"' in asked.last:
        target = target.replace(CONFIRM["plain"], CONFIRM["translated"])
    return action, target, fields


def _reply(moves: Sequence[Move], expects: str | None, values: Mapping[str, str]) -> str:
    """A reply of these moves, which is the last one unless `expects` is None."""
    lines = ["<thought>All that is needed is in view.</thought>"]
    lines.append(f"<log>{_filled(' and '.join(f'{action} {target}' for action, target, _ in moves), values)}</log>")
    for action, target, fields in moves:
        params = json.dumps(_filled({"target": {"prompt": target}, **fields}, values))
        lines += [f"<action-type>{action}</action-type>", f"<action-param-json>{params}</action-param-json>"]
    if expects:
        lines.append(f"<expect>{_filled(expects, values)}</expect>")
    if expects is not None:
        lines.append('<complete success="true">Done.</complete>')
    return "\n".join(lines)


def _filled(part: Any, values: Mapping[str, str]) -> Any:
    """With the values as a model copies them from its instruction; a password is known to it by name only."""
    if isinstance(part, str):
        for name, value in values.items():
            part = part.replace(f"{{{name}}}", value)
        return part
    if isinstance(part, list):
        return [_filled(one, values) for one in cast("list[Any]", part)]
    return {name: _filled(one, values) for name, one in part.items()}
