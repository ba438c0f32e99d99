"""YAML as parts that know where they stand, for scripts: anchors are followed, numbers remember how they are spelt."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem
from askonce.recordings.yaml_positions import Part, Series, Table, Text

MOST_PARTS = 20_000
"""How many parts a script may have when everything that anchors stand for is written out."""
DEEPEST = 60
"""How deep lists and mappings may stand in each other."""

_STRING = "tag:yaml.org,2002:str"
_NAMED = re.compile(r"\$\{([^{}\n]+)\}")
_OPEN, _SHUT = "\ue000", "\ue001"
_SHIELDED = re.compile(rf"\${_OPEN}([^{_SHUT}]*){_SHUT}")
_UNPRINTABLE = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TAB = re.compile(r"(?m)^[ ]*\t[ \t]*(?=\S)")


class Unreadable(Exception):
    """The text is no YAML that a script may be written in; carries the problem with its place."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class WrittenWhole(int):
    """A whole number that remembers how it was written, for places where a text is meant: `007`."""

    written: str


class WrittenReal(float):
    """The same for a number such as `1.50`."""

    written: str


def place_of(part: Part) -> Location:
    length = len(part.text) if isinstance(part, Text) and "\n" not in part.text else 1
    return Location(part.line, part.column, max(1, length))


