"""Several runs in one report, for a suite: failures first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from askonce.report.document import Report, Run, Status
from askonce.report.from_trace import read_run

_WORST_FIRST: tuple[Status, ...] = ("failed", "unfinished", "stopped", "done")


def suite_of(runs: Sequence[Run], title: str = "") -> Report:
    """One report of several runs, failures first. Of duplicates, the last one counts."""
    kept = [_called(runs[place], id) for id, place in ids(runs).items()]
    kept.sort(key=lambda run: _WORST_FIRST.index(run.status))
    return Report(title=title or _title(kept), runs=tuple(kept))


def unseen(id: str, title: str, status: Status, error: str) -> Run:
    """A placeholder for a run that cannot be read."""
    return read_run((), id).model_copy(update={"title": title, "status": status, "error": error})


def worst(runs: Iterable[Run]) -> Status:
    """The worst status among them."""
    there = {run.status for run in runs}
    for status in _WORST_FIRST:
        if status in there:
            return status
    return "done"


def ids(runs: Sequence[Run]) -> dict[str, int]:
    """The unique id of each run, and its index in the given runs.

    Two runs are the same if they have the same id and start time. If two different runs have the same id, the
    second gets a number suffix, so that links are unambiguous.
    """
    last = {(run.id, run.started): place for place, run in enumerate(runs)}
    found: dict[str, int] = {}
    for (id, _), place in last.items():
        name, number = id or "run", 1
        while name in found:
            number += 1
            name = f"{id or 'run'}-{number}"
        found[name] = place
    return found


def _called(run: Run, id: str) -> Run:
    return run if run.id == id else run.model_copy(update={"id": id})


def _title(runs: Sequence[Run]) -> str:
    if len(runs) == 1:
        return runs[0].title
    bad = sum(run.status in {"failed", "unfinished"} for run in runs)
    if bad:
        return f"{bad} of {len(runs)} failed"
    others = Counter(run.outcome or run.status for run in runs if run.status != "done")
    summary = ", ".join(f"{count} {word}" for word, count in others.items()) or "all done"
    return f"{len(runs)} runs, {summary}"
