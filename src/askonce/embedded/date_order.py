"""Whether the day or the month comes first where a date is written in numbers: "5/6/2026" is one of two days."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date

from askonce.embedded.screen_index import ScreenIndex
from askonce.language.date_words import days_meant, read_date
from askonce.lazy import regex
from askonce.screens import Node

_FORMAT = regex(
    r"(?<!\w)(?:(?P<day>dd?|tt?|jj?|gg?)(\s?[/.-]\s?)mm?\2|mm?(\s?[/.-]\s?)(?:dd?|tt?|jj?|gg?)\3)"
    r"(?:yyyy|yy|jjjj|jj|aaaa|aa)(?!\w)",
    re.IGNORECASE,
)
"""As "dd/mm/yyyy" asks for it, and its like in German, French and Italian: less than all three is no date."""
_IN_NUMBERS = regex(r"(?<![\d/-])\d{1,2}([/-])\d{1,2}\1\d{4}(?![\d/-])")
_NUMBER = regex(r"\d+")
_MONTHS = 12
_DAY_FIRST_SAMPLE, _MONTH_FIRST_SAMPLE = "31/12/2024", "12/31/2024"
_HINTS = ("placeholder", "title")


def day_meant(text: str, field: Node | None, screen: ScreenIndex) -> date | None:
    """The day that a text names for a field; None where it names none, or where nothing tells which of two."""
    days = days_meant(text)
    if len(days) < 2:
        return next(iter(days), None)
    is_first = is_day_first(field, screen)
    return None if is_first is None else read_date(text, day_first=is_first)


def is_unclear(text: str, field: Node | None, screen: ScreenIndex) -> str:
    """Why it is not known which day a text names, and how to write it; "" where that is clear, or it is no date."""
    days = sorted(day.isoformat() for day in days_meant(text))
    if len(days) < 2 or is_day_first(field, screen) is not None:
        return ""
    meant = " or ".join(days)
    return f"{text!r} may be {meant}, and nothing tells which number is the month; write, for example: {days[-1]}"


def is_day_first(field: Node | None, screen: ScreenIndex) -> bool | None:
    """Whether the day comes first: as the field asks for it, else as the page writes its dates; None if none tells."""
    return next((told for told in _orders(field, screen) if told is not None), None)


def _orders(field: Node | None, screen: ScreenIndex) -> Iterator[bool | None]:
    if field:
        yield _hinted(_hint(field, screen))
        yield _patterned(field.attributes.get("pattern", ""))
        yield _shown([field.value or ""])
    yield _agreed(_hinted(_hint(other, screen)) for other in screen.fields)
    yield _shown([node.words for node in screen.tree])


def _hint(field: Node, screen: ScreenIndex) -> str:
    return "\n\n".join((*(field.attributes.get(name, "") for name in _HINTS), *screen.names(field)))


def _hinted(hint: str) -> bool | None:
    return _agreed(found["day"] is not None for found in _FORMAT.finditer(hint))


def _agreed(orders: Iterable[bool | None]) -> bool | None:
    """The order that all tell that tell one."""
    told = {order for order in orders if order is not None}
    return told.pop() if len(told) == 1 else None


def _patterned(pattern: str) -> bool | None:
    """What the pattern of a field lets through; None where that is both or neither, or it is not read here."""
    try:
        written = re.compile(pattern)
    except re.error:
        return None
    is_day, is_month = (
        any(written.fullmatch(sample.replace("/", sign)) for sign in "/-.")
        for sample in (_DAY_FIRST_SAMPLE, _MONTH_FIRST_SAMPLE)
    )
    return is_day if is_day != is_month else None


def _shown(texts: list[str]) -> bool | None:
    """How dates are written that can be read in one way only, if all are written alike."""
    written = [numbers_of(found[0]) for text in texts for found in _IN_NUMBERS.finditer(text)]
    return _agreed(first > _MONTHS for first, second, _ in written if (first > _MONTHS) != (second > _MONTHS))


def numbers_of(text: str) -> list[int]:
    """The numbers of a date, in the order in which they are written."""
    return [int(number) for number in _NUMBER.findall(text)]
