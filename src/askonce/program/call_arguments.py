"""Which argument of a call is meant for which input of the function."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from askonce.lazy import dataclass

_LIKE = 0.75


@dataclass(frozen=True, slots=True)
class Matched:
    """The input for each argument; of these `guessed` by their meaning. `unknown` arguments fit no input, `missing`
    inputs got no argument."""

    inputs: Mapping[str, str]
    guessed: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def match_arguments(arguments: Sequence[str], inputs: Sequence[str]) -> Matched:
    """Names that are the same belong together; what is left goes by its closest meaning, where only one comes close."""
    matched = {name: name for name in arguments if name in inputs}
    left = [name for name in arguments if name not in matched]
    free = [name for name in inputs if name not in matched]
    guessed: list[str] = []
    for name in left:
        close = [wanted for wanted in free if _is_like(name, wanted)]
        rivals = [other for other in left if other != name and close and _is_like(other, close[0])]
        if len(close) == 1 and not rivals:
            matched[name] = close[0]
            guessed.append(name)
    taken = set(matched.values())
    return Matched(
        matched,
        tuple(guessed),
        tuple(name for name in left if name not in matched),
        tuple(name for name in inputs if name not in taken),
    )


def _is_like(name: str, other: str) -> bool:
    """`{user_name}` and `{name}`, `{phoneNumber}` and `{phone_number}`, `{colour}` and `{color}`; but not
    `{chinese_score}` and `{english_score}`: each word of the shorter name must match one of the longer name."""
    few, many = sorted((_words(name), _words(other)), key=len)
    return bool(few) and all(any(_is_same(word, there) for there in many) for word in few)


def _is_same(word: str, other: str) -> bool:
    return SequenceMatcher(None, word, other).ratio() >= _LIKE


def _words(name: str) -> frozenset[str]:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return frozenset(word.rstrip("s") or word for word in re.findall(r"[^\W_]+", spaced.casefold()))
