"""Writes the text of a recordings file. `recording_reader` reads it again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from pydantic import BaseModel

from askonce.actions import BUILT_IN
from askonce.errors import RecordingError
from askonce.recordings.recording import RecordedStep, RecordingFile
from askonce.recordings.yaml_writer import BlockStyle, lines_of
from askonce.screens.expectation import Expectation

VERSION = 1
HEADER = """\
# What worked once, kept by Askonce so that it works again without a model. Made to be reviewed and kept in git.
# Edits are welcome; comments are lost when something is learned anew.
"""
BESIDE_THE_ACTION = tuple(name for name in RecordedStep.model_fields if name not in {"action", "params"})
"""The fixed keys of a step; the other key is the name of its action."""


def write_recordings(recorded: RecordingFile) -> str:
    """The text of a file with these recordings. Equal recordings give equal texts."""
    lines = [*HEADER.splitlines(), *lines_of({"askonce": VERSION})]
    for name in RecordingFile.model_fields:
        entries: tuple[BaseModel, ...] = getattr(recorded, name)
        if entries:
            lines += ["", f"{name}:"]
        for number, entry in enumerate(entries):
            first, *others = lines_of(_fields_of(entry), 2)
            lines += ([""] if number else []) + [f"- {first[2:]}", *others]
    return "\n".join(lines) + "\n"


def _fields_of(entry: BaseModel) -> dict[str, Any]:
    """The fields that differ from their defaults, in the order of declaration."""
    fields = type(entry).model_fields
    changed = {name: value for name, value in entry if value != fields[name].get_default(call_default_factory=True)}
    return {name: _plain(value) for name, value in changed.items()}


def _plain(value: Any) -> Any:
    match value:
        case RecordedStep():
            return BlockStyle(_step(value))
        case Expectation():
            return BlockStyle(_clause(value))
        case BaseModel():
            return _fields_of(value)
        case tuple() | list():
            several = [_plain(item) for item in cast("list[Any]", value)]
            return BlockStyle(several) if several and isinstance(several[0], BlockStyle) else several
        case dict():
            # Sorted, so that equal mappings are written the same.
            entries = cast("dict[object, Any]", value)
            return {key: _plain(entries[key]) for key in sorted(entries, key=str)}
        case _:
            return value


def _step(step: RecordedStep) -> dict[str, Any]:
    if step.action in BESIDE_THE_ACTION:
        raise RecordingError(
            f"an action named {step.action!r} cannot be recorded: a step of a recordings file has a key of that name",
            remedy="give the action another name",
        )
    written: dict[str, Any] = {}
    for name, value in _fields_of(step).items():
        match name:
            case "action":
                written[step.action] = _in_declared_order(step.action, _plain(step.params))
            case "params":
                pass
            case "anchors":
                written[name] = BlockStyle(_in_declared_order(step.action, value))
            case "same_values":
                written[name] = BlockStyle(value)
            case _:
                written[name] = value
    return written


def _in_declared_order(action: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """In the order that the action declares them: a drag's start before its end."""
    declared = [name for known in BUILT_IN if known.title() == action for name in known.model_fields]
    return {name: fields[name] for name in [*filter(fields.__contains__, declared), *fields]}


def _clause(expected: Expectation) -> dict[str, str]:
    has_value = expected.kind == "field" or bool(expected.value)
    return {expected.kind: expected.text} | ({"is": expected.value} if has_value else {})
