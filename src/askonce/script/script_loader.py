"""Loads a script from a file, or reports all its problems with their locations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from askonce.config import process_environment, secret_from
from askonce.diagnostics.excerpt import format_problems
from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem, by_position, errors_in
from askonce.diagnostics.source_text import SourceError, decode_source
from askonce.diagnostics.yaml_nodes import YamlList, YamlMapping, YamlNode, YamlScalar, value_of
from askonce.errors import ConfigError, ScriptError
from askonce.items.flow_items import Item
from askonce.lazy import dataclass
from askonce.script.additions import is_ours
from askonce.script.case_document import has_cases, read_cases
from askonce.script.flow_blocks import ForBlock, IfBlock, RepeatBlock, WhileBlock
from askonce.script.name_checks import name_problems, used_names
from askonce.script.possible_items import impossible_item_problems
from askonce.script.script import Script, Target
from askonce.script.script_models import AgentOptions, Config, ScriptFile, ScriptTask
from askonce.script.script_targets import kind_name, kind_of, target_models
from askonce.script.script_yaml import fill_environment, name_secrets, parse_script, used_environment
from askonce.script.shape_checks import key_of, pairs, shape_problems, target_problems
from askonce.script.unknown_keys import read_models
from askonce.script.unsupported_keys import unsupported_key_problems
from askonce.values import Secret


@dataclass(frozen=True, slots=True)
class ExaminedScript:
    """A script, if it is valid, and its problems."""

    script: Script | None
    problems: tuple[Problem, ...] = ()
    names: frozenset[str] | None = None
    """The names of values that it declares or refers to; None if it cannot be read."""

    @property
    def errors(self) -> tuple[Problem, ...]:
        return errors_in(self.problems)


def load_script(
    path: Path | str,
    *,
    variables: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    overlays: Mapping[str, Mapping[str, Any]] | None = None,
) -> Script:
    """Read a script. `ScriptError` lists all problems, with file, line, column and what to write instead.

    `variables` override those that the script declares; a `Secret` among them is never shown. `${NAME}` and secrets
    come from `environment`, by default that of the process. `overlays` override the target's section, by its kind; a
    script without a target gets the only one of them.
    """
    path = Path(path)
    text = read_script(path)
    examined = examine_script(text, path, variables=variables, environment=environment, overlays=overlays)
    if examined.script is None:
        raise ScriptError(format_problems(str(path), text, examined.errors))
    return examined.script


def read_script(path: Path) -> str:
    """The text of a file, without a byte order mark and with Unix line endings."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise ConfigError(f"file not found: {path}", remedy="check the name") from None
    except OSError as error:
        raise ConfigError(f"{path} could not be read: {error.strerror}", remedy="name a file") from None
    return decode_script(data, str(path))


def decode_script(data: bytes, name: str) -> str:
    try:
        return decode_source(data).replace("\r\n", "\n")
    except SourceError as error:
        raise ScriptError(format_problems(name, "", [error.problem])) from None


