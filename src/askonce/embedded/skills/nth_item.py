"""Clicking on the n-th of a list of things, which may go on over several pages."""

from __future__ import annotations

from askonce.embedded.counted_items import is_page_link, items_on, read_counted
from askonce.embedded.grammar import Intent
from askonce.embedded.screen_index import Sight
from askonce.embedded.skill_answers import Decline, Move, Progress, tap
from askonce.screens import Node

_COUNTED = "counted "
_FORWARD = frozenset({">", "›", "»", ">>", "→", "next", "next page"})


def click_counted(intent: Intent, sight: Sight, progress: Progress) -> Move | Decline | None:
    """Count on this page; where it has too few, remember how many there were and go on to the next."""
    said = intent.get("options") or intent.target
    counted = read_counted(sight.fill(said))
    if counted is None:
        return None
    items = items_on(sight)
    before = _counted_before(progress)
    if counted.number < 0 or not items:
        return None
    if counted.number <= before + len(items):
        return Move((tap(items[counted.number - before - 1], said.prompt),))
    forward = forward_link(sight)
    if forward is None:
        return Decline(f"there are only {before + len(items)} of {said.prompt}")
    memory = f"part {progress.part}: {_COUNTED}{before + len(items)}"
    return Move((tap(forward, "the next page"),), finished=False, memory=memory, log="Go to the next page")


def _counted_before(progress: Progress) -> int:
    """How many were on the pages that were passed: the last that was remembered for this part."""
    start = f"part {progress.part}: {_COUNTED}"
    counts = [memory.removeprefix(start) for memory in progress.state.memories if memory.startswith(start)]
    return int(counts[-1]) if counts else 0


def forward_link(sight: Sight) -> Node | None:
    """What leads to the next page of a list: an arrow, or "next" beside the numbers of pages; never a lone "Next"."""
    links = [node for node in sight.tree if node.actionable and node.name.strip().casefold() in _FORWARD]
    usable = [node for node in links if "disabled" not in node.states]
    if len(usable) != 1:
        return None
    name = usable[0].name.strip().casefold()
    is_beside_numbers = any(
        node.actionable and node.name.strip().isdecimal() and is_page_link(node) for node in sight.tree
    )
    return usable[0] if name == "next page" or is_beside_numbers else None
