"""Picking by comparison: the cheapest, the shortest, the greatest number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from types import MappingProxyType

from askonce.embedded.grammar import Intent
from askonce.embedded.measures import MeasureKind, Superlative, measured, measures, read_superlative
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, tap
from askonce.language.normalization import split_words
from askonce.language.tokens import read_tokens
from askonce.screens import Node

_LEAST = 2
_SHOWN: Mapping[MeasureKind, str] = MappingProxyType({"number": "numbers", "money": "prices", "duration": "durations"})


def pick_most(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Click what has the lowest or highest of its kind of number; never where two share it or more may follow."""
    argument = intent.get("best") or intent.target or intent.get("options")
    words = [word for token in read_tokens(argument.prompt) if not token.is_fixed for word in split_words(token.text)]
    wanted = read_superlative(words)
    if wanted is None or screen.exactly(screen.state.fill(argument.text)):
        return None
    shown = _measured(wanted.kind, screen)
    if len(shown) < _LEAST:
        return Decline(f"no {_SHOWN[wanted.kind]} are shown that could be compared for {argument.prompt!r}")
    shown = _filtered(shown, wanted, screen)
    if screen.tree.goes_on_below or screen.tree.more or _goes_on(frozenset(shown), screen):
        return Decline(f"not all of the page is in sight, so {argument.prompt!r} may be further down")
    best = (max if wanted.most else min)(shown.values())
    winners = [number for number, value in shown.items() if value == best]
    if len(winners) != 1:
        return Decline(f"{len(winners)} of the {_SHOWN[wanted.kind]} are equal, so {argument.prompt!r} is not clear")
    node = screen.node(winners[0])
    taken = _taker(node, frozenset(shown), screen) if node else None
    if taken is None:
        return Decline(f"it is not clear what to click for {argument.prompt!r}")
    return SkillPlan((tap(taken, argument.prompt),))


def _goes_on(numbers: frozenset[int], screen: ScreenIndex) -> bool:
    """Whether the elements are in a scrolling area that has more above or below."""
    return any(
        "scrolls" in area.states and any(float(area.attributes.get(way, 0)) > 1 for way in ("above", "below"))
        for number in numbers
        if (node := screen.node(number))
        for area in screen.layout.above(node)
    )


def _measured(kind: MeasureKind, screen: ScreenIndex) -> dict[int, float]:
    """The numbers of that kind by element: those of the one set of elements that are alike. What is only spoken to
    screen readers, such as the face of a card that lies face down, is not shown and so not compared.
    """
    sets: defaultdict[tuple[str, int], dict[int, float]] = defaultdict(dict)
    for node in screen.tree:
        value = measured(node.text or node.name, kind) if "spoken" not in node.attributes else None
        if value is not None and not screen.layout.children(node):
            sets[node.role, node.depth][node.number] = value
    several = [found for found in sets.values() if len(found) >= _LEAST]
    return several[0] if len(several) == 1 else {}


def _filtered(shown: dict[int, float], wanted: Superlative, screen: ScreenIndex) -> dict[int, float]:
    """If the words name something that only some items mention, those items."""
    if not wanted.rest:
        return shown
    words = {number: _item_words(number, frozenset(shown), screen) for number in shown}
    named = {number: value for number, value in shown.items() if {*wanted.rest} <= words[number]}
    return named or shown


def _item_words(number: int, others: frozenset[int], screen: ScreenIndex) -> set[str]:
    node = screen.node(number)
    item = _item(node, others, screen) if node else None
    inside = [item, *screen.layout.inside(item)] if item else [node] if node else []
    return {word for other in inside for word in split_words(other.words)}


def _item(node: Node, others: frozenset[int], screen: ScreenIndex) -> Node | None:
    """The largest element around `node` that holds none of the others."""
    item: Node | None = None
    for outer in screen.layout.above(node):
        if any(inner.number in others and inner.number != node.number for inner in screen.layout.inside(outer)):
            return item
        item = outer
    return item


def _taker(node: Node, others: frozenset[int], screen: ScreenIndex) -> Node | None:
    """What takes the item: the element itself, or the only control in it."""
    if node.actionable:
        return node
    item = _item(node, others, screen)
    inside = [item, *screen.layout.inside(item)] if item else []
    pressed = [other for other in inside if other.actionable]
    if len(pressed) > 1:
        pressed = [other for other in pressed if not measures().takers.isdisjoint(split_words(other.name))]
    return pressed[0] if len(pressed) == 1 else None
