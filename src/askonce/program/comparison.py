"""How values compare, and how texts become numbers where numbers are needed.

- `==`, `!=`: texts exactly, case and all; a number and a text as numbers if the text is one (`5` is `"5"`); truth and
  a text by the text's meaning (`"yes"` is true); nothing and an empty text are the same.
- `<`, `>`, between, sorting, smallest, largest: as numbers where both are or read as numbers; dates and times that
  are written from the largest unit down (2024-05-01, 09:30) as texts; other texts by the alphabet without regard to
  case. Other dates are refused rather than compared wrongly.
- `contains`, `starts with`, `ends with`: texts without regard to case; lists by `==`; objects by their keys.
- `"1,234.50"` and `"$5"` are numbers; `"5 kg"`, `"15%"` and `"1.234,5"` are not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, cast

from askonce.lazy import regex
from askonce.program.data_types import Table, find_key
from askonce.program.value_text import to_text
from askonce.values import Secret

_NUMBER = regex(r"([+-]?)[$€£¥₹]?\s?((?:\d{1,3}(?:,\d{3})+|\d+)?)(\.\d+)?([eE][+-]?\d{1,3})?\s?[$€£¥₹]?")
_DIGITS = 300
"""Longer numerals are not read as numbers."""
_ORDERED = regex(r"\d{4}-\d\d(-\d\d)?([ T]\d\d:\d\d(:\d\d)?(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?|\d\d:\d\d(:\d\d)?")
_DATE = regex(
    r"\b\d{1,4}[/.\-年]\d{1,2}([/.\-月]\d{1,4})?\b|\b\d{1,2}:\d\d\b"
    r"|\b\d{1,2}(st|nd|rd|th)?,? (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
    r"|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}",
    re.IGNORECASE,
)
_YES = frozenset({"true", "yes", "y", "on", "1", "是", "真"})
_NO = frozenset({"false", "no", "n", "off", "0", "", "否", "假"})


class Incomparable(Exception):
    """Two values have no order; the text says why. Callers turn it into a `ProgramError`."""


def number_of(value: Any) -> int | float | None:
    """The number that a value is or can be read as; None if it cannot."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return value
    if not isinstance(value, str) or len(value) > _DIGITS:
        return None
    read = _NUMBER.fullmatch(value.strip().replace("−", "-"))
    if not read or not (read[2] or read[3]):
        return None
    digits = read[2].replace(",", "")
    if read[3] or read[4]:
        return float(f"{read[1]}{digits}{read[3] or ''}{read[4] or ''}")
    return int(read[1] + digits)


def truth_of(value: Any) -> bool | None:
    """Whether a value counts as true; None if unclear. Lists, objects and tables do if they are not empty."""
    match value:
        case None:
            return False
        case bool():
            return value
        case int() | float():
            return value != 0
        case str():
            word = value.strip().casefold()
            return True if word in _YES else False if word in _NO else None
        case list() | dict():
            return bool(cast("list[Any]", value))
        case Table():
            return bool(value.rows)
        case _:
            return None


def is_empty(value: Any) -> bool:
    """Nothing, a text without characters, a list, object or table without items. 0 and false are not empty."""
    match value:
        case None:
            return True
        case str():
            return not value.strip()
        case list() | dict():
            return not value
        case Table():
            return not value.rows
        case _:
            return False


def is_equal(left: Any, right: Any) -> bool:
    """`==`, as the module says."""
    match left, right:
        case (Table(), (Table() | list())) | (list(), Table()):
            return is_equal(_items(left), _items(right))
        case list(), list():
            items, others = cast("list[Any]", left), cast("list[Any]", right)
            return len(items) == len(others) and all(map(is_equal, items, others))
        case dict(), dict():
            first, second = cast("dict[str, Any]", left), cast("dict[str, Any]", right)
            return first.keys() == second.keys() and all(is_equal(first[key], second[key]) for key in first)
        case (None, str() as text) | (str() as text, None):
            return text == ""
        case (bool() as truth, str() as text) | (str() as text, bool() as truth):
            return bool(text) and truth_of(text) is truth
        case (bool(), _) | (_, bool()):
            return left is right
        case (str(), int() | float()) | (int() | float(), str()):
            number = number_of(left)
            return number is not None and number == number_of(right)
        case _:
            return left == right


def compare(left: Any, right: Any) -> int:
    """Less than 0 if `left` comes before `right`, 0 if they are equal, more than 0 if it comes after."""
    low, high = number_of(left), number_of(right)
    if low is not None and high is not None:
        return (low > high) - (low < high)
    first, second = _ordered_text(left), _ordered_text(right)
    if low is not None or high is not None:
        raise Incomparable("one is a number and the other is not")
    if _ORDERED.fullmatch(first) and _ORDERED.fullmatch(second):
        if len(first) != len(second) and first[2] != second[2]:
            raise Incomparable("a date and a time of day have no order")
    elif _DATE.search(first) or _DATE.search(second):
        raise Incomparable("dates are compared as they are written, so they must be written like 2024-05-31")
    return (first > second) - (first < second)


def _ordered_text(value: Any) -> str:
    if not isinstance(value, str):
        what = "a secret" if isinstance(value, Secret) else to_text(value) or "nothing"
        raise Incomparable(f"{what} is neither a number nor a text")
    return value.strip().casefold()


def sorting_key(values: Sequence[Any]) -> Callable[[Any], Any]:
    """What to sort these values by: numbers if all of them are numbers, else texts. None of them is empty."""
    if all(number_of(value) is not None for value in values):
        return number_of
    texts = [to_text(value) if isinstance(value, (int, float)) else value for value in values]
    ordered = all(isinstance(text, str) and _ORDERED.fullmatch(text.strip()) for text in texts)
    for text in texts:
        if _DATE.search(_ordered_text(text)) and not ordered and number_of(text) is None:
            compare(text, text)
    return lambda value: to_text(value).strip().casefold()


def contains(whole: Any, part: Any) -> bool:
    """Whether a text has a text in it, a list an item, an object a key, a table a row or a cell."""
    match whole:
        case list():
            return any(is_equal(item, part) for item in cast("list[Any]", whole))
        case dict():
            return find_key(to_text(part), cast("dict[str, Any]", whole)) is not None
        case Table() if isinstance(part, dict):
            return any(is_equal(row, part) for row in whole.rows)
        case Table():
            return any(is_equal(cell, part) for row in whole.rows for cell in row.values())
        case None:
            return False
        case _:
            return to_text(part).casefold() in to_text(whole).casefold()


def identity(value: Any) -> Any:
    """Something that is the same for values that count as one when duplicates are dropped or tables are merged:
    whole numbers, however they are written (5, 5.0, "5"), else the value itself. "007" is not 7."""
    match value:
        case bool() | None:
            return (type(value).__name__, value)
        case int() | float():
            return ("number", value)
        case str():
            number = number_of(value)
            return ("number", number) if number is not None and to_text(number) == value else ("text", value)
        case dict():
            pairs = cast("dict[str, Any]", value).items()
            return ("object", tuple(sorted((key, identity(item)) for key, item in pairs)))
        case _:
            return ("items", tuple(map(identity, _items(value)))) if isinstance(value, (list, Table)) else value


def _items(value: Any) -> list[Any]:
    return value.rows if isinstance(value, Table) else value
