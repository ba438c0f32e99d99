"""The named region around an element: "Delete" in the region of the account is not the one in that of the draft."""

from __future__ import annotations

import re
from collections.abc import Iterator

from askonce.language.commitments import committing_word
from askonce.recordings.calendar_words import without_calendar
from askonce.recordings.mentions import content_words
from askonce.recordings.slots import open_slots, speaks_of
from askonce.recordings.surroundings import APART
from askonce.recordings.tree_outline import Outline, read
from askonce.screens.field_labels import FIELDS, TICKED
from askonce.screens.ui_tree import Node, plain
from askonce.values import Instruction

_MOST = 6
_LONGEST = 60
_WITHOUT = frozenset({"list", "table", "grid", "tree", "listbox", "menu", "iframe"})
"""Roles of what is named after what it holds, which differs from day to day."""

_OPENED = "opened "
"""Before the name of a control that shows it, as that of a `<details>` does, where there is no named container."""


def region_around(node: Node, outline: Outline, instruction: Instruction) -> tuple[str, tuple[str, ...]]:
    """The nearest named container around an element, as `role "name"`, and what else is in it; both with open slots.

    Of what commits something and is in none, the control that shows it.
    """
    region = _nearest(node, outline)
    if region is None and committing_word(outline.name(node)) and outline.item(node) is None:
        name = open_slots(outline.opener(node), instruction, loosely=True)
        return (f'{_OPENED}"{name}"', ()) if name and not speaks_of(name, instruction) else ("", ())
    if region is None or len(region.name) > _LONGEST:
        return "", ()
    name = open_slots(region.name, instruction, loosely=True)
    if speaks_of(name, instruction):
        return "", ()
    opened = (open_slots(text, instruction, loosely=True) for text in _beside(node, region, outline))
    lasting = [text for text in opened if not re.search(r"\d", text) and not speaks_of(text, instruction)]
    return f'{region.role} "{name}"', tuple(lasting[:_MOST])


def is_in_other_region(node: Node, outline: Outline, region: str, beside: tuple[str, ...]) -> bool:
    """Whether an element is in another region than `region`, with all slots filled, and that was not only renamed.

    A region without a name tells nothing. One is the same under another name if something that can be used in it is,
    or if both names share a word. For what commits something, all of it has to be the same, and not only the buttons:
    each card may have those.
    """
    if region.startswith(_OPENED):
        opener = _comparable(outline.opener(node))
        return bool(opener) and opener != _comparable(region.removeprefix(_OPENED))
    around = _nearest(node, outline)
    known = {_comparable(text.partition(" ")[2]) for text in outline.containers(node)}
    wanted = region.partition(" ")[2]
    if around is None or _comparable(wanted) in known:
        return False
    now = set(map(plain, _beside(node, around, outline)))
    if committing_word(outline.name(node)):
        is_told = any(not text.startswith(("button ", "link ")) for text in beside)
        return not (is_told and now.issuperset(map(plain, beside)))
    usable = [text for text in beside if not text.startswith("text ")]
    is_kept = not usable or any(plain(text) in now for text in usable)
    return not is_kept and content_words(wanted).isdisjoint(content_words(around.name))


def _nearest(node: Node, outline: Outline) -> Node | None:
    """The nearest named container that is no row, card, dialog or tab: those belong to an element in any case."""
    item = outline.item(node)
    for around in outline.above(node):
        text = f"{around.role} "
        if around == item or text.startswith(APART):
            return None
        if around.name and around.role not in _WITHOUT:
            return around
    return None


def _beside(node: Node, region: Node, outline: Outline) -> Iterator[str]:
    for other in outline.inside(region):
        is_usable = other.actionable or other.role in FIELDS | TICKED
        text = outline.name(other) if is_usable else read(other)
        is_data = outline.item(other) is not None
        if other.number != node.number and text and len(text) <= _LONGEST and not is_data:
            yield f'{other.role if is_usable else "text"} "{text}"'


def _comparable(name: str) -> str:
    return without_calendar(name.strip('"'))
