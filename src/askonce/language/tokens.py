"""The words, quotations, slots and marks of a text, each with its position in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from askonce.lazy import dataclass, regex

TokenKind = Literal["word", "quote", "slot", "mark"]

# An apostrophe opens a quotation only where no word is before it, and closes one only where none follows.
_QUOTATION = (
    r"""(?P<quote>"[^"]*"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|`[^`]*`|「[^」]*」|『[^』]*』|‘.+?’(?!\w)|(?<!\w)'.+?'(?!\w))"""
)
_QUOTED = regex(_QUOTATION, re.DOTALL)
_TOKEN = regex(
    rf"""{_QUOTATION}
      |(?P<slot>\{{[A-Za-z_]\w*(?:\.\w+)*\}})
      |(?P<mark>[,;:!?()](?=\s|$)|\.(?=\s|$|["”'])|[\n])
      |(?P<word>(?:(?![,;:!?).](?:\s|$)|\.["”])[^\s"“”«»„`{{}}(])+|\S)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of a text. `plain` is how it is compared: lower case; for a quotation, what it quotes."""

    kind: TokenKind
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
        """Whether it is taken as it is written, whatever its words mean elsewhere."""
        return self.kind in {"quote", "slot"}


def read_tokens(text: str) -> tuple[Token, ...]:
    return tuple(Token(_kind(found), found.group(), found.start(), found.end()) for found in _TOKEN.finditer(text))


def _kind(found: re.Match[str]) -> TokenKind:
    return "quote" if found["quote"] else "slot" if found["slot"] else "mark" if found["mark"] else "word"


def split_quotations(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of `text` in their order: what is outside of quotations, and with True each quotation in its marks."""
    end = 0
    for found in _QUOTED.finditer(text):
        yield text[end : found.start()], False
        yield found.group(), True
        end = found.end()
    yield text[end:], False
