"""Checks the settings: which are set, where, and whether their values are valid."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import cast
from urllib.parse import urlsplit

from askonce.cli.doctor.findings import DoctorContext, Finding
from askonce.config import PREFIX, SETTINGS, Settings, read_settings
from askonce.config.environment_variables import ROLES
from askonce.config.midscene_variables import PREFIX as MIDSCENE
from askonce.config.midscene_variables import reason_without_effect
from askonce.diagnostics.closest_name import closest_name
from askonce.errors import ConfigError
from askonce.models.families import family_named

_OTHERS = ("OPENAI_API_KEY", "OPENAI_BASE_URL")
_SECRET_ENDINGS = ("KEY", "SECRET", "PASSWORD", "TOKEN")
_OBJECTS = ("EXTRA_BODY", "HEADERS", "QUERY", "INIT_CONFIG")
"""Parts of the names of variables that hold a JSON object."""
_LONG_KEY = 12
_SHOWN_OF_KEY = 4
_LONGEST = 80


async def check_settings(context: DoctorContext) -> Sequence[Finding]:
    """Each variable that is set, in the order of the documentation; then those that are not settings."""
    known = [setting.name for setting in SETTINGS]
    read = settings_read(context.environment)
    names = [*known, *sorted(name for name in read if name not in known)]
    findings = [_check_value(name, context) for name in names if context.environment.get(name, "").strip()]
    findings += _check_unread(context, read)
    if context.unread:
        findings.append(Finding(".env", False, context.unread.message, context.unread.remedy))
    left = problem_with_all(context.environment)
    if left:
        findings.append(Finding("settings", False, left.message, left.remedy))
    return findings or [Finding("settings", True, "none set: the defaults are used")]


def read_usable(environment: Mapping[str, str]) -> Settings:
    """The valid part of the settings, so that one wrong value does not prevent the other checks."""
    fitting = _valid_part(environment)
    try:
        return read_settings(fitting)
    except ConfigError:
        return read_settings({name: value for name, value in fitting.items() if "MODEL_" not in name})


def problem_with_all(environment: Mapping[str, str]) -> ConfigError | None:
    """What is wrong with the combination of values that are valid on their own."""
    try:
        read_settings(_valid_part(environment))
    except ConfigError as error:
        return error
    return None


def problem_with(name: str, value: str) -> ConfigError | None:
    """What is wrong with one value, read as if it were the only one."""
    prefix = MIDSCENE if name.startswith(MIDSCENE) else PREFIX
    roles = [role for role in ROLES if name.startswith(f"{prefix}{role}MODEL_")]
    named = {f"{prefix}{role}MODEL_NAME": "any" for role in ("", *roles)}
    try:
        read_settings({**named, name: value})
        if name.endswith("MODEL_FAMILY") and value.strip():
            family_named(value)
    except ConfigError as error:
        return error
    return None


def settings_read(environment: Mapping[str, str]) -> frozenset[str]:
    """The names of all variables that are read; which of Midscene's are among them depends on the others."""
    read = _ReadNames(_valid_part(environment))
    with suppress(ConfigError):  # `problem_with_all` reports it
        read_settings(read)
    return frozenset(read.names)


def shown(name: str, value: str) -> str:
    """A value without what must stay private."""
    value = value.strip()
    if name.endswith(_SECRET_ENDINGS):
        return f"set, ends in …{value[-_SHOWN_OF_KEY:]}" if len(value) > _LONG_KEY else "set"
    if any(part in name for part in _OBJECTS):
        return _fields(value)
    if "://" in value:
        value = without_password(value)
    return value if len(value) <= _LONGEST else value[: _LONGEST - 1] + "…"


class _ReadNames(Mapping[str, str]):
    """An environment that records which of its variables are read."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self.names: list[str] = []

    def __getitem__(self, name: str) -> str:
        self.names.append(name)
        return self._environment[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._environment)

    def __len__(self) -> int:
        return len(self._environment)


def _valid_part(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment without the values that are invalid on their own."""
    ours = (PREFIX, MIDSCENE, *_OTHERS)
    return {
        name: value for name, value in environment.items() if not (name.startswith(ours) and problem_with(name, value))
    }


def _check_value(name: str, context: DoctorContext) -> Finding:
    value = context.environment[name]
    where = "environment" if name in context.process else ".env"
    problem = problem_with(name, value)
    if problem is None:
        return Finding(name, True, f"{shown(name, value)} ({where})")
    return Finding(name, False, f"{_about(name, problem)} ({where})", problem.remedy)


def _about(name: str, problem: ConfigError) -> str:
    """The message of an error, without the name of the variable at its start."""
    return problem.message.removeprefix(f"{name} ")


def _check_unread(context: DoctorContext, read: frozenset[str]) -> list[Finding]:
    known = {setting.name.removeprefix(PREFIX): setting for setting in SETTINGS}
    findings: list[Finding] = []
    for name in sorted(context.environment):
        where = "environment" if name in context.process else ".env"
        if name.startswith(PREFIX) and name.removeprefix(PREFIX) not in known:
            misspelt = problem_with(name, context.environment[name])
            if misspelt:
                findings.append(Finding(name, False, f"{_about(name, misspelt)} ({where})", misspelt.remedy))
                continue
            close = closest_name(name.removeprefix(PREFIX), known, cutoff=0.5)
            nearest = f"; the closest setting is {PREFIX}{close}" if close else ""
            remedy = f"ignore this if it is your own variable{nearest}"
            findings.append(Finding(name, False, f"is not a setting ({where})", remedy, needed=False))
    ignored = [name for name in sorted(context.environment) if name.startswith(MIDSCENE) and name not in read]
    for name in ignored:
        where = "environment" if name in context.process else ".env"
        why = reason_without_effect(name, context.environment)
        findings.append(Finding(name, True, f"has no effect: {why} ({where})", needed=False))
    return findings


def _fields(value: str) -> str:
    """The names of the fields that are added to requests; their values may be private."""
    try:
        body: object = json.loads(value)
    except (ValueError, RecursionError):
        body = None
    names = list(cast("dict[str, object]", body)) if isinstance(body, dict) else []
    return f"an object with {', '.join(names)}" if names else "an empty object"


def without_password(address: str) -> str:
    """An address without its password and its query."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        place = f"{host}:{parts.port}" if parts.port else host
    except ValueError:
        return "set"
    if not parts.username and not parts.query:
        return address
    return f"{parts.scheme}://{'•••@' if parts.username else ''}{place}{parts.path}{'?…' if parts.query else ''}"
