"""Counting rows, items and things of a name or kind, where all of them are surely there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from askonce.insight.exact.claims import CountedGroup, Subject
from askonce.insight.exact.element_evidence import ElementEvidence
from askonce.insight.exact.statement_words import statement_words
from askonce.language.normalization import letters_of, split_words
from askonce.language.vocabulary import vocabulary
from askonce.lazy import dataclass
from askonce.screens.ui_tree import Node

_HEADS = frozenset({"columnheader"})
_TABLES = frozenset({"row", "table", "grid", "treegrid"})
_ENTRIES = _TABLES | {"listitem", "article", "option", "treeitem", "group", "list"}
_RIVALS = frozenset({"clickable", "menuitem", "menuitemradio", "menuitemcheckbox", "option", "treeitem", "tab"})
"""Roles of what some people count as a link, a radio button or a check box."""
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
    def as_text(self) -> str:
        return " or ".join(map(str, sorted(self.possible)))


def _count(*ways: Sequence[Node]) -> Count:
    in_view = (sum("offscreen" not in node.states for node in nodes) for nodes in ways)
    return Count(frozenset(map(len, ways)), frozenset(in_view))


def count(group: CountedGroup, evidence: ElementEvidence) -> Count | None:
    if not evidence.is_known or evidence.within is not None:
        return None
    if group.is_whole_kind:
        return _of_kind(group.kind, evidence)
    if group.part is None:
        return _named(group, evidence)
    container = _container(group.container, evidence) if group.container else None
    if container is None:
        return None
    inside = evidence.children(container)
    return _items(container, inside, evidence) if group.part == "items" else _rows(group, container, inside, evidence)


def _named(group: CountedGroup, evidence: ElementEvidence) -> Count | None:
    """All of one kind and name; something of a similar name or without one leaves a doubt."""
    roles = vocabulary().roles[group.kind]
    named = evidence.called(group.name, roles)
    if len({node.role for node in named}) != 1:
        return None  # some people count a switch as a check box, and some do not
    if not all(_is_certain(node, group.name, roles, evidence) for node in named):
        return None
    numbers = {node.number for node in named}
    others = [node for node in evidence.all if node.number not in numbers]
    if any(_may_be_one(node, group.name, roles) for node in others) or is_virtual(named, evidence):
        return None
    return _count(named)


def _of_kind(kind: str, evidence: ElementEvidence) -> Count | None:
    """All of one kind, where nothing else looks as if it were one, and no text speaks of them."""
    roles = vocabulary().roles[kind]
    found = [node for node in evidence.all if node.role in roles]
    if len({node.role for node in found}) != 1 or any(node.role in _RIVALS for node in evidence.all):
        return None
    if not all(node.shown and _is_certain(node, node.shown, roles, evidence) for node in found):
        return None
    if any(node.box.right <= 0 or node.box.bottom + evidence.tree.above <= 0 for node in found):
        return None  # it is written for those who listen, out of the page
    places = [node.attributes.get("href", node.number) for node in found]
    if len(set(places)) < len(places) or is_virtual(found, evidence):
        return None  # a picture and a title that lead to the same page are one link to some people
    numbers, noun = {node.number for node in found}, kind.split()[0]
    spoken = [node for node in evidence.all if any(word.startswith(noun) for word in split_words(node.words))]
    if any(node.number not in numbers or any(map(str.isdecimal, node.words)) for node in spoken):
        return None
    return _count(found)


def _is_certain(node: Node, name: str, roles: frozenset[str], evidence: ElementEvidence) -> bool:
    is_free = "covered" not in node.states and not evidence.may_be_unseen(node)
    return node.role in roles and is_free and evidence.bears(node, name)


def _may_be_one(node: Node, name: str, roles: frozenset[str]) -> bool:
    """Whether a person may count it too: it has no name, a longer one, or is something else of this very name."""
    sought, names = letters_of(name), (letters_of(node.name), letters_of(node.text))
    if sought in names:
        return True
    if not (node.actionable or node.role in roles):
        return False
    is_nameless = not (node.name or node.text) or "icon" in node.attributes
    return (is_nameless and node.role in roles | {"clickable"}) or any(sought in own for own in names)


def _container(subject: Subject, evidence: ElementEvidence) -> Node | None:
    """The list or table that is meant; without a name it must be the only thing on the page that has entries."""
    roles = vocabulary().roles[subject.kind]
    found = [node for node in evidence.all if node.role in roles]
    if subject.name:
        found = [node for node in found if letters_of(node.name) == letters_of(subject.name)]
    if len(found) != 1:
        return None
    return found[0] if subject.name or _is_only_one(found[0], subject.kind, evidence) else None


def _is_only_one(container: Node, kind: str, evidence: ElementEvidence) -> bool:
    """Whether nobody can mean another list or table: not that of a menu, not texts that look like a list."""
    if any(node.role == "navigation" for node in evidence.above(container)):
        return False
    elsewhere = [node for node in evidence.all if _is_elsewhere(node, container, evidence)]
    if any(node.role in (_TABLES if kind == "table" else _ENTRIES) for node in elsewhere):
        return False
    texts = [node for node in elsewhere if node.role == "text"]
    lines = Counter((node.parent, round(node.box.left), round(node.box.height)) for node in texts)
    return kind != "list" or max(lines.values(), default=0) < _ALIKE


def _is_elsewhere(node: Node, container: Node, evidence: ElementEvidence) -> bool:
    if node.number == container.number:
        return False
    around = [ancestor.number for ancestor in evidence.above(container)]
    return node.number not in around and all(ancestor.number != container.number for ancestor in evidence.above(node))


# ---- rows


def _rows(group: CountedGroup, table: Node, inside: Sequence[Node], evidence: ElementEvidence) -> Count | None:
    rows = _all_entries(table, inside, "row", evidence)
    if not rows or any(node.role in _ENTRIES for row in rows for node in evidence.inside(row)):
        return None
    cells = {row.number: evidence.children(row) for row in rows}
    heads = [row for row in rows if any(node.role in _HEADS for node in cells[row.number])]
    body = rows[len(heads) :]
    if (heads and heads != rows[:1]) or _ends_otherwise([cells[row.number] for row in body]):
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


def _items(container: Node, inside: Sequence[Node], evidence: ElementEvidence) -> Count | None:
    items = _all_entries(container, inside, "listitem", evidence)
    is_nested = any(node.role in {"listitem", "list"} for item in items for node in evidence.inside(item))
    return _count(items) if items and not is_nested else None


# ---- whether all are there


def _all_entries(container: Node, inside: Sequence[Node], role: str, evidence: ElementEvidence) -> list[Node]:
    """The entries of a container, if it holds nothing else, nothing lies over them and none can be missing."""
    entries = [node for node in inside if node.role == role and "covered" not in node.states]
    is_all = bool(entries) and len(entries) == len(inside) and _fill(container, entries)
    is_all = is_all and not any(evidence.may_be_unseen(entry) for entry in entries)
    return entries if is_all and not is_virtual(entries, evidence) else []


def _fill(container: Node, entries: Sequence[Node]) -> bool:
    """Whether entries stand one below the other, or side by side, without a gap in which one more could be: the tree
    leaves out entries that are empty."""
    down = sorted(entries, key=lambda node: node.box.top)
    if all(upper.box.bottom <= lower.box.top + 2 for upper, lower in pairwise(down)):
        edges = [(node.box.top, node.box.bottom) for node in down]
        return _is_even(edges, (container.box.top, container.box.bottom))
    across = sorted(entries, key=lambda node: node.box.left)
    if all(left.box.right <= right.box.left + 2 for left, right in pairwise(across)):
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


def is_virtual(entries: Sequence[Node], evidence: ElementEvidence) -> bool:
    """Whether a scroller around them, or the page, is longer than what is in it: then entries come as one scrolls."""
    if evidence.tree.scrolls_down or evidence.tree.scrolls_up:
        return True
    bottom = max(node.box.bottom for node in evidence.all)
    if evidence.tree.below > 1 and evidence.tree.view.height + evidence.tree.below - bottom > 200:
        return True
    for outer in {ancestor.number: ancestor for node in entries for ancestor in evidence.above(node)}.values():
        if "scrolls" not in outer.states:
            continue
        marks = outer.attributes
        above, below = _number(marks.get("above", "")), _number(marks.get("below", ""))
        inside = list(evidence.inside(outer))
        top, bottom = min(entry.box.top for entry in inside), max(entry.box.bottom for entry in inside)
        if top - (outer.box.top - above) > _SLACK or outer.box.bottom + below - bottom > _SLACK:
            return True
    return False


def _number(text: str) -> float:
    return float(text) if text.isdigit() else 0.0
