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

from askonce.errors import ConfigError

SLOT_NAME = r"[^\W\d]\w*(?:\.\w+)*"
"""What may stand in braces: a word, or words with dots between, such as `contact.name` or `items.0`."""
_SLOT = re.compile(rf"\{{\{{(?P<escaped>{SLOT_NAME})\}}\}}|\{{(?P<name>{SLOT_NAME})\}}")


@final
class Secret:
    """A text that is typed for real and shown nowhere: not in prompts, traces, logs, errors or recordings."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        if not isinstance(text, str) or not text:  # pyright: ignore[reportUnnecessaryIsInstance]
            what = "empty" if not text else f"no text but of type {type(text).__name__}"
            raise ConfigError(f"a Secret is {what}", remedy="check the variable or environment entry it comes from")
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

    def __copy__(self) -> Secret:
        return self

    def __deepcopy__(self, memo: object) -> Secret:
        return self

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
        """Check that `text` says something and that each `{name}` in it has a value.

        A name with dots is a slot only where a value is passed for it: elsewhere it may be code or a file's name.
        """
        if not text.strip():
            raise ConfigError("the instruction is empty", remedy="say what should be done, in plain words")
        kept = {name: value if isinstance(value, Secret) else str(value) for name, value in (values or {}).items()}
        for slot in _SLOT.finditer(text):
            name = slot["name"]
            if name is not None and name not in kept and "." not in name:
                raise ConfigError(
                    f"no value was passed for {{{name}}} in {text!r}",
                    remedy=f"pass {name}=… beside the instruction, or write {{{{{name}}}}} for the braces themselves",
                )
        return cls(text, MappingProxyType(kept))

    def fill(self, text: str, *, secrets: bool) -> str:
        """`text` with its slots filled; secrets stay as `{name}` unless `secrets` is true.

        The text may come from a model and hold braces of its own: only `{name}` of a known name is touched, and
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
        """As a person would read it: plain values filled in, secrets by name, `{{name}}` as `{name}`."""

        def said(slot: re.Match[str]) -> str:
            return f"{{{slot['escaped']}}}" if slot["escaped"] else self.fill(slot.group(), secrets=False)

        return _SLOT.sub(said, self.text)


class Mask:
    """Replaces known secrets by their names wherever text leaves the process.

    Names that are in the text already are left alone, so that masking twice is masking once. In pictures, secrets are
    painted over by `screens.secret_redaction`.
    """

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._secrets: re.Pattern[str] | None = None
        self._either: re.Pattern[str] | None = None

    def learn(self, values: Mapping[str, str | Secret]) -> None:
        """Hide the secrets among `values` from now on."""
        hidden = {name: value for name, value in values.items() if isinstance(value, Secret)}
        for name, secret in hidden.items():
            self._names |= dict.fromkeys(_spellings(secret.reveal()), f"{{{name}}}")
        if hidden:
            self._secrets = _one_of(self._names)
            self._either = _one_of({*self._names, *self._names.values()})

    def __bool__(self) -> bool:
        return self._secrets is not None

    def __call__(self, text: str) -> str:
        if not self._secrets or not self._either or not self._secrets.search(text):
            return text
        pieces: list[str] = []
        end = 0
        while found := self._either.search(text, end):
            name = self._names.get(found.group(), found.group())
            pieces += (text[end : found.start()], name)
            end = found.end() if found.group() not in self._names else self._end_of(found, text)
        return "".join(pieces) + text[end:]

    def hides(self, text: str) -> bool:
        """Whether `text` holds a secret."""
        return self(text) != text

    def _end_of(self, found: re.Match[str], text: str) -> int:
        """Where the secret ends, with any others that begin inside it: no tail of theirs may stay behind."""
        end, start = found.end(), found.start() + 1
        while start < end:
            inner = found.re.match(text, start)
            end = max(end, inner.end()) if inner else end
            start += 1
        return end


def _one_of(texts: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, sorted(texts, key=len, reverse=True))))


def _spellings(text: str) -> Iterable[str]:
    """The text itself and the ways in which pages, files and messages write it down."""
    shown = {text, text.strip(), " ".join(text.split())} - {""}
    written: set[str] = set()
    for plain in shown:
        in_addresses = {quote(plain, safe=safe, errors="replace") for safe in ("/", "", "!'()*")}
        in_addresses |= {quote_plus(plain, errors="replace"), plain.replace(" ", "+"), plain.replace(" ", "%20")}
        written |= {
            json.dumps(plain)[1:-1],
            json.dumps(plain, ensure_ascii=False)[1:-1],
            json.dumps(plain, ensure_ascii=False)[1:-1].replace("/", "\\/"),
            repr(plain)[1:-1],
            ascii(plain)[1:-1],
            html.escape(plain),
            html.escape(plain, quote=False),
            html.escape(plain).replace("&#x27;", "&#39;"),
            html.escape(plain).replace("&#x27;", "&#39;").replace("&quot;", "&#34;"),
            html.escape(plain, quote=False).replace('"', "&quot;"),
            *in_addresses,
            *(re.sub("%..", lambda code: code.group().lower(), address) for address in in_addresses),
        }
    nested = {json.dumps(one, ensure_ascii=ascii_only)[1:-1] for one in written for ascii_only in (True, False)}
    return shown | written | nested
