"""New rows that are there and do not count: struck through, greyed, marked as failed, with a button to try again."""

from __future__ import annotations

from collections.abc import Iterator

from askonce.language.commitments import committing_meanings, label_opens
from askonce.planning.new_texts import NewTexts, called, cited
from askonce.planning.screen_news import ROWS, text_of
from askonce.screens import Node
from askonce.screens.expectation import seen_nodes
from askonce.screens.ui_tree import plain

_USUAL = frozenset({"delete", "vote"})
"""What the buttons of any row commit to."""
_BUTTONS = frozenset({"button", "link", "menuitem"})


def row_objection(texts: NewTexts) -> str:
    """Why what was typed is listed and yet not taken; empty if nothing speaks against it."""
    if not texts.press.sends_form:
        return ""
    return next(_objections(texts), "")


def _objections(texts: NewTexts) -> Iterator[str]:
    news = texts.news
    struck = news.now.sight.struck if news.now.sight else frozenset[int]()
    for node in _listed(texts):
        if node.number in struck or ("marked" in node.attributes and not _is_line_of_success(node, texts)):
            yield f"{cited(text_of(node))} looks different from the rows beside it: was it taken?"
        for other in _beside(node, texts):
            if other.role in _BUTTONS and not _is_usual(other, texts):
                yield f"{called(other)} stands beside it"


def _listed(texts: NewTexts) -> Iterator[Node]:
    """New elements that show what was typed."""
    new = {node.number for node in texts.news.new}
    for node in seen_nodes(texts.news.now, texts.news.since):
        shown = text_of(node)
        if node.number in new and texts.shows_typed(shown) and not texts.tells_success(shown):
            yield node


def _is_line_of_success(node: Node, texts: NewTexts) -> bool:
    """Whether an element is no row, but a line of a page that tells of success, with just what was typed in it."""
    is_row = any(each.role in ROWS for each in (node, *texts.news.index.above(node)))
    is_typed = plain(text_of(node)) in map(plain, texts.typed)
    return is_typed and not is_row and texts.news.is_elsewhere and texts.is_confirmed


def _beside(node: Node, texts: NewTexts) -> list[Node]:
    """What came with a row, inside of it or, where no row holds it, right after it."""
    index, new = texts.news.index, {each.number for each in texts.news.new}
    row = next((each for each in (node, *index.above(node)) if each.role in ROWS), None)
    inside = [node, *index.inside(row)] if row else index.inside(node)
    return [each for each in inside if each.number in new]


def _is_usual(button: Node, texts: NewTexts) -> bool:
    """Whether a button is one that every row has: its label was there before, or is for something to do with a row."""
    label = text_of(button)
    meanings = committing_meanings(label)
    return texts.is_entry(label) or label_opens(label) or (bool(meanings) and meanings <= _USUAL)
