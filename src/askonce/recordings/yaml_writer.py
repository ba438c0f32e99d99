"""Writes plain values as YAML that is easy to review: on one line if it fits, otherwise one value a line.

The layout does not depend on a YAML library, so that the same values give the same bytes with any version of one. Every
text that another reader might parse as a number, a date or a boolean is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from askonce.diagnostics.yaml_parser import ESCAPED
from askonce.errors import RecordingError
from askonce.lazy import dataclass, regex

WIDTH = 110
"""How long a line may be before its values get their own lines."""
LONGEST_KEY = 200
"""YAML limits the length of a simple key."""

_LIKE_A_VALUE = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
_JOINERS = "\u200c\u200d"
_LONE = regex(r"[\ud800-\udfff]")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


@dataclass(frozen=True, slots=True)
class BlockStyle:
    """A mapping or a list that always gets several lines, however short it is."""

    value: Mapping[str, Any] | Sequence[Any]


def lines_of(fields: Mapping[str, Any], indent: int = 0) -> Iterator[str]:
    """The entries of a mapping, each on its own line."""
    for key, value in fields.items():
        yield from _value(value, " " * indent + _key(key) + ":", indent, beside=indent)


def _items(values: Iterable[Any], indent: int) -> Iterator[str]:
    for value in values:
        yield from _value(value, " " * indent + "-", indent, beside=indent + 2)


def _value(value: Any, lead: str, indent: int, *, beside: int) -> Iterator[str]:
    """A value after `lead`, which is a key or a dash at `indent`; a list in it begins at `beside`."""
    opened = value.value if isinstance(value, BlockStyle) else value
    if isinstance(opened, str) and _is_several_lines(opened):
        yield f"{lead} {'|' if opened.endswith(chr(10)) else '|-'}"
        yield from (f"{' ' * (indent + 2)}{line}".rstrip() for line in opened.removesuffix("\n").split("\n"))
        return
    if not opened or not (isinstance(value, BlockStyle) or _has_several_lines(opened)):
        on_one_line = f"{lead} {_on_one_line(opened, inside=False)}"
        if len(on_one_line) <= WIDTH or not isinstance(opened, Mapping | list | tuple):
            yield on_one_line
            return
    if isinstance(opened, Mapping):
        lines = lines_of(cast("Mapping[str, Any]", opened), indent + 2)
    else:
        lines = _items(cast("Sequence[Any]", opened), beside)
    if lead.endswith("-"):
        # An entry of a list starts on the line of its dash.
        yield f"{lead} {next(lines)[indent + 2 :]}"
    else:
        yield lead
    yield from lines


def _on_one_line(value: Any, *, inside: bool) -> str:
    """A value on one line; `inside` brackets more texts have to be quoted."""
    match value:
        case str():
            return _text(value, inside=inside)
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return _number(value)
        case Mapping():
            entries = cast("Mapping[str, Any]", value).items()
            return "{" + ", ".join(f"{_key(key)}: {_on_one_line(item, inside=True)}" for key, item in entries) + "}"
        case list() | tuple():
            several = cast("Sequence[Any]", value)
            return "[" + ", ".join(_on_one_line(item, inside=True) for item in several) + "]"
        case _:
            raise RecordingError(
                f"a recording cannot hold {value!r}, of type {type(value).__name__}",
                remedy="use texts, numbers, booleans, or lists and mappings of these as fields of actions",
            )


def _number(value: float) -> str:
    """A float with a decimal point, so that all readers parse it as one."""
    if value != value or value in (float("inf"), float("-inf")):
        return {"nan": ".nan", "inf": ".inf", "-inf": "-.inf"}[str(value)]
    mantissa, mark, exponent = repr(value).partition("e")
    return f"{mantissa if '.' in mantissa else f'{mantissa}.0'}{mark}{exponent}"


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise RecordingError(f"a recording cannot hold the key {key!r}", remedy="use texts as keys of mappings")
    written = _text(key, inside=True)
    if len(written) > LONGEST_KEY:
        raise RecordingError(
            f"a recording cannot hold a name of {len(key)} characters: {key[:40]!r}…",
            remedy=f"names of fields and attributes may have up to {LONGEST_KEY} characters",
        )
    return written


def _text(text: str, *, inside: bool) -> str:
    if _LONE.search(text):
        marked = re.sub(r"[\ud800-\udfff\\]", lambda half: f"\\u{ord(half.group()):04x}", text)
        return f"{ESCAPED} {_quoted(marked)}"
    return text if _is_plain(text, inside=inside) else _quoted(text)


def _is_plain(text: str, *, inside: bool) -> bool:
    """Whether a text needs no quotes in any version of YAML."""
    return (
        bool(text)
        and (text[0].isalpha() or text[0] in "/_($")
        and text.casefold() not in _LIKE_A_VALUE
        and text[-1] not in " :"
        and ": " not in text
        and " #" not in text
        and _is_printable(text)
        and not (inside and re.search(r"[\[\]{},:?]", text))
    )


def _quoted(text: str) -> str:
    if re.search(r'["\\]', text) and "'" not in text and _is_printable(text):
        return f"'{text}'"
    return '"' + "".join(_ESCAPES.get(mark) or (mark if _is_printable(mark) else _code(mark)) for mark in text) + '"'


def _is_printable(text: str) -> bool:
    """Characters that change the text direction count as unprintable, so that a review shows them."""
    return text.isprintable() or all(mark.isprintable() or mark in _JOINERS for mark in text)


def _code(mark: str) -> str:
    number = ord(mark)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _has_several_lines(value: Any) -> bool:
    """Whether a mapping or a list directly holds a text that reads better line by line."""
    held = cast("Mapping[str, Any]", value).values() if isinstance(value, Mapping) else value
    return (
        not isinstance(held, str)
        and isinstance(held, Iterable)
        and any(isinstance(item, str) and _is_several_lines(item) for item in cast("Iterable[Any]", held))
    )


def _is_several_lines(text: str) -> bool:
    """Whether a text can be written line by line: nothing in it depends on invisible blanks."""
    lines = text.removesuffix("\n").split("\n")
    return (
        len(lines) > 1
        and bool(lines[0])
        and bool(lines[-1])
        and not lines[0].startswith(" ")
        and all(_is_printable(line) and not line.endswith(" ") for line in lines)
    )
