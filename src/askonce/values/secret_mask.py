"""Secrets in texts: replaced by their names before a text leaves the process, however the text spells them.

Texts are compared decoded (`text_layers`). Secrets in pictures are painted over by `screens.secret_painter`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from askonce.lazy import regex
from askonce.values.cut_secrets import CutSecrets
from askonce.values.misread_text import may_be_misread
from askonce.values.secret import SHORTEST, Secret
from askonce.values.secret_forms import (
    BOUNDARY,
    DISTINCT,
    comparable,
    counts_up,
    encoded_forms,
    is_left_of,
    is_word,
    labelled_form,
    lowered,
    rest_in,
    separated_form,
    shares_characters,
    shown_forms,
    split_form,
)
from askonce.values.text_layers import PACKED, TextLayer, text_layers
from askonce.values.typed_secrets import TypedSecrets

_SIGNS = regex(rf"[%&\\]|[^\x00-\x7f]|{PACKED.pattern}")
_SIGNS_AND_BLANKS = regex(rf"{_SIGNS.pattern}|\+|\s\s|[^\S ]")
"""What a text has that spells something in another way; blanks matter where a secret has some."""

_FRAGMENT = 20
"""So many characters of a longer secret are hidden wherever they are: what cuts a text does not know of secrets. Less
is hidden where a text was cut (`cut_secrets`)."""
_BLOCK = _FRAGMENT // 2
"""Each fragment holds one of the blocks of this length that a secret consists of, and these are found quickly."""
_WORD = regex(r"[^\W\d_]+")
_FIELD = regex("[a-z_]+")

_MOST_KNOWN, _LONGEST_KNOWN = 50_000, 300
"""How many texts without a secret are remembered, and how long they may be: looks show the same texts again."""
_MOST_LONG = 16
"""How many longer ones: a page as a whole, which is searched as it is written and as it is shown."""

_Place = tuple[int, int, str]
"""Where a secret starts and ends, and its name."""


class Mask:
    """Replaces known secrets by their names wherever text leaves the process.

    Names already in the text are left alone, so masking is idempotent.
    """

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._needles = _Needles({})
        self._shown_names: re.Pattern[str] | None = None
        self._has_blanks = False
        self._harmless: set[str] = set()
        self._long_harmless: dict[str, None] = {}
        self._searched = frozenset[str]()
        """The last texts that were searched together, if nothing was found in them."""
        self.listeners: list[Callable[[], None]] = []
        """Called whenever there is a new secret to hide."""
        self.typed = TypedSecrets()
        """Where secrets were typed that no element shows."""

    def learn(self, values: Mapping[str, str | Secret]) -> None:
        """Hide the secrets among `values` from now on."""
        hidden = {name: value for name, value in values.items() if isinstance(value, Secret)}
        known = set(self._names)
        for name, secret in hidden.items():
            self._names |= dict.fromkeys(shown_forms(secret.reveal()), f"{{{name}}}")
        if hidden:
            self._prepare()
        if not self._names.keys() <= known:
            for listener in self.listeners:
                listener()

    def learn_rest(self, held: str, typed: str) -> bool:
        """Hide from now on also what a field `held` of a text that was `typed` into it, where that is a part of a
        secret: fields cut what is too long, leave out what they do not take, and write it as they like. Whether that is
        known now."""
        if not held:
            return False
        if self.hides(held):
            return True
        for secret, name in tuple(self._names.items()):
            if secret in typed and (rest := rest_in(held, secret)):
                self._names[rest] = name
                self._prepare()
                for listener in self.listeners:
                    listener()
                return True
        return False

    def in_field(self, held: str, typed: str) -> str:
        """What a field holds, without what may be left of a secret in the text that was `typed` into it: however little
        that is, and whatever the field has made of it."""
        shown = self(held)
        told = self._shown_names.sub("", shown) if self._shown_names else shown
        if shown == self(typed) or not any(map(str.isalnum, told)):
            return shown
        names = (name for secret, name in self._names.items() if secret in typed and shares_characters(held, secret))
        return next(names, shown)

    def left_in_fields(self, held: str, *, shortest: int = DISTINCT) -> str:
        """The same for what any field holds, by what was typed into all of them; less than so many characters may be
        anything."""
        typed = next((field.text for field in self.typed.fields if is_left_of(held, field.text, shortest)), None)
        return held if typed is None else self.in_field(held, typed)

    @property
    def names(self) -> set[str]:
        """What the known secrets are called."""
        return {shown[1:-1] for shown in self._names.values()}

    def apart_from(self, text: str) -> Mask:
        """A mask for what stands beside `text`: secrets that are words of it hide nothing. Such a word says nothing
        about the secret, and the text would be destroyed."""
        words = set(_WORD.findall(text))
        kept = {secret: name for secret, name in self._names.items() if secret not in words}
        if len(kept) == len(self._names):
            return self
        mask = Mask()
        mask._names = kept
        mask._prepare()
        return mask

    def _prepare(self) -> None:
        self._needles = _Needles(self._names)
        self._shown_names = re.compile("|".join(map(re.escape, set(self._names.values()))))
        self._has_blanks = any(re.search(r"\s", text) for text in self._names)
        self._harmless, self._long_harmless, self._searched = set(), {}, frozenset[str]()

    def __len__(self) -> int:
        """How many texts are hidden; more with every new secret."""
        return len(self._names)

    def __call__(self, text: str) -> str:
        return text if self._is_harmless(text) else _replaced(text, self._places(text))

    def in_sequence(self, texts: Sequence[str], *, typed: bool = False) -> list[str]:
        """Texts that stand side by side, without the secrets that each of them shows, or several together.

        Those that were `typed` are values of fields, of which there may be one for each digit of a code."""
        joined = BOUNDARY.join(text.replace(BOUNDARY, " ") for text in texts)
        split = [place for place in self._places(joined, typed=typed) if BOUNDARY in joined[place[0] : place[1]]]
        hidden: list[str] = []
        end = -1
        for text in texts:
            start, end = end + 1, end + 1 + len(text)
            parts = [(max(at, start) - start, min(to, end) - start, name) for at, to, name in split]
            hidden.append(self(_replaced(text, (part for part in parts if part[0] < part[1]))))
        return hidden

    def in_data(self, value: Any) -> Any:
        """JSON data with secrets replaced by their names in its values. Names of fields stay: they are ours."""
        match value:
            case str():
                return self(value)
            case bool() | None:
                return value
            case int() | float():
                whole = isinstance(value, float) and value.is_integer()
                return self._names.get(str(int(value)) if whole else str(value), value)
            case dict():
                pairs = cast("dict[Any, Any]", value).items()
                return {key if _is_field(key) else self(str(key)): self.in_data(item) for key, item in pairs}
            case list() | tuple():
                return [self.in_data(item) for item in cast("list[Any]", value)]
            case _:
                return self(str(value))

    def hides(self, text: str) -> bool:
        """Whether `text` contains a secret."""
        return not self._is_harmless(text)

    def hiding(self, texts: Sequence[str]) -> frozenset[int]:
        """The numbers of those of many texts that contain a secret. Those that were among the last ones too cost next
        to nothing."""
        new = [text for text in texts if text not in self._searched]
        if new and self.hides(BOUNDARY.join(new)):  # one search is quicker than thousands
            return frozenset(number for number, text in enumerate(texts) if self.hides(text))
        self._searched = frozenset(texts)
        return frozenset()

    def _is_harmless(self, text: str) -> bool:
        """Whether `text` contains no secret."""
        known, long = self._harmless, self._long_harmless  # others, once a secret has been learned
        if text in known or text in long:
            return True
        if next(self._places(text), None) is not None:
            return False
        if len(text) <= _LONGEST_KNOWN:
            if len(known) >= _MOST_KNOWN:
                known.clear()
            known.add(text)
        else:
            if len(long) >= _MOST_LONG:
                del long[next(iter(long))]
            long[text] = None
        return True

    def guess(self, text: str) -> str:
        """The name of a secret that a text read from a picture may be, with letters misread or left out; or nothing."""
        return next((name for secret, name in self._names.items() if may_be_misread(text, secret)), "")

    def places(self, text: str) -> Sequence[tuple[int, int]]:
        """Where a text shows secrets."""
        return [] if self._is_harmless(text) else [(start, end) for start, end, _ in self._places(text)]

    def _places(self, text: str, *, typed: bool = False) -> Iterator[_Place]:
        """Where secrets are in a text, and their names."""
        if not self._shown_names:
            return
        names = None
        for layer in self._layers(text):
            for start, end, name in self._needles.find(layer.text, typed=typed):
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


class _Needles:
    """What is searched for in a text: the forms of the secrets, and what cuts leave of them."""

    def __init__(self, names: Mapping[str, str]) -> None:
        forms = [(comparable(text), is_word(text), name) for text, name in names.items()]
        encoded = [(form, True, name) for text, name in names.items() for form in encoded_forms(text)]
        self._texts = list(dict.fromkeys(forms + encoded))
        self._separated = [
            (pattern, is_word(text), name)
            for text, name in names.items()
            for pattern in (separated_form(text), labelled_form(text))
            if pattern
        ]
        self._split = [
            (split_form(text), is_word(text), name, len(text)) for text, name in names.items() if len(text) >= SHORTEST
        ]
        self._cut = CutSecrets(names)
        self._fragments: dict[str, str] = {}
        self._blocks: set[str] = set()
        for text, name in names.items():
            if len(text) >= _FRAGMENT:
                self._add_fragments(text, name)

    def _add_fragments(self, text: str, name: str) -> None:
        lower = lowered(text)
        self._fragments |= {lower[at : at + _FRAGMENT]: name for at in range(len(lower) - _FRAGMENT + 1)}
        self._blocks |= {lower[at : at + _BLOCK] for at in range(0, len(lower) - _BLOCK + 1, _BLOCK)}

    def find(self, text: str, *, typed: bool) -> Iterator[_Place]:
        """Where secrets are in a text as it is written, also where they overlap, and what is left of them by a cut."""
        lower = lowered(text)
        for needle, is_exact, name in self._texts:
            for at in _all_places(needle, text if is_exact else lower):
                yield at, at + len(needle), name
        for pattern, is_exact, name in self._separated:
            for found in pattern.finditer(text if is_exact else lower):
                if typed or not counts_up(found.group()):
                    yield *found.span(), name
        if BOUNDARY in text:
            yield from self._find_split(text, lower, typed=typed)
        yield from self._cut.find(text, lower)
        for block in self._blocks:
            for at in _all_places(block, lower):
                for start in range(max(0, at - _BLOCK), at + 1):
                    if name := self._fragments.get(lower[start : start + _FRAGMENT]):
                        yield start, start + _FRAGMENT, name

    def _find_split(self, text: str, lower: str, *, typed: bool) -> Iterator[_Place]:
        for pattern, is_exact, name, length in self._split:
            if typed or length >= DISTINCT:
                for found in pattern.finditer(text if is_exact else lower):
                    if typed or not counts_up(found.group()):
                        yield *found.span(), name


def _all_places(needle: str, text: str) -> Iterator[int]:
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + 1)


def _replaced(text: str, places: Iterator[_Place]) -> str:
    """A text with names in these places, of which some may overlap."""
    found = sorted(places, key=lambda place: (place[0], -place[1]))
    if not found:
        return text
    pieces: list[str] = []
    end = 0
    for start, stop, name in found:
        if start >= end:
            pieces += (text[end:start], name)
        end = max(end, stop)
    return "".join(pieces) + text[end:]


def _is_field(key: object) -> bool:
    return isinstance(key, str) and _FIELD.fullmatch(key) is not None
