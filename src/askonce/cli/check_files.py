"""`askonce check` and `askonce program`: check programs and scripts, and have a program written."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from rich.console import Console
from rich.text import Text

from askonce.cli.dotenv import read_environment
from askonce.cli.exit_codes import run_async
from askonce.cli.tally import counted
from askonce.cli.terminal import Verbosity, new_console
from askonce.config import read_settings
from askonce.diagnostics.excerpt import format_problems
from askonce.diagnostics.problem import Problem
from askonce.errors import ConfigError
from askonce.models import Model, Models, Reply, Request, build_models
from askonce.models.no_model import HOW_TO_SET_UP
from askonce.program.author import AuthoredProgram, author
from askonce.program.checked_program import CheckedProgram, check_source

STDIN = "-"
SCRIPTS = (".yaml", ".yml")


class Checked(Protocol):
    """A program or script that was checked."""

    @property
    def problems(self) -> tuple[Problem, ...]: ...

    @property
    def errors(self) -> tuple[Problem, ...]: ...


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a program, and its name in messages."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ProgramRequest:
    """Options of `askonce program`."""

    task: str
    apps: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    out: Path | None = None
    as_json: bool = False


def check(files: Sequence[str], given: Sequence[str], *, as_json: bool = False) -> int:
    """Print the problems of all files to standard output; returns 1 if one of them cannot be run."""
    checked = [_examined(_read(file), given) for file in files]
    if as_json:
        print(json.dumps({"files": [_as_data(*entry) for entry in checked]}, ensure_ascii=False, indent=2))
    else:
        console = new_console(sys.stdout)
        for source, examined in checked:
            _tell(console, source, examined)
    return 1 if any(examined.errors for _, examined in checked) else 0


def _examined(source: Source, given: Sequence[str]) -> tuple[Source, Checked]:
    """Check a script (by its suffix) or a program. Environment variables may still be unset."""
    if Path(source.name).suffix.lower() not in SCRIPTS:
        return source, check_source(source.text, given=given)
    from askonce.script.batch_config import describes_batch, examine_config
    from askonce.script.script_loader import examine_script

    values = dict.fromkeys((name.partition("=")[0] for name in given), "")
    environment = read_environment()
    if describes_batch(source.text):
        return source, examine_config(source.text, Path(source.name), environment, rehearsed=True)
    return source, examine_script(
        source.text, Path(source.name), variables=values, environment=environment, rehearsed=True
    )


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
    source = Source(str(out or "program"), authored.source)
    examined = CheckedProgram(authored.program, authored.problems)
    if out:
        _put(out, authored.source)
    if request.as_json:
        print(json.dumps(_written(request, authored, source, examined), ensure_ascii=False, indent=2))
        return 0
    console = verbosity.console()
    _tell(console, source, examined)
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


def _written(
    request: ProgramRequest, authored: AuthoredProgram, source: Source, examined: CheckedProgram
) -> dict[str, object]:
    return {
        "program": authored.source,
        "file": request.out and str(request.out),
        "attempts": authored.attempts,
        "usage": asdict(authored.usage),
        "problems": _as_data(source, examined)["problems"],
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


def _tell(console: Console, source: Source, examined: Checked) -> None:
    if not examined.problems:
        return
    text = Text(format_problems(source.name, source.text, examined.problems))
    text.highlight_regex(r"(?m)^[^\n]+?:\d+:\d+:(?= (?:error|warning): )", "bold")
    text.highlight_regex(r"(?m)(?<=\d: )error:", "bold red")
    text.highlight_regex(r"(?m)(?<=\d: )warning:", "bold yellow")
    text.highlight_regex(r"(?m)^ +\^+$", "bold green")
    console.print(text)


def _as_data(source: Source, examined: Checked) -> dict[str, object]:
    problems = [
        {
            "line": problem.location.line,
            "column": problem.location.column,
            "length": problem.location.length,
            "severity": problem.severity,
            "message": problem.message,
            "suggestion": problem.suggestion,
        }
        for problem in examined.problems
    ]
    return {"file": source.name, "clean": not examined.errors, "problems": problems}
