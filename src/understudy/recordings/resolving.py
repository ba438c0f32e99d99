"""Finding an element again by its anchor: one that agrees with its identity, or none.

The name is part of the identity: a button that says something else now does something else now. So are the row and the
container where they were needed to tell it from its like. Attributes tell the rest apart, and stand in for the name
where a person would not read it: on fields, and where only a number in the name has changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.recordings.anchoring import TEST_IDS, alike_items, frame_of, stable_attributes
from understudy.recordings.outline import Outline
from understudy.recordings.recording import Anchor
from understudy.screens.nearby import FIELDS
from understudy.screens.tree import Node, plain
from understudy.values import Instruction

_PRESSED = frozenset({"button", "link", "menuitem", "tab", "clickable"})
"""Roles that a page may give to one and the same thing, by taste."""
_NUMBER = re.compile(r"\d[\d.,]*")


def resolve(anchor: Anchor, outline: Outline, instruction: Instruction) -> Node | str:
    """The element, or why there is none."""
    if not anchor.role:
        return "the anchor knows no element"
    own = [node for node in outline.tree if node.role == anchor.role and frame_of(node) == anchor.frame]
    if not own and anchor.name and anchor.role in _PRESSED:
        own = [node for node in outline.tree if node.role in _PRESSED and frame_of(node) == anchor.frame]
    if anchor.is_counted:
        return _counted(anchor, own, outline)
    found = _named(anchor, own, outline, instruction)
    if isinstance(found, str):
        return found
    found = _in_place(anchor, found, outline, instruction)
    if len(found) > 1:
        found = _with_attributes(anchor, found, instruction) or found
    if len(found) == 1:
        return found[0]
    what = _said(anchor, instruction)
    if not found:
        return f"{what} is not where it was"
    if anchor.like == len(found) and anchor.ordinal is not None:
        return found[anchor.ordinal - 1]
    return f"{len(found)} elements fit {what}"


def _counted(anchor: Anchor, own: Sequence[Node], outline: Outline) -> Node | str:
    """The element at its place, whatever it shows."""
    ordinal = anchor.ordinal or 1
    if anchor.part is not None:
        items = alike_items(outline, anchor.role, anchor.around, anchor.part)
        item = _at(items, ordinal)
        if item is not None:
            return [node for node in outline.inside(item) if node.role == anchor.role][anchor.part - 1]
        return f"there are {len(items)} rows or items"
    nodes = [node for node in own if outline.around(node) == anchor.around]
    return _at(nodes, ordinal) or f"there are {len(nodes)} of role {anchor.role}"


def _at(nodes: Sequence[Node], ordinal: int) -> Node | None:
    index = ordinal - 1 if ordinal > 0 else len(nodes) + ordinal
    return nodes[index] if 0 <= index < len(nodes) else None


def _named(anchor: Anchor, own: Sequence[Node], outline: Outline, instruction: Instruction) -> list[Node] | str:
    """Those that are called as it was."""
    name, label = (plain(instruction.fill(text, secrets=True)) for text in (anchor.name, anchor.label))
    if not name and not label:
        unnamed = [node for node in own if not node.name]
        return _with_attributes(anchor, unnamed, instruction) if anchor.attributes else unnamed
    called = [
        node
        for node in own
        if (plain(node.name) == name if name else plain(outline.labels.get(node.number, node.name)) == label)
    ]
    if called:
        return called
    known = _with_attributes(anchor, own, instruction) if _tells(anchor) else []
    if anchor.role in FIELDS and len(known) == 1:
        return known
    counted = [node for node in known if name and _NUMBER.sub("#", plain(node.name)) == _NUMBER.sub("#", name)]
    if counted:
        return counted
    return f"there is no {_said(anchor, instruction)}"


def _tells(anchor: Anchor) -> bool:
    """Whether its attributes say what it is, and not only what kind of thing."""
    return not {*TEST_IDS, "id", "name", "href"}.isdisjoint(anchor.attributes)


def _in_place(anchor: Anchor, nodes: Sequence[Node], outline: Outline, instruction: Instruction) -> list[Node]:
    """Those in the row and the container that it was in, where these were needed."""
    row = [instruction.fill(text, secrets=True) for text in anchor.row]
    inside = [plain(instruction.fill(text, secrets=True)) for text in anchor.inside]
    found: list[Node] = []
    for node in nodes:
        item = outline.item(node) if row else None
        if row and not (item and all(outline.is_said(text, item) for text in row)):
            continue
        around = {plain(text) for text in outline.containers(node)} if inside else set[str]()
        if all(text in around for text in inside):
            found.append(node)
    return found


def _with_attributes(anchor: Anchor, nodes: Sequence[Node], instruction: Instruction) -> list[Node]:
    """Those that bear the attributes of the anchor, as far as they bear such attributes at all."""
    wanted = {name: instruction.fill(value, secrets=True) for name, value in anchor.attributes.items()}
    if not wanted:
        return []
    found: list[Node] = []
    for node in nodes:
        filled = {name: instruction.fill(v, secrets=True) for name, v in stable_attributes(node, instruction).items()}
        if all(filled.get(name) == value for name, value in wanted.items()):
            found.append(node)
    return found


def _said(anchor: Anchor, instruction: Instruction) -> str:
    name = instruction.fill(anchor.name or anchor.label, secrets=False)
    row = " and ".join(repr(instruction.fill(text, secrets=False)) for text in anchor.row)
    return f"{anchor.role}{f' {name!r}' if name else ' without a name'}{f' in the row of {row}' if row else ''}"
