"""Tests a shared store of recordings, in its own process.

python -m askonce.cli.doctor.store_probe URL read|write
"""

from __future__ import annotations

import sys
from typing import Any, cast
from uuid import uuid4

from askonce.errors import AskonceError, RecordingError
from askonce.recordings.fsspec_store import open_store


def try_store(url: str, *, writes: bool) -> str:
    """Read a store and, with `writes`, write and remove a file there. Returns what was found."""
    count = len(open_store(url).ids())
    if writes:
        _write_and_remove(url)
    return f"at {url}: {count} {'id' if count == 1 else 'ids'}, {'readable and writable' if writes else 'readable'}"


def _write_and_remove(url: str) -> None:
    from fsspec import core  # pyright: ignore[reportMissingTypeStubs]

    files, root = cast("Any", core).url_to_fs(url)
    path = f"{str(root).rstrip('/')}/.doctor-{uuid4().hex}"
    try:
        files.makedirs(str(root), exist_ok=True)
        files.pipe_file(path, b"written by askonce doctor")
        files.rm_file(path)
    except Exception as error:
        # Each file system raises its own kinds of errors; here they become ours.
        raise RecordingError(
            f"{url} is not writable: {type(error).__name__}: {error}",
            remedy="check your permissions, or set ASKONCE_RECORDINGS=read-only",
        ) from error


def main(url: str, how: str) -> int:
    try:
        print(try_store(url, writes=how == "write"))
    except AskonceError as error:
        print(" ".join(f"{error.message} → {error.remedy}".split()), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
