"""The screen as the planner sees it, and whether what it expected has come true."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

from askonce.errors import ConfigError, ScreenError, ScreenMoved
from askonce.geometry import Frame
from askonce.locate.drift import node_at
from askonce.models import Image
from askonce.planning.act_context import ActContext
from askonce.planning.plan import Plan, ReplyContext
from askonce.planning.planner import ActTask, ScreenSnapshot
from askonce.planning.report_elements import keep_listed
from askonce.planning.report_shots import photograph
from askonce.prompts.element_list import list_elements
from askonce.prompts.element_words import LAYERS
from askonce.prompts.offscreen_elements import with_offscreen
from askonce.prompts.withheld_parts import withheld_note
from askonce.screens import Clock, Cursor, Inspectable, Shot, Tree
from askonce.screens.expectation import Expectation
from askonce.screens.page_evidence import safe_url
from askonce.screens.screen_protocol import hiding_dialog
from askonce.trace import Expected, Looked
from askonce.vision.icons import named_tree
from askonce.vision.seen_tree import can_see_elements, seen_tree

MOST_MOVES = 5
"""How often a look is taken again because the page navigated away under it."""


async def look(
    context: ActContext, task: ActTask, *, before: ScreenSnapshot | None = None, tell_time: bool = False
) -> tuple[ScreenSnapshot, ReplyContext]:
    """One look, with what the planner is shown of it and what its reply may refer to.

    `before` is what it was shown last, so that it can be told what changed.
    """
    family, started = context.planner.family, time.perf_counter()
    if dialog := hiding_dialog(context.screen):
        question = json.dumps(context.trace.mask(dialog.message), ensure_ascii=False).replace("<", "‹")
        return (
            ScreenSnapshot(dialog=f"{dialog.kind} {question}"),
            ReplyContext(context.space, family),
        )
    shot, known = await _steady_look(context, task)
    tree = await _told(context, task, known) if task.sees != "screenshot" else None
    picture = family.prepare(Image(shot.image, shot.media_type, shot.frame)) if shot else None
    if shot and shot.withheld and tree is None:
        raise ScreenError(shot.withheld, remedy="let the planner see elements, or go on where the secret is not shown")
    listed: Tree | None = None
    known_part = ""
    if tree:
        listed, known_part = with_offscreen(tree, await _whole(context, tree), str(task.instruction))
    elements = _screen_text(context, task, listed, picture, before, known_part=known_part)
    shown = shot or (await photograph(context) if context.shots != "seen" else None)
    now = await context.screen.now() if tell_time and isinstance(context.screen, Clock) else None
    context.trace.emit(
        Looked(
            act=context.trace.act,
            round=context.trace.round,
            shot=context.trace.keep_image(shown.image, shown.media_type) if shown else None,
            screen=shown.frame.region.edges if shown else None,
            address=safe_url(tree.address) if tree else "",
            elements=keep_listed(context.trace, elements, listed) if listed and context.evidence else None,
            withheld=shown.withheld if shown else "",
            is_earlier=bool(shown and shown.is_earlier),
            seconds=time.perf_counter() - started,
        )
    )
    covered, uncovered = _beneath(known, before) if tree is None else (False, None)
    clock = f"{now:%A %Y-%m-%d %H:%M:%S %Z}".strip() if now else ""
    withheld = withheld_note(shot, "plan", listed=tree is not None) if shot else ""
    picture = None if shot and shot.withheld else picture  # nobody points at what is not shown
    snapshot = ScreenSnapshot(
        elements, picture, clock, tree, is_covered=covered, uncovered=uncovered, withheld=withheld
    )
    frame = picture.frame if picture else None
    if frame is None and tree and family.knows_places:
        frame = Frame.whole(tree.view, tree.view)
    unseen = {node.number: node for node in listed or () if "offscreen" in node.states}
    return snapshot, ReplyContext(context.space, family, frame, tree, unseen, (listed,) if listed else ())


async def _told(context: ActContext, task: ActTask, known: Tree | None) -> Tree | None:
    """What the planner reads of the elements: icons without a name are told by their pictures. What only a picture
    shows is seen for a planner that gets no picture, and where the screen knows nothing."""
    sees_all = known is None or task.sees == "elements"
    try:
        return await (seen_tree if sees_all else named_tree)(context.eyes) or known
    except ScreenMoved:
        return known


async def _whole(context: ActContext, view: Tree) -> Tree | None:
    """The elements of the whole page, where some are out of view."""
    is_more = view.goes_on_above or view.goes_on_below or any("scrolls" in node.states for node in view)
    try:
        return await context.eyes.whole_tree() if is_more else None
    except ScreenMoved:
        return None


def _screen_text(
    context: ActContext,
    task: ActTask,
    tree: Tree | None,
    picture: Image | None,
    before: ScreenSnapshot | None,
    *,
    known_part: str,
) -> str:
    """What is written of the screen: its elements, and what changed since the look before."""
    mask, pictures = context.trace.mask, (before and before.picture, picture)
    repainted = pictures[0].data != pictures[1].data if pictures[0] and pictures[1] else None
    if tree is None:
        return "Since the last look: the picture did not change" if repainted is False else ""
    earlier = before.tree if before else None
    return list_elements(
        tree.masked(mask),
        before=earlier.masked(mask) if earlier else None,
        repainted=repainted,
        hovered=_newly_hovered(context, tree.in_view, earlier) if picture else None,
        hint=str(task.instruction),
        listed=known_part,
    )


def _newly_hovered(context: ActContext, tree: Tree, earlier: Tree | None) -> int | None:
    """The number of what the resting pointer is on, unless it was put there: that may look as if it were chosen."""
    at = context.screen.cursor if isinstance(context.screen, Cursor) else None
    node = node_at(tree, at) if at else None
    old = node_at(earlier, at) if at and earlier else None
    return node.number if node and node.actionable and not (old and old.number == node.number) else None


def _beneath(tree: Tree | None, before: ScreenSnapshot | None) -> tuple[bool, Image | None]:
    """Whether something is open over the page, and the last picture of the page without it."""
    if tree is None or not any(node.role in LAYERS for node in tree):
        return False, None
    return True, (before.uncovered if before.is_covered else before.picture) if before else None


async def _steady_look(context: ActContext, task: ActTask) -> tuple[Shot | None, Tree | None]:
    """What the planner is shown; the elements also where it sees only the picture, to tell it what it hits."""
    wants_shot, wants_tree = task.sees != "elements", isinstance(context.screen, Inspectable)
    if not wants_shot and not wants_tree and not can_see_elements():
        raise ConfigError(
            f"a {context.screen.kind} screen has no element tree to list",
            remedy='use sees="screenshot" with a model that sees pictures, or install askonce[vision]',
        )
    for _ in range(MOST_MOVES):
        try:
            return await context.eyes.look(shot=wants_shot, tree=wants_tree)
        except ScreenMoved:
            context.eyes.blink()
            await context.screen.settle()
    return await context.eyes.look(shot=wants_shot, tree=wants_tree)


async def pin_places(plan: Plan, context: ActContext) -> None:
    """Tie positions of a plan with several actions to the elements there, so that they hold when things move."""
    placed = [target for action in plan.actions for target in action.targets() if target.planned]
    if len(plan.actions) < 2 or not placed:
        return
    tree = await context.eyes.tree()
    for target in placed:
        node = node_at(tree, target.planned.center) if tree and target.planned else None
        if node:
            target.set_pinned(node)


def record_expectations(
    context: ActContext, expected: Sequence[Expectation], unmet: Sequence[Expectation], seconds: float
) -> None:
    """Write down what came true of what was expected, after waiting so many seconds for it."""
    if expected:
        context.trace.emit(
            Expected(
                act=context.trace.act,
                round=context.trace.round,
                met=tuple(str(expectation) for expectation in expected if expectation not in unmet),
                unmet=tuple(map(str, unmet)),
                seconds=seconds,
            )
        )
