"""A recorded step that no longer works as recorded, as an intent that the skills can carry out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from askonce.embedded.grammar import Intent, IntentArgument
from askonce.history import StepToHeal
from askonce.language.commitments import committing_meanings

FIRST_PART = 1000
"""Recorded steps have part numbers of their own, so that they are not taken for parts of the instruction."""

_VERBS: Mapping[str, str] = MappingProxyType(
    {"Tap": "click", "DoubleTap": "double", "RightTap": "right", "Type": "type", "Clear": "empty", "Select": "choose"}
)

_FINAL = frozenset({
    "delete", "clear", "cancel", "unsubscribe", "pay", "send", "reject", "vote", "publish", "reset", "stop",
})  # fmt: skip
"""What a press commits to that nobody takes back."""


def part_number(step: StepToHeal) -> int:
    return FIRST_PART + len(step.before)


def is_other_commitment(step: StepToHeal) -> bool:
    """Whether the only element of the recorded name stands elsewhere, and its name commits to something final: "Delete"
    in the section of the account was not what was recorded in that of the draft."""
    target = " ".join(str(step.params[name]) for name in step.params if name in step.targets)
    return step.is_elsewhere and not _FINAL.isdisjoint(committing_meanings(target))


def step_intent(step: StepToHeal) -> Intent | None:
    """What the step was for; None if no skill can do all of it."""
    fields = {name: value for name, value in step.params.items() if name not in step.targets}
    target = ", ".join(str(step.params[name]) for name in step.params if name in step.targets)
    words = _words(step.action, target, fields)
    return Intent(_VERBS[step.action], target, MappingProxyType(words)) if words is not None else None


def _words(action: str, target: str, fields: Mapping[str, Any]) -> dict[str, IntentArgument] | None:
    """The fields of a step as the words of a sentence; None if some of them cannot be said."""
    words = {"target": IntentArgument(target, raw=target)} if target else {}
    match action:
        case "Type" if {*fields} <= {"text"}:
            return words | {"value": IntentArgument(str(fields.get("text", "")), fixed=True)}
        case "Select" if {*fields} == {"options"} and len(fields["options"]) == 1:
            return words | {"options": IntentArgument(str(fields["options"][0]), fixed=True)}
        case "Tap" if {*fields} <= {"times"} and target:
            return words | ({"count": IntentArgument(str(fields["times"]))} if "times" in fields else {})
        case "DoubleTap" | "RightTap" | "Clear" if not fields and target:
            return words
        case _:
            return None
