"""Reads a script by its models. Unknown keys are errors in scripts of ours, and otherwise left out with a warning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from askonce.diagnostics.closest_name import did_you_mean
from askonce.diagnostics.problem import Problem
from askonce.diagnostics.yaml_nodes import YamlMapping
from askonce.items.flow_items import SUBJECT
from askonce.script.flow_blocks import item_key
from askonce.script.script_models import ScriptFile
from askonce.script.script_targets import file_model
from askonce.script.validation_errors import UNKNOWN, explain, explain_detail, known_keys, path_of


def read_models(data: dict[str, Any], root: YamlMapping, *, ours: bool) -> tuple[ScriptFile | None, list[Problem]]:
    """The file, if it is valid, and its problems. In a script that is not `ours`, unknown keys are taken out of
    `data`."""
    warnings: list[Problem] = []
    while True:
        try:
            return file_model().model_validate(data), warnings
        except ValidationError as error:
            unknown = [detail for detail in error.errors() if detail["type"] == UNKNOWN and not ours]
            dropped = [detail for detail in unknown if _drop(data, path_of(detail))]
            if not dropped:
                return None, [*warnings, *explain(error, root)]
            warnings += [_warning(detail, root) for detail in dropped]


def _warning(detail: ErrorDetails, root: YamlMapping) -> Problem:
    *holder, key = path_of(detail)
    near = did_you_mean(str(key), known_keys(holder, root))
    hint = f"{near} It is ignored" if near else "it is ignored"
    return replace(explain_detail(detail, root), suggestion=hint, severity="warning")


def _drop(data: object, path: Sequence[str | int]) -> bool:
    """Take out the key at a path of a validation error; whether it was there."""
    *steps, key = path
    holder = data
    for step in steps:
        match holder, step:
            case list(), int():
                holder = cast("list[object]", holder)[step]
            case dict(), str():
                table = cast("dict[str, object]", holder)
                name = item_key(table) if step == SUBJECT else step
                holder = table.get(name, table)  # some steps name a kind of thing, and not a key
            case _:
                pass
    return _drop_within(holder, str(key))


def _drop_within(holder: object, key: str) -> bool:
    """Take out a key of a mapping, or of the mappings in it: options may stand at the key of an item itself."""
    if not isinstance(holder, dict):
        return False
    table = cast("dict[str, object]", holder)
    if key in table:
        del table[key]
        return True
    return any(_drop_within(inner, key) for inner in table.values())
