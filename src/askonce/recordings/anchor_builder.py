"""Builds anchors: chooses the evidence that finds an element again, from the tree in which it was found.

Evidence that is not needed is left out, so that an anchor survives changes that do not matter. What is needed is kept,
so that it never matches another element.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from askonce.recordings.counted_places import count_place
from askonce.recordings.element_attributes import LEADING, TELLING, frame_of, stable_attributes, visible_text
from askonce.recordings.mentions import beside_name, mentions, mentions_most
from askonce.recordings.named_regions import region_around
from askonce.recordings.page_keys import generalize_link
from askonce.recordings.recording import Anchor
from askonce.recordings.slots import open_link, open_slots, slots_of, speaks_of, texts_of
from askonce.recordings.surroundings import (
    captions_before,
    containers_around,
    has_captions,
    lasting_heading,
    lies_inside,
    place_in_row,
    row_texts,
    shares_row,
    stands_under,
    titles_over,
)
from askonce.recordings.text_counts import open_counts
from askonce.recordings.tree_outline import Outline, read
from askonce.screens.field_labels import FIELDS, TICKED
from askonce.screens.ui_tree import Node, plain
from askonce.values import Instruction

_FAMILIES = (
    frozenset({"button", "clickable"}),
    frozenset({"textbox", "searchbox"}),
    frozenset({"checkbox", "switch"}),
)
"""Roles that do the same. A link leads somewhere, a tab shows something, a button may do anything: these differ."""
_LONGEST_TEXT = 60


def make_anchor(
    node: Node, outline: Outline, instruction: Instruction, *, prompt: str = "", ordinals: Iterable[int] = ()
) -> Anchor:
    """Build the anchor of `node`, which was found by `prompt`.

    `ordinals` are the ordinal numbers in the prompt ("the second row"). If one of them is the position of the element
    among similar elements, the anchor keeps the position and not what was there.
    """

    def opened(text: str) -> str:
        return open_slots(text, instruction, loosely=True)

    def is_mentioned(text: str) -> bool:
        # A value in another form is not evidence: with another value it will not be there.
        said = beside_name(text, outline.name(node), f"{instruction} {prompt}")
        return mentions(text, said) and not speaks_of(opened(text), instruction)

    counted = count_place(node, outline, instruction, prompt, ordinals, is_mentioned)
    if counted is not None:
        texts = {"name": opened(counted.name), "inside": tuple(map(opened, counted.inside))}
        return counted.model_copy(update={**texts, "under": tuple(map(opened, counted.under))})
    label = "" if outline.name(node) else outline.label(node)
    own = _own_attributes(node, outline)
    # When a field is removed, its text ends up beside the next one. So all fields without a name count as similar.
    is_loose = bool(label) and set(TELLING).isdisjoint(own)
    same = [other for other in outline.tree if is_like(other, node, outline, loosely=is_loose)]
    row = row_texts(node, same, outline, instruction, prompt)
    columns = tuple(place_in_row(node, text, outline) for text in row)
    same = [other for other in same if shares_row(other, row, columns, outline)]
    inside = containers_around(node, same, outline, is_mentioned)
    same = [other for other in same if lies_inside(other, inside, outline)]
    known = {*row, label}
    under = titles_over(node, same, outline, is_mentioned, known)
    reported = (text for text in outline.reports(node) if mentions_most(text, f"{instruction} {prompt}"))
    under = (*under, *(text for text in reported if is_mentioned(text)))
    same = [other for other in same if stands_under(other, under, outline)]
    captions = captions_before(node, same, outline, is_mentioned, known) if not row else ()
    same = [other for other in same if has_captions(other, captions, outline)]
    region, beside = region_around(node, outline, instruction) if not inside else ("", ())
    nearest = next((heading.name for heading in outline.headings(node)), "")
    anchor = Anchor(
        role=node.role,
        name=opened(outline.name(node)),
        label=opened(label),
        text=opened(visible_text(node, outline)),
        attributes=own,
        row=tuple(map(opened, row)),
        columns=tuple(map(opened, columns)),
        inside=tuple(map(opened, inside)),
        under=tuple(map(opened, under)),
        captions=tuple(map(opened, captions)),
        heading=opened(nearest) if nearest in under else lasting_heading(node, outline, instruction),
        region=region,
        beside=beside,
        frame=frame_of(node),
    )
    if len(same) > 1 or is_loose:
        anchor = _among_similar(anchor, node, same, outline, opened, is_loose=is_loose)
    else:
        anchor = _with_open_counts(anchor, node, outline, instruction)
    return _with_slots_in_attributes(anchor, instruction)


def _with_open_counts(anchor: Anchor, node: Node, outline: Outline, instruction: Instruction) -> Anchor:
    """The anchor with `*` for counts beside the value by which the element is known, unless they tell it from others:
    "3 left" in the row of {tool}, "2 results for {term}" over the link {title}."""
    fields = {name: getattr(anchor, name) for name in ("row", "columns", "inside", "under")}
    counted = {name: tuple(open_counts(text, instruction) for text in texts) for name, texts in fields.items()}
    if counted == fields or not slots_of(anchor.name, *anchor.row):
        return anchor
    row, columns, inside, under = ([instruction.fill(text, secrets=True) for text in counted[name]] for name in counted)
    alike = [
        other
        for other in outline.tree
        if is_like(other, node, outline)
        and shares_row(other, row, columns, outline)
        and lies_inside(other, inside, outline)
        and stands_under(other, under, outline)
    ]
    is_alone = [other.number for other in alike] == [node.number]
    heading = open_counts(anchor.heading, instruction)
    return anchor.model_copy(update={**counted, "heading": heading}) if is_alone else anchor


def _among_similar(
    anchor: Anchor,
    node: Node,
    same: Sequence[Node],
    outline: Outline,
    opened: Callable[[str], str],
    *,
    is_loose: bool,
) -> Anchor:
    """The anchor of an element with similar ones beside it: by its attributes, else by its position among them."""
    marks = stable_attributes(node, outline)
    similar = [other for other in same if other.role == node.role]
    if not is_loose and _tells(marks) and _count_bearing(marks, similar, outline) == 1:
        return anchor.model_copy(update={"like": len(same), "attributes": marks})
    ordinal = next(number for number, other in enumerate(similar, 1) if other.number == node.number)
    beside = anchor.label or opened(beside_of(node, outline))
    return anchor.model_copy(update={"ordinal": ordinal, "like": len(similar), "label": beside, "attributes": marks})


def _tells(marks: Mapping[str, str]) -> bool:
    return any(value != "#" for value in marks.values())


def _count_bearing(marks: Mapping[str, str], nodes: Iterable[Node], outline: Outline) -> int:
    return sum(marks.items() <= stable_attributes(node, outline).items() for node in nodes)


# ---- the element itself


def _own_attributes(node: Node, outline: Outline) -> dict[str, str]:
    """Those that no other element of its role has: an attribute shared by all of them does not identify one.

    Where a link leads, and what a button submits, is always part of what it is.
    """
    others = [other.attributes for other in outline.tree if other.role == node.role and other.number != node.number]
    return {
        name: value
        for name, value in stable_attributes(node, outline).items()
        if name in LEADING or not any(other.get(name) == node.attributes[name] for other in others)
    }


def _with_slots_in_attributes(anchor: Anchor, instruction: Instruction) -> Anchor:
    """Open a value in attributes only if the element is known by that value: otherwise it is there by chance."""
    known = slots_of(anchor.name, anchor.label, *anchor.row, *anchor.inside, *anchor.under, *anchor.captions)
    if not known:
        return anchor
    values = {name: value for name, value in instruction.values.items() if name in known}
    named = Instruction(instruction.text, values)
    attributes = {name: open_slots(value, named) for name, value in anchor.attributes.items()}
    if "href" in attributes:
        link = open_link(anchor.attributes["href"], named)
        attributes["href"] = generalize_link(link, " ".join(texts_of(instruction)))
    return anchor.model_copy(update={"attributes": attributes})


def family_of(role: str) -> frozenset[str]:
    return next((roles for roles in _FAMILIES if role in roles), frozenset({role}))


def is_like(node: Node, other: Node, outline: Outline, *, loosely: bool = False) -> bool:
    """Whether they have the same name and compatible roles; with `loosely`, whether neither has a name."""
    if loosely:
        if outline.name(node) or node.role != other.role:
            return False
    else:
        called = outline.called(other)
        if outline.called(node) != called or node.role not in (family_of(other.role) if called else {other.role}):
            return False
    return node.frame == other.frame or frame_of(node) == frame_of(other)


def beside_of(node: Node, outline: Outline) -> str:
    """The text right before it, where only its position distinguishes it from similar elements."""
    own = outline.called(node)
    if not own and is_field(node.role):
        return ""  # a text that is not its label is not evidence
    texts = (read(other) for other in outline.before(node))
    return next((text for text in texts if text and plain(text) != own and len(text) <= _LONGEST_TEXT), "")


def is_field(role: str) -> bool:
    return role in FIELDS or role in TICKED
