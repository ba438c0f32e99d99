"""Reads the file of a fake screen. What is wrong with one is a `ConfigError` that points at its line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from askonce.diagnostics.closest_name import did_you_mean
from askonce.diagnostics.excerpt import excerpt, format_location
from askonce.diagnostics.field_messages import field_message, field_suggestion, shown
from askonce.diagnostics.problem import Problem, by_position
from askonce.diagnostics.source_text import SourceError, decode_source
from askonce.diagnostics.yaml_nodes import YamlList, YamlMapping, YamlNode, YamlScalar, value_of
from askonce.diagnostics.yaml_parser import YamlRules, parse_yaml
from askonce.errors import ConfigError
from askonce.screens.fake.fake_file import FakeFile, FakeWidget

_SHAPE = "a fake screen has pages, each a list of widgets such as {button: Save}"
_SHAPES = {
    "size": "write width and height, such as [800, 600]",
    "box": "write left, top, width and height, such as [20, 20, 320, 30]",
}
_RULES = YamlRules(if_empty=_SHAPE, if_broken="write YAML or JSON, in UTF-8", in_python=True)
_ONE_PAGE = ("pages", "start")
"""Where the widgets of a file are that is just a list of them."""


def read_fake_file(path: Path) -> FakeFile:
    """What a file says, or an error with the line, what is wrong with it and the remedy."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ConfigError(f"the fake screen {path} could not be read: {error.strerror}", remedy="name a file") from None
    text = ""
    try:
        text = decode_source(data)
        return _file_of(parse_yaml(text, _RULES))
    except SourceError as error:
        problem = error.problem
    lines = [f"{format_location(str(path), problem.location)}: {problem.message}"]
    lines += excerpt(text.splitlines(), problem.location)
    raise ConfigError("\n".join(lines), remedy=problem.suggestion or _SHAPE)


def _file_of(root: YamlNode) -> FakeFile:
    if isinstance(root, YamlScalar):
        message = f"pages of widgets are needed here, not {shown(root)}"
        raise SourceError(Problem(root.location, message, _SHAPE))
    value = value_of(root, spelled=True)
    try:
        return FakeFile.model_validate({"pages": {"start": value}} if isinstance(root, YamlList) else value)
    except ValidationError as error:
        raise SourceError(by_position(_problem(detail, root) for detail in error.errors())[0]) from None


def _problem(detail: ErrorDetails, root: YamlNode) -> Problem:
    path = detail["loc"]
    if isinstance(root, YamlList):
        path = path[len(_ONE_PAGE) :]
    *above, last = path or ("",)
    holder = _walk(root, above)
    if detail["type"] == "extra_forbidden" and isinstance(holder, YamlMapping):
        return _unknown_key(str(last), holder, FakeWidget if above else FakeFile)
    key = next((step for step in reversed(path) if isinstance(step, str) and step != "[key]"), "")
    if detail["type"] == "missing" and isinstance(last, str):
        return Problem(holder.location, f"a fake screen lacks {last}", _SHAPE)
    if detail["type"] == "missing":
        return Problem(holder.location, f"{key}: there are too few numbers", _SHAPES.get(key, ""))
    node = _walk(root, path)
    if last == "[key]" and isinstance(pages := _walk(root, above[:-1]), YamlMapping):
        node = pages.keys.get(key, node)
    if isinstance(path[-1] if path else "", int) and key not in _SHAPES:
        key = ""
    return Problem(node.location, field_message(detail, key, node), _remedy(detail, key, node, root))


def _remedy(detail: ErrorDetails, key: str, node: YamlNode, root: YamlNode) -> str:
    pages = root.entries.get("pages") if isinstance(root, YamlMapping) else None
    if key == "opens" and isinstance(node, YamlScalar) and isinstance(pages, YamlMapping):
        return did_you_mean(node.text, pages.entries, otherwise="add the page, or open another one")
    return field_suggestion(detail, node) or _SHAPES.get(key, "")


def _unknown_key(key: str, holder: YamlMapping, section: type[FakeFile | FakeWidget]) -> Problem:
    known = list(section.model_fields)
    what = "a widget" if section is FakeWidget else "a fake screen"
    remedy = did_you_mean(key, known, otherwise=f"its keys are {', '.join(known)}")
    return Problem(holder.keys[key].location, f"{what} has no key {key!r}", remedy)


def _walk(node: YamlNode, path: Sequence[str | int]) -> YamlNode:
    """The node that a path leads to, as far as it is there; the key of one that is empty."""
    for step in path:
        match node, step:
            case YamlList(items=items), int() if step < len(items):
                node = items[step]
            case YamlMapping(entries=entries, keys=keys), str() if step in entries:
                found = entries[step]
                node = keys[step] if isinstance(found, YamlScalar) and found.plain and not found.text else found
            case _:
                return node
    return node
