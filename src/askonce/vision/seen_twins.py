"""What may be another control of the same name, though it was not told as one from its picture.

A detector finds buttons by their frames, and misses the one that is drawn as bare words, or takes it for a field that
holds them. Of several equal icons, one with a badge or on a photo is not told, or is read as a letter. So of several
that are called alike, those that were told are not all. What chooses among them is what was said: a row, a place, a
number. It has to choose the same one whether or not the others are controls of that name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType

from askonce.geometry import Box
from askonce.language.normalization import key
from askonce.screens.field_labels import FIELDS, TICKED
from askonce.screens.ui_tree import Node, Tree
from askonce.vision.icons import MAYBE, is_doubtful_letter, is_seen, is_unnamed_icon, may_have_badge

_TIMES = 2.0
"""How many times as wide or high as another one a control is at most that may be equal to it."""
_ASIDE = 0.5
"""How far off the middle of another one it is at most in the same row or column, in its height or width."""


def with_twins(controls: Iterable[Node], tree: Tree) -> Tree | None:
    """The tree with all that may be equal to one of these controls, of which only a picture tells the name, as a
    control like it; None where there is nothing of that kind."""
    alike = {twin.number: _like(control, twin) for control in controls for twin in _twins(control, tree)}
    return replace(tree, nodes=tuple(alike.get(node.number, node) for node in tree)) if alike else None


def twin_doubt(control: Node) -> str:
    """Why what was said does not tell which of several is meant."""
    if is_seen(control):
        return f"an icon looks like {control.name!r}, and others may be the same"
    return f"{control.name!r} is also written where there may be another {control.role}"


def _twins(control: Node, tree: Tree) -> list[Node]:
    name = key(control.name)
    is_told = "seen" in control.attributes or is_seen(control)
    if not is_told or not name or control.role in FIELDS | TICKED:
        return []
    others = [node for node in tree if not _is_within(node.box, control.box)]
    if is_seen(control):
        return [node for node in others if _may_be(control, node)]
    fields = [
        node for node in others if node.role in FIELDS and _holds(node, name) and _is_about(node.box, control.box)
    ]
    return [*_texts(name, others, tree), *fields, *_blanks(control, others)]


def _texts(name: str, others: Iterable[Node], tree: Tree) -> list[Node]:
    """The texts that say the same. Titles do not count, nor do as many labels as there are fields of that name."""
    texts = [node for node in others if _may_be_control(node, name)]
    labelled = sum(node.role in FIELDS | TICKED and key(node.name) == name for node in tree)
    return texts if len(texts) > labelled else []


def _blanks(control: Node, others: Sequence[Node]) -> list[Node]:
    """Controls of which no words were read, where several are called alike."""
    if not any(node.actionable and key(node.name) == key(control.name) for node in others):
        return []
    blank = (node for node in others if node.role == control.role and node.actionable and not node.words)
    return [node for node in blank if _is_in_line(node.box, control.box)]


def _may_be_control(node: Node, name: str) -> bool:
    is_title = "large" in node.attributes and "framed" not in node.attributes
    is_seen_text = node.role == "text" and "seen" in node.attributes and "covered" not in node.states
    return is_seen_text and key(node.text) == name and not is_title


def _may_be(icon: Node, node: Node) -> bool:
    """Whether it is a control without words, or an unsure letter, in line with an icon, or one with a badge anywhere,
    whose picture may be one of the same name. Where the network has not seen it, it may be any."""
    is_blank = is_unnamed_icon(node) or is_doubtful_letter(node)
    if not (is_blank and _is_in_line(node.box, icon.box)) and not may_have_badge(node):
        return False
    return MAYBE not in node.attributes or icon.name in node.attributes[MAYBE].split(", ")


def _holds(field: Node, name: str) -> bool:
    """Whether these words stand in a field that is only seen."""
    words = field.value or field.attributes.get("placeholder", "")
    return "seen" in field.attributes and key(words) == name


def _is_in_line(box: Box, other: Box) -> bool:
    """Whether a box stands in the row or column of another one of about its size."""
    x, y = (abs(box.center.x - other.center.x), abs(box.center.y - other.center.y))
    is_level = x <= _ASIDE * max(box.width, other.width) or y <= _ASIDE * max(box.height, other.height)
    return is_level and _is_about(box, other)


def _is_about(box: Box, other: Box) -> bool:
    sides = ((box.width, other.width), (box.height, other.height))
    return all(max(pair) <= _TIMES * min(pair) for pair in sides)


def _is_within(box: Box, other: Box) -> bool:
    return other.contains(box.center) or box.contains(other.center)


def _like(control: Node, twin: Node) -> Node:
    name = twin.text if key(twin.text) == key(control.name) else control.name
    icon = {"icon": control.attributes["icon"]} if is_seen(control) else {}
    marks = MappingProxyType({**twin.attributes, **icon})
    return replace(twin, role=control.role, name=name, text="", value=None, actionable=True, attributes=marks)
