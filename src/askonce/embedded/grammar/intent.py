"""What one part of an instruction asks for, in one way to read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class IntentArgument:
    """Some words of the instruction: a name, a text to type, a number.

    `text` is without quotation marks where all of it is one quotation, and with the names of values left open.
    """

    text: str
    fixed: bool = False
    """Whether it is one quotation or one value, and so has to match exactly."""
    raw: str = ""
    """As it was written, quotation marks and all: what a target is described with."""

    def __bool__(self) -> bool:
        return bool(self.text)

    @property
    def prompt(self) -> str:
        return self.raw or self.text


NOTHING = IntentArgument("")


def _nothing() -> Mapping[str, IntentArgument]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Intent:
    """A verb of ours (`click`, `type`, `choose` …) with the words that fill its sentence form.

    The names in `arguments` are the slots of `patterns.txt` in lower case: `target`, `value`, `options`, `keys` and so
    on.
    """

    verb: str
    words: str
    arguments: Mapping[str, IntentArgument] = field(default_factory=_nothing, hash=False)
    condition: str = ""
    """The part is skipped unless this holds: "a banner is shown"."""
    exception: str = ""
    """The part is skipped if this holds."""

    def get(self, name: str) -> IntentArgument:
        return self.arguments.get(name, NOTHING)

    @property
    def target(self) -> IntentArgument:
        return self.get("target")

    @property
    def value(self) -> IntentArgument:
        return self.get("value")
