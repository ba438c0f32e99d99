"""Stores for the pictures and long texts of a run, each stored once and named by its content."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import NewType, Protocol

from askonce.errors import TraceError

Blob = NewType("Blob", str)
"""The name of something kept in a store, such as `3f9a….png`."""


class Store(Protocol):
    """Keeps bytes by content."""

    def keep(self, data: bytes, suffix: str) -> Blob: ...

    def read(self, blob: Blob) -> bytes: ...


class MemoryStore:
    """A store in memory, for tests and for runs that write no files."""

    def __init__(self) -> None:
        self._kept: dict[Blob, bytes] = {}

    def keep(self, data: bytes, suffix: str) -> Blob:
        blob = _name(data, suffix)
        self._kept.setdefault(blob, data)
        return blob

    def read(self, blob: Blob) -> bytes:
        try:
            return self._kept[blob]
        except KeyError:
            raise TraceError(f"the store does not have {blob}") from None


class FolderStore:
    """A store in a folder. Files are written atomically."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: set[Blob] = set()

    def keep(self, data: bytes, suffix: str) -> Blob:
        blob = _name(data, suffix)
        if blob in self._known:
            return blob
        path = self.folder / blob
        try:
            if not path.exists():
                self.folder.mkdir(parents=True, exist_ok=True)
                # The temporary name is unique: several processes may store the same content at once.
                partial = path.with_name(f"{blob}.{os.urandom(8).hex()}.partial")
                partial.write_bytes(data)
                partial.replace(path)
        except OSError as error:
            raise TraceError(
                f"could not write {path}: {error.strerror}",
                remedy="free some space or choose another run folder",
            ) from error
        self._known.add(blob)
        return blob

    def read(self, blob: Blob) -> bytes:
        try:
            return (self.folder / Path(blob).name).read_bytes()
        except OSError as error:
            raise TraceError(f"could not read {blob} in {self.folder}: {error.strerror}") from error


def _name(data: bytes, suffix: str) -> Blob:
    return Blob(hashlib.sha256(data).hexdigest()[:24] + suffix)
