"""Parses and validates the text of a recordings file; `recording_writer` writes it."""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from askonce.diagnostics.closest_name import closest_name, did_you_mean
from askonce.diagnostics.problem import Problem
from askonce.diagnostics.source_text import SourceError
from askonce.diagnostics.yaml_nodes import YamlList, YamlMapping, YamlNode, YamlScalar, value_of
from askonce.diagnostics.yaml_parser import parse_yaml
from askonce.recordings.recording import RecordedStep, RecordedTarget, RecordingFile, ValueSource
from askonce.recordings.recording_writer import BESIDE_THE_ACTION, VERSION
from askonce.recordings.recording_yaml import RULES, recording_error
from askonce.screens.expectation import Expectation

_Kind = Literal["visible", "gone", "address", "field"]
_KINDS: tuple[_Kind, ...] = get_args(_Kind)
_DESCRIBED = {
    RecordingFile: "a recordings file",
    RecordedStep: "a step",
    RecordedTarget: "a sighting",
    ValueSource: "a value",
}


def read_recordings(text: str, file: str) -> RecordingFile:
    """The recordings in the text of a file; `file` is its name for errors."""
    try:
        return _Reader().read(text)
    except SourceError as error:
        raise recording_error(error.problem, file, text) from error


def recording_problems(text: str) -> tuple[Problem, ...]:
    """What is wrong with the text of a recordings file: the first thing that cannot be read."""
    try:
        _Reader().read(text)
    except SourceError as error:
        return (error.problem,)
    return ()


class _Reader:
    """Reads nodes by the types of their fields: in a text field, an unquoted 007 is text."""

    def read(self, text: str) -> RecordingFile:
        root = parse_yaml(text, RULES)
        if not isinstance(root, YamlMapping) or "askonce" not in root.entries:
            raise self._error(root, "this is not a recordings file", f'such a file begins with "askonce: {VERSION}"')
        version = root.entries.pop("askonce")
        if value_of(version) != VERSION:
            raise self._error(
                version,
                f"the file has version {_shown(version)}, and this Askonce reads version {VERSION}",
                "install a newer Askonce, or delete the file to have it recorded again",
            )
        return self._model(root, RecordingFile)

    def _model(self, node: YamlNode, model: type[BaseModel]) -> Any:
        mapping = self._mapping(node)
        for key in mapping.entries:
            if key not in model.model_fields:
                raise self._unknown_key(mapping.keys[key], model, model.model_fields)
        values = {
            name: self._value(entry, model.model_fields[name].annotation) for name, entry in mapping.entries.items()
        }
        return self._checked(model, mapping, values)

    def _value(self, node: YamlNode, kind: Any) -> Any:
        inner = get_args(kind)
        origin = get_origin(kind)
        if kind is str:
            return self._scalar(node).text
        if kind is RecordedStep:
            return self._step(node)
        if kind is Expectation:
            return self._expectation(node)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return self._model(node, kind)
        if origin is tuple or origin is list:
            return [self._value(item, inner[0]) for item in self._list(node).items]
        if origin is dict:
            return {key: self._value(entry, inner[1]) for key, entry in self._mapping(node).entries.items()}
        if origin in (Union, types.UnionType):
            is_none = isinstance(node, YamlScalar) and node.value is None
            return None if is_none else self._value(node, next(type_ for type_ in inner if type_ is not types.NoneType))
        return value_of(node)

    def _step(self, node: YamlNode) -> RecordedStep:
        mapping = self._mapping(node)
        actions = [key for key in mapping.entries if key not in BESIDE_THE_ACTION]
        if not actions:
            raise self._error(mapping, "the step has no action", "name one with its values, such as Tap: {target: …}")
        action = actions[0]
        if len(actions) > 1:
            # One of them is probably a misspelt key: point at that one.
            odd = next((key for key in actions if closest_name(key, BESIDE_THE_ACTION)), actions[1])
            raise self._unknown_key(mapping.keys[odd], RecordedStep, BESIDE_THE_ACTION)
        params = self._mapping(mapping.entries[action])
        values: dict[str, Any] = {"action": action, "params": value_of(params)}
        for name, entry in mapping.entries.items():
            if name != action:
                values[name] = self._value(entry, RecordedStep.model_fields[name].annotation)
        return self._checked(RecordedStep, mapping, values)

    def _expectation(self, node: YamlNode) -> Expectation:
        mapping = self._mapping(node)
        for key in mapping.entries:
            if key not in (*_KINDS, "is"):
                raise self._unknown_key(mapping.keys[key], Expectation, (*_KINDS, "is"))
        kinds: list[_Kind] = [kind for kind in _KINDS if mapping.entries.get(kind)]
        if len(kinds) != 1:
            raise self._error(mapping, "an expectation is one of visible, gone, address and field", "write one a line")
        kind = kinds[0]
        value = mapping.entries.get("is")
        if kind == "field" and value is None:
            raise self._error(mapping, "what the field holds is missing", 'add is: … below it; is: "" when empty')
        return Expectation(kind, self._scalar(mapping.entries[kind]).text, self._scalar(value).text if value else "")

    def _scalar(self, node: YamlNode) -> YamlScalar:
        if not isinstance(node, YamlScalar):
            found = "a list" if isinstance(node, YamlList) else "a mapping"
            raise self._error(node, f"a text is needed here, not {found}", "put it in quotes if it is one")
        return node

    def _list(self, node: YamlNode) -> YamlList:
        if not isinstance(node, YamlList):
            raise self._error(node, f"a list is needed here, not {_shown(node)}", "begin each entry with a dash")
        return node

    def _mapping(self, node: YamlNode) -> YamlMapping:
        if not isinstance(node, YamlMapping):
            raise self._error(node, f"a mapping is needed here, not {_shown(node)}", "write it as key: value")
        return node

    def _checked(self, model: type[Any], mapping: YamlMapping, values: dict[str, Any]) -> Any:
        try:
            return model.model_validate(values)
        except ValidationError as error:
            first = error.errors()[0]
            name = str(first["loc"][0]) if first["loc"] else ""
            if first["type"] == "missing":
                raise self._error(mapping, f"{_described(model)} needs {name!r}", f"add {name}: …") from None
            node = mapping.entries.get(name, mapping)
            message = f"{name or _described(model)} does not fit: {first['msg']}, not {_shown(node)}"
            raise self._error(node, message) from None

    def _unknown_key(self, key: YamlScalar, model: type[Any], known: Iterable[str]) -> SourceError:
        remedy = f"{did_you_mean(key.text, known)} there are: {', '.join(known)}".lstrip()
        return self._error(key, f"{_described(model)} has no key {key.text!r}", remedy)

    def _error(self, node: YamlNode, message: str, remedy: str = "") -> SourceError:
        return SourceError(
            Problem(node.location, message, remedy or "correct it by hand, or restore the file from git")
        )


def _described(model: type[Any]) -> str:
    name = model.__name__.lower()
    return _DESCRIBED.get(model) or (f"an {name}" if name[0] in "aeiou" else f"a {name}")


def _shown(node: YamlNode) -> str:
    shown = repr(value_of(node))
    return shown if len(shown) <= 80 else f"{shown[:80]}…"
