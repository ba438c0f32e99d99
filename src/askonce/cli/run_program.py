"""`askonce run`: a program on a web page, with progress, a journal, a trace and a report."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import field, fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

from askonce.agent.program_setup import JOURNAL_FILE, PROGRAM_SUFFIX, given_in, latest_journal, read_text
from askonce.cli.commands.screen_options import as_arguments
from askonce.cli.dotenv import read_environment
from askonce.cli.interrupts import run_async
from askonce.cli.program_progress import ProgramProgress
from askonce.cli.screen_agent import AgentOpener, ScreenRun
from askonce.cli.terminal import Text, Verbosity, new_console, plain, print_warning
from askonce.cli.var_options import read_value, read_values, unused_remark
from askonce.config import Settings, read_settings
from askonce.diagnostics.excerpt import format_problems
from askonce.errors import AskonceError, ConfigError, ProgramFailed
from askonce.lazy import dataclass
from askonce.program.checked_program import CheckedProgram, check_source
from askonce.program.expression_tree import ScreenCondition
from askonce.program.journal import FileJournal
from askonce.program.kept_logins import logins_file
from askonce.program.line_inspection import InterruptedLine
from askonce.program.program_result import ProgramResult
from askonce.program.syntax_tree import AskUser, Branch, If, Statement, Step
from askonce.program.value_text import to_text
from askonce.values import Mask

LATEST = "latest"


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of `askonce run` for one program."""

    file: Path
    screen_run: ScreenRun
    variables: Mapping[str, Any] = field(default_factory=dict[str, Any])
    resume: str = ""
    """A journal, the folder of a run, or "latest"; empty for a new run."""
    interrupted_line: InterruptedLine = ""
    work_folder: Path | None = None
    as_json: bool = False
    secrets: Sequence[str] = ()
    """The secrets among the variables, as they were typed: NAME or NAME=VARIABLE."""


class ProgramCommand:
    """One run from the command line. It knows its trace and journal, and so the command that resumes it."""

    def __init__(self, options: RunOptions, settings: Settings, verbosity: Verbosity) -> None:
        self._options = options
        self._verbosity = verbosity
        self._console = verbosity.console()
        self._resume = _journal_named(options.resume, settings)
        self._opening = AgentOpener(options.screen_run, settings)
        self._mask = Mask()

    @property
    def trace(self) -> Path | None:
        return self._opening.trace

    @property
    def journal(self) -> Path | None:
        """The journal of the run, once it exists."""
        journal = self._resume or (self.trace / JOURNAL_FILE if self.trace else None)
        return journal if journal and journal.is_file() else None

    @property
    def given(self) -> tuple[str, ...]:
        """The variables that a resumed run started with."""
        return given_in(FileJournal(self._resume, Mask())) if self._resume else ()

    def run(self) -> ProgramResult:
        """Run the program to its end."""
        if self._resume:
            self._console.print(
                Text(f"Resuming {self._resume}, on a new screen: {shlex.join(_screen_words(self._options))}", "dim")
            )
            if not logins_file(self._resume).is_file():
                self._console.print(Text("Logins of the interrupted run were not kept.", "dim"))
        with ProgramProgress(self._console, verbose=self._verbosity.verbose) as progress:
            return run_async(self._play(progress))

    async def _play(self, progress: ProgramProgress) -> ProgramResult:
        options = self._options
        async with self._opening.agent(progress) as agent:
            self._mask = agent.trace.mask
            return await agent.run(
                options.file,
                resume=self._resume or False,
                interrupted_line=options.interrupted_line,
                on_ask=partial(self._ask, progress) if sys.stdin.isatty() else None,
                on_tell=self._tell,
                work_folder=options.work_folder,
                **options.variables,
            )

    def _tell(self, message: str) -> None:
        """What a program tells its user is a result: on standard output, or with --json on standard error."""
        if self._options.as_json:
            self._console.print(Text(plain(message)))
        else:
            print(plain(message), flush=True)

    async def _ask(self, progress: ProgramProgress, question: str) -> str:
        with progress.aside():
            new_console().print(Text(plain(question)), end=" ")
            line = await _typed()
        if not line:
            raise ConfigError(f"there was no answer to {question!r}", remedy="resume the run to be asked again")
        return line.rstrip("\n")

    def write_report(self) -> Path | None:
        return self._opening.write_report()

    def as_json(self, outcome: Mapping[str, object], report: Path | None) -> str:
        """The result as JSON, with secrets masked."""
        places = {"trace": self.trace, "journal": self.journal, "report": report}
        result = self._mask.in_data({**outcome, **places})
        return json.dumps(result, ensure_ascii=False, indent=2, default=str)


def result_fields(result: ProgramResult) -> dict[str, object]:
    """The result of a run that succeeded, as JSON fields."""
    return {
        "outcome": "done",
        "answer": result.answer,
        "told": result.told,
        "variables": result.variables,
        "lines": result.lines,
        "actions": result.actions,
        "calls": result.calls,
        "tokens": result.usage.tokens,
        "cost": result.usage.cost,
        "seconds": result.seconds,
    }


async def _typed() -> str:
    """A line that a person types; empty when there will be none."""
    loop, is_there = asyncio.get_running_loop(), asyncio.Event()
    try:
        loop.add_reader(sys.stdin, is_there.set)
    except NotImplementedError:  # on Windows, where a stop takes effect only after the line
        return await asyncio.to_thread(sys.stdin.readline)
    try:
        await is_there.wait()
    finally:
        loop.remove_reader(sys.stdin)
    return sys.stdin.readline()


