"""The changes by which a person gives a variable another value while a run is paused.

Only what differs is changed, where that can be said: for-each names a row of a table, and goes on naming it after
another row was edited.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from askonce.program.data_types import Row, Table, find_key, plain
from askonce.program.variables import Change, Steps


def edits(name: str, path: Steps, old: Any, new: Any) -> tuple[Change, ...]:
    """The changes that turn the old value into the new one. A list of objects in place of a table is its rows."""
    return tuple(_differences(name, path, old, plain(_as_table(old, new))))


def _differences(name: str, path: Steps, old: Any, new: Any) -> Iterator[Change]:
    match old, new:
        case ((None | bool() | int() | float() | str()), _) if type(old) is type(new) and old == new:
            return
        case Table(), Table() if _keeps_columns(old, new) and len(new.rows) >= len(old.rows):
            yield from _items(name, path, old.rows, new.rows)
        case list(), list() if len(cast("list[Any]", new)) >= len(cast("list[Any]", old)):
            yield from _items(name, path, cast("list[Any]", old), cast("list[Any]", new))
        case dict(), dict() if _keeps_keys(cast("Row", old), cast("Row", new)):
            before = cast("Row", old)
            for key, item in cast("Row", new).items():
                if key not in before:
                    yield Change.set(name, (*path, key), item)
                else:
                    yield from _differences(name, (*path, key), before[key], item)
        case _:
            yield Change.set(name, path, new)


def _items(name: str, path: Steps, old: list[Any], new: list[Any]) -> Iterator[Change]:
    for number, (before, after) in enumerate(zip(old, new, strict=False)):
        yield from _differences(name, (*path, number), before, after)
    for item in new[len(old) :]:
        yield Change.append(name, path, item)


def _keeps_columns(old: Table, new: Table) -> bool:
    return new.columns == old.columns and all(row.keys() == set(old.columns) for row in (*old.rows, *new.rows))


def _keeps_keys(old: Row, new: Row) -> bool:
    """Whether no key is gone, and none is new that is another spelling of one that is there."""
    return old.keys() <= new.keys() and all(key in old or find_key(key, old) is None for key in new)


def _as_table(old: Any, new: Any) -> Any:
    if not isinstance(old, Table) or not isinstance(new, list | tuple):
        return new
    rows = list(cast("list[Any]", new))
    if not all(isinstance(row, dict) for row in rows):
        return rows
    keys = dict.fromkeys([*old.columns, *(str(key) for row in rows for key in row)])
    return Table(list(keys), [dict.fromkeys(keys) | row for row in rows])
