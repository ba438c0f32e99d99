"""From a file to a script, or to all that is wrong with it, each with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from askonce.config import process_environment
from askonce.diagnostics.excerpt import format_problems
from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem, by_position, errors_in
from askonce.errors import ConfigError, ScriptError
from askonce.recordings.yaml_positions import Part, Series, Table, Text
from askonce.script.flow_blocks import For, If, Repeat, While
from askonce.script.flow_items import Item
from askonce.script.name_checks import name_problems
from askonce.script.script import Script, Target
from askonce.script.script_models import AgentOptions, Config, File
from askonce.script.script_targets import file_model, kind_name, target_models
from askonce.script.shape_checks import key_of, pairs, shape_problems, target_problems
from askonce.script.unsupported_keys import unsupported
from askonce.script.validation_errors import explain
from askonce.script.yaml_nodes import Unreadable, fill_environment, parse_script, place_of, value_of
from askonce.values import Secret


@dataclass(frozen=True, slots=True)
class ExaminedScript:
    """A script, if it can be played, and what there is to say about it."""

    script: Script | None
    problems: tuple[Problem, ...] = ()

    @property
    def errors(self) -> tuple[Problem, ...]:
        return errors_in(self.problems)


def load_script(
    path: Path | str,
    *,
    variables: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    overlay: Mapping[str, Any] | None = None,
) -> Script:
    """Read a script. `ScriptError` tells all that is wrong with it, with file, line, column and what to write instead.

    `variables` win over those that the script declares; a `Secret` among them is shown to nobody. `${NAME}` and secrets
    are taken from `environment`, that of the process if none is given. `overlay` is laid over the target's section.
    """
    path = Path(path)
    text = read_script(path)
    examined = examine_script(text, path, variables=variables, environment=environment, overlay=overlay)
    if examined.script is None:
        raise ScriptError(format_problems(str(path), text, examined.errors))
    return examined.script


def read_script(path: Path) -> str:
    """The text of a file; a mark at its beginning and Windows' ends of lines are no difference."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise ConfigError(f"there is no file {path}", remedy="check the name") from None
    except OSError as error:
        raise ConfigError(f"{path} could not be read: {error.strerror}", remedy="name a file") from None
    return decode_script(data, str(path))


