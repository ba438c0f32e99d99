"""Every action of a screen as a tool, by its declaration: its docstring, its fields, and targets as plain words."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from askonce.actions import BUILT_IN, Action
from askonce.actions.screen_needs import has_verb
from askonce.tools.tool_arguments import TIMEOUT_NOTE, VALUES_NOTE, ToolContext
from askonce.tools.tool_names import tool_name
from askonce.tools.tool_outcome import ToolOutcome
from askonce.tools.tool_targets import TARGET_NOTE, read_numbers

AnyAction = type[Action[Any]]


def actions_of(screen: type) -> tuple[AnyAction, ...]:
    """The built-in actions that screens of a class have the verbs for, before there is such a screen."""
    return tuple(action for action in BUILT_IN if has_verb(screen, action.needs))


def named(actions: Iterable[AnyAction]) -> dict[str, AnyAction]:
    """Actions by the names of their tools."""
    return {tool_name(action.title()): action for action in actions}


def describe(action: AnyAction) -> str:
    return " ".join((inspect.getdoc(action) or action.title()).split())


def schema_of(action: AnyAction) -> dict[str, Any]:
    """The JSON Schema of an action's fields as a client fills them in."""
    declared = action.model_json_schema()
    own: dict[str, Any] = {
        "values": {
            "type": "object",
            "additionalProperties": {"anyOf": [{"type": "string"}, {"type": "number"}]},
            "description": VALUES_NOTE,
        },
        "timeout": {"type": "number", "minimum": 0, "description": TIMEOUT_NOTE},
    }
    properties = {name: _in_words(field) for name, field in declared.get("properties", {}).items()}
    return {
        "type": "object",
        "properties": properties | own,
        "required": declared.get("required", []),
        "additionalProperties": False,
    }


def _in_words(schema: Any) -> Any:
    """A field's schema without the names of our classes, and with words where there is a target."""
    if isinstance(schema, list):
        return [_in_words(part) for part in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    parts = cast("dict[str, Any]", schema)
    if str(parts.get("$ref", "")).endswith("/Target"):
        return {"type": "string", "description": TARGET_NOTE} | {k: v for k, v in parts.items() if k != "$ref"}
    return {key: _in_words(part) for key, part in parts.items() if key != "title"}


async def perform(work: ToolContext, name: str, given: Mapping[str, Any]) -> ToolOutcome:
    """Carry out the action that a tool stands for, if the screen of the session offers it."""
    params = dict(given)
    values = work.values_for(json.dumps(params, ensure_ascii=False), params.pop("values", None) or {})
    timeout = params.pop("timeout", None)
    action = work.agent.actions.read(name, params)
    numbered = await read_numbers(action.targets(), work.eyes())
    answer = await work.agent.do(action, timeout=timeout, values=values, recordable=not numbered)
    return ToolOutcome(f"Done: {action}" + (f" → {answer}" if answer else ""))
