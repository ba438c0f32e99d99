"""The batch file: which scripts to run, how, and which target options override theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError, create_model

from askonce.diagnostics.closest_name import did_you_mean
from askonce.diagnostics.excerpt import format_problems
from askonce.diagnostics.problem import Problem, by_position, errors_in
from askonce.diagnostics.source_text import SourceError
from askonce.diagnostics.yaml_nodes import YamlMapping, value_of
from askonce.errors import ScriptError
from askonce.lazy import dataclass, regex
from askonce.screens.option_fields import NoEffect, Section, Words
from askonce.script.batch_files import SCRIPT_SUFFIXES, has_tasks
from askonce.script.script_loader import read_script
from askonce.script.script_targets import kind_name, same_keys, target_models
from askonce.script.script_yaml import fill_environment, parse_script
from askonce.script.unsupported_keys import key_problems
from askonce.script.validation_errors import explain

_FILES = regex(r"""(?m)^(?:\ufeff)?["']?files["']?[ \t]*:""")


def _several(value: object) -> object:
    return [value] if isinstance(value, str) else value


class _File(Section):
    """A batch."""

    files: Annotated[list[Words], BeforeValidator(_several)] = Field(min_length=1)
    """Scripts, programs, folders and patterns, relative to this file."""
    concurrent: int | None = Field(default=None, ge=1)
    """How many scripts run at the same time."""
    continue_on_error: bool | None = None
    """Continue with the other scripts when one fails."""
    retry: int | None = Field(default=None, ge=0)
    """How often to retry a failed script."""
    share_browser_context: bool | None = None
    """Each script starts with the cookies, logins and storage of those before it."""
    setup: Words | None = None
    """A script that runs before the others, such as one that logs in. Needs shareBrowserContext."""
    headed: bool | None = None
    """Show the browser window."""
    keep_window: bool | None = None
    """Show the browser window, and leave it open until Ctrl-C."""
    summary: Words | None = None
    """Path of the summary, relative to this file."""
    junit: Words | None = None
    """Path of the JUnit XML, relative to this file."""
    dotenv_override: Annotated[bool | None, NoEffect("environment variables take precedence over .env")] = None
    dotenv_debug: Annotated[bool | None, NoEffect("askonce doctor shows what is set")] = None


@cache
def batch_model() -> type[_File]:
    """A batch, with a field for each target."""
    fields: dict[str, Any] = {key: (model | None, None) for key, model in target_models().items()}
    return create_model("Batch", __base__=_File, __doc__=_File.__doc__, **fields)


@dataclass(frozen=True, slots=True)
class BatchConfig:
    """The settings of a batch file; None where not set."""

    files: tuple[str, ...]
    folder: Path
    """The folder that its paths are relative to."""
    concurrent: int | None = None
    continue_on_error: bool | None = None
    retry: int | None = None
    share_browser_context: bool | None = None
    setup: str = ""
    headed: bool | None = None
    keep_window: bool | None = None
    summary: Path | None = None
    junit: Path | None = None
    overlays: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    """Options by kind of target, which override those of scripts."""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExaminedConfig:
    """A checked batch file, if it is valid, and its problems."""

    config: BatchConfig | None
    problems: tuple[Problem, ...] = ()

    @property
    def errors(self) -> tuple[Problem, ...]:
        return errors_in(self.problems)


def describes_batch(text: str) -> bool:
    """Whether a YAML file describes a batch: it lists files and has no tasks."""
    return bool(_FILES.search(text)) and not has_tasks(text)


def is_config(path: Path) -> bool:
    """Whether a path is a batch file."""
    if path.suffix.lower() not in SCRIPT_SUFFIXES or not path.is_file():
        return False
    return describes_batch(path.read_text("utf-8", "replace"))


def load_config(path: Path, environment: Mapping[str, str]) -> BatchConfig:
    """Read a batch file. `ScriptError` lists all problems, each with line and column."""
    text = read_script(path)
    examined = examine_config(text, path, environment)
    if examined.config is None or examined.errors:
        raise ScriptError(format_problems(str(path), text, examined.errors))
    return examined.config


def examine_config(text: str, path: Path, environment: Mapping[str, str], *, rehearsed: bool = False) -> ExaminedConfig:
    """Read and check a batch file. With `rehearsed`, environment variables may be missing."""
    try:
        root = parse_script(text)
    except SourceError as error:
        return ExaminedConfig(None, (error.problem,))
    if not isinstance(root, YamlMapping):
        return ExaminedConfig(None, (Problem(root.location, "the batch file must be a mapping", "it lists files"),))
    missing: list[Problem] = []
    fill_environment(root, environment, missing, lenient=False)
    problems = [replace(problem, severity="warning") for problem in missing] if rehearsed else missing
    problems += _targets(root)
    config: BatchConfig | None = None
    try:
        file = batch_model().model_validate(value_of(root, spelled=True))
    except ValidationError as error:
        problems += {problem.position: problem for problem in (*explain(error, root), *_unknown(error, root))}.values()
    else:
        problems += key_problems(file, root, "a batch")
        config = _config(file, root, path, [problem for problem in problems if problem.severity == "warning"])
    return ExaminedConfig(config, by_position(problems))


def _targets(root: YamlMapping) -> list[Problem]:
    """Report a target that is given twice under different names."""
    left = [name for name in target_models() if name in root.entries]
    problems: list[Problem] = []
    while left:
        first, *same = same_keys(left)
        problems += [
            Problem(root.keys[name].location, f"{name} and {first} are the same target", "keep one of them")
            for name in same
        ]
        left = [name for name in left if name not in (first, *same)]
    return problems


def _unknown(error: ValidationError, root: YamlMapping) -> list[Problem]:
    """Keys that neither a batch nor a script has."""
    keys = [
        str(detail["loc"][0])
        for detail in error.errors()
        if detail["type"] == "extra_forbidden" and len(detail["loc"]) == 1
    ]
    known = [info.alias or name for name, info in batch_model().model_fields.items()]
    return [
        Problem(
            root.keys[key].location,
            f"a batch has no key {key!r}",
            did_you_mean(key, known, otherwise=f"its keys are {', '.join(known)}"),
        )
        for key in keys
    ]


def _config(file: _File, root: YamlMapping, path: Path, warnings: Sequence[Problem]) -> BatchConfig:
    folder = path.absolute().parent
    overlays: dict[str, Mapping[str, Any]] = {
        kind_name(name): value_of(root.entries[name], spelled=True)
        for name in target_models()
        if getattr(file, name) is not None
    }
    return BatchConfig(
        files=tuple(file.files),
        folder=folder,
        concurrent=file.concurrent,
        continue_on_error=file.continue_on_error,
        retry=file.retry,
        share_browser_context=file.share_browser_context,
        setup=file.setup or "",
        headed=file.headed,
        keep_window=file.keep_window,
        summary=folder / file.summary if file.summary else None,
        junit=folder / file.junit if file.junit else None,
        overlays=overlays,
        warnings=tuple(
            f"{path}:{warning.location.line}: {warning.message}: {warning.suggestion}" for warning in warnings
        ),
    )
