"""The words, quotations and marks of an instruction, each with its place in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["word", "quote", "slot", "mark"]

# An apostrophe opens a quotation only where no word stands before it, and closes one only where none follows.
_TOKEN = re.compile(
    r"""(?P<quote>"[^"]*"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|`[^`]*`|‘.+?’(?!\w)|(?<!\w)'.+?'(?!\w))
      |(?P<slot>\{[A-Za-z_]\w*(?:\.\w+)*\})
      |(?P<mark>[,;:!?()](?=\s|$)|\.(?=\s|$|["”'])|[\n])
      |(?P<word>(?:(?![,;:!?).](?:\s|$)|\.["”])[^\s"“”«»„`{}(])+|\S)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of an instruction. `plain` is how it is compared: lower case; for a quotation, what it quotes."""

    kind: Kind
    text: str
    start: int
    end: int

    @property
    def plain(self) -> str:
        return self.inner.casefold()

    @property
    def inner(self) -> str:
        """The words themselves: a quotation without its marks."""
        return self.text[1:-1].strip() if self.kind == "quote" else self.text

    @property
    def is_fixed(self) -> bool:
        """Whether it is taken as it stands, whatever its words mean elsewhere."""
        return self.kind in {"quote", "slot"}


def read_tokens(text: str) -> tuple[Token, ...]:
    return tuple(
        Token("quote", found.group(), found.start(), found.end())
        if found["quote"]
        else Token(_kind(found), found.group(), found.start(), found.end())
        for found in _TOKEN.finditer(text)
    )


def _kind(found: re.Match[str]) -> Kind:
    return "slot" if found["slot"] else "mark" if found["mark"] else "word"
