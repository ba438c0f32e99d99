"""What pydantic found wrong with one field of a file, in words for the person who wrote the file."""

from __future__ import annotations

import re

from pydantic_core import ErrorDetails

from askonce.diagnostics.closest_name import did_you_mean
from askonce.diagnostics.yaml_nodes import YamlList, YamlMapping, YamlNode, YamlScalar

_KINDS = {
    "string_type": "a text",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}


def field_message(detail: ErrorDetails, key: str, node: YamlNode) -> str:
    """What is wrong with the node at a key; without a key, at an entry of a list."""
    name = f"{key}: " if key else ""
    kind, context = detail["type"], detail.get("ctx", {})
    if kind in _KINDS:
        return f"{name}{_KINDS[kind]} is needed here, not {shown(node)}"
    if kind == "value_error":
        return f"{name}{context.get('error', detail['msg'])!s}"
    if kind == "literal_error":
        return f"{name}{shown(node)} is not one of {context.get('expected', '')}"
    if kind == "too_short":
        return f"{name}at least one entry is needed here"
    if kind == "string_pattern_mismatch":
        return f"{name}{shown(node)} cannot be a name: names consist of letters, digits and _"
    return f"{name}{detail['msg'].replace('Input should', 'it should')}, not {shown(node)}"


def field_suggestion(detail: ErrorDetails, node: YamlNode) -> str:
    """What to write instead, where the error tells it."""
    if detail["type"] == "literal_error" and isinstance(node, YamlScalar):
        expected = re.split(r",| or ", detail.get("ctx", {}).get("expected", ""))
        return did_you_mean(node.text, [name.strip("' ") for name in expected])
    if detail["type"] == "string_type" and isinstance(node, YamlScalar):
        return "put it in quotes if it is meant as a text"
    return ""


def shown(node: YamlNode) -> str:
    """A node in a few words."""
    match node:
        case YamlScalar():
            return "nothing" if node.value is None else repr(node.text[:60])
        case YamlList():
            return "a list"
        case YamlMapping():
            return "a mapping"
