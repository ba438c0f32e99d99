"""Finding a named element in what is longer than the screen, where the screen knows only what is in view.

A page knows its elements out of view, and scrolls to them by itself. A phone does not: in the next pass of a loop the
entry may stand further down, or further up. So it is looked for as a person does, screenful by screenful.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from askonce.actions import Found
from askonce.insight.scroller import PageScroll
from askonce.locate.recorded_finder import find_anchor
from askonce.planning.act_context import ActContext
from askonce.recordings.recording import Anchor, RecordedStep
from askonce.screens import OffscreenTree, Screen, Scroller
from askonce.values import Instruction

_MOST_SCREENFULS = 40
_STEP = 0.6
"""The part of a screenful that one step goes up."""


async def bring_into_view(step: RecordedStep, context: ActContext, instruction: Instruction) -> bool:
    """Scroll until the element of a step is in view: down to the end, then up. False if it is nowhere."""
    (anchor, *more) = [anchor for anchor in step.anchors.values() if anchor != Anchor()] or [Anchor()]
    if not (anchor.name or anchor.row) or anchor.is_counted or more:
        return False

    async def is_in_view() -> bool:
        return isinstance(await find_anchor(anchor, context.screen, context.eyes, instruction), Found)

    return await search_list(context, is_in_view)


async def search_list(context: ActContext, is_in_view: Callable[[], Awaitable[bool]]) -> bool:
    """Scroll until something is in view: down to the end, then up. False if it is nowhere, or the screen knows all."""
    screen = context.screen
    if not isinstance(screen, Scroller) or isinstance(screen, OffscreenTree):
        return False
    tree = await context.eyes.tree()
    if tree is None or not (tree.goes_on_above or tree.goes_on_below):
        return False

    async def go_up() -> bool:
        before = await context.eyes.tree()
        await screen.scroll(0, -_STEP * tree.view.height)
        await screen.settle()
        context.eyes.blink()
        after = await context.eyes.tree()
        return before is None or after is None or before.nodes != after.nodes

    await screen.settle()
    context.eyes.blink()
    for go_on in (PageScroll(context.eyes, screen).on, go_up):
        for _ in range(_MOST_SCREENFULS):
            if await is_in_view():
                return True
            if not await go_on():
                break
    return False


def without_searches(steps: Sequence[RecordedStep], screen: Screen) -> tuple[RecordedStep, ...]:
    """The steps without the scrolling that only looked for the next one's element: a replay looks by itself."""
    if isinstance(screen, OffscreenTree):
        return tuple(steps)
    kept: list[RecordedStep] = []
    for step in reversed(steps):
        is_search = step.action == "Scroll" and not step.anchors and bool(kept) and _is_named(kept[-1])
        if not is_search:
            kept.append(step)
    return tuple(reversed(kept))


def _is_named(step: RecordedStep) -> bool:
    anchors = list(step.anchors.values())
    return len(anchors) == 1 and bool(anchors[0].name or anchors[0].row) and not anchors[0].is_counted
