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
_FAR = 1 << 40
"""Where Windows locks a byte of a file that is in use: behind its end, so that it can be read and written."""


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


@contextmanager
def file_locked(path: Path) -> Generator[None]:
    """Hold a lock on the file itself, under whatever name others know it. Raises `BlockingIOError` if another does."""
    opened = os.open(path, os.O_RDWR)
    try:
        os.lseek(opened, _FAR, os.SEEK_SET)
        if not _lock(opened):
            raise BlockingIOError(f"{path} is in use")
        yield
    finally:
        os.close(opened)


def hold(opened: int) -> None:
    """Lock an open file until it is closed, as `file_locked` does, where that is possible and nobody else does."""
    with suppress(OSError):  # not every file system has locks
        os.lseek(opened, _FAR, os.SEEK_SET)
        _lock(opened)


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
