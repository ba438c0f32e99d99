"""One report for all members of a batch, failures first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from askonce.errors import TraceError
from askonce.report.document import Run, Status
from askonce.report.from_trace import read_run
from askonce.report.merge import ids, suite_of, unseen
from askonce.report.report_files import write_page
from askonce.script.batch_summary import ScriptOutcome
from askonce.script.player import ResultType
from askonce.trace import FolderStore, MemoryStore, Store, read_trace
from askonce.trace.recorder import SHOTS_FOLDER

OUTCOMES: Mapping[ResultType, tuple[Status, str]] = {
    "success": ("done", "passed"),
    "failed": ("failed", "failed"),
    "partialFailed": ("failed", "failed in part"),
    "notExecuted": ("stopped", "not played"),
}
"""The outcome of a member: the report's status, and a word for readers."""


def write_batch_report(outcomes: Sequence[ScriptOutcome], names: Sequence[str], out: Path) -> Path | None:
    """Write the page; None if no member has a trace. Of a retried member, the last attempt counts."""
    if not any(member.last.trace for member in outcomes):
        return None
    members = [_told(outcome, name) for outcome, name in zip(outcomes, names, strict=True)]
    runs = [run for run, _ in members]
    return write_page(suite_of(runs), {id: members[place][1] for id, place in ids(runs).items()}, out)


def _told(outcome: ScriptOutcome, name: str) -> tuple[Run, Store]:
    last = outcome.last
    status, word = OUTCOMES[last.result_type]
    trace = last.trace
    try:
        run = read_run(read_trace(trace), trace.name) if trace else unseen(outcome.script.stem, name, status, "")
    except TraceError as error:
        run = unseen(outcome.script.stem, name, status, error.message)
    message = last.error or ("" if status == "done" else run.error or "it was not run")
    run = run.model_copy(update={"title": name, "status": status, "outcome": word, "error": message})
    return run, FolderStore(trace / SHOTS_FOLDER) if trace else MemoryStore()