def examine_script(
    text: str,
    path: Path,
    *,
    variables: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    overlays: Mapping[str, Mapping[str, Any]] | None = None,
    rehearsed: bool = False,
    screen: str = "",
) -> ExaminedScript:
    """Read and check a script. With `rehearsed`, environment variables may be missing.

    With the kind of a `screen`, it is played on one that is open: its tasks count, and neither its target nor the
    options of its agent.
    """
    environment = process_environment() if environment is None else environment
    try:
        root = parse_script(text)
    except SourceError as error:
        return ExaminedScript(None, (error.problem,))
    if not isinstance(root, YamlMapping):
        found = Problem(root.location, "a script must be a mapping", 'it has a target, such as "web:", and "tasks:"')
        return ExaminedScript(None, (found,))
    ours = is_ours(root)
    surplus = _leave_out_target(root) if screen else []
    key, overlay = _overlay(root, overlays or {}, screen)
    cases = read_cases(root, kind_name(key), environment, (variables or {}).keys()) if has_cases(root) else None
    if cases:
        root = cases.root
        surplus += [*cases.problems, *_eased(cases.missing, rehearsed=rehearsed)]
        if rehearsed and not key:  # the command or the batch that runs it says the target
            key = screen = "web"
    used = used_environment(root, environment)
    kept = name_secrets(root.entries["tasks"], environment) if "tasks" in root.entries else set[str]()
    problems = _missing_environment(root, environment, overlay, rehearsed=rehearsed)
    problems += surplus
    problems += [] if screen else target_problems(root, key, overlay)
    data = value_of(root, spelled=True)
    problems += shape_problems(root, data, key, own=bool(screen))
    for options in ({} if ours else _device_options(data, key), overlay):
        if options:
            _lay_over(data, key, options)
    file, found = read_models(data, root, ours=ours)
    known = {problem.position for problem in errors_in(problems)}
    problems += [problem for problem in found if problem.position not in known]
    if file is None or errors_in(problems):
        return ExaminedScript(None, by_position(problems))
    problems += _empty_tasks(root, ours=ours)
    _place_flows(file, root)
    if cases:
        for (task, place), limits in cases.limits.items():
            file.tasks[task].flow[place].hold_to(limits)
    secrets = _read_secrets(file, root, environment, variables or {}, problems, rehearsed=rehearsed)
    target = _target(key, getattr(file, key, None) or target_models().get(key, Config)())
    given = {**file.vars, **{name: value for name, value in (variables or {}).items() if name not in secrets}}
    problems += [] if screen else _target_problems(key, target, root, path)
    problems += unsupported_key_problems(file, root, key, target)
    kind = None if screen else kind_of(key)
    if kind and not errors_in(problems):
        place = root.keys[key].location if key in root.keys else root.location
        flows = [task.flow for task in file.tasks]
        problems += impossible_item_problems(flows, kind, target, environment, place, rehearsed=rehearsed)
    ours = ours or bool(given or secrets)
    secrets |= {name: secret_from(environment, name) for name in kept - secrets.keys()}
    problems += name_problems(file, root, {*given, *secrets}, text.splitlines(), ours=ours)
    problems = list(by_position(problems))
    names = used_names(file, root)
    if errors_in(problems):
        return ExaminedScript(None, tuple(problems), names)
    script = Script(
        path=path,
        source=text,
        kind=kind_name(key),
        target=target,
        agent=_agent_options(file, target),
        config=_config(file, target),
        tasks=tuple(_named(task, number) for number, task in enumerate(file.tasks, 1)),
        variables=given,
        secrets=secrets,
        allowed_hosts=tuple(file.allowed_hosts),
        ours=ours,
        warnings=tuple(problems),
        cleans_up=cases is not None and cases.cleans_up,
        environment=used,
    )
    return ExaminedScript(script, tuple(problems), names)


def _leave_out_target(root: YamlMapping) -> list[Problem]:
    """Take out what says on which screen a script is played, and how the agent is made."""
    problems: list[Problem] = []
    for name in [name for name in root.entries if name in target_models() or name in {"agent", "config"}]:
        message, reason = f"{name} has no effect here", "the script is played by an agent that is there already"
        problems.append(Problem(root.keys[name].location, message, reason, "warning"))
        del root.entries[name]
    if hosts := root.keys.get("allowedHosts"):
        message = "allowedHosts cannot be kept here: the screen is open already"
        remedy = "take it out, and open the screen with Settings(allowed_hosts=…)"
        problems.append(Problem(hosts.location, message, remedy))
    return problems


def _overlay(
    root: YamlMapping, overlays: Mapping[str, Mapping[str, Any]], screen: str
) -> tuple[str, Mapping[str, Any]]:
    """The key of the target, and what overrides its section. A script without one gets the only one that is given."""
    if screen:
        return screen, {}
    key = next((name for name in target_models() if name in root.entries), "")
    if not key and len(overlays) == 1:
        key = next(name for name in target_models() if kind_name(name) in overlays)
    return key, overlays.get(kind_name(key), {}) if key else {}


def _target(key: str, target: Target) -> Target:
    """The target, with what its key says by itself."""
    kind = kind_of(key)
    implied: Mapping[str, Any] = kind.implied[key] if kind and key in kind.implied else {}
    return target.model_copy(
        update={name: value for name, value in implied.items() if name not in target.model_fields_set}
    )


def _missing_environment(
    root: YamlMapping, environment: Mapping[str, str], overlay: Mapping[str, Any], *, rehearsed: bool
) -> list[Problem]:
    """Fill in environment variables. Those in options that are overridden need not be set."""
    problems: list[Problem] = []
    for key, node in root.entries.items():
        if key in target_models() and isinstance(node, YamlMapping):
            for name, option in node.entries.items():
                fill_environment(option, environment, problems, lenient=name in overlay)
        else:
            fill_environment(node, environment, problems, lenient=key == "tasks")
    return _eased(problems, rehearsed=rehearsed)


def _eased(problems: Sequence[Problem], *, rehearsed: bool) -> list[Problem]:
    """What is not set yet is a warning while a script is only checked."""
    return [replace(problem, severity="warning") for problem in problems] if rehearsed else list(problems)