def parse_script(text: str) -> Part:
    """The one document that a script is; `Unreadable` when it is none."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    # `${NAME}` may stand anywhere, also where YAML takes braces for a mapping. The stand-ins are as long as what they
    # stand for, so that columns stay right.
    shielded = _NAMED.sub(lambda found: f"${_OPEN}{found[1]}{_SHUT}", text)
    try:
        return _Composer().compose(cast("Any", YAML(typ="safe", pure=True)).parse(shielded))
    except MarkedYAMLError as error:
        raise Unreadable(_malformed(cast("Any", error), text)) from error
    except (YAMLError, UnicodeEncodeError) as error:
        raise Unreadable(_unprintable(text)) from error


def value_of(part: Part) -> Any:
    """A part as Python values; numbers remember their spelling."""
    match part:
        case Text():
            value = part.value
            if isinstance(value, bool) or not isinstance(value, int | float):
                return value
            number = WrittenWhole(value) if isinstance(value, int) else WrittenReal(value)
            number.written = part.text
            return number
        case Series():
            return [value_of(item) for item in part.items]
        case Table():
            return {key: value_of(one) for key, one in part.entries.items()}


def written(value: object) -> str:
    """A number or a text as it was written."""
    if isinstance(value, WrittenWhole | WrittenReal):
        return value.written
    return str(value).lower() if isinstance(value, bool) else str(value)


def _malformed(error: Any, text: str) -> Problem:
    at = error.problem_mark or error.context_mark
    said = str(error.problem or error.context)
    place = Location(at.line + 1, at.column + 1)
    line = dict(enumerate(text.splitlines())).get(cast("int", at.line), "")
    if tab := _TAB.match(line):
        return Problem(
            Location(at.line + 1, tab.group().index("\t") + 1),
            "the line is indented with a tab, which YAML does not allow",
            "indent with spaces",
        )
    if "mapping values are not allowed" in said:
        return Problem(
            place,
            "a second “key: value” begins here, inside of a text or at another depth than its neighbours",
            "put a text that holds a colon in quotes, and let keys that belong together begin in one column",
        )
    return Problem(place, f"this is no YAML: {said.replace(_OPEN, '{').replace(_SHUT, '}')}", _remedy(said))


def _remedy(said: str) -> str:
    if "expected <block end>" in said:
        return "let keys and list entries that belong together begin in one column"
    if "found unexpected end of stream" in said or "while scanning a quoted" in said:
        return "close the quotes"
    if "could not find expected ':'" in said:
        return "a key is followed by a colon and a space"
    if "cannot start any token" in said:
        return "put the text in quotes"
    return "check quotes, brackets and indentation"


def _unprintable(text: str) -> Problem:
    found = _UNPRINTABLE.search(text)
    before = text[: found.start() if found else 0]
    place = Location(before.count("\n") + 1, len(before) - before.rfind("\n"))
    what = found.group() if found else ""
    return Problem(
        place, f"{what!r} cannot stand in a file as it is", "remove it, or write it as a code in double quotes"
    )


@dataclass(slots=True)
class _Open:
    """A list or mapping that is being read."""

    part: Series | Table
    key: Text | None = None
    anchor: str = ""
    merged: list[Part] = field(default_factory=list[Part])


class _Composer:
    """Parts from a stream of parser events, with a stack of our own."""

    def __init__(self) -> None:
        self._open: list[_Open] = []
        self._anchors: dict[str, Part] = {}
        self._sizes: dict[int, int] = {}
        self._count = 0
        self._root: Part | None = None

    def compose(self, events: Any) -> Part:
        for event in events:
            self._take(event, type(event).__name__)
        if self._root is None:
            raise Unreadable(
                Problem(Location(1, 1), "the file is empty", 'a script has a target, such as "web:", and "tasks:"')
            )
        return self._root

    def _take(self, event: Any, name: str) -> None:
        match name:
            case "MappingEndEvent" | "SequenceEndEvent":
                self._close()
            case "MappingStartEvent" | "SequenceStartEvent":
                line, column = _position(event)
                part = Table(line, column, {}, {}) if name.startswith("Mapping") else Series(line, column, [])
                self._refuse_tag(event, part)
                self._put(part)
                self._open.append(_Open(part, anchor=event.anchor or ""))
                if len(self._open) > DEEPEST:
                    raise _trouble(part, f"lists and mappings stand more than {DEEPEST} deep in each other", "flatten")
            case "ScalarEvent":
                line, column = _position(event)
                text = _SHIELDED.sub(r"${\1}", event.value)
                part = Text(line, column, text, plain=event.implicit[0])
                self._refuse_tag(event, part)
                if event.anchor:
                    self._anchors[event.anchor] = part
                self._put(part)
            case "AliasEvent":
                self._put(self._resolve(event), at=_position(event))
            case _:
                pass

    def _resolve(self, event: Any) -> Part:
        line, column = _position(event)
        here = Text(line, column, f"*{event.anchor}", plain=True)
        part = self._anchors.get(event.anchor)
        if part is None:
            raise _trouble(here, f"*{event.anchor} stands for nothing here", f"mark what it means with &{event.anchor}")
        self._grow(_size(part, self._sizes), here)
        return part

    def _grow(self, more: int, at: Part) -> None:
        self._count += more
        if self._count > MOST_PARTS:
            raise _trouble(
                at, f"the script has more than {MOST_PARTS} parts", "split it, or use fewer references with *"
            )

    def _refuse_tag(self, event: Any, part: Part) -> None:
        tag = str(event.tag or "")
        if tag == _STRING and isinstance(part, Text):
            part.plain = False
        elif tag not in {"", "!"}:
            raise _trouble(part, f"the tag {tag} is not known here", "leave it out; quotes make a text of anything")

    def _put(self, part: Part, at: tuple[int, int] | None = None) -> None:
        if at is None:
            self._grow(1, part)
        if self._root is None:
            self._root = part
            return
        if not self._open:
            raise _trouble(part, "a second document begins here", "keep one script in a file")
        into = self._open[-1]
        if isinstance(into.part, Series):
            into.part.items.append(part)
        elif into.key is not None:
            if into.key.text == "<<" and into.key.plain:
                into.merged.append(part)
            else:
                into.part.entries[into.key.text] = part
            into.key = None
        else:
            into.key = self._key(into.part, part)

    def _key(self, table: Table, part: Part) -> Text:
        if not isinstance(part, Text):
            raise _trouble(part, "a list or a mapping stands where a key should", "put the text in quotes")
        if part.text in table.keys:
            first = table.keys[part.text].line
            raise _trouble(part, f"the key {part.text!r} stands here again", f"it is on line {first} already")
        if part.text != "<<":
            table.keys[part.text] = part
        return part

    def _close(self) -> None:
        done = self._open.pop()
        for part in done.merged:
            _merge(part, cast("Table", done.part))
        if done.anchor:
            self._anchors[done.anchor] = done.part


def _merge(part: Part, into: Table) -> None:
    """Add what `<<: *defaults` brings; what the mapping says itself stays."""
    for one in part.items if isinstance(part, Series) else [part]:
        if not isinstance(one, Table):
            raise _trouble(part, "<< takes a mapping, or a list of mappings", "refer to one with *name")
        for name, entry in one.entries.items():
            into.entries.setdefault(name, entry)
            into.keys.setdefault(name, one.keys[name])


def _size(part: Part, known: dict[int, int]) -> int:
    """How many parts it is made of, all references written out."""
    if isinstance(part, Text):
        return 1
    if id(part) not in known:
        inner = part.items if isinstance(part, Series) else list(part.entries.values())
        known[id(part)] = 1 + sum(_size(one, known) for one in inner)
    return known[id(part)]


def _position(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1


def _trouble(part: Part, message: str, remedy: str) -> Unreadable:
    return Unreadable(Problem(place_of(part), message, remedy))


def fill_environment(part: Part, environment: Mapping[str, str], problems: list[Problem], *, lenient: bool) -> None:
    """Put values of the environment in place of `${NAME}`; a missing one stays as written where that is `lenient`."""
    match part:
        case Text():
            part.text = _NAMED.sub(lambda found: _looked_up(found, part, environment, problems, lenient), part.text)
        case Series():
            for item in part.items:
                fill_environment(item, environment, problems, lenient=lenient)
        case Table():
            for entry in part.entries.values():
                fill_environment(entry, environment, problems, lenient=lenient)


def _looked_up(
    found: re.Match[str], part: Text, environment: Mapping[str, str], problems: list[Problem], lenient: bool
) -> str:
    name = found[1].strip()
    if name in environment:
        return environment[name]
    if not lenient:
        problems.append(
            Problem(
                place_of(part),
                f"the environment variable {name} is not set",
                f"set {name}, or write the value itself",
            )
        )
    return found.group()
