"""`askonce report`: reports of runs as HTML, Markdown, JUnit XML, JSON or a film."""

from __future__ import annotations

import difflib
import sys
import webbrowser
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from rich.progress import Progress

from askonce.cli.dotenv import read_environment
from askonce.cli.terminal import Text, Verbosity, busy
from askonce.config import Settings, read_settings
from askonce.errors import ConfigError, TraceError
from askonce.lazy import dataclass
from askonce.report import write_report
from askonce.report.atomic_write import placed
from askonce.report.report_files import REPORT_FILE, write_page
from askonce.report.run_folders import REPORT_SUFFIX, GatheredRuns, gather, traces_in
from askonce.trace.recorder import TRACE_FILE

LATEST = "latest"
STANDARD_OUTPUT = "-"
_FORMS = {".md": "--markdown", ".json": "--json"}


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """Options of the command `askonce report`."""

    runs: tuple[str, ...]
    """Folders of runs, files written by --json, or names of runs; none for the latest run."""
    is_merge: bool = False
    out: Path | None = None
    open_report: bool = False
    folder: bool | None = None
    """Whether pictures are separate files beside the page; None decides by their size."""
    markdown: str = ""
    """A file, or `-` for standard output; empty if not requested. The same for the next three."""
    issue: str = ""
    junit: str = ""
    json: str = ""
    film: Path | None = None
    link: str = ""
    """The URL of the page, for links in the Markdown."""

    @property
    def texts(self) -> dict[str, str]:
        """The text formats, and where each is written."""
        wanted = {"--markdown": self.markdown, "--issue": self.issue, "--junit": self.junit, "--json": self.json}
        return {form: place for form, place in wanted.items() if place}

    @property
    def has_page(self) -> bool:
        """Whether to write the page: if it is requested, or nothing else is."""
        return bool(self.out or self.open_report or self.folder is not None or not (self.texts or self.film))


def carry_out(order: ReportOptions, verbosity: Verbosity) -> int:
    """Write all requested outputs. File names are printed to standard output, unless a report goes there."""
    printed = [form for form, place in order.texts.items() if place == STANDARD_OUTPUT]
    if len(printed) > 1:
        raise ConfigError(
            f"{' and '.join(printed)} cannot both go to standard output", remedy=f"give a file: {printed[-1]}=FILE"
        )
    settings = read_settings(read_environment())
    places = [*_places(order, settings.runs)]
    console = verbosity.console()
    with busy(console, "Reading"):
        gathered = gather(places)
    written: list[Path] = []
    if order.has_page:
        with busy(console, "Writing the report"):
            written.append(_write_page(order, gathered, places, settings))
    link = order.link or (str(written[0]) if written else "")
    for form, place in order.texts.items():
        text = _text(form, gathered, order.link if form == "--markdown" else link)
        if place == STANDARD_OUTPUT:
            _print(text)
        else:
            written.append(_write(Path(place), text))
    if order.film:
        written.append(_film(order.film, gathered, settings, verbosity))
    for path in written:
        console.print(Text(str(path))) if printed else print(path)
    if order.open_report:
        webbrowser.open(written[0].as_uri())
    return 0


def show_report(trace: Path, out: Path | None = None, *, open_report: bool = False) -> Path:
    """Write the page of one run, print its path, and open it if requested."""
    path = write_report(trace, out).resolve()
    print(path)
    if open_report:
        webbrowser.open(path.as_uri())
    return path


# ---- which runs


def _places(order: ReportOptions, runs: Path | None) -> Iterator[Path]:
    if order.is_merge:
        if not order.runs:
            raise ConfigError("nothing to merge", remedy="give runs: askonce report merge RUN RUN …")
        yield from (_place(name, runs) for name in order.runs)
        return
    if len(order.runs) > 1:
        raise ConfigError(
            "a report shows one run", remedy=f"to combine them: askonce report merge {' '.join(order.runs)}"
        )
    place = _place(order.runs[0] if order.runs else LATEST, runs)
    found = traces_in(place) if place.is_dir() else [place]
    if len(found) > 1:
        raise ConfigError(
            f"{place} has {len(found)} runs",
            remedy=f"give one of them, or combine them: askonce report merge {place}",
        )
    if not found:
        raise TraceError(f"no run found in {place}", remedy=_remedy(place, runs))
    yield found[0]


