"""One recorded step that no longer fits: what it did and to what, read back into an intent of ours."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from askonce.embedded.grammar import Intent, Said

_STEP = re.compile(r"^> (?P<action>\w+)\((?P<inner>.*)\)(?:, to: (?P<log>.*))?$", re.MULTILINE)
_DONE = re.compile(r"Done so far:\n(?P<lines>(?:- .*\n)*)")
_FIELD = r"(?P<name>\w+)=(?P<value>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|\[[^\]]*\]|-?[\d.]+|True|False|None)"
_FIRST = re.compile(rf"^{_FIELD}(?:, |$)")
_LAST = re.compile(rf"(?:^|, ){_FIELD}$")
_WAS_DONE = "Now this step was done, but"
FIRST_PART = 1000
"""Steps that are mended have part numbers of their own, so that they are not taken for parts of the instruction."""

_VERBS: Mapping[str, str] = MappingProxyType(
    {"Tap": "click", "DoubleTap": "double", "RightTap": "right", "Type": "type", "Clear": "empty", "Select": "choose"}
)


@dataclass(frozen=True, slots=True)
class Mended:
    """A recorded step: its intent, its place in the recording, and whether it was done already."""

    intent: Intent
    part: int
    was_done: bool
    words: str


def read_mended(told: str, values: Mapping[str, str | None]) -> Mended | None:
    """The step that is asked for; None when there is no intent of ours like it. `values` are kept as what they are."""
    found = _STEP.search(told)
    if found is None or found["action"] not in _VERBS:
        return None
    target, fields = _read_fields(found["inner"])
    said = _said(found["action"], target, fields, values)
    done = _DONE.search(told)
    lines = [line for line in done["lines"].splitlines() if line != "- nothing yet"] if done else []
    if said is None:
        return None
    intent = Intent(_VERBS[found["action"]], target, MappingProxyType(said))
    return Mended(intent, FIRST_PART + len(lines), _WAS_DONE in told, found["log"] or target)


def _read_fields(inner: str) -> tuple[str, dict[str, Any]]:
    """The words of the target, and the other fields, which stand before and after it."""
    fields: dict[str, Any] = {}
    for form in (_FIRST, _LAST):
        while found := form.search(inner):
            fields[found["name"]] = ast.literal_eval(found["value"])
            inner = inner[: found.start()] if form is _LAST else inner[found.end() :]
    return inner.strip(", "), fields


def _said(
    action: str, target: str, fields: Mapping[str, Any], values: Mapping[str, str | None]
) -> dict[str, Said] | None:
    """The fields of a step as the words of a sentence. What cannot be said so is not done by halves."""
    said = {"target": Said(target, raw=target)} if target else {}
    match action:
        case "Type" if {*fields} <= {"text"}:
            return said | {"value": Said(_open(str(fields.get("text", "")), values), fixed=True)}
        case "Select" if {*fields} == {"options"} and len(fields["options"]) == 1:
            return said | {"options": Said(_open(str(fields["options"][0]), values), fixed=True)}
        case "Tap" if {*fields} <= {"times"} and target:
            return said | ({"count": Said(str(fields["times"]))} if "times" in fields else {})
        case "DoubleTap" | "RightTap" | "Clear" if not fields and target:
            return said
        case _:
            return None


def _open(text: str, values: Mapping[str, str | None]) -> str:
    """A text that is the value of a name is written by the name, so that the recording keeps it so."""
    names = [name for name, value in values.items() if value == text and text]
    return f"{{{names[0]}}}" if len(names) == 1 else text
