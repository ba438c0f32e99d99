"""What clients can read: the skill, and the traces and reports of runs."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from askonce.errors import AskonceError, ConfigError
from askonce.lazy import dataclass
from askonce.report import write_report
from askonce.trace.recorder import TRACE_FILE

SKILL = "askonce://skill"
RUNS = "askonce://runs/"
MOST_LISTED = 50


@dataclass(frozen=True, slots=True)
class RunDocument:
    """Something that can be read."""

    uri: str
    name: str
    description: str
    media_type: str


def skill() -> str:
    """A page that explains to a coding agent how to use the command line and the library."""
    return (files("askonce.mcp") / "SKILL.md").read_text("utf-8")


def documents(runs: Path | None, may_read: Callable[[str], bool]) -> list[RunDocument]:
    """All that can be read: the skill, and the newest runs first, of those that the client may read."""
    listed = [RunDocument(SKILL, "skill", "How to use the command line and the library, in a page.", "text/markdown")]
    for folder in reversed([folder for folder in _folders(runs) if may_read(folder.name)][-MOST_LISTED:]):
        listed += documents_of(folder)
    return listed


def documents_of(folder: Path) -> tuple[RunDocument, RunDocument]:
    """The report and the trace of a run."""
    name = folder.name
    return (
        RunDocument(f"{RUNS}{name}/report", f"report {name}", "What happened, as one HTML page.", "text/html"),
        RunDocument(
            f"{RUNS}{name}/trace", f"trace {name}", "Every event, one JSON object a line.", "application/jsonl"
        ),
    )


def read(uri: str, runs: Path | None, may_read: Callable[[str], bool]) -> tuple[str, str]:
    """The media type and the text of what an address names. Only runs that the client may read can be reached."""
    if uri == SKILL:
        return "text/markdown", skill()
    name, _, part = uri.removeprefix(RUNS).partition("/")
    folder = next((folder for folder in _folders(runs) if folder.name == name and may_read(name)), None)
    if not uri.startswith(RUNS) or folder is None or part not in {"report", "trace"}:
        raise ConfigError(
            f"there is nothing at {uri}", remedy=f"{SKILL}, or {RUNS}NAME/report or /trace with the name of a run"
        )
    try:
        if part == "report":
            return "text/html", write_report(folder).read_text("utf-8")
        return "application/jsonl", (folder / TRACE_FILE).read_text("utf-8")
    except OSError as error:
        raise AskonceError(f"the {part} of {name} could not be read: {error.strerror}") from error


def _folders(runs: Path | None) -> list[Path]:
    """The folders of all runs, oldest first: they are named after the time."""
    return sorted(trace.parent for trace in (runs / "traces").glob(f"*/{TRACE_FILE}")) if runs else []
