"""Whether what a step touched would be found again, on the very screen where it was touched."""

from __future__ import annotations

from collections.abc import Collection
from math import hypot

from askonce.actions import DoubleTap, LongPress, RightTap, Tap
from askonce.lazy import dataclass
from askonce.planning.seen_action import SeenAction
from askonce.recorder.noise import IN_PLACE, is_drawn
from askonce.recorder.screen_parts import is_part
from askonce.recordings.anchor_resolver import resolve
from askonce.recordings.element_attributes import needs_picture
from askonce.recordings.recording import Anchor
from askonce.recordings.tree_outline import Outline
from askonce.screens.ui_tree import Node
from askonce.values import Instruction

_PRESSES = (Tap, DoubleTap, RightTap, LongPress)
_MIDDLE = 4.0
"""How far from the middle of a drawing a touch still is one of its middle."""


@dataclass(frozen=True, slots=True)
class Rediscovery:
    """Why a step would not be found again, or what it depends on; both are empty where nothing is to be said."""

    problem: str = ""
    remark: str = ""


def rediscovery(seen: SeenAction, instruction: Instruction, whole: Collection[int] = ()) -> Rediscovery:
    """Try the evidence of a step where it comes from. What fails there would fail everywhere. The elements of which the
    numbers are in `whole` do the same wherever they are pressed."""
    if _is_place(seen, whole):
        return Rediscovery("it holds other elements, and only a place in it was meant: press one of those")
    remark = ""
    for name, anchor in seen.anchors(instruction).items():
        node = seen.targets[name].node
        if problem := _problem(anchor, node, seen.outline, instruction):
            return Rediscovery(problem)
        if anchor.like and anchor.ordinal:
            remark = f"only its position tells it from {anchor.like - 1} that look alike"
    return Rediscovery(remark=remark)


def _is_place(seen: SeenAction, whole: Collection[int]) -> bool:
    """Whether a press was on a part of the screen and on none of its elements. Repeated, it would hit the middle."""
    if not isinstance(seen.action, _PRESSES) or seen.before is None:
        return False
    return any(is_part(node, seen.before) for node in seen.touched if node.number not in whole)


def misplaced(seen: SeenAction) -> str:
    """Why a touch would go elsewhere: where in an element it was is not recorded."""
    touched = seen.touched
    if len(touched) == 2 and touched[0].number == touched[1].number:
        return "it was dragged inside one element, and where to is not recorded"
    places = [target.point for target in seen.action.targets() if target.is_found]
    is_beside = any(
        is_drawn(node) and hypot(place.x - node.box.center.x, place.y - node.box.center.y) > _MIDDLE
        for node, place in zip(touched, places, strict=False)
    )
    is_in_place = is_beside or any(node.role in IN_PLACE for node in touched)
    return "where in it it was touched is not recorded" if is_in_place else ""


def is_found_in(outline: Outline | None, seen: SeenAction, instruction: Instruction) -> bool:
    """Whether all elements of a step would have been found on another screen."""
    if outline is None:
        return False
    return all(isinstance(resolve(anchor, outline, instruction), Node) for anchor in seen.anchors(instruction).values())


def _problem(anchor: Anchor, node: Node | None, outline: Outline | None, instruction: Instruction) -> str:
    if node is None or outline is None:
        return "" if anchor.patch else "the screen knows no element there"
    if needs_picture(node):
        return "" if anchor.patch else "it has no name, and its picture could not be kept"
    found = resolve(anchor, outline, instruction)
    if isinstance(found, str):
        return found
    return "" if found.number == node.number else "another element looks just like it"
