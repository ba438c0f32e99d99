"""Whether fields hold what was typed into them, once it was seen that one may not."""

from __future__ import annotations

from collections.abc import Iterable

from askonce.embedded.measures import to_number
from askonce.embedded.screen_index import ScreenIndex
from askonce.history import ExpectationOutcome, RoundEvent
from askonce.lazy import regex

_NUMBER = regex(r"\[(\d+)\]")


def field_not_held(events: Iterable[RoundEvent], screen: ScreenIndex) -> str:
    """Why the last round did not fill in a field; "" if every field holds what was typed, maybe in another format."""
    if screen.tree.seen:  # what a field seems to hold may be misread
        return ""
    outcomes = (event for event in events if isinstance(event, ExpectationOutcome) and not event.is_met)
    for expected in (outcome.expected for outcome in outcomes if outcome.expected.kind == "field"):
        number = _NUMBER.fullmatch(expected.text)
        field = screen.node(int(number[1])) if number else None
        if field and field.value is not None and not _is_same(field.value, expected.value):
            return f"{field.name or 'the field'} holds {field.value!r}, and not {expected.value!r}"
    return ""


def _is_same(shown: str, typed: str) -> bool:
    """Whether two texts differ only in what fields add to them: blanks and signs between letters and digits."""
    if (number := to_number(typed)) is not None and to_number(shown) == number:
        return True
    return _letters(shown) == _letters(typed)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
