"""Shapes as people spell them in a demand: `{name: string, price: number}[], the items in the basket`.

Read strictly: a sentence that merely holds braces, commas or the word "number" is a sentence.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Any, Literal, NotRequired, Union

from pydantic import AfterValidator, ConfigDict, JsonValue, with_config
from typing_extensions import TypedDict

from askonce.lazy import dataclass, regex

_TOKEN = regex(
    r"""\s*(?:(?P<text>"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+')|(?P<number>-?\d+(?:\.\d+)?)|(?P<word>[^\W\d]\w*+)"""
    r"""|(?P<sign>[{}\[\]():;,|?]))"""
)
_DEEPEST = 16


def _whole(number: float) -> int | float:
    return int(number) if number.is_integer() else number


_WORDS: dict[str, Any] = {
    "string": str,
    "number": Annotated[float, AfterValidator(_whole)],
    "integer": int,
    "int": int,
    "boolean": bool,
    "bool": bool,
    "date": date,
    "datetime": datetime,
    "any": JsonValue,
    "null": None,
    "true": Literal[True],
    "false": Literal[False],
}
_ALONE = frozenset({"string", "number", "integer", "boolean"})
"""The words that are a shape by themselves. "date, time and place of the meeting" is a sentence."""


class _NotAShape(Exception):
    """The text is something else."""


@dataclass(frozen=True, slots=True)
class Spelled:
    """A type that was spelled out, and what follows it in the text."""

    type: Any
    rest: str


def read_shape(text: str) -> Spelled | None:
    """The shape with which `text` begins, or None when it begins with something else."""
    reader = _Reader(text)
    try:
        shape = reader.union(0)
    except _NotAShape:
        return None
    rest = text[reader.at :]
    ends = not rest.strip() or rest.lstrip()[0] in ",:" or (text[reader.at - 1] in "]}" and rest[0].isspace())
    is_shape = ends and (reader.tokens > 1 or text[: reader.at].strip().lower() in _ALONE)
    return Spelled(shape, rest.strip(" \t\r\n,:;")) if is_shape else None


class _Reader:
    """Reads one type from the beginning of a text; `at` is where it ends, `tokens` how many signs and words it has."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.at = 0
        self.tokens = 0

    def union(self, depth: int) -> Any:
        if depth > _DEEPEST:
            raise _NotAShape
        kinds = [self._many(depth)]
        while self._take("|"):
            kinds.append(self._many(depth))
        return kinds[0] if len(kinds) == 1 else Union[tuple(kinds)]  # noqa: UP007 (made at run time)

    def _many(self, depth: int) -> Any:
        kind = self._one(depth)
        while self._take("["):
            self._need("]")
            kind = list[kind]
        return kind

    def _one(self, depth: int) -> Any:
        if self._take("{"):
            return self._object(depth)
        if self._take("("):
            inner = self.union(depth + 1)
            self._need(")")
            return inner
        found = self._next()
        if found["text"] is not None:
            return Literal[_unquoted(found["text"])]  # pyright: ignore[reportInvalidTypeForm] (made at run time)
        if found["number"] is not None:
            number = found["number"]
            if "." in number:
                raise _NotAShape
            return Literal[int(number)]  # pyright: ignore[reportInvalidTypeForm] (made at run time)
        word = (found["word"] or "").lower()
        if word not in _WORDS:
            raise _NotAShape
        return _WORDS[word]

    def _object(self, depth: int) -> Any:
        fields: dict[str, Any] = {}
        while not self._take("}"):
            found = self._next()
            name = found["word"] or (_unquoted(found["text"]) if found["text"] else "")
            if not name or name in fields:
                raise _NotAShape
            is_optional = self._take("?")
            self._need(":")
            kind = self.union(depth + 1)
            fields[name] = NotRequired[kind] if is_optional else kind
            if not (self._take(",") or self._take(";")):
                self._need("}")
                break
        if not fields:
            raise _NotAShape
        return object_of(fields)

    def _next(self) -> re.Match[str]:
        found = _TOKEN.match(self._text, self.at)
        if found is None:
            raise _NotAShape
        self.at = found.end()
        self.tokens += 1
        return found

    def _take(self, sign: str) -> bool:
        found = _TOKEN.match(self._text, self.at)
        if found is None or found["sign"] != sign:
            return False
        self._next()
        return True

    def _need(self, sign: str) -> None:
        if not self._take(sign):
            raise _NotAShape


def object_of(fields: dict[str, Any]) -> Any:
    """The type of plain dictionaries with exactly these fields."""
    made: Any = TypedDict("Object", fields)  # pyright: ignore[reportArgumentType, reportGeneralTypeIssues] (made at run time)
    return with_config(ConfigDict(extra="forbid"))(made)


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1])
