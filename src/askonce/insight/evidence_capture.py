"""Captures the evidence: the view or the whole page, with its elements and reference pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from askonce.errors import ConfigError
from askonce.geometry import Box
from askonce.insight.evidence import Evidence, Snapshot
from askonce.insight.scroller import PageScroll, ScrollPosition, scroller_within, steadily
from askonce.models.reference_images import Images, read_images
from askonce.screens import Node, Scroller, Tree
from askonce.screens.eyes import Eyes

MOST_SCREENFULS = 12
"""How many screenfuls of a long page are looked at."""
_NEAR = 2.0


async def capture_evidence(
    eyes: Eyes,
    *,
    picture: bool = True,
    elements: bool = True,
    whole_page: bool = False,
    within: Box | None = None,
    images: Images | None = None,
    context: str = "",
) -> Evidence:
    """The screen as it is now, or as it was when the view was frozen.

    `whole_page` scrolls from the top to the bottom, one snapshot a screenful, and back to where the view stood, if the
    screen tells where that is; together with `within` it scrolls the box there. Reference `images` go by name.
    """
    evidence = Evidence(within=within, images=await read_images(images), context=context)
    if whole_page:
        return await _whole_page(eyes, evidence, picture=picture, elements=elements)
    shot, tree = await steadily(eyes, lambda: eyes.look(shot=picture, tree=elements))
    return replace(evidence, snapshots=(Snapshot(shot),) if shot else (), tree=_masked(tree, eyes))


def _masked(tree: Tree | None, eyes: Eyes) -> Tree | None:
    """The elements as they are written into a question."""
    return tree.masked(eyes.mask) if tree else None


async def _whole_page(eyes: Eyes, evidence: Evidence, *, picture: bool, elements: bool) -> Evidence:
    eyes.refuse_while_frozen("looking at the whole page")
    scroll = await _scroll_for(eyes, evidence.within)
    if scroll is None:
        shot, tree = await steadily(eyes, lambda: eyes.look(shot=picture, tree=elements))
        return replace(
            evidence, snapshots=(Snapshot(shot),) if shot else (), tree=tree.masked(eyes.mask) if tree else None
        )
    start = await scroll.position()
    snapshots: list[Snapshot] = []
    positions: list[ScrollPosition] = []
    is_cut = False
    await scroll.to_top()
    for count in range(1, MOST_SCREENFULS + 1):
        if picture:
            snapshots.append(Snapshot(await steadily(eyes, eyes.shot)))
        if position := await scroll.position():
            positions.append(position)
        if count < MOST_SCREENFULS and not await scroll.on():
            break
    else:
        is_cut = not positions or positions[-1].below > _NEAR
    if start:
        await scroll.back_to(start.above)
    return replace(
        evidence,
        snapshots=tuple(snapshots),
        tree=await _whole_tree(eyes, _passed(positions, start.above) if start else [], is_cut=is_cut)
        if elements
        else None,
        context="\n".join(filter(None, (evidence.context, _told(positions) if is_cut else ""))),
    )


async def _scroll_for(eyes: Eyes, within: Box | None) -> PageScroll | None:
    """What is to be scrolled; None where nothing does."""
    screen = eyes.screen
    if not isinstance(screen, Scroller):
        return None
    if within is None:
        return PageScroll(eyes, screen)
    tree = await steadily(eyes, eyes.tree)
    box = scroller_within(tree, within) if tree else None
    if box:
        return PageScroll(eyes, screen, box.number)
    if tree is None or (within.bottom >= tree.view.height - _NEAR and (tree.scrolls_down or tree.below > _NEAR)):
        raise ConfigError(
            "the region may go on beyond the view, and nothing in it scrolls by itself",
            remedy="read the whole page without a region, or the region without the whole page",
        )
    return None


def _told(positions: Sequence[ScrollPosition]) -> str:
    if not positions:
        return f"Only the first {MOST_SCREENFULS} screenfuls are shown; what is being read may go on below."
    last = positions[-1]
    left = max(1, round(last.below / last.box.height))
    return f"Only the first {MOST_SCREENFULS} screenfuls are shown; about {left} more lie below them."


async def _whole_tree(eyes: Eyes, passed: Sequence[Node], *, is_cut: bool) -> Tree | None:
    """The elements of the page, with those of `passed` that it has dropped since.

    A page that drops them shows no more than a part at any time, so `more` says that the tree is not all.
    """
    tree = await steadily(eyes, eyes.whole_tree) or await steadily(eyes, eyes.tree)
    if tree is None:
        return None
    now = {(node.number, node.words) for node in tree}
    lost = [node for node in passed if (node.number, node.words) not in now]
    if not lost and not is_cut:
        return tree
    return replace(tree, nodes=(*tree.nodes, *lost), more=max(tree.more, 1))


def _passed(positions: Sequence[ScrollPosition], above: float) -> list[Node]:
    """The elements with words that were seen on the way, each once, placed as seen from `above`."""
    found: dict[tuple[int, str], Node] = {}
    for position in positions:
        for node in position.nodes:
            if node.words and "ticks" not in node.attributes and (node.number, node.words) not in found:
                box = node.box.offset(0, position.above - above)
                found[node.number, node.words] = replace(node, box=box, states=node.states | {"offscreen"})
    return sorted(found.values(), key=lambda node: node.box.top)