def _target_problems(key: str, target: Target, root: YamlMapping, path: Path) -> list[Problem]:
    """What the kind of screen finds wrong with its section."""
    kind = kind_of(key)
    try:
        if kind and kind.check_target:
            kind.check_target(target, path.parent)
    except ConfigError as error:
        place = root.keys[key].location if key in root.keys else root.location
        return [Problem(place, error.message.partition("\n")[0], error.remedy)]
    return []


def _device_options(data: dict[str, Any], key: str) -> dict[str, Any]:
    """Take out the options of a device below `agent`: Midscene gives its devices all that is written there."""
    held, kind = data.get("agent"), kind_name(key)
    if not isinstance(held, dict) or not key or kind == "web" or not isinstance(data.get(key), dict | None):
        return {}
    agent = cast("dict[str, Any]", held)
    known = {field.alias or name for name, field in target_models()[key].model_fields.items()}
    known -= {field.alias or name for name, field in AgentOptions.model_fields.items()}
    return {name: agent.pop(name) for name in [*agent] if name in known}


def _lay_over(data: dict[str, Any], key: str, overlay: Mapping[str, Any]) -> None:
    """Override the script's target options with those of the batch."""
    held = data.get(key)
    if not isinstance(held, dict | None):
        return
    section: dict[str, Any] = {**(held or {})}
    for name, value in overlay.items():
        inner = section.get(name)
        section[name] = {**inner, **value} if isinstance(inner, dict) and isinstance(value, Mapping) else value
    data[key] = section


def _empty_tasks(root: YamlMapping, *, ours: bool) -> list[Problem]:
    """A script that does nothing, which Midscene calls a success."""
    tasks = root.entries["tasks"]
    if not isinstance(tasks, YamlList) or tasks.items:
        return []
    severity = "error" if ours else "warning"
    return [Problem(tasks.location, "there are no tasks, so nothing is run", "at least one entry is needed", severity)]


def _place_flows(file: ScriptFile, root: YamlMapping) -> None:
    tasks = root.entries.get("tasks")
    for task, (node, _) in zip(file.tasks, pairs(tasks, list(file.tasks)), strict=True):
        _place(task.flow, cast("YamlMapping", node).entries["flow"])


def _place(flow: list[Item], node: YamlNode) -> None:
    for item, item_node in zip(flow, cast("YamlList", node).items, strict=True):
        table = cast("YamlMapping", item_node)
        key = key_of(table)
        item.put(table.keys[key].location, key)
        match item:
            case IfBlock():
                _place(item.then, table.entries["then"])
                if "else" in table.entries:
                    _place(item.otherwise, table.entries["else"])
            case ForBlock() | RepeatBlock() | WhileBlock():
                _place(item.do, table.entries["do"])
            case _:
                pass


def _read_secrets(
    file: ScriptFile,
    root: YamlMapping,
    environment: Mapping[str, str],
    variables: Mapping[str, Any],
    problems: list[Problem],
    *,
    rehearsed: bool,
) -> dict[str, Secret]:
    secrets = {name: value for name, value in variables.items() if isinstance(value, Secret)}
    section = root.entries.get("secrets")
    for name, variable in file.secrets.items():
        given = variables.get(name)
        if given is not None:
            secrets[name] = given if isinstance(given, Secret) else Secret(str(given))
        elif environment.get(variable):
            try:
                secrets[name] = secret_from(environment, variable)
            except ConfigError as error:
                problems.append(Problem(_named_place(section, name), error.message, error.remedy))
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


def _named_place(section: YamlNode | None, name: str) -> Location:
    match section:
        case YamlMapping() if name in section.keys:
            return section.keys[name].location
        case YamlList(items=items):
            return next(
                (item.location for item in items if isinstance(item, YamlScalar) and item.text == name), Location(1)
            )
        case _:
            return Location(1)


def _named(task: ScriptTask, number: int) -> ScriptTask:
    return task if task.name else task.model_copy(update={"name": f"task {number}"})


def _agent_options(file: ScriptFile, target: Target) -> AgentOptions:
    """The agent's section; it overrides agent options that older scripts set in their target."""
    options: dict[str, Any] = {}
    for section in filter(None, (target, file.agent)):
        options |= {
            name: getattr(section, name) for name in section.model_fields_set & AgentOptions.model_fields.keys()
        }
    return AgentOptions().model_copy(update=options)


def _config(file: ScriptFile, target: Target) -> Config:
    config = file.config or Config()
    options = {name: getattr(target, name) for name in ("output", "unstable_log_content")}
    return config.model_copy(update={name: value for name, value in options.items() if value is not None})
