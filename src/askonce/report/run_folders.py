"""Finding runs on disk and reading them: folders of traces, folders full of those, reports as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from askonce.errors import TraceError
from askonce.report.document import Report, Run
from askonce.report.from_trace import read_run
from askonce.report.json_form import read_json
from askonce.report.merge import ids, suite_of, unseen
from askonce.trace import FolderStore, Store, read_trace
from askonce.trace.recorder import SHOTS_FOLDER, TRACE_FILE

REPORT_SUFFIX = ".json"


@dataclass(frozen=True, slots=True)
class GatheredRuns:
    """A report, and where the pictures and texts of each of its runs are kept."""

    report: Report
    stores: Mapping[str, Store]


def traces_in(folder: Path) -> list[Path]:
    """The folders of runs: the folder itself, or all of those up to three folders below it."""
    for pattern in (TRACE_FILE, f"*/{TRACE_FILE}", f"*/*/{TRACE_FILE}", f"*/*/*/{TRACE_FILE}"):
        if found := sorted(path.parent for path in folder.glob(pattern)):
            return found
    return []


def id_of(folder: Path) -> str:
    """What a run goes by: the name of its folder. Bytes in it that make no character are shown as such."""
    return _readable(folder.resolve().name)


def gather(places: Sequence[Path]) -> GatheredRuns:
    """One report of all runs at the places that are named. What cannot be read any more is told of, as unfinished."""
    sources = [source for place in places for source in (traces_in(place) if place.is_dir() else [place])]
    if not sources:
        named = ", ".join(map(str, places)) or "nothing"
        raise TraceError(
            f"there is no run to merge in {named}", remedy="name folders of runs, or folders that hold some"
        )
    told = [one for source in sources for one in _read(source, is_alone=len(sources) == 1)]
    runs = [run for run, _ in told]
    return GatheredRuns(suite_of(runs), {id: told[place][1] for id, place in ids(runs).items()})


def _read(source: Path, *, is_alone: bool) -> Iterator[tuple[Run, Store]]:
    if source.suffix == REPORT_SUFFIX:
        report = read_json(_text(source), str(source))
        yield from ((run, FolderStore(_shots(source.parent, run.id))) for run in report.runs)
        return
    id = id_of(source)
    try:
        run = read_run(read_trace(source), id)
    except TraceError as error:
        if is_alone:
            raise
        run = unseen(id, id, "unfinished", _readable(str(error)))
    yield run, FolderStore(source / SHOTS_FOLDER)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise TraceError(f"could not read {path}: {error.strerror}", remedy="name a file that --json wrote") from error
    except UnicodeDecodeError as error:
        raise TraceError(f"{path} is no text: {error.reason}", remedy="name a file that --json wrote") from error


def _readable(text: str) -> str:
    """Text with names of files in it, which Python keeps in a way that cannot be written when they are no UTF-8."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _shots(folder: Path, run: str) -> Path:
    """Where the pictures of a run may be that a file in `folder` tells of: beside it, or in the folder of the run."""
    beside = folder / Path(run).name / SHOTS_FOLDER
    return beside if beside.is_dir() else folder / SHOTS_FOLDER
