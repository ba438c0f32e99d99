"""Batches: several scripts and programs, some at the same time, each on a page of its own in one browser."""

from __future__ import annotations

import asyncio
import shutil
from collections import deque
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from askonce.config import Settings
from askonce.errors import AskonceError, ScreenError
from askonce.launch import AnyModel
from askonce.screens.web import BrowserOptions
from askonce.script.batch_junit import junit
from askonce.script.batch_programs import ProgramFile, ProgramPlayer
from askonce.script.batch_summary import Attempt, Outcome, summarize
from askonce.script.player import Moment, Player
from askonce.script.script import Script
from askonce.script.script_agent import Surroundings
from askonce.script.script_models import Web
from askonce.script.script_outputs import write_json, write_whole
from askonce.trace import Entry
from askonce.values import Mask

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

Member = Script | ProgramFile
"""What a batch plays."""

STOPPED = "stopped before it ended"
CLOSING = 5.0
"""The most seconds that the browser may take to close."""


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """How a batch is played."""

    concurrent: int = 1
    """How many are played at the same time."""
    retry: int = 0
    """How often one that failed is played again."""
    continue_on_error: bool = False
    """Go on with the others when one has failed."""
    share_session: bool = False
    """Each begins with the cookies and logins that those before it left; the first is played alone."""
    headed: bool = False


class Watcher(Protocol):
    """Hears how a batch goes on; members go by their numbers, from 0."""

    def began(self, number: int, attempt: int) -> None: ...

    def moved(self, number: int, moment: Moment) -> None: ...

    def heard(self, number: int, entry: Entry) -> None:
        """Something happened in the trace of a member."""
        ...

    def ended(self, number: int, attempt: Attempt, *, again: bool) -> None:
        """An attempt ended; `again` says that another follows."""
        ...


@dataclass(slots=True)
class Ledger:
    """What came of the members of a batch, in files that are whole at every moment."""

    outcomes: list[Outcome]
    names: Sequence[str]
    """What the members are called where people read of them."""
    summary: Path | None = None
    junit: Path | None = None

    def add(self, number: int, attempt: Attempt) -> None:
        told = self.outcomes[number]
        self.outcomes[number] = replace(told, attempts=(*told.attempts, attempt))
        self.write()

    def write(self) -> None:
        if self.summary:
            write_json(self.summary, summarize(self.outcomes, self.summary.absolute().parent), Mask())
        if self.junit:
            write_whole(self.junit, junit(self.outcomes, self.names))


class Batch:
    """Plays members of a batch and keeps a ledger of it."""

    def __init__(
        self,
        members: Sequence[Member],
        options: BatchOptions,
        settings: Settings,
        ledger: Ledger,
        *,
        model: AnyModel | None = None,
        watcher: Watcher | None = None,
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
        self._session: Path | None = None
        """The logins that the next member begins with."""
        for member in members:
            self._mask.learn(member.secrets)

    async def play(self, numbers: Sequence[int] | None = None) -> Sequence[Outcome]:
        """Play those members that `numbers` names, or all; what came of all of them.

        The ledger is written after each. When this is cancelled, what was being played counts as
        not executed, and all files are whole.
        """
        self._waiting.extend(range(len(self._members)) if numbers is None else numbers)
        async with SharedBrowser(self._settings, headed=self._options.headed) as browser:
            with TemporaryDirectory(prefix="askonce-", ignore_cleanup_errors=True) as folder:
                place = Path(folder)
                if self._options.share_session and self._waiting:
                    await self._play_member(self._waiting.popleft(), browser, place)
                await self._play_waiting(browser, place)
        return self._ledger.outcomes

    async def _play_waiting(self, browser: SharedBrowser, place: Path) -> None:
        count = min(self._options.concurrent, len(self._waiting))
        workers = [asyncio.create_task(self._work(browser, place)) for _ in range(count)]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, browser: SharedBrowser, place: Path) -> None:
        while self._waiting and not self._gives_up:
            await self._play_member(self._waiting.popleft(), browser, place)

    async def _play_member(self, number: int, browser: SharedBrowser, place: Path) -> None:
        for count in range(1, self._options.retry + 2):
            if self._watcher:
                self._watcher.began(number, count)
            attempt = await self._attempt(number, browser, place)
            again = not attempt.success and count <= self._options.retry
            if again:
                attempt = _put_aside(attempt, self._members[number], count)
            self._ledger.add(number, attempt)
            if self._watcher:
                self._watcher.ended(number, attempt, again=again)
            if not again:
                break
        if self._ledger.outcomes[number].last.result_type == "failed" and not self._options.continue_on_error:
            self._gives_up = True

    async def _attempt(self, number: int, browser: SharedBrowser, place: Path) -> Attempt:
        session = place / f"{number}.json" if self._options.share_session else None
        player: Player | ProgramPlayer | None = None
        try:
            member = _with_session(self._members[number], self._session)
            host = await browser.get() if shares_browser(member, self._settings) else None
            around = Surroundings(self._settings, self._model, host, self._options.headed, session=session)
            player = self._player(number, member, around)
            attempt = Attempt.of(await player.play())
        except asyncio.CancelledError:
            self._ledger.add(number, self._masked(_stopped(player)))
            raise
        except AskonceError as error:
            attempt = Attempt("failed", error=str(error))
        except Exception as error:  # noqa: BLE001 - told as what came of it; the other members are not to suffer
            attempt = Attempt("failed", error=f"a defect in Askonce: {type(error).__name__}: {error}")
        if session and attempt.success and session.is_file():
            self._session = session
        return self._masked(attempt)

    def _masked(self, attempt: Attempt) -> Attempt:
        tasks = tuple(replace(task, error=self._mask(task.error)) for task in attempt.tasks)
        return replace(attempt, error=self._mask(attempt.error), tasks=tasks)

    def _player(self, number: int, member: Member, around: Surroundings) -> Player | ProgramPlayer:
        """Who plays a member; the watcher hears of what happens."""
        watcher = self._watcher
        kind = partial(Player, member) if isinstance(member, Script) else partial(ProgramPlayer, member)
        if watcher is None:
            return kind(around)
        return kind(around, watch=partial(watcher.moved, number), sinks=(_Ear(number, watcher),))


