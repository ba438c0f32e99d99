"""Tables with one row of headers: what stands in the row of a thing, under a header."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from askonce.insight.exact.claims import Cell
from askonce.insight.exact.counts import is_virtual
from askonce.insight.exact.element_evidence import ElementEvidence
from askonce.insight.exact.statement_words import statement_words
from askonce.language.normalization import is_same_name, letters_of, plain
from askonce.language.numerals import singular
from askonce.language.vocabulary import vocabulary
from askonce.lazy import dataclass, regex
from askonce.screens.ui_tree import Node

_TABLES = frozenset({"table", "grid", "treegrid"})
_SHARED = 2.0
"""How many units of width a cell shares at least with the header over it."""
_SORTED = " ▲▼△▽↑↓⇅↕"
_PAGE = regex(r"\bpage \d+ (?:of|/) (\d+)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TableRecords:
    """The headers of a table, and the contents of each row below them."""

    headers: tuple[Node, ...]
    rows: tuple[tuple[Node, ...], ...]

    def column(self, names: Sequence[str], evidence: ElementEvidence) -> Node | None:
        """The only header with one of these names; another one that speaks of the same leaves a doubt."""
        words = {header.number: header_words(header, evidence) for header in self.headers}
        found = [header for header in self.headers if any(is_same_name(words[header.number], name) for name in names)]
        near = [
            header
            for header in self.headers
            if any(set(plain(name).split()) <= set(plain(words[header.number]).split()) for name in names)
        ]
        return found[0] if len(found) == 1 and len(near) <= 1 else None

    def cell(self, row: Sequence[Node], header: Node) -> Node | None:
        """What stands under a header: one element, under no other header as well."""
        under = [node for node in row if _shares(node, header)]
        is_one = len(under) == 1 and not any(
            _shares(under[0], other) for other in self.headers if other.number != header.number
        )
        return under[0] if is_one else None

    def name_column(self, evidence: ElementEvidence) -> Node | None:
        """The column that names the rows: the first in which words stand, and in every row."""
        for header in sorted(self.headers, key=lambda node: node.box.left):
            cells = [self.cell(row, header) for row in self.rows]
            worded = [cell for cell in cells if cell and any(map(str.isalpha, evidence.words_on(cell)))]
            if worded:
                return header if len(worded) == len(self.rows) else None
        return None


def header_words(header: Node, evidence: ElementEvidence) -> str:
    return evidence.words_on(header).strip(_SORTED)


def read_tables(evidence: ElementEvidence) -> Iterator[TableRecords]:
    """All tables whose headers and rows are plain: nothing is left out, no table is in another."""
    for table in evidence.all:
        if table.role not in _TABLES or any(around.role == "navigation" for around in evidence.above(table)):
            continue
        inside = evidence.inside(table)
        rows = [node for node in inside if node.role == "row"]
        if len(rows) < 2 or any(node.role in _TABLES for node in inside) or is_virtual(rows, evidence):
            continue
        contents = [_contents(row, evidence) for row in rows]
        heads = [place for place, nodes in enumerate(contents) if _is_head(nodes)]
        if heads == [0]:
            headers = tuple(node for node in contents[0] if header_words(node, evidence))
            yield TableRecords(headers, tuple(tuple(nodes) for nodes in contents[1:]))


def _contents(row: Node, evidence: ElementEvidence) -> list[Node]:
    """What can be told apart in a row: without boxes that only hold others."""
    return [node for node in evidence.inside(row) if not evidence.children(node) or evidence.words_on(node)]


def _is_head(row: Sequence[Node]) -> bool:
    """Whether a row holds headers; the only one in a row may as well name the row."""
    headers = [node for node in row if node.role == "columnheader" or "sort" in node.attributes]
    return bool(headers) and (len(headers) > 1 or len(headers) == len(row))


def _shares(node: Node, header: Node) -> bool:
    return min(node.box.right, header.box.right) - max(node.box.left, header.box.left) > _SHARED


def find_cell(cell: Cell, evidence: ElementEvidence, *, plural: bool = False) -> tuple[Node, TableRecords] | None:
    """The one cell that is meant, with its table; None where the thing or the column may be another one."""
    if not evidence.knows_controls or not letters_of(cell.owner):
        return None
    found = [
        (table, row, header)
        for table in read_tables(evidence)
        if (names := table.name_column(evidence))
        for row in table.rows
        if (name := table.cell(row, names)) and _is_named(evidence.words_on(name), cell.owner, plural=plural)
        for header in [table.column(cell.columns, evidence)]
        if header and header.number != names.number
    ]
    if len(found) != 1 or _is_elsewhere(cell.owner, found[0][1], evidence):
        return None
    table, row, header = found[0]
    node = table.cell(row, header)
    return (node, table) if node and not evidence.is_struck(node) and evidence.words_on(node) else None


def _is_named(words: str, owner: str, *, plural: bool) -> bool:
    words, owner = without_leading_article(words), without_leading_article(owner)
    return is_same_name(words, owner) or (plural and words == singular(owner))


def without_leading_article(name: str) -> str:
    first, _, rest = plain(name).partition(" ")
    return rest if rest and first in vocabulary().articles else plain(name)


def _is_elsewhere(owner: str, row: Sequence[Node], evidence: ElementEvidence) -> bool:
    """Whether the page speaks of the thing in another place too, and may say something else of it there."""
    sought, numbers = letters_of(owner), {node.number for node in row}
    return any(
        sought in letters_of(part)
        for node in evidence.all
        if node.number not in numbers
        for part in (node.name, node.text, node.value or "")
    )


def column_of(cell: Cell, evidence: ElementEvidence) -> list[str] | None:
    """All values of a column of the only table, where a heading says that this is what the table lists."""
    tables = list(read_tables(evidence))
    if len(tables) != 1 or not evidence.knows_controls or is_paged(evidence):
        return None
    header = tables[0].column(cell.columns, evidence)
    headings = [evidence.words_on(node) for node in evidence.all if node.role == "heading"]
    if header is None or not any(singular(plain(words)) == singular(plain(cell.owner)) for words in headings):
        return None
    cells = [tables[0].cell(row, header) for row in tables[0].rows]
    values = [evidence.words_on(node) for node in cells if node and not evidence.is_struck(node)]
    return values if len(values) == len(cells) and all(values) else None


def is_paged(evidence: ElementEvidence) -> bool:
    """Whether there may be more on another page, or behind a button."""
    symbols, known = vocabulary().symbols, {letters_of(words) for words in statement_words().paging}
    for node in evidence.all:
        for words in filter(None, (node.name, node.text)):
            is_next = letters_of(words) in known or symbols.get(plain(words)) == "next"
            if is_next and node.actionable and "disabled" not in node.states:
                return True
            if (pages := _PAGE.search(words)) and int(pages[1]) > 1:
                return True
    return False
