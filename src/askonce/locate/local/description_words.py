"""How words are compared: what looks alike is alike."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

from askonce.screens.ui_tree import plain

_PIECE = re.compile(r"(?<![\w.,])[-−+]?\d+(?:[.,:]\d+)*(?!\w)|\w+(?:'\w+)*|[^\w\s]")
_SILENT = frozenset(".,:;!?…()[]{}\"'“”‘’«»„`*–—-‐‑/\\|·•&#~^_¿¡。、，：；！？（）「」『』・")
_ACCENTS = re.compile("[\u0300-\u036f]+")

# An apostrophe opens a quotation only where no word stands before it, and closes one only where none follows.
_QUOTED = re.compile(
    r"\"([^\"]+)\"|“([^”]+)”|«([^»]+)»|„([^“”]+)[“”]|`([^`]+)`|「([^」]+)」|『([^』]+)』|‘(.+?)’(?!\w)|(?<!\w)'(.+?)'(?!\w)"
)
_MARKS = frozenset("(),;")
_KEPT = 20_000
_ELLIPSES = ("…", "...")


def split_words(text: str) -> list[str]:
    """The words of `text` as they are compared; signs count only in numbers and where there is nothing else."""
    pieces = _PIECE.findall(plain(text).replace("’", "'"))
    spoken = [piece for piece in pieces if piece not in _SILENT]
    return spoken or pieces


@lru_cache(_KEPT)  # a screen is looked at again and again, and so are its names
def key(text: str) -> str:
    """`text` as its words alone: two texts with one key are the same to a reader."""
    words = text.split()
    if text.isascii() and "".join(words).isalnum():  # most names have no signs in them
        return " ".join(words).lower()
    return " ".join(split_words(text))


def loose_key(words: str) -> str:
    """A weaker form of a key: without accents, and without minding where words are parted (log in, login)."""
    bare = words if words.isascii() else _ACCENTS.sub("", unicodedata.normalize("NFD", words))
    return bare.replace(" ", "").replace("'", "")


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a description, one quotation in it, or a mark that parts it."""

    text: str
    quoted: bool = False
    cut: bool = False
    """Whether an ellipsis stands for what follows, as in names that a list cut short."""

    @property
    def is_mark(self) -> bool:
        return not self.quoted and self.text in _MARKS


def read_tokens(prompt: str) -> tuple[Token, ...]:
    tokens: list[Token] = []
    end = 0
    for quotation in _QUOTED.finditer(prompt):
        inner = next(group for group in quotation.groups() if group is not None)
        tokens += _plain_tokens(prompt[end : quotation.start()])
        if key(inner):
            tokens.append(Token(key(inner), quoted=True, cut=inner.rstrip().endswith(_ELLIPSES)))
        end = quotation.end()
    return (*tokens, *_plain_tokens(prompt[end:]))


def _plain_tokens(text: str) -> list[Token]:
    tokens: list[Token] = []
    for piece in _PIECE.findall(plain(text).replace("...", "…").replace("’", "'")):
        if piece == "…" and tokens:
            tokens[-1] = replace(tokens[-1], cut=True)
        elif piece not in _SILENT or piece in _MARKS or piece == "#":
            tokens.append(Token(piece))
    return tokens
