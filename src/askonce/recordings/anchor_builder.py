"""Making an anchor: which evidence will find an element again, decided from the tree in which it was found.

What is not needed is left out, so that an anchor outlives changes that do not matter; what is needed is kept, so that
it never fits anything else.
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
"""Attributes that people choose, the most telling first."""
TELLING = (*TEST_IDS, "id", "name", "href")
"""Those that say what a thing is, and not only what kind of thing."""
_FAMILIES = (
    frozenset({"button", "link", "menuitem", "tab", "clickable"}),
    frozenset({"textbox", "searchbox"}),
    frozenset({"checkbox", "switch"}),
)
"""Roles that a page may give to one and the same thing, by taste."""
APART = ("dialog ", "alertdialog ", "tabpanel ")
"""What comes and goes with all that is in it: a thing of the same name in another one is another thing."""

_GENERATED = re.compile(
    r"""\d{3,} | ^\d | [:«»] | [0-9a-f]{8,} | ^(?:ember|radix|headlessui|mui|ext-gen|yui|gwt|react-select|chakra)[-_\d]
      | __[A-Za-z0-9]{5,}$ | (?<=[-_])(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{5,}$""",
    re.VERBOSE | re.IGNORECASE,
)
_EMPTY_LINK = re.compile(r"#!?/?$|(?:javascript|data|blob|about):", re.IGNORECASE)
_MOST_TEXTS = 2
_LONGEST_TEXT = 60
_MOST_NODES = 40
"""What holds more elements than this is no row that an instruction speaks of by chance."""


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

    def opened(text: str) -> str:
        return open_slots(text, instruction, loosely=True)

    counted = _counted(node, outline, instruction, prompt, ordinals)
    if counted is not None:
        return counted.model_copy(update={"name": opened(counted.name)})
    label = "" if outline.name(node) else outline.label(node)
    own = _own_attributes(node, outline, instruction)
    # The text beside a field belongs to the next one when this one goes: so all that have no name count as its like.
    is_loose = bool(label) and set(TELLING).isdisjoint(own)
    same = [one for one in outline.tree if is_like(one, node, outline, instruction, loosely=is_loose)]
    row = _row_texts(node, same, outline, instruction, prompt)
    same = [one for one in same if shares_row(one, row, outline)]
    inside = _containers(node, same, outline)
    same = [one for one in same if lies_inside(one, inside, outline)]
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
    similar = [one for one in same if one.role == node.role]
    if not is_loose and marks and _count_bearing(marks, similar, instruction) == 1:
        return anchor.model_copy(update={"like": len(same), "attributes": marks})
    ordinal = next(number for number, one in enumerate(similar, 1) if one.number == node.number)
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
    """Those that no other of its role has: a mark that all fields of a kind bear does not say which of them it is."""
    others = [one.attributes for one in outline.tree if one.role == node.role and one.number != node.number]
    return {
        name: value
        for name, value in stable_attributes(node, instruction).items()
        if not any(one.get(name) == node.attributes[name] for one in others)
    }


def frame_of(node: Node, instruction: Instruction) -> str:
    """The frame's name, or the path of its address; a name or address that a program made says only that it is one."""
    scheme = urlsplit(node.frame).scheme
    if scheme in {"http", "https", "file"}:
        return page_of(node.frame, instruction)
    if scheme in {"data", "blob"}:
        return f"{scheme}:"
    return "*" if is_generated(node.frame) and scheme != "about" else open_slots(node.frame, instruction)


def frames_like(frame: str, outline: Outline, instruction: Instruction) -> set[str]:
    """The frames of a screen that are the one an anchor knows."""
    wanted = instruction.fill(frame, secrets=True)
    known = {node.frame: node for node in outline.tree}
    return {
        name for name, node in known.items() if instruction.fill(frame_of(node, instruction), secrets=True) == wanted
    }


def family_of(role: str) -> frozenset[str]:
    return next((roles for roles in _FAMILIES if role in roles), frozenset({role}))


def is_like(one: Node, other: Node, outline: Outline, instruction: Instruction, *, loosely: bool = False) -> bool:
    """Whether they are called the same and may be taken for each other; `loosely`, whether neither has a name."""
    if loosely:
        if outline.name(one) or one.role != other.role:
            return False
    else:
        called = outline.called(other)
        if outline.called(one) != called or one.role not in (family_of(other.role) if called else {other.role}):
            return False
    return one.frame == other.frame or frame_of(one, instruction) == frame_of(other, instruction)


def beside_of(node: Node, outline: Outline) -> str:
    """What is read right before it, where nothing but its place tells it from its like."""
    own = outline.called(node)
    if not own and is_field(node.role):
        return ""  # a text that is not its label says nothing
    texts = (read(one) for one in outline.before(node))
    return next((text for text in texts if text and plain(text) != own and len(text) <= _LONGEST_TEXT), "")


def is_field(role: str) -> bool:
    return role in FIELDS or role in TICKED


# ---- places


def _counted(
    node: Node, outline: Outline, instruction: Instruction, prompt: str, ordinals: Iterable[int]
) -> Anchor | None:
    """The anchor of something that was asked for by its place."""
    for ordinal in ordinals:
        for anchor in _ways_to_count(node, outline, instruction):
            places = places_like(anchor, outline, instruction)
            index = ordinal - 1 if ordinal > 0 else len(places) + ordinal
            if not (0 <= index < len(places) and places[index].number == node.number):
                continue
            if anchor.name and len(places) < 2 and not _is_spoken_of(anchor.name, prompt):
                continue
            if _is_told_apart(node, places, outline, str(instruction)):
                continue
            return anchor.model_copy(update={"ordinal": ordinal})
    return None


def _ways_to_count(node: Node, outline: Outline, instruction: Instruction) -> Iterator[Anchor]:
    """By rows, then by the elements themselves; those of its name, then all of its role."""
    alone = Anchor(role=node.role, around=outline.around(node), frame=frame_of(node, instruction))
    item = outline.item(node)
    names = dict.fromkeys((outline.name(node), ""))
    if item and node.role not in ITEMS:
        inner = [one.number for one in outline.inside(item) if one.role == node.role and outline.item(one) == item]
        yield from (alone.model_copy(update={"name": name, "part": inner.index(node.number) + 1}) for name in names)
    yield from (alone.model_copy(update={"name": name}) for name in names)


def places_like(anchor: Anchor, outline: Outline, instruction: Instruction) -> list[Node]:
    """What is counted: one in each row, or all. A table's head or an advertisement is not."""
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


def _is_told_apart(node: Node, places: Sequence[Node], outline: Outline, words: str) -> bool:
    """Whether the instruction speaks of what stands there and nowhere else: then not the place was meant."""
    if len(places) < 2:
        return False
    held = [_words(" ".join(outline.texts(outline.item(one) or one))) for one in places]
    others = [one for place, one in zip(places, held, strict=True) if place.number != node.number]
    own = next(one for place, one in zip(places, held, strict=True) if place.number == node.number)
    return not own.isdisjoint(_words(words)) and not (own - set[str]().union(*others)).isdisjoint(_words(words))


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w{3,}", plain(text)))


# ---- what is around it


def _row_texts(
    node: Node, same: Sequence[Node], outline: Outline, instruction: Instruction, prompt: str
) -> tuple[str, ...]:
    """The texts of its row that are needed: those that were spoken of, else what tells it from its like."""
    item = outline.item(node)
    if item is None:
        return ()
    own = plain(outline.name(node))
    nodes = [item, *outline.inside(item)]
    roles = {text: one.role for one in reversed(nodes) if (text := read(one)) and plain(text) != own}
    texts = [text for text in roles if len(text) <= _LONGEST_TEXT][::-1]
    asked = [text for text in texts if _is_spoken_of(text, prompt) and plain(text) not in own]
    asked = asked or list(filter(None, [outline.row_label(node)]))
    if asked:
        return tuple(asked[:_MOST_TEXTS])
    others = _other_rows(item, same, outline)
    elsewhere = set[str]().union(*(outline.said(row) for row in others))
    unique = [text for text in texts if plain(text) not in elsewhere]
    mentioned = [text for text in unique if len(nodes) <= _MOST_NODES and _is_spoken_of(text, str(instruction))]
    return tuple(mentioned[:_MOST_TEXTS]) if mentioned or not others else _most_lasting(unique, roles)


def _other_rows(item: Node, same: Sequence[Node], outline: Outline) -> list[Node]:
    rows = map(outline.item, same)
    return [row for row in rows if row and row.number != item.number]


def _most_lasting(texts: Sequence[str], roles: Mapping[str, str]) -> tuple[str, ...]:
    """Of the texts that only this row has, the ones that will be there next time: titles, and no numbers."""
    lasting = [text for text in texts if not re.search(r"\d", text)] or texts
    titles = [text for text in lasting if roles[text] in {"heading", "rowheader", "link"}]
    return tuple(titles[:1] or lasting[:_MOST_TEXTS])


def _is_spoken_of(text: str, words: str) -> bool:
    wanted = re.escape(plain(text))
    return len(plain(text)) >= 2 and bool(re.search(rf"(?<!\w){wanted}(?!\w)", plain(words)))


def shares_row(node: Node, row: Sequence[str], outline: Outline) -> bool:
    item = outline.item(node) if row else None
    return not row or (item is not None and all(outline.is_said(text, item) for text in row))


def _containers(node: Node, same: Sequence[Node], outline: Outline) -> tuple[str, ...]:
    """The dialog or tab that it is in, and those of the named things around it that tell it from its like."""
    inside: list[str] = []
    for text in outline.containers(node):
        fewer = [one for one in same if lies_inside(one, [text], outline)]
        if text.startswith(APART) or len(fewer) < len(same):
            inside.append(text)
            same = fewer
    return tuple(inside)


def lies_inside(node: Node, containers: Sequence[str], outline: Outline) -> bool:
    if not containers:
        return True
    around = set(map(plain, outline.containers(node)))
    return all(plain(text) in around for text in containers)
