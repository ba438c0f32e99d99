"""What was found before: by its anchor, strictly, or not at all."""

from __future__ import annotations

import asyncio

from understudy.actions import Found, Target
from understudy.locate.chain import Passed
from understudy.locate.following import node_at
from understudy.recordings.outline import Outline
from understudy.recordings.pages import page_of
from understudy.recordings.recording import Anchor
from understudy.recordings.resolving import resolve
from understudy.recordings.session import Recordings
from understudy.screens import Navigator, Node, Screen, Selectable
from understudy.screens.eyes import Eyes
from understudy.values import Instruction
from understudy.vision.patches import Patch, find_patch

NAME = "recorded"


class RecordedFinder:
    """Costs a look at the elements. Knows targets that were found by the same words on this page."""

    name = NAME

    def __init__(self, screen: Screen, recordings: Recordings) -> None:
        self._screen = screen
        self._recordings = recordings

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        page = page_of(self._screen.address) if isinstance(self._screen, Navigator) else ""
        anchors = await self._recordings.recall_target(target.template, self._screen.kind, page)
        if not anchors:
            return Passed("nothing was recorded for these words")
        answer: Found | Passed = Passed("")
        for anchor in anchors:
            answer = await find_anchor(anchor, self._screen, eyes, target.values)
            if isinstance(answer, Found):
                break
        return answer


async def find_anchor(anchor: Anchor, screen: Screen, eyes: Eyes, instruction: Instruction) -> Found | Passed:
    """The element of an anchor, in view: in the tree of the screen, else by its paths, else by its looks."""
    if anchor.patch:
        return await _find_picture(anchor.patch, eyes)
    found = await _find_element(anchor, eyes, instruction)
    if isinstance(found, Node):
        return Found(found.box, NAME, found, found.point)
    by_path = await _find_path(anchor, screen, eyes)
    return by_path or Passed(found)


async def _find_element(anchor: Anchor, eyes: Eyes, instruction: Instruction) -> Node | str:
    view = await eyes.tree()
    if view is None:
        return "this kind of screen does not know its elements"
    is_counted = anchor.ordinal is not None
    found = "" if is_counted else resolve(anchor, Outline(view), instruction)
    if isinstance(found, Node):
        return found
    whole = await eyes.whole_tree()
    if whole is None or whole.more:
        return found or resolve(anchor, Outline(view), instruction)
    element = resolve(anchor, Outline(whole), instruction)
    if isinstance(element, str):
        return element
    if "offscreen" not in element.states:
        return view.find(element.number) or element
    return await eyes.reveal(element.number) or "it could not be brought into view"


async def _find_path(anchor: Anchor, screen: Screen, eyes: Eyes) -> Found | None:
    """What a path leads to, if that agrees with all that is known: only things without words are known by paths."""
    if not anchor.paths or anchor.name or anchor.label or anchor.row or not isinstance(screen, Selectable):
        return None
    for path in anchor.paths:
        boxes = await screen.select(path)
        eyes.blink()
        if len(boxes) != 1:
            continue
        tree = await eyes.tree()
        node = node_at(tree, boxes[0].center) if tree else None
        if not anchor.role or (node and node.role == anchor.role and not node.name):
            return Found(boxes[0], NAME, node)
    return None


async def _find_picture(patch: Patch, eyes: Eyes) -> Found | Passed:
    box = await asyncio.to_thread(find_patch, patch, await eyes.shot())
    return Found(box, NAME) if box else Passed("it is not to be seen as it looked then")
