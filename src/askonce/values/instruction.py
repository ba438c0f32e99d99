"""An instruction with named slots, and the values for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from askonce.diagnostics.closest_name import closest_name
from askonce.errors import ConfigError
from askonce.lazy import dataclass, regex
from askonce.values.secret import Secret

SLOT_NAME = r"[^\W\d]\w*(?:\.\w+)*"
"""What may be in braces: a word, or words with dots between, such as `contact.name` or `items.0`."""
_SLOT = regex(rf"\{{\{{(?P<escaped>{SLOT_NAME})\}}\}}|\{{(?P<name>{SLOT_NAME})\}}")

Value = str | int | float | Secret


def slot_names(text: str) -> list[str]:
    """The names in braces, in the order in which they are written; not those in doubled braces."""
    return [slot["name"] for slot in _SLOT.finditer(text) if slot["name"] is not None]


def _no_values() -> Mapping[str, str | Secret]:
    return MappingProxyType({})


def _no_images() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Instruction:
    """A sentence with named slots, and their values."""

    text: str
    values: Mapping[str, str | Secret] = field(default_factory=_no_values)
    images: Mapping[str, str] = field(default_factory=_no_images)
    """The pictures that it refers to, by name, as digests: what was recorded for others does not apply."""

    @classmethod
    def of(cls, text: str, values: Mapping[str, Value] | None = None) -> Instruction:
        """Check that `text` is not empty and that each `{name}` in it has a value.

        A name with dots is a slot only if a value is passed for it: otherwise it may be code or a file name.
        """
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance] - callers need not be typed
            raise ConfigError(f"{text!r} is not a text", remedy="pass what is meant in words, as a str")
        if not text.strip():
            raise ConfigError("the instruction is empty", remedy="say what should be done, in plain words")
        kept = {name: value if isinstance(value, Secret) else str(value) for name, value in (values or {}).items()}
        named = slot_names(text)
        for name in named:
            if name not in kept and "." not in name:
                near = closest_name(name, kept.keys() - set(named))
                advice = f"{near} was passed instead, did you mean {name}?" if near else f"pass {name}=… with it,"
                raise ConfigError(
                    f"no value was passed for {{{name}}} in {text!r}",
                    remedy=f"{advice} or write {{{{{name}}}}} for literal braces",
                )
        return cls(text, MappingProxyType(kept))

    def fill(self, text: str, *, secrets: bool) -> str:
        """`text` with its slots filled; secrets stay as `{name}` unless `secrets` is true.

        The text may come from a model and contain other braces: only `{name}` of a known name is replaced, and
        `{{name}}` is left as it is.
        """

        def value_of(slot: re.Match[str]) -> str:
            match self.values.get(slot["name"] or ""):
                case None:
                    return slot.group()
                case Secret() as secret:
                    return secret.reveal() if secrets else slot.group()
                case str() as plain:
                    return plain

        return _SLOT.sub(value_of, text)

    @property
    def unfilled(self) -> str:
        """The sentence with its slots open, and `{{name}}` as `{name}`."""
        return _SLOT.sub(lambda slot: f"{{{slot['escaped'] or slot['name']}}}", self.text)

    def __str__(self) -> str:
        """The readable form: plain values filled in, secrets by name, `{{name}}` as `{name}`."""

        def written(slot: re.Match[str]) -> str:
            return f"{{{slot['escaped']}}}" if slot["escaped"] else self.fill(slot.group(), secrets=False)

        return _SLOT.sub(written, self.text)
