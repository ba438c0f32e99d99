"""Things that are called by the label before them: the address of a contact, the number behind "Phone:"."""

from __future__ import annotations

from askonce.embedded.grammar import Intent
from askonce.embedded.grammar.lexicon import lexicon
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, tap
from askonce.geometry import Box
from askonce.language.normalization import split_words
from askonce.language.vocabulary import vocabulary
from askonce.screens import Node

_OWNED = frozenset({"their", "its", "his", "her", "whose"})
_LABELS = frozenset({"text", "term", "cell", "rowheader", "heading"})
_VALUES = frozenset({"link", "clickable"})
"""What shows a value that can be pressed; a button beside a label does something to it."""


def click_labelled(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Press the only value right after its label, for "their address".

    That is only what is in sight now: on another page it would be that of somebody else. A label alone is not what
    stands beside it.
    """
    words = split_words(screen.state.fill(intent.target.text))
    if _OWNED.isdisjoint(words):
        return None
    noun = " ".join(word for word in words if word not in lexicon().articles | _OWNED)
    names = {noun, vocabulary().variants.get(noun, noun), *lexicon().synonyms.get(noun, ())}
    found = {
        node.number: node
        for name in names
        for label in screen.exactly(name)
        if label.role in _LABELS and not label.actionable and (node := _behind(label, screen))
    }
    if len(found) != 1:
        return Decline(f"{intent.target.prompt}: {len(found)} things have this label", tied=True)
    node = next(iter(found.values()))
    return SkillPlan((tap(node, f"what stands behind {noun}"),))


def _behind(label: Node, screen: ScreenIndex) -> Node | None:
    """The only value that follows a label, in the same place or on the same line."""
    place = screen.tree.nodes.index(label) + 1
    after = screen.tree.nodes[place] if place < len(screen.tree.nodes) else label
    if after.actionable and after.role in _VALUES and after.parent == label.parent is not None:
        return after
    line = [node for node in screen.tree if node.actionable and _follows(node.box, label.box)]
    return line[0] if len(line) == 1 and line[0].role in _VALUES else None


def _follows(node: Box, label: Box) -> bool:
    shared = min(node.bottom, label.bottom) - max(node.top, label.top)
    return node.left >= label.right - 1 and shared > 0.5 * min(node.height, label.height)
