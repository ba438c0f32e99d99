"""Whether fields hold what was typed into them, once it was seen that one may not."""

from __future__ import annotations

import re
from collections.abc import Iterable

from askonce.embedded.measures import to_number
from askonce.embedded.screen_index import ScreenIndex
from askonce.history import RoundEvent
from askonce.lazy import regex

_NOT_MET = regex(r'- expected field "\[(?P<number>\d+)\]" is "(?P<typed>.*)": not met', re.DOTALL)


def field_not_held(events: Iterable[RoundEvent], screen: ScreenIndex) -> str:
    """Why the last round did not fill in a field; "" if every field holds what was typed, maybe in another format."""
    missed = (found for event in events if isinstance(event, str) and (found := _NOT_MET.fullmatch(event)))
    for found in missed:
        field = screen.node(int(found["number"]))
        if field and field.value is not None and not _is_same(field.value, found["typed"]):
            return f"{field.name or 'the field'} holds {field.value!r}, and not {found['typed']!r}"
    return ""


def _is_same(shown: str, typed: str) -> bool:
    """Whether two texts differ only in what fields add to them: blanks and signs between letters and digits."""
    if (number := to_number(typed)) is not None and to_number(shown) == number:
        return True
    return _letters(shown) == _letters(typed)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
