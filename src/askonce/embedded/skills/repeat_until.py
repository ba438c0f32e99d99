"""Pressing something again and again until the screen shows what is wanted."""

from __future__ import annotations

import re

from askonce.embedded.grammar import Intent
from askonce.embedded.measures import measured
from askonce.embedded.screen_index import Sight
from askonce.embedded.skill_answers import Decline, Move, Progress, tap
from askonce.embedded.skills.clicks import not_found
from askonce.insight.exact import judge
from askonce.language.normalization import split_words
from askonce.screens import Node

_MOST_PRESSES = 30
_SILENT = frozenset({"the", "a", "an", "number", "value", "it", "shown", "random", "that", "which"})
_COMPARED = (
    (re.compile(r"(?:is )?(?:(?:less|smaller|lower) than|under|below) (\S+)"), "<"),
    (re.compile(r"(?:is )?(?:(?:greater|larger|more|higher|bigger) than|over|above) (\S+)"), ">"),
    (re.compile(r"(?:is |equal to |equals |of )+(\S+)"), "="),
)


def press_until(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Press, look, and press again until the condition holds."""
    said, condition = intent.target, sight.state.fill(intent.get("condition").text)
    holds = _holds(condition, sight)
    presses = sum(past.action == "Tap" for past in progress.actions)
    if holds:
        return Move(certain=True)
    if holds is None and presses:
        return Decline(f"whether {condition!r} is so cannot be told from the screen")
    if presses >= _MOST_PRESSES:
        return Decline(f"{said.prompt} was pressed {presses} times, and {condition!r} is not so")
    found = sight.find(said)
    if not isinstance(found, Node):
        return not_found(found, said)
    return Move((tap(found, said.prompt),), finished=False, log=f"Press {said.prompt} until {condition}")


def _holds(condition: str, sight: Sight) -> bool | None:
    """Whether it is so; None when the screen does not tell."""
    test = _test_of(condition)
    if test is None:
        judged = judge(condition, sight.tree)
        return judged.holds if judged else None
    numbers = [measured(node.text or node.name, "number") for node in sight.tree if not node.actionable]
    shown = [number for number in numbers if number is not None]
    return test(shown[0]) if len(shown) == 1 else None


class _Test:
    """One comparison with a number."""

    def __init__(self, sign: str, number: float) -> None:
        self._sign, self._number = sign, number

    def __call__(self, shown: float) -> bool:
        match self._sign:
            case "<":
                return shown < self._number
            case ">":
                return shown > self._number
            case _:
                return shown == self._number


def _test_of(condition: str) -> _Test | None:
    """What is asked of the number on the screen, where nothing but a number is spoken of."""
    words = split_words(condition)
    rest = " ".join(word for word in words if word not in _SILENT)
    for pattern, sign in _COMPARED:
        found = pattern.fullmatch(rest)
        if found and (number := measured(found[1], "number")) is not None:
            return _Test(sign, number)
    return None
