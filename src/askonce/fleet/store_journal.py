"""The journal of a program in the store of a fleet, so that any worker can go on with it.

Each attempt at a run writes into a folder of its own, `journals/RUN/ATTEMPT`: first how far it has read those before
it, then groups of records, a file each. What an attempt writes after a later one has begun is no part of the journal:
nobody reads it, and the attempt is refused as soon as it looks. Each line ends with a checksum over the run so far.

Records are written by a thread while other work goes on; `flush` is awaited before an action reaches the screen.
"""

from __future__ import annotations

import asyncio
import io
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import field
from uuid import uuid4

from askonce.errors import FleetUnavailable, RunLost, Unresumable
from askonce.fleet.run_store import RunStore
from askonce.fleet.stored_logins import StoredLogins
from askonce.lazy import dataclass
from askonce.program.journal import of_last_run, read_lines, read_record, sealed, write_record
from askonce.program.journal_records import ActionStarted, JournalRecord, RunBegan, StatementDone, StatementUndone
from askonce.screens.permit import Permit
from askonce.values import Mask, Secret

FOLDER = "journals"
_HEAD = "begin.json"
_SUFFIX = ".jsonl"
_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 5.0
STORE_PATIENCE = 60.0
"""For how many seconds a store that is away is tried again."""


@dataclass(frozen=True, slots=True)
class StoredRun:
    """What the store has of a run: the lines of each attempt, and how many groups of each attempt count."""

    attempts: Mapping[int, tuple[bytes, ...]] = field(default_factory=dict[int, tuple[bytes, ...]])
    groups: Mapping[int, int] = field(default_factory=dict[int, int])

    @property
    def lines(self) -> tuple[bytes, ...]:
        """Those of all attempts, oldest first."""
        return tuple(line for number in sorted(self.attempts) for line in self.attempts[number])

    def has_gone_on(self, after: int) -> bool:
        """Whether an attempt after this one has settled what its last line was, and gone on."""
        later = (line for number, lines in self.attempts.items() if number > after for line in lines)
        return any(isinstance(_record(line), StatementDone | StatementUndone | ActionStarted) for line in later)

    @property
    def last(self) -> JournalRecord | None:
        """The last record."""
        return next((record for line in reversed(self.lines) if (record := _record(line))), None)


def _record(line: bytes) -> JournalRecord | None:
    try:
        return read_record(line)
    except (ValueError, TypeError):
        return None


def read_stored_run(store: RunStore, run: str, before: int | None = None, *, after: int = 0) -> StoredRun:
    """The journal of a run, as the attempt `before` finds it; without one, as it is now. Only what came `after` an
    attempt counts."""
    lines: dict[int, tuple[bytes, ...]] = {}
    groups: dict[int, int] = {}
    later: Mapping[int, int] | None = None
    for number in reversed(_attempts(store, run)):
        if number <= after or (before is not None and number >= before):
            continue
        names = [name for name in store.names(_folder(run, number)) if name.endswith(_SUFFIX)]
        groups[number] = len(names) if later is None else later.get(number, 0)
        if later is None or groups[number]:  # what does not count may be damaged
            lines[number] = tuple(_read_lines(store, run, number, groups[number]))
            head = _read_head(store, run, number)
            later = later if head is None else head
    return StoredRun(lines, groups)


def _read_lines(store: RunStore, run: str, attempt: int, groups: int) -> list[bytes]:
    lines: list[bytes] = []
    for group in range(1, groups + 1):
        data = store.read(_group(run, attempt, group))
        if data is None:
            raise _damaged(store, run, f"{_group(run, attempt, group)} is missing")
        lines += (line + b"\n" for line in data.splitlines())
    return lines


