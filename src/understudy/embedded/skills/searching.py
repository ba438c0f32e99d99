"""Bringing into sight what is not there yet: one way each, tried in the order of the table of seekers."""

from __future__ import annotations

import re

from understudy.embedded.grammar import Said
from understudy.embedded.moves import Move, Progress, step, tap, target
from understudy.embedded.sight import Sight
from understudy.locate.local.words import key
from understudy.screens import Node
from understudy.screens.nearby import FIELDS

_MOST_SCREENS = 12
_MOST_OPENED = 25
_LAYERS = frozenset({"dialog", "alertdialog", "overlay", "menu", "listbox"})
_SHUT = re.compile(r"(?:^|[\s_-])(?:expandable|collapsed|closed|expand)(?:$|[\s_-])")
_CLOSERS = ("close", "dismiss", "no thanks", "not now", "skip", "got it", "cancel")


def dismiss_cover(missing: Said, sight: Sight, progress: Progress) -> Move | None:
    """Close what lies over the target, where it has something that does so."""
    found = sight.find(missing)
    if not isinstance(found, Node) or "covered" not in found.states:
        return None
    cover = sight.node(found.cover) if found.cover is not None else None
    if cover is None:
        return None
    inside = [cover, *sight.layout.inside(cover)]
    for name in _CLOSERS:
        closers = [node for node in inside if node.actionable and name in {key(text) for text in sight.names(node)}]
        if len(closers) == 1 and not progress.has_done("Tap", closers[0]):
            return Move(
                (tap(closers[0], closers[0].name or name),), finished=False, log=f"Close what covers {missing.prompt}"
            )
    return None


def scroll_inside(missing: Said, sight: Sight, progress: Progress) -> Move | None:
    """Further down in what is open on top and goes on, such as a list that dropped down."""
    areas = [node for node in sight.tree if "scrolls" in node.states and float(node.attributes.get("below", 0)) > 1]
    layered = [area for area in areas if any(one.role in _LAYERS for one in sight.layout.above(area))]
    scrolls = sum(deed.action == "Scroll" for deed in progress.deeds)
    chosen = layered or areas
    if len(chosen) != 1 or scrolls >= _MOST_SCREENS:
        return None
    area = target(chosen[0], chosen[0].name or "the list")
    return Move((step("Scroll", direction="down", target=area),), finished=False, log=f"Look for {missing.prompt}")


def scroll_on(missing: Said, sight: Sight, progress: Progress) -> Move | None:
    """One screen further down a long page, up to a limit."""
    scrolls = sum(deed.action == "Scroll" for deed in progress.deeds)
    if sight.tree.below <= 1 or scrolls >= _MOST_SCREENS:
        return None
    return Move((step("Scroll", direction="down"),), finished=False, log=f"Look further down for {missing.prompt}")


def open_next(missing: Said, sight: Sight, progress: Progress) -> Move | None:
    """The next tab, section or branch that has not been looked into for this part."""
    opened = {deed.element for deed in progress.deeds if deed.action == "Tap"}
    if len(opened) >= _MOST_OPENED:
        return None
    for node in sight.tree:
        if node.number not in opened and "covered" not in node.states and _is_shut(node):
            words = node.name or node.text or "what is closed"
            return Move((tap(node, words),), finished=False, log=f"Look into {words} for {missing.prompt}")
    return None


def _is_shut(node: Node) -> bool:
    """Whether something is behind it that is not shown now. A list of choices shows nothing of the page."""
    if not node.actionable or "disabled" in node.states or node.role in FIELDS:
        return False
    if node.role == "tab":
        return "selected" not in node.states
    return "collapsed" in node.states or bool(_SHUT.search(node.attributes.get("class", "")))
