"""A run on disk: one appended line for each transition, flushed, so that a kill at any point loses nothing.

Nothing that was written is ever written over. A line that a kill cut short is closed with a line break by the next
writer, and passed over by readers. Each line ends with a checksum over the run so far, so that a line that was changed,
lost or doubled is noticed. Journals of earlier versions have none.
"""

from __future__ import annotations

import io
import json
import os
import socket
import zlib
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import fields
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Protocol, cast, runtime_checkable

from pydantic import TypeAdapter, ValidationError

from askonce.errors import ProgramError, RecordingError, Unresumable
from askonce.program.journal_records import KINDS, JournalRecord, RunBegan, RunResumed
from askonce.program.kept_logins import LoginFile
from askonce.trace.file_locks import file_locked, locked
from askonce.values import Mask

_PLAIN = frozenset({"program", "secrets", "kind", "outcome", "name", "path", "to", "moves"})
"""What is needed as it is to go on with the run: the program's own text, names of variables, words of ours."""


_WAIT = "wait until that run has ended, or stop it"
_NAMES = {record: name for name, record in KINDS.items()}


@runtime_checkable
class Journal(Protocol):
    """Where the records of a run are kept."""

    def hold(self) -> None:
        """Keep other runs from using it until `close`. Raises `Unresumable` if another run holds it."""
        ...

    def append(self, record: JournalRecord) -> None: ...

    def read(self) -> Iterator[JournalRecord]:
        """The records of the last run that it holds, oldest first."""
        ...

    def close(self) -> None: ...


@runtime_checkable
class FlushedJournal(Protocol):
    """A journal far away, which writes several records at once and while other work goes on."""

    async def flush(self) -> None:
        """Return once all that was appended will outlast this process. Awaited before an action reaches the screen,
        and at the end of the run."""
        ...


class MemoryJournal:
    """A journal that lives as long as the process; for runs that need not survive it."""

    def __init__(self) -> None:
        self._records: list[JournalRecord] = []
        self._is_held = False

    def hold(self) -> None:
        if self._is_held:
            raise Unresumable("the journal is in use by another run", remedy=_WAIT)
        self._is_held = True

    def append(self, record: JournalRecord) -> None:
        if isinstance(record, RunBegan):
            self._records.clear()
        self._records.append(record)

    def read(self) -> Iterator[JournalRecord]:
        return iter(tuple(self._records))

    def close(self) -> None:
        self._is_held = False


class FileJournal:
    """A journal in a file, in which one run may follow another. Secrets are hidden by `mask`."""

    def __init__(self, path: Path, mask: Mask) -> None:
        self.path = path
        self.mask = mask
        self._file: io.FileIO | None = None
        self._lock = ExitStack()
        self._is_held = False
        self._checksum: int | None = None
        """Of the last run in the file, as far as it was read or written."""

    def hold(self) -> None:
        with _our_errors(self.path):
            path = Path(os.path.realpath(self.path))
            lock = path.with_suffix(".lock")
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._lock.enter_context(locked(lock, 0))
                if path.exists():  # it may have other names, with other locks beside them
                    self._lock.enter_context(file_locked(path))
            except (RecordingError, BlockingIOError):
                self._lock.close()
                raise Unresumable(f"the journal {self.path} is in use by {_holder(lock)}", remedy=_WAIT) from None
            since = datetime.now().astimezone().isoformat(" ", "seconds")
            self._is_held = True
            lock.write_text(f"process {os.getpid()} on {socket.gethostname()}, since {since}", "utf-8")

    @property
    def login_store(self) -> LoginFile:
        return LoginFile(self.path)

    def append(self, record: JournalRecord) -> None:
        line = write_record(record, self.mask)
        if isinstance(record, RunBegan):
            self._checksum = 0
        elif self._checksum is None and self.path.exists():
            for _ in self.read():
                pass
        line, self._checksum = sealed(line, self._checksum or 0)
        with _our_errors(self.path):
            file = self._file = self._file or self._open()
            while line:  # what does not fit on the disk is an error of the next round
                line = line[file.write(line) :]

    def read(self) -> Iterator[JournalRecord]:
        try:
            with self.path.open("rb") as file:
                lines = of_last_run(file)
        except FileNotFoundError:
            raise Unresumable(f"there is no journal at {self.path}", remedy="run the program from its start") from None
        except OSError as error:
            raise Unresumable(f"the journal {self.path} cannot be read: {error.strerror}") from error
        for record, checksum in read_lines(self.path, lines):
            self._checksum = checksum
            yield record

    def close(self) -> None:
        if self._file:
            self._file.close()
            self._file = None
        self._lock.close()
        self._is_held = False

    def _open(self) -> io.FileIO:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not self.path.exists()
        file = self.path.open("ab+", buffering=0)
        if file.tell():
            file.seek(-1, 2)
            if file.read(1) != b"\n":
                file.write(b"\n")
        if is_new and self._is_held:
            self._lock.enter_context(file_locked(self.path))
        return file


