"""The words of a screen that is only seen, noted before a press so that words that came after it are known as new.

The note is short: of each text two bits of a row are set. A new text whose bits are set by others is taken for an old
one, which happens to few.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator

from askonce.embedded.note_digest import note_digest
from askonce.language.normalization import key as words_key
from askonce.language.normalization import loose_key
from askonce.screens import Node, Tree

_BYTES = 128
_BITS = 8 * _BYTES
_ALIKE = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o"})
"""Letters that are read now as one and now as the other."""


def write_words(tree: Tree) -> str:
    """The words of all elements, as a note."""
    row = bytearray(_BYTES)
    for node in tree:
        for text in _texts(node):
            for bit in _bits(text):
                row[bit // 8] |= 1 << bit % 8
    return urlsafe_b64encode(bytes(row)).decode()


def has_new_words(node: Node, noted: str) -> bool:
    """Whether an element shows a text that was nowhere on the screen when that was noted."""
    row = urlsafe_b64decode(noted)
    return any(not all(row[bit // 8] >> bit % 8 & 1 for bit in _bits(text)) for text in _texts(node))


def _texts(node: Node) -> Iterator[str]:
    return (plain for text in (node.name, node.text, node.value or "") if (plain := plain_letters(text)))


def plain_letters(text: str) -> str:
    """A text without what differs between two readings of the same picture: blanks, signs, letters that look alike."""
    return "".join(filter(str.isalnum, loose_key(words_key(text)).translate(_ALIKE)))


def _bits(text: str) -> tuple[int, int]:
    digest = note_digest(text, 4)
    return int.from_bytes(digest[:2], "big") % _BITS, int.from_bytes(digest[2:], "big") % _BITS
