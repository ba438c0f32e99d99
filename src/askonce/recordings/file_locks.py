"""File locks between threads and processes. The system releases them when their holder dies."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from askonce.errors import RecordingError

_LOOK_AGAIN = 0.005


@contextmanager
def locked(path: Path, patience: float) -> Generator[None]:
    """Hold the lock file at `path`. Waits at most `patience` seconds for another holder.

    The lock is on the open file: a file that a killed process left behind does not block. The file is removed
    afterwards, so that it does not end up in git.
    """
    held = _wait_for(path, patience)
    try:
        yield
    finally:
        # Removed while the lock is held: a waiting process sees that its file is gone, and opens a new one.
        with suppress(OSError):
            path.unlink()
        os.close(held)


def _wait_for(path: Path, patience: float) -> int:
    end = time.monotonic() + patience
    while True:
        held = _take(path)
        if held is not None:
            return held
        if time.monotonic() > end:
            raise RecordingError(
                f"another process has held the lock {path} for {patience:g} seconds",
                remedy="end the process that hangs; a lock file left by a dead process does not block",
            )
        time.sleep(_LOOK_AGAIN)


def _take(path: Path) -> int | None:
    opened = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if _lock(opened) and _is_still(path, opened):
            return opened
    except BaseException:
        os.close(opened)
        raise
    os.close(opened)
    return None


def _is_still(path: Path, opened: int) -> bool:
    """Whether the locked file is still the one at its path."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(opened))
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(opened: int) -> bool:
        try:
            msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(opened: int) -> bool:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
