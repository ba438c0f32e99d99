"""A press on a screen that is only seen: the picture is noted before it, and has to be another one afterwards.

It is looked at until it stays so: what goes on changing by itself, as clocks do, does not count, nor does a field that
holds the same as before. Whether the rest can come of the press is told in `seen_effects`. What may be so only under
the pointer is looked at once more when that is elsewhere.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import takewhile

from askonce.actions.gesture_actions import ASIDE
from askonce.embedded.earlier_rounds import PastAction
from askonce.embedded.noted_fields import CARETS, NOTHING, grown, meets, noted_fields, quiet_places
from askonce.embedded.planning_state import PlanningState
from askonce.embedded.press_effects import no_effect, seen_effect
from askonce.embedded.press_note import (
    PressNote,
    TextPlace,
    label_digest,
    label_letters,
    read_enter,
    read_press,
    write_enter,
    write_later,
    write_press,
)
from askonce.embedded.press_words import has_new_words, write_words
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.seen_effects import PressLook, is_effect, may_come_of_pointer, stands, words_beside
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, plan_action, target
from askonce.geometry import Box, Point
from askonce.screens import Node
from askonce.screens.field_labels import FIELDS
from askonce.vision.picture_tiles import changed_tiles, repainted_tiles

_NO_WAIT = "no action named 'Wait'"
_NO_POINTER = "no action named 'Hover'"
_TAPS = frozenset({"Tap", "DoubleTap", "RightTap"})
_PRESSES = _TAPS | {"Press"}
_MOST_WAITS = 3
"""How often a screen that has changed is looked at again: it may be about to show something else."""
_LONGEST = 100
"""How much is told of a text that came beside a control."""


def note_press(plan: SkillPlan, screen: ScreenIndex, progress: PartProgress) -> SkillPlan:
    """The plan, with a note of the picture where it ends with a press on what is only seen.

    What is typed before it comes first, by itself: words that were typed are no effect of the press.
    """
    *before, last = plan.actions or (None,)
    typing, pointing = ([action for action in before if action.action == name] for name in ("Type", "Hover"))
    is_last = last is not None and plan.finished and not plan.certain
    if last is None or not is_last or not screen.tree.look or len(before) > len(typing) + len(pointing):
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
    note = write_press(progress.part, _note(label_digest(node), node.box, screen))
    return replace(plan, actions=(*pointing, last), finished=False, memory="\n".join(filter(None, (plan.memory, note))))


def _note(label: str, box: Box, screen: ScreenIndex) -> PressNote:
    tree = screen.tree
    texts = [TextPlace(label_digest(node), Point(node.box.left, node.box.top)) for node in tree if label_letters(node)]
    counts = Counter(text.digest for text in texts)
    single = tuple(text for text in texts if counts[text.digest] == 1)  # what stands twice cannot be followed
    return PressNote(label, box, counts[label], tuple(noted_fields(tree)), single, write_words(tree), tree.look)


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
        only = PressLook(tree, note, changed, at_once, called, typed)
        return SkillPlan(certain=True) if is_effect(only) else _without_effect(only, prompt)
    # The tens of a clock stand beside its ones, and change seldom.
    moved = [grown(tile, 1) for tile in repainted_tiles(last, tree.look, tree.view)]
    # The first look after a press does not tell what stays from what goes on changing.
    stays = PressLook(tree, note, [tile for tile in changed if not meets(tile, moved)], at_once, called, typed)
    is_changed = bool(last) and is_effect(stays)
    later = write_later(progress.part, tree.look, stood=stands(note, tree))
    if is_changed and is_tapped and may_come_of_pointer(stays) and (away := _point_away(screen, note, progress)):
        return replace(away, memory=later)
    answer = seen_effect(is_changed, prompt, progress, most_waits=_MOST_WAITS if changed else None)
    if isinstance(answer, Decline):
        return _without_effect(stays, prompt)
    return replace(answer, memory=later) if answer.actions else answer


def _without_effect(look: PressLook, prompt: str) -> Decline:
    """Tell what came beside the control: it may say why nothing was done."""
    said = words_beside(look)
    told = f"; beside it came {said[:_LONGEST]!r}, which may be a hint or have come by itself" if said else ""
    return Decline(f"{no_effect(prompt)}{told}", tied=True, final=True)


def _press_enter(screen: ScreenIndex, progress: PartProgress) -> SkillPlan | None:
    """Press Enter where the text that is sent with it was typed; None where that is not so. The words that a field was
    found by may be gone with what is typed over them, so it is not looked for again."""
    field, past = read_enter(progress.notes, progress.part), progress.past_actions
    if field is None or not past or past[-1].action != "Type" or not past[-1].is_done:
        return None
    fields = [node for node in screen.tree if node.role in CARETS and field.contains(node.box.center)]
    label = label_digest(fields[0]) if fields else NOTHING
    note = write_press(progress.part, _note(label, field, screen))
    return SkillPlan((plan_action("Press", keys="Enter"),), finished=False, memory=note)


def _changed(note: PressNote, look: str, screen: ScreenIndex) -> list[Box]:
    """Where a picture differs from the one before the press, but for fields that hold the same."""
    quiet = quiet_places(note.fields, noted_fields(screen.tree))
    view = screen.tree.view
    return [tile for tile in changed_tiles(note.look, look, view) if not meets(tile, quiet)]


def _point_away(screen: ScreenIndex, note: PressNote, progress: PartProgress) -> SkillPlan | None:
    """Move the pointer onto some other text, which does nothing; None where that was done, or cannot be."""
    since = takewhile(lambda past: past.action not in _PRESSES, reversed(progress.past_actions))
    if cannot_point(progress.state) or any(past.action == "Hover" for past in since):
        return None
    near = grown(note.box, note.box.height)
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
