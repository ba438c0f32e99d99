"""How a value is written in a text: a number with what stands around it, or words."""

from __future__ import annotations

import re

from askonce.language.normalization import single_spaced
from askonce.language.numerals import singular
from askonce.lazy import dataclass, regex
from askonce.screens.ui_tree import plain

_NUMBER = regex(r"[0-9]+(?:[.,'’\s\u00a0\u202f]?[0-9]+)*")
_WHOLE = regex(r"(?:0|[1-9][0-9]{0,8})(?:\.([0-9]{1,4}))?")
_LONGEST = 100
_NOTHING = frozenset({
    "n/a", "na", "nil", "no", "none", "not available", "not set", "nothing", "null", "pending", "loading", "empty",
    "unknown", "undefined", "nan", "tbd", "tba", "wait", "please wait", "error", "various", "varies", "more",
})  # fmt: skip
"""What stands where there is no value."""


@dataclass(frozen=True, slots=True)
class ValueForm:
    """What stands around a value in its text, and how many digits a number has after its point; None for words."""

    before: str
    after: str
    decimals: int | None

    @property
    def around(self) -> tuple[str, ...]:
        """What stands around a number, to compare: "1 contact" is written like "3 contacts"."""
        return (*_singulars(self.before), "#", *_singulars(self.after))


def form_of(value: object, text: str) -> ValueForm | None:
    """How `text` says a value; None if it does not, or not plainly."""
    text = single_spaced(text)
    match value:
        case bool():
            return None
        case int() | float():
            parts = split_number(text)
            return parts[0] if parts and parts[1] == value else None
        case str() if value and text.endswith(value):
            before = text.removesuffix(value)
            is_apart = not before or before[-1] in " :#"
            return ValueForm(before, "", None) if is_apart and len(value) <= _LONGEST and is_told(value) else None
        case _:
            return None


def split_number(text: str) -> tuple[ValueForm, int | float] | None:
    """The only number of a text, if nobody can read another one there, and what stands around it."""
    found = [*_NUMBER.finditer(text)]
    if len(found) != 1 or any(letter.isnumeric() and not letter.isascii() for letter in text):
        return None
    number = _WHOLE.fullmatch(found[0].group())
    before, after = text[: found[0].start()], text[found[0].end() :]
    if number is None or before[-1:].isalpha() or before[-1:] in {".", ",", "_"} or re.match(r"[.,]?\w", after):
        return None
    value = float(number[0]) if number[1] else int(number[0])
    return ValueForm(before, after, len(number[1] or "")), value


def value_in(text: str, form: ValueForm, *, has_digits: bool = False) -> int | float | str | None:
    """The value that `text` says, if it is written in this form. With `has_digits`, words without a digit are none."""
    text = single_spaced(text)
    if form.decimals is not None:
        parts = split_number(text)
        is_same = parts is not None and (parts[0].around, parts[0].decimals) == (form.around, form.decimals)
        return parts[1] if parts and is_same else None
    if not text.startswith(form.before):
        return None
    value = text.removeprefix(form.before)
    has_digit = any(map(str.isdigit, value))
    return value if len(value) <= _LONGEST and is_told(value) and has_digit == has_digits else None


def is_told(value: str) -> bool:
    """Whether words are a value, and not what stands in its place."""
    is_plain = value == single_spaced(value) and any(map(str.isalnum, value))
    return is_plain and plain(value).strip(" .…!-–—") not in _NOTHING and not value.endswith(("…", "..."))


def _singulars(text: str) -> list[str]:
    return [singular(word) for word in plain(text).split()]
