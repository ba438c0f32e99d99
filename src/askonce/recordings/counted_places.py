"""Elements that were asked for by their position, as in "the second row"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from askonce.recordings.element_attributes import frame_of, frames_like
from askonce.recordings.mentions import quotes
from askonce.recordings.recording import Anchor
from askonce.recordings.surroundings import is_part_of_place, lies_inside, stands_under
from askonce.recordings.tree_outline import ITEMS, Outline
from askonce.screens.ui_tree import Node, plain
from askonce.values import Instruction


def count_place(
    node: Node,
    outline: Outline,
    instruction: Instruction,
    prompt: str,
    ordinals: Iterable[int],
    is_mentioned: Callable[[str], bool],
) -> Anchor | None:
    """The anchor of an element that was asked for by its position."""
    for ordinal in ordinals:
        for anchor in _ways_to_count(node, outline, is_mentioned):
            places = places_like(anchor, outline, Instruction(""))
            index = ordinal - 1 if ordinal > 0 else len(places) + ordinal
            if not (0 <= index < len(places) and places[index].number == node.number):
                continue
            if anchor.name and len(places) < 2 and not quotes(anchor.name, prompt):
                continue
            if _is_distinguished(node, places, outline, str(instruction)):
                continue
            return anchor.model_copy(update={"ordinal": ordinal})
    return None


def _ways_to_count(node: Node, outline: Outline, is_mentioned: Callable[[str], bool]) -> Iterator[Anchor]:
    """Count rows first, then the elements themselves; those with its name, then all of its role."""
    item = outline.item(node)
    place = node if item is None else item
    alone = Anchor(
        role=node.role,
        around=outline.around(node),
        inside=tuple(text for text in outline.containers(node) if is_part_of_place(text, is_mentioned)),
        under=tuple(heading.name for heading in outline.headings(place) if is_mentioned(heading.name)),
        frame=frame_of(node),
    )
    names = dict.fromkeys((outline.name(node), ""))
    if item and node.role not in ITEMS:
        inner = [
            other.number for other in outline.inside(item) if other.role == node.role and outline.item(other) == item
        ]
        yield from (alone.model_copy(update={"name": name, "part": inner.index(node.number) + 1}) for name in names)
    yield from (alone.model_copy(update={"name": name}) for name in names)


def places_like(anchor: Anchor, outline: Outline, instruction: Instruction) -> list[Node]:
    """The elements to count: one in each row, or all. Table heads and advertisements are not counted."""
    name = plain(instruction.fill(anchor.name, secrets=True))
    frames = frames_like(anchor.frame, outline, instruction)
    inside, under = (
        tuple(instruction.fill(text, secrets=True) for text in texts) for texts in (anchor.inside, anchor.under)
    )
    found: list[Node] = []
    counts: dict[int, int] = {}
    for node in outline.tree:
        if node.role != anchor.role or node.frame not in frames or outline.around(node) != anchor.around:
            continue
        item = outline.item(node)
        if (item and outline.is_extra(item)) or (node.role in ITEMS and outline.is_extra(node)):
            continue
        if name and outline.called(node) != name:
            continue
        if not lies_inside(node, inside, outline) or not stands_under(item or node, under, outline):
            continue
        if anchor.part is not None:
            if item is None:
                continue
            counts[item.number] = counts.get(item.number, 0) + 1
            if counts[item.number] != (1 if name else anchor.part):
                continue
        found.append(node)
    return found


def _is_distinguished(node: Node, places: Sequence[Node], outline: Outline, words: str) -> bool:
    """Whether the instruction mentions text that only this element has: then it does not mean the position."""
    if len(places) < 2:
        return False
    held = [_words(" ".join(outline.texts(outline.item(other) or other))) for other in places]
    others = [row_words for place, row_words in zip(places, held, strict=True) if place.number != node.number]
    own = next(row_words for place, row_words in zip(places, held, strict=True) if place.number == node.number)
    return not own.isdisjoint(_words(words)) and not (own - set[str]().union(*others)).isdisjoint(_words(words))


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w{3,}", plain(text)))
