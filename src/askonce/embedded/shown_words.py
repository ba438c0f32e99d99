"""What a screen that is only seen shows before a press and after it: its states are told by what came and went."""

from __future__ import annotations

import hashlib
import re
from typing import Literal

from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import PartProgress, SkillPlan
from askonce.language.normalization import key
from askonce.lazy import regex
from askonce.screens import Node

Fold = Literal["opened", "closed", "same", "unclear"]
Verb = Literal["pressed", "tried"]

_NOTE = regex(
    r"part (?P<part>\d+): (?P<verb>pressed|tried) (?P<control>\w+), below was (?P<below>\w*) of (?P<words>[\w ]*)"
)
_NUMBER = regex(r"\d+")


def note_shown(control: Node, screen: ScreenIndex, progress: PartProgress, verb: Verb = "pressed") -> str:
    """A note of all that can be read, and of what stands right below a control."""
    words = " ".join(sorted({_digest(node) for node in screen.tree if node.words}))
    below = _below(control, screen)
    return f"part {progress.part}: {verb} {_named(control)}, below was {_digest(below) if below else ''} of {words}"


def was_noted(progress: PartProgress, verb: Verb = "pressed") -> bool:
    """Whether this part has pressed something and noted before what could be read."""
    noted = _noted(progress)
    return noted is not None and noted["verb"] == verb


def is_trial(plan: SkillPlan) -> bool:
    """Whether a plan tries what may have no effect, and looks for one afterwards."""
    note = _NOTE.fullmatch(plan.memory)
    return not plan.finished and note is not None and note["verb"] == "tried"


def is_changed(screen: ScreenIndex, progress: PartProgress) -> bool:
    """Whether something else can be read than before the press."""
    noted = _noted(progress)
    return noted is not None and {*noted["words"].split()} != {_digest(node) for node in screen.tree if node.words}


def pressed_control(screen: ScreenIndex, progress: PartProgress) -> Node | None:
    """The only element that has the words of what was pressed."""
    noted = _noted(progress)
    found = [node for node in screen.tree if noted and node.words and _named(node) == noted["control"]]
    return found[0] if len(found) == 1 else None


def fold_of(control: Node, screen: ScreenIndex, progress: PartProgress) -> Fold:
    """What the press did to what a control opens and closes: new words come right below it, or those there go."""
    noted = _noted(progress)
    if noted is None:
        return "unclear"
    if not is_changed(screen, progress):
        return "same"
    below, words = noted["below"], {*noted["words"].split()}
    after = _below(control, screen)
    now = {_digest(node) for node in screen.tree if node.words}
    is_new = after is not None and _digest(after) not in words
    is_gone = bool(below) and below not in now
    if is_new == is_gone:
        return "unclear"
    return "opened" if is_new else "closed"


def _noted(progress: PartProgress) -> re.Match[str] | None:
    found = [note for line in progress.notes if (note := _NOTE.fullmatch(line)) and int(note["part"]) == progress.part]
    return found[0] if found else None


def _below(control: Node, screen: ScreenIndex) -> Node | None:
    """The first element with words below a control, at its width."""
    box = control.box
    lower = [
        node
        for node in screen.tree
        if node.words and node.box.top >= box.bottom - 2 and node.box.left < box.right and box.left < node.box.right
    ]
    return min(lower, key=lambda node: (node.box.top, node.box.left), default=None)


def _named(node: Node) -> str:
    return _hashed(key(node.name or node.text))


def _digest(node: Node) -> str:
    """What stays the same while only numbers change, as clocks and counts do by themselves."""
    return _hashed(_NUMBER.sub("0", repr((key(node.words), node.value))))


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]
