"""Whether fields hold what was typed into them, and boxes are as they were asked for, once one seems not to be."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

from askonce.embedded.press_effects import ON
from askonce.embedded.screen_index import ScreenIndex
from askonce.history import ExpectationOutcome, RoundEvent
from askonce.language.date_words import read_moment
from askonce.lazy import regex
from askonce.screens import Node
from askonce.screens.field_labels import FIELDS, TICKED
from askonce.screens.split_fields import LONGEST_DOTS, holds_together
from askonce.vision.seen_tree import tick_doubt

_NUMBER = regex(r"\[(\d+)\]")
_TICKS = {"checked": True, "not checked": False}
_AMOUNT = regex(r"([^\w.,]*)(\d{1,3}(?:[ .,'’\u00a0\u202f]\d{3})*(?:[.,]\d+)?|\d+(?:[.,]\d+)?)[^\w.,]*")
"""Signs, and digits in groups with a point or a comma."""
_GAP = regex("[ '’\u00a0\u202f]")
_MINUS = regex("[-−–]")
_ALIKE = 0.7
"""How alike a text is that was misread."""
_READABLE = 2
"""How many letters or digits a text has at least that the eyes do not overlook."""
_CARET = frozenset("|Il")
"""What a caret is read as."""
_GROUPED = 7
"""From how many digits on a number is written in groups, as those of phones and cards are."""
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
        if field and screen.state.has_secret(expected.value):
            return f"{field.name or 'the field'} does not hold {expected.value}"
        if field and holds_together(screen.tree, field, expected.value):
            continue
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
    if "password" in field.states:
        held, meant = (min(len(text), LONGEST_DOTS) for text in (field.value or "", asked))
        return "" if held == meant else f"{name} holds {held} characters, and not {meant}"
    if "seen" in field.attributes:
        shown = field.value or field.text
        pale = field.attributes.get("placeholder", "")  # text that is written pale looks like a hint
        is_held = _may_be_same(field, shown, asked) or (bool(pale) and is_pale_text(pale, asked))
        return "" if is_held else f"{name} seems to hold {shown or pale!r}, and not {asked!r}"
    is_other = field.value is not None and not is_same_text(field.value, asked)
    return f"{name} holds {field.value!r}, and not {asked!r}" if is_other else ""


def _may_be_same(field: Node, shown: str, typed: str) -> bool:
    """Whether a text that was read from a picture may be what was typed: a field shows a part of a long text, and
    letters may be misread; a text that ends early was cut."""
    if is_same_text(shown, typed, is_read=True):
        return True
    if moment := read_moment(typed):
        return read_moment(shown) == moment  # a date or a time with one digit misread is another one
    read, meant = _letters(shown), _letters(typed)
    if not meant:
        return not any(map(str.isalnum, shown))
    if sum(map(str.isascii, meant)) < len(meant) / 2:
        return True  # in a script that the eyes may not read
    if not read:
        return len(meant) < _READABLE
    is_full = _LETTER * len(typed) * field.box.height > field.box.width
    if is_full and read in meant:
        return True
    if _amounts(shown) and _amounts(typed):
        return False
    return (is_full or not meant.startswith(read)) and _ratio(read, meant) > _ALIKE


def is_pale_text(hint: str, typed: str) -> bool:
    """Whether what looks like the hint in a field is what was typed: the same, with nothing misread but the caret after
    a word. A hint that said so before is nothing that was typed."""
    if moment := read_moment(typed):
        return read_moment(hint) == moment
    bare = hint[:-1] if typed[-1:].isalpha() and hint[-1:] in _CARET else hint
    return bool(_letters(typed)) and any(is_same_text(text, typed, is_read=True) for text in (hint, bare))


def _ratio(text: str, other: str) -> float:
    return SequenceMatcher(None, text, other, autojunk=False).ratio()


def is_same_text(shown: str, typed: str, *, is_read: bool = False) -> bool:
    """Whether two texts differ only in what fields add to them: blanks and signs between letters and digits.

    Numbers are the same where they come to the same: "10.50" is not 1050, and "-50" is not 50. What `is_read` from a
    picture may lack signs, since the eyes overlook them."""
    if shown.strip() == typed.strip():
        return True
    if (amounts := _amounts(shown)) and (meant := _amounts(typed)):
        return meant[0] in amounts
    return _letters(shown) == _letters(typed) and (is_read or _keeps_signs(shown, typed))


def _keeps_signs(shown: str, typed: str) -> bool:
    """Whether nothing is lost that makes it another text: a sign in an address or a name, the blank between two words,
    what stands between two numbers. Long numbers are written in groups of any kind."""
    kept, letters = _gaps(shown), [sign for sign in typed if sign.isalnum()]
    has_words = any(map(str.isalpha, letters))
    for place, gap in _gaps(typed).items():
        signs, there = gap.strip(), kept.get(place, "")
        is_between_words = all(sign.isalpha() for sign in letters[max(0, place - 1) : place + 1])
        if place == 0:
            is_lost = "+" in signs and "+" not in there
        elif has_words:
            is_lost = not set(signs) <= set(there) or (is_between_words and not there)
        else:
            is_lost = bool(signs) and not there and len(letters) < _GROUPED
        if is_lost:
            return False
    return True


def _gaps(text: str) -> dict[int, str]:
    """What stands before each letter or digit that is none itself, by how many come before it."""
    gaps: dict[int, str] = {}
    count = 0
    for sign in text:
        if sign.isalnum():
            count += 1
        else:
            gaps[count] = gaps.get(count, "") + sign
    gaps.pop(count, None)  # what stands behind the last one is punctuation, or a unit
    return gaps


def _amounts(text: str) -> list[float]:
    """What a text that is nothing but a number may come to, the likeliest first: "1.500" is one and a half, or 1500
    where a field writes as Germans do."""
    found = _AMOUNT.fullmatch(text.strip())
    if not found or ("+" in found[1] and len(_letters(text)) >= _GROUPED):  # a phone's number
        return []
    sign, number = -1 if _MINUS.search(found[1]) else 1, _GAP.sub("", found[2])
    mark = number[max(number.rfind("."), number.rfind(","))] if {".", ","} & set(number) else ""
    whole, _, part = number.rpartition(mark) if mark and number.count(mark) == 1 else (number, "", "")
    amounts = [float(f"{_letters(whole)}.{part or 0}")]
    if len(part) == 3 and whole.isdigit():
        amounts.insert(0 if mark == "," else 1, float(whole + part))
    return [sign * amount for amount in amounts]


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _is_on(box: Node) -> bool:
    return not ON.isdisjoint(box.states)
