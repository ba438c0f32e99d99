"""Where pydantic reads a text more freely than it was meant: digits as seconds since 1970, powers of ten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from askonce.lazy import regex

Schema = Mapping[str, Any]

DECIMAL = "decimal"
"""The format by which our schemas mark decimal numbers that are written as text."""

_DATED = frozenset({"date", "date-time"})
_DIGITS = regex(r"\s*[+-]?\d+(?:\.\d*)?\s*")
_NUMERIC = regex(r"\s*[+-]?[\d._]+(?:[eE][+-]?\d+)?\s*")
_PLAIN_DECIMAL = regex(r"\s*[+-]?\d{1,30}(?:\.\d{1,30})?\s*")


def misread(value: object, schema: Schema) -> Iterator[str]:
    """What in `value` is not written in the format that the JSON schema names, each as a sentence with its place."""
    definitions: Schema = schema.get("$defs", {})
    return _misread(value, _branches([schema], definitions), definitions, "value")


def _misread(value: object, branches: Sequence[Schema], definitions: Schema, place: str) -> Iterator[str]:
    match value:
        case str():
            if problem := _text_problem(value, branches):
                yield f"{place}: {problem}"
        case list():
            for index, item in enumerate(cast("list[object]", value)):
                inner = (_item_schema(branch, index) for branch in branches)
                yield from _misread(item, _branches(inner, definitions), definitions, f"{place}[{index}]")
        case dict():
            for key, item in cast("dict[str, object]", value).items():
                inner = (_entry_schema(branch, key) for branch in branches)
                yield from _misread(item, _branches(inner, definitions), definitions, f"{place}.{key}")
        case _:
            pass


def _text_problem(text: str, branches: Sequence[Schema]) -> str:
    formats: set[str] = set()
    for branch in branches:
        if "enum" in branch or "const" in branch:
            if text in branch.get("enum", [branch.get("const")]):
                return ""
        elif branch.get("type", "string") == "string":
            form = branch.get("format")
            if form is None and not formats:
                return ""  # any text will do; pydantic takes the first that fits
            formats.add(str(form))
    if formats & _DATED and _DIGITS.fullmatch(text):
        return f"{text.strip()[:40]!r} is not a date; write YYYY-MM-DD"
    if DECIMAL in formats and _NUMERIC.fullmatch(text) and not _PLAIN_DECIMAL.fullmatch(text):
        return f"{text.strip()[:40]!r} is not a plain decimal number"
    return ""


def _branches(schemas: Iterator[Schema | None] | Sequence[Schema | None], definitions: Schema) -> list[Schema]:
    """What a value may be, with references followed and unions taken apart."""
    found: list[Schema] = []
    seen: set[str] = set()
    left = [schema for schema in schemas if schema is not None]
    while left:
        schema = left.pop(0)
        reference = schema.get("$ref")
        if reference is not None:
            name = str(reference).removeprefix("#/$defs/")
            if name not in seen and name in definitions:
                seen.add(name)
                left.append(definitions[name])
            continue
        inner = [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())]
        if inner:
            left += inner
        else:
            found.append(schema)
    return found


def _item_schema(branch: Schema, index: int) -> Schema | None:
    if branch.get("type") != "array":
        return None
    first: Sequence[Schema] = branch.get("prefixItems", ())
    return first[index] if index < len(first) else branch.get("items")


def _entry_schema(branch: Schema, key: str) -> Schema | None:
    if branch.get("type") != "object":
        return None
    fields: Mapping[str, Schema] = branch.get("properties", {})
    rest: Schema | bool = branch.get("additionalProperties", False)
    return fields.get(key) or (None if isinstance(rest, bool) else rest)
