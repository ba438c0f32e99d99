"""`askonce fleet cancel`, `askonce fleet retry` and `askonce fleet purge`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from askonce.cli.dotenv import read_environment
from askonce.cli.fleet_access import Fleet, opened_fleet
from askonce.cli.interrupts import run_async
from askonce.cli.terminal import Verbosity
from askonce.config import Settings, read_settings
from askonce.errors import ConfigError

if TYPE_CHECKING:
    from askonce.fleet.run_rows import Answer, RunRow, RunState

_UNFINISHED: tuple[RunState, ...] = ("waiting", "running", "postponed", "needs_answer")
_UNPASSED: tuple[RunState, ...] = ("failed", "cancelled", "set_aside", "needs_answer")


def cancel_runs(names: Sequence[str], queue: str, verbosity: Verbosity, *, as_json: bool) -> int:
    if not names and not queue:
        raise ConfigError("nothing was named to cancel", remedy="name runs, batches or schedules, or a --queue")
    return run_async(_cancel(read_settings(read_environment()), names, queue, as_json=as_json))


async def _cancel(settings: Settings, names: Sequence[str], queue: str, *, as_json: bool) -> int:
    async with opened_fleet(settings) as fleet:
        from askonce.fleet.fleet_status import read_runs
        from askonce.fleet.schedules import read_schedules, remove_schedules

        planned = {schedule.id for schedule in await read_schedules(fleet.database)}
        ended = [name for name in names if name in planned]
        runs = await _named(fleet, [name for name in names if name not in planned], queue)
        if not names:
            runs = await read_runs(fleet.database, queue=queue, states=_UNFINISHED)
        await remove_schedules(fleet.database, ended)
        cancelled = await fleet.runs.cancel([run.id for run in runs])
    if as_json:
        rows = [{"id": run.id, "state": "running" if run.state == "running" else "cancelled"} for run in cancelled]
        print(json.dumps({"runs": rows, "schedules": ended}, indent=2))
        return 0
    for name in ended:
        print(f"schedule {name} has ended")
    for run in cancelled:
        print(f"{run.id} is stopped by its worker" if run.state == "running" else f"{run.id} cancelled")
    left = {run.id for run in runs} - {run.id for run in cancelled}
    for run in runs:
        if run.id in left:
            print(f"{run.id} had ended already: {run.state}")
    if not runs and not ended:
        print("there is nothing to cancel")
    return 0


def retry_runs(
    names: Sequence[str], queue: str, answer: Answer, verbosity: Verbosity, *, failed: bool, as_json: bool
) -> int:
    if not names and not failed:
        raise ConfigError("nothing was named to retry", remedy="name runs or batches, or pass --failed")
    return run_async(_retry(read_settings(read_environment()), names, queue, answer, as_json=as_json))


async def _retry(settings: Settings, names: Sequence[str], queue: str, answer: Answer, *, as_json: bool) -> int:
    async with opened_fleet(settings) as fleet:
        from askonce.fleet.fleet_status import read_runs

        runs = await _named(fleet, names, queue)
        if not names:
            runs = await read_runs(fleet.database, queue=queue, states=_UNPASSED if answer else _UNPASSED[:-1])
        _refuse_open_questions(runs, answer)
        queued = {run.id for run in await fleet.runs.retry([run.id for run in runs], answer)}
    if as_json:
        print(json.dumps({"runs": [run.id for run in runs if run.id in queued]}, indent=2))
        return 0
    for run in runs:
        word = "waits again" if run.id in queued else f"is not retried: it is {run.state}"
        print(f"{run.id} {word}")
    if not runs:
        print("there is nothing to retry")
    return 0


def _refuse_open_questions(runs: Sequence[RunRow], answer: Answer) -> None:
    for run in runs:
        if run.state == "needs_answer" and not answer:
            raise ConfigError(
                f"{run.id} was interrupted at a line that may be done: {run.why.partition(chr(10))[0]}",
                remedy="look at the app, and add --interrupted-line done if all of it is done, or repeat if nothing is",
            )


def purge_old_runs(days: float, queue: str, verbosity: Verbosity, *, as_json: bool) -> int:
    removed = run_async(_purge(read_settings(read_environment()), days, queue))
    print(json.dumps({"removed": removed}) if as_json else f"runs removed: {removed}")
    return 0


async def _purge(settings: Settings, days: float, queue: str) -> int:
    async with opened_fleet(settings) as fleet:
        from askonce.fleet.run_purge import purge_runs
        from askonce.fleet.run_store import open_run_store

        return await purge_runs(fleet.database, open_run_store(settings.fleet.store), days=days, queue=queue)


async def _named(fleet: Fleet, names: Sequence[str], queue: str) -> list[RunRow]:
    from askonce.fleet.fleet_status import named_runs

    runs = await named_runs(fleet.database, names)
    return [run for run in runs if not queue or run.queue == queue]
