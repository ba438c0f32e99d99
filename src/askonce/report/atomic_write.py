"""Writing files atomically: whole or not at all, and never in place of a device or a pipe."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def placed(out: Path) -> Generator[Path, None, None]:
    """The file to write in the block; it is moved to `out` on success. Missing parent folders are created.

    A device, pipe or link, such as /dev/stdout, is written directly, not replaced.
    """
    if out.is_symlink() or (out.exists() and not (out.is_file() or out.is_dir())):
        yield out
        return
    partial = out.with_name(f"{out.name}.partial")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        yield partial
        partial.replace(out)
    finally:
        with suppress(OSError):  # most often it has its name by now
            partial.unlink()
