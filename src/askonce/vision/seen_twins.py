"""Words that are read more than once: each of them may be a control, whatever it looks like.

A detector finds buttons by their frames, and misses the one that is drawn as bare words. So of several that are called
alike, the one with a frame is not the only one. What chooses among them is what was said: a row, a place, a number. It
has to choose the same one whether or not the other words are controls.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from askonce.language.normalization import key
from askonce.screens.field_labels import FIELDS, TICKED
from askonce.screens.ui_tree import Node, Tree


def with_twins(controls: Iterable[Node], tree: Tree) -> Tree | None:
    """The tree with every text that says the same as one of these controls, which are only seen, as a control like it;
    None where there is no such text."""
    alike = {twin.number: _like(control, twin) for control in controls for twin in _twins(control, tree)}
    return replace(tree, nodes=tuple(alike.get(node.number, node) for node in tree)) if alike else None


def twin_doubt(control: Node) -> str:
    """Why what was said does not tell which of several is meant."""
    return f"{control.name!r} is also written where there may be another {control.role}"


def _twins(control: Node, tree: Tree) -> list[Node]:
    """The texts that may be controls of the same name. Titles do not count, nor do as many labels as there are fields
    of that name."""
    name = key(control.name)
    if "seen" not in control.attributes or not name or control.role in FIELDS | TICKED:
        return []
    texts = [node for node in tree if _may_be_control(node, name) and not control.box.contains(node.box.center)]
    labelled = sum(node.role in FIELDS | TICKED and key(node.name) == name for node in tree)
    return texts if len(texts) > labelled else []


def _may_be_control(node: Node, name: str) -> bool:
    is_title = "large" in node.attributes and "framed" not in node.attributes
    is_seen_text = node.role == "text" and "seen" in node.attributes and "covered" not in node.states
    return is_seen_text and key(node.text) == name and not is_title


def _like(control: Node, text: Node) -> Node:
    return replace(text, role=control.role, name=text.text, text="", actionable=True)
