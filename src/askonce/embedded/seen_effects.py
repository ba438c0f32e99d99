"""Whether what has changed on a screen that is only seen can come of a press alone.

A control that is disabled, or lies under something that lets everything through, looks like any other and does nothing.
It is often painted otherwise once the pointer is on it or it has the focus, and a message goes or an image comes just
then: so what only looks otherwise does not count, nor what has only moved. What counts is

- that the control is gone or called otherwise. One that goes later may go with a notice that closes by itself;
- that a field is empty or filled, or that all of the picture is another one at once;
- new words where most others are gone, where they speak of what was typed, or where they tell that what the control
  says is done. Other words may be a hint at why it cannot be used, or have come by themselves: of those, more than one
  text has to come up, as a menu or a dialog has, or a question beside the control.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from askonce.embedded.noted_fields import CARETS, emptied_places, grown, meets
from askonce.embedded.press_messages import (
    asks,
    asks_to_go,
    is_renamed,
    is_status,
    may_be_hint,
    speaks_of,
    tells_of_press_alone,
    tells_outcome,
)
from askonce.embedded.press_note import PressNote, label_digest, label_letters
from askonce.embedded.press_words import has_new_words
from askonce.embedded.screen_shift import came_into_view, kept_texts, screen_shift
from askonce.embedded.text_blocks import Block, text_blocks, words_of
from askonce.geometry import Box, Point
from askonce.lazy import dataclass
from askonce.screens import Node, Tree

_HINT = 5.0
"""How far from a control a hint for it is shown at most, in its heights."""
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


@dataclass(frozen=True, slots=True)
class PressLook:
    """A screen after a press: where it differs from what was noted, and stays so."""

    tree: Tree
    note: PressNote
    changed: Sequence[Box]
    at_once: Collection[Box]
    """Where it differed at the first look after the press."""
    called: str
    """The words for the control; none where a key was pressed."""
    typed: Sequence[str]


def is_effect(look: PressLook) -> bool:
    """Whether what has changed, and stays so, can come of the press alone."""
    tree, note = look.tree, look.note
    kept = kept_texts(note.texts, tree, label_digest)
    shift = screen_shift(kept)
    is_moved = shift != Point(0, 0)
    if not is_moved and _is_another(look, is_worded=len(kept) < len(note.texts)):
        return True
    if _is_gone(look, shift):
        return True
    if not is_moved and any(meets(box, look.changed) for box in emptied_places(note.fields, tree)):
        return True
    came = [node for node in _new_words(look) if not came_into_view(node.box, shift, tree) and not _is_rest(node, look)]
    is_turned = 2 * len(kept) < len(note.texts)
    return bool(came) and (is_turned or _say_effect(came, look))


def words_beside(look: PressLook) -> str:
    """What came beside the control; empty where nothing did."""
    came = [node for node in _new_words(look) if not _is_rest(node, look)]
    beside = [block for block in text_blocks(came) if _is_near(block, look, _NEAR)]
    return words_of(beside[0]) if beside else ""


def may_come_of_pointer(look: PressLook) -> bool:
    """Whether all that is otherwise may be so only as long as the pointer is there: the control is called otherwise or
    hidden, as "Following" is "Unfollow" then, but for one that says that it is done or is there to make something go;
    some words stand beside it, such as why it cannot be used; or many came, as those of a menu that opens under the
    pointer. A message farther away does not, and it would be gone soon."""
    note, tree = look.note, look.tree
    if 2 * len(kept_texts(note.texts, tree, label_digest)) < len(note.texts):
        return False
    there = _at(note.box, tree)
    if not any(label_digest(node) == note.label for node in there):
        return not asks_to_go(look.called) and not any(is_renamed(node.words, look.called) for node in there)
    came = [node for node in tree if has_new_words(node, note.words) and meets(node.box, look.changed)]
    return len(came) >= _MANY or (bool(came) and all(_is_near((node,), look, _HINT) for node in came))


def stands(note: PressNote, tree: Tree) -> bool:
    """Whether the control can be read as before, wherever it is now."""
    return sum(label_digest(node) == note.label for node in tree) >= note.alike


def _say_effect(came: Sequence[Node], look: PressLook) -> bool:
    """Whether new words belong to the press."""
    note, called = look.note, look.called
    if any(speaks_of(node.words, typed) for node in came for typed in look.typed):
        return True
    blocks = text_blocks(came)
    at_once = [block for block in blocks if all(_came_at_once(node, look) for node in block)]
    told = [block for block in blocks if tells_outcome(words_of(block), called)]
    belonging = (block in at_once or _is_near(block, look, _NEAR) for block in told)
    if any(belonging) or any(tells_of_press_alone(words_of(block), called) for block in told):
        return True
    is_there = any(label_digest(node) == note.label for node in _at(note.box, look.tree))
    at_once = [block for block in at_once if not is_status(words_of(block))]
    is_filled = any(node.role in CARETS for block in at_once for node in block)  # fields fill by no accident
    return is_there and (is_filled or len(at_once) >= _MANY or _comes_up_beside(at_once, look))


def _comes_up_beside(at_once: Sequence[Block], look: PressLook) -> bool:
    """Whether a question, a menu or a dialog came up beside the control. Of texts alone, none may be a hint."""
    beside = [words_of(block) for block in at_once if _is_near(block, look, _NEAR)]
    if any(map(asks, beside)):
        return True
    doubted = [block for block in at_once if may_be_hint(words_of(block))]
    has_controls = any(node.actionable for block in at_once if block not in doubted for node in block)
    is_plain = has_controls or not doubted
    return bool(beside) and len(at_once) >= _MENU and is_plain


def _is_near(block: Block, look: PressLook, heights: float) -> bool:
    near = grown(look.note.box, heights * look.note.box.height)
    return meets(near, [node.box for node in block])


def _is_another(look: PressLook, *, is_worded: bool) -> bool:
    """Whether all of the picture was another one at once. Where the control stays as it is, other words have to be
    there, too."""
    view, place = look.tree.view, look.note.box
    at_once = sum(tile.area for tile in look.changed if tile in look.at_once)
    is_worded = is_worded or any(has_new_words(node, look.note.words) for node in look.tree)
    return at_once >= _ALL * view.width * view.height and (is_worded or meets(place, look.changed))


def _is_gone(look: PressLook, shift: Point) -> bool:
    """Whether the control is gone or called otherwise. What stands elsewhere now has only moved, and what moved out of
    the view is not gone either. One that goes later may go by itself, with a notice that closes after a while: so it
    has to say that it is done, or to be there to make something go."""
    tree, note = look.tree, look.note
    place = note.box.offset(shift.x, shift.y)
    is_in_view = Box.of_size(tree.view).contains(place.center)
    if stands(note, tree) or not is_in_view or not meets(place, look.changed):
        return False
    there = _at(place, tree)
    if note.stood and not asks_to_go(look.called):
        return any(is_renamed(node.words, look.called) for node in there)
    return not there or any(map(label_letters, there))


def _at(place: Box, tree: Tree) -> list[Node]:
    return [node for node in tree if place.contains(node.box.center)]


def _new_words(look: PressLook) -> list[Node]:
    """What shows words that were not there before the press, but for the control itself."""
    own = grown(look.note.box, _OWN * look.note.box.height)
    return [
        node
        for node in look.tree
        if has_new_words(node, look.note.words) and meets(node.box, look.changed) and not own.contains(node.box.center)
    ]


def _is_rest(node: Node, look: PressLook) -> bool:
    """Whether a text may be what is left of a line that something covers now: it begins behind where one began that is
    gone. Other words in its place begin there, too."""
    there = {label_digest(other) for other in look.tree}
    gone = [text.start for text in look.note.texts if text.digest not in there]
    half = 0.5 * node.box.height
    return any(abs(start.y - node.box.top) <= half and start.x + half < node.box.left for start in gone)


def _came_at_once(node: Node, look: PressLook) -> bool:
    """Whether the picture was another one at the first look, too, at most places where a text differs."""
    places = [tile for tile in look.changed if node.box.intersection(tile)]
    return 2 * sum(tile in look.at_once for tile in places) > len(places)
