"""A store for a team: any place that `fsspec` knows, such as a bucket."""

from __future__ import annotations

import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit
from urllib.request import url2pathname
from uuid import uuid4

from askonce.errors import AskonceError, ConfigError, RecordingError
from askonce.recordings.recording import RecordingFile
from askonce.recordings.recording_reader import read_recordings
from askonce.recordings.recording_writer import write_recordings
from askonce.recordings.recording_yaml import decode_recordings
from askonce.recordings.stores import SUFFIX, Change, FolderRecordings, RecordingStore, checked_id

TRIES = 10
"""How often an update begins again when others write at the same time."""


def open_store(where: str | Path) -> RecordingStore:
    """The store at a path or a URL: a folder of this machine, or else a shared one."""
    if isinstance(where, Path) or "://" not in where:
        return FolderRecordings(where)
    address = urlsplit(where)
    if address.scheme in {"file", "local"}:
        return FolderRecordings(url2pathname(address.netloc + address.path))
    return SharedRecordings(where)


class SharedRecordings:
    """Recordings at an `fsspec` URL, `<id>.yaml` each.

    Such places know no locks. An update looks again right before it writes and right after, and is done anew on top
    of what somebody else wrote meanwhile. Two writers within the blink between that last look and the write can still
    undo each other; what is lost so is learned again on the next run.
    """

    def __init__(self, url: str, **options: Any) -> None:
        """`options` are those of the file system, such as its credentials."""
        self._url = url.rstrip("/")
        self._files, self._root = _open(url, options)
        # Between the threads of this process nothing is left to chance.
        self._lock = threading.RLock()

    def read(self, id: str) -> RecordingFile:
        return self._parse(id, self._text(id))

    def update(self, id: str, change: Change) -> RecordingFile:
        with self._lock:
            for _ in range(TRIES):
                before = self._text(id)
                recorded = self._parse(id, before)
                changed = change(recorded)
                if changed == recorded:
                    return recorded
                if self._text(id) != before:
                    continue
                text = write_recordings(changed)
                self._write(id, text)
                if self._text(id) == text:
                    return changed
        raise RecordingError(
            f"{self._place(id)} changed each of the {TRIES} times that it was to be written",
            remedy="let fewer runs write under one id at a time, or give them ids of their own",
        )

    def ids(self) -> Sequence[str]:
        with self._told("list", self._url):
            self._files.invalidate_cache()
            found: list[str] = self._files.find(self._root) if self._files.exists(self._root) else []
        names = [path.removeprefix(self._root).lstrip("/") for path in found if path.endswith(SUFFIX)]
        return sorted(name.removesuffix(SUFFIX) for name in names)

    def _place(self, id: str) -> str:
        return f"{self._url}/{id}{SUFFIX}"

    def _path(self, id: str) -> str:
        return f"{self._root}/{checked_id(id)}{SUFFIX}"

    def _parse(self, id: str, text: str | None) -> RecordingFile:
        return RecordingFile() if text is None else read_recordings(text, self._place(id))

    def _text(self, id: str) -> str | None:
        path = self._path(id)
        with self._told("read", self._place(id)):
            try:
                data: bytes = self._files.cat_file(path)
            except FileNotFoundError:
                return None
        return decode_recordings(data, self._place(id))

    def _write(self, id: str, text: str) -> None:
        path = self._path(id)
        with self._told("write", self._place(id)):
            if not _moves(self._files):
                # Buckets know neither folders nor moving: there a file that is put appears whole.
                self._files.pipe_file(path, text.encode())
                return
            self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
            partial = f"{path}.{uuid4().hex}.partial"
            self._files.pipe_file(partial, text.encode())
            self._files.mv(partial, path)

    @contextmanager
    def _told(self, verb: str, place: str) -> Generator[None]:
        """Each file system raises errors of its own kind; this is where they become ours."""
        try:
            yield
        except AskonceError:
            raise
        except Exception as error:
            raise RecordingError(
                f"could not {verb} {place}: {type(error).__name__}: {error}",
                remedy="check the address, your credentials for it and the connection",
            ) from error


def _open(url: str, options: dict[str, Any]) -> tuple[Any, str]:
    try:
        from fsspec import core  # pyright: ignore[reportMissingTypeStubs]
    except ImportError as error:
        raise ConfigError(
            f"recordings at {url} need the package fsspec", remedy='pip install "askonce[shared]"'
        ) from error
    try:
        files, root = cast("Any", core).url_to_fs(url, **options)
    except ImportError as error:
        raise ConfigError(f"recordings at {url} need one more package", remedy=str(error)) from error
    except ValueError as error:
        raise ConfigError(
            f"{url} is no place for recordings: {error}", remedy="use a folder, or a URL such as s3://bucket/recordings"
        ) from error
    return files, str(root).rstrip("/")


def _moves(files: Any) -> bool:
    """Whether the file system has a way of its own to move a file."""
    import fsspec  # pyright: ignore[reportMissingTypeStubs]

    return cast("Any", type(files)).mv is not cast("Any", fsspec.AbstractFileSystem).mv
