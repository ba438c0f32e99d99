"""The row in which an element stands, and whether that is another one now: lists use elements of a row for another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from askonce.actions.target import TargetRow
from askonce.language.date_words import read_month
from askonce.lazy import dataclass, regex
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Tree
from askonce.screens.ui_tree import plain

_TITLES = frozenset({"heading", "rowheader"})
_LETTER = regex(r"[^\W\d_]")
_TERM = regex(r"\d+|[^\W\d_]+")
_NUMBER = regex(r"[-+−]?\d+")
_DATE = regex(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")
_NEAR = 8
"""How many of the rows beside a row are compared."""

Rows = Mapping[int, tuple[Node, tuple[str, ...]]]
"""Rows with their texts, by number."""


@dataclass(frozen=True, slots=True)
class ListedRow(TargetRow):
    """A row with all that it said, and with those around it: a list that shows other entries does so in all rows."""

    said: frozenset[str]
    """All of its texts, as they are compared."""
    beside: tuple[TargetRow, ...]
    """The rows next to it."""


def row_of(node: Node, tree: Tree) -> TargetRow | None:
    """The row, entry or card of an element, known by what others with such an element do not say."""
    outline, others = Outline(tree), _others(node, tree)
    for item in _items(node, outline):
        if texts := _texts(item, node, outline):
            rows = _rows(others, outline, item)
            row = _row(item, texts, _said_in(rows), outline, is_alone=not others)
            known = (row.number, row.role, row.name, row.head, row.texts, row.is_alone)
            return ListedRow(
                *known, frozenset(map(plain, texts)), _beside(item, {**rows, item.number: (item, texts)}, outline)
            )
    return None


def moved_to(row: TargetRow, node: Node, tree: Tree) -> TargetRow | None:
    """The other row in which an element stands now that stood in `row`; None if it is the same, or nobody can tell.

    The name of a row says which it is, but several entries may have one name: it is the same only if the rows beside
    it are the same, no other row has that name, and what it has lost may be a count or a state that has changed. One
    that has lost its name has to have kept most of its texts, and none of the others stands in another row.
    """
    others = _others(node, tree)
    if row.is_alone and not others:
        return None
    outline = Outline(tree)
    items = [above for above in outline.above(node) if above.number == row.number] or [*_items(node, outline)]
    texts = {item.number: _texts(item, node, outline) for item in items}
    if not items or any(_is_same(row, item, texts[item.number], others, outline) for item in items):
        return None
    item = next((item for item in items if texts[item.number]), None)
    if item is None:
        return TargetRow(items[0].number, items[0].role, "", "", (), is_alone=not others)
    said_elsewhere = _said_in(_rows(others, outline, item))
    return _row(item, texts[item.number], said_elsewhere, outline, is_alone=not others)


def is_alike(node: Node, other: Node) -> bool:
    """Whether two elements have the same role and name, so that only their rows tell them apart."""
    return other.actionable and (other.role, other.name) == (node.role, node.name)


def _others(node: Node, tree: Tree) -> list[Node]:
    return [other for other in tree if other.number != node.number and is_alike(node, other)]


def _items(node: Node, outline: Outline) -> Iterator[Node]:
    """The rows around an element, the nearest first."""
    item = outline.item(node)
    while item:
        yield item
        item = outline.item(item)


def _row(item: Node, texts: Sequence[str], elsewhere: set[str], outline: Outline, *, is_alone: bool) -> TargetRow:
    own = [text for text in texts if plain(text) not in elsewhere] or texts
    titles = {plain(inner.name) for inner in outline.inside(item) if inner.role in _TITLES} | {plain(item.name)}
    name = next((text for text in own if plain(text) in titles), "")
    name = name or next(filter(_LETTER.search, own), own[0])
    return TargetRow(item.number, item.role, name, _head(plain(name), elsewhere), tuple(own), is_alone=is_alone)


def _beside(item: Node, rows: Rows, outline: Outline) -> tuple[TargetRow, ...]:
    """Those of the rows that are next to `item`, each known by what it and the others of them do not say."""
    places = {node.number: place for place, node in enumerate(outline.tree)}
    here = places[item.number]
    near = sorted((number for number in rows if rows[number][1]), key=lambda number: abs(places[number] - here))
    near = near[: _NEAR + 1]
    found: list[TargetRow] = []
    for number in near:
        row, texts = rows[number]
        elsewhere = _said_in({other: rows[other] for other in near if other != number})
        found += [_row(row, texts, elsewhere, outline, is_alone=False)] if number != item.number else []
    return tuple(found)


def _head(text: str, elsewhere: set[str]) -> str:
    """The first words of a text that tell it from others; with a number that ends it, as in "Room 1"."""
    words = text.split()
    for count in range(1, len(words) if elsewhere else 0):
        head = " ".join(words[:count])
        is_number = count == len(words) - 1 and not _LETTER.search(words[count])
        if _LETTER.search(head) and not is_number and not any(_begins(other, head) for other in elsewhere):
            return head
    return text


def _begins(text: str, head: str) -> bool:
    return f"{text} ".startswith(f"{head} ")


def _is_same(row: TargetRow, item: Node, texts: Sequence[str], others: Iterable[Node], outline: Outline) -> bool:
    now, own = set(map(plain, texts)), set(map(plain, row.texts))
    said = row.said if isinstance(row, ListedRow) else own
    if said <= now:
        return True
    rows = _rows(others, outline, item)
    are_others_kept = _are_beside(row, rows)
    if not now or are_others_kept is False or _has_other_date(said, now):
        return False
    elsewhere = _said_in(rows)
    if not any(_is_named(row, text) for text in now):
        return 2 * len(own - now) < len(own) and elsewhere.isdisjoint(own - now)
    if any(_is_named(row, text) for text in elsewhere):
        return False
    own, lost, new = ({text for text in each if not _is_named(row, text)} for each in (own, said - now, now - said))
    if are_others_kept:
        return bool(own & now) or not new or len(lost) < 2 or _are_counts(lost, new)
    return bool(own) and 2 * len(own & now) >= len(own)


def _is_named(row: TargetRow, text: str) -> bool:
    """Whether a text, as it is compared, is the name of a row or begins as that does."""
    return text == plain(row.name) or _begins(text, row.head)


def _are_beside(row: TargetRow, rows: Rows) -> bool | None:
    """Whether most of the rows beside a row are what they were; None if none of them is there."""
    there = [each for each in row.beside if each.number in rows] if isinstance(row, ListedRow) else []
    kept = [each for each in there if any(_is_named(each, plain(text)) for text in rows[each.number][1])]
    return 2 * len(kept) >= len(there) if there else None


def _are_counts(lost: set[str], new: set[str]) -> bool:
    """Whether texts differ from what stands there now in numbers alone: counts, prices, clocks."""
    return {_NUMBER.sub("0", text) for text in lost} <= {_NUMBER.sub("0", text) for text in new}


def _has_other_date(said: Iterable[str], now: Iterable[str]) -> bool:
    """Whether a row says another date instead of one that it said: that may be the same payment of the next month."""
    days_now = set[str]().union(*map(_days, now))
    return bool(days_now) and not days_now.issuperset(set[str]().union(*map(_days, said)))


def _days(text: str) -> set[str]:
    """The dates in a text: three numbers, or a number beside a month."""
    terms = _TERM.findall(text)
    named = (pair for pair in pairwise(terms) if any(map(read_month, pair)) and any(term.isdecimal() for term in pair))
    return {*_DATE.findall(text), *map(" ".join, named)}


def _rows(nodes: Iterable[Node], outline: Outline, item: Node) -> Rows:
    """The rows of these elements with their texts by number, without `item`, what holds it and what it holds."""
    left_out = {each.number for each in (item, *outline.above(item), *outline.inside(item))}
    rows = {row.number: (row, node) for node in nodes if (row := next(_items(node, outline), None))}
    return {number: (row, _texts(row, node, outline)) for number, (row, node) in rows.items() if number not in left_out}


def _said_in(rows: Rows) -> set[str]:
    return {plain(text) for _, texts in rows.values() for text in texts}


def _texts(item: Node, node: Node, outline: Outline) -> tuple[str, ...]:
    """The texts of a row, without what is entered in it; the names of its controls only where it has nothing else."""
    inner = outline.inside(item)
    controls = [other for other in inner if other.actionable and other.role != "link" and not is_alike(node, other)]
    left_out = {below.number for other in (*controls, node) for below in (other, *outline.inside(other))}
    said = [other for other in inner if other.number not in left_out and not is_alike(node, other)]
    texts = [words for other in said if (words := other.text or other.shown)]
    is_summed = any(plain(text) in plain(item.name) for text in texts)
    texts = texts if not item.name or is_summed else [item.name, *texts]
    return tuple(dict.fromkeys(texts or [other.shown for other in controls if other.shown]))
