"""`askonce check` and `askonce program`: check files before they run, and have a program written."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from askonce.cli.dotenv import read_environment
from askonce.cli.interrupts import run_async
from askonce.cli.tally import counted
from askonce.cli.terminal import Console, Text, Verbosity, new_console, print_warning
from askonce.cli.var_options import unused_remark
from askonce.config import read_settings
from askonce.diagnostics.excerpt import format_problems
from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem, by_position, errors_in
from askonce.errors import ConfigError
from askonce.lazy import dataclass, regex
from askonce.models import Model, Models, Reply, Request, build_models
from askonce.models.no_model import HOW_TO_SET_UP
from askonce.program.author import AuthoredProgram, author
from askonce.program.checked_program import check_source
from askonce.recordings.recording_reader import recording_problems
from askonce.recordings.stores import SUFFIX
from askonce.script.batch_config import BatchConfig, describes_batch, examine_config, is_config
from askonce.script.batch_files import SCRIPT_SUFFIXES, find_files, is_pattern, is_script, shown_path
from askonce.script.script_loader import examine_script

STDIN = "-"
_RECORDINGS = regex(r"(?m)^(?:\ufeff)?askonce[ \t]*:")
"""How a recordings file begins."""


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a file, and its name in messages."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file with its problems."""

    source: Source
    problems: tuple[Problem, ...]
    names: frozenset[str] | None = frozenset()
    """The names of values that it uses; None if it cannot be read."""

    @property
    def clean(self) -> bool:
        return not errors_in(self.problems)


@dataclass(frozen=True, slots=True)
class ProgramRequest:
    """Options of `askonce program`."""

    task: str
    apps: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    out: Path | None = None
    as_json: bool = False


def check(files: Sequence[str], values: Mapping[str, Any], verbosity: Verbosity, *, as_json: bool = False) -> int:
    """Print the problems of all files to standard output, or that there are none; returns 1 if a file cannot be run.

    `values` are those that the files will get.
    """
    checker = FileChecker(values)
    for file in files:
        checker.add(file)
    checked = checker.checked
    unused = ""
    if all(file.names is not None for file in checked):
        used = frozenset[str]().union(*(file.names or () for file in checked))
        unused = unused_remark(values, used, [file.source.name for file in checked])
    if as_json:
        print(json.dumps({"files": [_as_data(file) for file in checked]}, ensure_ascii=False, indent=2))
    else:
        console = new_console(sys.stdout)
        for file in checked:
            _tell(console, file)
        problems = [problem for file in checked for problem in file.problems]
        if not verbosity.quiet:
            found = _counts(problems) if problems else "no problems"
            console.print(Text(f"{counted(len(checked), 'file')}, {found}", "" if problems else "green"))
    print_warning(verbosity.console(), unused)
    return 0 if all(file.clean for file in checked) else 1


def _counts(problems: Sequence[Problem]) -> str:
    errors = len(errors_in(problems))
    numbers = [(errors, "error"), (len(problems) - errors, "warning")]
    return ", ".join(counted(number, noun) for number, noun in numbers if number)


