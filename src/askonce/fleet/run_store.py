"""The files that all workers of a fleet share: a folder that each of them sees, or any location of `fsspec`.

A file is there whole or not at all, and what was written outlasts the process that wrote it. Paths have slashes.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol, cast
from urllib.parse import urlsplit
from uuid import uuid4

from askonce.errors import AskonceError, ConfigError, FleetError, FleetUnavailable

_PARTIAL = ".partial"
_SETTING = "ASKONCE_FLEET_STORE"
_BUCKETS = frozenset({"abfs", "az", "gcs", "gs", "oss", "s3"})


class RunStore(Protocol):
    """Keeps files by their paths."""

    @property
    def place(self) -> str:
        """What people call it."""
        ...

    def write(self, path: str, data: bytes) -> None: ...

    def create(self, path: str, data: bytes) -> bool:
        """Write a file that is not there yet. False if it is: of several that try, one succeeds, where the store can
        tell."""
        ...

    def read(self, path: str) -> bytes | None:
        """None if there is no such file."""
        ...

    def names(self, folder: str) -> list[str]:
        """What lies directly in a folder: files and folders, sorted."""
        ...

    def files(self, folder: str) -> list[str]:
        """All files below a folder, relative to it, sorted."""
        ...

    def remove(self, path: str) -> None:
        """Take away a file or a folder with all that it holds, if it is there."""
        ...


def open_run_store(where: str | Path | None) -> RunStore:
    """The store at a folder or a URL."""
    if not where:
        raise ConfigError(
            "the store of the fleet is not known",
            remedy=f"set {_SETTING} to a folder that all workers share, or a URL such as s3://bucket/fleet",
        )
    if isinstance(where, Path) or "://" not in where:
        return SharedFolder(Path(where))
    address = urlsplit(where)
    if address.scheme in {"file", "local"}:
        from urllib.request import url2pathname

        return SharedFolder(Path(url2pathname(address.netloc + address.path)))
    return SharedLocation(where)


def check_store(store: RunStore) -> None:
    """Raise where nothing can be written."""
    path = f"workers/{uuid4().hex}"
    store.write(path, b"")
    store.remove(path)


class SharedFolder:
    """A folder, on this machine or on a file server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()

    @property
    def place(self) -> str:
        return str(self._folder)

    def write(self, path: str, data: bytes) -> None:
        with self._our_errors("write", path):
            with self._drafted(path, data) as (at, partial):
                partial.replace(at)
            _sync(at.parent)

    def create(self, path: str, data: bytes) -> bool:
        with self._our_errors("write", path):
            with self._drafted(path, data) as (at, partial):
                try:
                    os.link(partial, at)  # as nothing else, this fails for all but one
                except FileExistsError:
                    return False
            _sync(at.parent)
            return True

    def read(self, path: str) -> bytes | None:
        with self._our_errors("read", path):
            try:
                return self._at(path).read_bytes()
            except (FileNotFoundError, NotADirectoryError):
                return None

    def names(self, folder: str) -> list[str]:
        with self._our_errors("read", folder):
            try:
                return sorted(name for name in os.listdir(self._at(folder)) if not name.endswith(_PARTIAL))
            except (FileNotFoundError, NotADirectoryError):
                return []

    def files(self, folder: str) -> list[str]:
        with self._our_errors("read", folder):
            at = self._at(folder)
            found = [path.relative_to(at).as_posix() for path in at.rglob("*") if path.is_file()]
        return sorted(name for name in found if not name.endswith(_PARTIAL))

    def remove(self, path: str) -> None:
        from shutil import rmtree

        with self._our_errors("write", path):
            at = self._at(path)
            if at.is_dir():
                with suppress(FileNotFoundError):  # another one removes it, too
                    rmtree(at)
            else:
                at.unlink(missing_ok=True)

    def _at(self, path: str) -> Path:
        return self._folder / checked_path(path)

    @contextmanager
    def _drafted(self, path: str, data: bytes) -> Generator[tuple[Path, Path]]:
        """Where a file comes to lie, and where its content lies until then. Of a full disk nothing more is taken."""
        if not self._folder.parent.is_dir():  # a file server that is away leaves an empty place
            raise FileNotFoundError(2, "there is no such folder", str(self._folder.parent))
        at = self._at(path)
        at.parent.mkdir(parents=True, exist_ok=True)
        partial = at.with_name(f".{uuid4().hex}{_PARTIAL}")
        try:
            with partial.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            yield at, partial
        finally:
            partial.unlink(missing_ok=True)

    @contextmanager
    def _our_errors(self, verb: str, path: str) -> Generator[None]:
        try:
            yield
        except OSError as error:
            raise FleetUnavailable(
                f"could not {verb} {path or 'files'} in the store of the fleet, {self.place}: {error.strerror}",
                remedy=f"check {_SETTING}, the permissions of the folder and the space that is left",
            ) from error


