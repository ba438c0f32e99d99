"""What an earlier part found out, for "it" in a later one."""

from __future__ import annotations

import json
from collections.abc import Iterable

from askonce.lazy import dataclass, regex

_NOTED = regex(r"part \d+: noted (?P<note>\[.*)")


@dataclass(frozen=True, slots=True)
class NotedText:
    """A text, and the number of the element that it was read from."""

    text: str
    element: int | None = None


def write_note(part: int, note: NotedText) -> str:
    """As it is remembered: on one line, with nothing in it that looks like a tag, and with the part that made it, since
    what is remembered already is not remembered anew."""
    text = json.dumps([note.text, note.element], ensure_ascii=False)
    return f"part {part}: noted {text}".replace("<", "\\u003c")


def last_note(memories: Iterable[str]) -> NotedText | None:
    """The note that was made last; None as well when it was too long to be remembered whole."""
    notes = [found["note"] for memory in memories if (found := _NOTED.fullmatch(memory))]
    try:
        text, element = json.loads(notes[-1]) if notes else (None, None)
    except ValueError:
        return None
    return NotedText(text, element) if isinstance(text, str) else None
