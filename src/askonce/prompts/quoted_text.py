"""Text from a screen, written so that it can only be read as data."""

from __future__ import annotations

import json
import unicodedata
from functools import lru_cache


@lru_cache(20_000)  # the same texts are written at every look
def quoted(text: str, most: int = 80) -> str:
    """`text` in double quotes on one line, cut at `most` characters.

    Quotes and line breaks are escaped and `<` is spelled out, so that no text of a page can begin a line, end its own
    quotes or form a tag. Characters that nobody sees are left out: they can carry instructions that no person reads.
    """
    return json.dumps(shortened(visible(text), most), ensure_ascii=False).replace("<", "\\u003c")


def quoted_lines(text: str, most: int) -> str:
    """The same with its line breaks, written as `\\n`."""
    lines = "\n".join(map(visible, text.splitlines()))
    return json.dumps(shortened(lines, most), ensure_ascii=False).replace("<", "\\u003c")


def visible(text: str) -> str:
    """What a person sees of `text`: white space as single spaces, no invisible or unassigned characters."""
    spaced = " ".join(text.split())
    return spaced if spaced.isascii() and spaced.isprintable() else "".join(filter(_is_seen, spaced))


def _is_seen(character: str) -> bool:
    kind = unicodedata.category(character)
    return character in "\u200c\u200d" or kind not in {"Cc", "Cf", "Cs", "Co", "Cn"}


def shortened(text: str, most: int) -> str:
    """`text` cut at `most` characters, at a word's end where one is near."""
    if len(text) <= most:
        return text
    space = text.rfind(" ", most * 3 // 4, most)
    return text[: space if space > 0 else most - 1] + "…"


def address(text: str, most: int = 120) -> str:
    """An address as it is written in a list: without quotes, so nothing in it may look like text of ours."""
    kept = "".join(c if c.isprintable() and c not in ' "<>[]' else f"%{ord(c) & 0xFF:02X}" for c in text)
    return kept if len(kept) <= most else kept[: most - 1] + "…"
