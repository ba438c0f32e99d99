"""Making an anchor: which evidence will find an element again, decided from the tree in which it was found.

What is not needed is left out, so that an anchor outlives changes that do not matter; what is needed is kept, so that
it never fits anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from understudy.recordings.outline import ITEMS, Outline
from understudy.recordings.pages import page_of
from understudy.recordings.recording import Anchor
from understudy.recordings.slots import open_slots
from understudy.screens.tree import Node, plain
from understudy.values import Instruction

TEST_IDS = ("data-testid", "data-test-id", "data-test", "data-cy", "data-qa")
CHOSEN = (*TEST_IDS, "id", "name", "href", "placeholder")
"""Attributes that people choose, the most telling first."""

_GENERATED = re.compile(
    r"""\d{3,} | ^\d | [:«»] | [0-9a-f]{8,} | ^(?:ember|radix|headlessui|mui|ext-gen|yui|gwt|react-select|chakra)[-_\d]
      | __[A-Za-z0-9]{5,}$ | (?<=[-_])(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{5,}$""",
    re.VERBOSE | re.IGNORECASE,
)
_MOST_TEXTS = 2
_LONGEST_TEXT = 60


def is_generated(identifier: str) -> bool:
    """Whether an id looks as if a program made it: such ids are others at the next visit."""
    return bool(_GENERATED.search(identifier))


def make_anchor(
    node: Node, outline: Outline, instruction: Instruction, *, prompt: str = "", ordinals: Iterable[int] = ()
) -> Anchor:
    """The evidence for `node`, found by the words of `prompt`.

    `ordinals` are the numbers that the prompt counts with ("the second row"): where one of them is indeed the place
    of the element among its like, the place is what was meant, and what stood there is not.
    """
    counted = _counted(node, outline, ordinals)
    if counted is not None:
        return counted.model_copy(update={"frame": frame_of(node)})
    label = "" if node.name else outline.labels.get(node.number, "")
    bare = Anchor(
        role=node.role,
        name=open_slots(node.name, instruction),
        label=open_slots(label, instruction),
        attributes=stable_attributes(node, instruction),
        frame=frame_of(node),
    )
    same = [one for one in outline.tree if one.role == node.role and _alike(one, node, outline)]
    row = _row_texts(node, same, outline, instruction, prompt)
    same = [one for one in same if _shares_row(one, row, outline)]
    containers = outline.containers(node)
    inside: tuple[str, ...] = ()
    if len(same) > 1 and containers:
        inside = containers[:1]
        same = [one for one in same if outline.containers(one)[:1] == inside]
    if len(same) > 1:
        own = stable_attributes(node, instruction)
        same = [one for one in same if stable_attributes(one, instruction) == own]
    place = {"ordinal": same.index(node) + 1, "like": len(same)} if len(same) > 1 else {}
    return bare.model_copy(
        update={
            "row": tuple(open_slots(text, instruction) for text in row),
            "inside": tuple(open_slots(text, instruction) for text in inside),
            **place,
        }
    )


def stable_attributes(node: Node, instruction: Instruction) -> dict[str, str]:
    kept: dict[str, str] = {}
    for name in CHOSEN:
        value = node.attributes.get(name, "")
        if not value or len(value) > 200 or (name == "id" and is_generated(value)):
            continue
        kept[name] = link_of(value, instruction) if name == "href" else open_slots(value, instruction)
    return kept


def link_of(address: str, instruction: Instruction) -> str:
    """A link's address without what differs from visit to visit."""
    return page_of(address, instruction) or open_slots(address, instruction)


def frame_of(node: Node) -> str:
    """The frame's name, or the path of its address."""
    return page_of(node.frame) if "://" in node.frame else node.frame


def _alike(one: Node, other: Node, outline: Outline) -> bool:
    if plain(one.name) != plain(other.name) or frame_of(one) != frame_of(other):
        return False
    return bool(other.name) or outline.labels.get(one.number, "") == outline.labels.get(other.number, "")


# ---- places


def _counted(node: Node, outline: Outline, ordinals: Iterable[int]) -> Anchor | None:
    """The anchor of something that was asked for by its place."""
    for ordinal in ordinals:
        for item in (outline.item(node), None):
            places, part = items_like(item, node, outline) if item else (nodes_like(node, outline), None)
            mine = item or node
            index = ordinal - 1 if ordinal > 0 else len(places) + ordinal
            if 0 <= index < len(places) and places[index].number == mine.number:
                return Anchor(role=node.role, ordinal=ordinal, part=part, around=outline.around(node))
        if node.role in ITEMS:
            break
    return None


def items_like(item: Node, node: Node, outline: Outline) -> tuple[list[Node], int]:
    """The rows or cards of which `item` is one, and which of its role `node` is inside of it."""
    inner = [one for one in outline.inside(item) if one.role == node.role]
    part = next((place for place, one in enumerate(inner, 1) if one.number == node.number), 1)
    return alike_items(outline, node.role, outline.around(node), part), part


def alike_items(outline: Outline, role: str, around: Sequence[str], part: int) -> list[Node]:
    """The items that hold something of `role` at this place, so that a table's head or an advertisement is none."""
    found: dict[int, Node] = {}
    counts: dict[int, int] = {}
    for node in outline.tree:
        if node.role != role or outline.around(node) != tuple(around):
            continue
        item = outline.item(node)
        if item is None:
            continue
        counts[item.number] = counts.get(item.number, 0) + 1
        if counts[item.number] == part:
            found[item.number] = item
    return list(found.values())


def nodes_like(node: Node, outline: Outline) -> list[Node]:
    around = outline.around(node)
    return [one for one in outline.tree if one.role == node.role and outline.around(one) == around]


# ---- rows


def _row_texts(
    node: Node, same: list[Node], outline: Outline, instruction: Instruction, prompt: str
) -> tuple[str, ...]:
    """The texts of its row that are needed: those that were spoken of, else what tells it from its like."""
    item = outline.item(node)
    if item is None:
        return ()
    own = plain(node.name)
    texts = [text for text in dict.fromkeys(outline.texts(item)) if plain(text) != own and len(text) <= _LONGEST_TEXT]
    asked = [text for text in texts if _is_spoken_of(text, prompt) and plain(text) not in own]
    if asked:
        return tuple(asked[:_MOST_TEXTS])
    if len(same) < 2:
        return ()
    others = [one for one in same if one.number != node.number]
    told = [text for text in texts if _is_spoken_of(text, str(instruction))]
    for text in (*told, *(text for text in texts if not re.search(r"\d", text)), *texts):
        rows = (outline.item(one) for one in others)
        if not any(row and outline.is_said(text, row) for row in rows):
            return (text,)
    return tuple(told[:_MOST_TEXTS])


def _is_spoken_of(text: str, words: str) -> bool:
    wanted = re.escape(plain(text))
    return len(wanted) >= 2 and bool(re.search(rf"(?<!\w){wanted}(?!\w)", plain(words)))


def _shares_row(node: Node, row: Sequence[str], outline: Outline) -> bool:
    item = outline.item(node)
    return not row or (item is not None and all(outline.is_said(text, item) for text in row))
