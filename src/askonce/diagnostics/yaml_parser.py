"""From the text of a YAML file to nodes with locations. Anchors are followed; `SourceError` when it is not YAML."""

from __future__ import annotations

import re
from dataclasses import field
from typing import Any, cast

from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem
from askonce.diagnostics.source_text import SourceError
from askonce.diagnostics.yaml_nodes import YamlList, YamlMapping, YamlNode, YamlScalar
from askonce.lazy import dataclass, regex

ESCAPED = "!escaped"
"""Tags a text with halves of surrogate pairs, which YAML cannot hold: in it they are written as `\\ud83d`."""
DEEPEST = 60
"""How deep lists and mappings may be nested."""
MOST_ADDED = 20_000
"""How many nodes references may stand for in one file."""

_STRING = "tag:yaml.org,2002:str"
_HALF = regex(r"\\u([0-9a-fA-F]{4})")
_CONFLICT = regex(r"^(?:<{7} |={7}$|>{7} )", re.MULTILINE)
_PLACEHOLDER = regex(r"\$\{([^{}\n]+)\}")
_OPEN, _SHUT = "\ue000", "\ue001"
_SHIELDED = regex(rf"\${_OPEN}([^{_SHUT}]*){_SHUT}")
_UNPRINTABLE = regex(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TAB = regex(r"(?m)^[ ]*\t[ \t]*(?=\S)")


@dataclass(frozen=True, slots=True)
class YamlRules:
    """What differs between the kinds of files."""

    if_empty: str
    """What to do about a file without a document."""
    if_broken: str = "check quotes, brackets and indentation"
    """What to do about a file that is not YAML, where nothing more exact is known."""
    has_placeholders: bool = False
    """`${NAME}` may stand anywhere, also where YAML takes braces for a mapping."""
    in_python: bool = False
    """Read by the parser in Python: slower, but its messages are the same on every machine."""


def parse_yaml(text: str, rules: YamlRules) -> YamlNode:
    """The one document in a file; `SourceError` when there is none or several, or what is there is not YAML."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    # The stand-ins are as long as what they stand for, so that columns stay right.
    shielded = _PLACEHOLDER.sub(rf"${_OPEN}\1{_SHUT}", text) if rules.has_placeholders else text
    try:
        # The events alone are a third of the work of loading, and they carry their positions.
        events = cast("Any", YAML(typ="safe", pure=rules.in_python)).parse(shielded)
        return _Composer(rules).compose(events)
    except MarkedYAMLError as error:
        raise SourceError(_malformed(cast("Any", error), text, rules)) from error
    except (YAMLError, UnicodeEncodeError) as error:
        raise SourceError(_unprintable(text)) from error


def _malformed(error: Any, text: str, rules: YamlRules) -> Problem:
    mark = error.problem_mark or error.context_mark
    reason = str(error.problem or error.context)
    location = Location(mark.line + 1, mark.column + 1)
    line = dict(enumerate(text.splitlines())).get(cast("int", mark.line), "")
    if _CONFLICT.search(text):
        remedy = "the file holds the marks of an unfinished merge: decide what stays, then remove the marks"
        return Problem(location, f"this is not YAML: {reason}", remedy)
    if tab := _TAB.match(line):
        return Problem(
            Location(mark.line + 1, tab.group().index("\t") + 1),
            "the line is indented with a tab, which YAML does not allow",
            "indent with spaces",
        )
    if "mapping values are not allowed" in reason:
        return Problem(
            location,
            "a second “key: value” begins here, inside a text or at another depth than its neighbours",
            "put a text that holds a colon in quotes, and let keys that belong together begin in one column",
        )
    shown = reason.replace(_OPEN, "{").replace(_SHUT, "}")
    return Problem(location, f"this is not YAML: {shown}", _remedy(reason) or rules.if_broken)


def _remedy(reason: str) -> str:
    if "expected <block end>" in reason:
        return "let keys and list entries that belong together begin in one column"
    if "found unexpected end of stream" in reason or "while scanning a quoted" in reason:
        return "close the quotes"
    if "could not find expected ':'" in reason:
        return "a key is followed by a colon and a space"
    if "cannot start any token" in reason:
        return "put the text in quotes"
    return ""


def _unprintable(text: str) -> Problem:
    found = _UNPRINTABLE.search(text)
    before = text[: found.start() if found else 0]
    location = Location(before.count("\n") + 1, len(before) - before.rfind("\n"))
    character = found.group() if found else ""
    return Problem(
        location,
        f"the character {character!r} is not allowed in a file",
        "remove it, or write it as a code in double quotes",
    )


@dataclass(slots=True)
class _OpenNode:
    """A list or mapping whose end has not been read yet."""

    node: YamlList | YamlMapping
    key: YamlScalar | None = None
    anchor: str = ""
    merged: list[YamlNode] = field(default_factory=list[YamlNode])


class _Composer:
    """Nodes from a stream of parser events, with a stack of our own."""

    def __init__(self, rules: YamlRules) -> None:
        self._rules = rules
        self._open: list[_OpenNode] = []
        self._anchors: dict[str, YamlNode] = {}
        self._sizes: dict[int, int] = {}
        self._added = 0
        self._root: YamlNode | None = None

    def compose(self, events: Any) -> YamlNode:
        for event in events:
            self._take(event, type(event).__name__)
        if self._root is None:
            raise SourceError(Problem(Location(1, 1), "the file is empty", self._rules.if_empty))
        return self._root

    def _take(self, event: Any, name: str) -> None:
        match name:
            case "MappingEndEvent" | "SequenceEndEvent":
                self._close()
            case "MappingStartEvent" | "SequenceStartEvent":
                line, column = _position(event)
                node = YamlMapping(line, column, {}, {}) if name.startswith("Mapping") else YamlList(line, column, [])
                self._read_tag(event, node)
                self._put(node)
                self._open.append(_OpenNode(node, anchor=event.anchor or ""))
                if len(self._open) > DEEPEST:
                    raise _error(node, f"lists and mappings are nested more than {DEEPEST} deep", "flatten them")
            case "ScalarEvent":
                node = self._scalar(event)
                if event.anchor:
                    self._anchors[event.anchor] = node
                self._put(node)
            case "AliasEvent":
                self._put(self._resolve(event))
            case _:
                pass

    def _scalar(self, event: Any) -> YamlScalar:
        text = _SHIELDED.sub(r"${\1}", event.value) if self._rules.has_placeholders else event.value
        node = YamlScalar(*_position(event), text, plain=event.implicit[0])
        self._read_tag(event, node)
        return node

    def _read_tag(self, event: Any, node: YamlNode) -> None:
        tag = str(event.tag or "")
        if tag == _STRING and isinstance(node, YamlScalar):
            node.plain = False
        elif tag == ESCAPED and isinstance(node, YamlScalar):
            node.text = _HALF.sub(lambda half: chr(int(half[1], 16)), node.text)
        elif tag not in {"", "!"}:
            raise _error(node, f"the tag {tag} is not known here", "leave it out; quotes make a text of anything")

    def _resolve(self, event: Any) -> YamlNode:
        alias = YamlScalar(*_position(event), f"*{event.anchor}", plain=True)
        node = self._anchors.get(event.anchor)
        if node is None:
            raise _error(alias, f"*{event.anchor} refers to nothing", f"mark what it refers to with &{event.anchor}")
        self._added += _size(node, self._sizes)
        if self._added > MOST_ADDED:
            raise _error(alias, f"references stand for more than {MOST_ADDED} parts", "use fewer references with *")
        return node

    def _put(self, node: YamlNode) -> None:
        if self._root is None:
            self._root = node
            return
        if not self._open:
            raise _error(node, "a second document begins here", "keep one document in a file")
        into = self._open[-1]
        if isinstance(into.node, YamlList):
            into.node.items.append(node)
        elif into.key is not None:
            if into.key.text == "<<" and into.key.plain:
                into.merged.append(node)
            else:
                into.node.entries[into.key.text] = node
            into.key = None
        else:
            into.key = self._key(into.node, node)

    def _key(self, mapping: YamlMapping, node: YamlNode) -> YamlScalar:
        if not isinstance(node, YamlScalar):
            raise _error(node, "a key is needed here, not a list or a mapping", "put the text in quotes")
        if node.text in mapping.keys:
            first = mapping.keys[node.text].line
            raise _error(node, f"duplicate key {node.text!r}", f"it is on line {first} already")
        if node.text != "<<" or not node.plain:
            mapping.keys[node.text] = node
        return node

    def _close(self) -> None:
        closed = self._open.pop()
        for node in closed.merged:
            _merge(node, cast("YamlMapping", closed.node))
        if closed.anchor:
            self._anchors[closed.anchor] = closed.node


def _merge(node: YamlNode, into: YamlMapping) -> None:
    """Add what `<<: *defaults` brings; what the mapping says itself stays."""
    for source in node.items if isinstance(node, YamlList) else [node]:
        if not isinstance(source, YamlMapping):
            raise _error(node, "<< takes a mapping, or a list of mappings", "refer to one with *name")
        for name, entry in source.entries.items():
            into.entries.setdefault(name, entry)
            into.keys.setdefault(name, source.keys[name])


def _size(node: YamlNode, known: dict[int, int]) -> int:
    """How many nodes it is made of, all references written out."""
    if isinstance(node, YamlScalar):
        return 1
    if id(node) not in known:
        inner = node.items if isinstance(node, YamlList) else list(node.entries.values())
        known[id(node)] = 1 + sum(_size(child, known) for child in inner)
    return known[id(node)]


def _position(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1


def _error(node: YamlNode, message: str, remedy: str) -> SourceError:
    return SourceError(Problem(node.location, message, remedy))
