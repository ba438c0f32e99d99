"""An action's declaration as one line of prompt text."""

from __future__ import annotations

import inspect
import json
import types
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from askonce.actions.action import Action
from askonce.actions.target import Target


@cache
def describe_action(action: type[Action[Any]]) -> str:
    """For example `- Type {text: string, target?: target (the field)}: Type text into a field.`"""
    fields = ", ".join(_describe_field(name, field) for name, field in action.model_fields.items() if not field.exclude)
    summary = " ".join((inspect.getdoc(action) or "").split())
    return f"- {action.title()} {{{fields}}}: {summary}" if fields else f"- {action.title()} {{}}: {summary}"


def _describe_field(name: str, field: FieldInfo) -> str:
    optional = "" if field.is_required() else "?"
    note = f" ({field.description})" if field.description else ""
    default = f" = {json.dumps(field.default)}" if isinstance(field.default, str) else ""
    return f"{name}{optional}: {_describe_type(field.annotation)}{default}{note}"


def _describe_type(annotation: Any) -> str:
    if annotation is Target:
        return "target"
    if annotation is None or annotation is types.NoneType:
        return "null"
    simple = {str: "string", int: "integer", float: "number", bool: "true|false"}.get(annotation)
    if simple:
        return simple
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _describe_type(arguments[0])
    if origin is Literal:
        return "|".join(f'"{value}"' for value in arguments)
    if origin in (Union, types.UnionType):
        return "|".join(_describe_type(part) for part in arguments if part is not types.NoneType)
    if origin in (list, tuple):
        return f"[{_describe_type(arguments[0])}, …]"
    return getattr(annotation, "__name__", str(annotation))