class SharedLocation:
    """Any location of `fsspec`. A file is written in one request, which buckets do whole or not at all."""

    def __init__(self, url: str, **options: Any) -> None:
        """`options` are passed to the file system, for example credentials."""
        address = urlsplit(url)
        host = address.netloc.rpartition("@")[2]  # what stands before it may be a password
        self._place = f"{address.scheme}://{host}{address.path}".rstrip("/")
        self._system, self._root = self._open(url, options)

    @property
    def place(self) -> str:
        return self._place

    def write(self, path: str, data: bytes) -> None:
        with self._our_errors("write", path):
            self._make_parent(path)
            self._system.pipe_file(self._at(path), data)

    def create(self, path: str, data: bytes) -> bool:
        with self._our_errors("write", path):
            self._make_parent(path)
            at = self._at(path)
            try:
                self._system.pipe_file(at, data, mode="create")
            except FileExistsError:
                return False
            except (TypeError, NotImplementedError, ValueError):  # a file system that knows no such mode
                if self._system.exists(at):
                    return False
                self._system.pipe_file(at, data)
            return True

    def read(self, path: str) -> bytes | None:
        with self._our_errors("read", path):
            try:
                return cast("bytes", self._system.cat_file(self._at(path)))
            except FileNotFoundError:
                return None

    def names(self, folder: str) -> list[str]:
        with self._our_errors("read", folder):
            self._system.invalidate_cache()
            try:
                found = cast("list[str]", self._system.ls(self._at(folder), detail=False))
            except (FileNotFoundError, NotADirectoryError):
                return []
        return sorted({name.rstrip("/").rpartition("/")[2] for name in found})

    def files(self, folder: str) -> list[str]:
        with self._our_errors("read", folder):
            self._system.invalidate_cache()
            at = self._at(folder)
            try:
                found = cast("list[str]", self._system.find(at))
            except FileNotFoundError:
                return []
        return sorted(name.removeprefix(at).lstrip("/") for name in found)

    def remove(self, path: str) -> None:
        with self._our_errors("write", path), suppress(FileNotFoundError):
            self._system.invalidate_cache()
            self._system.rm(self._at(path), recursive=True)

    def _at(self, path: str) -> str:
        return f"{self._root}/{checked_path(path)}"

    def _make_parent(self, path: str) -> None:
        """Buckets have no folders, and one with a misspelled name would be made; other locations need folders."""
        if _BUCKETS.intersection(_protocols(self._system)):
            return
        with suppress(NotImplementedError):
            self._system.makedirs(self._at(path).rpartition("/")[0], exist_ok=True)

    def _open(self, url: str, options: dict[str, Any]) -> tuple[Any, str]:
        try:
            from fsspec import core  # pyright: ignore[reportMissingTypeStubs]

            system, root = cast("Any", core).url_to_fs(url, **options)
        except ImportError as error:
            raise ConfigError(f"the store {self._place} needs one more package", remedy=str(error)) from error
        except ValueError as error:
            raise ConfigError(
                f"the store of the fleet cannot be at {self._place}: {error}",
                remedy=f"set {_SETTING} to a folder, or a URL such as s3://bucket/fleet",
            ) from error
        return system, str(root).rstrip("/")

    @contextmanager
    def _our_errors(self, verb: str, path: str) -> Generator[None]:
        try:
            yield
        except AskonceError:
            raise
        except Exception as error:  # each file system has errors of its own
            raise FleetUnavailable(
                f"could not {verb} {path or 'files'} in the store of the fleet, {self._place}: "
                f"{type(error).__name__}: {error}",
                remedy=f"check {_SETTING}, your credentials for it and the connection",
            ) from error


def _protocols(system: Any) -> tuple[str, ...]:
    """The beginnings of URLs of a file system."""
    named = system.protocol
    return (named,) if isinstance(named, str) else tuple(named)


def checked_path(path: str) -> str:
    """A path that stays inside the store."""
    parts = path.split("/")
    if path.startswith("/") or "\\" in path or "\0" in path or any(part in {"", ".", ".."} for part in parts):
        raise FleetError(f"{path!r} is not a path inside the store of the fleet", remedy="use a relative path")
    return path


def _sync(folder: Path) -> None:
    """Let the name of a new file outlast a loss of power, where the system can do that."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
