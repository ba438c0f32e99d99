"""What an answer has to look like, as code says it in `returns=`, and whether an answer does.

`int`, `float`, `str`, `bool`, `list`, `dict`, `list[str]`, `dict[str, int]`, `int | str`; `[str, int]` for a list of
just these, `[int | str, ...]` for one of any length; `{"math": int}` for an object with these keys; `("age", int)` for
a type with a description, and in a list `"name"` for `("name", str)`; constants for themselves. Types that code cannot
hand over as values arrive as their text, which is read here.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Union, assert_never, cast

from pydantic import Field, JsonValue
from typing_extensions import TypedDict

from askonce.errors import ProgramError
from askonce.lazy import dataclass
from askonce.program.value_text import quote_value

DEPTH = 20
_KINDS: Mapping[str, Any] = {"int": int, "float": float, "str": str, "bool": bool, "None": None, "any": JsonValue}
_OTHER_NAMES = {"NoneType": "None", "Any": "any", "object": "any"}


@dataclass(frozen=True, slots=True)
class NamedType:
    name: str


@dataclass(frozen=True, slots=True)
class Constant:
    value: str | int | float | bool


@dataclass(frozen=True, slots=True)
class Either:
    options: tuple[Spec, ...]


@dataclass(frozen=True, slots=True)
class Many:
    """A list of any length."""

    item: Spec


@dataclass(frozen=True, slots=True)
class Fixed:
    """A list of just these."""

    items: tuple[Spec, ...]


@dataclass(frozen=True, slots=True)
class Dictionary:
    value: Spec


@dataclass(frozen=True, slots=True)
class Fields:
    fields: tuple[tuple[str, Spec], ...]


@dataclass(frozen=True, slots=True)
class Described:
    words: str
    spec: Spec


Spec = NamedType | Constant | Either | Many | Fixed | Dictionary | Fields | Described


def read_spec(raw: Any, depth: int = 0) -> Spec:
    """The spec that code passed. Without one, any JSON will do."""
    if depth > DEPTH:
        raise _unknown(raw)
    match raw:
        case None:
            return NamedType("any" if depth == 0 else "None")
        case type():
            return _named(raw.__name__)
        case bool() | int() | float():
            return Constant(raw)
        case str():
            return _notation(raw) or (Described(raw, NamedType("str")) if depth == 0 else Constant(raw))
        case list():
            return _list(cast("list[Any]", raw), depth)
        case (str() as words, spec):
            return Described(words, read_spec(spec, depth + 1))
        case dict():
            fields = cast("dict[Any, Any]", raw)
            if not all(isinstance(key, str) for key in fields):
                raise _unknown(fields)
            return Fields(tuple((key, read_spec(value, depth + 1)) for key, value in fields.items()))
        case _:
            raise _unknown(raw)


def _list(raw: list[Any], depth: int) -> Spec:
    def item(part: Any) -> Spec:
        if isinstance(part, str):
            return _notation(part) or Described(part, NamedType("str"))
        return read_spec(part, depth + 1)

    if raw and raw[-1] is ...:
        options = tuple(item(part) for part in raw[:-1])
        if not options:
            raise _unknown(raw)
        return Many(options[0] if len(options) == 1 else Either(options))
    return Fixed(tuple(map(item, raw)))


def _named(name: str) -> Spec:
    name = _OTHER_NAMES.get(name, name)
    match name:
        case "list" | "tuple" | "set":
            return Many(NamedType("any"))
        case "dict":
            return Dictionary(NamedType("any"))
        case _ if name in _KINDS:
            return NamedType(name)
        case _:
            raise _unknown(name)


def _notation(text: str) -> Spec | None:
    """A type written as text, `list[int | str]`; nothing if it is other text."""
    if len(text) > 500:
        return None
    try:
        return _from_tree(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError, ProgramError):
        return None


def _from_tree(node: ast.expr) -> Spec:
    match node:
        case ast.Name(id=name) if name in {*_KINDS, *_OTHER_NAMES, "list", "dict", "tuple", "set"}:
            return _named(name)
        case ast.Constant(value=None):
            return NamedType("None")
        case ast.Constant(value=(str() | int() | float()) as value):
            return Constant(value)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return Either((_from_tree(left), _from_tree(right)))
        case ast.Subscript(value=ast.Name(id="list" | "set"), slice=item):
            return Many(_from_tree(item))
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[item, ast.Constant(value=last)])) if (
            last is ...
        ):
            return Many(_from_tree(item))
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=items)):
            return Fixed(tuple(map(_from_tree, items)))
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[ast.Name(id="str"), value])):
            return Dictionary(_from_tree(value))
        case _:
            raise _unknown(ast.unparse(node))


def _unknown(raw: object) -> ProgramError:
    return ProgramError(
        f"returns={str(raw)[:100]!r} is not a type that an answer can have",
        remedy='use int, float, str, bool, list[…], dict[str, …], [..., ...], {"key": type} or ("description", type)',
    )


def describe(spec: Spec) -> str:
    """A spec as a model reads it."""
    match spec:
        case NamedType(name=name):
            names = {"int": "whole number", "float": "number", "str": "string", "bool": "true|false", "None": "null"}
            return names.get(name, "any JSON")
        case Constant(value=value):
            return json.dumps(value, ensure_ascii=False)
        case Either(options=options):
            return " or ".join(map(describe, options))
        case Many(item=item):
            return f"[{describe(item)}, …]"
        case Fixed(items=items):
            number = "exactly 1 item" if len(items) == 1 else f"exactly {len(items)} items, in this order"
            return f"[{', '.join(map(describe, items))}] ({number})"
        case Dictionary(value=value):
            return f"{{string: {describe(value)}, …}}"
        case Fields(fields=fields):
            return (
                f"{{{', '.join(f'{json.dumps(key, ensure_ascii=False)}: {describe(field)}' for key, field in fields)}}}"
            )
        case Described(words=words, spec=inner):
            return f"{describe(inner)} ({words})"
        case _:
            assert_never(spec)


def fit(spec: Spec, value: Any, at: str = "value") -> Any:
    """The value, if it is what the spec says: 3 is a float, but true is not an int. Else a `ValueError` with the place
    in the value."""
    match spec:
        case Described(spec=inner):
            return fit(inner, value, at)
        case NamedType(name=name):
            return value if _has_type(name, value) else _misfit(spec, value, at)
        case Constant(value=constant):
            return value if type(value) is type(constant) and value == constant else _misfit(spec, value, at)
        case Either(options=options):
            return _first(spec, options, value, at)
        case Many(item=item):
            return [fit(item, element, f"{at}[{number}]") for number, element in enumerate(_list_in(spec, value, at))]
        case Fixed():
            return _fit_fixed(spec, _list_in(spec, value, at), at)
        case Dictionary(value=inner):
            return {key: fit(inner, element, f"{at}.{key}") for key, element in _object_in(spec, value, at).items()}
        case Fields():
            return _fit_fields(spec, _object_in(spec, value, at), at)
        case _:
            assert_never(spec)


def _has_type(name: str, value: Any) -> bool:
    match name:
        case "int":
            return isinstance(value, int) and not isinstance(value, bool)
        case "float":
            return isinstance(value, (int, float)) and not isinstance(value, bool)
        case "str":
            return isinstance(value, str)
        case "bool":
            return isinstance(value, bool)
        case "None":
            return value is None
        case _:
            return True


def _list_in(spec: Spec, value: Any, at: str) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else _misfit(spec, value, at)


def _object_in(spec: Spec, value: Any, at: str) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else _misfit(spec, value, at)


def _fit_fixed(spec: Fixed, items: list[Any], at: str) -> list[Any]:
    if len(items) != len(spec.items):
        raise ValueError(f"{at} has {len(items)} items instead of {len(spec.items)}: {describe(spec)}")
    return [fit(item, items[number], f"{at}[{number}]") for number, item in enumerate(spec.items)]


def _fit_fields(spec: Fields, pairs: dict[str, Any], at: str) -> dict[str, Any]:
    wanted = dict(spec.fields)
    if missing := [key for key in wanted if key not in pairs]:
        raise ValueError(f"{at} has no {', '.join(missing)}: {describe(spec)}")
    if unknown := [key for key in pairs if key not in wanted]:
        raise ValueError(f"{at} has {', '.join(unknown)}, which was not asked for: {describe(spec)}")
    return {key: fit(inner, pairs[key], f"{at}.{key}") for key, inner in wanted.items()}


def _first(spec: Spec, options: Sequence[Spec], value: Any, at: str) -> Any:
    for option in options:
        try:
            return fit(option, value, at)
        except ValueError:
            continue
    return _misfit(spec, value, at)


def _misfit(spec: Spec, value: Any, at: str) -> Any:
    raise ValueError(f"{at} is {quote_value(value)}, but {describe(spec)} was asked for")


def type_of(spec: Spec) -> Any:
    """The same as a Python type, for those who read values off a screen."""
    match spec:
        case NamedType(name=name):
            return _KINDS[name]
        case Constant(value=value):
            return float if isinstance(value, float) else Literal[value]
        case Either(options=options):
            return Union[tuple(map(type_of, options))]  # noqa: UP007
        case Many(item=item):
            return list[type_of(item)]
        case Fixed(items=items):
            return tuple[tuple(map(type_of, items))]  # pyright: ignore
        case Dictionary(value=value):
            return dict[str, type_of(value)]
        case Fields(fields=fields):
            kinds = {key: type_of(field) for key, field in fields}
            return cast("Any", TypedDict)("Fields", kinds)
        case Described(words=words, spec=inner):
            return Annotated[type_of(inner), Field(description=words)]
        case _:
            assert_never(spec)
