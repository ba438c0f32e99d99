"""The values of a running script, and texts that refer to them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Generator, Mapping
from contextlib import contextmanager
from typing import Any, cast

from askonce.errors import ConfigError
from askonce.lazy import regex
from askonce.values import SLOT_NAME, Secret

SLOT = regex(rf"\{{\{{(?P<escaped>{SLOT_NAME})\}}\}}|(?P<dollar>\$?)\{{(?P<name>{SLOT_NAME})\}}")
"""A name in braces. With a dollar before it, it is an environment variable, or nothing of ours."""
_DOUBLED = regex(rf"\{{{{2,}}(?P<name>{SLOT_NAME})\}}{{2,}}")
"""A name in two pairs of braces or more."""
_MISSING: Any = object()


class Scope:
    """Variables, secrets and results by name.

    Using a declared name that has no value yet is an error; braces around any other word are
    literal.
    """

    def __init__(
        self,
        variables: Mapping[str, Any],
        secrets: Mapping[str, Secret],
        declared: Collection[str] = (),
        *,
        ours: bool = True,
    ) -> None:
        """`ours` is false for a script of Midscene, where doubled braces are text, unless around a declared name."""
        self._values: dict[str, Any] = {**variables, **secrets}
        self._declared = frozenset(declared)
        self._ours = ours

    def set(self, name: str, value: Any) -> None:
        self._values[name] = value

    @contextmanager
    def holding(self, **values: Any) -> Generator[None, None, None]:
        """Set values inside a block, and restore the previous ones after it."""
        before = {name: self._values.get(name, _MISSING) for name in values}
        self._values |= values
        try:
            yield
        finally:
            for name, value in before.items():
                self._values.pop(name, None)
                if value is not _MISSING:
                    self._values[name] = value

    @property
    def plain(self) -> dict[str, Any]:
        """All values except secrets."""
        return {name: value for name, value in self._values.items() if not isinstance(value, Secret)}

    @property
    def all(self) -> dict[str, Any]:
        return dict(self._values)

    @property
    def secrets(self) -> dict[str, Secret]:
        return {name: value for name, value in self._values.items() if isinstance(value, Secret)}

    def prepare(self, text: str, taken: Collection[str] = ()) -> tuple[str, dict[str, str | Secret]]:
        """A sentence for an agent, and the values of the names in it. Names in `taken` are replaced."""
        values: dict[str, str | Secret] = {}

        def slot(found: re.Match[str]) -> str:
            name = found["name"]
            if name is None:
                return found.group() if self._is_escape(found) else f"{{{found.group()}}}"
            value = _MISSING if found["dollar"] else self._find(name)
            if value is _MISSING:
                return f"{found['dollar']}{{{{{name}}}}}"
            called = f"{name}_value" if name in taken else name
            values[called] = value if isinstance(value, Secret) else as_text(value)
            return f"{{{called}}}"

        return SLOT.sub(slot, text), values

    def prepare_field(self, text: str) -> tuple[str, dict[str, str | Secret]]:
        """The same for a field of an action, where no braces are doubled: those that are meant have a name too."""
        sentence, values = self.prepare(text)

        def braces(found: re.Match[str]) -> str:
            meant = found.group()[1:-1]
            opened, closed = meant.count("{"), meant.count("}")
            count = "" if opened == closed == 1 else f"_{opened}_{closed}"
            called = f"{found['name']}_in_braces{count}"
            values[called] = meant
            return f"{{{called}}}"

        return _DOUBLED.sub(braces, sentence), values

    def fill(self, text: str) -> str:
        """A text with its values filled in. Secrets are refused: they may only be typed."""

        def value_of(found: re.Match[str]) -> str:
            if found["escaped"]:
                return found.group()[1:-1] if self._is_escape(found) else found.group()
            if found["dollar"]:
                return found.group()
            value = self._find(found["name"])
            if isinstance(value, Secret):
                raise ConfigError(
                    f"{{{found['name']}}} is a secret and cannot be used in {text!r}",
                    remedy="a secret can only be typed: use it in aiInput's value or in an instruction",
                )
            return found.group() if value is _MISSING else as_text(value)

        return SLOT.sub(value_of, text)

    def value(self, given: Any) -> Any:
        """The value that a text refers to, with its type: `"{products}"` may be a list. Other texts are filled in."""
        match given:
            case str():
                whole = SLOT.fullmatch(given.strip())
                found = self._find(whole["name"]) if whole and whole["name"] and not whole["dollar"] else _MISSING
                return found if found is not _MISSING and not isinstance(found, Secret) else self.fill(given)
            case list():
                return [self.value(value) for value in cast("list[Any]", given)]
            case dict():
                return {key: self.value(value) for key, value in cast("dict[str, Any]", given).items()}
            case _:
                return given

    def amount(self, given: float | str, what: str) -> float:
        """A number from 0 on, or the one that a name refers to."""
        value = self.value(given)
        try:
            number = math.nan if isinstance(value, bool) else float(value)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
        if not 0 <= number < math.inf:
            raise ConfigError(f"{what} must be a number that is not negative, but {given} is {as_text(value)!r}")
        return number

    def _is_escape(self, doubled: re.Match[str]) -> bool:
        """Whether doubled braces mean single ones."""
        return self._ours or doubled["escaped"].partition(".")[0] in self._declared

    def _find(self, name: str) -> Any:
        root, *steps = name.split(".")
        if root not in self._values:
            if root in self._declared:
                raise ConfigError(f"{{{root}}} has no value yet", remedy="the item that sets it must run first")
            return _MISSING
        value = self._values[root]
        for step in steps:
            value = _part(value, step, name)
        return value


def _part(value: Any, step: str, name: str) -> Any:
    try:
        if isinstance(value, list):
            return cast("list[Any]", value)[int(step)]
        return value[step]
    except (KeyError, IndexError, TypeError, ValueError):
        raise ConfigError(f"{{{name}}} has no value: {step!r} is not in {as_text(value)[:80]!r}") from None


def as_text(value: Any) -> str:
    """A value as text."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer():
            return str(int(value))
        case str() | int() | float():
            return str(value)
        case _:
            return json.dumps(value, ensure_ascii=False, default=str)
