"""Texts without what changes with the day: numbers, weekdays, months and greetings.

A region called "Monday" or "Good morning, Ann" is called otherwise tomorrow. Words such as "Today" and "Tomorrow" are
kept: what stands under them changes, and not they.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

from askonce.screens.ui_tree import plain


def without_calendar(text: str) -> str:
    """A plain text with a sign in place of each number, weekday, month and greeting of a time of day."""
    neutral = re.sub(r"\d+", "#", plain(text))
    for sign, pattern in _patterns():
        neutral = pattern.sub(sign, neutral)
    return neutral


def changes_with_calendar(text: str) -> bool:
    """Whether there is any of that in a text."""
    return without_calendar(text) != plain(text)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    words: dict[str, dict[str, list[str]]] = json.loads(
        (files("askonce.recordings") / "calendar_words.json").read_text("utf-8")
    )
    known = {kind: _any_of([word for each in languages.values() for word in each]) for kind, languages in words.items()}
    # A name or a verb is a month only beside a number, or after a word for that.
    other, before = known["month or other word"], known["before a month"]
    beside = rf"(?<=#)(\W{{0,2}}\s?){other}|{other}(?=\W{{0,2}}\s?#)|(?<!\w)({before}\s+){other}"
    return (
        ("<greeting>", _whole(known["greeting"])),
        ("<weekday>", _whole(known["weekday"])),
        ("<month>", _whole(known["month"])),
        ("<weekday>", re.compile(rf"(?<!\w){known['short weekday']}(?=[.,]*\s*#)")),
        (r"\1\2<month>", re.compile(rf"(?:{beside})(?!\w)")),
    )


def _any_of(words: list[str]) -> str:
    return f"(?:{'|'.join(sorted(map(re.escape, map(plain, words)), key=len, reverse=True))})"


def _whole(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){words}(?!\w)")
