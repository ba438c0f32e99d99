"""Whether a press on a screen that is only seen had an effect: the picture is another one afterwards, and stays so.

A control that is disabled, or lies under something that lets everything through, looks like any other and does nothing.
So a change counts only where it can come of the press. What goes on changing by itself, as clocks do, does not count,
nor does a field that holds the same as before: a press elsewhere takes its caret and its ring away. A control is often
painted otherwise once the pointer is on it or it has the focus, and a message goes or an image comes just then: so new
words count, and that the control itself is gone or called otherwise, a field is empty, or the picture is another one
for the most part; what only looks otherwise does not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import takewhile

from askonce.actions.gesture_actions import ASIDE
from askonce.embedded.planning_state import PlanningState
from askonce.embedded.press_effects import no_effect, seen_effect
from askonce.embedded.press_words import has_new_words, plain_letters, write_words
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, target
from askonce.geometry import Box
from askonce.language.normalization import key
from askonce.lazy import dataclass, regex
from askonce.screens import Node, Tree
from askonce.screens.field_labels import FIELDS
from askonce.vision.picture_tiles import changed_tiles, repainted_tiles

_NOTE = regex(
    r"part (?P<part>\d+): pressed (?P<control>\[.*?\]) when the picture was (?P<look>[\w=-]+) with words "
    r"(?P<words>[\w=-]+) and fields (?P<fields>.*)"
)
_LATER = regex(r"part (?P<part>\d+): after the press the picture was (?P<look>[\w=-]+)")
_NO_WAIT = "no action named 'Wait'"
_NO_POINTER = "no action named 'Hover'"
_PRESSES = frozenset({"Tap", "DoubleTap", "RightTap"})
_HINT = 5.0
"""How far from a control a hint for it is shown at most, in its heights."""
_MOST_HINTS = 3
"""Of how many texts a hint consists at most."""
_CARETS = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
_CARET = "|Il1"
"""What a caret behind the words of a field is read as."""
_RING = 0.3
"""How far the ring of a field goes around it at most, in its heights."""
_OWN = 0.5
"""How far a control may be painted otherwise around it, in its heights."""
_MOST = 0.5
"""How much of a picture is another one where a press has led elsewhere."""
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
    prompt: str
    box: Box
    label: str
    look: str
    words: str
    fields: tuple[_Field, ...]
    later: str
    """The picture at the last look after the press; empty at the first one."""


def note_press(plan: SkillPlan, screen: ScreenIndex, progress: PartProgress) -> SkillPlan:
    """The plan, with a note of the picture where it ends with a press on what is only seen.

    What is typed before it comes first, by itself: words that were typed are no effect of the press.
    """
    *typing, last = plan.actions or (None,)
    is_press = last is not None and last.action in _PRESSES and plan.finished and not plan.certain
    if last is None or not is_press or not screen.tree.look or any(action.action != "Type" for action in typing):
        return plan
    told = dict(last.params.get("target") or {})
    node = screen.node(told["element"]) if "element" in told else None
    if node is None or "seen" not in node.attributes or node.role in FIELDS:
        return plan
    typed = [past for past in progress.past_actions if past.action == "Type" and past.is_done]
    if len(typed) < len(typing):
        return replace(plan, actions=tuple(typing), finished=False)
    fields = [[*map(round, field.box.edges), field.held] for field in _fields(screen)[:_MOST_FIELDS]]
    control = json.dumps([*map(round, node.box.edges), _digest(_label(node))])
    note = (
        f"part {progress.part}: pressed {control} when the picture was {screen.tree.look} with words "
        f"{write_words(screen.tree)} and fields {json.dumps(fields)}"
    )
    return replace(plan, actions=(last,), finished=False, memory="\n".join(filter(None, (plan.memory, note))))


def has_pressed(progress: PartProgress) -> bool:
    """Whether this part has pressed what was only seen."""
    return _pressed(progress) is not None


def cannot_look_again(state: PlanningState) -> bool:
    """Whether a screen that cannot wait was pressed: then what changed is told by one look."""
    last = state.past_actions[-1] if state.past_actions else None
    is_pressed = last is not None and last.action in _PRESSES and any(_NOTE.fullmatch(line) for line in state.memories)
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
        is_done = _is_effect(changed, pressed, tree)
        return SkillPlan(certain=True) if is_done else Decline(no_effect(pressed.prompt), tied=True, final=True)
    # The tens of a clock stand beside its ones, and change seldom.
    moved = [_grown(tile, 1) for tile in repainted_tiles(pressed.later, tree.look, tree.view)]
    # The first look after a press does not tell what stays from what goes on changing.
    stays = [tile for tile in changed if not _meets(tile, moved)]
    is_changed = bool(pressed.later) and _is_effect(stays, pressed, tree)
    if is_changed and _may_be_hint(stays, pressed, tree) and (away := _point_away(screen, pressed, progress)):
        return replace(away, memory=f"part {progress.part}: after the press the picture was {tree.look}")
    answer = seen_effect(is_changed, pressed.prompt, progress, most_waits=_MOST_WAITS if changed else None)
    if isinstance(answer, Decline) or not answer.actions:
        return answer
    return replace(answer, memory=f"part {progress.part}: after the press the picture was {tree.look}")


def _is_effect(changed: Sequence[Box], pressed: _Pressed, tree: Tree) -> bool:
    """Whether what has changed, and stays so, can come of the press alone."""
    if sum(tile.area for tile in changed) >= _MOST * tree.view.width * tree.view.height:
        return True
    own = _grown(pressed.box, _OWN * pressed.box.height)
    at_place = [node for node in tree if pressed.box.contains(node.box.center)]
    if _meets(pressed.box, changed) and not any(_digest(_label(node)) == pressed.label for node in at_place):
        is_renamed = any(_label(node) for node in at_place)
        return is_renamed or not at_place
    emptied = [field.box for field in pressed.fields if field.held != _NOTHING and _is_empty_at(field.box, tree)]
    if any(_meets(box, changed) for box in emptied):
        return True
    return any(
        has_new_words(node, pressed.words) and _meets(node.box, changed) and not own.contains(node.box.center)
        for node in tree
    )


def _is_empty_at(place: Box, tree: Tree) -> bool:
    fields = [node for node in tree if node.role in _CARETS and place.contains(node.box.center)]
    return bool(fields) and all(_held(field) == _NOTHING for field in fields)


def _may_be_hint(changed: Sequence[Box], pressed: _Pressed, tree: Tree) -> bool:
    """Whether all that came is some words beside the control: a hint that shows as long as the pointer is there, such
    as why it cannot be used, looks like that."""
    came = [node for node in tree if has_new_words(node, pressed.words) and _meets(node.box, changed)]
    near = _grown(pressed.box, _HINT * pressed.box.height)
    is_there = any(_digest(_label(node)) == pressed.label for node in tree if pressed.box.contains(node.box.center))
    return is_there and 0 < len(came) <= _MOST_HINTS and all(node.box.intersection(near) for node in came)


def _point_away(screen: ScreenIndex, pressed: _Pressed, progress: PartProgress) -> SkillPlan | None:
    """Move the pointer onto some other text, which does nothing; None where that was done, or cannot be."""
    since = takewhile(lambda past: past.action not in _PRESSES, reversed(progress.past_actions))
    if cannot_point(progress.state) or any(past.action == "Hover" for past in since):
        return None
    near = _grown(pressed.box, pressed.box.height)
    texts = [node for node in screen.tree if _is_still(node, pressed) and not node.box.intersection(near)]
    if not texts:
        return None
    pointing = plan_action("Hover", target=target(texts[0], ASIDE))
    return SkillPlan((pointing, plan_action("Wait", seconds=1)), finished=False)


def _is_still(node: Node, pressed: _Pressed) -> bool:
    """Whether a text was there before the press, and is no control."""
    return node.role == "text" and not node.actionable and not has_new_words(node, pressed.words)


def cannot_point(state: PlanningState) -> bool:
    """Whether a screen without a pointer was asked to move it: there, nothing is shown because of one."""
    return _NO_POINTER in state.question.refused


def _label(node: Node) -> str:
    return plain_letters(node.name or node.text)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


# ---- fields


def _fields(screen: ScreenIndex) -> list[_Field]:
    return [
        _Field(_grown(node.box, _RING * node.box.height), _held(node)) for node in screen.tree if node.role in _CARETS
    ]


def _grown(box: Box, margin: float) -> Box:
    return Box.of_edges(box.left - margin, box.top - margin, box.right + margin, box.bottom + margin)


def _held(field: Node) -> str:
    """What a field holds, as a digest that is the same with a caret behind it."""
    return _digest(key((field.value or "").rstrip(_CARET + " ")))


_NOTHING = _digest("")


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
    taps = [past for past in progress.past_actions if past.action in _PRESSES]
    if not taps or not taps[-1].is_done:
        return None
    found: _Pressed | None = None
    for line in progress.notes:
        if (note := _NOTE.fullmatch(line)) and int(note["part"]) == progress.part:
            fields = tuple(_Field(Box.of_edges(*edges), held) for *edges, held in json.loads(note["fields"]))
            *edges, label = json.loads(note["control"])
            box, prompt = Box.of_edges(*edges), taps[-1].prompt or "it"
            found = _Pressed(prompt, box, label, note["look"], note["words"], fields, "")
        elif found and (note := _LATER.fullmatch(line)) and int(note["part"]) == progress.part:
            found = replace(found, later=note["look"])
    return found
