"""The row in which an element stands, and whether that is another one now: lists use elements of a row for another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from askonce.actions.target import TargetRow
from askonce.language.date_words import read_month
from askonce.lazy import dataclass, regex
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Tree
from askonce.screens.field_labels import FIELDS
from askonce.screens.ui_tree import plain

_TITLES = frozenset({"heading", "rowheader"})
_LETTER = regex(r"[^\W\d_]")
_TERM = regex(r"\d+|[^\W\d_]+")
_NUMBER = regex(r"[-+−]?\d+(?:[.,]\d+)*")
_CLOCK = regex(r"\d+(?::\d+)+|[-+−]?\d+(?:[.,]\d+)*\s?%")
"""Clocks and percents, which may show anything a moment later."""
_DATE = regex(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")
_NEAR = 8
"""How many of the rows beside a row are compared."""
_LONGEST_COUNT = 2
"""How many digits a whole number has at most that is a count: a longer one may be the number of the entry."""

Rows = Mapping[int, tuple[Node, tuple[str, ...]]]
"""Rows with their texts, by number."""


@dataclass(frozen=True, slots=True)
class ListedRow(TargetRow):
    """A row with all that it said, and with those around it: a list that shows other entries does so in all rows."""

    said: frozenset[str]
    """All of its texts, as they are compared, without what is entered in it."""
    beside: tuple[TargetRow, ...]
    """The rows next to it."""
    links: frozenset[str]
    """The addresses of its links that no other row has."""
    entered: Mapping[int, str] | None
    """What its fields hold, by their numbers, where its texts do not tell it from others."""
    ticking: frozenset[str]
    """Those of its texts that had another number at an earlier look, without their numbers."""
    touched: frozenset[int] = frozenset()
    """The elements that were acted on since then: what changes in their rows may follow from that."""

    def after(self, touched: Iterable[int]) -> ListedRow:
        """The same row, as it is compared after these elements were acted on."""
        return replace(self, touched=self.touched | set(touched))


def row_of(node: Node, tree: Tree, earlier: Iterable[Tree] = ()) -> ListedRow | None:
    """The row, entry or card of an element, known by what others with such an element do not say.

    `earlier` looks tell which of its numbers change by themselves.
    """
    outline, others = Outline(tree), _others(node, tree)
    for item in _items(node, outline):
        rows, texts = _rows(others, outline, item), _texts(item, node, outline)
        is_told = bool(rows) and any(_LETTER.search(text) for text in texts if plain(text) not in _said_in(rows))
        entered = None if is_told else _entered(item, outline)
        rows = rows if is_told else _with_values(rows, outline)
        links = _links(item, outline) - _links_in(rows, outline)
        if texts or entered or links:
            said, texts = frozenset(map(plain, texts)), (*(entered or {}).values(), *texts)
            row = _row(item, texts, _said_in(rows), outline, is_alone=not others)
            known = (row.number, row.role, row.name, row.head, row.texts, row.is_alone)
            beside = _beside(item, {**rows, item.number: (item, texts)}, outline)
            return ListedRow(*known, said, beside, links, entered, _ticking(row, said, node, earlier))
    return None


def moved_to(row: ListedRow, node: Node, tree: Tree) -> TargetRow | None:
    """The other row in which an element stands now that stood in `row`; None if it is the same, or nobody can tell.

    The name of a row says which it is, but several entries may have one name: it is the same only if the rows beside
    it are the same, no other row has that name, its links lead to the same, and what it has lost may be a count or a
    state that has changed. One that has lost its name has to have kept most of its texts, and none of the others
    stands in another row. What an action did to its row is no sign that it is another one.
    """
    outline, others = Outline(tree), _others(node, tree)
    if row.is_alone and not others and node.number in row.touched:
        return None  # it may be there for that, as what turns pages is
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
    name = name or next(filter(_LETTER.search, own), own[0] if own else "")
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


def _is_same(row: ListedRow, item: Node, texts: Sequence[str], others: Sequence[Node], outline: Outline) -> bool:
    said, now, rows = set(row.said), set(map(plain, texts)), _rows(others, outline, item)
    if row.entered is not None:
        own = {number: value for number, value in row.entered.items() if number not in row.touched}
        said |= set(map(plain, own.values()))
        now |= {plain(value) for number, value in _entered(item, outline).items() if number not in row.touched}
        rows = _with_values(rows, outline)
    if row.links and row.links.isdisjoint(_links(item, outline)):
        return False
    if said <= now:
        return True
    is_alone, is_touched = row.is_alone and not others, _holds(item, row.touched, outline)
    are_others_kept = is_alone or _are_beside(row, rows, outline)
    lost, new, own = said - now, now - said, said & set(map(plain, row.texts))
    if not now or are_others_kept is False or _has_other_date(said, now):
        return False
    if not is_touched and _has_other_number(row, lost, new, row.ticking | _ticking_beside(row, rows)):
        return False
    if not any(_is_named(row, text) for text in now):
        if is_alone:
            return all(any(_is_clock(text, other) for other in new) for text in lost)
        return 2 * len(own - now) < len(own) and _said_in(rows).isdisjoint(own - now)
    if any(_is_named(row, text) for text in _said_in(rows)):
        return False
    own, lost, new = ({text for text in each if not _is_named(row, text)} for each in (own, lost, new))
    if are_others_kept:
        are_counts = set(map(_bare, lost)) <= set(map(_bare, new))
        return is_touched or are_counts or bool(own & now) or not new or len(lost) < 2
    return bool(own) and 2 * len(own & now) >= len(own)


def _is_named(row: TargetRow, text: str) -> bool:
    """Whether a text, as it is compared, is the name of a row or begins as that does."""
    return text == plain(row.name) or _begins(text, row.head)


def _are_beside(row: ListedRow, rows: Rows, outline: Outline) -> bool | None:
    """Whether most of the rows beside a row are what they were; None if none of them is there."""
    there = [each for each in row.beside if each.number in rows]
    there = [each for each in there if not _holds(rows[each.number][0], row.touched, outline)] or there
    kept = [each for each in there if any(_is_named(each, plain(text)) for text in rows[each.number][1])]
    return 2 * len(kept) >= len(there) if there else None


def _holds(item: Node, numbers: frozenset[int], outline: Outline) -> bool:
    return bool(numbers) and any(inner.number in numbers for inner in outline.inside(item))


def _bare(text: str) -> str:
    """A text without its numbers: counts, prices and clocks change."""
    return _NUMBER.sub("0", text)


def _has_other_number(row: TargetRow, lost: Iterable[str], new: Iterable[str], ticking: frozenset[str]) -> bool:
    """Whether a text differs in a number that is not the same one a moment later: the row shows another amount."""
    for text in lost:
        bare, is_name = _bare(text), _is_named(row, text)
        there = [other for other in new if _bare(other) == bare or (is_name and _is_named(row, other))]
        if there and bare not in ticking and not any(_may_tick(text, other) for other in there):
            return True
    return False


def _ticking_beside(row: ListedRow, rows: Rows) -> frozenset[str]:
    """Texts, without their numbers, that have other numbers in the rows beside a row, too."""
    ticking = set[str]()
    for each in row.beside:
        now = {plain(text) for text in rows[each.number][1]} if each.number in rows else set[str]()
        ticking |= {_bare(text) for text in set(map(plain, each.texts)) - now} & set(map(_bare, now))
    return frozenset(ticking)


def _is_clock(text: str, other: str) -> bool:
    """Whether texts differ in nothing but clocks and percents."""
    return _CLOCK.sub("0", text) == _CLOCK.sub("0", other)


def _may_tick(text: str, other: str) -> bool:
    """Whether the numbers of one text may be those of the other a moment later: clocks, small counts that change by one
    and amounts that change by a tenth. A text with more or fewer numbers says something else, and nobody can tell."""
    was, now = (_NUMBER.findall(_CLOCK.sub("", each)) for each in (text, other))
    return len(was) != len(now) or all(
        before == after or _is_near(before, after) for before, after in zip(was, now, strict=True)
    )


def _is_near(before: str, after: str) -> bool:
    is_whole = before.lstrip("-+−").isdecimal() and after.lstrip("-+−").isdecimal()
    first, second = (int("".join(filter(str.isdecimal, number))) for number in (before, after))
    if is_whole and max(first, second) >= 10**_LONGEST_COUNT:
        return False
    return abs(first - second) <= max(int(is_whole), max(first, second) / 10)


def _ticking(row: TargetRow, said: frozenset[str], node: Node, earlier: Iterable[Tree]) -> frozenset[str]:
    """Those texts of a row, without their numbers, that had other numbers at an earlier look."""
    ticking = set[str]()
    numbered = {_bare(text) for text in said if _NUMBER.search(text)}
    for tree in earlier if numbered else ():
        outline = Outline(tree)
        item = next((above for above in outline.above(node) if above.number == row.number), None)
        texts = set(map(plain, _texts(item, node, outline))) if item else set[str]()
        if any(_is_named(row, text) for text in texts):
            ticking |= {_bare(text) for text in texts - said} & numbered
    return frozenset(ticking)


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


def _with_values(rows: Rows, outline: Outline) -> Rows:
    """Rows with what is entered in them, too."""
    return {number: (row, (*_entered(row, outline).values(), *texts)) for number, (row, texts) in rows.items()}


def _entered(item: Node, outline: Outline) -> dict[int, str]:
    """What the fields of a row hold, by their numbers."""
    fields = (inner for inner in outline.inside(item) if inner.role in FIELDS and "password" not in inner.states)
    return {field.number: field.value for field in fields if field.value}


def _links(item: Node, outline: Outline) -> frozenset[str]:
    """Where the links of a row lead."""
    inner = (item, *outline.inside(item))
    return frozenset(address for node in inner if (address := node.attributes.get("href", "").strip("#")))


def _links_in(rows: Rows, outline: Outline) -> frozenset[str]:
    return frozenset[str]().union(*(_links(row, outline) for row, _ in rows.values()))


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