def _place(name: str, runs: Path | None) -> Path:
    """The folder of a run, given by path, by name, or as the latest."""
    if name == LATEST and not Path(name).exists():
        return _latest(runs)
    path = Path(name)
    if path.is_dir() or (path.is_file() and path.suffix == REPORT_SUFFIX):
        return path
    if path.name == TRACE_FILE and path.is_file():
        return path.parent
    if runs and path.name == name and (runs / "traces" / name).is_dir():
        return runs / "traces" / name
    raise TraceError(f"no trace at {name}", remedy=_remedy(path, runs))


def _latest(runs: Path | None) -> Path:
    found = traces_in(runs / "traces") if runs else []
    if not found:
        where = f"in {runs / 'traces'}" if runs else "since ASKONCE_RUNS is empty"
        raise TraceError(f"no runs {where}", remedy="run something first, or give the folder of a run")
    return found[-1]


def _remedy(path: Path, runs: Path | None) -> str:
    if path.is_file():
        return "give the folder of a run, or a file that --json wrote"
    if path.suffix in _FORMS:
        return f"to write there: {_FORMS[path.suffix]}={path}"
    names = [folder.name for folder in traces_in(runs / "traces")] if runs else []
    close = difflib.get_close_matches(path.name, names, n=3, cutoff=0.5) or names[-3:][::-1]
    return f"give the folder of a run, such as {', '.join(close)}" if close else "give the folder of a run"


# ---- what is written


def _write_page(order: ReportOptions, gathered: GatheredRuns, places: list[Path], settings: Settings) -> Path:
    out = order.out or _usual(order, places[0], settings.runs)
    path = write_page(gathered.report, gathered.stores, out, folder=order.folder, pictures=settings.shots.format)
    return path.resolve()


def _usual(order: ReportOptions, place: Path, runs: Path | None) -> Path:
    """The default path of the page: beside its run, or in the folder of reports if it shows several."""
    if not order.is_merge:
        return place / REPORT_FILE if place.is_dir() else place.with_suffix(".html")
    name = f"merged-{datetime.now():%Y%m%d-%H%M%S}.html"
    return runs / "reports" / name if runs else Path(name)


def _text(form: str, gathered: GatheredRuns, link: str) -> str:
    from askonce.report.issue_text import issue_of
    from askonce.report.json_form import to_json
    from askonce.report.junit_report import junit
    from askonce.report.markdown_report import markdown

    writers: dict[str, Callable[[], str]] = {
        "--markdown": lambda: markdown(gathered.report, link=link),
        "--issue": lambda: issue_of(gathered.report),
        "--junit": lambda: junit(gathered.report, link=link),
        "--json": lambda: to_json(gathered.report) + "\n",
    }
    return writers[form]()


def _print(text: str) -> None:
    sys.stdout.write(text.encode(sys.stdout.encoding or "utf-8", "replace").decode(sys.stdout.encoding or "utf-8"))


def _write(path: Path, text: str) -> Path:
    try:
        with placed(path) as file:
            file.write_text(text, "utf-8", "replace", newline="\n")
    except OSError as error:
        raise TraceError(f"could not write {path}: {error.strerror}", remedy="choose another file") from error
    return path.resolve()


def _film(out: Path, gathered: GatheredRuns, settings: Settings, verbosity: Verbosity) -> Path:
    from askonce.report.film_file import write_film

    runs = gathered.report.runs
    if len(runs) != 1:
        raise ConfigError(f"a film shows one run, but there are {len(runs)}", remedy="give one of them")
    console = verbosity.console()
    with Progress(console=console, transient=True, disable=not console.is_interactive) as progress:
        task = progress.add_task("Drawing the film", total=None)

        def drawn(frames: int, of: int) -> None:
            progress.update(task, completed=frames, total=of)

        store = gathered.stores[runs[0].id]
        return write_film(runs[0], store, out, browser=settings.browser, progress=drawn).resolve()
