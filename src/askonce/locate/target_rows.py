"""The row in which an element stands, and whether that is another one now: lists use elements of a row for another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from askonce.actions.target import TargetRow
from askonce.lazy import regex
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Tree
from askonce.screens.ui_tree import plain

_TITLES = frozenset({"heading", "rowheader"})
_LETTER = regex(r"[^\W\d_]")


def row_of(node: Node, tree: Tree) -> TargetRow | None:
    """The row, entry or card of an element, known by what others with such an element do not say."""
    outline, others = Outline(tree), _others(node, tree)
    for item in _items(node, outline):
        if texts := _texts(item, node, outline):
            return _row(item, texts, others, outline)
    return None


def moved_to(row: TargetRow, node: Node, tree: Tree) -> TargetRow | None:
    """The other row in which an element stands now that stood in `row`; None if it is the same, or nobody can tell.

    The name of a row says which it is. One that has lost its name is another one, unless it has kept most of its texts
    and none of them stands in another row now: a name may be a state that has changed.
    """
    others = _others(node, tree)
    if row.is_alone and not others:
        return None
    outline = Outline(tree)
    items = [above for above in outline.above(node) if above.number == row.number] or [*_items(node, outline)]
    texts = {item.number: _texts(item, node, outline) for item in items}
    if not any(texts.values()) or any(_is_same(row, texts[item.number], others, outline) for item in items):
        return None
    item = next(item for item in items if texts[item.number])
    return _row(item, texts[item.number], others, outline)


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


def _row(item: Node, texts: Sequence[str], others: Sequence[Node], outline: Outline) -> TargetRow:
    elsewhere = _said_around(others, outline, item)
    own = [text for text in texts if plain(text) not in elsewhere] or texts
    titles = {plain(inner.name) for inner in outline.inside(item) if inner.role in _TITLES} | {plain(item.name)}
    name = next((text for text in own if plain(text) in titles), "")
    name = name or next(filter(_LETTER.search, own), own[0])
    return TargetRow(item.number, item.role, name, _head(plain(name), elsewhere), tuple(own), is_alone=not others)


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


def _is_same(row: TargetRow, texts: Sequence[str], others: Iterable[Node], outline: Outline) -> bool:
    now = set(map(plain, texts))
    if plain(row.name) in now:
        return True
    lost, elsewhere = set(map(plain, row.texts)) - now, _said_around(others, outline)
    if any(_begins(text, row.head) for text in now):
        return plain(row.name) not in elsewhere
    return 2 * len(lost) < len(row.texts) and lost.isdisjoint(elsewhere)


def _said_around(nodes: Iterable[Node], outline: Outline, item: Node | None = None) -> set[str]:
    """The texts in the rows of these elements, other than `item`."""
    rows = {row.number: (row, node) for node in nodes if (row := next(_items(node, outline), None)) and row != item}
    return {plain(text) for row, node in rows.values() for text in _texts(row, node, outline)}


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
