"""Where recordings are stored: the protocol, a store in memory, and a folder of files."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Literal, Protocol, runtime_checkable

from askonce.errors import ConfigError, RecordingError
from askonce.lazy import regex
from askonce.recordings.midscene_keys import cache_names
from askonce.recordings.recording import RecordingFile
from askonce.recordings.recording_reader import read_recordings
from askonce.recordings.recording_writer import write_recordings
from askonce.recordings.recording_yaml import decode_recordings
from askonce.trace.file_locks import locked

SUFFIX = ".yaml"
MIDSCENE_SUFFIX = ".cache.yaml"
PATIENCE = 60.0
"""How many seconds an update waits for others on the same id."""

Change = Callable[[RecordingFile], RecordingFile]
Stamp = tuple[int, int, int]
"""Identifies the state of a file: its modification time, size and inode."""

_PART = regex(r"[\w(\[](?:[\w .()\[\]+=@,-]*[\w()\[\]+=@,-])?")
_DEVICES = regex(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


@runtime_checkable
class RecordingStore(Protocol):
    """Keeps one recordings file per id. An id that was never written has an empty one."""

    def read(self, id: str) -> RecordingFile:
        """What is stored now; never half of an update."""
        ...

    def update(self, id: str, change: Change) -> RecordingFile:
        """Read, change and write atomically, and return what is stored now.

        No update is lost when several happen at once. `change` may be called again with newer recordings, so it must
        have no side effects. An equal result is not written.
        """
        ...

    def ids(self) -> Sequence[str]:
        """The ids with stored recordings, sorted."""
        ...


def checked_id(id: str) -> str:
    """`id` itself, if it can be the name of a file on every system."""
    parts = id.split("/")
    fits = all(_PART.fullmatch(part) and not _DEVICES.fullmatch(part) and len(part) <= 120 for part in parts)
    if not fits or id.endswith(".cache"):
        raise ConfigError(
            f"{id!r} cannot be the id of recordings",
            remedy="use letters, digits, blanks and any of _ - . ( ) [ ] + = @ , with / for folders, as in "
            "checkout/login; parts have up to 120 characters, start with a letter or digit "
            "and do not end in a dot or blank",
        )
    return id


class MemoryRecordings:
    """Recordings in memory, for tests and for runs that write no files."""

    def __init__(self) -> None:
        self._files: dict[str, RecordingFile] = {}
        self._lock = threading.RLock()

    def read(self, id: str) -> RecordingFile:
        return self._files.get(checked_id(id), RecordingFile())

    def update(self, id: str, change: Change) -> RecordingFile:
        with self._lock:
            recorded = self.read(id)
            changed = change(recorded)
            if changed != recorded:
                self._files[id] = changed
            return changed

    def ids(self) -> Sequence[str]:
        return sorted(self._files)


class FolderRecordings:
    """Recordings in a folder, `<id>.yaml` each, meant to be reviewed and kept in git.

    Files are written atomically, and one that cannot be read is not changed. If there is no such file but a Midscene
    cache, `<id>.cache.yaml` here or in one of the folders `caches`, the cache is read; it is never written to.
    """

    def __init__(self, folder: Path | str, *, patience: float = PATIENCE, caches: Sequence[Path] = ()) -> None:
        self._folder = Path(folder)
        self._patience = patience
        self._caches = (self._folder, *caches)
        self._remarks: dict[str, tuple[str, ...]] = {}
        self._known: dict[Path, tuple[Stamp, RecordingFile]] = {}

    def read(self, id: str) -> RecordingFile:
        recorded = self._read(self.path(id), read_recordings)
        return recorded if recorded is not None else self._read_cache(id)

    def remarks(self, id: str) -> tuple[str, ...]:
        """What could not be taken over when the cache of this id was read."""
        return self._remarks.get(id, ())

    def _read_cache(self, id: str) -> RecordingFile:
        """What a cache of Midscene has. One that cannot be read has nothing: it is no part of the run."""

        def read(text: str, place: str) -> RecordingFile:
            # Few have such a file, so what reads it is loaded when there is one.
            from askonce.recordings.midscene_cache import read_midscene

            imported = read_midscene(text, place)
            self._remarks[id] = imported.remarks
            return imported.file

        for folder in self._caches:
            for name in dict.fromkeys((checked_id(id), *cache_names(id))):
                try:
                    recorded = self._read(folder / f"{name}{MIDSCENE_SUFFIX}", read)
                except RecordingError as error:
                    self._remarks[id] = (f"the cache is left out: {error.message}",)
                    return RecordingFile()
                if recorded is not None:
                    return recorded
        return RecordingFile()

    def update(self, id: str, change: Change) -> RecordingFile:
        path = self.path(id)
        with self._alone_at(path):
            recorded = self.read(id)
            changed = change(recorded)
            if changed != recorded:
                with _mapped_errors("write", path):
                    self._known[path] = (_replace(path, write_recordings(changed)), changed)
            return changed

    def ids(self) -> Sequence[str]:
        with _mapped_errors("read", self._folder):
            files = [path.relative_to(self._folder) for path in self._folder.rglob(f"*{SUFFIX}")]
        names = [file.as_posix() for file in files if not any(part.startswith(".") for part in file.parts)]
        return sorted({name.removesuffix(MIDSCENE_SUFFIX).removesuffix(SUFFIX) for name in names})

    @contextmanager
    def _alone_at(self, path: Path) -> Generator[None]:
        with ExitStack() as held:
            with _mapped_errors("write", path):
                path.parent.mkdir(parents=True, exist_ok=True)
                held.enter_context(locked(path.with_name(f".{path.name}.lock"), self._patience))
            yield

    def path(self, id: str, suffix: str = SUFFIX) -> Path:
        """The file of an id."""
        return self._folder / f"{checked_id(id)}{suffix}"

    def _read(self, path: Path, read: Callable[[str, str], RecordingFile]) -> RecordingFile | None:
        """The content of a file, read again only when the file has changed; None without a file."""
        try:
            with path.open("rb") as file:
                stamp = _stamp(file)
                known = self._known.get(path)
                if known and known[0] == stamp:
                    return known[1]
                data = file.read()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _failed("read", path, error) from error
        recorded = read(decode_recordings(data, str(path)), str(path))
        self._known[path] = (stamp, recorded)
        return recorded


def _stamp(file: IO[bytes]) -> Stamp:
    state = os.fstat(file.fileno())
    return state.st_mtime_ns, state.st_size, state.st_ino


def _replace(path: Path, text: str) -> Stamp:
    """Write to a temporary file first: a reader or a killed writer leaves the old file intact."""
    # The lock is held, so a file that a killed process left under this name can be overwritten.
    partial = path.with_name(f".{path.name}.partial")
    with partial.open("wb") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())
        stamp = _stamp(file)
    partial.replace(path)
    return stamp


@contextmanager
def _mapped_errors(verb: Literal["read", "write"], path: Path) -> Generator[None]:
    """Convert errors of the file system to ours."""
    try:
        yield
    except OSError as error:
        raise _failed(verb, path, error) from error


def _failed(verb: Literal["read", "write"], path: Path, error: OSError) -> RecordingError:
    remedies = {
        "read": "check the permissions of the file and its folder",
        "write": "make the folder writable, choose another one, or use recordings read-only",
    }
    return RecordingError(f"could not {verb} {path}: {error.strerror}", remedy=remedies[verb])
