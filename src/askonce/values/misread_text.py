"""Whether a text that was read from a picture may be a secret with some letters misread, or a part of one."""

from __future__ import annotations

import unicodedata

_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "!": "l", "j": "l", "5": "s", "$": "s", "8": "b",
                        "6": "b", "2": "z", "9": "g", "q": "g", "v": "u", "@": "a", "7": "t"})  # fmt: skip
"""Letters that look alike in small print, each as one of them."""
_PAIRS = (("rn", "m"), ("vv", "w"), ("nn", "m"), ("uu", "w"))
_CHUNK, _SHORTEST = 8, 4
"""A part of a longer secret that gives it away, and the least letters of a shorter one."""
_WRONG = 4
"""One of so many letters may be misread, left out or made up."""


def may_be_misread(text: str, secret: str) -> bool:
    """Whether some words of a text look like the secret, or like a part of it."""
    read, hidden = _folded(text), _folded(secret)
    if len(hidden) < _SHORTEST or len(read) < _SHORTEST:
        return bool(hidden) and hidden in read
    if len(read) < min(len(hidden), _CHUNK):
        return _least_errors(read, hidden) <= len(read) // (_WRONG + 1)
    length = min(len(hidden), _CHUNK)
    chunks = {hidden[start : start + length] for start in (*range(0, len(hidden) - length, 2), len(hidden) - length)}
    return any(_least_errors(chunk, read) <= max(1, length // _WRONG) for chunk in chunks)


def _folded(text: str) -> str:
    """Letters and digits alone, without what a reading of a picture gets wrong."""
    plain = unicodedata.normalize("NFKD", text).casefold().translate(_ALIKE)
    plain = "".join(sign for sign in plain if sign.isalnum())
    for pair, letter in _PAIRS:
        plain = plain.replace(pair, letter)
    return plain


def _least_errors(wanted: str, text: str) -> int:
    """How many letters of `wanted` differ at least from some part of a text."""
    row = [0] * (len(text) + 1)
    for number, letter in enumerate(wanted, 1):
        above, row[0] = row[0], number
        for place, other in enumerate(text, 1):
            above, row[place] = row[place], min(above + (letter != other), row[place] + 1, row[place - 1] + 1)
    return min(row)
