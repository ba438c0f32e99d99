"""Reads all members of a batch before the first one runs, so that an invalid file is found at the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from askonce.agent.program_setup import read_text
from askonce.diagnostics.excerpt import format_problems
from askonce.diagnostics.problem import Problem
from askonce.diagnostics.source_text import SourceError
from askonce.diagnostics.yaml_nodes import YamlMapping
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.program.checked_program import check_source
from askonce.screens.kind_registry import screen_kinds
from askonce.screens.screen_choice import ScreenChoice, read_options
from askonce.script.batch import Member
from askonce.script.batch_files import PROGRAM_SUFFIX
from askonce.script.batch_programs import ProgramFile
from askonce.script.script_loader import examine_script, read_script
from askonce.script.script_targets import kind_name, target_models
from askonce.script.script_yaml import parse_script


@dataclass(frozen=True, slots=True)
class MemberOptions:
    """Settings that a batch passes to its members."""

    variables: Mapping[str, Any] = field(default_factory=dict[str, Any])
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    overlays: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    """Options by kind of target, which override those of scripts."""
    screen: ScreenChoice | None = None
    """What programs start on, if the command line says so. Then scripts for other kinds of screens are refused."""
    screen_option: str = ""
    """The option that says so, as it was typed."""
    recordings: str | None = None
    """For programs only; scripts set it themselves."""
    work_folder: Path | None = None
    report: bool = True


@dataclass(frozen=True, slots=True)
class LoadedMembers:
    """The loaded members, and the problems found."""

    members: tuple[Member, ...]
    remarks: tuple[str, ...]
    """Problems as text, each with file, line and column."""
    broken: int
    """How many files cannot be run; `members` does not include them."""
    names: frozenset[str] | None
    """The names of values that they use; None if a file cannot be read."""


@dataclass(frozen=True, slots=True)
class _Loaded:
    """One file: its text, what it is if it can be run, its problems, and the names of values that it uses."""

    source: str
    member: Member | None
    problems: Sequence[Problem]
    names: frozenset[str] | None


def load_members(files: Sequence[Path], names: Sequence[str], given: MemberOptions) -> LoadedMembers:
    """Read scripts and programs; `names` are the paths used in messages."""
    loaded = [_load(path, name, given) for path, name in zip(files, names, strict=True)]
    members = tuple(file.member for file in loaded if file.member is not None)
    remarks = (format_problems(name, file.source, file.problems) for name, file in zip(names, loaded, strict=True))
    used = [file.names for file in loaded if file.names is not None]
    return LoadedMembers(
        members,
        tuple(filter(None, remarks)),
        len(files) - len(members),
        frozenset[str]().union(*used) if len(used) == len(loaded) else None,
    )


def _load(path: Path, name: str, given: MemberOptions) -> _Loaded:
    if path.suffix.lower() == PROGRAM_SUFFIX:
        return _load_program(path, name, given)
    text = read_script(Path(name))
    kind = kind_in(text)
    _refuse_other_kind(name, kind, given)
    examined = examine_script(
        text,
        Path(name),
        variables=given.variables,
        environment=given.environment,
        overlays=given.overlays,
    )
    script = examined.script
    if script and not given.report:
        script = replace(script, agent=script.agent.model_copy(update={"generate_report": False}))
    return _Loaded(text, script, examined.problems, examined.names)


def kind_in(text: str) -> str:
    """The kind of target of a script; empty if unknown, which is reported when the script is read."""
    try:
        root = parse_script(text)
    except SourceError:
        return ""
    found = next((key for key in target_models() if isinstance(root, YamlMapping) and key in root.entries), "")
    return kind_name(found)


def _refuse_other_kind(name: str, kind: str, given: MemberOptions) -> None:
    """A script that would run on its own screen although the command line says another one."""
    if given.screen and kind and kind != (wanted := given.screen.kind.name):
        raise ConfigError(
            f"{given.screen_option} belongs to {wanted} screens, and {name} runs on a {kind} screen",
            remedy=f"leave out {given.screen_option}, or run only scripts for {wanted} screens with it",
        )


def _load_program(path: Path, name: str, given: MemberOptions) -> _Loaded:
    source = read_program(path)
    examined = check_source(source, given=tuple(given.variables), unattended=True)
    screen = program_screen(name, given)
    member = ProgramFile(path, screen, given.variables, given.recordings, given.work_folder, given.report)
    return _Loaded(source, None if examined.errors else member, examined.problems, examined.names)


def read_program(path: Path) -> str:
    """The text of a program."""
    return read_text(path)[1]


def program_screen(name: str, given: MemberOptions) -> ScreenChoice:
    """What a program starts on."""
    screen = given.screen or _screen_of(given.overlays)
    if screen is None:
        raise ConfigError(
            f"{name} is a program and needs a page to start on",
            remedy="name one with --url, or with url in the web section of the batch",
        )
    return screen


def _screen_of(overlays: Mapping[str, Mapping[str, Any]]) -> ScreenChoice | None:
    """What programs start on according to the batch file: the options its targets share with commands."""
    for kind in screen_kinds():
        section = overlays.get(kind.name, {})
        fields = kind.options.model_fields.items()
        given = {name: section[key] for name, info in fields if (key := info.alias or name) in section}
        if given:
            return ScreenChoice(kind, read_options(kind, given))
    return None
