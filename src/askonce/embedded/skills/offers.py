"""Offers in a list that scrolls: all of them are looked at before the cheapest or the shortest is taken."""

from __future__ import annotations

import json
from dataclasses import dataclass

from askonce.embedded.measures import Superlative, measured, measures, read_superlative
from askonce.embedded.screen_index import Sight
from askonce.embedded.skill_answers import Decline, Move, Progress, step, tap, target
from askonce.language.normalization import split_words
from askonce.screens import Node

_SEEN = "offers "
_STEP = 0.6
_NEAR = 4.0
_MOST_SCROLLS = 15


@dataclass(frozen=True, slots=True)
class _Offer:
    """What takes an offer, what it is compared by, and how far down the list it stands."""

    button: Node
    number: float
    down: float


def take_offer(what: str, sight: Sight, progress: Progress) -> Move | Decline | None:
    """The offer with the lowest or highest number of its kind; None where no list of offers scrolls."""
    wanted = read_superlative(split_words(what))
    areas = [node for node in sight.tree if "scrolls" in node.states]
    if wanted is None or len(areas) != 1:
        return None
    area = areas[0]
    above, below = (float(area.attributes.get(name, 0)) for name in ("above", "below"))
    offers = _offers(wanted, area, above, sight)
    numbers = _seen(progress) | {round(offer.down): offer.number for offer in offers}
    scrolls = sum(past.action == "Scroll" for past in progress.actions)
    if below > 1 and not _was_at_end(progress) and scrolls < _MOST_SCROLLS:
        return _scrolled(area, _STEP * area.box.height, numbers, progress)
    return _taken(what, wanted, offers, numbers, area, above, progress)


def _taken(
    what: str,
    wanted: Superlative,
    offers: list[_Offer],
    numbers: dict[int, float],
    area: Node,
    above: float,
    progress: Progress,
) -> Move | Decline:
    best = (max if wanted.most else min)(numbers.values(), default=None)
    places = _apart([down for down, number in numbers.items() if number == best])
    if best is None or len(places) != 1:
        return Decline(f"{len(places)} offers may be {what!r}")
    there = [offer for offer in offers if abs(offer.down - places[0]) < _NEAR]
    if len(there) == 1:
        return Move((tap(there[0].button, there[0].button.name),))
    way = places[0] - above - area.box.height / 2
    if abs(way) < 1:
        return Decline(f"{what!r} is no longer there")
    return _scrolled(area, way, numbers, progress)


def _scrolled(area: Node, way: float, numbers: dict[int, float], progress: Progress) -> Move:
    at_end = float(area.attributes.get("below", 0)) <= 1 or _was_at_end(progress)
    seen = json.dumps([at_end, sorted(numbers.items())])
    down = "down" if way > 0 else "up"
    one = step("Scroll", direction=down, distance=abs(way), target=target(area, area.name or "the list"))
    return Move((one,), finished=False, memory=f"part {progress.part}: {_SEEN}{seen}", log="Look at all offers")


def _offers(wanted: Superlative, area: Node, above: float, sight: Sight) -> list[_Offer]:
    """Each button that takes something, with the number in its name or in the texts since the button before it."""
    offers: list[_Offer] = []
    last: float | None = None
    for node in sight.layout.inside(area):
        is_taker = node.actionable and not measures().takers.isdisjoint(split_words(node.name))
        number = measured(node.text or node.name, wanted.kind)
        if is_taker:
            number = last if number is None else number
            last = None
            if number is not None and not _is_cut(node, area):
                offers.append(_Offer(node, number, above + node.box.top - area.box.top))
        elif number is not None and not node.actionable:
            last = number
    return offers


def _is_cut(node: Node, area: Node) -> bool:
    """Whether a part of it may be out of sight: then it is not known how far down it stands."""
    above, below = (float(area.attributes.get(name, 0)) for name in ("above", "below"))
    is_at_top, is_at_bottom = node.box.top <= area.box.top + 1, node.box.bottom >= area.box.bottom - 1
    return (is_at_top and above > 1) or (is_at_bottom and below > 1)


def _memories(progress: Progress) -> list[tuple[bool, list[tuple[int, float]]]]:
    begins = f"part {progress.part}: {_SEEN}"
    return [json.loads(memory.removeprefix(begins)) for memory in progress.state.memories if memory.startswith(begins)]


def _seen(progress: Progress) -> dict[int, float]:
    """What was seen so far, by how far down it stands."""
    return {down: number for _, seen in _memories(progress) for down, number in seen}


def _was_at_end(progress: Progress) -> bool:
    return any(at_end for at_end, _ in _memories(progress))


def _apart(places: list[int]) -> list[int]:
    """Places that are not the same, seen twice."""
    kept: list[int] = []
    for place in sorted(places):
        if not kept or place - kept[-1] > _NEAR:
            kept.append(place)
    return kept