class FileChecker:
    """Checks files, each once, with those that folders, patterns and batch files name."""

    def __init__(self, values: Mapping[str, Any], *, environment: Mapping[str, str] | None = None) -> None:
        self._values = values
        self._environment = read_environment() if environment is None else environment
        self._checked: dict[Path, CheckedFile] = {}

    @property
    def checked(self) -> list[CheckedFile]:
        return list(self._checked.values())

    def add(self, named: str) -> None:
        """Check a file, what is in a folder, what matches a pattern, or standard input."""
        path = Path(named)
        if named == STDIN:
            self._checked[path] = self._check(_read(named))
        elif path.is_file() or (not path.exists() and not is_pattern(named)):
            self._add_file(path, named)
        else:
            found = find_files([named], Path.cwd(), belongs=_is_ours)
            for file in sorted(found, key=lambda file: not is_config(file)):  # a batch says more about its files
                self._add_file(file, shown_path(file))

    def _add_file(self, path: Path, name: str, overlays: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        if (place := path.resolve()) in self._checked:
            return
        source = _read(name)
        if path.suffix.lower() not in SCRIPT_SUFFIXES or not describes_batch(source.text):
            self._checked[place] = self._check(source, overlays or {})
            return
        examined = examine_config(source.text, path, self._environment, rehearsed=True)
        self._checked[place] = CheckedFile(source, examined.problems)
        if examined.config:
            for member in _members(examined.config, self._checked, place):
                self._add_file(member, shown_path(member), examined.config.overlays)

    def _check(self, source: Source, overlays: Mapping[str, Mapping[str, Any]] | None = None) -> CheckedFile:
        """Check recordings, a script or a program, by its suffix and text. Environment variables may still be unset."""
        if Path(source.name).suffix.lower() not in SCRIPT_SUFFIXES:
            program = check_source(source.text, given=tuple(self._values))
            return CheckedFile(source, program.problems, program.names)
        if _RECORDINGS.search(source.text):
            return CheckedFile(source, recording_problems(source.text))
        script = examine_script(
            source.text,
            Path(source.name),
            variables=self._values,
            environment=self._environment,
            overlays=overlays,
            rehearsed=True,
        )
        return CheckedFile(source, script.problems, script.names)


def _members(config: BatchConfig, checked: dict[Path, CheckedFile], batch: Path) -> list[Path]:
    """The files of a batch; that they cannot be found is a problem of the batch."""
    try:
        return find_files(config.files, config.folder)
    except ConfigError as error:
        file = checked[batch]
        problem = Problem(Location(1), error.message, error.remedy)
        checked[batch] = replace(file, problems=by_position([*file.problems, problem]))
        return []


def _is_ours(path: Path) -> bool:
    """Whether a file in a folder is something to check: a program, a script, a batch or recordings."""
    if is_script(path) or is_config(path):
        return True
    return path.suffix == SUFFIX and path.is_file() and bool(_RECORDINGS.search(path.read_text("utf-8", "replace")))


def write(request: ProgramRequest, verbosity: Verbosity) -> int:
    """Have a model write a program; write it to a file or to standard output."""
    settings = read_settings(read_environment())
    if settings.models is None:
        raise ConfigError(
            "writing a program needs a language model; the built-in model only runs steps",
            remedy=f"{HOW_TO_SET_UP}; or write it yourself and run `askonce check`",
        )
    out = request.out
    if out and not out.absolute().parent.is_dir():
        raise ConfigError(f"folder not found: {out.absolute().parent}", remedy="create it, or choose another file")
    authored = run_async(_author(build_models(settings.models), request))
    checked = CheckedFile(Source(str(out or "program"), authored.source), authored.problems)
    if out:
        _put(out, authored.source)
    if request.as_json:
        print(json.dumps(_written(request, authored, checked), ensure_ascii=False, indent=2))
        return 0
    console = verbosity.console()
    _tell(console, checked)
    console.print(Text(f"{counted(authored.attempts, 'attempt')}, {authored.usage}", "dim"))
    if out:
        console.print(Text(f"Program: {out}", "dim"))
    else:
        print(authored.source, end="")
    return 0


def _put(out: Path, source: str) -> None:
    try:
        out.write_text(source, "utf-8")
    except OSError as error:
        raise ConfigError(f"{out} could not be written: {error.strerror}", remedy="choose another file") from error


def _written(request: ProgramRequest, authored: AuthoredProgram, checked: CheckedFile) -> dict[str, object]:
    return {
        "program": authored.source,
        "file": request.out and str(request.out),
        "attempts": authored.attempts,
        "usage": asdict(authored.usage),
        "problems": _as_data(checked)["problems"],
    }


class _PlanningModel:
    """Passes requests to the planning model."""

    def __init__(self, model: Model) -> None:
        self._model = model

    async def consult(self, request: Request) -> Reply:
        return await self._model.ask(request)


async def _author(models: Models, request: ProgramRequest) -> AuthoredProgram:
    try:
        return await author(_PlanningModel(models.planning), request.task, apps=request.apps, given=request.given)
    finally:
        await models.close()


def _read(file: str) -> Source:
    name = "<stdin>" if file == STDIN else file
    try:
        data = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
        return Source(name, data.decode("utf-8-sig"))
    except FileNotFoundError:
        raise ConfigError(f"file not found: {file}", remedy="check the name") from None
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"{name} is not written in UTF-8: byte {error.start + 1} is not valid",
            remedy="save it as UTF-8 in your editor",
        ) from None
    except OSError as error:
        raise ConfigError(f"{file} could not be read: {error.strerror}", remedy="name a file") from None


def _tell(console: Console, checked: CheckedFile) -> None:
    if not checked.problems:
        return
    text = Text(format_problems(checked.source.name, checked.source.text, checked.problems))
    text.highlight_regex(r"(?m)^[^\n]+?:\d+:\d+:(?= (?:error|warning): )", "bold")
    text.highlight_regex(r"(?m)(?<=\d: )error:", "bold red")
    text.highlight_regex(r"(?m)(?<=\d: )warning:", "bold yellow")
    text.highlight_regex(r"(?m)^ +\^+$", "bold green")
    console.print(text)


def _as_data(checked: CheckedFile) -> dict[str, object]:
    problems = [
        {
            "line": problem.location.line,
            "column": problem.location.column,
            "length": problem.location.length,
            "severity": problem.severity,
            "message": problem.message,
            "suggestion": problem.suggestion,
        }
        for problem in checked.problems
    ]
    return {"file": checked.source.name, "clean": checked.clean, "problems": problems}
