"""A secret that an action is about to type: whether an element will show it, or nobody knows what does."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import replace
from typing import Any

from askonce.actions import Action
from askonce.errors import NotOperable, ScreenClosed, ScreenError
from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.screens import Node, Tree
from askonce.screens.eyes import Eyes
from askonce.screens.screen_protocol import DrawnSurfaces, SecretLocator, SurfaceLocator
from askonce.screens.unplaced_secrets import is_known_field, unread_surfaces
from askonce.values import Mask
from askonce.values.typed_secrets import TypedField, TypedSecret
from askonce.vision.read_secrets import shows_beginning


class SecretCut(NotOperable):
    """A field took no more than the beginning of a secret: where the rest went cannot be undone, and once more would
    send it there again."""


@dataclass(frozen=True, slots=True)
class SecretEntry:
    """What was noted before a secret was typed, and the field that may show it all the same."""

    typed: TypedSecret
    field: Node | None = None

    async def end(self, eyes: Eyes) -> None:
        """Withdraw the note where an element turns out to show the secret: the field, or any where nothing is drawn."""
        try:
            await self._see(eyes)
            tree = await eyes.tree()
        except ScreenError:
            return  # it cannot be seen, or is closed: nothing is known of it
        if tree is None:
            return
        if self.field:
            is_told = _is_held(tree, self.field, eyes.mask)
        else:
            is_told = self.typed.surfaces is None and any(eyes.mask.hides(node.words) for node in tree)
        if is_told:
            eyes.mask.typed.withdraw(eyes.screen, self.typed)

    async def _see(self, eyes: Eyes) -> None:
        """Look at what shows the secret now, so that it is known when that is gone."""
        if self.typed.surfaces is not None:
            return
        if self.typed.is_at(await eyes.address()):
            await eyes.local_shot()
        else:
            eyes.mask.typed.saw(self.typed, self.typed.before)  # the page was left at once


@asynccontextmanager
async def entering(action: Action[Any], eyes: Eyes) -> AsyncGenerator[None, None]:
    """A block in which an action with its values types what may be a secret."""
    entry = await begin_entry(action, eyes)
    typing = eyes.mask.typed.typing(eyes.screen) if any(map(eyes.mask.hides, _typed_texts(action))) else nullcontext()
    try:
        with typing:
            yield
    finally:
        if entry:
            eyes.blink()
            await entry.end(eyes)
    if entry and entry.field is None and entry.typed.place:
        await _refuse_beginning(eyes, entry.typed.place, "".join(_typed_texts(action)))


async def _refuse_beginning(eyes: Eyes, place: Box, text: str) -> None:
    """Raise where a field that is only seen has taken no more than the beginning, also once the screen has settled."""
    try:
        if not await shows_beginning(eyes, place, text):
            return
        await eyes.screen.settle()
        eyes.blink()
        is_cut = await shows_beginning(eyes, place, text)
    except ScreenClosed:
        raise
    except ScreenError:
        return  # it cannot be seen
    if is_cut:
        raise SecretCut(
            "the field shows only the beginning of the secret that was typed into it",
            remedy="look whether it takes so many characters, or passes them on to another field",
        )


async def begin_entry(action: Action[Any], eyes: Eyes) -> SecretEntry | None:
    """Note, before it is done, that an action types a secret which no element may show; None where all is known.

    Its values are filled in."""
    texts = _typed_texts(action)
    found = next((target.found for target in action.targets() if target.is_found), None)
    if not any(map(eyes.mask.hides, texts)):
        if texts and found and found.node:
            eyes.mask.typed.note_plain(found.node.number, "".join(texts))
        return None
    if found and found.node and is_known_field(found.node):
        typed = TypedField(found.node.number, "".join(texts), eyes.known_address)
        eyes.mask.typed.note_field(eyes.screen, typed)
    return await _begin(eyes, found.node if found else None, found.box if found else None)


def _typed_texts(action: Action[Any]) -> Sequence[str]:
    return [text for name in type(action).typed_fields() if isinstance(text := getattr(action, name), str)]


async def begin_unseen_entry(eyes: Eyes) -> SecretEntry | None:
    """The same for what puts a secret into a page without saying where."""
    return await _begin(eyes, None, None)


async def _begin(eyes: Eyes, node: Node | None, box: Box | None) -> SecretEntry | None:
    # A field that was found says that the page is the one that was read last.
    screen, tree = eyes.screen, (eyes.seen if is_known_field(node) else None) or await _known_tree(eyes)
    if tree and node is None:
        node = _field_of(tree, box)
    surfaces = unread_surfaces(tree) if tree else []
    drawn, is_asked = await _drawn(eyes)
    is_drawn = bool(surfaces or (drawn and drawn.boxes) or not is_asked)
    is_told = tree is not None and bool(tree.nodes) and (is_known_field(node) or isinstance(screen, SecretLocator))
    if is_told and not is_drawn:
        return None
    typed = TypedSecret(await _address(eyes), box)
    if is_drawn and tree is not None:
        hit = [one for one in surfaces if box and one.box.contains(box.center) and not is_known_field(node)]
        before = b"" if is_known_field(node) else await _picture(eyes)
        typed = replace(typed, surfaces=frozenset(one.number for one in hit or surfaces), before=before)
        typed = replace(typed, document=drawn.document if drawn else 0)
    else:
        earlier = (
            one.before for one in eyes.mask.typed.on(screen) if one.surfaces is None and one.is_at(typed.address)
        )
        typed = replace(typed, before=next(earlier, None) or await _picture(eyes))
    eyes.mask.typed.note(screen, typed)
    return SecretEntry(typed, node if is_known_field(node) else None)


def _field_of(tree: Tree, box: Box | None) -> Node | None:
    """The field that is known at a place, or that has the focus."""
    fields = [node for node in tree if is_known_field(node)]
    if box is None:
        return next((node for node in fields if "focused" in node.states), None)
    return next((node for node in fields if node.box.contains(box.center)), None)


def _is_held(tree: Tree, field: Node, mask: Mask) -> bool:
    """Whether a field holds the secret that was typed into it, alone or with others that have a digit each; it may have
    been replaced by one of the same name."""
    held = tree.find(field.number)
    if held and "password" in held.states:
        return True
    fields = [node for node in tree if is_known_field(node) and node.value]
    hidden = mask.in_sequence([node.value or "" for node in fields], typed=True)
    showing = [node for node, value in zip(fields, hidden, strict=True) if node.value != value]
    if held:
        return any(node.number == held.number for node in showing)
    return any((node.role, node.name) == (field.role, field.name) for node in showing)


async def _drawn(eyes: Eyes) -> tuple[DrawnSurfaces | None, bool]:
    """What is drawn on the page, and whether it could be asked."""
    if not isinstance(eyes.screen, SurfaceLocator):
        return None, True
    try:
        return await eyes.screen.find_surfaces(), True
    except ScreenClosed:
        raise
    except ScreenError:
        return None, False


async def _known_tree(eyes: Eyes) -> Tree | None:
    try:
        return await eyes.tree()
    except ScreenClosed:
        raise
    except ScreenError:
        return None


async def _address(eyes: Eyes) -> str:
    try:
        return await eyes.address()
    except ScreenClosed:
        raise
    except ScreenError:
        return ""


async def _picture(eyes: Eyes) -> bytes:
    """The screen as it is; nothing where it cannot be seen, so that nothing of it counts as known."""
    try:
        return (await eyes.local_shot()).image
    except ScreenClosed:
        raise
    except ScreenError:
        return b""
