"""Looks at the screen before an action and after it."""

from __future__ import annotations

from collections.abc import Set
from contextlib import suppress
from dataclasses import replace
from typing import Any

from askonce.actions import Action, Target
from askonce.errors import ScreenError
from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.locate.drift import node_at
from askonce.locate.local.count_words import ordinals_in
from askonce.planning.act_context import ActContext
from askonce.planning.key_focus import is_for_focus
from askonce.planning.seen_action import SeenAction, SeenTarget
from askonce.planning.told_errors import ERROR
from askonce.recordings.element_attributes import needs_picture
from askonce.recordings.left_places import LeftPlace
from askonce.recordings.recorded_dialog import dialog_text
from askonce.recordings.tree_outline import Outline
from askonce.screens import DocumentStatus, Node, SelectorWriter, Tree
from askonce.screens.field_labels import FIELDS
from askonce.values import Instruction
from askonce.vision.patches import Patch, cut_patch

_TOO_LARGE = 4.0
"""How many times larger than a found place an element may be before the place is taken for a part of it."""
_PICTURES = frozenset({"canvas", "img", "video", "application"})
"""Roles of which a part may mean something else than the whole."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a screen showed at one time."""

    page: str = ""
    """Its address."""
    tree: Tree | None = None
    outline: Outline | None = None
    """Of the whole page if it can be read, so that an element that is unique in view is not taken for unique."""


class ActionWatcher:
    """Sees what actions are done to, and what comes of it."""

    def __init__(self, context: ActContext) -> None:
        self._context = context
        self._last: Tree | None = None

    async def look(self) -> Look:
        """The screen as it is now."""
        page = await self._context.address()
        tree = await self.tree()
        return Look(page, tree, await self._outline(tree))

    async def before(self, action: Action[Any], instruction: Instruction, *, counts: bool = True) -> SeenAction:
        """The screen before an action, and its targets, which were found.

        With `counts`, an ordinal number in the words for a target says that it is meant by its position.
        """
        dialog = dialog_text(self._context.screen, has_answer=getattr(action, "text", None) is not None)
        look = await self.look()
        if look.tree is None and dialog:  # while a dialog blocks the page, the last look is the one before it
            look = replace(look, tree=self._last, outline=await self._outline(self._last))
        self._last = look.tree
        targets = {
            name: await self.target(value, look, instruction, counts=counts)
            for name in type(action).model_fields
            if isinstance(value := getattr(action, name), Target)
        }
        is_by_keyboard = not targets and (action.gesture == "type" or is_for_focus(action))
        focus = await self._focus(look, FIELDS if action.gesture == "type" else None) if is_by_keyboard else None
        return SeenAction(action, look.page, dialog, look.tree, look.outline, targets, focus)

    async def _focus(self, look: Look, roles: Set[str] | None) -> SeenTarget | None:
        """What has the focus, where something of these roles is known to have it."""
        focused = (node for node in look.tree or () if "focused" in node.states)
        node = next((node for node in focused if node.actionable and (roles is None or node.role in roles)), None)
        known = look.outline.tree.find(node.number) if look.outline and node else None
        if known is None:
            return None
        screen = self._context.screen
        paths = tuple(await screen.write_selectors(known.number)) if isinstance(screen, SelectorWriter) else ()
        return SeenTarget(node=known, paths=paths)

    async def target(
        self, target: Target, look: Look, instruction: Instruction, *, counts: bool = True, is_there: bool = True
    ) -> SeenTarget:
        """What a target was found at. Where the screen may have gone on since, it `is_there` no more to be asked."""
        node = _node_of(target, look.tree)
        known = look.outline.tree.find(node.number) if look.outline and node else None
        prompt = instruction.fill(target.prompt, secrets=False)
        if known is None:
            patch = await self._cut(target.found.box) if is_there else None
            return SeenTarget(prompt, patch=patch)
        patch, paths = None, ()
        if needs_picture(known) and is_there:
            whole = await self._cut(known.box)
            patch = whole and whole.model_copy(update={"around": ""})
        screen = self._context.screen
        if isinstance(screen, SelectorWriter) and is_there:
            paths = tuple(await screen.write_selectors(known.number))
        ordinals = tuple(ordinals_in(prompt)) if counts else ()
        return SeenTarget(prompt, known, ordinals, patch, paths)

    async def _cut(self, box: Box) -> Patch | None:
        """A picture of an element for the recording; none where parts of the screen are withheld."""
        eyes = self._context.eyes
        shot = await eyes.shot()
        return cut_patch(shot, box) if shot is await eyes.local_shot() else None

    async def tree(self) -> Tree | None:
        try:
            return await self._context.eyes.tree()
        except ScreenError:
            return None

    async def came_with_error(self, seen: SeenAction) -> bool:
        """Whether an action led to a page that came with an error."""
        screen, before, after = self._context.screen, seen.before, seen.after
        if before is None or after is None or after.address == before.address:
            return False
        if isinstance(screen, DocumentStatus):
            with suppress(ScreenError):
                return await screen.document_status() >= ERROR
        return False

    async def is_gone(self, place: LeftPlace, view: Tree) -> bool:
        """Whether a row or dialog is gone from its page, and not only out of view."""
        outline = None if not place.is_of(view.address) or place.is_in(view) else await self._outline(view)
        return outline is not None and not outline.tree.more and not place.is_in(outline.tree)

    async def _outline(self, view: Tree | None) -> Outline | None:
        if view is None:
            return None
        is_more = view.goes_on_above or view.goes_on_below or any("scrolls" in node.states for node in view)
        whole = await self._context.eyes.whole_tree() if is_more else None
        return Outline(whole if whole and not whole.more else view)


def _node_of(target: Target, tree: Tree | None) -> Node | None:
    """The element that was found, or that is at the found place; none if the place is only a part of it."""
    box, node = target.found.box, target.found.node
    if node is None and tree:
        node = node_at(tree, box.center)
    if node is None or node.box.area <= _TOO_LARGE * box.area:
        return node
    return node if node.actionable and node.role not in _PICTURES else None
