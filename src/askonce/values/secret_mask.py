"""Secrets in texts: replaced by their names before a text leaves the process, however the text spells them.

Texts are compared decoded (`text_layers`). Secrets in pictures are painted over by `screens.secret_painter`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from askonce.values.secret import SHORTEST, Secret
from askonce.values.text_layers import UNSEEN, TextLayer, text_layers

_SIGNS = re.compile(r"[%&\\]|[^\x00-\x7f]")
_SIGNS_AND_BLANKS = re.compile(rf"{_SIGNS.pattern}|\+|\s\s|[^\S ]")
"""What a text has that spells something in another way; blanks matter where a secret has some."""


_DISTINCT = 6
"""A secret as long as this, of letters and other characters, is not an ordinary word. Where a text was cut, so much of
its beginning is hidden too."""
_FRAGMENT = 20
"""So many characters of a longer secret are hidden wherever they are: what cuts a text does not know of secrets."""
_WORD = re.compile(r"[^\W\d_]+")
_FIELD = re.compile("[a-z_]+")
_CUT = re.compile(r"…|\.\.\.")


class Mask:
    """Replaces known secrets by their names wherever text leaves the process.

    Names already in the text are left alone, so masking is idempotent.
    """

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._listed: list[str] = []
        self._secrets: re.Pattern[str] | None = None
        self._shown_names: re.Pattern[str] | None = None
        self._beginnings: dict[str, str] = {}
        self._fragments: dict[str, str] = {}
        self._has_blanks = False

    def learn(self, values: Mapping[str, str | Secret]) -> None:
        """Hide the secrets among `values` from now on."""
        hidden = {name: value for name, value in values.items() if isinstance(value, Secret)}
        for name, secret in hidden.items():
            self._names |= dict.fromkeys(_shown_forms(secret.reveal()), f"{{{name}}}")
        if hidden:
            self._compile()

    def apart_from(self, text: str) -> Mask:
        """A mask for what stands beside `text`: secrets that are words of it hide nothing. Such a word says nothing
        about the secret, and the text would be destroyed."""
        words = set(_WORD.findall(text))
        kept = {secret: name for secret, name in self._names.items() if secret not in words}
        if len(kept) == len(self._names):
            return self
        mask = Mask()
        mask._names = kept
        mask._compile()
        return mask

    def _compile(self) -> None:
        longest_first = sorted(self._names, key=len, reverse=True)
        self._listed = [self._names[text] for text in longest_first]
        self._secrets = re.compile("|".join(f"({_pattern(text)})" for text in longest_first)) if longest_first else None
        self._shown_names = re.compile("|".join(map(re.escape, set(self._listed))))
        self._beginnings = {
            text[:length]: name
            for text, name in self._names.items()
            for length in range(_DISTINCT, min(len(text), _FRAGMENT))
        }
        self._fragments = {
            text[start : start + _FRAGMENT]: name
            for text, name in self._names.items()
            for start in range(len(text) - _FRAGMENT + 1)
        }
        self._has_blanks = any(re.search(r"\s", text) for text in self._names)

    def __bool__(self) -> bool:
        return self._secrets is not None

    def __call__(self, text: str) -> str:
        found = sorted(self._places(text), key=lambda place: (place[0], -place[1]))
        if not found:
            return text
        pieces: list[str] = []
        end = 0
        for start, stop, name in found:
            if start >= end:
                pieces += (text[end:start], name)
            end = max(end, stop)
        return "".join(pieces) + text[end:]

    def in_data(self, value: Any) -> Any:
        """JSON data with secrets replaced by their names in its values. Names of fields stay: they are ours."""
        match value:
            case str():
                return self(value)
            case bool() | None:
                return value
            case int() | float():
                return self._names.get(str(value), value)
            case dict():
                pairs = cast("dict[Any, Any]", value).items()
                return {key if _is_field(key) else self(str(key)): self.in_data(item) for key, item in pairs}
            case list() | tuple():
                return [self.in_data(item) for item in cast("list[Any]", value)]
            case _:
                return self(str(value))

    def hides(self, text: str) -> bool:
        """Whether `text` contains a secret."""
        return next(self._places(text), None) is not None

    def places(self, text: str) -> Sequence[tuple[int, int]]:
        """Where a text shows secrets."""
        return [(start, end) for start, end, _ in self._places(text)]

    def _places(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Where secrets are in a text, and their names."""
        if not self._secrets or not self._shown_names:
            return
        names = None
        for layer in self._layers(text):
            for start, end, name in self._places_in(layer.text):
                first, last = layer.original(start, end)
                if names is None:
                    names = [found.span() for found in self._shown_names.finditer(text)]
                if not any(left <= first and last <= right for left, right in names):
                    yield first, last, name

    def _layers(self, text: str) -> Iterator[TextLayer]:
        """The ways to read a text; for most texts that is one."""
        if not (_SIGNS_AND_BLANKS if self._has_blanks else _SIGNS).search(text):
            yield TextLayer(text)
            return
        for layer in text_layers(text, blanks=self._has_blanks):
            yield layer
            folded = layer.folded(blanks=self._has_blanks)
            if folded is not layer:
                yield folded

    def _places_in(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Where secrets are in a text as it is written, also where they overlap, and what is left of them by a cut."""
        start = 0
        while self._secrets and (found := self._secrets.search(text, start)):
            yield found.start(), found.end(), self._listed[(found.lastindex or 1) - 1]
            start = found.start() + 1
        for cut in _CUT.finditer(text) if self._beginnings else ():
            for start in range(max(0, cut.start() - _FRAGMENT), cut.start()):
                if name := self._beginnings.get(text[start : cut.start()]):
                    yield start, cut.start(), name
        if self._fragments:
            for start in range(len(text) - _FRAGMENT + 1):
                if name := self._fragments.get(text[start : start + _FRAGMENT]):
                    yield start, start + _FRAGMENT, name


def _pattern(text: str) -> str:
    """Matches a secret; in any case where it cannot be an ordinary word, as pages and host names change the case."""
    is_word = len(text) < _DISTINCT or text.isalpha() or not any(map(str.isalpha, text))
    return re.escape(text) if is_word else f"(?i:{re.escape(text)})"


def _is_field(key: object) -> bool:
    return isinstance(key, str) and _FIELD.fullmatch(key) is not None


def _shown_forms(text: str) -> Iterable[str]:
    """The secret, and how it looks where blanks are collapsed, characters composed, or unseen ones left out."""
    forms = {text, *(unicodedata.normalize(form, text) for form in ("NFC", "NFD", "NFKC"))}
    forms |= {UNSEEN.sub("", form) for form in forms}
    forms |= {"".join(filter(_is_seen, form)) for form in forms}
    forms |= {re.sub(r"\s+", " ", form) for form in forms}
    forms |= {form.strip() for form in forms}
    shortest = min(len(text), SHORTEST)
    return {text} | {form for form in forms if len(form) >= shortest and not form.isspace()}


def _is_seen(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