def is_program(name: str) -> bool:
    """Whether one program was named, and not a script, a folder or a pattern."""
    return name.lower().endswith(PROGRAM_SUFFIX) and not any(letter in name for letter in "*?[")


def carry_out(options: RunOptions, verbosity: Verbosity) -> int:
    """Run it: what it tells and its answer go to standard output, everything else to standard error."""
    if options.interrupted_line and not options.resume:
        raise ConfigError("--interrupted-line is for a run that is resumed", remedy="add --resume, or leave it out")
    read_text(options.file)  # a name that is misspelt is the first thing to mend
    if options.screen_run.screen is None:
        raise ConfigError("no page to start on", remedy="name one with --url, or use --dry-run")
    command = ProgramCommand(options, read_settings(read_environment()), verbosity)
    if _print_problems(options, verbosity, command.given):
        return 2
    console = verbosity.console()
    outcome: dict[str, object] = {}
    try:
        result = command.run()
        outcome = result_fields(result)
        if result.answer is not None and not options.as_json:
            print(plain(to_text(result.answer)))
    except AskonceError as error:
        line = error.line if isinstance(error, ProgramFailed) else 0
        outcome = {"outcome": "failed", "error": error.message, "remedy": error.remedy, "line": line}
        raise
    except KeyboardInterrupt:
        outcome = {"outcome": "stopped"}
        raise
    finally:
        if outcome.get("outcome") != "done" and command.journal:
            console.print(Text(f"To resume: {_command(options, command.journal)}", "dim"))
        if report := command.write_report():
            console.print(Text(f"Report: {report}", "dim"))
        if options.as_json and outcome:
            print(command.as_json(outcome, report))
    return 0


def rehearse(options: RunOptions, verbosity: Verbosity) -> int:
    """Check a program and print its lines with what each would take, without doing anything."""
    if _print_problems(options, verbosity):
        return 2
    checked = _check_file(options)
    lines = checked.program.source.splitlines()
    needs = {statement.location.line: needed_for(statement) for _, statement in checked.program.walk()}
    if options.as_json:
        rows = [{"line": number, "needs": needs.get(number), "words": line} for number, line in enumerate(lines, 1)]
        print(json.dumps({"lines": rows}, ensure_ascii=False, indent=2))
        return 0
    for number, line in enumerate(lines, 1):
        print(f"{needs.get(number, ''):10} {number:4} {plain(line)}".rstrip())
    asked = [need for need in needs.values() if need in {"model", "question"}]
    verbosity.console().print(Text(f"{len(asked)} of {len(needs)} lines need a model, the others are executed.", "dim"))
    return 0


def needed_for(statement: Statement) -> str:
    """What a line takes: a model to carry it out, a yes/no question, a person, or nothing but executing it."""
    match statement:
        case Step():
            return "model"
        case AskUser():
            return "person"
        case If(branches=branches):
            own = [branch.condition for branch in branches]
        case _:
            own = [
                getattr(statement, field.name) for field in fields(statement) if field.name not in {"body", "inputs"}
            ]
    return "question" if any(_has_soft(part) for part in own) else "executed"


def _has_soft(part: object) -> bool:
    if isinstance(part, ScreenCondition):
        return True
    if isinstance(part, tuple):
        return any(map(_has_soft, cast("tuple[object, ...]", part)))
    if not is_dataclass(part) or isinstance(part, Branch | type):
        return False
    return any(_has_soft(getattr(part, field.name)) for field in fields(part))


def read_variables(plain_values: Sequence[str], secrets: Sequence[str]) -> dict[str, Any]:
    """The variables of a program: JSON where it reads as such and text otherwise, `name=@file` from a file."""
    if not plain_values and not secrets:
        return {}
    from askonce.agent import Agent

    return read_values(plain_values, secrets, read=read_value, method=Agent.run)


def _check_file(options: RunOptions, given: Sequence[str] = ()) -> CheckedProgram:
    source = read_text(options.file)[1]
    return check_source(source, given=(*options.variables, *given), unattended=not sys.stdin.isatty())


def _print_problems(options: RunOptions, verbosity: Verbosity, given: Sequence[str] = ()) -> bool:
    """Show what is wrong with a program and the values it gets. Whether it keeps it from being run."""
    checked = _check_file(options, given)
    source = checked.program.source
    remark = unused_remark(options.variables, checked.names, [str(options.file)])  # a misspelt name explains the rest
    if checked.problems:
        new_console().print(Text(plain(format_problems(str(options.file), source, checked.problems))))
    print_warning(verbosity.console(), remark)
    return bool(checked.errors)


def _journal_named(name: str, settings: Settings) -> Path | None:
    if not name:
        return None
    path = latest_journal(settings.runs) if name == LATEST else Path(name)
    return path / JOURNAL_FILE if path.is_dir() else path


def _command(options: RunOptions, journal: Path) -> str:
    """The command that takes the run up again; secrets have to be passed once more, and are not named here."""
    secrets = [word for secret in options.secrets for word in ("--secret", secret)]
    files = ["--files", str(options.work_folder)] if options.work_folder else []
    words = ["askonce", "run", str(options.file), *_screen_words(options), *secrets, *files, "--resume", str(journal)]
    return shlex.join(words)


def _screen_words(options: RunOptions) -> list[str]:
    return as_arguments(options.screen_run.screen) if options.screen_run.screen else []
