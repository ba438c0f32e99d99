"""Whether a text that was read from a picture may be a secret with some letters misread, or a part of one."""

from __future__ import annotations

import unicodedata

from askonce.lazy import regex

_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "!": "l", "j": "l", "5": "s", "$": "s", "8": "b",
                        "6": "b", "2": "z", "9": "g", "q": "g", "v": "u", "@": "a", "7": "t"})  # fmt: skip
"""Letters that look alike in small print, each as one of them."""
_PAIRS = (("rn", "m"), ("vv", "w"), ("nn", "m"), ("uu", "w"))
_CHUNK, _SHORTEST = 8, 4
"""A part of a longer secret that gives it away, and the least letters of a shorter one."""
_WRONG = 4
"""One of so many letters may be misread, left out or made up."""
_THIN = frozenset("1ijlt")
"""Letters that are overlooked easily."""
_ROUND = str.maketrans("DQ", "OO")
"""Letters that look like a zero, and like no other letter."""
_BETWEEN = regex(r"(?<=[\dOolISsBZ|])\s(?=[\dOolISsBZ|])")
"""A blank that is read between digits, or what looks like them."""
_PIECE = regex(r"[A-Z]+|[a-z]+|\d+|[^\w\s]|[^\W\d_A-Za-z]+")
"""Letters of one kind, numbers and signs: words that are read as one, as "PIN" and what follows it, are apart."""


def may_be_misread(text: str, secret: str) -> bool:
    """Whether some words of a text look like the secret, or like a part of it."""
    read, hidden = _folded(text), _folded(secret)
    if len(hidden) < _SHORTEST or len(read) < _SHORTEST:
        return bool(hidden) and hidden in read
    if hidden in read:
        return True
    if len(hidden) < _CHUNK:
        is_number = all(map(str.isdecimal, filter(str.isalnum, secret)))
        return _has_number(text, hidden) if is_number else _has_word(text, hidden)
    if len(read) < _CHUNK:
        return _least_errors(read, hidden) <= len(read) // (_WRONG + 1)
    chunks = {hidden[start : start + _CHUNK] for start in (*range(0, len(hidden) - _CHUNK, 2), len(hidden) - _CHUNK)}
    return any(_least_errors(chunk, read) <= _CHUNK // _WRONG for chunk in chunks)


def is_beginning(text: str, secret: str) -> bool:
    """Whether a text that was read is surely the beginning of a secret and not all of it: letters that are hard to see
    may have been overlooked at its end."""
    read = _composed(text).rstrip(" |").replace(" ", "").casefold()  # a caret stands behind it
    hidden = _composed(secret).replace(" ", "").casefold()
    left = hidden[len(read) :]
    return bool(read) and hidden.startswith(read) and any(sign.isalnum() and sign not in _THIN for sign in left)


def _has_number(text: str, hidden: str) -> bool:
    """Whether a text holds a short number, with one digit misread or left out, or a part of it. Letters alone have to
    look like all of it: most are words."""
    if hidden in _folded(_composed(text).translate(_ROUND)):
        return True
    runs = _BETWEEN.sub("", _composed(text)).split()
    return any(_is_part(_folded(run), hidden) for run in runs if any(map(str.isdecimal, run)))


def _has_word(text: str, hidden: str) -> bool:
    """Whether a text holds a short secret with one letter misread, left out or made up, or a part of it, as words of
    their own: most other words have some letters of it in them."""
    pieces = _PIECE.findall(_composed(text))
    for start in range(len(pieces)):
        joined = ""
        for piece in pieces[start:]:
            joined += _folded(piece)
            if len(joined) > len(hidden) + 1:
                break
            is_near = len(joined) >= len(hidden) - 1 and _errors(joined, hidden) <= 1
            if is_near or (len(joined) >= _SHORTEST and joined in hidden):
                return True
    return False


def _is_part(read: str, hidden: str) -> bool:
    if len(read) < len(hidden) - 1:
        return len(read) >= _SHORTEST and read in hidden
    return _least_errors(hidden, read) <= 1


def _folded(text: str) -> str:
    """Letters and digits alone, without what a reading of a picture gets wrong."""
    plain = _composed(text).casefold().translate(_ALIKE)
    plain = "".join(sign for sign in plain if sign.isalnum())
    for pair, letter in _PAIRS:
        plain = plain.replace(pair, letter)
    return plain


def _composed(text: str) -> str:
    return unicodedata.normalize("NFKD", text)


def _errors(text: str, other: str) -> int:
    """How many letters differ between two texts, those that only one of them has included."""
    row = [*range(len(other) + 1)]
    for number, letter in enumerate(text, 1):
        above, row[0] = row[0], number
        for place, second in enumerate(other, 1):
            above, row[place] = row[place], min(above + (letter != second), row[place] + 1, row[place - 1] + 1)
    return row[-1]


def _least_errors(wanted: str, text: str) -> int:
    """How many letters of `wanted` differ at least from some part of a text."""
    row = [0] * (len(text) + 1)
    for number, letter in enumerate(wanted, 1):
        above, row[0] = row[0], number
        for place, other in enumerate(text, 1):
            above, row[place] = row[place], min(above + (letter != other), row[place] + 1, row[place - 1] + 1)
    return min(row)
