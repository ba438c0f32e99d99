"""The text of a file as a book, checked; `recording_writer` writes it. Errors name file, line and column."""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from askonce.diagnostics.closest_name import closest_name, did_you_mean
from askonce.errors import RecordingError
from askonce.recordings.recording import Book, Step
from askonce.recordings.recording_writer import BESIDE_THE_ACTION, VERSION
from askonce.recordings.yaml_positions import Part, Series, Table, Text, fault, parse, plain_value
from askonce.screens.expectation import Expectation

_Kind = Literal["visible", "gone", "address", "field"]
_KINDS: tuple[_Kind, ...] = get_args(_Kind)


def read_book(text: str, place: str) -> Book:
    """The book in the text of a file; `place` is the file's name for errors."""
    whole = parse(text, place)
    if not isinstance(whole, Table) or "askonce" not in whole.entries:
        raise fault(place, whole, "this is no recordings file", f'such a file begins with "askonce: {VERSION}"')
    version = whole.entries.pop("askonce")
    if plain_value(version) != VERSION:
        raise fault(
            place,
            version,
            f"the file has version {_shown(version)}, and this Askonce reads version {VERSION}",
            "install a newer Askonce, or delete the file to have it recorded again",
        )
    return _Reader(place).model(whole, Book)


class _Reader:
    """Reads parts by the types of the fields they stand in: in a field for text, an unquoted 007 is a text."""

    def __init__(self, place: str) -> None:
        self._place = place

    def model(self, part: Part, model: type[BaseModel]) -> Any:
        table = self._table(part, model, model.model_fields)
        values = {name: self._value(one, model.model_fields[name].annotation) for name, one in table.entries.items()}
        return self._checked(model, table, values)

    def _value(self, part: Part, kind: Any) -> Any:
        inner = get_args(kind)
        origin = get_origin(kind)
        if kind is str:
            return self._text(part)
        if kind is Step:
            return self._step(part)
        if kind is Expectation:
            return self._clause(part)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return self.model(part, kind)
        if origin is tuple or origin is list:
            return [self._value(item, inner[0]) for item in self._series(part).items]
        if origin is dict:
            return {key: self._value(one, inner[1]) for key, one in self._table(part, None, None).entries.items()}
        if origin in (Union, types.UnionType):
            is_none = isinstance(part, Text) and part.value is None
            return None if is_none else self._value(part, next(one for one in inner if one is not types.NoneType))
        return plain_value(part)

    def _step(self, part: Part) -> Step:
        table = self._table(part, None, None)
        named = [key for key in table.entries if key not in BESIDE_THE_ACTION]
        if not named:
            raise self._fault(table, "the step has no action", "name one with its values, such as Tap: {target: …}")
        action = named[0]
        if len(named) > 1:
            # One of them is likely a key that was misspelt: that is the one to point at.
            odd = next((key for key in named if closest_name(key, BESIDE_THE_ACTION)), named[1])
            raise self._unknown(table.keys[odd], Step, BESIDE_THE_ACTION)
        params = self._table(table.entries[action], None, None)
        values: dict[str, Any] = {"action": action, "params": plain_value(params)}
        for name, one in table.entries.items():
            if name != action:
                values[name] = self._value(one, Step.model_fields[name].annotation)
        return self._checked(Step, table, values)

    def _clause(self, part: Part) -> Expectation:
        table = self._table(part, None, None)
        for key in table.entries:
            if key not in (*_KINDS, "is"):
                raise self._unknown(table.keys[key], Expectation, (*_KINDS, "is"))
        said: list[_Kind] = [kind for kind in _KINDS if table.entries.get(kind)]
        if len(said) != 1:
            raise self._fault(table, "an expectation is one of visible, gone, address and field", "write one a line")
        kind = said[0]
        value = table.entries.get("is")
        if kind == "field" and value is None:
            raise self._fault(table, "it is not said what the field holds", 'add is: … below it; is: "" when empty')
        return Expectation(kind, self._text(table.entries[kind]), self._text(value) if value else "")

    def _text(self, part: Part) -> str:
        if not isinstance(part, Text):
            what = "a list" if isinstance(part, Series) else "a mapping"
            raise self._fault(part, f"{what} stands where a text should", "put it in quotes if it is one")
        return part.text

    def _series(self, part: Part) -> Series:
        if not isinstance(part, Series):
            raise self._fault(part, f"{_shown(part)} stands where a list should", "begin each entry with a dash")
        return part

    def _table(self, part: Part, model: type[Any] | None, known: Iterable[str] | None) -> Table:
        if not isinstance(part, Table):
            raise self._fault(part, f"{_shown(part)} stands where a mapping should", "write it as key: value")
        names = None if known is None else tuple(known)
        for key in part.entries if names is not None and model else ():
            if key not in (names or ()):
                raise self._unknown(part.keys[key], model or object, names or ())
        return part

    def _checked(self, model: type[Any], table: Table, values: dict[str, Any]) -> Any:
        try:
            return model.model_validate(values)
        except ValidationError as error:
            first = error.errors()[0]
            name = str(first["loc"][0]) if first["loc"] else ""
            if first["type"] == "missing":
                raise self._fault(table, f"{_called(model)} needs {name!r}", f"add {name}: …") from None
            at = table.entries.get(name, table)
            raise self._fault(at, f"{name or _called(model)} does not fit: {first['msg']}, not {_shown(at)}") from None

    def _unknown(self, key: Text, model: type[Any], known: Iterable[str]) -> RecordingError:
        remedy = f"{did_you_mean(key.text, known)} there are: {', '.join(known)}".lstrip()
        return self._fault(key, f"{_called(model)} has no key {key.text!r}", remedy)

    def _fault(self, part: Part, message: str, remedy: str = "") -> RecordingError:
        return fault(self._place, part, message, remedy or "mend it by hand, or take the file back from git")


def _called(model: type[Any]) -> str:
    name = model.__name__.lower()
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _shown(part: Part) -> str:
    shown = repr(plain_value(part))
    return shown if len(shown) <= 80 else f"{shown[:80]}…"
