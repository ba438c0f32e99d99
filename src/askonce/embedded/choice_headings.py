"""Which text heads a group of choices: "By category" over links, "Chart" over radio buttons."""

from __future__ import annotations

from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import ScreenIndex
from askonce.language.normalization import split_words
from askonce.language.numerals import singular
from askonce.screens import Node

_LISTS = frozenset({"list", "listitem", "group", "radiogroup"})


def is_headed(choice: Node, words: str, screen: ScreenIndex) -> bool:
    """Whether the last text before the choices around this one says all of `words`."""
    wanted = {singular(word) for word in split_words(words)} - lexicon().articles
    first = heading_of(choice, screen)
    return bool(wanted) and first is not None and wanted <= {singular(word) for word in split_words(first.words)}


def heading_of(choice: Node, screen: ScreenIndex) -> Node | None:
    """The last text before the choices around this one."""
    nodes = screen.tree.nodes
    return next((other for other in reversed(nodes[: nodes.index(choice)]) if _is_head(other, choice)), None)


def _is_head(other: Node, choice: Node) -> bool:
    """Whether a node may head the choices: above them, and not one of them."""
    has_letters = any(map(str.isalpha, other.words))  # a count behind each choice heads nothing
    is_choice = other.role == choice.role or (other.role in _LISTS and not other.name)
    return not is_choice and has_letters and other.box.top <= choice.box.bottom
