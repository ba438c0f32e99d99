"""Whether what an instruction makes a condition, or wants verified, is so on this screen."""

from __future__ import annotations

import re

from askonce.embedded.grammar import IntentArgument
from askonce.embedded.grammar.overlay_words import read_obstacle
from askonce.embedded.overlays import find_obstacle
from askonce.embedded.screen_index import ScreenIndex, is_ticked
from askonce.embedded.text_sources import MISREAD
from askonce.insight.exact import is_statement, judge
from askonce.lazy import regex
from askonce.screens import Node

_BOX = regex(
    r"(?P<what>.+?) (?:is|are) (?:(?P<not>not )|currently |already )*"
    r"(?P<state>(?:un)?(?:checked|ticked|selected)|(?:switched |turned )?(?:on|off))",
    re.IGNORECASE,
)
_JOINTS = regex(r"\s(?:and|or|but)\s|,", re.IGNORECASE)


def holds(condition: str, screen: ScreenIndex) -> bool | str:
    """Whether the condition holds; a text, possibly empty, says why that is unknown."""
    if screen.tree.seen:
        return MISREAD
    kind = read_obstacle(condition)
    if kind:
        found = find_obstacle(kind, screen)
        return found if isinstance(found, str) else (found is not None) != kind.absent
    judged = judge(condition, screen.tree)
    if judged:
        return judged.holds
    told = _is_box_so(condition, screen)
    return "" if told is None else told


def may_be_told(statement: str) -> bool:
    """Whether a screen could show that a statement is so."""
    return is_statement(statement) or read_obstacle(statement) is not None or _BOX.fullmatch(statement) is not None


def _is_box_so(condition: str, screen: ScreenIndex) -> bool | None:
    """Whether the one box or switch that is called so is on, or off; None where that is said of something else."""
    said = _BOX.fullmatch(condition.strip().rstrip("."))
    if said is None or _JOINTS.search(said["what"]):
        return None
    box = screen.find(IntentArgument(said["what"], raw=said["what"]), is_ticked)
    if not isinstance(box, Node) or box.role == "radio" or "mixed" in box.states:
        return None
    state = said["state"].casefold()
    is_wanted = not state.startswith("un") and not state.endswith("off")
    return ("checked" in box.states) == (is_wanted != bool(said["not"]))
