"""What an application holds: the rows of its databases and its files, as data that can be compared and put back."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Collection, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

Data = dict[str, Any]
"""`{table: {key: {column: value}}}` for databases, the values as they are for files of JSON."""

GONE = None
"""What a key that is no longer there changed to."""


class StateFolder:
    """The folder in which an application keeps everything that a sentence may change."""

    def __init__(self, folder: Path, ignored: Collection[str] = ()) -> None:
        self.folder = folder
        self._ignored = frozenset(ignored)
        self._pristine = folder.with_name(f"{folder.name}-pristine")

    def keep(self) -> None:
        """What is there now is what each sentence starts from."""
        shutil.rmtree(self._pristine, ignore_errors=True)
        self._pristine.mkdir()
        for path in self._files(self.folder):
            kept = self._pristine / path.relative_to(self.folder)
            kept.parent.mkdir(parents=True, exist_ok=True)
            _copy(path, kept)

    def restore(self) -> None:
        """Databases are restored under the server that has them open, so nothing has to be started again."""
        for path in self._files(self.folder):
            if not (self._pristine / path.relative_to(self.folder)).exists():
                path.unlink()
        for kept in self._files(self._pristine):
            _copy(kept, self.folder / kept.relative_to(self._pristine))

    def read(self) -> Data:
        data: Data = {}
        for path in sorted(self._files(self.folder)):
            if path.suffix == ".db":
                data |= self._tables(path)
            elif path.suffix == ".json":
                data |= json.loads(path.read_text("utf-8") or "{}")
        return data

    def _files(self, folder: Path) -> list[Path]:
        return [path for path in folder.rglob("*") if path.is_file() and path.suffix in {".db", ".json"}]

    def _tables(self, path: Path) -> Data:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            database.row_factory = sqlite3.Row
            names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            kept = [name for name in names if name not in self._ignored and not name.startswith("sqlite_")]
            return {name: self._rows(database, name) for name in kept}

    def _rows(self, database: sqlite3.Connection, table: str) -> Data:
        rows: Data = {}
        for row in database.execute(f'SELECT rowid AS "rowid#", * FROM "{table}"'):
            values = {name: row[name] for name in row.keys() if name != "rowid#"}  # noqa: SIM118 - no mapping
            rows[str(values.get("id", row["rowid#"]))] = {
                name: value for name, value in values.items() if f"{table}.{name}" not in self._ignored
            }
        return rows


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Data:
    """What became different, nested as the data is; what vanished is `GONE`."""
    found: Data = {}
    for key in before.keys() | after.keys():
        old, new = before.get(key), after.get(key)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            if inner := changes(old, new):
                found[key] = inner
        elif old != new or (key in before) != (key in after):
            found[key] = new if key in after else GONE
    return found


def matches(wanted: Any, found: Any) -> bool:
    """Whether changes are the wanted ones and no others. Of a new row, columns that are not named may be anything."""
    if not isinstance(wanted, Mapping) or not isinstance(found, Mapping):
        return wanted == found
    keys: set[Any] = set(wanted) if wanted.get("new") else set(wanted) | set(found)
    return all(key in wanted and key in found and matches(wanted[key], found[key]) for key in keys - {"new"})


def is_part(found: Any, wanted: Any) -> bool:
    """Whether all changes are among the wanted ones."""
    if isinstance(wanted, list) and isinstance(found, list):
        return all(entry in wanted for entry in found)
    if not isinstance(wanted, Mapping) or not isinstance(found, Mapping):
        return wanted == found
    return bool(wanted.get("new")) or all(key in wanted and is_part(inner, wanted[key]) for key, inner in found.items())


def _copy(source: Path, target: Path) -> None:
    if source.suffix != ".db":
        shutil.copyfile(source, target)
        return
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
