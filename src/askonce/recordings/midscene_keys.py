"""The words and the file names under which Midscene keeps what it has cached."""

from __future__ import annotations

import json
import re
from hashlib import sha256


def plan_key(words: str, context: str) -> str:
    """An instruction with its context, as caches have it."""
    return f"Context for this request:\n{context.strip()}\n\n{words}" if context.strip() else words


def target_key(words: str, context: str) -> str:
    """The description of an element with its context, as caches have it."""
    if not context.strip():
        return words
    return f"<CONTEXT>\n{context.strip()}\n</CONTEXT>\n\n<LOCATE_TARGET>\n{words}\n</LOCATE_TARGET>"


def cache_names(id: str) -> tuple[str, str]:
    """The names of the file for an id, without the ending: as it is, and shortened, as long ones are."""
    name = re.sub(r'[:*?"<>|# ]', "-", id)
    content = json.dumps({"content": name}, ensure_ascii=False, separators=(",", ":"))
    digits = sha256(content.encode()).hexdigest()[:5]
    return name, f"{name[:32]}-{''.join(chr(ord('a') + int(digit, 16)) for digit in digits)}"