@dataclass(frozen=True, slots=True)
class _Ear:
    """A sink that tells a watcher of the trace of one member."""

    number: int
    watcher: Watcher

    def write(self, entry: Entry) -> None:
        self.watcher.heard(self.number, entry)


class SharedBrowser:
    """One browser for all that may share it, started when the first asks for it, and anew when it is gone."""

    def __init__(self, settings: Settings, *, headed: bool = False) -> None:
        self._options = BrowserOptions(headed=headed, executable=settings.browser)
        self._starting = asyncio.Lock()
        self._rest = AsyncExitStack()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._rest.aclose()

    async def get(self) -> Browser:
        from playwright.async_api import Browser, async_playwright

        from askonce.screens.web.browser_launch import launch_browser

        async with self._starting:
            if self._browser and self._browser.is_connected():
                return self._browser
            if self._playwright is None:
                self._playwright = await self._rest.enter_async_context(async_playwright())
            launched = await launch_browser(self._playwright, self._options)
            if not isinstance(launched, Browser):
                raise ScreenError("the browser came up with a profile of its own, and cannot be shared")
            self._rest.push_async_callback(_close, launched)
            self._browser = launched
            return launched


async def _close(browser: Browser) -> None:
    from playwright.async_api import Error

    with suppress(Error, TimeoutError):  # it went first, or hangs: then it ends with Playwright's driver
        await asyncio.wait_for(browser.close(), CLOSING)


def shares_browser(member: Member, settings: Settings) -> bool:
    """Whether it may be played in a browser with others. Allowed hosts are held best by a browser of one's own."""
    if isinstance(member, Script):
        return not member.needs_own_browser and not (member.allowed_hosts or settings.allowed_hosts)
    return not settings.allowed_hosts


def _with_session(member: Member, session: Path | None) -> Member:
    """The member, beginning with logins that others left, unless it has its own."""
    if session is None:
        return member
    if isinstance(member, ProgramFile):
        return replace(member, storage_state=session)
    if not isinstance(member.target, Web) or member.target.storage_state or member.target.cdp_endpoint:
        return member
    return replace(member, target=member.target.model_copy(update={"storage_state": str(session)}))


def _stopped(player: Player | ProgramPlayer | None) -> Attempt:
    """How one stands that was stopped: what it left is kept, and it counts as not executed."""
    if player is None:
        return Attempt("notExecuted", error=STOPPED)
    stands = Attempt.of(player.result())
    tasks = tuple(
        task if task.status == "done" or task.error else replace(task, status="notRun") for task in stands.tasks
    )
    return replace(stands, result_type="notExecuted", error=stands.error or STOPPED, tasks=tasks)


def _put_aside(attempt: Attempt, member: Member, number: int) -> Attempt:
    """Files that have fixed names would be written over by the next attempt; those of this one are kept beside them."""
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
