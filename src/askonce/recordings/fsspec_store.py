"""A shared store: any location that `fsspec` supports, such as a bucket."""

from __future__ import annotations

import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit
from uuid import uuid4

from askonce.errors import AskonceError, ConfigError, RecordingError
from askonce.recordings.recording import RecordingFile
from askonce.recordings.recording_reader import read_recordings
from askonce.recordings.recording_writer import write_recordings
from askonce.recordings.recording_yaml import decode_recordings
from askonce.recordings.stores import SUFFIX, Change, FolderRecordings, RecordingStore, checked_id

TRIES = 10
"""How often an update is tried when others write at the same time."""


def open_store(where: str | Path, caches: Sequence[Path] = ()) -> RecordingStore:
    """The store at a path or a URL: a local folder or a shared location. `caches` are folders with Midscene's caches,
    which are read where nothing is recorded in a local folder."""
    if isinstance(where, Path) or "://" not in where:
        return FolderRecordings(where, caches=caches)
    address = urlsplit(where)
    if address.scheme in {"file", "local"}:
        from urllib.request import url2pathname  # loads all of HTTP, which a folder does without

        return FolderRecordings(url2pathname(address.netloc + address.path), caches=caches)
    return SharedRecordings(where)


class SharedRecordings:
    """Recordings at an `fsspec` URL, `<id>.yaml` each.

    These locations have no locks. An update reads again right before and right after its write, and starts over if
    somebody else has written in between. Two writers can still overwrite each other in the moment between the last read
    and the write; what is lost is recorded again on the next run.
    """

    def __init__(self, url: str, **options: Any) -> None:
        """`options` are passed to the file system, for example credentials."""
        self._url = url.rstrip("/")
        self._files, self._root = _open(url, options)
        # Threads of this process do take a lock.
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
            f"{self._place(id)} was changed by others during each of {TRIES} attempts to write it",
            remedy="let fewer runs write to one id at a time, or give each its own id",
        )

    def ids(self) -> Sequence[str]:
        with self._mapped_errors("list", self._url):
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
        with self._mapped_errors("read", self._place(id)):
            try:
                data: bytes = self._files.cat_file(path)
            except FileNotFoundError:
                return None
        return decode_recordings(data, self._place(id))

    def _write(self, id: str, text: str) -> None:
        path = self._path(id)
        with self._mapped_errors("write", self._place(id)):
            if not _moves(self._files):
                # Buckets have neither folders nor moves: a put is atomic there.
                self._files.pipe_file(path, text.encode())
                return
            self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
            partial = f"{path}.{uuid4().hex}.partial"
            self._files.pipe_file(partial, text.encode())
            self._files.mv(partial, path)

    @contextmanager
    def _mapped_errors(self, verb: str, place: str) -> Generator[None]:
        """Convert the errors of any file system to ours."""
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
            f"recordings cannot be stored at {url}: {error}",
            remedy="use a folder, or a URL such as s3://bucket/recordings",
        ) from error
    return files, str(root).rstrip("/")


def _moves(files: Any) -> bool:
    """Whether the file system implements moving a file."""
    import fsspec  # pyright: ignore[reportMissingTypeStubs]

    return cast("Any", type(files)).mv is not cast("Any", fsspec.AbstractFileSystem).mv
