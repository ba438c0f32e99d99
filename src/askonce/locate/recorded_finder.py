"""Finds what was found before, by its anchor. The match is strict: one element or none."""

from __future__ import annotations

import asyncio

from askonce.actions import Found, Target
from askonce.geometry import Box
from askonce.locate.drift import node_at
from askonce.locate.finder import NotAsked, Passed
from askonce.locate.local.matcher import Match, match
from askonce.models.reference_images import image_digests
from askonce.recordings.anchor_resolver import resolve, resolve_lookalikes
from askonce.recordings.element_attributes import needs_picture
from askonce.recordings.midscene_keys import target_key
from askonce.recordings.named_elsewhere import named_elsewhere
from askonce.recordings.page_keys import page_of
from askonce.recordings.recording import Anchor
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.slots import slots_of
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Screen, Selectable, Shot, Tree
from askonce.screens.eyes import Eyes
from askonce.values import Instruction
from askonce.vision.icons import means_other
from askonce.vision.patches import Patch, find_patch, is_patch_at

NAME = "recorded"


class RecordedFinder:
    """Finds targets that were found by the same words on this page. Costs one look at the elements."""

    name = NAME

    def __init__(self, screen: Screen, recordings: Recordings) -> None:
        self._screen = screen
        self._recordings = recordings

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        page = page_of(await eyes.address(), target.values)
        images = image_digests(target.references)
        words = (target.template, target_key(target.template, target.context))
        anchors = await self._recordings.recall_target(words, self._screen.kind, page, images)
        if not anchors:
            return NotAsked("nothing was recorded for these words")
        named = slots_of(target.template) & set(target.values.values)
        answer: Found | Passed = Passed("what was recorded for these words does not say for which values it holds")
        for anchor in anchors:
            if not named <= _slots(anchor):
                continue
            answer = await find_anchor(anchor, self._screen, eyes, target.values)
            if isinstance(answer, Found) and not (anchor.role or anchor.patch):
                answer = await self._unless_other(answer, target, eyes)
            if isinstance(answer, Found):
                break
        return answer

    async def _unless_other(self, found: Found, target: Target, eyes: Eyes) -> Found | Passed:
        """What stands at a path, unless the words for it speak of another element."""
        tree = await eyes.tree()
        if tree is None or found.node is None:
            return found
        meant = match(target.prompt, tree)
        if isinstance(meant, Match) and not _is_part(found.node, meant.node):
            return Passed(f"the words mean {meant.node.words!r}, and what is at the recorded path is another one")
        other = named_elsewhere(target.prompt, found.node, Outline(tree))
        return Passed(other) if other else found


def _is_part(node: Node, other: Node) -> bool:
    """Whether two elements are one, or one lies on the other, as a text on its button."""
    return node.number == other.number or node.box.contains(other.box.center) or other.box.contains(node.box.center)


def _slots(anchor: Anchor) -> set[str]:
    """The names of the passed values in an anchor."""
    texts = (anchor.name, anchor.label, *anchor.row, *anchor.inside, *anchor.under, *anchor.captions, anchor.frame)
    return slots_of(*texts, *anchor.attributes.values(), *anchor.paths)


async def find_anchor(anchor: Anchor, screen: Screen, eyes: Eyes, instruction: Instruction) -> Found | Passed:
    """The element of an anchor, scrolled into view: by the tree of the screen, its paths or its picture."""
    if anchor.patch and not anchor.role:
        return await _find_picture(anchor.patch, eyes)
    found = await _find_element(anchor, eyes, instruction)
    if anchor.patch or (isinstance(found, Node) and needs_picture(found)):
        found = await _check_picture(anchor, found, eyes, instruction)
    if isinstance(found, Node):
        return Found(found.box, NAME, found, found.point)
    by_path = await _find_path(anchor, screen, eyes, instruction)
    return by_path or Passed(found)


async def _find_element(anchor: Anchor, eyes: Eyes, instruction: Instruction) -> Node | str:
    view = await eyes.tree()
    if view is None:
        return "this kind of screen does not know its elements"
    found = "" if needs_whole_page(anchor, view) else resolve(anchor, Outline(view), instruction)
    if isinstance(found, Node):
        return found
    for is_revealed in (False, True):
        whole = eyes.known_whole or await eyes.whole_tree()
        if whole is None or whole.more:
            return found or _find_in_view(anchor, view, instruction)
        element = resolve(anchor, Outline(whole), instruction)
        if isinstance(element, str):
            return element
        if "offscreen" not in element.states:
            shown = await eyes.tree()
            return (shown.find(element.number) if shown else None) or element
        # A virtual list may reuse the element for another row while it scrolls: so look again.
        if is_revealed or await eyes.reveal(element.number) is None:
            break
    return "it could not be brought into view"


def needs_whole_page(anchor: Anchor, view: Tree) -> bool:
    """Whether there may be similar elements out of view: they would be counted too, or match as well."""
    is_longer = view.goes_on_above or view.goes_on_below or any("scrolls" in node.states for node in view)
    return is_told_apart(anchor) and is_longer


def is_told_apart(anchor: Anchor) -> bool:
    """Whether an anchor says more than what the element is called: where it is among others."""
    return bool(anchor.ordinal is not None or anchor.like or anchor.row or anchor.under or anchor.captions)


def _find_in_view(anchor: Anchor, view: Tree, instruction: Instruction) -> Node | str:
    """The element in the visible part of a screen that cannot be read whole."""
    if anchor.is_counted and (view.goes_on_above if (anchor.ordinal or 1) > 0 else view.goes_on_below):
        return "it cannot be counted, because not all of the page is known"
    return resolve(anchor, Outline(view), instruction)


async def _find_path(anchor: Anchor, screen: Screen, eyes: Eyes, instruction: Instruction) -> Found | None:
    """The element at a path, if the anchor has only paths: they say where it was, not what it was."""
    if anchor.role or not isinstance(screen, Selectable):
        return None
    for path in anchor.paths:
        boxes = await screen.select(instruction.fill(path, secrets=True))
        eyes.blink()
        if len(boxes) == 1:
            tree = await eyes.tree()
            return Found(boxes[0], NAME, node_at(tree, boxes[0].center) if tree else None)
    return None


async def _check_picture(anchor: Anchor, found: Node | str, eyes: Eyes, instruction: Instruction) -> Node | str:
    """The element if it looks as recorded. One that looked like no other may have changed places with another."""
    patch = anchor.patch
    if patch is None:
        return "it has no name, and its picture was not recorded"
    shot = await eyes.local_shot()
    if isinstance(found, Node) and await asyncio.to_thread(_looks_so, patch, shot, found.box):
        return found
    view = await eyes.tree()
    if view is None or patch.alike != 1 or anchor.is_counted:
        return found if isinstance(found, str) else "it does not look as recorded"
    others = [node for node in resolve_lookalikes(anchor, Outline(view), instruction) if "offscreen" not in node.states]
    alike = [node for node in others if await asyncio.to_thread(_looks_so, patch, shot, node.box)]
    return alike[0] if len(alike) == 1 else "it does not look as recorded"


def _looks_so(patch: Patch, shot: Shot, place: Box) -> bool:
    """Whether an element looks as recorded, and its icon stands for nothing else."""
    return is_patch_at(patch, shot, place) and not means_other(patch.picture, shot, place)


async def _find_picture(patch: Patch, eyes: Eyes) -> Found | Passed:
    box = await asyncio.to_thread(find_patch, patch, await eyes.local_shot())
    return Found(box, NAME) if box else Passed("it does not look as recorded")
