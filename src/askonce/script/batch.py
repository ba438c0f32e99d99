"""Batches: run several scripts and programs, also in parallel, each on its own page of one browser."""

from __future__ import annotations

import asyncio
import shutil
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from askonce.config import Settings
from askonce.errors import AskonceError
from askonce.launch import AnyModel
from askonce.lazy import dataclass
from askonce.screens.shared_hosts import SharedHosts
from askonce.script.batch_junit import junit
from askonce.script.batch_programs import ProgramFile, ProgramPlayer
from askonce.script.batch_summary import ScriptAttempt, ScriptOutcome, summarize
from askonce.script.player import ItemProgress, Player
from askonce.script.script import Script
from askonce.script.script_agent import Surroundings
from askonce.script.script_outputs import write_json, write_whole
from askonce.trace import Entry
from askonce.values import Mask

Member = Script | ProgramFile
"""A script or program in a batch."""

STOPPED = "stopped before it finished"


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """Options of a batch."""

    concurrent: int = 1
    """How many run at the same time."""
    retry: int = 0
    """How often to retry a failed script."""
    continue_on_error: bool = False
    """Continue with the others when one fails."""
    share_session: bool = False
    """Each starts with the cookies, logins and storage of those before it, also of one that failed; the first one runs
    alone. What is retried starts anew."""
    has_setup: bool = False
    """The first one prepares the others: they are not run when it fails."""
    headed: bool = False
    keep_window: bool = False
    """Leave screens open until the batch ends."""


class BatchWatcher(Protocol):
    """Notified about the progress of a batch. Members are numbered from 0."""

    def began(self, number: int, attempt: int) -> None: ...

    def moved(self, number: int, moment: ItemProgress) -> None: ...

    def heard(self, number: int, entry: Entry) -> None:
        """Something happened in the trace of a member."""
        ...

    def ended(self, number: int, attempt: ScriptAttempt, *, again: bool) -> None:
        """An attempt ended; `again` says that another follows."""
        ...


@dataclass(slots=True)
class Ledger:
    """The outcomes of a batch. The files are complete after each write."""

    outcomes: list[ScriptOutcome]
    names: Sequence[str]
    """Display names of the members."""
    summary: Path | None = None
    junit: Path | None = None

    def add(self, number: int, attempt: ScriptAttempt) -> None:
        outcome = self.outcomes[number]
        self.outcomes[number] = replace(outcome, attempts=(*outcome.attempts, attempt))
        self.write()

    def write(self) -> None:
        if self.summary:
            write_json(self.summary, summarize(self.outcomes, self.summary.absolute().parent), Mask())
        if self.junit:
            write_whole(self.junit, junit(self.outcomes, self.names))


