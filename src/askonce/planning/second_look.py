"""What was only seen in a picture is looked at once more before it is touched.

Reading a picture and asking a model take seconds, in which another control may have come to the place.
"""

from __future__ import annotations

from typing import Any

from askonce.actions import Action, Found, Target
from askonce.errors import NotOperable
from askonce.locate import LocalFinder
from askonce.locate.planned_finder import PlannedFinder
from askonce.locate.recorded_finder import NAME as RECORDED
from askonce.screens import Inspectable
from askonce.screens.eyes import Eyes
from askonce.vision.same_place import looks_alike

CHANGED = "looks otherwise than a moment ago"
_BY_PICTURE = frozenset({LocalFinder.name, RECORDED})
"""The finders that find without an element what they see in a picture."""
_BY_HAND = "hand"


async def has_changed(found: Found, eyes: Eyes) -> bool:
    """Whether the screen has changed about something that was found in a picture: another one may stand there now."""
    if eyes.is_frozen or not _is_seen(found, eyes):
        return False
    before = await eyes.local_shot()
    eyes.blink()
    return not looks_alike(before, await eyes.local_shot(), found.box)


async def refuse_changed(action: Action[Any], eyes: Eyes) -> None:
    """Raise where the screen has changed about a target since the picture in which all of them were found."""
    targets = [target for target in action.targets() if target.is_found and _is_seen(target.found, eyes)]
    if not targets or eyes.is_frozen:
        return
    before = await eyes.local_shot()
    eyes.blink()
    after = await eyes.local_shot()
    for target in targets:
        if not looks_alike(before, after, target.found.box):
            raise changed(target)


def changed(target: Target) -> NotOperable:
    """The error of a target that is no longer as it was found."""
    return NotOperable(f"{target} {CHANGED}", remedy="wait until the screen is still")


def is_fixed(found: Found) -> bool:
    """Whether looking for it again gives the same place, whatever stands there now."""
    return found.finder == PlannedFinder.name and found.node is None


def _is_seen(found: Found, eyes: Eyes) -> bool:
    """Whether only a picture says that it is there; so does any place on a screen that tells of no elements."""
    if found.node is not None:
        return "seen" in found.node.attributes
    is_blank = not isinstance(eyes.screen, Inspectable) or (eyes.seen is not None and not eyes.seen.nodes)
    return found.finder in _BY_PICTURE or (is_blank and found.finder != _BY_HAND)
