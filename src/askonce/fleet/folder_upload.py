"""Copies of a folder in the store of a fleet, made while the folder is written to."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path, PurePosixPath

from askonce.errors import FleetError, FleetUnavailable, RunLost
from askonce.fleet.run_store import RunStore
from askonce.screens.permit import Permit

_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 5.0
_LAST_PUSH = 30.0
"""How many seconds the last copy may take of a run that is given up."""
_SKIPPED = (".lock", ".partial", ".new")

Stamp = tuple[int, int]
"""Identifies the state of a file: its modification time and size."""


class FolderUpload:
    """Copies what is new or changed in a folder to a place in the store."""

    def __init__(
        self,
        store: RunStore,
        place: str,
        folder: Path,
        *,
        without: str = "",
        permit: Permit = lambda: None,
        told: Callable[[str, bytes], bytes] = lambda name, data: data,
    ) -> None:
        """Files that lie there now, and those below `without`, are not copied. `told` gets the name and content of a
        file, and returns what is kept of it."""
        self._store = store
        self._place = place
        self._folder = folder
        self._without = without
        self._permit = permit
        self._told = told
        self._known: dict[str, Stamp] = self._stamps()

    def push(self) -> None:
        """Copy what changed since the last time. Raises `FleetUnavailable` where the store is away."""
        for name, stamp in self._stamps().items():
            if self._known.get(name) == stamp:
                continue
            try:
                data = (self._folder / name).read_bytes()
            except FileNotFoundError:
                continue
            self._permit()
            self._store.write(f"{self._place}/{name}", self._told(name, data))
            self._known[name] = stamp

    @asynccontextmanager
    async def going_on(self) -> AsyncGenerator[None, None]:
        """Copy soon after the block begins, now and then while it goes on, and when it has ended. What cannot be
        copied at the end raises `FleetUnavailable`, unless the block failed."""
        task = asyncio.create_task(self._push_now_and_then())
        try:
            try:
                yield
            finally:
                task.cancel()
                await asyncio.wait([task])
        except BaseException:
            with suppress(FleetError, RunLost, TimeoutError):  # what went wrong first says more
                await asyncio.wait_for(asyncio.to_thread(self.push), _LAST_PUSH)
            raise
        await asyncio.to_thread(self.push)

    async def _push_now_and_then(self) -> None:
        started = time.monotonic()
        while True:
            # What ends its worker within seconds leaves a sign, too; a long run is not copied all the time.
            await asyncio.sleep(min(_FIRST_PAUSE + (time.monotonic() - started) / 10, _LONGEST_PAUSE))
            try:
                await asyncio.to_thread(self.push)
            except FleetUnavailable:
                continue

    def _stamps(self) -> dict[str, Stamp]:
        found: dict[str, Stamp] = {}
        for path in sorted(self._folder.rglob("*")):
            name = path.relative_to(self._folder).as_posix()
            if name.endswith(_SKIPPED) or (self._without and PurePosixPath(name).is_relative_to(self._without)):
                continue
            try:
                state = path.stat()
            except FileNotFoundError:
                continue
            if path.is_file() and not path.is_symlink():
                found[name] = (state.st_mtime_ns, state.st_size)
        return found


def fetch_folder(store: RunStore, place: str, folder: Path) -> list[str]:
    """Copy a folder of the store into a folder of this machine; the names of its files."""
    names = store.files(place)
    for name in names:
        data = store.read(f"{place}/{name}")
        if data is not None:
            write_inside(folder, name, data)
    return names


def write_inside(folder: Path, name: str, data: bytes) -> None:
    """Write a file whose name came from elsewhere; always inside the folder."""
    parts = PurePosixPath(name).parts
    path = folder.joinpath(*parts)
    if not parts or ".." in parts or PurePosixPath(name).is_absolute() or "\\" in name or ":" in parts[0]:
        raise FleetError(f"{name!r} is not a file that can be put into the folder of a run", remedy="rename it")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
