"""Clicking the n-th item of a list, which may span several pages."""

from __future__ import annotations

from askonce.embedded.counted_items import items_on, read_counted
from askonce.embedded.grammar import Intent
from askonce.embedded.page_turns import stands_with_pages
from askonce.embedded.screen_index import ScreenIndex
from askonce.embedded.skill_answers import Decline, PartProgress, SkillPlan, tap
from askonce.screens import Node

_COUNTED = "counted "
_FORWARD = frozenset({">", "›", "»", ">>", "→", "next", "next page"})


def click_counted(intent: Intent, screen: ScreenIndex, progress: PartProgress) -> SkillPlan | Decline | None:
    """Count on this page; where it has too few, remember how many there were and go on to the next."""
    argument = intent.get("options") or intent.target
    counted = read_counted(screen.fill(argument))
    if counted is None:
        return None
    items = items_on(screen)
    before = _counted_before(progress)
    if counted.number < 0 or not items:
        return None
    if counted.number <= before + len(items):
        return SkillPlan((tap(items[counted.number - before - 1], argument.prompt),))
    forward = forward_link(screen)
    if forward is None:
        return Decline(f"there are only {before + len(items)} of {argument.prompt}")
    memory = f"part {progress.part}: {_COUNTED}{before + len(items)}"
    return SkillPlan((tap(forward, "the next page"),), finished=False, memory=memory, log="Go to the next page")


def _counted_before(progress: PartProgress) -> int:
    """How many were on the pages that were passed: the last that was remembered for this part."""
    start = f"part {progress.part}: {_COUNTED}"
    counts = [memory.removeprefix(start) for memory in progress.state.memories if memory.startswith(start)]
    return int(counts[-1]) if counts else 0


def forward_link(screen: ScreenIndex) -> Node | None:
    """What leads to the next page of a list: an arrow, or "next" beside the numbers of pages; never a lone "Next"."""
    links = [node for node in screen.tree if node.actionable and node.name.strip().casefold() in _FORWARD]
    usable = [node for node in links if "disabled" not in node.states]
    if len(usable) != 1:
        return None
    name = usable[0].name.strip().casefold()
    return usable[0] if name == "next page" or stands_with_pages(usable[0], screen) else None
