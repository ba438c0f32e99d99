"""Operations on tables and on lists of objects; pure functions that do not change their arguments.

Sorting is stable, by number where all values are numbers, and puts what is missing last in either direction. A merge
keeps all rows of both sides, by the key; a column that both have is one where they agree, else two: `name_1`, `name_2`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from typing import Any, Literal, cast

from askonce.program.comparison import identity, is_empty, is_equal, number_of, sorting_key
from askonce.program.data_types import Row, Table, columns_of, find_key
from askonce.program.value_text import quote_value

Collection = Table | list[Any]
MERGED = 200_000
"""How many rows a merge may give."""


class TableOperationError(Exception):
    """The operation is not possible on this table or list. It becomes a `ProgramError`."""


def rows_of(collection: Collection) -> list[Any]:
    return collection.rows if isinstance(collection, Table) else collection


def with_rows(collection: Collection, rows: Sequence[Any]) -> Collection:
    """A collection of the same kind with these rows."""
    return Table(columns_of(collection), list(rows)) if isinstance(collection, Table) else list(rows)


def column_in(collection: Collection, wanted: str) -> str:
    """The column that matches the name."""
    columns = columns_of(collection)
    key = find_key(wanted, columns)
    if key is None:
        raise TableOperationError(f'there is no column "{wanted}"; there are: {", ".join(columns) or "none"}')
    return key


def cells(rows: Sequence[Any], column: str | None) -> list[Any]:
    """What the rows have in a column; the items themselves without one."""
    if column is None:
        return list(rows)
    return [cast("Row", row).get(column) if isinstance(row, dict) else None for row in rows]


def sort(collection: Collection, column: str | None, *, descending: bool) -> Collection:
    rows = rows_of(collection)
    key = None if column is None else column_in(collection, column)
    values = cells(rows, key)
    if key is None and any(isinstance(value, (dict, list)) for value in values):
        raise TableOperationError("name the attribute by which the objects are sorted")
    present = [(value, row) for value, row in zip(values, rows, strict=True) if not is_empty(value)]
    missing = [row for value, row in zip(values, rows, strict=True) if is_empty(value)]
    by = sorting_key([value for value, _ in present])
    present.sort(key=lambda pair: by(pair[0]), reverse=descending)
    return with_rows(collection, [*(row for _, row in present), *missing])


def unique(collection: Collection, columns: Sequence[str]) -> Collection:
    keys = [column_in(collection, column) for column in columns]
    seen: set[Any] = set()
    kept: list[Any] = []
    for row in rows_of(collection):
        values = [cast("Row", row).get(key) if isinstance(row, dict) else None for key in keys] if keys else row
        mark = identity(values)
        if mark not in seen:
            seen.add(mark)
            kept.append(row)
    return with_rows(collection, kept)


def merge(left: Collection, right: Collection, by: str) -> Table:
    """All rows of both, joined where they have the same key."""
    pairs, left_key, right_key = _matched(left, right, by)
    shared = [column for column in columns_of(left) if column != left_key and column in columns_of(right)]
    apart = {column for column in shared if any(_differ(left_row, right_row, column) for left_row, right_row in pairs)}
    left_columns = [column for column in columns_of(left) if column != left_key]
    right_columns = [column for column in columns_of(right) if column != right_key]
    names = [left_key, *(f"{column}_1" if column in apart else column for column in left_columns)]
    names += [f"{column}_2" if column in apart else column for column in right_columns]

    def joined(left_row: Row | None, right_row: Row | None) -> Row:
        left_row, right_row = left_row or {}, right_row or {}
        row: Row = {left_key: right_row.get(right_key) if is_empty(left_row.get(left_key)) else left_row.get(left_key)}
        for column in left_columns:
            row[f"{column}_1" if column in apart else column] = left_row.get(column)
        for column in right_columns:
            name = f"{column}_2" if column in apart else column
            row[name] = right_row.get(column) if is_empty(row.get(name)) else row[name]
        return row

    return Table(list(dict.fromkeys(names)), [joined(left_row, right_row) for left_row, right_row in pairs])


def _matched(left: Collection, right: Collection, by: str) -> tuple[list[tuple[Row | None, Row | None]], str, str]:
    left_key, right_key = column_in(left, by), column_in(right, by)
    ours, theirs = _objects(left), _objects(right)
    by_key: dict[Any, list[int]] = {}
    for number, row in enumerate(theirs):
        if not is_empty(row.get(right_key)):
            by_key.setdefault(identity(row[right_key]), []).append(number)
    pairs: list[tuple[Row | None, Row | None]] = []
    met: set[int] = set()
    for row in ours:
        numbers = by_key.get(identity(row.get(left_key)), []) if not is_empty(row.get(left_key)) else []
        met.update(numbers)
        pairs += [(row, theirs[number]) for number in numbers] or [(row, None)]
        if len(pairs) > MERGED:
            raise TableOperationError(f"the merge would give more than {MERGED} rows")
    pairs += [(None, row) for number, row in enumerate(theirs) if number not in met]
    return pairs, left_key, right_key


def _objects(collection: Collection) -> list[Row]:
    rows = rows_of(collection)
    odd = next((row for row in rows if not isinstance(row, dict)), None)
    if odd is not None:
        raise TableOperationError(f"{quote_value(odd)} is not a row: objects or rows of a table are needed")
    return cast("list[Row]", rows)


def _differ(left_row: Row | None, right_row: Row | None, column: str) -> bool:
    left, right = (left_row or {}).get(column), (right_row or {}).get(column)
    return not is_empty(left) and not is_empty(right) and not is_equal(left, right)


def add_column(collection: Collection, name: str, values: Sequence[Any]) -> Collection:
    """The collection with a new column, or with new values in an existing one."""
    columns = columns_of(collection)
    key = find_key(name, columns) or name
    rows = [{**row, key: value} for row, value in zip(_objects(collection), values, strict=True)]
    return Table([*columns, *([] if key in columns else [key])], rows) if isinstance(collection, Table) else rows


def aggregate(
    kind: Literal["sum", "average", "smallest", "largest", "count"],
    collection: Collection,
    rows: Sequence[Any],
    column: str | None,
) -> Any:
    """One figure from `rows` of a collection. What is missing does not count.

    Without a column, the items of a list count; a table has to name one, unless rows are counted.
    """
    if column is None and kind == "count":
        return len(rows)
    key = None if column is None else column_in(collection, column)
    if key is None and isinstance(collection, Table):
        columns = columns_of(collection)
        if len(columns) != 1:
            raise TableOperationError(f"name a column; there are: {', '.join(columns) or 'none'}")
        key = columns[0]
    values = [value for value in cells(rows, key) if not is_empty(value)]
    match kind:
        case "count":
            return len(values)
        case "sum":
            return _sum(_numbers(values))
        case "average":
            numbers = _numbers(_some(values, "average"))
            return _sum(numbers) / len(numbers)
        case "smallest" | "largest":
            by = sorting_key(_some(values, f"{kind} value"))
            return (min if kind == "smallest" else max)(values, key=by)


def _some(values: list[Any], what: str) -> list[Any]:
    if not values:
        raise TableOperationError(f"there are no values, so there is no {what}")
    return values


def _numbers(values: Sequence[Any]) -> list[int | float]:
    numbers = [number_of(value) for value in values]
    for value, number in zip(values, numbers, strict=True):
        if number is None:
            raise TableOperationError(f"{quote_value(value)} is not a number")
    return cast("list[int | float]", numbers)


def _sum(numbers: Sequence[int | float]) -> int | float:
    if all(isinstance(number, int) for number in numbers):
        return sum(numbers)
    try:
        return math.fsum(numbers)
    except OverflowError:
        raise TableOperationError("the sum is too large") from None


def to_list(value: Any) -> list[Any] | None:
    """A value as a list: the rows of a table, the lines of a text, or what stands between its commas."""
    match value:
        case list():
            return list(cast("list[Any]", value))
        case Table():
            return list(value.rows)
        case None:
            return []
        case str():
            return _split(value.strip())
        case _:
            return None


def _split(text: str) -> list[Any]:
    if text.startswith("["):
        try:
            read = json.loads(text)
        except (ValueError, RecursionError):
            read = None
        if isinstance(read, list):
            return cast("list[Any]", read)
    pieces = text.splitlines() if "\n" in text else re.split(r"[,，、;；]", text)
    return [piece.strip() for piece in pieces if piece.strip()]
