"""Whether a page tells that what was pressed last has failed. What it told before that is noted when it is pressed.

Only a page that still has the control is asked: where another came, what it tells may be about anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from askonce.embedded.earlier_rounds import PastAction
from askonce.embedded.note_digest import note_digest
from askonce.embedded.planning_state import PlanningState
from askonce.embedded.screen_index import ScreenIndex
from askonce.language.commitments import label_commits
from askonce.language.normalization import key
from askonce.language.verdicts import says, without_questions
from askonce.lazy import regex
from askonce.screens import Node
from askonce.screens.field_labels import FIELDS, is_for_searching
from askonce.screens.ui_tree import plain

_NOTE = "failures told before: "
_ALERTS = frozenset({"alert", "alertdialog"})
_DATA = frozenset({"row", "listitem", "article", "cell", "gridcell", "treeitem", "option", "definition", "navigation"})
"""Roles of what holds the contents of a page, which may tell of any failure."""
_LONGEST = 15
"""Words of a message; what is longer is something to read."""
_NEWS = regex(
    r"(?:you have )?(?:a |an |\d+ )?(?:new|unread) \w+|reminder\b|(?:message|mail|comment|reply) from\b", re.I
)
"""How a message begins that somebody else sent: what failed in it is not what was pressed."""
_ENTER = "Enter"


def note_failures(screen: ScreenIndex) -> str:
    """What to remember when something is pressed; "" where no failure is told, nor was noted earlier."""
    told = [_digest(text) for text in _failures(screen)]
    is_noted = any(line.startswith(_NOTE) for line in screen.state.memories)
    return f"{_NOTE}{' '.join(told) or 'none'}" if told or is_noted else ""


def told_failure(screen: ScreenIndex) -> str:
    """What came up since the last press and says that it failed; "" if nothing does, or the instruction wants that."""
    state = screen.state
    if says("rejected", state.fill(state.question.instruction)) or not _is_still_there(_last_sent(state), screen):
        return ""
    notes = [line.removeprefix(_NOTE) for line in state.memories if line.startswith(_NOTE)]
    known = notes[-1].split() if notes else []
    return next((text for text in _failures(screen) if _digest(text) not in known), "")


def is_sent_again(texts: Iterable[str], screen: ScreenIndex) -> bool:
    """Whether parts to come press what was pressed last once more: then its failure may be what they set right."""
    sent = _last_sent(screen.state)
    words = key(screen.state.fill(sent.prompt)) if sent and sent.action == "Tap" else _ENTER.lower()
    return any(words in key(screen.state.fill(text)) for text in texts)


def _last_sent(state: PlanningState) -> PastAction | None:
    """The last action, if it may have sent something; Enter is pressed where something was touched last."""
    acted = [past for past in state.past_actions if past.is_done and past.action != "Wait"]
    last = acted[-1] if acted else None
    if last and last.action == "Press" and last.params.get("keys") == _ENTER:
        places = [past.params["target"] for past in acted if past.element is not None]
        return replace(last, params={**last.params, "target": places[-1]}) if places else last
    return last if last and (last.action == "Tap" or last.params.get("enter") is True) else None


def _is_still_there(sent: PastAction | None, screen: ScreenIndex) -> bool:
    """Whether the control is there that sent something, maybe drawn again."""
    if sent is None:
        return False
    node = screen.node(sent.element) if sent.element is not None else None
    if sent.action != "Tap":
        carets = [node] if node else [field for field in screen.fields if "focused" in field.states]
        return any(field.role in FIELDS and not is_for_searching(field) for field in carets)
    words = screen.state.fill(sent.prompt)
    nodes = [node] if node else screen.exactly(words, lambda other: other.actionable)
    return any(node.role not in FIELDS and (label_commits(node.name) or label_commits(words)) for node in nodes)


def _failures(screen: ScreenIndex) -> Iterator[str]:
    """The texts that say outright that something failed; an alert does so with fewer words."""
    for node in screen.tree:
        around = (node, *screen.layout.above(node))
        text = " ".join(node.words.split())
        is_data = any(other.role in _DATA for other in around)
        if node.actionable or is_data or not text or len(text.split()) > _LONGEST or says("success", text):
            continue
        if _NEWS.match(text):
            continue
        if says("refused", without_questions(text)) or (_is_alarming(around) and _rejects(text)):
            yield text


def _is_alarming(around: tuple[Node, ...]) -> bool:
    return any(node.role in _ALERTS for node in around)


def _rejects(text: str) -> bool:
    return says("rejected", without_questions(text)) and not says("accepted", text)


def _digest(text: str) -> str:
    return note_digest(plain(text), 8).hex()
