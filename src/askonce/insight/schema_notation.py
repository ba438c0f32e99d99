"""A JSON schema as a model reads it best: short, in the notation of types that everybody has seen.

{
  name: string,
  state: "open" | "paid",  // as its badge says
  due?: string (date, YYYY-MM-DD) | null
}[]
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, cast

Schema = Mapping[str, Any]

_FORMATS = {
    "date": "date, YYYY-MM-DD",
    "date-time": "date and time, YYYY-MM-DDTHH:MM:SS",
    "time": "time, HH:MM:SS",
    "duration": "duration, as in PT1H30M",
    "decimal": "decimal number, as in 12.50",
}
_LIMITS = {
    "minimum": "at least {}",
    "exclusiveMinimum": "more than {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "pattern": "as the pattern {}",
    "minItems": "at least {} entries",
    "maxItems": "at most {} entries",
}
_WIDEST = 80


def write_schema(schema: Schema) -> str:
    """The schema in words and brackets. What is used once stands where it is used; the rest has a name and follows."""
    return _Writer(schema).write()


class _Writer:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._definitions: Mapping[str, Schema] = schema.get("$defs", {})
        self._uses = Counter(_references(schema))
        self._named: list[str] = []

    def write(self) -> str:
        parts = [self._type(self._schema)]
        for name in self._named:  # grows while it is gone through
            definition = self._definitions[name]
            note = _note(definition)
            parts.append((f"// {note}\n" if note else "") + f"{name} = {self._type(definition)}")
        return "\n".join(parts)

    def _type(self, schema: Schema) -> str:
        limits = [_FORMATS.get(form, form)] if isinstance(form := schema.get("format"), str) else []
        is_tuple = "prefixItems" in schema
        limits += [words.format(schema[key]) for key, words in _LIMITS.items() if key in schema and not is_tuple]
        limits += ["no duplicates"] if schema.get("uniqueItems") else []
        return self._bare(schema) + (f" ({', '.join(limits)})" if limits else "")

    def _bare(self, schema: Schema) -> str:
        reference = schema.get("$ref")
        if reference is not None:
            return self._reference(str(reference).removeprefix("#/$defs/"))
        for key in ("anyOf", "oneOf", "allOf"):
            if key in schema:
                inner: list[Schema] = schema[key]
                return " | ".join(dict.fromkeys(self._type(option) for option in inner))
        if "const" in schema:
            return _literal(schema["const"])
        if "enum" in schema:
            return " | ".join(map(_literal, schema["enum"]))
        match schema.get("type"):
            case "array":
                return self._array(schema)
            case "object":
                return self._object(schema)
            case str() as word:
                return word
            case _:
                return "any JSON value"

    def _reference(self, name: str) -> str:
        definition = self._definitions[name]
        if self._uses[name] == 1 or "enum" in definition or "const" in definition:
            return self._type(definition)
        if name not in self._named:
            self._named.append(name)
        return name

    def _array(self, schema: Schema) -> str:
        first: list[Schema] | None = schema.get("prefixItems")
        if first is not None:
            return f"[{', '.join(map(self._type, first))}]"
        item = self._type(schema.get("items", {}))
        return f"{item}[]" if item.isidentifier() or _is_one_object(item) else f"({item})[]"

    def _object(self, schema: Schema) -> str:
        fields: Mapping[str, Schema] = schema.get("properties", {})
        rest = schema.get("additionalProperties")
        required: list[str] = schema.get("required", [])
        parts = [self._field(name, field, name in required) for name, field in fields.items()]
        if isinstance(rest, dict):
            parts.append((f"[name: string]: {self._type(cast('Schema', rest))}", ""))
        if not parts:
            return "object"
        line = f"{{{', '.join(text for text, _ in parts)}}}"
        if len(line) <= _WIDEST and "\n" not in line and not any(note for _, note in parts):
            return line
        last = len(parts) - 1
        lines = [
            text.replace("\n", "\n  ") + ("," if index < last else "") + (f"  // {note}" if note else "")
            for index, (text, note) in enumerate(parts)
        ]
        return "{\n" + "\n".join(f"  {line}" for line in lines) + "\n}"

    def _field(self, name: str, schema: Schema, is_required: bool) -> tuple[str, str]:
        shown = name if name.isidentifier() else _literal(name)
        reference = str(schema.get("$ref", "")).removeprefix("#/$defs/")
        note = _note(schema) or (_note(self._definitions[reference]) if self._uses[reference] == 1 else "")
        return f"{shown}{'' if is_required else '?'}: {self._type(schema)}", note


def _note(schema: Schema) -> str:
    return " ".join(str(schema.get("description", "")).split())


def _is_one_object(text: str) -> bool:
    """Whether the brace that opens the text is closed by its last sign, so that it needs no brackets around it."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "{") - (sign == "}")
        if depth == 0:
            return place == len(text) - 1
    return False


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _references(part: object) -> Iterator[str]:
    """The names that a schema refers to, one for each time."""
    if isinstance(part, dict):
        entries = cast("dict[str, object]", part)
        reference = entries.get("$ref")
        if isinstance(reference, str):
            yield reference.removeprefix("#/$defs/")
        for inner in entries.values():
            yield from _references(inner)
    elif isinstance(part, list):
        for inner in cast("list[object]", part):
            yield from _references(inner)
