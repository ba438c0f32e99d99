"""Whether all that changed on a screen is news of something else, as a line in a chat is."""

from __future__ import annotations

from askonce.language.verdicts import says
from askonce.planning.screen_news import WORD, text_of
from askonce.recordings.mentions import content_words
from askonce.screens import Node, Tree
from askonce.screens.ui_tree import State

_SENTENCE = 3
"""Words from which on a text says something; what is shorter may be a state or a count."""

_PASSING: frozenset[State] = frozenset({"focused"})
"""States that any press gives."""


def is_other_news(before: Tree, after: Tree, about: str) -> bool:
    """Whether nothing went and nothing else changed than that sentences came, which neither say outright that all is
    well nor anything of what it is `about`."""
    known, there = {node.number: node for node in before}, {node.number for node in after}
    if before.address != after.address or not known.keys() <= there:
        return False
    came = [node for node in after if _traits(node) != _traits(known.get(node.number))]
    changed = [node for node in came if (was := known.get(node.number)) and not _is_reworded(was, node)]
    told = [text_of(node) for node in came if WORD.search(text_of(node))]
    return bool(told) and not changed and all(_is_other(text, about) for text in told)


def _is_reworded(was: Node, now: Node) -> bool:
    """Whether only its words are others."""
    return was.role == now.role and was.value == now.value and was.states - _PASSING == now.states - _PASSING


def _is_other(text: str, about: str) -> bool:
    is_told = len(WORD.findall(text)) >= _SENTENCE and not says("success", text)
    return is_told and content_words(text).isdisjoint(content_words(about))


def _traits(node: Node | None) -> tuple[object, ...]:
    return (node.role, node.name, node.text, node.value, node.states - _PASSING) if node else ()
