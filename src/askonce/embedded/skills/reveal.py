"""Bringing into sight what is not there yet: one way each, tried in the order of the table of seekers."""

from __future__ import annotations

import re
from collections import Counter

from askonce.embedded.grammar import Said
from askonce.embedded.screen_index import Sight
from askonce.embedded.skill_answers import Move, Progress, step, tap, target
from askonce.embedded.skills.nth_item import forward_link
from askonce.language.normalization import key
from askonce.language.vocabulary import vocabulary
from askonce.screens import Node
from askonce.screens.field_labels import FIELDS

_MOST_SCREENS = 12
_MOST_OPENED = 25
_LOOKS = 2
_FEW = 6
LAYERS = frozenset({"dialog", "alertdialog", "overlay", "menu", "listbox"})
_SHUT = re.compile(r"(?:^|[\s_-])(?:expandable|collapsed|closed|expand)(?:$|[\s_-])")
_CLOSERS = ("close", "dismiss", "no thanks", "not now", "skip", "got it", "cancel")


def dismiss_cover(missing: Said, sight: Sight, progress: Progress) -> Move | None:
    """Close what lies over the target, where it has something that does so."""
    found = sight.find(missing)
    return _dismiss(found, missing.prompt, sight, progress) if isinstance(found, Node) else None


def uncover(move: Move, sight: Sight, progress: Progress) -> Move | None:
    """What has to be closed before `move`, where something lies over an element that it is to touch."""
    for one in move.steps:
        number = dict(one.params.get("target") or {}).get("element")
        node = sight.node(number) if number is not None else None
        if node and (first := _dismiss(node, node.name or "the target", sight, progress)):
            return first
    return None


def closer_in(layer: Node, sight: Sight) -> Node | None:
    """What clearly closes a layer and does nothing else; the only button of a layer leaves no choice."""
    inside = [node for node in (layer, *sight.layout.inside(layer)) if node.actionable]
    for name in _CLOSERS:
        closers = [node for node in inside if name in {key(text) for text in sight.names(node)} | _meant(node)]
        if len(closers) == 1:
            return closers[0]
    buttons = [node for node in inside if node.role == "button"]
    return buttons[0] if len(buttons) == 1 and len(inside) == 1 else None


def _meant(node: Node) -> set[str]:
    """What a sign on a button stands for: × is close."""
    sign = vocabulary().symbols.get(node.name.strip())
    return {sign} if sign else set()


def _dismiss(node: Node, words: str, sight: Sight, progress: Progress) -> Move | None:
    cover = sight.node(node.cover) if "covered" in node.states and node.cover is not None else None
    if cover is None:
        return None
    layer = next((one for one in (cover, *sight.layout.above(cover)) if one.role in LAYERS), cover)
    closer = closer_in(layer, sight)
    if closer and not progress.has_done("Tap", closer):
        return Move((tap(closer, closer.name or "close"),), finished=False, log=f"Close what covers {words}")
    has_tried = any(past.action == "Press" and past.params.get("keys") == "Escape" for past in progress.actions)
    if closer is None and layer.role in LAYERS and not has_tried:
        return Move((step("Press", keys="Escape"),), finished=False, log=f"Close what covers {words}")
    return None


def scroll_inside(missing: Said, sight: Sight, progress: Progress) -> Move | None:
    """Further down in what is open on top and goes on, such as a list that dropped down."""
    areas = [node for node in sight.tree if "scrolls" in node.states and float(node.attributes.get("below", 0)) > 1]
    layered = [area for area in areas if any(one.role in LAYERS for one in sight.layout.above(area))]
    scrolls = sum(past.action == "Scroll" for past in progress.actions)
    chosen = layered or areas
    if len(chosen) != 1 or scrolls >= _MOST_SCREENS:
        return None
    area = target(chosen[0], chosen[0].name or "the list")
    return Move((step("Scroll", direction="down", target=area),), finished=False, log=f"Look for {missing.prompt}")


def scroll_back(missing: Said, sight: Sight, progress: Progress) -> Move | None:
    """To the top of a page that something before has scrolled: from there nothing is passed over."""
    if sight.tree.above <= 1 or any(past.action == "Scroll" for past in progress.actions):
        return None
    return Move(
        (step("Scroll", direction="up", to_end=True),), finished=False, log=f"Look from the top for {missing.prompt}"
    )


def scroll_on(missing: Said, sight: Sight, progress: Progress) -> Move | None:
    """One screen further down a long page, up to a limit."""
    scrolls = sum(past.action == "Scroll" for past in progress.actions)
    if sight.tree.below <= 1 or scrolls >= _MOST_SCREENS:
        return None
    return Move((step("Scroll", direction="down"),), finished=False, log=f"Look further down for {missing.prompt}")


def open_next(missing: Said, sight: Sight, progress: Progress) -> Move | None:
    """The next tab, section or branch that has not been looked into for this part.

    Once all were, each is looked into once more: what is behind it may have come too late for the first look.
    """
    opened = Counter(past.element for past in progress.actions if past.action == "Tap")
    shut = [node for node in sight.tree if is_shut(node) and "covered" not in node.states]
    again = _LOOKS if len(shut) < _FEW else 1
    fewest = min((opened[node.number] for node in shut), default=again)
    if fewest >= again or opened.total() >= _MOST_OPENED:
        return None
    node = next(one for one in shut if opened[one.number] == fewest)
    words = node.name or node.text or "what is closed"
    return Move((tap(node, words),), finished=False, log=f"Look into {words} for {missing.prompt}")


def is_shut(node: Node) -> bool:
    """Whether something is behind it that is not shown now. A list of choices shows nothing of the page."""
    if not node.actionable or "disabled" in node.states or node.role in FIELDS:
        return False
    if node.role == "tab":
        return "selected" not in node.states
    return "collapsed" in node.states or bool(_SHUT.search(node.attributes.get("class", "")))


def turn_page(missing: Said, sight: Sight, progress: Progress) -> Move | None:
    """The next page of a list that goes on, up to a limit."""
    forward = forward_link(sight)
    turned = sum(past.action == "Tap" for past in progress.actions)
    if forward is None or turned >= _MOST_OPENED:
        return None
    return Move((tap(forward, "the next page"),), finished=False, log=f"Look on the next page for {missing.prompt}")
