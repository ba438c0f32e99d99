"""Whether a press on a screen that is only seen had an effect: the picture is another one afterwards, and stays so.

A control that is disabled, or lies under something that lets everything through, looks like any other and does nothing.
So a change counts only where it can come of the press. What goes on changing by itself, as clocks do, does not count,
nor does a field that holds the same as before: a press elsewhere takes its caret and its ring away. A control is often
painted otherwise once the pointer is on it or it has the focus, and a message goes or an image comes just then: so what
only looks otherwise does not count, nor what has only moved. What counts is that the control is gone or called
otherwise, that a field is empty, that all of the picture is another one at once, or new words that belong to the
press: most others are gone, they speak of it or of what was typed, they are many, or they stand beside it. A message
from elsewhere, or later than what a press brings up, may come by itself, as a note does that a draft was saved: it has
to tell the outcome of just this press. Lines that are kept up to date do not count even beside the control. A control
that goes later may go with a notice that closes by itself, and a large picture gives way to the next one while the
control stays as it is. What may be so only under the pointer is looked at once more when that is elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from askonce.actions.gesture_actions import ASIDE
from askonce.embedded.earlier_rounds import PastAction
from askonce.embedded.planning_state import PlanningState
from askonce.embedded.press_effects import no_effect, seen_effect
from askonce.embedded.press_messages import (
    answers,
    asks_to_go,
    is_renamed,
    is_status,
    speaks_of,
    tells_of_other,
    tells_outcome,
    thanks_for,
)
from askonce.embedded.press_note import (
    NotedField,
    PressNote,
    TextPlace,
    digest,
    read_enter,
    read_press,
    write_enter,
    write_later,
    write_press,
)
from askonce.embedded.press_words import has_new_words, plain_letters, write_words
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.screen_shift import came_into_view, kept_texts, screen_shift
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, target
from askonce.geometry import Box, Point
from askonce.language.normalization import key
from askonce.lazy import dataclass
from askonce.screens import Node, Tree
from askonce.screens.field_labels import FIELDS
from askonce.vision.picture_tiles import changed_tiles, repainted_tiles

_NO_WAIT = "no action named 'Wait'"
_NO_POINTER = "no action named 'Hover'"
_TAPS = frozenset({"Tap", "DoubleTap", "RightTap"})
_PRESSES = _TAPS | {"Press"}
_HINT = 5.0
"""How far from a control a hint for it is shown at most, in its heights."""
_CARETS = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
_CARET = "|Il1"
"""What a caret behind the words of a field is read as."""
_RING = 0.3
"""How far the ring of a field goes around it at most, in its heights."""
_OWN = 0.5
"""How far a control may be painted otherwise around it, in its heights."""
_ALL = 0.8
"""How much of a picture is another one where all of it is."""
_MANY = 4
"""How many texts come at once at least where more than a message comes."""
_MENU = 2
"""How many texts come at once at least where a menu or a dialog comes beside a control."""
_NEAR = 3.0
"""How far from a control the words are at most that a press brings up beside it, in its heights."""
_MOST_WAITS = 3
"""How often a screen that has changed is looked at again: it may be about to show something else."""


@dataclass(frozen=True, slots=True)
class _Look:
    """A screen after a press: where it differs from what was noted, and stays so."""

    tree: Tree
    note: PressNote
    changed: Sequence[Box]
    at_once: Collection[Box]
    """Where it differed at the first look after the press."""
    called: str
    """The words for the control; none where a key was pressed."""
    typed: Sequence[str]


def note_press(plan: SkillPlan, screen: ScreenIndex, progress: PartProgress) -> SkillPlan:
    """The plan, with a note of the picture where it ends with a press on what is only seen.

    What is typed before it comes first, by itself: words that were typed are no effect of the press.
    """
    *typing, last = plan.actions or (None,)
    is_last = last is not None and plan.finished and not plan.certain
    if last is None or not is_last or not screen.tree.look or any(action.action != "Type" for action in typing):
        return plan
    told = dict(last.params.get("target") or {})
    node = screen.node(told["element"]) if "element" in told else None
    if node is None or "seen" not in node.attributes:
        return plan
    if last.action == "Type" and last.params.get("enter"):
        text = plan_action("Type", **{name: value for name, value in last.params.items() if name != "enter"})
        note = write_enter(progress.part, node.box)
        memory = "\n".join(filter(None, (plan.memory, note)))
        return replace(plan, actions=(*typing, text), finished=False, memory=memory)
    if last.action not in _TAPS or node.role in FIELDS:
        return plan
    typed = [past for past in progress.past_actions if past.action == "Type" and past.is_done]
    if len(typed) < len(typing):
        return replace(plan, actions=tuple(typing), finished=False)
    note = write_press(progress.part, _note(_label_digest(node), node.box, screen))
    return replace(plan, actions=(last,), finished=False, memory="\n".join(filter(None, (plan.memory, note))))


def _note(label: str, box: Box, screen: ScreenIndex) -> PressNote:
    tree = screen.tree
    texts = [TextPlace(_label_digest(node), Point(node.box.left, node.box.top)) for node in tree if _label(node)]
    counts = Counter(text.digest for text in texts)
    single = tuple(text for text in texts if counts[text.digest] == 1)  # what stands twice cannot be followed
    return PressNote(label, box, counts[label], tuple(_fields(screen)), single, write_words(tree), tree.look)


def has_pressed(progress: PartProgress) -> bool:
    """Whether this part has pressed what was only seen."""
    return _noted(progress) is not None


def cannot_look_again(state: PlanningState) -> bool:
    """Whether a screen that cannot wait was pressed: then what changed is told by one look."""
    last = state.past_actions[-1] if state.past_actions else None
    is_pressed = last is not None and last.action in _PRESSES and read_press(state.memories, last.part) is not None
    return is_pressed and _NO_WAIT in state.question.refused


def pressed_part(screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """What came of the press of this part; None if it made none."""
    note = _noted(progress)
    if note is None:
        return _press_enter(screen, progress)
    tree, prompt = screen.tree, _prompt(progress)
    first, last = (note.later[0], note.later[-1]) if note.later else (tree.look, "")
    changed, at_once = (_changed(note, look, screen) for look in (tree.look, first))
    typed = [screen.state.fill(str(past.params.get("text", ""))) for past in screen.state.past_actions]
    is_tapped = _presses(progress)[-1].action in _TAPS
    called = prompt if is_tapped else ""
    if cannot_look_again(progress.state):
        is_done = _is_effect(_Look(tree, note, changed, at_once, called, typed))
        return SkillPlan(certain=True) if is_done else Decline(no_effect(prompt), tied=True, final=True)
    # The tens of a clock stand beside its ones, and change seldom.
    moved = [_grown(tile, 1) for tile in repainted_tiles(last, tree.look, tree.view)]
    # The first look after a press does not tell what stays from what goes on changing.
    stays = _Look(tree, note, [tile for tile in changed if not _meets(tile, moved)], at_once, called, typed)
    is_changed = bool(last) and _is_effect(stays)
    later = write_later(progress.part, tree.look, stood=_stands(note, tree))
    if is_changed and is_tapped and _may_come_of_pointer(stays) and (away := _point_away(screen, note, progress)):
        return replace(away, memory=later)
    answer = seen_effect(is_changed, prompt, progress, most_waits=_MOST_WAITS if changed else None)
    return answer if isinstance(answer, Decline) or not answer.actions else replace(answer, memory=later)


def _press_enter(screen: ScreenIndex, progress: PartProgress) -> SkillPlan | None:
    """Press Enter where the text that is sent with it was typed; None where that is not so. The words that a field was
    found by may be gone with what is typed over them, so it is not looked for again."""
    field, past = read_enter(progress.notes, progress.part), progress.past_actions
    if field is None or not past or past[-1].action != "Type" or not past[-1].is_done:
        return None
    label = next((_label_digest(node) for node in _at(field, screen.tree) if node.role in _CARETS), _NOTHING)
    note = write_press(progress.part, _note(label, field, screen))
    return SkillPlan((plan_action("Press", keys="Enter"),), finished=False, memory=note)


def _changed(note: PressNote, look: str, screen: ScreenIndex) -> list[Box]:
    """Where a picture differs from the one before the press, but for fields that hold the same."""
    quiet = _quiet_places(note.fields, _fields(screen))
    view = screen.tree.view
    return [tile for tile in changed_tiles(note.look, look, view) if not _meets(tile, quiet)]


def _is_effect(look: _Look) -> bool:
    """Whether what has changed, and stays so, can come of the press alone."""
    tree, note = look.tree, look.note
    kept = kept_texts(note.texts, tree, _label_digest)
    shift = screen_shift(kept)
    is_moved = shift != Point(0, 0)
    if not is_moved and _is_another(look, is_worded=len(kept) < len(note.texts)):
        return True
    if _is_gone(look, shift):
        return True
    emptied = [field.box for field in note.fields if field.held != _NOTHING and _is_empty_at(field.box, tree)]
    if not is_moved and any(_meets(box, look.changed) for box in emptied):
        return True
    came = [node for node in _new_words(look) if not came_into_view(node.box, shift, tree)]
    is_turned = 2 * len(kept) < len(note.texts)
    return bool(came) and (is_turned or _say_effect(came, look))


def _say_effect(came: Sequence[Node], look: _Look) -> bool:
    """Whether new words belong to the press."""
    note, tree, called = look.note, look.tree, look.called
    if any(speaks_of(node.words, typed) for node in came for typed in look.typed):
        return True
    at_once = [node for node in came if _came_at_once(node, look)]
    near = _grown(note.box, _NEAR * note.box.height)
    belonging = [*at_once, *(node for node in came if node.box.intersection(near))]
    if any(speaks_of(node.words, called) and not tells_of_other(node.words) for node in belonging):
        return True
    told = [node for node in came if tells_outcome(node.words, called)]
    if told or any(thanks_for(node.words, called) for node in at_once):
        return True
    is_there = any(_label_digest(node) == note.label for node in _at(note.box, tree))
    at_once = [node for node in at_once if not is_status(node.words)]
    is_filled = any(node.role in _CARETS for node in at_once)  # fields fill by no accident
    beside = [node for node in at_once if node.box.intersection(near)]
    is_own = bool(beside) and (len(at_once) >= _MENU or any(answers(node.words, called) for node in beside))
    return is_there and (is_filled or is_own or len(at_once) >= _MANY)


def _is_another(look: _Look, *, is_worded: bool) -> bool:
    """Whether all of the picture was another one at once. Where the control stays as it is, other words have to be
    there, too."""
    view, place = look.tree.view, look.note.box
    at_once = sum(tile.area for tile in look.changed if tile in look.at_once)
    is_worded = is_worded or any(has_new_words(node, look.note.words) for node in look.tree)
    return at_once >= _ALL * view.width * view.height and (is_worded or _meets(place, look.changed))


def _is_gone(look: _Look, shift: Point) -> bool:
    """Whether the control is gone or called otherwise. What stands elsewhere now has only moved, and what moved out of
    the view is not gone either. One that goes later may go by itself, with a notice that closes after a while: so it
    has to say that it is done, or to be there to make something go."""
    tree, note = look.tree, look.note
    place = note.box.offset(shift.x, shift.y)
    is_in_view = Box.of_size(tree.view).contains(place.center)
    if _stands(note, tree) or not is_in_view or not _meets(place, look.changed):
        return False
    there = _at(place, tree)
    if note.stood and not asks_to_go(look.called):
        return any(is_renamed(node.words, look.called) for node in there)
    return not there or any(map(_label, there))


def _stands(note: PressNote, tree: Tree) -> bool:
    """Whether the control can be read as before, wherever it is now."""
    return sum(_label_digest(node) == note.label for node in tree) >= note.alike


def _at(place: Box, tree: Tree) -> list[Node]:
    return [node for node in tree if place.contains(node.box.center)]


def _new_words(look: _Look) -> list[Node]:
    """What shows words that were not there before the press, but for the control itself."""
    own = _grown(look.note.box, _OWN * look.note.box.height)
    return [
        node
        for node in look.tree
        if has_new_words(node, look.note.words) and _meets(node.box, look.changed) and not own.contains(node.box.center)
    ]


def _came_at_once(node: Node, look: _Look) -> bool:
    """Whether the picture was another one at the first look, too, at most places where a text differs."""
    places = [tile for tile in look.changed if node.box.intersection(tile)]
    return 2 * sum(tile in look.at_once for tile in places) > len(places)


def _is_empty_at(place: Box, tree: Tree) -> bool:
    fields = [node for node in tree if node.role in _CARETS and place.contains(node.box.center)]
    return bool(fields) and all(_held(field) == _NOTHING for field in fields)


def _may_come_of_pointer(look: _Look) -> bool:
    """Whether all that is otherwise may be so only as long as the pointer is there: the control is called otherwise or
    hidden, as "Following" is "Unfollow" then, but for one that says that it is done or is there to make something go;
    some words stand beside it, such as why it cannot be used; or many came, as those of a menu that opens under the
    pointer. A message farther away does not, and it would be gone soon."""
    note, tree = look.note, look.tree
    if 2 * len(kept_texts(note.texts, tree, _label_digest)) < len(note.texts):
        return False
    there = _at(note.box, tree)
    if not any(_label_digest(node) == note.label for node in there):
        return not asks_to_go(look.called) and not any(is_renamed(node.words, look.called) for node in there)
    came = [node for node in tree if has_new_words(node, note.words) and _meets(node.box, look.changed)]
    near = _grown(note.box, _HINT * note.box.height)
    return len(came) >= _MANY or (bool(came) and all(node.box.intersection(near) for node in came))


def _point_away(screen: ScreenIndex, note: PressNote, progress: PartProgress) -> SkillPlan | None:
    """Move the pointer onto some other text, which does nothing; None where that was done, or cannot be."""
    since = takewhile(lambda past: past.action not in _PRESSES, reversed(progress.past_actions))
    if cannot_point(progress.state) or any(past.action == "Hover" for past in since):
        return None
    near = _grown(note.box, note.box.height)
    texts = [node for node in screen.tree if _is_still(node, note) and not node.box.intersection(near)]
    if not texts:
        return None
    pointing = plan_action("Hover", target=target(texts[0], ASIDE))
    return SkillPlan((pointing, plan_action("Wait", seconds=1)), finished=False)


def _is_still(node: Node, note: PressNote) -> bool:
    """Whether a text was there before the press, and is no control."""
    return node.role == "text" and not node.actionable and not has_new_words(node, note.words)


def cannot_point(state: PlanningState) -> bool:
    """Whether a screen without a pointer was asked to move it: there, nothing is shown because of one."""
    return _NO_POINTER in state.question.refused


def _label(node: Node) -> str:
    return plain_letters(node.name or node.text)


def _label_digest(node: Node) -> str:
    return digest(_label(node))


# ---- fields


def _fields(screen: ScreenIndex) -> list[NotedField]:
    return [
        NotedField(_grown(node.box, _RING * node.box.height), _held(node))
        for node in screen.tree
        if node.role in _CARETS
    ]


def _grown(box: Box, margin: float) -> Box:
    return Box.of_edges(box.left - margin, box.top - margin, box.right + margin, box.bottom + margin)


def _held(field: Node) -> str:
    """What a field holds, as a digest that is the same with a caret behind it."""
    return digest(key((field.value or "").rstrip(_CARET + " ")))


_NOTHING = digest("")


def _quiet_places(before: Iterable[NotedField], after: Iterable[NotedField]) -> list[Box]:
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


def _noted(progress: PartProgress) -> PressNote | None:
    """The last press of a part, where it was noted and done."""
    presses = _presses(progress)
    return read_press(progress.notes, progress.part) if presses and presses[-1].is_done else None


def _prompt(progress: PartProgress) -> str:
    last = _presses(progress)[-1]
    return last.prompt or str(last.params.get("keys", "it"))


def _presses(progress: PartProgress) -> list[PastAction]:
    return [past for past in progress.past_actions if past.action in _PRESSES]
