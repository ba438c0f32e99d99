"""Scripts and batch files as YAML nodes, with `${NAME}` replaced by environment variables."""

from __future__ import annotations

import re
from collections.abc import Mapping

from askonce.diagnostics.problem import Problem
from askonce.diagnostics.yaml_nodes import YamlList, YamlMapping, YamlNode, YamlScalar
from askonce.diagnostics.yaml_parser import YamlRules, parse_yaml
from askonce.lazy import regex

_RULES = YamlRules(
    if_empty='a script has a target, such as "web:", and "tasks:"', has_placeholders=True, in_python=True
)
_VARIABLE = regex(r"\$\{([^{}\n]+)\}")


def parse_script(text: str) -> YamlNode:
    """The one document that a script is; `SourceError` when it is not YAML."""
    return parse_yaml(text, _RULES)


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
