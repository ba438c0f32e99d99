"""Where a recording belongs: the page it began on, without what differs from visit to visit."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from understudy.recordings.slots import open_slots
from understudy.values import Instruction

_CHANGING = re.compile(r"\d|^[0-9a-f-]{16,}$|^[A-Za-z0-9_-]{20,}$")


def page_of(address: str, instruction: Instruction | None = None) -> str:
    """The path of an address, with `*` for its numbers and keys and `{name}` for passed values.

    The host is left out: what was recorded on a test server holds for the real one.
    """
    path = unquote(urlsplit(address).path)
    parts = [_part(part, instruction) for part in path.split("/")]
    return "/".join(parts)


def _part(part: str, instruction: Instruction | None) -> str:
    if instruction and part != (opened := open_slots(part, instruction)):
        return opened
    return "*" if _CHANGING.search(part) else part
