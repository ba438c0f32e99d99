"""Values in tables and lists of names: beside a name, or where a row and a column meet."""

from __future__ import annotations

from collections.abc import Callable

from askonce.embedded.screen_index import ScreenIndex, is_field
from askonce.geometry import Box
from askonce.language.normalization import key
from askonce.screens import Node

_CELLS = frozenset({"cell", "gridcell", "rowheader", "columnheader"})
_NAMES = _CELLS | {"text", "term", "heading", "listitem"}
_VALUES = frozenset({"text", "definition", "cell", "gridcell", "link", "status"})


def beside(screen: ScreenIndex, name: str) -> list[Node]:
    """The value for `name`: the other cell of its row, the field of that name, or the text after it on its line."""
    found: dict[int, Node] = {}
    for node in screen.named.get(key(name), ()):
        value = node if is_field(node) else _value_of(node, screen) if node.role in _NAMES else None
        if value is not None:
            found[value.number] = value
    return list(found.values())


def crossing(screen: ScreenIndex, column: str, row: str) -> list[Node]:
    """The cells in the column with that heading and in the rows that have such a cell."""
    headings = [node for node in screen.named.get(key(column), ()) if node.role in _CELLS]
    names = [node for node in screen.named.get(key(row), ()) if node.role in _CELLS]
    return [
        cell
        for heading in headings
        for name in names
        for cell in _row(name, screen)
        if cell.number != name.number
        and _is_under(cell.box, heading.box)
        and _table(cell, screen) == _table(heading, screen)
    ]


def cells_under(screen: ScreenIndex, column: str, row: Node) -> list[Node]:
    """The cells of one row in the column with that heading."""
    headings = [node for node in screen.named.get(key(column), ()) if node.role in _CELLS]
    return [
        cell
        for heading in headings
        for cell in screen.layout.inside(row)
        if cell.role in _CELLS and _is_under(cell.box, heading.box) and _table(cell, screen) == _table(heading, screen)
    ]


def cells_below(screen: ScreenIndex, head: Node) -> list[Node]:
    """The cells of the column that has this head, from the top down."""
    table = _table(head, screen)
    rows = [row for row in screen.tree if row.role == "row" and _table(row, screen) == table]
    found: list[Node] = []
    for row in rows:
        inside = [node for node in screen.layout.inside(row) if _is_in_column(node.box, head.box)]
        outer = {node.number for node in inside}
        found += [node for node in inside if node.parent not in outer and "sort" not in node.attributes][:1]
    return found


def control_in_row(screen: ScreenIndex, column: str, row: Node, wanted: Callable[[Node], bool]) -> Node | None:
    """The only control of one row that stands under the head of that column."""
    heads = [node for node in screen.named.get(key(column), ()) if node.role in _CELLS or "sort" in node.attributes]
    held = [node for node in screen.layout.inside(row) if any(_is_in_column(node.box, head.box) for head in heads)]
    found = {inner.number: inner for node in held for inner in (node, *screen.layout.inside(node)) if wanted(inner)}
    return next(iter(found.values())) if len(found) == 1 else None


def _value_of(name: Node, screen: ScreenIndex) -> Node | None:
    if name.role in _CELLS:
        cells = _row(name, screen)
        others = [cell for cell in cells if cell.number != name.number]
        return others[0] if len(others) == 1 and cells[0].number == name.number else None
    after = [
        node
        for node in screen.tree
        if node.role in _VALUES and node.number != name.number and _follows(node.box, name.box) and not node.actionable
    ]
    return min(after, key=lambda node: node.box.left, default=None)


def _row(cell: Node, screen: ScreenIndex) -> list[Node]:
    row = next((outer for outer in screen.layout.above(cell) if outer.role == "row"), None)
    return [node for node in screen.layout.inside(row) if node.role in _CELLS] if row else []


def _table(cell: Node, screen: ScreenIndex) -> int | None:
    return next(
        (outer.number for outer in screen.layout.above(cell) if outer.role in {"table", "grid", "treegrid"}), None
    )


def _is_under(cell: Box, heading: Box) -> bool:
    return cell.top >= heading.bottom - 1 and heading.left - 1 <= cell.center.x <= heading.right + 1


def _is_in_column(cell: Box, head: Box) -> bool:
    """Whether a cell lies below the head of its column. Either may be narrower than the column."""
    is_below_middle = cell.left - 1 <= head.center.x <= cell.right + 1
    return cell.top >= head.bottom - 1 and (is_below_middle or head.left - 1 <= cell.center.x <= head.right + 1)


def _follows(value: Box, name: Box) -> bool:
    """Whether a text follows a name on the same line."""
    shared = min(name.bottom, value.bottom) - max(name.top, value.top)
    return value.left >= name.right - 1 and shared > 0.5 * min(name.height, value.height)
