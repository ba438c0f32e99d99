"""Checks the shape of a script: missing or multiple targets, and invalid items."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, cast

from askonce.diagnostics.closest_name import closest_name
from askonce.diagnostics.problem import Problem
from askonce.diagnostics.yaml_nodes import YamlList, YamlMapping, YamlNode, YamlScalar
from askonce.screens.kind_registry import screen_kinds
from askonce.script.flow_blocks import ITEM_BY_KEY, WRITTEN
from askonce.script.script_targets import file_model, kind_of, target_models

_FLOWS = ("flow", "then", "else", "do")
_HARMLESS = {"sleep": 1}


def target_problems(root: YamlMapping, key: str, given: Collection[str] = ()) -> list[Problem]:
    """Check that a script has exactly one target, and that this has what it needs.

    `key` is the target, which may be given elsewhere, as the options in `given` are.
    """
    known = target_models()
    targets = [name for name in root.entries if name in known]
    if len(targets) > 1:
        first, second = targets[:2]
        message = f"a script has one target, but this one has {first} and {second}"
        return [Problem(root.keys[second].location, message, "write a separate script for each")]
    if key:
        return _section_problems(key, root, given)
    if broken := next((kind for kind in screen_kinds().broken if kind.name in root.entries), None):
        return [Problem(root.keys[broken.name].location, broken.error().message, broken.remedy)]
    keys = {field.alias for field in file_model().model_fields.values()}
    strange = next((name for name in root.entries if name not in keys and closest_name(name, known)), "")
    if strange:
        return [
            Problem(
                root.keys[strange].location,
                f"a script has no key {strange!r}",
                f"did you mean {closest_name(strange, known)}?",
            )
        ]
    names = ", ".join(known)
    return [Problem(root.location, "the script has no target", f"add one of {names}, such as “web:” with a url")]


def _section_problems(name: str, root: YamlMapping, given: Collection[str]) -> list[Problem]:
    """A target without a required start."""
    kind, node = kind_of(name), root.entries.get(name)
    if isinstance(node, YamlScalar) and node.value is not None:
        first = kind.needs_one_of[0] if kind and kind.needs_one_of else ""
        hint = f"write it as “{name}: {{{first}: {node.text[:60]}}}”" if first else ""
        return [Problem(node.location, f"{name}: a mapping is needed here, not {node.text[:60]!r}", hint)]
    if isinstance(node, YamlList):
        return []  # told as something that is not a mapping
    keys = {*given, *(node.entries if isinstance(node, YamlMapping) else ())}
    if kind is None or not kind.needs_one_of or keys & set(kind.needs_one_of):
        return []
    needed = kind.needs_one_of[0]
    if any(closest_name(key, [needed]) for key in keys):
        return []  # told as a misspelt key
    place = root.keys[name].location if name in root.keys else root.location
    return [Problem(place, f"{name} is missing {needed!r}", kind.missing)]


def shape_problems(root: YamlMapping, data: dict[str, Any], target: str, *, own: bool = False) -> list[Problem]:
    """Find invalid items. They are replaced by a harmless item in `data`, so that the rest is checked.

    With `own`, as on a screen of one's own, actions may have any capitalised name.
    """
    problems: list[Problem] = []
    tasks = root.entries.get("tasks")
    kind = kind_of(target)
    own = own or (kind is not None and kind.own_actions)
    for node, values in pairs(tasks, data.get("tasks")):
        if isinstance(node, YamlMapping) and isinstance(values, dict):
            _check_flows(node, cast("dict[str, Any]", values), problems, own=own)
    return problems


def pairs(node: YamlNode | None, values: object) -> Iterator[tuple[YamlNode, Any]]:
    if isinstance(node, YamlList) and isinstance(values, list):
        yield from zip(node.items, cast("list[Any]", values), strict=True)


def _check_flows(holder: YamlMapping, data: dict[str, Any], problems: list[Problem], *, own: bool) -> None:
    for name in _FLOWS:
        flow = holder.entries.get(name)
        for number, (node, values) in enumerate(pairs(flow, data.get(name))):
            problem = _item_problem(node, own=own)
            if problem:
                problems.append(problem)
                data[name][number] = dict(_HARMLESS)
            else:
                _check_flows(cast("YamlMapping", node), values, problems, own=own)


def _item_problem(node: YamlNode, *, own: bool) -> Problem | None:
    """The problem of an item. On a custom (`own`) screen, actions may have any capitalised name."""
    if not isinstance(node, YamlMapping):
        shown = f" {node.text[:60]!r}" if isinstance(node, YamlScalar) else ""
        return Problem(
            node.location,
            f"an item is a mapping such as “aiTap: the Save button”, not{shown or ' a list'}",
            "put a key before it, such as “ai:”",
        )
    found = [name for name in node.entries if name in ITEM_BY_KEY]
    if not found:
        return None if own and key_of(node)[:1].isupper() else _unknown_item(node)
    kind = ITEM_BY_KEY[found[0]]
    options = {field.alias for field in kind.model_fields.values()}
    other = next((name for name in found[1:] if name not in options), "")
    if not other:
        return None
    return Problem(
        node.keys[other].location,
        f"one item holds both {found[0]} and {other}",
        f"start a new item: “- {other}: …”",
    )


def _unknown_item(node: YamlMapping) -> Problem:
    first = key_of(node)
    place = node.keys[first].location if first else node.location
    near = next(filter(None, (closest_name(name, ITEM_BY_KEY) for name in node.entries)), "")
    known = ", ".join(name for item in WRITTEN for name in item.called)
    return Problem(
        place,
        f"no item is called {first!r}",
        f"did you mean {near}?" if near else f"items are {known}, and all actions",
    )


def key_of(item: YamlMapping) -> str:
    """The key that determines the kind of an item; the first key for a custom action."""
    return next((name for name in item.entries if name in ITEM_BY_KEY), next(iter(item.entries), ""))
