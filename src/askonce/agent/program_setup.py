"""Setting up a program run of an agent: its checked text, its journal, and the callbacks of its user.

Imported when a program is run and not before, so that other agents start at once.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Collection, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from askonce.config import Settings
from askonce.errors import AskonceError, ConfigError, Unresumable
from askonce.program.checked_program import check_source
from askonce.program.journal import FileJournal, Journal, MemoryJournal
from askonce.program.journal_records import RunBegan, RunFinished
from askonce.program.kept_logins import HasLoginStore, KeptLogins
from askonce.program.printer import write_program
from askonce.program.syntax_tree import Program
from askonce.program.work_files import WORK_FOLDER
from askonce.screens import Screen, SessionHolder
from askonce.trace import Entry, Told, Trace
from askonce.values import Mask

if TYPE_CHECKING:
    from askonce.program.program_run import ProgramRun

JOURNAL_FILE = "journal.jsonl"
PROGRAM_SUFFIX = ".stp"
UNNAMED = "program"
"""What a program is called that was not read from a file."""

OnAsk = Callable[[str], str | Awaitable[str]]
"""Answers what a program asks its user."""
OnTell = Callable[[str], object]
"""Gets what a program tells its user."""


OnPaused = Callable[["ProgramRun"], object]
"""Gets a run that is held, to look into it and to say how it goes on. What it returns is awaited, if it can be."""
Given = TypeVar("Given")
Result = TypeVar("Result")


def journal_for(resume: bool | Path, trace: Trace, settings: Settings, own: Journal | None = None) -> Journal:
    """The journal of a run: the user's `own`, that of the run to resume, or one beside the trace."""
    if own is not None and not isinstance(own, Journal):  # pyright: ignore[reportUnnecessaryIsInstance] - a variable
        raise ConfigError(
            f"journal={own!r} is not a journal",
            remedy="pass a Journal, or give the variable of the program another name",
        )
    if own is not None and isinstance(resume, Path):
        raise ConfigError(
            f"the run is to go on from {resume}, and from a journal of yours", remedy="pass resume=True with a journal"
        )
    if own is not None:
        if isinstance(own, HasLoginStore):
            own.mask = trace.mask
        return own
    if isinstance(resume, Path):
        return FileJournal(resume / JOURNAL_FILE if resume.is_dir() else resume, trace.mask)
    if resume:
        return FileJournal(latest_journal(settings.runs), trace.mask)
    return FileJournal(trace.folder / JOURNAL_FILE, trace.mask) if trace.folder else MemoryJournal()


def logins_for(journal: Journal, screen: Screen) -> KeptLogins | None:
    """What keeps the logins of a run; None where the screen has none of its own, or nothing is written down."""
    if isinstance(journal, HasLoginStore) and isinstance(screen, SessionHolder):
        return KeptLogins(journal.login_store, screen, journal.mask)
    return None


def given_in(journal: Journal) -> tuple[str, ...]:
    """The variables that a run started with."""
    began = next((record for record in journal.read() if isinstance(record, RunBegan)), RunBegan(""))
    return (*(str(change["name"]) for change in began.given), *began.secrets)


def work_folder_for(settings: Settings) -> Path:
    return settings.runs / "files" if settings.runs else WORK_FOLDER


def latest_journal(runs: Path | None) -> Path:
    """The journal of the last run that has one."""
    journals = sorted((runs / "traces").glob(f"*/{JOURNAL_FILE}")) if runs else []
    if not journals:
        raise Unresumable(
            f"there is no journal of a run in {runs or 'memory'}",
            remedy="run the program from its start, or name the journal",
        )
    return journals[-1]


def is_resumable(folder: Path) -> bool:
    """Whether a run has a journal, and did not finish."""
    if not (folder / JOURNAL_FILE).exists():
        return False
    try:
        return not any(isinstance(record, RunFinished) for record in FileJournal(folder / JOURNAL_FILE, Mask()).read())
    except AskonceError:
        return False  # nobody can resume what cannot be read


def read_text(program: str | Path | Program) -> tuple[str, str]:
    """What to call a program in messages, and its text."""
    match program:
        case Program():
            return UNNAMED, program.source or write_program(program)
        case str() if "\n" in program or not program.strip().endswith(PROGRAM_SUFFIX):
            return UNNAMED, program
        case _:
            path = Path(program)
            try:
                return str(path), path.read_text("utf-8-sig")
            except (OSError, UnicodeDecodeError) as error:
                reason = error.strerror if isinstance(error, OSError) else "it is not written in UTF-8"
                raise ConfigError(f"{path} could not be read: {reason}", remedy="check the name of the file") from error


def checked_program(name: str, source: str, given: Collection[str], *, attended: bool) -> Program:
    """The program, if it has no errors. Raises a `ProgramError` that shows them with their locations."""
    return check_source(source, given=given, unattended=not attended).valid(name)


def awaitable(callback: Callable[[Given], Result | Awaitable[Result]]) -> Callable[[Given], Awaitable[Result]]:
    """A callback of the user, which may be awaited or not, as one that is."""

    async def call(given: Given) -> Result:
        reply = callback(given)
        return await cast("Awaitable[Result]", reply) if inspect.isawaitable(reply) else cast("Result", reply)

    return call


class _TellSink:
    """A trace sink that passes on what a program tells its user."""

    def __init__(self, on_tell: OnTell) -> None:
        self._on_tell = on_tell

    def write(self, entry: Entry) -> None:
        if isinstance(entry.event, Told):
            self._on_tell(entry.event.message)


@contextmanager
def telling(trace: Trace, on_tell: OnTell | None) -> Generator[None, None, None]:
    """Pass what a program tells its user to `on_tell`, as long as the context is open."""
    if on_tell is None:
        yield
        return
    sink = _TellSink(on_tell)
    trace.subscribe(sink)
    try:
        yield
    finally:
        trace.unsubscribe(sink)
