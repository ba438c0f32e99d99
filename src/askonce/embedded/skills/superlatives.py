"""Picking by comparison: the cheapest, the shortest, the greatest number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from types import MappingProxyType

from askonce.embedded.grammar import Intent
from askonce.embedded.measures import Kind, Superlative, measured, measures, read_superlative
from askonce.embedded.screen_index import Sight
from askonce.embedded.skill_answers import Decline, Move, Progress, tap
from askonce.language.normalization import split_words
from askonce.language.tokens import read_tokens
from askonce.screens import Node

_LEAST = 2
_SHOWN: Mapping[Kind, str] = MappingProxyType({"number": "numbers", "money": "prices", "duration": "durations"})


def pick_most(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Click what has the lowest or highest of its kind of number; never where two share it or more may follow."""
    said = intent.get("best") or intent.target or intent.get("options")
    words = [word for token in read_tokens(said.prompt) if not token.is_fixed for word in split_words(token.text)]
    wanted = read_superlative(words)
    if wanted is None or sight.exactly(sight.state.fill(said.text)):
        return None
    shown = _measured(wanted.kind, sight)
    if len(shown) < _LEAST:
        return Decline(f"no {_SHOWN[wanted.kind]} are shown that could be compared for {said.prompt!r}")
    shown = _filtered(shown, wanted, sight)
    if sight.tree.below > 1 or sight.tree.more or _goes_on(frozenset(shown), sight):
        return Decline(f"not all of the page is in sight, so {said.prompt!r} may be further down")
    best = (max if wanted.most else min)(shown.values())
    winners = [number for number, value in shown.items() if value == best]
    if len(winners) != 1:
        return Decline(f"{len(winners)} of the {_SHOWN[wanted.kind]} are equal, so {said.prompt!r} is not clear")
    node = sight.node(winners[0])
    taken = _taker(node, frozenset(shown), sight) if node else None
    if taken is None:
        return Decline(f"it is not clear what to click for {said.prompt!r}")
    return Move((tap(taken, said.prompt),))


def _goes_on(numbers: frozenset[int], sight: Sight) -> bool:
    """Whether the elements stand in something that scrolls and has more above or below."""
    return any(
        "scrolls" in area.states and any(float(area.attributes.get(way, 0)) > 1 for way in ("above", "below"))
        for number in numbers
        if (node := sight.node(number))
        for area in sight.layout.above(node)
    )


def _measured(kind: Kind, sight: Sight) -> dict[int, float]:
    """The numbers of that kind by element: those of the one set of elements that are alike. What is only spoken to
    screen readers, such as the face of a card that lies face down, is not shown and so not compared.
    """
    sets: defaultdict[tuple[str, int], dict[int, float]] = defaultdict(dict)
    for node in sight.tree:
        value = measured(node.text or node.name, kind) if "spoken" not in node.attributes else None
        if value is not None and not sight.layout.children(node):
            sets[node.role, node.depth][node.number] = value
    several = [found for found in sets.values() if len(found) >= _LEAST]
    return several[0] if len(several) == 1 else {}


def _filtered(shown: dict[int, float], wanted: Superlative, sight: Sight) -> dict[int, float]:
    """Where the words name something that only some of the items speak of, those items."""
    if not wanted.rest:
        return shown
    words = {number: _item_words(number, frozenset(shown), sight) for number in shown}
    named = {number: value for number, value in shown.items() if {*wanted.rest} <= words[number]}
    return named or shown


def _item_words(number: int, others: frozenset[int], sight: Sight) -> set[str]:
    node = sight.node(number)
    item = _item(node, others, sight) if node else None
    inside = [item, *sight.layout.inside(item)] if item else [node] if node else []
    return {word for one in inside for word in split_words(one.words)}


def _item(node: Node, others: frozenset[int], sight: Sight) -> Node | None:
    """The largest element around `node` that holds none of the others."""
    item: Node | None = None
    for outer in sight.layout.above(node):
        if any(inner.number in others and inner.number != node.number for inner in sight.layout.inside(outer)):
            return item
        item = outer
    return item


def _taker(node: Node, others: frozenset[int], sight: Sight) -> Node | None:
    """What takes the item: the element itself, or the one thing to press in it."""
    if node.actionable:
        return node
    item = _item(node, others, sight)
    inside = [item, *sight.layout.inside(item)] if item else []
    pressed = [one for one in inside if one.actionable]
    if len(pressed) > 1:
        pressed = [one for one in pressed if not measures().takers.isdisjoint(split_words(one.name))]
    return pressed[0] if len(pressed) == 1 else None
