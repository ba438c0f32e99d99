"""The page on which an act ended: what it showed that will be there again, and whether it is there.

An address is not enough. A form to sign in, an empty page and a question whether somebody is sure come at the same one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from askonce.language.verdicts import casts_doubt, reads_well
from askonce.lazy import regex
from askonce.recordings.calendar_words import without_calendar
from askonce.recordings.page_keys import path_of
from askonce.recordings.recorded_expectations import IncidentalText
from askonce.recordings.recording import EndPage
from askonce.recordings.slots import open_slots, speaks_of
from askonce.recordings.tree_outline import Outline
from askonce.screens.expectation import unhidden_nodes
from askonce.screens.ui_tree import Node, Tree
from askonce.values import Instruction

_MOST = 6
_MOST_AROUND = 3
_LONGEST = 60
_WORD = regex(r"[^\W\d_]{2,}")
_FRAME = frozenset({"navigation", "banner", "contentinfo", "complementary", "menubar", "alert", "status", "log"})
"""Roles of what stands on every page of a site, or comes and goes by itself."""
_RANKS = {"heading": 0, "columnheader": 1, "button": 1, "tab": 1, "textbox": 1, "combobox": 1, "checkbox": 1}
_ASKING = ("?", "？")
_OTHER = 2
_LINK = 3


def end_page(before: Tree, after: Tree, instruction: Instruction, incidental: IncidentalText) -> EndPage | None:
    """What the page after an action shows; None if it shows nothing.

    What stood on another page before is around everything on its site. On the same page the rest stays, unless
    something with a heading of its own came; links lead to the rest of the site there.
    """
    texts = dict(_lasting(after, instruction, incidental))
    if after.seen or not any(map(_WORD.search, _texts(after))):
        return None  # what is only seen is read otherwise each time
    earlier = {without_calendar(text) for text in (*_texts(before), before.title)}
    new = {
        text: rank
        for text, rank in texts.items()
        if without_calendar(instruction.fill(text, secrets=True)) not in earlier
    }
    is_view = bool(new) and (is_elsewhere(before.address, after.address) or 0 in new.values())
    stays = [text for text, rank in texts.items() if rank != _LINK] or list(texts)
    shows = sorted(new if is_view else stays, key=lambda text: texts[text])
    around = [text for text in texts if text not in new] if is_view else []
    return EndPage(shows=tuple(shows[:_MOST]), around=tuple(around[:_MOST_AROUND]), password=_has_password(after))


def end_deviation(
    end: EndPage, tree: Tree, instruction: Instruction, *, is_arrival: bool, is_well: bool = False
) -> str:
    """Why this is not the page on which an act ended; "" if it may be.

    One of the texts is enough: the others may be called otherwise, or depend on the day. Where the step led to another
    page (`is_arrival`) of the same site, or that says that it went well (`is_well`), all of it may be new, unless it
    asks something.
    """
    if not any(map(_WORD.search, _texts(tree))):
        return "the page is empty"
    if _has_password(tree) and not end.password:
        return "a password is asked for, as it was not when it was recorded"
    if not end.shows or _shows_any(end.shows, tree, instruction):
        return ""
    asked = any(text.rstrip().endswith(_ASKING) for text in end.shows)
    is_asking = not asked and any(node.role == "heading" and node.name.rstrip().endswith(_ASKING) for node in tree)
    if not is_asking and (is_well or (is_arrival and _shows_any(end.around, tree, instruction))):
        return ""
    known = ", ".join(repr(instruction.fill(text, secrets=False)) for text in end.shows[:2])
    return f"the page shows nothing of what it showed when it was recorded, such as {known}"


def is_elsewhere(before: str, after: str) -> bool:
    """Whether an address is that of another page."""
    return path_of(before) != path_of(after)


def _shows_any(texts: Iterable[str], tree: Tree, instruction: Instruction) -> bool:
    wanted = {without_calendar(instruction.fill(text, secrets=True)) for text in texts}
    return any(without_calendar(text) in wanted for text in (*_texts(tree), tree.title))


def _lasting(tree: Tree, instruction: Instruction, incidental: IncidentalText) -> Iterator[tuple[str, int]]:
    """The texts that will be there again, with open slots, and how surely they will: those of rows are data, except for
    what can be done with a row."""
    outline = Outline(tree)
    for node in unhidden_nodes(tree):
        text = " ".join((node.shown or node.text).split())
        opened = open_slots(text, instruction, loosely=True)
        is_short = bool(_WORD.search(text)) and len(text) <= _LONGEST and "ticks" not in node.attributes
        if not is_short or incidental.without(text) != text or speaks_of(opened, instruction):
            continue
        is_passing = reads_well(text) or casts_doubt(text)
        is_framed = any(each.role in _FRAME for each in (node, *outline.above(node)))
        is_data = node.role != "button" and outline.item(node) is not None
        if not (is_passing or is_framed or is_data or node.value):
            yield opened, _LINK if node.role == "link" else _RANKS.get(node.role, _OTHER)
    if tree.title and _WORD.search(tree.title):
        yield open_slots(tree.title, instruction, loosely=True), _OTHER


def _texts(tree: Tree) -> Iterator[str]:
    return (text for node in tree for text in (node.shown, node.text) if text)


def _has_password(tree: Tree) -> bool:
    return any(_is_password(node) for node in unhidden_nodes(tree))


def _is_password(node: Node) -> bool:
    return "password" in node.states
