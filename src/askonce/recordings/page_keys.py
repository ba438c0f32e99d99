"""The key of a page: its address without what differs from visit to visit."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from askonce.recordings.slots import open_slots
from askonce.values import Instruction

_CHANGING = re.compile(r"\d|^[0-9a-f-]{16,}$|^[A-Za-z0-9_-]{20,}$")
_ROUTE = re.compile(r"!?/")


def page_of(address: str, instruction: Instruction | None = None) -> str:
    """The path of an address, with `*` for its numbers and keys and `{name}` for passed values.

    The host is left out: what was recorded on a test server applies to the real one. So is the query. The fragment
    after `#` counts if it is a path.
    """
    return "/".join(_part(part, instruction) for part in _parts(address))


def path_of(address: str, instruction: Instruction) -> str:
    """The path with its numbers and keys, for the target of a link."""
    return "/".join(open_slots(part, instruction) for part in _parts(address)) or open_slots(address, instruction)


def _parts(address: str) -> list[str]:
    parts = urlsplit(address)
    route = f"#{parts.fragment}" if _ROUTE.match(parts.fragment) else ""
    return unquote(parts.path + route.partition("?")[0]).split("/")


def _part(part: str, instruction: Instruction | None) -> str:
    if instruction and part != (opened := open_slots(part, instruction)):
        return opened
    return "*" if _CHANGING.search(part) else part
