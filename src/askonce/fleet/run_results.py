"""The results of runs, as those of a batch on one machine: fetched from the store into a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from askonce.fleet.folder_upload import fetch_folder
from askonce.fleet.run_rows import AttemptResult, AttemptRow, RunRow
from askonce.fleet.run_store import RunStore
from askonce.fleet.run_supplies import attempt_folder, fetch_written
from askonce.script.batch_summary import ScriptAttempt, ScriptOutcome
from askonce.script.player import TaskResult


def fetch_outcome(run: RunRow, attempts: Sequence[AttemptRow], store: RunStore, folder: Path) -> ScriptOutcome:
    """The outcome of a run. What its attempts left behind is copied to a folder of its own below `folder`, and what a
    program has written to `files` there."""
    fetch_written(store, run.id, folder / run.id / "files")
    told = [_fetched(attempt, store, folder / run.id / str(attempt.attempt)) for attempt in attempts if attempt.outcome]
    if run.state in ("set_aside", "cancelled") or (not told and run.why):
        # The last word is that of the fleet, not of an attempt.
        kind = "failed" if run.state == "set_aside" else "notExecuted"
        told.append(ScriptAttempt(kind, error=run.why, trace=told[-1].trace if told else None))
    elif not run.is_over and told:
        told.append(ScriptAttempt("notExecuted", error=f"it is {run.state}: {run.why}" if run.why else ""))
    return ScriptOutcome(folder / run.id / run.name.rpartition("/")[2], tuple(told))


def _fetched(attempt: AttemptRow, store: RunStore, folder: Path) -> ScriptAttempt:
    names = set(fetch_folder(store, attempt_folder(attempt.run, attempt.attempt), folder))
    result = attempt.result
    if result is None:
        traces = sorted(name.rpartition("/")[0] for name in names if name.endswith("/trace.jsonl"))
        trace = folder / traces[-1] if traces else None
        return ScriptAttempt("failed" if attempt.outcome == "lost" else "notExecuted", error=attempt.why, trace=trace)
    return _attempt(result, names, folder)


def misses_traces(attempts: Sequence[AttemptRow], outcome: ScriptOutcome) -> bool:
    """Whether a run had traces that are not where they were looked for."""
    told = any(attempt.result and attempt.result.trace for attempt in attempts)
    return told and not any(attempt.trace for attempt in outcome.attempts)


def _attempt(result: AttemptResult, names: set[str], folder: Path) -> ScriptAttempt:
    def kept(name: str | None) -> Path | None:
        return folder / name if name and any(it == name or it.startswith(f"{name}/") for it in names) else None

    return ScriptAttempt(
        result.result_type,
        kept(result.output),
        kept(result.report),
        result.error,
        result.seconds,
        tuple(TaskResult(task.name, task.status, task.error, task.line, task.seconds) for task in result.tasks),
        kept(result.trace),
    )
