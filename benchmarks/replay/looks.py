"""How the site can look: as it is, or after the changes that a redesign brings.

`plain` is the site as it was recorded. `cosmetic` has other class names, more wrappers, another order of everything
that has like beside it, and ids that differ at every visit. `translated` is that, and one button of the flow is in
another language.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Literal
from zlib import crc32

Name = Literal["plain", "cosmetic", "translated"]

CONFIRM = {"plain": "Confirm", "cosmetic": "Confirm", "translated": "Bestätigen"}
"""The button that is translated. Nothing but its text tells it from the one beside it."""

_IDS = re.compile(r'\b(id|for|aria-labelledby)="([\w-]+)"')
_LOOKED_UP = re.compile(r'byId\("([\w-]+)"\)')
_CLASSES = re.compile(r'\bclass="([\w -]+)"')
_STYLED = re.compile(r"\.([a-z][a-z-]*)(?=[\s,{:>])")


class Look:
    """One visitor's look. Pages are written once, plainly, and dressed."""

    def __init__(self, name: Name) -> None:
        self.name: Name = name
        self._changed = name != "plain"
        self._visit = secrets.token_hex(3)

    @property
    def confirm(self) -> str:
        return CONFIRM[self.name]

    def blocks(self, parts: Sequence[str]) -> str:
        """Things of one kind, one after the other."""
        if not self._changed:
            return "\n".join(parts)
        return "\n".join(f'<div class="cell"><div>{part}</div></div>' for part in reversed(parts))

    def items(self, parts: Sequence[str]) -> str:
        """Rows of a table, items of a list, options: what may not be wrapped, but stand in another order."""
        middle = len(parts) // 2
        return "\n".join((*parts[middle:], *parts[:middle]) if self._changed else parts)

    def dress(self, html: str) -> str:
        """A whole page with its classes and ids as this look has them."""
        if not self._changed:
            return html
        html = _IDS.sub(lambda found: f'{found[1]}="{self._id(found[2])}"', html)
        html = _LOOKED_UP.sub(lambda found: f'byId("{self._id(found[1])}")', html)
        return _CLASSES.sub(lambda found: f'class="{self._classes(found[1])}"', html)

    def dress_style(self, css: str) -> str:
        return _STYLED.sub(lambda found: f".{_other_class(found[1])}", css) if self._changed else css

    def _id(self, name: str) -> str:
        return f"x{self._visit}-{crc32(name.encode()):x}"

    def _classes(self, names: str) -> str:
        return " ".join(map(_other_class, names.split()))


def _other_class(name: str) -> str:
    """As a build tool would name it."""
    return f"css-{crc32(name.encode()):x}"
