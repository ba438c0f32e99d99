"""The next or the previous page of a list: what an arrow leads to is told by what it stands with."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from itertools import pairwise

from askonce.embedded.grammar import Intent
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import Absent, ScreenIndex, Unclear
from askonce.language.normalization import split_words
from askonce.lazy import regex
from askonce.screens import Node

TURNS = frozenset({"next", "previous", "prev", "following"})
"""Words for the page beside this one."""
_PAGE_TEXT = regex(r"(?:pages?|seite|página|pagina)\b.*\d|\d+\D{1,3}\d+ (?:of|von|de) \d+\b.*", re.IGNORECASE)
"""Page 2 of 9, 21-40 of 300. A bare "2 of 5" or "2 / 5" may count pictures."""
_PAGERS = regex(r"\bpag(?:er|es|ination|inator|ing)\b", re.IGNORECASE)
_SLIDERS = regex(r"(?:\b|_)(?:carousel|slider|slideshow|swiper)", re.IGNORECASE)
_LISTS = frozenset({"list", "table", "grid", "treegrid", "feed", "row", "listitem", "article"})
_ENTRIES = frozenset({"row", "listitem", "article", "gridcell", "cell"})
_FRAMES = frozenset({"navigation", "banner", "contentinfo", "complementary", "menu", "menubar", "toolbar", "tablist"})
"""Parts around the contents of a page, whose lists have no pages."""
_REACH = 300.0
_LEAST_NUMBERS = 2
"""How many numbers of pages there are at least; in a part of the page that leads somewhere, one is enough."""


def turned_noun(intent: Intent) -> str:
    """What the next one is wanted of: "page" in "go to the next page", where only "next" was left as the target."""
    target = [word for word in split_words(intent.target.text) if word not in lexicon().articles]
    if len(target) != 1 or target[0] not in TURNS or intent.target.fixed:
        return ""
    return next((noun for word, noun in pairwise(split_words(intent.words)) if word == target[0]), "")


def turning_to(noun: str, found: Node | Absent | Unclear, screen: ScreenIndex) -> Node | Absent | Unclear:
    """What was found, less the arrows that need not turn to it: those of pictures and months look the same."""
    if isinstance(found, Absent):
        return found
    nodes = found.nodes if isinstance(found, Unclear) else (found,)
    doubted = [node for node in nodes if is_arrow(node) or (noun == "page" and _turns_something_else(node, screen))]
    sure = [node for node in nodes if node not in doubted or (noun == "page" and stands_with_pages(node, screen))]
    match sure:
        case []:
            shown = (
                "an arrow"
                if any(map(is_arrow, nodes))
                else f"{nodes[0].name!r} of a slider or another part of the page"
            )
            return Absent(f"{shown} is shown, and nothing tells that it leads to another {noun}")
        case [node]:
            return node
        case _:
            return found


def is_arrow(node: Node) -> bool:
    """Whether only a sign or an icon says where it leads."""
    return "icon" in node.attributes or not any(sign.isalnum() for sign in node.name)


def _turns_something_else(node: Node, screen: ScreenIndex) -> bool:
    return _is_in_slider(node, screen) or _is_apart_from_lists(node, screen)


def _is_apart_from_lists(node: Node, screen: ScreenIndex) -> bool:
    """Whether the lists of a page stand under other headings than this: it need not be theirs."""
    nodes = [*screen.tree]
    heads = [
        at for at, other in enumerate(nodes) if other.role == "heading" and not _is_within(other, _ENTRIES, screen)
    ]
    lists = [at for at, other in enumerate(nodes) if other.role in _LISTS and not _is_within(other, _FRAMES, screen)]
    section = bisect(heads, nodes.index(node))
    return bool(lists) and all(bisect(heads, at) != section for at in lists)


def _is_within(node: Node, roles: frozenset[str], screen: ScreenIndex) -> bool:
    return any(above.role in roles for above in screen.layout.above(node))


def _is_in_slider(node: Node, screen: ScreenIndex) -> bool:
    """Whether what holds it is called or marked as a slider of pictures or news."""
    marks = (f"{above.name} {above.attributes.get('class', '')}" for above in (node, *screen.layout.above(node)))
    return any(map(_SLIDERS.search, marks))


def stands_with_pages(node: Node, screen: ScreenIndex) -> bool:
    """Whether it is in a line with numbers of pages, or with words that count pages; or in what is called a pager."""
    navigations = [above for above in screen.layout.above(node) if above.role == "navigation"]
    if any(_PAGERS.search(above.name) for above in navigations):
        return True
    line = [*_in_line(node, screen)]
    numbers = {other.name.strip() for other in line if other.actionable and other.name.strip().isdecimal()}
    least = 1 if navigations else _LEAST_NUMBERS
    return len(numbers) >= least or any(_PAGE_TEXT.match(other.words.strip()) for other in line)


def _in_line(node: Node, screen: ScreenIndex) -> Iterator[Node]:
    """What stands beside it, not far away."""
    box = node.box
    for other in screen.tree:
        away = max(other.box.left - box.right, box.left - other.box.right)
        is_level = abs(other.box.center.y - box.center.y) < max(box.height, other.box.height) / 2
        if is_level and away < _REACH and other.number != node.number and other.box.height < 3 * box.height:
            yield other
