"""What `askonce fleet` prints of queues, workers, runs and schedules."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from askonce.cli.dotenv import read_environment
from askonce.cli.fleet_access import opened_fleet
from askonce.cli.interrupts import run_async
from askonce.cli.terminal import Text, Verbosity, new_console, plain
from askonce.config import Settings, read_settings

if TYPE_CHECKING:
    from askonce.fleet.fleet_status import FleetStatus
    from askonce.fleet.run_rows import AttemptRow, RunRow, WorkerRow
    from askonce.fleet.schedules import Schedule

MARKS: Mapping[str, tuple[str, str]] = {
    "waiting": ("·", "dim"),
    "running": ("▸", "bold cyan"),
    "passed": ("✓", "bold green"),
    "failed": ("✗", "bold red"),
    "cancelled": ("■", "bold yellow"),
    "set_aside": ("⊘", "bold red"),
    "needs_answer": ("?", "bold yellow"),
    "postponed": ("…", "yellow"),
}
WORDS: Mapping[str, str] = {"set_aside": "set aside", "needs_answer": "needs an answer"}


def show_status(runs: Sequence[str], queue: str, verbosity: Verbosity, *, as_json: bool) -> int:
    return run_async(_show_status(read_settings(read_environment()), runs, queue, as_json=as_json))


async def _show_status(settings: Settings, names: Sequence[str], queue: str, *, as_json: bool) -> int:
    async with opened_fleet(settings) as fleet:
        from askonce.fleet.fleet_status import named_runs, read_attempts, read_status

        if not names:
            status = await read_status(fleet.database, queue=queue)
            lines, data = status_lines(status), _status_data(status)
        else:
            found = await named_runs(fleet.database, names)
            attempts = await read_attempts(fleet.database, [run.id for run in found])
            data = {"runs": [{**run_data(run), "attempts": attempts_data(attempts[run.id])} for run in found]}
            lines = (line for run in found for line in run_lines(run, attempts[run.id], whole=len(found) == 1))
    if as_json:
        print(json.dumps(data, ensure_ascii=False, indent=2))
        return 0
    console = new_console(sys.stdout)
    for line in lines:
        console.print(line)
    return 0


def show_schedules(verbosity: Verbosity, *, as_json: bool) -> int:
    return run_async(_show_schedules(read_settings(read_environment()), as_json=as_json))


async def _show_schedules(settings: Settings, *, as_json: bool) -> int:
    async with opened_fleet(settings) as fleet:
        from askonce.fleet.schedules import read_schedules

        found = await read_schedules(fleet.database)
    if as_json:
        print(json.dumps({"schedules": [row_data(schedule) for schedule in found]}, ensure_ascii=False, indent=2))
        return 0
    console = new_console(sys.stdout)
    for schedule in found:
        console.print(_schedule_line(schedule))
    if not found:
        console.print(Text("There are no schedules.", "dim"))
    return 0


def _schedule_line(schedule: Schedule) -> Text:
    last = f", last {schedule.last_at:%Y-%m-%d %H:%M} as {schedule.last_batch}" if schedule.last_at else ""
    names = ", ".join(schedule.names[:3]) + (f" and {len(schedule.names) - 3} more" if len(schedule.names) > 3 else "")
    times = f"{schedule.cron} (next {schedule.next_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC{last})"
    return Text.assemble((f"{schedule.id}  ", "bold"), plain(f"{schedule.queue}  {times}  {names}"))


def status_lines(status: FleetStatus) -> Iterator[Text]:
    """Queues, workers, and the runs that matter."""
    yield Text("Queues", "bold")
    for queue in status.queues:
        counts = ", ".join(f"{number} {WORDS.get(state, state)}" for state, number in queue.counts.items())
        yield Text(f"  {queue.name}: {counts}")
    if not status.queues:
        yield Text("  no runs", "dim")
    yield Text("Workers", "bold")
    for worker in status.workers:
        yield _worker_line(worker)
    if not status.workers:
        yield Text("  none is up: start one with askonce fleet worker", "dim")
    for need, number in status.unserved.items():
        queue, _, kind = need.partition("/")
        waits = "1 run waits" if number == 1 else f"{number} runs wait"
        yield Text(plain(f"! no worker plays {kind} in queue {queue}, and {waits} for one"), "yellow")
    if status.runs:
        yield Text("Runs", "bold")
    for run in status.runs:
        for line in run_lines(run):
            line.pad_left(2)
            yield line


def _worker_line(worker: WorkerRow) -> Text:
    what = f"{', '.join(worker.needs)} from {', '.join(worker.queues)}"
    text = f"  {worker.id}: {worker.running} of {worker.slots} slots in use, {what}"
    if worker.is_alive:
        return Text(plain(text))
    return Text(plain(f"  {worker.id}: lost, last heard of at {worker.beat:%Y-%m-%d %H:%M:%S %Z}"), "red")


def run_lines(run: RunRow, attempts: Sequence[AttemptRow] = (), *, whole: bool = False) -> Iterator[Text]:
    """A run; the `whole` of it with its attempts and everything that is known of why."""
    mark, style = MARKS[run.state]
    word = WORDS.get(run.state, run.state)
    began, until = run.started, run.ended or (datetime.now(UTC) if run.state == "running" else None)
    seconds = f" ({(until - began).total_seconds():.1f} s)" if began and until and run.state != "waiting" else ""
    where = f" on {run.worker}" if run.state == "running" else ""
    yield Text.assemble((f"{mark} ", style), (run.id, "bold"), plain(f" {run.name}: {word}{seconds}{where}"))
    if run.state == "running" and run.place:
        yield Text(plain(f"    {run.place}"), "dim")
    if run.not_before:
        yield Text(f"    not before {run.not_before.astimezone(UTC):%Y-%m-%d %H:%M} UTC", "dim")
    for line in run.why.splitlines() if whole else run.why.splitlines()[:1]:
        yield Text(plain(f"    {line}"))
    if run.state == "needs_answer":
        yield Text(f"    → askonce fleet retry {run.id} --interrupted-line done (or repeat)")
    if whole or len(attempts) > 1:
        for attempt in attempts:
            yield from _attempt_lines(attempt)


def _attempt_lines(attempt: AttemptRow) -> Iterator[Text]:
    outcome = WORDS.get(attempt.outcome, attempt.outcome.replace("_", " ")) or "under way"
    took = f", {(attempt.ended - attempt.started).total_seconds():.1f} s" if attempt.ended else ""
    began = f"{attempt.started.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
    yield Text(plain(f"    attempt {attempt.attempt} on {attempt.worker}, {began}{took}: {outcome}"), "dim")


def row_data(row: Any) -> dict[str, Any]:
    """A row as JSON has it."""
    values = {field.name: getattr(row, field.name) for field in fields(row)}
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in values.items()}


def run_data(run: RunRow) -> dict[str, Any]:
    return row_data(run)


def attempts_data(attempts: Sequence[AttemptRow]) -> list[dict[str, Any]]:
    return [
        {**row_data(attempt), "result": attempt.result.model_dump(mode="json") if attempt.result else None}
        for attempt in attempts
    ]


def _status_data(status: FleetStatus) -> dict[str, Any]:
    return {
        "queues": [{"name": queue.name, **queue.counts} for queue in status.queues],
        "workers": [row_data(worker) for worker in status.workers],
        "runs": [run_data(run) for run in status.runs],
        "unserved": dict(status.unserved),
    }
