"""The forms in which texts are compared, from letter by letter to letters alone."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from askonce.lazy import regex
from askonce.screens.ui_tree import plain

PIECE = regex(r"(?<![\w.,])[-−+]?\d+(?:[.,:]\d+)*(?!\w)|\w+(?:'\w+)*|[^\w\s]")
SILENT = frozenset(".,:;!?…()[]{}\"'“”‘’«»„`*–—-‐‑/\\|·•&#~^_¿¡。、，：；！？（）「」『』・")
"""Signs that do not count beside words."""
_ACCENTS = regex("[\u0300-\u036f]+")
_CACHE_SIZE = 20_000


def split_words(text: str) -> list[str]:
    """The words of `text` as they are compared; signs count only in numbers and where there is nothing else."""
    pieces = PIECE.findall(plain(text).replace("’", "'"))
    words = [piece for piece in pieces if piece not in SILENT]
    return words or pieces


@lru_cache(_CACHE_SIZE)  # the names on a screen are compared again and again
def key(text: str) -> str:
    """`text` as its words alone: two texts with one key are the same to a reader."""
    words = text.split()
    if text.isascii() and "".join(words).isalnum():  # most names have no signs in them
        return " ".join(words).lower()
    return " ".join(split_words(text))


def loose_key(words: str) -> str:
    """A weaker form of a key: without accents, and with or without spaces between words (log in, login)."""
    bare = words if words.isascii() else _ACCENTS.sub("", unicodedata.normalize("NFD", words))
    return bare.replace(" ", "").replace("'", "")


def single_spaced(text: str) -> str:
    """`text` letter by letter; only spacing does not count."""
    return " ".join(text.split())


@lru_cache(_CACHE_SIZE)
def letters_of(text: str) -> str:
    """`text` without all that people leave out or write differently: case, accents, spaces and signs."""
    parts = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in parts if letter.isalnum()) or single_spaced(parts)


def is_same_name(one: str, other: str) -> bool:
    """Whether it is one name: only case and the marks that follow a label may differ, as in `Name: *`."""
    return _label(one) == _label(other) != ""


def _label(name: str) -> str:
    return plain(name).rstrip("*:. ")  # an ellipsis is three dots in this form


def end_of_words(text: str, wanted: str) -> int:
    """Where `wanted` ends in `text`, if it is there as whole words and whole numbers; otherwise 0."""
    text, start = single_spaced(text), -1
    while (start := text.find(wanted, start + 1)) >= 0:
        end = start + len(wanted)
        if not (_continues(text[:start][::-1], wanted[0]) or _continues(text[end:], wanted[-1])):
            return end
    return 0


def _continues(beyond: str, edge: str) -> bool:
    """Whether a word or a number continues here: `5` continues in `5.00`, `1,5` and `-5`."""
    if not beyond or not edge.isalnum():
        return bool(beyond) and edge in ".,-+" and beyond[0].isdigit()
    if beyond[0].isalnum() or beyond[0] == "_":
        return True
    if beyond[0].isspace():
        return edge.isdigit() and beyond[1:2].isdigit()
    is_sign = beyond[0] in ".,'’-–/:+%°$€£¥@" and (edge.isdigit() or beyond[0] in "-'’@")
    return is_sign and (beyond[1:2].isalnum() or beyond[0] in "%°$€£¥-–+")
