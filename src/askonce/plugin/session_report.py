"""The report of a session: all tests that had an agent on one page, failures first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from askonce.plugin.attempt_records import INDEX, RunRecord, finish, read_records, run_of
from askonce.report.merge import ids, suite_of
from askonce.report.report_files import write_page

_KILLED = "the process that ran it did not finish"


def merge(folder: Path, failed: Collection[str] = ()) -> tuple[Path, Sequence[RunRecord]] | None:
    """Write the page for what all processes recorded; None when they recorded nothing.

    Runs whose process was killed get their report now, from their trace. `failed` are tests of which pytest knows
    that they failed, whatever their process could still write.
    """
    records = [_closed(record, folder, failed) for record in read_records(folder)]
    if not records:
        return None
    records.sort(key=lambda record: record.test)
    runs_and_stores = [run_of(record) for record in records]
    runs = [run for run, _ in runs_and_stores]
    stores = {id: runs_and_stores[place][1] for id, place in ids(runs).items()}
    return write_page(suite_of(runs), stores, folder / INDEX), records


def _closed(record: RunRecord, folder: Path, failed: Collection[str]) -> RunRecord:
    if record.outcome is None:
        return finish(record, folder, "died", _KILLED)
    if record.outcome == "passed" and record.test in failed:
        return record.model_copy(update={"outcome": "failed", "reason": "something failed after the test itself"})
    return record
