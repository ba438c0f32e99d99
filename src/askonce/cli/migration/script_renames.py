"""Older names in scripts, replaced by those that are used now. Comments and layout stay as they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from askonce.cli.migration.difference import Difference
from askonce.diagnostics.location import Location
from askonce.diagnostics.source_text import SourceError
from askonce.diagnostics.yaml_nodes import YamlList, YamlMapping, YamlNode
from askonce.script.script_yaml import parse_script

_TOP: Mapping[str, str] = {"target": "web"}
_AGENT: Mapping[str, str] = {"aiActionContext": "aiActContext"}
_ITEMS: Mapping[str, str] = {"aiAction": "aiAct", "logScreenshot": "recordToReport"}
_PLANNED = frozenset({"ai", "aiAct", "aiAction"})
"""Items in which deepThink is about planning. In all others it is the older name of deepLocate."""


def rename_keys(text: str, file: str) -> tuple[str, tuple[Difference, ...]]:
    """The text with the names of now, and what was renamed. What is no YAML stays as it is."""
    try:
        root = parse_script(text)
    except SourceError:
        return text, ()
    lines = text.splitlines(keepends=True)
    differences: list[Difference] = []
    for place, old, new in sorted(_renames(root), key=lambda each: (each[0].line, -each[0].column)):
        line = lines[place.line - 1] if place.line <= len(lines) else ""
        start = place.column - 1
        if line[start : start + len(old)] != old:
            continue  # in quotes, or an anchor of YAML
        lines[place.line - 1] = line[:start] + new + line[start + len(old) :]
        differences.append(Difference(file, place.line, old, f"{old} is {new}", effect="renamed"))
    return "".join(lines), tuple(differences)


def _renames(root: YamlNode) -> Iterator[tuple[Location, str, str]]:
    if not isinstance(root, YamlMapping):
        return
    yield from _keys(root, {old: new for old, new in _TOP.items() if new not in root.entries})
    yield from _keys(root.entries.get("agent"), _AGENT)
    yield from _flows(root.entries.get("tasks"))


def _flows(node: YamlNode | None) -> Iterator[tuple[Location, str, str]]:
    """Items wherever they are: in tasks, and in blocks of other items."""
    if isinstance(node, YamlList):
        for item in node.items:
            yield from _item(item)


def _item(item: YamlNode) -> Iterator[tuple[Location, str, str]]:
    if not isinstance(item, YamlMapping):
        return
    yield from _keys(item, _ITEMS)
    is_planned = bool(_PLANNED & item.entries.keys()) or "flow" in item.entries
    if not is_planned and "deepLocate" not in item.entries and any(name.startswith("ai") for name in item.entries):
        yield from _keys(item, {"deepThink": "deepLocate"})
    for name in ("flow", "then", "else", "do"):
        yield from _flows(item.entries.get(name))


def _keys(node: YamlNode | None, names: Mapping[str, str]) -> Iterator[tuple[Location, str, str]]:
    if isinstance(node, YamlMapping):
        yield from ((node.keys[old].location, old, new) for old, new in names.items() if old in node.entries)
