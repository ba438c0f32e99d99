"""Values that are passed into instructions instead of pasted into them, and secrets among them.

`agent.act("search for {term}", term="mugs")` keeps `{term}` as a name: the model reads what it stands for, a
recording keeps the name, and a `Secret` is known to everybody but the screen by its name only.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import final
from urllib.parse import quote, quote_plus

from understudy.errors import ConfigError

_SLOT = re.compile(r"\{\{|\}\}|\{([A-Za-z_]\w*)\}")


@final
class Secret:
    """A text that is typed for real and shown nowhere: not in prompts, traces, logs, errors or recordings."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        if not text:
            raise ConfigError("a Secret is empty", remedy="check the variable or environment entry it comes from")
        self._text = text

    def reveal(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "Secret('•••')"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return repr(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._text == self._text

    def __hash__(self) -> int:
        return hash((Secret, self._text))

    def __reduce__(self) -> str:
        raise TypeError("a Secret cannot be pickled or copied to disk")


Value = str | int | float | Secret


def _no_values() -> Mapping[str, str | Secret]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Instruction:
    """A sentence with named slots, and what stands in them."""

    text: str
    values: Mapping[str, str | Secret] = field(default_factory=_no_values)

    @classmethod
    def of(cls, text: str, values: Mapping[str, Value] | None = None) -> Instruction:
        """Check that `text` says something and that each `{name}` in it has a value."""
        if not text.strip():
            raise ConfigError("the instruction is empty", remedy="say what should be done, in plain words")
        kept = {name: value if isinstance(value, Secret) else str(value) for name, value in (values or {}).items()}
        for slot in _SLOT.finditer(text):
            name = slot.group(1)
            if name is not None and name not in kept:
                raise ConfigError(
                    f"no value was passed for {{{name}}} in {text!r}",
                    remedy=f"pass {name}=… beside the instruction, or write {{{{{name}}}}} for the braces themselves",
                )
        return cls(text, MappingProxyType(kept))

    def fill(self, text: str, *, secrets: bool) -> str:
        """`text` with its slots filled; secrets stay as `{name}` unless `secrets` is true."""

        def value_of(slot: re.Match[str]) -> str:
            name = slot.group(1)
            if name is None:
                return slot.group()
            match self.values.get(name):
                case None:
                    return slot.group()
                case Secret() as secret:
                    return secret.reveal() if secrets else slot.group()
                case str() as plain:
                    return plain

        return _SLOT.sub(value_of, text)

    def __str__(self) -> str:
        """As a person would read it: plain values filled in, secrets by name."""
        return self.fill(self.text, secrets=False).replace("{{", "{").replace("}}", "}")


class Mask:
    """Replaces known secrets by their names wherever text leaves the process."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._pattern: re.Pattern[str] | None = None

    def learn(self, values: Mapping[str, str | Secret]) -> None:
        """Hide the secrets among `values` from now on."""
        before = len(self._names)
        for name, value in values.items():
            if isinstance(value, Secret):
                self._names |= dict.fromkeys(_spellings(value.reveal()), f"{{{name}}}")
        if len(self._names) != before:
            longest_first = sorted(self._names, key=len, reverse=True)
            self._pattern = re.compile("|".join(map(re.escape, longest_first)))

    def __bool__(self) -> bool:
        return self._pattern is not None

    def __call__(self, text: str) -> str:
        return self._pattern.sub(lambda found: self._names[found.group()], text) if self._pattern else text

    def hides(self, text: str) -> bool:
        """Whether `text` holds a secret."""
        return bool(self._pattern and self._pattern.search(text))


def _spellings(text: str) -> Iterable[str]:
    """The text itself and the ways in which pages and files write it down."""
    return {
        text,
        json.dumps(text)[1:-1],
        json.dumps(text, ensure_ascii=False)[1:-1],
        quote(text),
        quote(text, safe=""),
        quote_plus(text),
        html.escape(text),
    }
