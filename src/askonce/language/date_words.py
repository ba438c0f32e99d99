"""Dates and times of day as people write them: read exactly, or not at all."""

from __future__ import annotations

from datetime import date, time

from askonce.lazy import regex

_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_ISO = regex(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_NUMBERS = regex(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})")
_DAY_LAST = regex(r"([a-z]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})")
_DAY_FIRST = regex(r"(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?([a-z]+)\.?,?\s+(\d{4})")
_WEEKDAY = regex(r"^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s+")
_TIME = regex(r"(\d{1,2})(?:[:.](\d{2}))?(?::(\d{2}))?\s*([ap])?\.?(?:m\.?)?")
_MARKS = regex(r"\s*([/:])[\s/:]*")
"""Signs between numbers, which are read with blanks beside them, or twice."""
_BETWEEN = regex(r"(?<=\d)T(?=\d)")
_GAP = regex(r"[\s,]+")
_SPOKEN = {"noon": time(12), "midday": time(12), "midnight": time(0)}


def read_date(text: str, *, day_first: bool = False) -> date | None:
    """The day that `text` names, with a year of four digits.

    Where only numbers are given, the month comes first between slashes and hyphens and the day before dots, as is
    usual; a number above 12 is a day in any case. `day_first` says that a field asks for the day first.
    """
    terms = _WEEKDAY.sub("", text.strip().casefold())
    if found := _ISO.fullmatch(terms):
        return _date(int(found[1]), int(found[2]), int(found[3]))
    if found := _NUMBERS.fullmatch(terms):
        first, second, year = int(found[1]), int(found[3]), int(found[4])
        is_day_first = day_first or found[2] == "." or first > 12
        return _date(year, second, first) if is_day_first else _date(year, first, second)
    if found := _DAY_LAST.fullmatch(terms):
        return _date(int(found[3]), read_month(found[1]), int(found[2]))
    if found := _DAY_FIRST.fullmatch(terms):
        return _date(int(found[3]), read_month(found[2]), int(found[1]))
    return None


def days_meant(text: str) -> set[date]:
    """The days that a text may name: two where it is not clear which number is the month."""
    return {day for is_first in (False, True) if (day := read_date(text, day_first=is_first))}


def read_month(word: str) -> int:
    """The number of a month by its name or the start of it; 0 when it is none."""
    word = word.strip().rstrip(".").casefold()
    if word == "sept":
        return 9
    found = [place for place, name in enumerate(_MONTHS, 1) if word in {name, name[:3]}]
    return found[0] if found else 0


def read_time(text: str) -> time | None:
    """The time of day that `text` names: "9:37 PM", "21:37", "9 am", "noon"."""
    terms = text.strip().casefold()
    if terms in _SPOKEN:
        return _SPOKEN[terms]
    found = _TIME.fullmatch(terms)
    if not found or not (found[2] or found[4]):
        return None
    hour, half = int(found[1]), found[4]
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    minute, second = int(found[2] or 0), int(found[3] or 0)
    return time(hour, minute, second) if hour < 24 and minute < 60 and second < 60 else None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def read_moment(text: str) -> tuple[date | None, time | None] | None:
    """The day, the time of day, or both of them that a field shows, in whatever format; None where it is neither, or
    where it may be one of two days: "11/12/2026" is the day of nobody who does not know how the field writes it."""
    terms = _BETWEEN.sub(" ", _MARKS.sub(r"\1", text.strip(" |")))
    for place in (0, *(found.end() for found in _GAP.finditer(terms)), len(terms)):
        first, second = terms[:place].strip(" ,"), terms[place:].strip(" ,")
        days = days_meant(first)
        clock = read_time(second) if ":" in second else None
        if len(days) == bool(first) and bool(second) == (clock is not None) and terms:
            return (days.pop() if days else None), clock
    return None
