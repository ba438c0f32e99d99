"""Whether a press on a screen that is only seen had an effect: the picture is another one afterwards.

A control that is disabled, or lies under something that lets everything through, looks like any other and does nothing.
"""

from __future__ import annotations

from dataclasses import replace

from askonce.embedded.press_effects import seen_effect
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan
from askonce.lazy import regex
from askonce.screens.field_labels import FIELDS

_NOTE = regex(r"part (?P<part>\d+): pressed when the picture was (?P<look>\w+)")


def note_press(plan: SkillPlan, screen: ScreenIndex, progress: PartProgress) -> SkillPlan:
    """The plan, with a note of the picture where it ends with a press on what is only seen."""
    is_press = len(plan.actions) == 1 and plan.actions[0].action == "Tap" and plan.finished and not plan.certain
    if not is_press or not screen.tree.look:
        return plan
    told = dict(plan.actions[0].params.get("target") or {})
    node = screen.node(told["element"]) if "element" in told else None
    if node is None or "seen" not in node.attributes or node.role in FIELDS:
        return plan
    note = f"part {progress.part}: pressed when the picture was {screen.tree.look}"
    return replace(plan, finished=False, memory="\n".join(filter(None, (plan.memory, note))))


def has_pressed(progress: PartProgress) -> bool:
    """Whether this part has pressed what was only seen."""
    return _pressed(progress) is not None


def pressed_part(screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """What came of the press of this part; None if it made none."""
    pressed = _pressed(progress)
    if pressed is None:
        return None
    look, words = pressed
    return seen_effect(screen.tree.look != look, words, progress)


def _pressed(progress: PartProgress) -> tuple[str, str] | None:
    """The picture before the last press of a part that was noted and done, and the words for what was pressed."""
    notes = [note for line in progress.notes if (note := _NOTE.fullmatch(line)) and int(note["part"]) == progress.part]
    taps = [past for past in progress.past_actions if past.action == "Tap"]
    if not notes or not taps or not taps[-1].is_done:
        return None
    return notes[-1]["look"], taps[-1].prompt or "it"
