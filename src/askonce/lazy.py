"""What is made when it is first used, since a start imports hundreds of classes and patterns and uses few of them.

`dataclass` and `regex` take the place of `dataclasses.dataclass` and `re.compile`, and differ in nothing else. The
methods of dataclasses with slots are shared; `__init__` is compiled for the first object.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["dataclass", "exports", "late", "regex"]

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import dataclass
    from re import compile as regex

    def late(make: Callable[[], T], /, **known: object) -> T: ...
else:

    def dataclass(cls=None, /, **options):
        """As in the standard library, with the same options."""
        is_plain = options.keys() <= {"frozen", "slots", "kw_only"} and options.get("slots")
        make = slotted_class if is_plain else dataclasses.dataclass
        return make(cls, **options) if cls else lambda cls: make(cls, **options)

    class regex:
        """As `re.compile`, but a wrong pattern is an error only when it is used."""

        def __init__(self, text, flags=0):
            self._source = text, flags

        def __getattr__(self, name):
            if name.startswith("_"):
                raise AttributeError(name)
            compiled = re.compile(*self._source)
            self.__dict__.update((name, getattr(compiled, name)) for name in dir(compiled) if name[0] != "_")
            return getattr(compiled, name)

    class late:
        """What `make` returns, made when it is first called or asked for an attribute that is not `known`."""

        def __init__(self, make, /, **known):
            self.__dict__.update(known, _make=cache(make))

        def __getattr__(self, name):
            return getattr(self.__dict__["_make"](), name)

        def __call__(self, *values, **named):
            return self._make()(*values, **named)


def exports(package: str, **homes: str) -> Callable[[str], Any]:
    """The `__getattr__` of a package for names of its modules that not everybody needs, each with its module.

    __getattr__ = exports(__name__, Cassette="cassette")
    """

    def __getattr__(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return __getattr__


def slotted_class(cls: type[T], /, *, slots: bool, frozen: bool = False, kw_only: bool = False) -> type[T]:
    """What the standard library makes of a class with slots, without a method compiled."""
    own = dict(cls.__dict__)
    cls.__doc__ = cls.__doc__ or f"A {cls.__name__}."  # the standard library would inspect the signature
    made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
    methods: dict[str, Callable[..., Any] | None] = {
        "__init__": _init_of(made),
        "__repr__": _repr,
        **_comparison(made, frozen),
        **(_FROZEN if frozen else {}),
    }
    for name, method in methods.items():
        if own.get(name) is None:  # __hash__ is None in a class that has an __eq__ of its own
            setattr(made, name, method)
    return made


def _init_of(cls: type) -> Callable[..., None]:
    """An `__init__` that compiles the one that takes its place."""

    def __init__(self: object, *values: Any, **named: Any) -> None:
        init = _compiled_init(cls)
        cls.__init__ = init
        init(self, *values, **named)

    return __init__


def _compiled_init(cls: type) -> Callable[..., None]:
    """One parameter and one line for each field, with its default and its factory in the scope of the function."""
    missing = dataclasses.MISSING
    scope: dict[str, Any] = {"_missing": missing}
    parameters, lines = ["self"], list[str]()
    for field in sorted(_fields(cls), key=lambda field: bool(field.kw_only)):
        name, default, value = field.name, f"_default_{field.name}", field.name
        if field.default_factory is not missing:
            scope |= {default: missing, f"_make_{name}": field.default_factory}
            value = f"_make_{name}() if {name} is _missing else {name}" if field.init else f"_make_{name}()"
        elif field.default is not missing:
            scope[default] = field.default
            value = name if field.init else default
        elif not field.init:
            continue
        if field.kw_only and "*" not in parameters:
            parameters.append("*")
        if field.init:
            parameters.append(f"{name}={default}" if default in scope else name)
        scope[f"_set_{name}"] = getattr(cls, name).__set__  # the slot itself, which is quicker than looking it up
        lines.append(f"_set_{name}(self, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    exec(f"def __init__({', '.join(parameters)}):\n " + "\n ".join(lines or ["pass"]), scope)
    scope["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    return scope["__init__"]


def _fields(cls: Any) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(cls)


def _comparison(cls: type, frozen: bool) -> dict[str, Callable[..., Any] | None]:
    """`__eq__` and `__hash__`, by the fields that are compared. What can change has no hash."""
    fields = _fields(cls)
    compared = _reader([field.name for field in fields if field.compare])
    hashed = _reader([field.name for field in fields if (field.compare if field.hash is None else field.hash)])

    def __eq__(self: object, other: object) -> bool:
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: object) -> int:
        return hash(hashed(self))

    return {"__eq__": __eq__, "__hash__": __hash__ if frozen else None}


def _reader(names: list[str]) -> Callable[[object], tuple[object, ...]]:
    """Reads these attributes, as a tuple."""
    match names:
        case []:
            return lambda value: ()
        case [name]:
            return lambda value: (getattr(value, name),)
        case _:
            return attrgetter(*names)


@recursive_repr()
def _repr(self: Any) -> str:
    shown = [f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse_to_set(self: object, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


_FROZEN: dict[str, Callable[..., Any]] = {
    "__setattr__": _refuse_to_set,
    "__delattr__": _refuse_to_delete,
    "__getstate__": _state,
    "__setstate__": _restore,
}
