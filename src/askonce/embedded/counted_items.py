"""Things that are counted rather than named: the third result, the first message."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import ScreenIndex
from askonce.language.normalization import split_words
from askonce.language.vocabulary import vocabulary
from askonce.lazy import dataclass, regex
from askonce.screens import Node

_NUMBERED = regex(r"(\d+)(?:st|nd|rd|th)")
_LEAST = 2


@dataclass(frozen=True, slots=True)
class CountedItem:
    """ "the 7th search result" as 7 and "result"."""

    number: int
    noun: str


def read_counted(words: str) -> CountedItem | None:
    """The counted item that `words` describe, if they describe nothing else."""
    rest = [word for word in split_words(words) if word not in lexicon().articles]
    if len(rest) > 2 and rest[-2] in {"number", "no"} and rest[-1].isdecimal():  # "result number 7"
        rest = [f"{rest[-1]}th", *rest[:-2]]
    if len(rest) < 2 or (number := _number(rest[0])) is None:
        return None
    nouns = vocabulary().contents | vocabulary().counted
    return CountedItem(number, rest[-1]) if rest[-1] in nouns and len(rest) <= 3 else None


def items_on(screen: ScreenIndex) -> list[Node]:
    """The only column of similar links on the screen; nothing when there are several."""
    sets: defaultdict[tuple[str, int, float], list[Node]] = defaultdict(list)
    for node in screen.tree:
        if node.role == "link" and node.actionable and not is_page_link(node):
            sets[node.role, node.depth, node.box.left].append(node)
    stacked = [nodes for nodes in sets.values() if len(nodes) >= _LEAST and _is_column(nodes)]
    largest = max(stacked, key=len, default=list[Node]())
    return largest if sum(len(nodes) == len(largest) for nodes in stacked) == 1 else []


def is_page_link(node: Node) -> bool:
    """Whether a link leads to another page of the same list: a number or an arrow."""
    name = node.name.strip()
    return name.isdecimal() or not any(sign.isalnum() for sign in name)


def _is_column(nodes: list[Node]) -> bool:
    return all(above.box.bottom <= below.box.top + 1 for above, below in pairwise(nodes))


def _number(word: str) -> int | None:
    if found := _NUMBERED.fullmatch(word):
        return int(found[1])
    return vocabulary().ordinals.get((word,))
