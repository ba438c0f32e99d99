"""Whether a press on a screen that is only seen had an effect: the picture is another one afterwards, and stays so.

A control that is disabled, or lies under something that lets everything through, looks like any other and does nothing.
So a change counts only where it can come of the press. What goes on changing by itself, as clocks do, does not count,
nor does a field that holds the same as before: a press elsewhere takes its caret and its ring away.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

from askonce.embedded.planning_state import PlanningState
from askonce.embedded.press_effects import no_effect, seen_effect
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan
from askonce.geometry import Box
from askonce.language.normalization import key
from askonce.lazy import dataclass, regex
from askonce.screens import Node
from askonce.screens.field_labels import FIELDS
from askonce.vision.picture_tiles import changed_tiles, repainted_tiles

_NOTE = regex(r"part (?P<part>\d+): pressed when the picture was (?P<look>[\w=-]+) with fields (?P<fields>.*)")
_LATER = regex(r"part (?P<part>\d+): after the press the picture was (?P<look>[\w=-]+)")
_NO_WAIT = "no action named 'Wait'"
_CARETS = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
_CARET = "|Il1"
"""What a caret behind the words of a field is read as."""
_RING = 0.3
"""How far the ring of a field goes around it at most, in its heights."""
_MOST_FIELDS = 16
"""How many fields fit into a note, beside the picture."""
_MOST_WAITS = 3
"""How often a screen that has changed is looked at again: it may be about to show something else."""


@dataclass(frozen=True, slots=True)
class _Field:
    box: Box
    held: str


@dataclass(frozen=True, slots=True)
class _Pressed:
    words: str
    look: str
    fields: tuple[_Field, ...]
    later: str
    """The picture at the last look after the press; empty at the first one."""


def note_press(plan: SkillPlan, screen: ScreenIndex, progress: PartProgress) -> SkillPlan:
    """The plan, with a note of the picture where it ends with a press on what is only seen."""
    is_press = len(plan.actions) == 1 and plan.actions[0].action == "Tap" and plan.finished and not plan.certain
    if not is_press or not screen.tree.look:
        return plan
    told = dict(plan.actions[0].params.get("target") or {})
    node = screen.node(told["element"]) if "element" in told else None
    if node is None or "seen" not in node.attributes or node.role in FIELDS:
        return plan
    fields = [[*map(round, field.box.edges), field.held] for field in _fields(screen)[:_MOST_FIELDS]]
    note = f"part {progress.part}: pressed when the picture was {screen.tree.look} with fields {json.dumps(fields)}"
    return replace(plan, finished=False, memory="\n".join(filter(None, (plan.memory, note))))


def has_pressed(progress: PartProgress) -> bool:
    """Whether this part has pressed what was only seen."""
    return _pressed(progress) is not None


def cannot_look_again(state: PlanningState) -> bool:
    """Whether a screen that cannot wait was pressed: then what changed is told by one look."""
    last = state.past_actions[-1] if state.past_actions else None
    is_pressed = last is not None and last.action == "Tap" and any(_NOTE.fullmatch(line) for line in state.memories)
    return is_pressed and _NO_WAIT in state.question.refused


def pressed_part(screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """What came of the press of this part; None if it made none."""
    pressed = _pressed(progress)
    if pressed is None:
        return None
    tree = screen.tree
    quiet = _quiet_places(pressed.fields, _fields(screen))
    changed = [tile for tile in changed_tiles(pressed.look, tree.look, tree.view) if not _meets(tile, quiet)]
    if cannot_look_again(progress.state):
        return SkillPlan(certain=True) if changed else Decline(no_effect(pressed.words), tied=True, final=True)
    # The tens of a clock stand beside its ones, and change seldom.
    moved = [_grown(tile, 1) for tile in repainted_tiles(pressed.later, tree.look, tree.view)]
    # The first look after a press does not tell what stays from what goes on changing.
    is_changed = bool(pressed.later) and any(not _meets(tile, moved) for tile in changed)
    answer = seen_effect(is_changed, pressed.words, progress, most_waits=_MOST_WAITS if changed else None)
    if isinstance(answer, Decline) or not answer.actions:
        return answer
    return replace(answer, memory=f"part {progress.part}: after the press the picture was {tree.look}")


# ---- fields


def _fields(screen: ScreenIndex) -> list[_Field]:
    return [
        _Field(_grown(node.box, _RING * node.box.height), _held(node)) for node in screen.tree if node.role in _CARETS
    ]


def _grown(box: Box, margin: float) -> Box:
    return Box.of_edges(box.left - margin, box.top - margin, box.right + margin, box.bottom + margin)


def _held(field: Node) -> str:
    """What a field holds, as a digest that is the same with a caret behind it."""
    text = key((field.value or "").rstrip(_CARET + " "))
    return sha256(text.encode()).hexdigest()[:8]


def _quiet_places(before: Iterable[_Field], after: Iterable[_Field]) -> list[Box]:
    """The places of fields, but for those that hold something else than before."""
    old, new = list(before), list(after)
    filled = [
        one.box.union(other.box)
        for one in old
        for other in new
        if one.held != other.held and (one.box.contains(other.box.center) or other.box.contains(one.box.center))
    ]
    return [field.box for field in (*old, *new) if not any(box.contains(field.box.center) for box in filled)]


def _meets(tile: Box, places: Iterable[Box]) -> bool:
    return any(tile.intersection(place) for place in places)


# ---- notes


def _pressed(progress: PartProgress) -> _Pressed | None:
    """The last press of a part that was noted and done."""
    taps = [past for past in progress.past_actions if past.action == "Tap"]
    if not taps or not taps[-1].is_done:
        return None
    found: _Pressed | None = None
    for line in progress.notes:
        if (note := _NOTE.fullmatch(line)) and int(note["part"]) == progress.part:
            fields = tuple(_Field(Box.of_edges(*edges), held) for *edges, held in json.loads(note["fields"]))
            found = _Pressed(taps[-1].prompt or "it", note["look"], fields, "")
        elif found and (note := _LATER.fullmatch(line)) and int(note["part"]) == progress.part:
            found = replace(found, later=note["look"])
    return found
