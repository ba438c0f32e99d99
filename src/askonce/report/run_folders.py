"""Finds and reads runs on disk: folders of traces, their parent folders, and JSON reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from askonce.errors import TraceError
from askonce.lazy import dataclass
from askonce.report.document import Report, Run
from askonce.report.from_trace import read_run
from askonce.report.json_form import read_json
from askonce.report.merge import ids, suite_of, unseen
from askonce.trace import FolderStore, Store, read_trace
from askonce.trace.recorder import SHOTS_FOLDER, TRACE_FILE

REPORT_SUFFIX = ".json"


@dataclass(frozen=True, slots=True)
class GatheredRuns:
    """A report, and the stores with the pictures and texts of each run."""

    report: Report
    stores: Mapping[str, Store]


def traces_in(folder: Path) -> list[Path]:
    """The folders of runs: the folder itself, or all of those up to three folders below it."""
    for pattern in (TRACE_FILE, f"*/{TRACE_FILE}", f"*/*/{TRACE_FILE}", f"*/*/*/{TRACE_FILE}"):
        if found := sorted(path.parent for path in folder.glob(pattern)):
            return found
    return []


def id_of(folder: Path) -> str:
    """The id of a run: the name of its folder. Invalid bytes in it are escaped."""
    return _readable(folder.resolve().name)


def gather(places: Sequence[Path]) -> GatheredRuns:
    """One report of all runs at the given paths. Runs that cannot be read are reported as unfinished."""
    sources = [source for place in places for source in (traces_in(place) if place.is_dir() else [place])]
    if not sources:
        named = ", ".join(map(str, places)) or "nothing"
        raise TraceError(f"no run to merge in {named}", remedy="name folders of runs, or folders that hold some")
    found = [pair for source in sources for pair in _read(source, is_alone=len(sources) == 1)]
    runs = [run for run, _ in found]
    return GatheredRuns(suite_of(runs), {id: found[place][1] for id, place in ids(runs).items()})


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
        raise TraceError(
            f"{path} is not a text file: {error.reason}", remedy="name a file that --json wrote"
        ) from error


def _readable(text: str) -> str:
    """Text with file names, made printable: names that are not UTF-8 contain surrogates in Python."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _shots(folder: Path, run: str) -> Path:
    """Where the pictures of a run in a JSON report may be: beside the file, or in the folder of the run."""
    beside = folder / Path(run).name / SHOTS_FOLDER
    return beside if beside.is_dir() else folder / SHOTS_FOLDER