def write_record(record: JournalRecord, mask: Mask) -> bytes:
    """One line: the kind of the record and what it holds, without what has its default."""
    kind = _NAMES[type(record)]
    data = cast("dict[str, Any]", _adapter(kind).dump_python(record, mode="json", exclude_defaults=True))
    if mask:
        data = cast("dict[str, Any]", _hidden(data, "", mask))
    # Halves of characters, which scripts in pages leave when they cut text, are spelled out by JSON.
    return json.dumps([kind, data], ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def sealed(line: bytes, checksum: int) -> tuple[bytes, int]:
    """A line with the checksum of the run up to it, and that checksum."""
    checksum = zlib.crc32(line, checksum)
    return b'%b,"%08x"]\n' % (line[:-2], checksum), checksum


def read_record(line: bytes) -> JournalRecord:
    """What `write_record` wrote; a `ValueError` when it is something else."""
    kind, data, *_ = json.loads(line)
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is not a kind of record")
    unknown = set(data) - {field.name for field in fields(KINDS[kind])}
    if unknown:
        raise ValueError(f"a record of the kind {kind!r} has no {min(map(str, unknown))!r}")
    return _adapter(kind).validate_python(data)


def _hidden(value: Any, under: str, mask: Mask) -> Any:
    match value:
        case str() if under == "value":
            return value if mask(value) == value else {"$lost": mask(value)}
        case str():
            return value if under in _PLAIN else mask(value)
        case {"$secret": str()} if under == "value":
            return cast("dict[str, Any]", value)
        case {"$masked": [*pieces]} if under == "value":
            texts = "\0".join(piece for piece in pieces if isinstance(piece, str))
            return {"$lost": mask(texts)} if mask(texts) != texts else cast("dict[str, Any]", value)
        case list():
            return [_hidden(item, under, mask) for item in cast("list[Any]", value)]
        case dict():
            pairs = cast("dict[str, Any]", value)
            if under == "value" and any(mask(key) != key for key in pairs):
                return {"$lost": ", ".join(mask(key) for key in pairs)}
            if under == "value":  # data of the program, whose keys mean nothing to us
                return {key: _hidden(item, under, mask) for key, item in pairs.items()}
            return {key: _hidden(item, key, mask) for key, item in pairs.items()}
        case _:
            return value


def of_last_run(file: Iterable[bytes]) -> list[tuple[int, bytes]]:
    """The numbered lines from the last beginning on."""
    lines: list[tuple[int, bytes]] = []
    for number, line in enumerate(file, 1):
        if line.startswith(b'["began",') and line.endswith(b"\n"):
            lines.clear()
        lines.append((number, line))
    return lines


def _holder(lock: Path) -> str:
    with suppress(OSError, UnicodeDecodeError):
        return lock.read_text("utf-8") or "another run"
    return "another run"


def _check_line(path: object, number: int, line: bytes, checksum: int) -> int:
    """The checksum of the run up to this line. Raises `Unresumable` if the line says otherwise."""
    plain, found, written = line.rstrip(b"\n").rpartition(b',"')
    if not found or len(written) != 10 or not written.endswith(b'"]'):
        return zlib.crc32(line, checksum)  # of an earlier version
    checksum = zlib.crc32(plain + b"]\n", checksum)
    if written[:8] != b"%08x" % checksum:
        raise _unreadable(path, number, ValueError("this line or one before it was changed, removed or doubled"))
    return checksum


def read_lines(path: object, lines: list[tuple[int, bytes]]) -> Iterator[tuple[JournalRecord, int]]:
    """The records of numbered lines, each with the checksum up to it. `path` is where the lines come from.

    A line that cannot be read is a torn one if it is the last, or if the run was taken up after it.
    """
    torn: tuple[int, Exception] | None = None
    checksum = 0
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
        torn, checksum = None, _check_line(path, number, line, checksum)
        yield record, checksum


def _unreadable(path: object, number: int, error: Exception) -> Unresumable:
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
