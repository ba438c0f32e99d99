"""Checks that a person adds by pointing at something: sentences that the elements prove, with no model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from askonce.actions.action_sentence import quoted
from askonce.geometry import Point
from askonce.lazy import dataclass
from askonce.recordings.page_keys import path_of
from askonce.screens.expectation import Expectation
from askonce.screens.field_labels import FIELDS, TICKED, field_labels
from askonce.screens.tree_index import TreeIndex
from askonce.screens.ui_tree import Node, Tree, plain

CheckKind = Literal["text", "field", "list", "state", "gone", "address"]

_ORDER: Sequence[CheckKind] = ("field", "text", "list", "state", "gone", "address")
_LONGEST = 120
_MOST_GONE = 3
_HOLDERS = {"list": "list", "table": "table", "grid": "table", "treegrid": "table", "rowgroup": ""}
_ENTRIES = {"list": "listitem", "table": "row"}
_PRESSED = {"button": "button", "menuitem": "menu item"}


@dataclass(frozen=True, slots=True)
class CheckProposal:
    """A statement that is true now, and what it expects where a recording can say that."""

    kind: CheckKind
    statement: str
    expects: Expectation | None = None


def proposals_at(point: Point, tree: Tree, earlier: Tree | None) -> Sequence[CheckProposal]:
    """What could be checked at a point, the most telling first. They are still to be proved."""
    found = dict.fromkeys(_found_at(point, tree, earlier))
    return sorted(found, key=lambda proposal: _ORDER.index(proposal.kind))


def _found_at(point: Point, tree: Tree, earlier: Tree | None) -> Iterator[CheckProposal]:
    labels = field_labels(tree)
    for node in _nodes_at(point, tree):
        yield from _of_field(node, labels)
        yield from _of_text(node)
        yield from _of_state(node)
    yield from _of_lists(point, tree)
    if earlier:
        yield from _of_gone(tree, earlier)
    path = path_of(tree.address)
    if len(path) > 1 and tree.address.startswith("http"):
        yield CheckProposal("address", f"the url contains {_quoted(path)}", Expectation("address", path))


def _nodes_at(point: Point, tree: Tree) -> list[Node]:
    """The visible elements there that say something, the smallest first."""
    there = [node for node in tree if node.box.contains(point) and not node.states & {"covered", "offscreen"}]
    return sorted(there, key=lambda node: node.box.area)[:4]


def _of_field(node: Node, labels: dict[int, str]) -> Iterator[CheckProposal]:
    name = node.name or labels.get(node.number, "")
    if not name or "password" in node.states:
        return
    if node.role in TICKED:
        is_ticked = bool(node.states & {"checked", "selected"})
        says = "is ticked" if is_ticked else "is not ticked"
        kind = "radio button" if node.role == "radio" else node.role
        expected = Expectation("field", name, "checked" if is_ticked else "not checked")
        yield CheckProposal("field", f"the {kind} {_quoted(name)} {says}", expected)
    elif node.role in FIELDS and node.value is not None and len(node.value) <= _LONGEST:
        held = f"is {_quoted(node.value)}" if node.value else "is empty"
        yield CheckProposal("field", f"the field {_quoted(name)} {held}", Expectation("field", name, node.value))


def _of_text(node: Node) -> Iterator[CheckProposal]:
    text = " ".join((node.text or node.shown).split())
    if node.role not in FIELDS and 1 < len(text) <= _LONGEST and "ticks" not in node.attributes:
        yield CheckProposal("text", f"the text {_quoted(text)} is visible", Expectation("visible", text))


def _of_state(node: Node) -> Iterator[CheckProposal]:
    if node.role in _PRESSED and node.shown and len(node.shown) <= _LONGEST:
        state = "disabled" if "disabled" in node.states else "enabled"
        yield CheckProposal("state", f"the {_PRESSED[node.role]} {_quoted(node.shown)} is {state}")


def _of_lists(point: Point, tree: Tree) -> Iterator[CheckProposal]:
    """How many entries the lists and tables there have."""
    index = TreeIndex(tree)
    there = [node for node in tree if _HOLDERS.get(node.role) and node.box.contains(point)]
    for node in sorted(there, key=lambda node: node.box.area)[:2]:
        kind = _HOLDERS[node.role]
        entries = [child for child in index.inside(node) if child.role == _ENTRIES[kind]]
        heads = [row for row in entries if all(part.role == "columnheader" for part in index.children(row) or [row])]
        count = len(entries) - len(heads)
        noun = "items" if kind == "list" else "data rows"
        called = f" {_quoted(node.name)}" if node.name else ""
        are, noun = ("is", noun.removesuffix("s")) if count == 1 else ("are", noun)
        yield CheckProposal("list", f"there {are} {count} {noun} in the {kind}{called}")


def _of_gone(tree: Tree, earlier: Tree) -> Iterator[CheckProposal]:
    """Texts that the last step made go."""
    shown = plain(" ".join(node.words for node in tree))
    texts = dict.fromkeys(" ".join((node.text or node.shown).split()) for node in earlier if node.value is None)
    gone = [text for text in texts if 2 < len(text) <= _LONGEST and plain(text) not in shown]
    for text in gone[:_MOST_GONE]:
        yield CheckProposal("gone", f"the text {_quoted(text)} is not visible", Expectation("gone", text))


def _quoted(text: str) -> str:
    """A text as statements quote it: they read no escapes."""
    return f"“{text}”" if '"' in text or "\\" in text else quoted(text)