class Batch:
    """Runs the members of a batch and writes the ledger."""

    def __init__(
        self,
        members: Sequence[Member],
        options: BatchOptions,
        settings: Settings,
        ledger: Ledger,
        *,
        model: AnyModel | None = None,
        watcher: BatchWatcher | None = None,
    ) -> None:
        self._members = members
        self._options = options
        self._settings = settings
        self._ledger = ledger
        self._model = model
        self._watcher = watcher
        self._mask = Mask()
        self._waiting: deque[int] = deque()
        self._gives_up = False
        self._kept: AsyncExitStack | None = None
        """What keeps screens open."""
        self._session: Path | None = None
        """The logins that the next member starts with."""
        for member in members:
            self._mask.learn(member.secrets)

    async def play(
        self, numbers: Sequence[int] | None = None, *, linger: Callable[[], Awaitable[None]] | None = None
    ) -> Sequence[ScriptOutcome]:
        """Run the members in `numbers`, or all of them; returns all outcomes.

        `linger` is awaited before the screens are closed that are kept. The ledger is written after each member. On
        cancellation, running members count as not executed, and all files are complete.
        """
        self._waiting.extend(range(len(self._members)) if numbers is None else numbers)
        hosts = SharedHosts(self._settings, headed=self._options.headed)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(hosts.close)
            if self._options.keep_window:
                self._kept = await stack.enter_async_context(AsyncExitStack())
            with TemporaryDirectory(prefix="askonce-", ignore_cleanup_errors=True) as folder:
                place = Path(folder)
                if self._options.share_session and self._waiting:
                    await self._play_member(self._waiting.popleft(), hosts, place)
                await self._play_waiting(hosts, place)
            if linger:
                await linger()
        return self._ledger.outcomes

    async def _play_waiting(self, hosts: SharedHosts, place: Path) -> None:
        count = min(self._options.concurrent, len(self._waiting))
        workers = [asyncio.create_task(self._work(hosts, place)) for _ in range(count)]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, hosts: SharedHosts, place: Path) -> None:
        while self._waiting and not self._gives_up:
            await self._play_member(self._waiting.popleft(), hosts, place)

    async def _play_member(self, number: int, hosts: SharedHosts, place: Path) -> None:
        for count in range(1, self._options.retry + 2):
            if self._watcher:
                self._watcher.began(number, count)
            attempt = await self._attempt(number, hosts, place)
            again = not attempt.success and count <= self._options.retry
            if again:
                attempt = _put_aside(attempt, self._members[number], count)
            self._ledger.add(number, attempt)
            if self._watcher:
                self._watcher.ended(number, attempt, again=again)
            if not again:
                break
        if (session := _session_file(place, number)).is_file():
            self._session = session
        is_needed = not self._options.continue_on_error or (self._options.has_setup and number == 0)
        if is_needed and self._ledger.outcomes[number].last.result_type == "failed":
            self._gives_up = True

    async def _attempt(self, number: int, hosts: SharedHosts, place: Path) -> ScriptAttempt:
        session = _session_file(place, number) if self._options.share_session else None
        player: Player | ProgramPlayer | None = None
        try:
            member = self._members[number]
            host = await self._host(member, hosts)
            around = Surroundings(
                self._settings,
                self._model,
                host,
                self._options.headed,
                session=session,
                logins=self._session,
                kept=self._kept,
            )
            player = self._player(number, member, around)
            attempt = ScriptAttempt.of(await player.play())
        except asyncio.CancelledError:
            self._ledger.add(number, self._masked(_stopped(player)))
            raise
        except AskonceError as error:
            attempt = ScriptAttempt("failed", error=str(error))
        except Exception as error:  # noqa: BLE001 - told as what came of it; the other members are not to suffer
            attempt = ScriptAttempt("failed", error=f"internal error: {type(error).__name__}: {error}")
        return self._masked(attempt)

    async def _host(self, member: Member, hosts: SharedHosts) -> object:
        """The host it shares with others; None if it runs alone."""
        kind, options = (
            (member.screen_kind, member.target)
            if isinstance(member, Script)
            else (member.screen.kind, member.screen.options)
        )
        return await hosts.get(kind, options, _settings_of(member, self._settings)) if kind else None

    def _masked(self, attempt: ScriptAttempt) -> ScriptAttempt:
        tasks = tuple(replace(task, error=self._mask(task.error)) for task in attempt.tasks)
        return replace(attempt, error=self._mask(attempt.error), tasks=tasks)

    def _player(self, number: int, member: Member, around: Surroundings) -> Player | ProgramPlayer:
        """The player of a member; the watcher is notified about its events."""
        watcher = self._watcher
        kind = partial(Player, member) if isinstance(member, Script) else partial(ProgramPlayer, member)
        if watcher is None:
            return kind(around)
        return kind(around, watch=partial(watcher.moved, number), sinks=(_TraceListener(number, watcher),))


@dataclass(frozen=True, slots=True)
class _TraceListener:
    """A sink that passes the trace of one member to a watcher."""

    number: int
    watcher: BatchWatcher

    def write(self, entry: Entry) -> None:
        self.watcher.heard(self.number, entry)


def _session_file(place: Path, number: int) -> Path:
    """Where a member leaves its session for those after it."""
    return place / f"{number}.json"


def _settings_of(member: Member, settings: Settings) -> Settings:
    hosts = member.allowed_hosts if isinstance(member, Script) else ()
    return replace(settings, allowed_hosts=hosts or settings.allowed_hosts)


def _stopped(player: Player | ProgramPlayer | None) -> ScriptAttempt:
    """The attempt of a stopped member: its results are kept, and it counts as not executed."""
    if player is None:
        return ScriptAttempt("notExecuted", error=STOPPED)
    stands = ScriptAttempt.of(player.result())
    tasks = tuple(
        task if task.status == "done" or task.error else replace(task, status="notRun") for task in stands.tasks
    )
    return replace(stands, result_type="notExecuted", error=stands.error or STOPPED, tasks=tasks)


def _put_aside(attempt: ScriptAttempt, member: Member, number: int) -> ScriptAttempt:
    """Keep files with fixed names under another name; the next attempt would overwrite them."""
    if isinstance(member, ProgramFile):
        return attempt
    if member.config.output:
        attempt = replace(attempt, output=_aside(attempt.output, number))
    if member.agent.report_file_name or member.agent.test_id:
        attempt = replace(attempt, report=_aside(attempt.report, number))
    return attempt


def _aside(path: Path | None, number: int) -> Path | None:
    if path is None or not path.is_file():
        return path
    return Path(shutil.move(path, path.with_name(f"{path.stem}.attempt-{number}{path.suffix}")))
