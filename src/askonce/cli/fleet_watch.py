"""`askonce fleet watch`, and waiting for what was submitted."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from askonce.cli.dotenv import read_environment
from askonce.cli.fleet_access import Fleet, opened_fleet
from askonce.cli.fleet_lines import run_data, run_lines, status_lines
from askonce.cli.interrupts import run_async
from askonce.cli.live_display import LiveDisplay
from askonce.cli.terminal import Console, Text, Verbosity
from askonce.config import Settings, read_settings
from askonce.errors import FleetUnavailable

if TYPE_CHECKING:
    from rich.console import RenderableType

    from askonce.fleet.fleet_status import FleetStatus
    from askonce.fleet.run_rows import RunRow

_PAUSE = 0.5
"""Seconds between two looks."""

_COUNT_PAUSE = 2.0
"""Seconds between two counts of all runs."""


class FleetDisplay(LiveDisplay):
    """Runs as they change: a line for each that ended, and those that run below."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._states: dict[str, tuple[str, int]] = {}
        self._running: list[RunRow] = []
        self._status: FleetStatus | None = None

    @property
    def is_live(self) -> bool:
        """Whether there is a terminal to redraw."""
        return self._live is not None

    def update(self, runs: Sequence[RunRow], *, told: bool = True, starts: bool = False) -> None:
        """Print what changed since the last look; with `starts`, also which runs are played now."""
        self._running = [run for run in runs if run.state == "running"]
        for run in runs:
            seen = self._states.get(run.id)
            self._states[run.id] = (run.state, run.attempt)
            matters = run.is_over or (run.state == "waiting" and run.why) or (run.state == "running" and starts)
            if told and seen != (run.state, run.attempt) and matters:
                self._print(run_lines(run))

    def update_status(self, status: FleetStatus) -> None:
        """Show how the fleet stands; without a terminal, only the first time."""
        if not self.is_live and self._status is None:
            self._print(status_lines(status))
        self._status = status

    def _print(self, lines: Iterator[Text]) -> None:
        for line in lines:
            self._console.print(line)

    def lines(self) -> Iterator[RenderableType]:
        if self._status:
            yield from status_lines(self._status)
            return
        over = sum(state in _OVER for state, _ in self._states.values())
        for run in self._running[:20]:
            yield from run_lines(run)
        if self._states:
            yield Text(f"{over} of {len(self._states)} ended, {len(self._running)} running", "dim")

    def clear(self) -> None:
        self._running = []
        self._states = {}
        self._status = None


_OVER = frozenset({"passed", "failed", "cancelled", "set_aside", "needs_answer"})


def watch_runs(names: Sequence[str], queue: str, verbosity: Verbosity) -> int:
    """Follow until Ctrl-C; named runs until they have ended."""
    return run_async(_watch(read_settings(read_environment()), names, queue, verbosity))


async def _watch(settings: Settings, names: Sequence[str], queue: str, verbosity: Verbosity) -> int:
    from askonce.fleet.fleet_status import named_runs, read_status
    from askonce.fleet.run_changes import RunChanges

    async with opened_fleet(settings) as fleet:
        await named_runs(fleet.database, names)  # raises where there is no such run
        changes = RunChanges(fleet.database, queue=queue, names=names)
        with FleetDisplay(verbosity.console()) as display:
            is_first, counted_at = True, 0.0

            async def look() -> bool:
                nonlocal is_first, counted_at
                display.update(await changes.look(), told=bool(names) or not is_first, starts=not display.is_live)
                # Without a terminal the counts are printed once; counting takes longer than a look.
                if not names and (is_first or (display.is_live and time.monotonic() - counted_at > _COUNT_PAUSE)):
                    display.update_status(await read_status(fleet.database, queue=queue))
                    counted_at = time.monotonic()
                is_first = False
                return bool(names) and changes.are_over

            await _look_until(look, display)
    return 0


async def wait_for(fleet: Fleet, batch: str, verbosity: Verbosity, *, as_json: bool) -> int:
    """Wait until all runs of a batch have ended; 1 if one of them did not pass."""
    from askonce.fleet.run_changes import RunChanges

    changes = RunChanges(fleet.database, names=[batch])
    console = verbosity.console()
    with FleetDisplay(console) as display:

        async def look() -> bool:
            display.update(await changes.look())
            return changes.are_over

        try:
            await _look_until(look, display)
        except asyncio.CancelledError:
            display.print_line("· ", f"batch {batch} goes on: askonce fleet cancel {batch} ends it", "dim")
            raise
    runs = list(changes.runs.values())
    passed = sum(run.state == "passed" for run in runs)
    if as_json:
        print(json.dumps({"batch": batch, "runs": [run_data(run) for run in runs]}, ensure_ascii=False, indent=2))
    mark = ("✓ ", "bold green") if passed == len(runs) else ("✗ ", "bold red")
    console.print(Text.assemble(mark, f"{passed} of {len(runs)} passed"))
    return 0 if passed == len(runs) else 1


async def _look_until(look: Callable[[], Awaitable[bool]], display: FleetDisplay) -> None:
    """Look now and then until that says that it is enough. A database that goes away meanwhile is told once, and waited
    for."""
    is_away = False
    while True:
        try:
            if await look():
                return
            if is_away:
                display.print_line("· ", "the database of the fleet is back", "dim")
            is_away = False
        except FleetUnavailable as error:
            if not is_away:
                display.print_line("! ", f"{error.message}; it is waited for", "yellow")
            is_away = True
        await asyncio.sleep(_PAUSE)
