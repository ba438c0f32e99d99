"""Counting rows, items and things of a name, where all of them are surely there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from askonce.insight.exact.claims import Group, Subject
from askonce.insight.exact.statement_words import statement_words
from askonce.insight.exact.visible_evidence import Sight
from askonce.language.normalization import letters_of
from askonce.language.vocabulary import vocabulary
from askonce.screens.ui_tree import Node

_HEADS = frozenset({"columnheader"})
_TABLES = frozenset({"row", "table", "grid", "treegrid"})
_ENTRIES = _TABLES | {"listitem", "article", "option", "treeitem", "group", "list"}
_SLACK = 24.0
_ALIKE = 3
"""How many texts, one below the other, look like a list that is not marked as one."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many there are. With a header row there are two ways to count."""

    possible: frozenset[int]
    in_view: frozenset[int]
    """The same, of those that need no scrolling."""

    @property
    def told(self) -> str:
        return " or ".join(map(str, sorted(self.possible)))


def _count(*ways: Sequence[Node]) -> Count:
    in_view = (sum("offscreen" not in node.states for node in nodes) for nodes in ways)
    return Count(frozenset(map(len, ways)), frozenset(in_view))


def count(group: Group, sight: Sight) -> Count | None:
    if not sight.is_known or sight.within is not None:
        return None
    if group.part is None:
        return _named(group, sight)
    container = _container(group.container, sight) if group.container else None
    if container is None:
        return None
    inside = sight.children(container)
    return _items(container, inside, sight) if group.part == "items" else _rows(group, container, inside, sight)


def _named(group: Group, sight: Sight) -> Count | None:
    """All of one kind and name; something of a similar name or without one leaves a doubt."""
    roles, sought = vocabulary().roles[group.kind], letters_of(group.name)
    named = sight.called(group.name, roles)
    numbers = {node.number for node in named}
    others = [node for node in sight.all if (node.actionable or node.role in roles) and node.number not in numbers]
    for node in others:
        is_nameless = node.role in roles | {"clickable"} and (not (node.name or node.text) or "icon" in node.attributes)
        if is_nameless or sought in letters_of(node.name) or sought in letters_of(node.text):
            return None
    is_plain = all(
        node.role in roles and "covered" not in node.states and sight.bears(node, group.name) for node in named
    )
    texts = [
        node
        for node in sight.all
        if node.number not in numbers and sought in (letters_of(node.name), letters_of(node.text))
    ]
    if not named or not is_plain or texts or _is_virtual(named, sight):
        return None
    return _count(named)


def _container(subject: Subject, sight: Sight) -> Node | None:
    """The list or table that is meant; without a name it must be the only thing on the page that has entries."""
    roles = vocabulary().roles[subject.kind]
    found = [node for node in sight.all if node.role in roles]
    if subject.name:
        named = [node for node in found if letters_of(node.name) == letters_of(subject.name)]
        return named[0] if len(named) == 1 else None
    if len(found) != 1 or any(node.role == "navigation" for node in sight.above(found[0])):
        return None
    rivals = [node for node in sight.all if node.role in (_TABLES if subject.kind == "table" else _ENTRIES)]
    others = [node for node in sight.all if node.role == "text" and _is_elsewhere(node, found[0], sight)]
    lines = Counter((node.parent, round(node.box.left), round(node.box.height)) for node in others)
    is_list_too = subject.kind == "list" and max(lines.values(), default=0) >= _ALIKE
    return None if is_list_too or any(_is_elsewhere(node, found[0], sight) for node in rivals) else found[0]


def _is_elsewhere(node: Node, container: Node, sight: Sight) -> bool:
    if node.number == container.number:
        return False
    around = [one.number for one in sight.above(container)]
    return node.number not in around and all(one.number != container.number for one in sight.above(node))


# ---- rows


