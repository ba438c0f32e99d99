"""What is around an element: its row, the containers it is in, and the titles it stands under.

They are part of its identity where the instruction mentions them, and where they tell it from similar elements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest

from askonce.language.commitments import committing_word
from askonce.lazy import regex
from askonce.recordings.calendar_words import changes_with_calendar
from askonce.recordings.mentions import content_words, mentions, negations, quotes
from askonce.recordings.slots import open_slots, slots_of, speaks_of, texts_of
from askonce.recordings.text_counts import all_are_said
from askonce.recordings.tree_outline import Outline, heading_level, read
from askonce.screens.ui_tree import Node, plain
from askonce.values import Instruction

APART = ("dialog ", "alertdialog ", "tabpanel ")
"""Containers that open and close with their content: an element of the same name in another one is another element."""
_COUNT = regex(r"(\d+) ([^\W\d]+(?: [^\W\d]+)?)")
_MOST_TEXTS = 2
_LONGEST_TEXT = 60
_MOST_NODES = 40
"""Something with more elements than this is not treated as a row."""


# ---- rows


def row_texts(
    node: Node, same: Sequence[Node], outline: Outline, instruction: Instruction, prompt: str
) -> tuple[str, ...]:
    """The texts of its row that are needed: those that are mentioned, else those that similar rows do not have."""
    item = outline.item(node)
    if item is None:
        return ()
    own = plain(outline.name(node))
    nodes = [item, *outline.inside(item)]
    roles = {text: other.role for other in reversed(nodes) if (text := read(other)) and plain(text) != own}
    texts = [text for text in roles if len(text) <= _LONGEST_TEXT][::-1]
    asked = [text for text in texts if quotes(text, prompt) and plain(text) not in own]
    asked = asked or list(filter(None, [outline.row_label(node)]))
    if asked:
        return tuple(asked[:_MOST_TEXTS])
    others = _other_rows(item, same, outline)
    unique = [text for text in texts if not _is_in_rows(text, item, others, outline)]
    words = f"{instruction} {prompt}"
    mentioned = [text for text in unique if len(nodes) <= _MOST_NODES and mentions(text, words)]
    mentioned.sort(key=lambda text: not quotes(text, words))
    mentioned = _of_any_value(mentioned, instruction)
    return tuple(mentioned[:_MOST_TEXTS]) if mentioned or not others else _most_lasting(unique, roles)


def _of_any_value(texts: list[str], instruction: Instruction) -> list[str]:
    """The texts without those that only this value has, as "Teapots" for `{name}` a brown teapot, where others name
    the value itself."""
    opened = {text: open_slots(text, instruction) for text in texts}
    if not any(slots_of(known) for known in opened.values()):
        return texts
    return [text for text in texts if slots_of(opened[text]) or not speaks_of(opened[text], instruction)]


def _other_rows(item: Node, same: Sequence[Node], outline: Outline) -> list[Node]:
    rows = map(outline.item, same)
    return [row for row in rows if row and row.number != item.number]


def _is_in_rows(text: str, item: Node, rows: Sequence[Node], outline: Outline) -> bool:
    """Whether another row has a text at the same place as `item`."""
    having = [row for row in rows if outline.has_text(text, row)]
    places = outline.places_in(item, text) if having else frozenset[str]()
    return any(not places.isdisjoint(outline.places_in(row, text)) for row in having)


def _most_lasting(texts: Sequence[str], roles: Mapping[str, str]) -> tuple[str, ...]:
    """Of the texts that only this row has, those that will be there next time: titles, but not numbers."""
    lasting = [text for text in texts if not re.search(r"\d", text)] or texts
    titles = [text for text in lasting if roles[text] in {"heading", "rowheader", "link"}]
    return tuple(titles[:1] or lasting[:_MOST_TEXTS])


def place_in_row(node: Node, text: str, outline: Outline) -> str:
    """Where a text is in the row of `node`."""
    item = outline.item(node)
    return min(outline.places_in(item, text), default="") if item else ""


def shares_row(node: Node, row: Sequence[str], columns: Sequence[str], outline: Outline) -> bool:
    """Whether its row has these texts at these places: Bob in the column of managers is not the row of Bob.

    An item that is left alone is no longer known as one; then its texts must be headings over the element.
    """
    if not row:
        return True
    item = outline.item(node)
    if item is None:
        return {plain(heading.name) for heading in outline.headings(node)}.issuperset(map(plain, row))
    return all(
        outline.has_text(text, item) and (not column or column in outline.places_in(item, text))
        for text, column in zip_longest(row, columns[: len(row)], fillvalue="")
    )


# ---- containers


def containers_around(
    node: Node, same: Sequence[Node], outline: Outline, is_mentioned: Callable[[str], bool]
) -> tuple[str, ...]:
    """The dialog or tab that it is in, containers that are mentioned, and those that similar elements are not in."""
    inside: list[str] = []
    for text in outline.containers(node):
        fewer = [other for other in same if lies_inside(other, [text], outline)]
        if is_part_of_place(text, is_mentioned) or len(fewer) < len(same):
            inside.append(text)
            same = fewer
    return tuple(inside)


def is_part_of_place(container: str, is_mentioned: Callable[[str], bool]) -> bool:
    """Whether a container, written as `role "name"`, belongs to the identity of what is in it in any case."""
    return container.startswith(APART) or is_mentioned(container.partition(" ")[2].strip('"'))


def lies_inside(node: Node, containers: Sequence[str], outline: Outline) -> bool:
    if not containers:
        return True
    return all_are_said(containers, outline.containers(node))


# ---- titles


def titles_over(
    node: Node, same: Sequence[Node], outline: Outline, is_mentioned: Callable[[str], bool], known: set[str]
) -> tuple[str, ...]:
    """The titles over it that are mentioned, and those that similar elements do not have; none of the `known`.

    What answers a question belongs to it, mentioned or not.
    """
    under = [outline.question(node)] if committing_word(outline.name(node)) and outline.question(node) else []
    for text in outline.titles(node):
        fewer = [other for other in same if stands_under(other, [text], outline)]
        tells_apart = len(fewer) < len(same) and not re.search(r"\d", text)
        if text not in {*known, *under} and (tells_apart or is_mentioned(text)):
            under.append(text)
            same = fewer
    return tuple(under)


def captions_before(
    node: Node, same: Sequence[Node], outline: Outline, is_mentioned: Callable[[str], bool], known: set[str]
) -> tuple[str, ...]:
    """The texts before it up to the last that is mentioned, with "" for those that are not.

    Where similar elements each have a caption of their own, that tells them apart. Otherwise, when the element goes,
    its caption would be that of the next one.
    """
    captions = tuple(text if text not in known and is_mentioned(text) else "" for text in outline.captions(node))
    if any(captions):
        return captions[: max(place for place, text in enumerate(captions, 1) if text)]
    nearest = [plain(outline.captions(other)[0]) if outline.captions(other) else "" for other in same]
    own = next(iter(outline.captions(node)), "")
    tells_apart = len(same) > 1 and all(nearest) and len(set(nearest)) == len(nearest)
    return (own,) if tells_apart and own not in known and not re.search(r"\d", own) else ()


def has_captions(
    node: Node, captions: Sequence[str], outline: Outline, instruction: str = "", *, counts: bool = False
) -> bool:
    """Whether the texts before it are these, each at its place; with `counts`, one such as "3 notes" may count on."""
    if not captions:
        return True
    found = outline.captions(node)
    return len(found) >= len(captions) and all(
        not wanted
        or _is_same_caption(wanted, text, instruction)
        or (counts and _is_same_count(wanted, text, instruction))
        for wanted, text in zip(captions, found, strict=False)
    )


def _is_same_count(wanted: str, text: str, instruction: str) -> bool:
    """Whether both count the same things, and the instruction does not say how many."""
    was, now = _COUNT.fullmatch(plain(wanted)), _COUNT.fullmatch(plain(text))
    if not was or not now or was[1] in re.findall(r"\d+", instruction):
        return False
    return content_words(was[2]) == content_words(now[2])


def _is_same_caption(wanted: str, text: str, instruction: str) -> bool:
    """Whether two texts say the same; of a long one, of which the instruction mentions little, only that counts."""
    words = content_words(wanted)
    mentioned = words & content_words(instruction)
    is_long = 0 < 2 * len(mentioned) < len(words) and negations(wanted) == negations(text)
    return plain(wanted) == plain(text) or (is_long and mentioned <= content_words(text))


def stands_under(node: Node, titles: Sequence[str], outline: Outline) -> bool:
    if not titles:
        return True
    return all_are_said(titles, (*outline.titles(node), *outline.reports(node)))


def lasting_heading(node: Node, outline: Outline, instruction: Instruction) -> str:
    """The heading of its section, if that will be the same next time. The title of a page says nothing more."""
    heading = next(iter(outline.headings(node)), None)
    if heading is None or heading_level(heading) == 1 or len(heading.name) > _LONGEST_TEXT:
        return ""
    values = content_words(" ".join(texts_of(instruction)))
    is_changing = changes_with_calendar(heading.name) or not content_words(heading.name).isdisjoint(values)
    return "" if is_changing else heading.name
