"""YAML as parts that know where they stand, so that an error can point at its line.

Plain words are kept as they are written: whether `1e3` is a number or a text is for the reader of a field to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, cast

from askonce.errors import RecordingError
from askonce.recordings.yaml_writer import ESCAPED

_STRING = "tag:yaml.org,2002:str"
_HALF = re.compile(r"\\u([0-9a-fA-F]{4})")
_CONFLICT = re.compile(r"^(?:<{7} |={7}$|>{7} )", re.MULTILINE)
_UNPRINTABLE = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NULL = re.compile(r"~|null|Null|NULL|")
_TRUE = re.compile(r"true|True|TRUE")
_FALSE = re.compile(r"false|False|FALSE")
_INTEGER = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_SPECIAL = {".inf": "inf", "+.inf": "inf", "-.inf": "-inf", ".nan": "nan"}


@dataclass(slots=True)
class Text:
    """A text, a number, a yes or a no: all that is no list and no mapping."""

    line: int
    column: int
    text: str
    plain: bool
    """Written without quotes: it may stand for more than its letters."""

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
class Series:
    line: int
    column: int
    items: list[Part]


@dataclass(slots=True)
class Table:
    line: int
    column: int
    entries: dict[str, Part]
    keys: dict[str, Text]


Part = Text | Series | Table


def fault(place: str, part: Part, message: str, remedy: str = "") -> RecordingError:
    """An error that points at `part` as editors and terminals understand it."""
    return RecordingError(f"{place}:{part.line}:{part.column}: {message}", remedy=remedy)


def plain_value(part: Part) -> Any:
    """A part as Python values."""
    match part:
        case Text():
            return part.value
        case Series():
            return [plain_value(item) for item in part.items]
        case Table():
            return {key: plain_value(one) for key, one in part.entries.items()}


def parse(text: str, place: str) -> Part:
    """The one document that a file holds."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        # The events alone are a third of the work of loading, and they carry their positions.
        return _compose(iter(cast("Any", YAML(typ="safe")).parse(text)), place)
    except MarkedYAMLError as error:
        told = cast("Any", error)
        at = told.problem_mark or told.context_mark
        raise RecordingError(
            f"{place}:{at.line + 1}:{at.column + 1}: {told.problem or told.context}", remedy=_remedy(text)
        ) from error
    except (YAMLError, UnicodeEncodeError) as error:
        raise _unprintable(text, place) from error


def _unprintable(text: str, place: str) -> RecordingError:
    """Parsers count such a place in bytes or in characters, as they like; so it is looked for again."""
    found = _UNPRINTABLE.search(text)
    before = text[: found.start() if found else 0]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return RecordingError(
        f"{place}:{line}:{column}: {found.group() if found else ''!r} cannot stand in a file as it is",
        remedy="remove it, or write it as a code in double quotes",
    )


def _remedy(text: str) -> str:
    if _CONFLICT.search(text):
        return "the file holds the marks of an unfinished merge: choose what is to stay, then remove them"
    return "mend the line, or take the last good version of the file from git; it is left as it is until then"


def _compose(events: Any, place: str) -> Part:
    """Parts from a stream of parser events, with a stack of our own: no file is too deep."""
    open_parts: list[Series | Table] = []
    open_keys: list[Text | None] = []
    root: Part | None = None
    for event in events:
        name = type(event).__name__
        if name in {"MappingEndEvent", "SequenceEndEvent"}:
            open_parts.pop()
            open_keys.pop()
            continue
        part = _part(event, name, place)
        if part is None:
            continue
        if root is None:
            root = part
        elif not open_parts:
            raise fault(place, part, "a second document begins here", "keep one document in a file")
        else:
            _put(part, open_parts[-1], open_keys, place)
        if not isinstance(part, Text):
            open_parts.append(part)
            open_keys.append(None)
    if root is None:
        raise RecordingError(f"{place}:1:1: the file is empty", remedy="delete it, or take it back from git")
    return root


def _part(event: Any, name: str, place: str) -> Part | None:
    if name not in {"ScalarEvent", "MappingStartEvent", "SequenceStartEvent", "AliasEvent"}:
        return None
    line, column = event.start_mark.line + 1, event.start_mark.column + 1
    if name == "MappingStartEvent":
        return Table(line, column, {}, {})
    if name == "SequenceStartEvent":
        return Series(line, column, [])
    if name == "AliasEvent":
        part = Text(line, column, "", plain=True)
        raise fault(place, part, f"*{event.anchor} refers to another place", "write out what it stands for")
    part = Text(line, column, event.value, plain=event.implicit[0])
    tag = str(event.tag or "")
    if tag == ESCAPED:
        part.text = _HALF.sub(lambda half: chr(int(half[1], 16)), part.text)
    elif tag not in {"", "!", _STRING}:
        raise fault(place, part, f"the tag {tag} is not known here", "leave it out; quotes make a text of anything")
    return part


def _put(part: Part, into: Series | Table, keys: list[Text | None], place: str) -> None:
    if isinstance(into, Series):
        into.items.append(part)
        return
    key = keys[-1]
    if key is not None:
        into.entries[key.text] = part
        keys[-1] = None
    elif not isinstance(part, Text):
        raise fault(place, part, "a list or a mapping stands where a key should", "put the text in quotes")
    elif part.text in into.keys:
        first = into.keys[part.text]
        raise fault(place, part, f"the key {part.text!r} stands here again", f"it is on line {first.line} already")
    else:
        into.keys[part.text] = keys[-1] = part
