"""What the other processes of the tests do: a module of its own, so that they start quickly."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from askonce.recordings.recording import RecordedStep, Recording
from askonce.recordings.stores import FolderRecordings


def add_many(folder: str, worker: int, number: int) -> None:
    for turn in range(number):
        recording = Recording(
            instruction=f"worker {worker} turn {turn}", screen="web", steps=(RecordedStep(action="Back"),)
        )
        FolderRecordings(folder).update("shop", lambda book, one=recording: book.with_entries(one))


def die_while_writing(folder: str) -> None:
    """Killed with half of the new file written, and the lock held."""

    def write_half(partial: Path, target: Path) -> None:
        partial.write_bytes(partial.read_bytes()[:200])
        os.kill(os.getpid(), signal.SIGKILL)

    Path.replace = write_half  # type: ignore[method-assign]
    add_many(folder, 0, 1)
