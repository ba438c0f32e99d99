"""YAML as nodes that know their location, so that an error can point at its line.

Plain words are kept as they are written: whether `1e3` is a number or a text is for the reader of a field to say.
"""

from __future__ import annotations

from typing import Any

from askonce.diagnostics.location import Location
from askonce.lazy import dataclass, regex

_NULL = regex(r"~|null|Null|NULL|")
_TRUE = regex(r"true|True|TRUE")
_FALSE = regex(r"false|False|FALSE")
_INTEGER = regex(r"[-+]?[0-9]+")
_FLOAT = regex(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_SPECIAL = {".inf": "inf", "+.inf": "inf", "-.inf": "-inf", ".nan": "nan"}


class SpelledInt(int):
    """A whole number that remembers its spelling, for fields where a text is meant: `007`."""

    spelling: str


class SpelledFloat(float):
    """The same for a number such as `1.50`."""

    spelling: str


@dataclass(slots=True)
class YamlScalar:
    """A text, a number, a boolean or null: everything that is neither a list nor a mapping."""

    line: int
    column: int
    text: str
    plain: bool
    """Written without quotes: it may stand for more than its letters."""

    @property
    def location(self) -> Location:
        return Location(self.line, self.column, 1 if "\n" in self.text else max(1, len(self.text)))

    @property
    def value(self) -> Any:
        """What it stands for."""
        if not self.plain:
            return self.text
        if _NULL.fullmatch(self.text):
            return None
        if _INTEGER.fullmatch(self.text):
            return int(self.text)
        if _FLOAT.fullmatch(self.text):
            return float(self.text)
        if self.text.lower() in _SPECIAL:
            return float(_SPECIAL[self.text.lower()])
        return True if _TRUE.fullmatch(self.text) else False if _FALSE.fullmatch(self.text) else self.text


@dataclass(slots=True)
class YamlList:
    line: int
    column: int
    items: list[YamlNode]

    @property
    def location(self) -> Location:
        return Location(self.line, self.column)


@dataclass(slots=True)
class YamlMapping:
    line: int
    column: int
    entries: dict[str, YamlNode]
    keys: dict[str, YamlScalar]

    @property
    def location(self) -> Location:
        return Location(self.line, self.column)


YamlNode = YamlScalar | YamlList | YamlMapping


def value_of(node: YamlNode, *, spelled: bool = False) -> Any:
    """A node as Python values; `spelled`, numbers in it remember their spelling."""
    match node:
        case YamlScalar():
            return _spelled(node) if spelled else node.value
        case YamlList():
            return [value_of(item, spelled=spelled) for item in node.items]
        case YamlMapping():
            return {key: value_of(entry, spelled=spelled) for key, entry in node.entries.items()}


def spelling_of(value: object) -> str:
    """A number or a text as it was written."""
    if isinstance(value, SpelledInt | SpelledFloat):
        return value.spelling
    return str(value).lower() if isinstance(value, bool) else str(value)


def _spelled(scalar: YamlScalar) -> Any:
    value = scalar.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    number = SpelledInt(value) if isinstance(value, int) else SpelledFloat(value)
    number.spelling = scalar.text
    return number
