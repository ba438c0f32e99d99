"""Builds anchors: chooses the evidence that finds an element again, from the tree in which it was found.

Evidence that is not needed is left out, so that an anchor survives changes that do not matter. What is needed is kept,
so that it never matches another element.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import urlsplit

from askonce.recordings.page_keys import page_of, path_of
from askonce.recordings.recording import Anchor
from askonce.recordings.slots import open_slots
from askonce.recordings.tree_outline import ITEMS, Outline, read
from askonce.screens.field_labels import FIELDS, TICKED
from askonce.screens.ui_tree import Node, plain
from askonce.values import Instruction

TEST_IDS = ("data-testid", "data-test-id", "data-test", "data-cy", "data-qa")
CHOSEN = (*TEST_IDS, "id", "name", "href", "placeholder")
"""Attributes that people choose, the most specific first."""
TELLING = (*TEST_IDS, "id", "name", "href")
"""Those that identify an element, and not only its kind."""
_FAMILIES = (
    frozenset({"button", "link", "menuitem", "tab", "clickable"}),
    frozenset({"textbox", "searchbox"}),
    frozenset({"checkbox", "switch"}),
)
"""Roles that are used interchangeably for the same kind of element."""
APART = ("dialog ", "alertdialog ", "tabpanel ")
"""Containers that open and close with their content: an element of the same name in another one is another element."""

_GENERATED = re.compile(
    r"""\d{3,} | ^\d | [:«»] | [0-9a-f]{8,} | ^(?:ember|radix|headlessui|mui|ext-gen|yui|gwt|react-select|chakra)[-_\d]
      | __[A-Za-z0-9]{5,}$ | (?<=[-_])(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{5,}$""",
    re.VERBOSE | re.IGNORECASE,
)
_EMPTY_LINK = re.compile(r"#!?/?$|(?:javascript|data|blob|about):", re.IGNORECASE)
_MOST_TEXTS = 2
_LONGEST_TEXT = 60
_MOST_NODES = 40
"""Something with more elements than this is not treated as a row."""


def is_generated(identifier: str) -> bool:
    """Whether an id looks generated: such ids change with every visit."""
    return bool(_GENERATED.search(identifier))


def make_anchor(
    node: Node, outline: Outline, instruction: Instruction, *, prompt: str = "", ordinals: Iterable[int] = ()
) -> Anchor:
    """Build the anchor of `node`, which was found by `prompt`.

    `ordinals` are the ordinal numbers in the prompt ("the second row"). If one of them is the position of the element
    among similar elements, the anchor keeps the position and not what was there.
    """

    def opened(text: str) -> str:
        return open_slots(text, instruction, loosely=True)

    counted = _counted(node, outline, instruction, prompt, ordinals)
    if counted is not None:
        return counted.model_copy(update={"name": opened(counted.name)})
    label = "" if outline.name(node) else outline.label(node)
    own = _own_attributes(node, outline, instruction)
    # When a field is removed, its text ends up beside the next one. So all fields without a name count as similar.
    is_loose = bool(label) and set(TELLING).isdisjoint(own)
    same = [other for other in outline.tree if is_like(other, node, outline, instruction, loosely=is_loose)]
    row = _row_texts(node, same, outline, instruction, prompt)
    same = [other for other in same if shares_row(other, row, outline)]
    inside = _containers(node, same, outline)
    same = [other for other in same if lies_inside(other, inside, outline)]
    anchor = Anchor(
        role=node.role,
        name=opened(outline.name(node)),
        label=opened(label),
        attributes=own,
        row=tuple(map(opened, row)),
        inside=tuple(map(opened, inside)),
        frame=frame_of(node, instruction),
    )
    if len(same) < 2 and not is_loose:
        return anchor
    marks = stable_attributes(node, instruction)
    similar = [other for other in same if other.role == node.role]
    if not is_loose and marks and _count_bearing(marks, similar, instruction) == 1:
        return anchor.model_copy(update={"like": len(same), "attributes": marks})
    ordinal = next(number for number, other in enumerate(similar, 1) if other.number == node.number)
    beside = opened(label or beside_of(node, outline))
    return anchor.model_copy(update={"ordinal": ordinal, "like": len(similar), "label": beside, "attributes": marks})


def _count_bearing(marks: Mapping[str, str], nodes: Iterable[Node], instruction: Instruction) -> int:
    return sum(marks.items() <= stable_attributes(node, instruction).items() for node in nodes)


# ---- the element itself


def stable_attributes(node: Node, instruction: Instruction) -> dict[str, str]:
    kept: dict[str, str] = {}
    for name in CHOSEN:
        value = node.attributes.get(name, "")
        if not value or len(value) > 200:
            continue
        if name == "href":
            if not _EMPTY_LINK.match(value):
                kept[name] = path_of(value, instruction)
        elif name == "placeholder" or not is_generated(value):
            kept[name] = open_slots(value, instruction)
    return kept


def _own_attributes(node: Node, outline: Outline, instruction: Instruction) -> dict[str, str]:
    """Those that no other element of its role has: an attribute shared by all of them does not identify one."""
    others = [other.attributes for other in outline.tree if other.role == node.role and other.number != node.number]
    return {
        name: value
        for name, value in stable_attributes(node, instruction).items()
        if not any(other.get(name) == node.attributes[name] for other in others)
    }


def frame_of(node: Node, instruction: Instruction) -> str:
    """The frame's name, or the path of its URL; a generated name or URL says only that it is a frame."""
    scheme = urlsplit(node.frame).scheme
    if scheme in {"http", "https", "file"}:
        return page_of(node.frame, instruction)
    if scheme in {"data", "blob"}:
        return f"{scheme}:"
    return "*" if is_generated(node.frame) and scheme != "about" else open_slots(node.frame, instruction)


def frames_like(frame: str, outline: Outline, instruction: Instruction) -> set[str]:
    """The frames of a screen that match the frame of an anchor."""
    wanted = instruction.fill(frame, secrets=True)
    known = {node.frame: node for node in outline.tree}
    return {
        name for name, node in known.items() if instruction.fill(frame_of(node, instruction), secrets=True) == wanted
    }


def family_of(role: str) -> frozenset[str]:
    return next((roles for roles in _FAMILIES if role in roles), frozenset({role}))


def is_like(node: Node, other: Node, outline: Outline, instruction: Instruction, *, loosely: bool = False) -> bool:
    """Whether they have the same name and compatible roles; with `loosely`, whether neither has a name."""
    if loosely:
        if outline.name(node) or node.role != other.role:
            return False
    else:
        called = outline.called(other)
        if outline.called(node) != called or node.role not in (family_of(other.role) if called else {other.role}):
            return False
    return node.frame == other.frame or frame_of(node, instruction) == frame_of(other, instruction)


def beside_of(node: Node, outline: Outline) -> str:
    """The text right before it, where only its position distinguishes it from similar elements."""
    own = outline.called(node)
    if not own and is_field(node.role):
        return ""  # a text that is not its label is no evidence
    texts = (read(other) for other in outline.before(node))
    return next((text for text in texts if text and plain(text) != own and len(text) <= _LONGEST_TEXT), "")


def is_field(role: str) -> bool:
    return role in FIELDS or role in TICKED


# ---- places


def _counted(
    node: Node, outline: Outline, instruction: Instruction, prompt: str, ordinals: Iterable[int]
) -> Anchor | None:
    """The anchor of an element that was asked for by its position."""
    for ordinal in ordinals:
        for anchor in _ways_to_count(node, outline, instruction):
            places = places_like(anchor, outline, instruction)
            index = ordinal - 1 if ordinal > 0 else len(places) + ordinal
            if not (0 <= index < len(places) and places[index].number == node.number):
                continue
            if anchor.name and len(places) < 2 and not _is_spoken_of(anchor.name, prompt):
                continue
            if _is_distinguished(node, places, outline, str(instruction)):
                continue
            return anchor.model_copy(update={"ordinal": ordinal})
    return None


def _ways_to_count(node: Node, outline: Outline, instruction: Instruction) -> Iterator[Anchor]:
    """Count rows first, then the elements themselves; those with its name, then all of its role."""
    alone = Anchor(role=node.role, around=outline.around(node), frame=frame_of(node, instruction))
    item = outline.item(node)
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


# ---- what is around it


def _row_texts(
    node: Node, same: Sequence[Node], outline: Outline, instruction: Instruction, prompt: str
) -> tuple[str, ...]:
    """The texts of its row that are needed: those in the instruction, else those that similar rows do not have."""
    item = outline.item(node)
    if item is None:
        return ()
    own = plain(outline.name(node))
    nodes = [item, *outline.inside(item)]
    roles = {text: other.role for other in reversed(nodes) if (text := read(other)) and plain(text) != own}
    texts = [text for text in roles if len(text) <= _LONGEST_TEXT][::-1]
    asked = [text for text in texts if _is_spoken_of(text, prompt) and plain(text) not in own]
    asked = asked or list(filter(None, [outline.row_label(node)]))
    if asked:
        return tuple(asked[:_MOST_TEXTS])
    others = _other_rows(item, same, outline)
    elsewhere = set[str]().union(*(outline.plain_texts(row) for row in others))
    unique = [text for text in texts if plain(text) not in elsewhere]
    mentioned = [text for text in unique if len(nodes) <= _MOST_NODES and _is_spoken_of(text, str(instruction))]
    return tuple(mentioned[:_MOST_TEXTS]) if mentioned or not others else _most_lasting(unique, roles)


def _other_rows(item: Node, same: Sequence[Node], outline: Outline) -> list[Node]:
    rows = map(outline.item, same)
    return [row for row in rows if row and row.number != item.number]


def _most_lasting(texts: Sequence[str], roles: Mapping[str, str]) -> tuple[str, ...]:
    """Of the texts that only this row has, those that will be there next time: titles, but not numbers."""
    lasting = [text for text in texts if not re.search(r"\d", text)] or texts
    titles = [text for text in lasting if roles[text] in {"heading", "rowheader", "link"}]
    return tuple(titles[:1] or lasting[:_MOST_TEXTS])


def _is_spoken_of(text: str, words: str) -> bool:
    wanted = re.escape(plain(text))
    return len(plain(text)) >= 2 and bool(re.search(rf"(?<!\w){wanted}(?!\w)", plain(words)))


def shares_row(node: Node, row: Sequence[str], outline: Outline) -> bool:
    item = outline.item(node) if row else None
    return not row or (item is not None and all(outline.has_text(text, item) for text in row))


def _containers(node: Node, same: Sequence[Node], outline: Outline) -> tuple[str, ...]:
    """The dialog or tab that it is in, and those named containers that distinguish it from similar elements."""
    inside: list[str] = []
    for text in outline.containers(node):
        fewer = [other for other in same if lies_inside(other, [text], outline)]
        if text.startswith(APART) or len(fewer) < len(same):
            inside.append(text)
            same = fewer
    return tuple(inside)


def lies_inside(node: Node, containers: Sequence[str], outline: Outline) -> bool:
    if not containers:
        return True
    around = set(map(plain, outline.containers(node)))
    return all(plain(text) in around for text in containers)
