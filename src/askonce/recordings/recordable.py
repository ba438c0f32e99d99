"""Decides what must not be recorded because it depended on what the screen showed at the time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from askonce.lazy import regex
from askonce.recordings.slots import texts_of
from askonce.screens.ui_tree import plain
from askonce.values import Instruction

_WORD = regex(r"\w{2,}|[0-9]")
_QUOTED = regex(r"'[^']*'|\"[^\"]*\"|“[^”]*”|‘[^’]*’|«[^»]*»|\{[\w.]+\}")
_WAIT = regex(r"\bwait\s+(?:until|till|while)\b", re.IGNORECASE)
"""What is waited for changes none of the steps."""
_ANSWER = "it asks for an answer, which may be another one next time"
_ON_ANY_SCREEN = frozenset({_ANSWER, "it depends on the time"})
"""The reasons that count however the screen looks."""


def dependence(
    instruction: Instruction, *, on_same_screen: bool = False, gives: bool = False, names: Iterable[str] = ()
) -> str:
    """Why the steps of an instruction may differ next time; empty when they will be the same.

    `on_same_screen` says that they are repeated only where the screen shows what it showed, `gives` that the answer is
    read again each time.
    Names in quotes and passed values do not count: "tap 'Show all'" depends on nothing. Neither do the `names` of what
    was used: "click Order now" is the same at any time where a button is called so.
    """
    text = _WAIT.sub("wait for", _QUOTED.sub(" ", instruction.text))
    for name in names:
        text = _without_name(name, text)
    for reason, patterns in _reasons():
        if (on_same_screen and reason not in _ON_ANY_SCREEN) or (gives and reason == _ANSWER):
            continue
        for pattern in patterns:
            if found := pattern.search(text):
                words = found.group().strip()
                return f"{reason} ({words!r})" if words != "?" else reason
    return ""


def _without_name(name: str, text: str) -> str:
    """A text without the first mention of a name; one of a single word has to be written as a name is."""
    words = [re.escape(word) for word in name.split()]
    if not words or (len(words) == 1 and not name[:1].isupper()):
        return text
    flags = re.IGNORECASE if len(words) > 1 else re.NOFLAG
    spoken = r"\s+".join(words)
    return re.sub(rf"(?<!\w){spoken}(?!\w)", " ", text, count=1, flags=flags)


def borrowed(typed: str, instruction: Instruction, seen: Iterable[str]) -> bool:
    """Whether a typed text was read from the screen or computed, and not given by the instruction.

    `seen` is what the screen showed until then.
    """
    given = plain(" ".join((instruction.text, *texts_of(instruction))))
    literal = plain(_SLOT.sub(" ", typed))
    words = _WORD.findall(literal)
    if not words or all(_is_given(word, given) for word in words):
        return False
    return bool(re.search(r"\d", literal)) or any(literal in plain(text) for text in seen)


def _is_given(word: str, given: str) -> bool:
    """Whether a word occurs in a text; a single digit must be a separate number or spelled out."""
    if len(word) > 1:
        return word in given
    number = word if word == "0" else rf"{word}|{_COUNTS[int(word) - 1]}"
    return bool(re.search(rf"(?<!\w)(?:{number})(?!\w)", given))


_SLOT = regex(r"\{[\w.]+\}")
_COUNTS = ("an?|one|once|single", "two|twice|second", "three|third", "four", "five", "six", "seven", "eight", "nine")


@cache
def _reasons() -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    kept: dict[str, list[str]] = json.loads((files("askonce.recordings") / "depends.json").read_text("utf-8"))
    return tuple(
        (reason, tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)) for reason, patterns in kept.items()
    )
