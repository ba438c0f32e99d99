"""What an earlier part found out, for "it" in a later one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

_NOTED = "noted "


@dataclass(frozen=True, slots=True)
class Note:
    """A text, and the number of the element that it was read from."""

    text: str
    element: int | None = None


def write_note(note: Note) -> str:
    """As it is remembered: on one line, and with nothing in it that looks like a tag."""
    text = json.dumps([note.text, note.element], ensure_ascii=False)
    return f"{_NOTED}{text}".replace("<", "\\u003c")


def last_note(memories: Iterable[str]) -> Note | None:
    """The note that was made last; None as well when it was too long to be remembered whole."""
    notes = [memory for memory in memories if memory.startswith(_NOTED)]
    try:
        text, element = json.loads(notes[-1].removeprefix(_NOTED)) if notes else (None, None)
    except ValueError:
        return None
    return Note(text, element) if isinstance(text, str) else None