def _rows(group: Group, table: Node, inside: Sequence[Node], sight: Sight) -> Count | None:
    rows = [node for node in inside if node.role == "row"]
    if not rows or len(rows) != len(inside) or not _fill(table, rows) or _is_virtual(rows, sight):
        return None
    cells = {row.number: sight.children(row) for row in rows}
    if any(node.role in _ENTRIES for row in rows for node in sight.inside(row)):
        return None
    heads = [row for row in rows if any(node.role in _HEADS for node in cells[row.number])]
    if heads and heads != rows[:1]:
        return None
    body = rows[len(heads) :]
    if _ends_otherwise([cells[row.number] for row in body]) or any("covered" in row.states for row in rows):
        return None
    if group.part == "data rows":
        return _count(body) if heads else None
    return _count(body, rows)


def _ends_otherwise(rows: Sequence[Sequence[Node]]) -> bool:
    """Whether the last row may sum up the others: some people would not count it."""
    if len({len(row) for row in rows}) != 1:
        return True
    texts = [[_words(cell) for cell in row] for row in rows]
    if any(word.strip(":").casefold() in statement_words().sums for word in texts[-1][0].split()):
        return True
    for column in zip(*texts, strict=True):
        *others, last = ("".join(filter(str.isalnum, text)).isdigit() for text in column)
        if others and all(others) != last and len(set(others)) == 1:
            return True
    return False


def _words(cell: Node) -> str:
    return cell.text or cell.name


# ---- items


def _items(container: Node, inside: Sequence[Node], sight: Sight) -> Count | None:
    items = [node for node in inside if node.role == "listitem"]
    if not items or len(items) != len(inside) or not _fill(container, items) or _is_virtual(items, sight):
        return None
    is_nested = any(node.role in {"listitem", "list"} for item in items for node in sight.inside(item))
    if is_nested or any("covered" in item.states for item in items):
        return None
    return _count(items)


# ---- whether all are there


def _fill(container: Node, entries: Sequence[Node]) -> bool:
    """Whether entries stand one below the other, or side by side, without a gap in which one more could be: the tree
    leaves out entries that are empty."""
    down = sorted(entries, key=lambda node: node.box.top)
    if all(one.box.bottom <= other.box.top + 2 for one, other in pairwise(down)):
        edges = [(node.box.top, node.box.bottom) for node in down]
        return _is_even(edges, (container.box.top, container.box.bottom))
    across = sorted(entries, key=lambda node: node.box.left)
    if all(one.box.right <= other.box.left + 2 for one, other in pairwise(across)):
        edges = [(node.box.left, node.box.right) for node in across]
        return _is_even(edges, (container.box.left, edges[-1][1]))
    return False


def _is_even(edges: Sequence[tuple[float, float]], around: tuple[float, float]) -> bool:
    gaps = [after[0] - before[1] for before, after in pairwise(edges)]
    least = min(end - start for start, end in edges)
    room = min(least * 0.9, _SLACK)
    ends = (edges[0][0] - around[0], around[1] - edges[-1][1])
    is_even = not gaps or max(gaps) - min(gaps) <= 3
    return is_even and max(gaps, default=0.0) < least and max(ends) < room + max(gaps, default=0.0)


def _is_virtual(entries: Sequence[Node], sight: Sight) -> bool:
    """Whether a scroller around them, or the page, is longer than what is in it: then entries come as one scrolls."""
    bottom = max(node.box.bottom for node in sight.all)
    if sight.tree.below > 1 and sight.tree.view.height + sight.tree.below - bottom > 200:
        return True
    for outer in {one.number: one for node in entries for one in sight.above(node)}.values():
        if "scrolls" not in outer.states:
            continue
        marks = outer.attributes
        above, below = _number(marks.get("above", "")), _number(marks.get("below", ""))
        inside = list(sight.inside(outer))
        top, bottom = min(one.box.top for one in inside), max(one.box.bottom for one in inside)
        if top - (outer.box.top - above) > _SLACK or outer.box.bottom + below - bottom > _SLACK:
            return True
    return False


def _number(text: str) -> float:
    return float(text) if text.isdigit() else 0.0
