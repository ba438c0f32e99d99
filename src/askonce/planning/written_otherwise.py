"""Whether a text says the same with other signs: 5551234 and 555-1234, 1000 and 1,000, but neither 5550 nor -55.50 for
55.50. In doubt it does not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import accumulate, pairwise

from askonce.lazy import regex
from askonce.screens.ui_tree import plain

_MINUS = "-\u2010\u2011\u2012\u2013\u2212"
_APART = frozenset(f"{_MINUS}/:()_")
"""Signs between the digits of phone numbers, cards, dates and the like."""
_JOINING = frozenset(f"{_MINUS}/()'’\"")
"""Signs between letters that a page may add or leave out."""
_FEWEST_DIGITS = 4
"""Fewer are no such number: 1/2 is not 12."""
_MATTERS = frozenset("%‰‱<>≤≥~±=*×÷^")
_NUMBER = regex(r"\d+(?:[.,'’٬٫]\d+)+")
_SEPARATOR = regex(r"[.,'’٬٫]")
_DIGITS = regex(r"\d(?:.*\d)?", re.DOTALL)
_MINUS_BEFORE = regex(rf"(?<![^\W\d])[{_MINUS}]|^[^\W\d]{{3}}[{_MINUS}]$")
"""-55, USD -55 and USD-55, but not AB-12."""
_MINUS_BEHIND = regex(rf"[{_MINUS}][^{_MINUS}\w]*$")
_SMALL = regex(rf"\de[{_MINUS}]\d")
"""1e-3, which has the letters and digits of 1e3."""


def is_written_otherwise(held: str, wanted: str) -> bool:
    """Whether `held` has the letters and digits of `wanted`, and signs with which it means the same."""
    held, wanted = plain(held), plain(wanted)
    letters = _letters(held)
    if not letters or letters != _letters(wanted):
        return False
    if "@" in held or "@" in wanted:
        return held == wanted
    if _is_negative(held) != _is_negative(wanted) or bool(_SMALL.search(held)) != bool(_SMALL.search(wanted)):
        return False
    if not _has_units(held, wanted) or not _are_split_alike(held, wanted):
        return False
    return all(map(_is_same_sign, _signs(held), _signs(wanted)))


def _is_negative(text: str) -> bool:
    """Whether a number has a minus before it or behind it, or stands in brackets; in 55,- that stands for cents."""
    digits = _DIGITS.search(text)
    if digits is None:
        return False
    before, behind = text[: digits.start()], text[digits.end() :]
    is_behind = bool(_MINUS_BEHIND.search(behind)) and not behind.lstrip().startswith((".", ","))
    is_in_brackets = "(" in before and ")" in behind and not {"(", ")"} & set(digits[0])
    return bool(_MINUS_BEFORE.search(before)) or is_behind or is_in_brackets


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _has_units(held: str, wanted: str) -> bool:
    """Whether two texts are of one currency, where both name one. A page may write a percent sign behind a number."""
    currencies = [{sign for sign in text if unicodedata.category(sign) == "Sc"} for text in (held, wanted)]
    others = ["".join(filter(_MATTERS.__contains__, text)) for text in (held, wanted)]
    is_same = not all(currencies) or currencies[0] == currencies[1]
    return is_same and (others[0] == others[1] or others == ["%", ""])


def _gaps(text: str) -> list[str]:
    """What stands before each letter or digit."""
    gaps, gap = list[str](), ""
    for sign in text:
        if sign.isalnum():
            gaps.append(gap)
        gap = "" if sign.isalnum() else gap + sign
    return gaps


def _are_split_alike(held: str, wanted: str) -> bool:
    """Whether digits are split where those of the other text are, or in more places: 1.11. is not 11.1."""
    letters = _letters(held)
    inner = {place for place, pair in enumerate(pairwise(letters), 1) if "".join(pair).isdecimal()}
    splits = [{place for place in inner if gaps[place]} for gaps in map(_gaps, (held, wanted))]
    return splits[0] <= splits[1] or splits[1] <= splits[0]


def _signs(text: str) -> Iterator[str]:
    """The sign before each letter or digit, where it matters: "." before decimals, "?," or "?." before three digits
    that may be decimals or thousands, others as they are."""
    letters, gaps, numbers = _letters(text), _gaps(text), _number_signs(text)
    is_long = sum(map(str.isdecimal, letters)) >= _FEWEST_DIGITS
    for place, gap in enumerate(gaps):
        signs = "".join(gap.split())
        if place in numbers:
            code = is_long and numbers[place] == ".."
            yield "" if code else numbers[place]
        elif place == 0:
            yield "." if letters[0].isdecimal() and gap.endswith((".", ",", "٫")) else ""
        elif letters[place - 1].isdecimal() and letters[place].isdecimal():
            yield "" if is_long and _APART.issuperset(signs) else signs
        else:
            is_loose = gap.endswith(" ") and set(signs) <= {*_JOINING, *".,;"}
            yield "" if is_loose or _JOINING.issuperset(signs) else _without_currency(signs)


def _without_currency(signs: str) -> str:
    return "".join(sign for sign in signs if unicodedata.category(sign) != "Sc")


def _number_signs(text: str) -> dict[int, str]:
    """The meaning of the signs in all numbers of a text, by the place of the digit behind each."""
    found: dict[int, str] = {}
    places = [0, *accumulate(map(str.isalnum, text))]
    for number in _NUMBER.finditer(text):
        place, parts = places[number.start()], _SEPARATOR.split(number[0])
        for part, meaning in zip(parts, _meanings(parts, _SEPARATOR.findall(number[0])), strict=False):
            place += len(part)
            found[place] = meaning
    return found


def _meanings(parts: list[str], signs: list[str]) -> list[str]:
    first, last = signs[0], signs[-1]
    if len(signs) == 1:
        if not _are_thousands(parts) or first == "٫":
            return ["." if first in ".,٫" else first]
        return [f"?{first}" if first in ".," else ""]
    if set(signs) == {first}:
        is_code = first == "."  # a date, a phone number
        return [""] * len(signs) if _are_thousands(parts) else [".." if is_code else first] * len(signs)
    is_decimal = set(signs[:-1]) == {first} and last in ".,٫" and _are_thousands(parts[:-1])
    return [*[""] * (len(signs) - 1), "."] if is_decimal else signs


def _are_thousands(parts: list[str]) -> bool:
    """Whether digits stand in groups of three, or, as in India, of two before the last three."""
    begin, *inner, end = parts
    sizes = {len(part) for part in inner}
    is_begun = 1 <= len(begin) <= 3 and not begin.startswith("0")
    return is_begun and len(end) == 3 and (sizes <= {3} or (sizes == {2} and len(begin) < 3))


def _is_same_sign(held: str, wanted: str) -> bool:
    """Whether two signs mean the same. A point that is lost may have been one before decimals."""
    return held == wanted or (held, wanted) in {("?,", ""), ("", "?,"), ("?.", "")}
