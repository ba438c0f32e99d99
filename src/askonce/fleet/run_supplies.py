"""What a run gets from its worker besides a screen, and where what it leaves behind goes.

In the store, `runs/RUN/ATTEMPT` is the folder of an attempt with its trace, report and results, and
`runs/RUN/files/ATTEMPT` holds the files that a program has written in it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Protocol, cast

from askonce.config import FleetSettings, Settings
from askonce.errors import AskonceError, FleetUnavailable
from askonce.fleet.fleet_database import FleetDatabase
from askonce.fleet.folder_upload import FolderUpload, fetch_folder
from askonce.fleet.queue_limits import QueueLimits
from askonce.fleet.recording_lock import DatabaseLock
from askonce.fleet.run_evidence import stored_evidence
from askonce.fleet.run_lease import RunGate
from askonce.fleet.run_store import RunStore, open_run_store
from askonce.fleet.run_table import StartedRun
from askonce.fleet.shared_models import SharedModels
from askonce.fleet.store_journal import StoreJournal
from askonce.fleet.travelling_files import fetch_files
from askonce.fleet.worker_paths import RUNS_FOLDER, WorkerPaths
from askonce.launch import BuildModels
from askonce.lazy import dataclass
from askonce.models.factory import build_models
from askonce.program.journal import Journal
from askonce.program.line_inspection import InterruptedLine
from askonce.recordings.fsspec_store import open_store
from askonce.recordings.locked_recordings import LockedRecordings
from askonce.recordings.stores import RecordingStore

_PAUSE = 0.5


@dataclass(frozen=True, slots=True)
class SuppliedRun:
    """What one attempt is played with."""

    settings: Settings
    build: BuildModels = build_models
    """Makes models that keep the limits and the pace of the fleet."""
    recording_store: RecordingStore | None = None
    """Recordings that all workers share."""
    journal: Journal | None = None
    """Of a program."""
    resume: bool = False
    """Whether the journal holds a run that is to go on."""
    interrupted_line: InterruptedLine = ""
    """What is said of the line at which it was interrupted."""


class RunSupplies(Protocol):
    """Supplies the runs of a worker."""

    def supplied(
        self, run: StartedRun, folder: Path, settings: Settings, gate: RunGate
    ) -> AbstractAsyncContextManager[SuppliedRun]:
        """Everything for an attempt that is played in `folder`: files that travel with it lie there, and what it
        leaves there is in the store once the context ends, and now and then before."""
        ...

    async def evidence(self, run: str) -> list[str]:
        """What is there of a run whose workers were lost."""
        ...


def attempt_folder(run: str, attempt: int) -> str:
    """Where the store keeps what an attempt left behind."""
    return f"runs/{run}/{attempt}"


def _files_folder(run: str) -> str:
    return f"runs/{run}/files"


class StoreSupplies:
    """Supplies runs from the store of a fleet."""

    def __init__(self, database: FleetDatabase, fleet: FleetSettings) -> None:
        assert fleet.database, "a database that is open has a URL"
        self._database = database
        self._url = fleet.database
        self._store = open_run_store(fleet.store)
        self._place = fleet.store
        self._key = fleet.key

    @asynccontextmanager
    async def supplied(
        self, run: StartedRun, folder: Path, settings: Settings, gate: RunGate
    ) -> AsyncGenerator[SuppliedRun, None]:
        store, runs, paths = self._store, folder / RUNS_FOLDER, WorkerPaths(folder, run.order)
        await self._check_limits(run.row.queue, gate)
        if run.order.files:
            await asyncio.to_thread(fetch_files, store, run.order.files, folder)
        supplied = SuppliedRun(
            replace(settings, runs=runs),
            SharedModels(self._database, run.row.queue, gate.permit).build,
            self._recordings(settings, gate),
        )
        async with AsyncExitStack() as stack:
            if run.order.kind == "program":
                place = f"{_files_folder(run.id)}/{run.attempt:06}"
                written = FolderUpload(store, place, folder, without=RUNS_FOLDER, permit=gate.permit)
                journal = StoreJournal(
                    store,
                    run.id,
                    run.attempt,
                    permit=gate.permit,
                    key=self._key,
                    before_done=written.push,
                    told=paths.told_bytes,
                    patience=gate.lease,
                    anew_after=run.asked_attempt if run.answer == "anew" else 0,
                )
                stack.push_async_callback(journal.finish)
                resume = await journal.load()
                if resume:
                    await journal.check_logins()
                    await asyncio.to_thread(fetch_written, store, run.id, folder)
                # An answer is for one line, and the worker that used it may have been lost since then.
                is_open = run.answer in ("done", "repeat") and not journal.has_gone_on(run.asked_attempt)
                answer = cast("InterruptedLine", run.answer if is_open else "")
                supplied = replace(supplied, journal=journal, resume=resume, interrupted_line=answer)
            place = attempt_folder(run.id, run.attempt)  # in a folder of its own
            evidence = FolderUpload(store, place, runs, told=paths.told_file)
            await stack.enter_async_context(evidence.going_on())
            yield supplied

    async def evidence(self, run: str) -> list[str]:
        try:
            return await asyncio.to_thread(stored_evidence, self._store, run)
        except AskonceError as error:
            return [f"what it left in the store cannot be read: {error.message}"]

    async def _check_limits(self, queue: str, gate: RunGate) -> None:
        """Raise where the queue may spend nothing any more. A database that is away is no failure of the run."""
        while True:
            gate.permit()
            try:
                return await QueueLimits(self._database).check(queue)
            except FleetUnavailable:
                await asyncio.sleep(_PAUSE)

    def _recordings(self, settings: Settings, gate: RunGate) -> RecordingStore:
        place = settings.recordings.store or f"{self._place.rstrip('/')}/recordings"
        lock = DatabaseLock(self._url)
        return LockedRecordings(open_store(place, settings.recordings.caches), lock, gate.permit)


def fetch_written(store: RunStore, run: str, folder: Path) -> None:
    """Copy what a program has written in all attempts; what the last one wrote counts."""
    files = _files_folder(run)
    for attempt in store.names(files):
        fetch_folder(store, f"{files}/{attempt}", folder)
