"""Pressing a control repeatedly until a condition holds."""

from __future__ import annotations

import re

from askonce.embedded.grammar import Intent
from askonce.embedded.measures import measured
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, tap
from askonce.embedded.skills.clicks import not_found
from askonce.embedded.text_sources import MISREAD
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


def press_until(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Press, look, and press again until the condition holds."""
    argument, condition = intent.target, screen.state.fill(intent.get("condition").text)
    if screen.tree.seen:
        return Decline(MISREAD, tied=True, final=True)
    holds = _holds(condition, screen)
    presses = sum(past.action == "Tap" for past in progress.past_actions)
    if holds:
        return SkillPlan(certain=True)
    if holds is None and presses:
        return Decline(f"the screen does not show whether {condition!r} holds")
    if presses >= _MOST_PRESSES:
        return Decline(f"{argument.prompt} was pressed {presses} times, and {condition!r} still does not hold")
    found = screen.find(argument)
    if not isinstance(found, Node):
        return not_found(found, argument)
    return SkillPlan((tap(found, argument.prompt),), finished=False, log=f"Press {argument.prompt} until {condition}")


def _holds(condition: str, screen: ScreenIndex) -> bool | None:
    """Whether the condition holds; None when the screen does not show it."""
    test = _test_of(condition)
    if test is None:
        judged = judge(condition, screen.tree)
        return judged.holds if judged else None
    numbers = [measured(node.text or node.name, "number") for node in screen.tree if not node.actionable]
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
    """The test for the number on the screen, if the condition is only about a number."""
    words = split_words(condition)
    rest = " ".join(word for word in words if word not in _SILENT)
    for pattern, sign in _COMPARED:
        found = pattern.fullmatch(rest)
        if found and (number := measured(found[1], "number")) is not None:
            return _Test(sign, number)
    return None
