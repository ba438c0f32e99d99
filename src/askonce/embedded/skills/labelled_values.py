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
_PRESSED = frozenset({"link", "button", "clickable"})


def click_labelled(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Press the only control right after its label.

    "Their address" is only what is in sight now: on another page it would be that of somebody else.
    """
    words = split_words(screen.state.fill(intent.target.text))
    noun = " ".join(word for word in words if word not in lexicon().articles | _OWNED)
    names = {noun, vocabulary().variants.get(noun, noun), *lexicon().synonyms.get(noun, ())}
    found = {
        node.number: node
        for name in names
        for label in screen.exactly(name)
        if label.role in _LABELS and not label.actionable and (node := _behind(label, screen))
    }
    if len(found) != 1:
        is_owned = not _OWNED.isdisjoint(words)
        return Decline(f"{intent.target.prompt}: {len(found)} things have this label", tied=True) if is_owned else None
    node = next(iter(found.values()))
    return SkillPlan((tap(node, f"what stands behind {noun}"),))


def _behind(label: Node, screen: ScreenIndex) -> Node | None:
    place = screen.tree.nodes.index(label) + 1
    after = screen.tree.nodes[place] if place < len(screen.tree.nodes) else label
    if after.actionable and after.role in _PRESSED and after.parent == label.parent is not None:
        return after
    line = [node for node in screen.tree if node.actionable and node.role in _PRESSED and _follows(node.box, label.box)]
    return min(line, key=lambda node: node.box.left, default=None)


def _follows(node: Box, label: Box) -> bool:
    shared = min(node.bottom, label.bottom) - max(node.top, label.top)
    return node.left >= label.right - 1 and shared > 0.5 * min(node.height, label.height)
