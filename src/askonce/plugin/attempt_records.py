"""What a session keeps of each test that had an agent: a line when it began, a line when it ended.

Every process writes to a file of its own, so a worker that is killed leaves what it had done until then.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from askonce.errors import TraceError
from askonce.plugin.node_ids import report_name
from askonce.report.document import Report, Run, Status
from askonce.report.from_trace import read_run
from askonce.report.merge import unseen
from askonce.report.report_files import write_page
from askonce.trace import FolderStore, Store, read_trace
from askonce.trace.recorder import SHOTS_FOLDER

Outcome = Literal["passed", "failed", "skipped", "died"]

_STATUS: Mapping[Outcome, Status] = {
    "passed": "done",
    "failed": "failed",
    "skipped": "stopped",
    "died": "unfinished",
}
_FILES = "records-*.jsonl"
INDEX = "index.html"


class RunRecord(BaseModel):
    """One test with its agent. Without an outcome it is under way, or was killed."""

    model_config = ConfigDict(defer_build=True, frozen=True)
    test: str
    report: str
    """The name of its file in the folder of the session."""
    trace: Path
    worker: str = ""
    outcome: Outcome | None = None
    reason: str = ""

    def reported(self, run: Run) -> Run:
        """The run as the session reports it: by its test, and with the outcome that pytest gives."""
        outcome = self.outcome or "died"
        return run.model_copy(
            update={
                "title": self.test,
                "outcome": outcome,
                "status": _STATUS[outcome],
                "error": "" if outcome == "passed" else self.reason or run.error,
            }
        )


class RunRecords:
    """The records of one process, in the folder of the session."""

    def __init__(self, folder: Path, worker: str) -> None:
        self.folder = folder
        self._worker = worker
        self._times: dict[str, int] = {}

    def begin(self, test: str, trace: Path) -> RunRecord:
        self._times[test] = number = self._times.get(test, 0) + 1
        name = report_name(test, number)
        if self._worker and (self.folder / f"{name}.html").exists():
            name += f"-{self._worker}"  # it was run before by a worker that is gone
        record = RunRecord(test=test, report=f"{name}.html", trace=trace.resolve(), worker=self._worker)
        self._write(record)
        return record

    def end(self, record: RunRecord, outcome: Outcome, reason: str) -> None:
        """Write the report of a run, and how it went."""
        self._write(finish(record, self.folder, outcome, reason))

    def _write(self, record: RunRecord) -> None:
        path = self.folder / _FILES.replace("*", self._worker or "main")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                file.write(record.model_dump_json() + "\n")
        except OSError as error:
            raise TraceError(
                f"could not write {path}: {error.strerror}", remedy="choose another folder with --askonce-report"
            ) from error


def finish(record: RunRecord, folder: Path, outcome: Outcome, reason: str) -> RunRecord:
    """The record of a run that is over, once its report is written."""
    ended = record.model_copy(update={"outcome": outcome, "reason": reason})
    run, store = run_of(ended)
    write_page(Report(title=run.title, runs=(run,)), {run.id: store}, folder / record.report)
    return ended


def run_of(record: RunRecord) -> tuple[Run, Store]:
    """The run of a test, and where its pictures are. One that was killed before its first event has no parts."""
    folder = record.trace
    try:
        run = record.reported(read_run(read_trace(folder), folder.name))
    except TraceError as error:
        reason = "; ".join(filter(None, (record.reason, error.message)))
        run = record.model_copy(update={"reason": reason}).reported(unseen(folder.name, record.test, "unfinished", ""))
    return run, FolderStore(folder / SHOTS_FOLDER)


def read_records(folder: Path) -> tuple[RunRecord, ...]:
    """How each run went that the processes of a session wrote of; lines that were cut off are left out."""
    last: dict[str, RunRecord] = {}
    for path in sorted(folder.glob(_FILES)):
        for line in path.read_text("utf-8", "replace").splitlines():
            try:
                record = RunRecord.model_validate_json(line)
            except ValidationError:
                continue  # a process was killed in the middle of it
            last[record.report] = record
    return tuple(last.values())


def forget(folder: Path) -> None:
    """Take the report of an earlier session out of a folder: only what its own records name."""
    names = [name for name in (*(record.report for record in read_records(folder)), INDEX) if Path(name).name == name]
    _remove(folder / name for name in names)
    _remove(folder.glob(_FILES))
    for name in names:
        shutil.rmtree(folder / f"{Path(name).stem}_files", ignore_errors=True)


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)
