"""A run on disk: one appended line for each transition, flushed, so that a kill at any point loses nothing.

Nothing that was written is ever written over. A line that a kill cut short is closed with a line break by the next
writer, and passed over by readers.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Any, Protocol, cast

from pydantic import TypeAdapter, ValidationError

from askonce.errors import ProgramError, Unresumable
from askonce.program.journal_records import KINDS, JournalRecord, RunBegan, RunResumed
from askonce.values import Mask

_PLAIN = frozenset({"program", "secrets", "kind", "outcome", "name", "path", "to", "moves"})
"""What is needed as it is to go on with the run: the program's own text, names of variables, words of ours."""


_NAMES = {record: name for name, record in KINDS.items()}


class Journal(Protocol):
    """Where the records of a run are kept."""

    def append(self, record: JournalRecord) -> None: ...

    def read(self) -> Iterator[JournalRecord]:
        """The records of the last run that it holds, oldest first."""
        ...

    def close(self) -> None: ...


class MemoryJournal:
    """A journal that lives as long as the process; for runs that need not survive it."""

    def __init__(self) -> None:
        self._records: list[JournalRecord] = []

    def append(self, record: JournalRecord) -> None:
        if isinstance(record, RunBegan):
            self._records.clear()
        self._records.append(record)

    def read(self) -> Iterator[JournalRecord]:
        return iter(tuple(self._records))

    def close(self) -> None:
        pass


class FileJournal:
    """A journal in a file, in which one run may follow another. Secrets are hidden by `mask`."""

    def __init__(self, path: Path, mask: Mask) -> None:
        self.path = path
        self.mask = mask
        self._file: IO[bytes] | None = None

    def append(self, record: JournalRecord) -> None:
        line = write_record(record, self.mask)
        with _our_errors(self.path):
            file = self._file = self._file or self._open()
            file.write(line)
            file.flush()

    def read(self) -> Iterator[JournalRecord]:
        try:
            with self.path.open("rb") as file:
                lines = _of_last_run(file)
        except FileNotFoundError:
            raise Unresumable(f"there is no journal at {self.path}", remedy="run the program from its start") from None
        except OSError as error:
            raise Unresumable(f"the journal {self.path} cannot be read: {error.strerror}") from error
        yield from _records(self.path, lines)

    def close(self) -> None:
        if self._file:
            self._file.close()
            self._file = None

    def _open(self) -> IO[bytes]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = self.path.open("ab+")
        if file.tell():
            file.seek(-1, 2)
            if file.read(1) != b"\n":
                file.write(b"\n")
        return file


def write_record(record: JournalRecord, mask: Mask) -> bytes:
    """One line: the kind of the record and what it holds, without what has its default."""
    kind = _NAMES[type(record)]
    data = cast("dict[str, Any]", _adapter(kind).dump_python(record, mode="json", exclude_defaults=True))
    if mask:
        data = cast("dict[str, Any]", _hidden(data, "", mask))
    # Halves of characters, which scripts in pages leave when they cut text, are spelled out by JSON.
    return json.dumps([kind, data], ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def read_record(line: bytes) -> JournalRecord:
    """What `write_record` wrote; a `ValueError` when it is something else."""
    kind, data = json.loads(line)
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is not a kind of record")
    return _adapter(kind).validate_python(data)


def _hidden(value: Any, under: str, mask: Mask) -> Any:
    match value:
        case str():
            return value if under in _PLAIN else mask(value)
        case list():
            return [_hidden(item, under, mask) for item in cast("list[Any]", value)]
        case dict():
            pairs = cast("dict[str, Any]", value)
            if under == "value":  # data of the program, whose keys mean nothing to us
                return {mask(key): _hidden(item, under, mask) for key, item in pairs.items()}
            return {key: _hidden(item, key, mask) for key, item in pairs.items()}
        case _:
            return value


def _of_last_run(file: IO[bytes]) -> list[tuple[int, bytes]]:
    """The numbered lines from the last beginning on."""
    lines: list[tuple[int, bytes]] = []
    for number, line in enumerate(file, 1):
        if line.startswith(b'["began",') and line.endswith(b"\n"):
            lines.clear()
        lines.append((number, line))
    return lines


def _records(path: Path, lines: list[tuple[int, bytes]]) -> Iterator[JournalRecord]:
    """The records. A line that cannot be read is a torn one if it is the last, or if the run was taken up after it."""
    torn: tuple[int, Exception] | None = None
    for number, line in lines:
        try:
            record = read_record(line)
        except (ValueError, TypeError, RecursionError) as error:  # a pydantic error is a ValueError
            if torn:
                raise _unreadable(path, *torn) from torn[1]
            torn = number, error
            continue
        if torn and not isinstance(record, RunResumed | RunBegan):
            raise _unreadable(path, *torn) from torn[1]
        torn = None
        yield record


def _unreadable(path: Path, number: int, error: Exception) -> Unresumable:
    reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
    return Unresumable(
        f"{path}:{number} cannot be read: {reason}",
        remedy="the journal is damaged, or was written by another version: run the program from its start",
    )


@contextmanager
def _our_errors(path: Path) -> Generator[None, None, None]:
    try:
        yield
    except OSError as error:
        raise ProgramError(
            f"could not write the journal {path}: {error.strerror}",
            remedy="free some space or choose another folder for the run",
        ) from error


@cache
def _adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(KINDS[kind])