class StoreJournal:
    """The journal of one attempt at a run. A `Journal`, and a `FlushedJournal`."""

    def __init__(
        self,
        store: RunStore,
        run: str,
        attempt: int,
        *,
        permit: Permit = lambda: None,
        key: Secret | None = None,
        before_done: Callable[[], None] = lambda: None,
        told: Callable[[bytes], bytes] = lambda line: line,
        anew_after: int = 0,
        patience: float = STORE_PATIENCE,
    ) -> None:
        """`permit` raises `RunLost` where the attempt may not go on: then a store that is away is not waited for. What
        was done until then may still be written. A store that is away for longer than `patience` loses the run: it is
        for another worker, which may reach it. `key` encrypts the logins of the run.
        `before_done` is called before it is written that a line is done: what the line made has to be kept by then.
        `told` returns what is kept of a line. Nothing counts of the attempt `anew_after`, nor of those before it."""
        self.mask = Mask()
        self.login_store = StoredLogins(store, run, attempt, key, permit)
        self._store = store
        self._run = run
        self._attempt = attempt
        self._permit = permit
        self._before_done = before_done
        self._told = told
        self._anew_after = anew_after
        self._patience = patience
        self._found: StoredRun | None = None
        self._records: list[JournalRecord] = []
        self._checksum = 0
        self._groups = 0
        self._token = uuid4().hex
        self._pending: list[bytes] = []
        self._must_keep_files = False
        self._failure: Exception | None = None
        self._lock = threading.Lock()
        self._ends = threading.Event()
        self._is_stuck = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"journal-{run}")

    def has_gone_on(self, after: int) -> bool:
        """Whether an attempt between that one and this one has settled what its last line was."""
        return self._found is not None and self._found.has_gone_on(after)

    async def load(self) -> bool:
        """Read what earlier attempts left, and begin this one. Whether there is a run that can go on."""
        await self._in_time(self._thread.submit(self._load))
        return bool(self._records)

    async def check_logins(self) -> None:
        """Raise where the run had logins that cannot be read."""
        await self._in_time(self._thread.submit(self._check_logins))

    def _check_logins(self) -> None:
        self._patiently(self.login_store.check)

    # ---- a journal

    def hold(self) -> None:
        self._load()

    def append(self, record: JournalRecord) -> None:
        self._check()
        self._load()
        line = self._told(write_record(record, self.mask))
        if isinstance(record, RunBegan):
            self._checksum = 0
            self._records.clear()
        line, self._checksum = sealed(line, self._checksum)
        self._records.append(record)
        with self._lock:
            self._pending.append(line)
            self._must_keep_files = self._must_keep_files or isinstance(record, StatementDone)
        self._thread.submit(self._write_pending)

    def read(self) -> Iterator[JournalRecord]:
        self._load()
        if not self._records:
            raise Unresumable(f"there is no journal of the run {self._run}", remedy="run the program from its start")
        return iter(tuple(self._records))

    async def flush(self) -> None:
        await self._in_time(self._thread.submit(self._write_pending))
        self._check()

    def close(self) -> None:
        """Let go of it. What was appended is still written."""
        self._thread.shutdown(wait=False)

    async def finish(self) -> None:
        """Close it, and wait until all is written that can be."""
        self._ends.set()
        self._thread.shutdown(wait=False)
        if not self._is_stuck:
            with suppress(TimeoutError):  # a store that does not answer is not waited for
                await asyncio.wait_for(asyncio.to_thread(self._thread.shutdown), self._longest_wait)

    # ---- the store

    async def _in_time(self, work: Future[None]) -> None:
        """Wait for the thread, though not for ever: what is sent to a store may be swallowed on its way."""
        future = asyncio.wrap_future(work)
        done, _ = await asyncio.wait([future], timeout=self._longest_wait)
        if not done:
            future.add_done_callback(lambda late: late.cancelled() or late.exception())  # nobody hears of it
            self._is_stuck = True
            self._failure = self._failure or self._away()
            raise self._failure
        await done.pop()

    @property
    def _longest_wait(self) -> float:
        return max(2 * self._patience, 1.0)  # one that has waited for long may be answered in the end

    def _away(self, why: str = "") -> RunLost:
        return RunLost(
            f"the store {self._store.place} was not reached for {self._patience:g} s{why and f': {why}'}",
            remedy="the run goes on with another worker, or when the store is back",
        )

    def _load(self) -> None:
        with self._lock:
            if self._found is not None:
                return
            self._permit()
            found = self._patiently(
                lambda: read_stored_run(self._store, self._run, self._attempt, after=self._anew_after)
            )
            self._patiently(lambda: self._begin(found))
            place = f"{self._store.place}/{FOLDER}/{self._run}"
            lines = of_last_run(io.BytesIO(b"".join(found.lines)))
            for record, self._checksum in read_lines(place, lines):
                self._records.append(record)
            self._found = found

    def _begin(self, found: StoredRun) -> None:
        """Say how far the attempts before were read. From now on, they cannot add to the journal."""
        self._refuse_late()
        head = json.dumps({"groups": found.groups, "token": self._token}).encode()
        path = f"{_folder(self._run, self._attempt)}/{_HEAD}"
        if not self._store.create(path, head) and self._store.read(path) != head:
            raise RunLost(
                f"the attempt {self._attempt} at the run {self._run} has begun elsewhere",
                remedy="it goes on with another worker",
            )

    def _write_pending(self) -> None:
        with self._lock:
            lines, self._pending = self._pending, []
            keeps_files, self._must_keep_files = self._must_keep_files, False
        if not lines or self._failure is not None:
            return
        try:
            if keeps_files:
                self._patiently(self._before_done)
            path = _group(self._run, self._attempt, self._groups + 1)
            self._patiently(lambda: self._write(path, b"".join(lines)))
            self._groups += 1
        except Exception as error:  # noqa: BLE001 - told to whoever appends or flushes next
            self._failure = error

    def _write(self, path: str, data: bytes) -> None:
        self._refuse_late()
        self._store.write(path, data)

    def _refuse_late(self) -> None:
        """Stop where a later attempt has begun: it has read the journal, and does not read on."""
        later = [number for number in _attempts(self._store, self._run) if number > self._attempt]
        if later:
            raise RunLost(
                f"the run {self._run} was taken over: attempt {later[-1]} has begun",
                remedy="it goes on with another worker",
            )

    def _patiently(self, work: Callable[[], StoredRun | None]) -> StoredRun:
        """Do something with a store that may be away for a while."""
        started, pause = time.monotonic(), _FIRST_PAUSE
        while True:
            try:
                return work() or StoredRun()
            except FleetUnavailable as error:
                if time.monotonic() - started + pause > self._patience or self._ends.wait(pause):
                    raise self._away(error.message) from error
            self._permit()
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure


def forget_journal(store: RunStore, run: str) -> None:
    """Take the journal of a run away."""
    store.remove(f"{FOLDER}/{run}")


def _attempts(store: RunStore, run: str) -> list[int]:
    return [int(name) for name in store.names(f"{FOLDER}/{run}") if name.isdecimal()]


def _read_head(store: RunStore, run: str, attempt: int) -> dict[int, int] | None:
    """How many groups of each earlier attempt count for this one; None if it has not begun."""
    data = store.read(f"{_folder(run, attempt)}/{_HEAD}")
    if data is None:
        return None
    try:
        return {int(number): int(count) for number, count in json.loads(data)["groups"].items()}
    except (ValueError, TypeError, KeyError, AttributeError):
        raise _damaged(store, run, f"{_folder(run, attempt)}/{_HEAD} cannot be read") from None


def _damaged(store: RunStore, run: str, what: str) -> Unresumable:
    return Unresumable(
        f"the journal of the run {run} in {store.place} is damaged: {what}", remedy="run the program from its start"
    )


def _folder(run: str, attempt: int) -> str:
    return f"{FOLDER}/{run}/{attempt:06}"


def _group(run: str, attempt: int, number: int) -> str:
    return f"{_folder(run, attempt)}/{number:08}{_SUFFIX}"