def decode_script(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        column = error.start - data[: error.start].rfind(b"\n")
        place = Problem(
            Location(line, column),
            f"byte {error.start + 1} makes no character of UTF-8",
            "save it as UTF-8 in your editor",
        )
        raise ScriptError(format_problems(name, "", [place])) from None


def examine_script(
    text: str,
    path: Path,
    *,
    variables: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    overlay: Mapping[str, Any] | None = None,
    rehearsed: bool = False,
) -> ExaminedScript:
    """Read and check a script. One that is only `rehearsed` may lack what comes from the environment."""
    environment = process_environment() if environment is None else environment
    try:
        whole = parse_script(text)
    except Unreadable as error:
        return ExaminedScript(None, (error.problem,))
    if not isinstance(whole, Table):
        told = Problem(place_of(whole), "a script is a mapping", 'it has a target, such as "web:", and "tasks:"')
        return ExaminedScript(None, (told,))
    problems = _missing_environment(whole, environment, rehearsed=rehearsed)
    problems += target_problems(whole)
    data = value_of(whole)
    problems += shape_problems(whole, data)
    if overlay:
        _lay_over(data, overlay)
    try:
        file = file_model().model_validate(data)
    except ValidationError as error:
        known = {problem.position for problem in problems}
        problems += [problem for problem in explain(error, whole) if problem.position not in known]
        return ExaminedScript(None, by_position(problems))
    if errors_in(problems):
        return ExaminedScript(None, by_position(problems))
    _place_flows(file, whole)
    secrets = _read_secrets(file, whole, environment, variables or {}, problems, rehearsed=rehearsed)
    key = next(name for name in target_models() if name in whole.entries)
    target: Target = getattr(file, key) or target_models()[key]()
    given = {**file.vars, **{name: one for name, one in (variables or {}).items() if name not in secrets}}
    problems += unsupported(file, whole, key, target)
    problems += name_problems(file, whole, given, secrets, text.splitlines())
    problems = list(by_position(problems))
    if errors_in(problems):
        return ExaminedScript(None, tuple(problems))
    script = Script(
        path=path,
        source=text,
        kind=kind_name(key),
        target=target,
        agent=_agent_options(file, target),
        config=_config(file, target),
        tasks=tuple(file.tasks),
        variables=given,
        secrets=secrets,
        allowed_hosts=tuple(file.allowed_hosts),
        warnings=tuple(problems),
    )
    return ExaminedScript(script, tuple(problems))


def _missing_environment(whole: Table, environment: Mapping[str, str], *, rehearsed: bool) -> list[Problem]:
    problems: list[Problem] = []
    for key, part in whole.entries.items():
        fill_environment(part, environment, problems, lenient=key == "tasks")
    return [replace(one, severity="warning") for one in problems] if rehearsed else problems


def _lay_over(data: dict[str, Any], overlay: Mapping[str, Any]) -> None:
    """Put what a batch says of the target over what the script says."""
    key = next((name for name in target_models() if name in data), "")
    if not key or not isinstance(data[key], dict | None):
        return
    section: dict[str, Any] = {**(data[key] or {})}
    for name, value in overlay.items():
        inner = section.get(name)
        section[name] = {**inner, **value} if isinstance(inner, dict) and isinstance(value, Mapping) else value
    data[key] = section


def _place_flows(file: File, whole: Table) -> None:
    tasks = whole.entries.get("tasks")
    for task, (part, _) in zip(file.tasks, pairs(tasks, list(file.tasks)), strict=True):
        _place(task.flow, cast("Table", part).entries["flow"])


def _place(flow: list[Item], part: Part) -> None:
    for item, one in zip(flow, cast("Series", part).items, strict=True):
        table = cast("Table", one)
        key = key_of(table)
        item.put(place_of(table.keys[key]), key)
        match item:
            case If():
                _place(item.then, table.entries["then"])
                if "else" in table.entries:
                    _place(item.otherwise, table.entries["else"])
            case For() | Repeat() | While():
                _place(item.do, table.entries["do"])
            case _:
                pass


def _read_secrets(
    file: File,
    whole: Table,
    environment: Mapping[str, str],
    variables: Mapping[str, Any],
    problems: list[Problem],
    *,
    rehearsed: bool,
) -> dict[str, Secret]:
    secrets = {name: value for name, value in variables.items() if isinstance(value, Secret)}
    section = whole.entries.get("secrets")
    for name, variable in file.secrets.items():
        given = variables.get(name)
        if given is not None:
            secrets[name] = given if isinstance(given, Secret) else Secret(str(given))
        elif environment.get(variable):
            secrets[name] = Secret(environment[variable])
        elif rehearsed:
            secrets[name] = Secret("unknown")
        else:
            place = _named_place(section, name)
            problems.append(
                Problem(
                    place,
                    f"the environment variable {variable} for the secret {{{name}}} is not set",
                    f"set {variable}",
                )
            )
    return secrets


def _named_place(section: Part | None, name: str) -> Location:
    match section:
        case Table() if name in section.keys:
            return place_of(section.keys[name])
        case Series(items=items):
            return next((place_of(one) for one in items if isinstance(one, Text) and one.text == name), Location(1))
        case _:
            return Location(1)


def _agent_options(file: File, target: Target) -> AgentOptions:
    """The agent's section, over what older scripts say about the agent in their target."""
    said: dict[str, Any] = {}
    for section in filter(None, (target, file.agent)):
        said |= {name: getattr(section, name) for name in section.model_fields_set & AgentOptions.model_fields.keys()}
    return AgentOptions().model_copy(update=said)


def _config(file: File, target: Target) -> Config:
    config = file.config or Config()
    said = {name: getattr(target, name) for name in ("output", "unstable_log_content")}
    return config.model_copy(update={name: value for name, value in said.items() if value is not None})
