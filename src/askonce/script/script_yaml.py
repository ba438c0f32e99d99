"""Scripts and batch files as YAML nodes, with `${NAME}` replaced by environment variables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from askonce.config import secret_from
from askonce.diagnostics.problem import Problem
from askonce.diagnostics.yaml_nodes import YamlList, YamlMapping, YamlNode, YamlScalar
from askonce.diagnostics.yaml_parser import YamlRules, parse_yaml
from askonce.errors import ConfigError
from askonce.lazy import regex
from askonce.trace.named_literals import SECRET_WORD

_RULES = YamlRules(
    if_empty='a script has a target, such as "web:", and "tasks:"', has_placeholders=True, in_python=True
)
_VARIABLE = regex(r"\$\{([^{}\n]+)\}")
_SECRET = regex(rf"\w*{SECRET_WORD}\w*|(?:\w*_)?(?:pass|pw|pin|otp|key|auth|creds?)(?:_\w*|\d*)", re.IGNORECASE)
"""Names of environment variables that say that they hold a secret."""
_WITH_PASSWORD = regex(r"[A-Za-z][\w+.-]*://[^/\s]*:[^/\s]+@")
"""The beginning of an address with a password in it, as databases and test servers have."""
_ACTS = frozenset({"ai", "aiAct", "aiAction"})
_TYPED = _ACTS | {"aiInput", "value", "instruction"}
"""Keys of items that may type a secret by its name, so that it stands in no recording, trace or report."""


def parse_script(text: str) -> YamlNode:
    """The one document that a script is; `SourceError` when it is not YAML."""
    return parse_yaml(text, _RULES)


def texts_in(node: YamlNode) -> Iterator[str]:
    """What a script says, as YAML means it: without quotes and escapes."""
    match node:
        case YamlScalar():
            yield node.text
        case YamlList():
            for item in node.items:
                yield from texts_in(item)
        case YamlMapping():
            for key, entry in node.entries.items():
                yield key
                yield from texts_in(entry)


def name_secrets(node: YamlNode, environment: Mapping[str, str]) -> set[str]:
    """Refer to environment variables that hold secrets by their names, as in `{NAME}`, where they are typed.

    Returns the names of all of them.
    """
    names: set[str] = set()

    def named(found: re.Match[str]) -> str:
        name = found[1].strip()
        return f"{{{name}}}" if name in names else found.group()

    match node:
        case YamlScalar():
            found = {found[1].strip() for found in _VARIABLE.finditer(node.text)}
            return {name for name in found if _is_secret(name, environment)}
        case YamlList():
            return names.union(*(name_secrets(item, environment) for item in node.items))
        case YamlMapping():
            for key, entry in node.entries.items():
                names |= name_secrets(entry, environment)
                told = entry.entries.get("prompt") if key in _ACTS and isinstance(entry, YamlMapping) else entry
                if key in _TYPED and isinstance(told, YamlScalar):
                    told.text = _VARIABLE.sub(named, told.text)
            return names


def used_environment(node: YamlNode, environment: Mapping[str, str]) -> dict[str, str]:
    """The environment variables that are set, hold no secret, and stand as `${NAME}` in a script."""
    match node:
        case YamlScalar():
            found = {found[1].strip() for found in _VARIABLE.finditer(node.text)}
            return {it: environment[it] for it in found if it in environment and not _is_secret(it, environment)}
        case YamlList():
            inner = node.items
        case YamlMapping():
            inner = list(node.entries.values())
    return {name: value for part in inner for name, value in used_environment(part, environment).items()}


def _is_secret(name: str, environment: Mapping[str, str]) -> bool:
    """Whether a variable that is set holds a secret, by its name or as an address with a password in it, and is long
    enough to be told from other texts."""
    is_one = _SECRET.fullmatch(name) or _WITH_PASSWORD.match(environment.get(name, ""))
    try:
        return bool(is_one and environment.get(name) and secret_from(environment, name))
    except ConfigError:
        return False


def fill_environment(node: YamlNode, environment: Mapping[str, str], problems: list[Problem], *, lenient: bool) -> None:
    """Replace `${NAME}` by environment variables; with `lenient`, unset names stay as written."""
    match node:
        case YamlScalar():
            node.text = _VARIABLE.sub(lambda found: _look_up(found, node, environment, problems, lenient), node.text)
        case YamlList():
            for item in node.items:
                fill_environment(item, environment, problems, lenient=lenient)
        case YamlMapping():
            for entry in node.entries.values():
                fill_environment(entry, environment, problems, lenient=lenient)


def _look_up(
    found: re.Match[str], node: YamlScalar, environment: Mapping[str, str], problems: list[Problem], lenient: bool
) -> str:
    name = found[1].strip()
    if name in environment:
        return environment[name]
    if not lenient:
        remedy = f"set {name}, or write the value itself"
        problems.append(Problem(node.location, f"the environment variable {name} is not set", remedy))
    return found.group()
