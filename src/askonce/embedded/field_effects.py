"""Whether fields hold what was typed into them, and boxes are as they were asked for, once one seems not to be."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

from askonce.embedded.measures import to_number
from askonce.embedded.press_effects import ON
from askonce.embedded.screen_index import ScreenIndex
from askonce.history import ExpectationOutcome, RoundEvent
from askonce.lazy import regex
from askonce.screens import Node
from askonce.screens.field_labels import FIELDS, TICKED
from askonce.vision.seen_tree import tick_doubt

_NUMBER = regex(r"\[(\d+)\]")
_TICKS = {"checked": True, "not checked": False}
_ALIKE = 0.7
"""How alike a text is that was misread."""
_LETTER = 0.2
"""How wide a letter is at least, in heights of its field."""


def field_not_held(events: Iterable[RoundEvent], screen: ScreenIndex) -> str:
    """Why the last round did not fill in a field or switch a box; "" if each is as asked, maybe in another format."""
    outcomes = (event for event in events if isinstance(event, ExpectationOutcome) and not event.is_met)
    for expected in (outcome.expected for outcome in outcomes if outcome.expected.kind == "field"):
        number = _NUMBER.fullmatch(expected.text)
        field = _again(int(number[1]), screen) if number else None
        if isinstance(field, str):
            return field
        if field and (reason := _not_as_asked(field, expected.value)):
            return reason
    return ""


def _again(number: int, screen: ScreenIndex) -> Node | str | None:
    """The element with this number. What is only seen may be taken for another kind of control at the next look: then
    the only one of its name, or why there is none; None where its name is gone as well."""
    acted = [past for past in screen.state.past_actions if past.element == number]
    if (node := screen.node(number)) or not screen.tree.seen or not acted:
        return node
    name = screen.state.fill(acted[-1].prompt)
    called = screen.exactly(name)
    controls = [node for node in called if node.role in TICKED | FIELDS]
    if len(controls) == 1:
        return controls[0]
    return f"it cannot be seen any more what became of {name!r}" if called else None


def _not_as_asked(field: Node, asked: str) -> str:
    name = field.name or "the field"
    if field.role in TICKED:
        is_as_asked = asked not in _TICKS or _is_on(field) is _TICKS[asked]
        pressed = f"{name} was pressed, and is {'still' if _is_on(field) else 'not'} checked"
        return tick_doubt(field) or ("" if is_as_asked else pressed)
    if "seen" in field.attributes:
        shown = field.value or field.text
        return "" if _may_be_same(field, shown, asked) else f"{name} seems to hold {shown!r}, and not {asked!r}"
    is_other = field.value is not None and not _is_same(field.value, asked)
    return f"{name} holds {field.value!r}, and not {asked!r}" if is_other else ""


def _may_be_same(field: Node, shown: str, typed: str) -> bool:
    """Whether a text that was read from a picture may be what was typed: a field shows a part of a long text, and
    letters may be misread; a text that ends early was cut."""
    if _is_same(shown, typed):
        return True
    read, meant = _letters(shown), _letters(typed)
    if not read or not meant:
        return not meant and not any(map(str.isalnum, shown))
    is_full = _LETTER * len(typed) * field.box.height > field.box.width
    if is_full:
        return read in meant or _ratio(read, meant) > _ALIKE
    return not meant.startswith(read) and _ratio(read, meant) > _ALIKE


def _ratio(text: str, other: str) -> float:
    return SequenceMatcher(None, text, other, autojunk=False).ratio()


def _is_same(shown: str, typed: str) -> bool:
    """Whether two texts differ only in what fields add to them: blanks and signs between letters and digits."""
    if (number := to_number(typed)) is not None and to_number(shown) == number:
        return True
    return _letters(shown) == _letters(typed)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _is_on(box: Node) -> bool:
    return not ON.isdisjoint(box.states)
