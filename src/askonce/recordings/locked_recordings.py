"""Recordings that several machines write at once, where the store itself has no locks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from askonce.recordings.recording import RecordingFile
from askonce.recordings.stores import Change, RecordingStore


class RecordingLock(Protocol):
    """A lock that all who write to a store can see."""

    def holding(self, id: str) -> AbstractContextManager[Callable[[], None]]:
        """Keep others from writing recordings of this id in the block. What it gives raises a `RecordingError` where
        the lock was lost meanwhile."""
        ...


class LockedRecordings:
    """A store in which no update is lost: each is made under a lock.

    >>> store = LockedRecordings(SharedRecordings("s3://bucket/recordings"), lock)  # doctest: +SKIP
    """

    def __init__(self, store: RecordingStore, lock: RecordingLock, permit: Callable[[], None] = lambda: None) -> None:
        """`permit` raises where nothing may be written any more."""
        self._store = store
        self._lock = lock
        self._permit = permit

    def read(self, id: str) -> RecordingFile:
        return self._store.read(id)

    def update(self, id: str, change: Change) -> RecordingFile:
        self._permit()
        with self._lock.holding(id) as check:

            def changed(recorded: RecordingFile) -> RecordingFile:
                result = change(recorded)
                if result != recorded:  # it is written next
                    check()
                    self._permit()
                return result

            return self._store.update(id, changed)

    def ids(self) -> Sequence[str]:
        return self._store.ids()
