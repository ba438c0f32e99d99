"""Words in a picture that may be a secret which was typed there: read by eyes in this process, and told to nobody.

A picture is misread by a letter or two, so that the mask does not recognise them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace
from types import MappingProxyType

from askonce.geometry import Box
from askonce.language.normalization import key
from askonce.screens.eyes import Eyes
from askonce.screens.ui_tree import Node, Tree
from askonce.values import Mask
from askonce.values.misread_text import is_beginning
from askonce.values.typed_secrets import TypedSecret
from askonce.vision.ocr import has_ocr, read_texts, texts_in
from askonce.vision.password_dots import password_dots

WITHHELD = "withheld"
"""The attribute of an element whose words are told to nobody: they may be any."""
_UNKNOWN = "{secret}"
_FIELD = 2.0
"""How much larger than at the last look a field may be seen."""
_TOLD = frozenset({"placeholder", "sign"})
"""The attributes that hold words of the picture."""


async def read_hidden(eyes: Eyes) -> Tree:
    """The texts of the picture without what may be a secret."""
    return await hide_typed(await read_texts(await eyes.local_shot()), eyes)


async def shows_beginning(eyes: Eyes, place: Box, text: str) -> bool:
    """Whether a field that is only seen shows the beginning of what was typed there, be it as dots, and room for more:
    then it did not take the rest, or passed it on. Nobody is told what it shows."""
    if not has_ocr() or (shot := await eyes.local_shot()).withheld:
        return False
    if dots := password_dots(shot, place):
        return dots.count < len(text) and dots.right + place.height < place.right
    read = [node for node in await read_texts(shot) if place.contains(node.box.center)]
    right = max((node.box.right for node in read), default=place.right)
    shown = " ".join(node.words for node in sorted(read, key=lambda node: node.box.left))
    return right + place.height < place.right and is_beginning(shown, text)


async def hide_typed(tree: Tree, eyes: Eyes) -> Tree:
    """Elements of a picture without what may be a secret that was typed there.

    Words that stood on the screen before it was typed are none of it."""
    typed = eyes.mask.typed.on(eyes.screen)
    if not typed:
        return tree
    places = [secret.place for secret in typed if secret.place and secret.is_at(eyes.known_address)]
    if not any(_name_for(text, node, places, eyes.mask) for node in tree for text in _texts_of(node)):
        return tree
    known = await _words_before(typed)
    if not _is_same_page(tree, known):
        places = []  # something else stands there now
    return replace(tree, nodes=tuple(_hidden(node, places, eyes.mask, known) for node in tree))


def _is_same_page(tree: Tree, known: Collection[str]) -> bool:
    """Whether half of the words from before are still there; where nobody knows them, it may be the same."""
    now = {key(text) for node in tree for text in _texts_of(node)}
    return 2 * len(now.intersection(known)) >= len(known)


async def _words_before(typed: Sequence[TypedSecret]) -> set[str]:
    pictures = dict.fromkeys(secret.before for secret in typed if secret.before)
    read = [await asyncio.to_thread(texts_in, picture) for picture in pictures] if has_ocr() else []
    return {key(text.words) for texts, _ in read for text in texts}


def _texts_of(node: Node) -> list[str]:
    told = (text for name, text in node.attributes.items() if name in _TOLD)
    return [text for text in (node.name, node.text, node.value or "", *told) if text]


def _name_for(text: str, node: Node, places: Sequence[Box], mask: Mask) -> str:
    """The name of the secret that a text may be; empty if it is none."""
    is_in_field = "icon" not in node.attributes and any(_is_in(node.box, place) for place in places)
    return mask.guess(text) or (_UNKNOWN if is_in_field else "")


def _is_in(box: Box, place: Box) -> bool:
    """Whether something stands in the field at a place, or is that field."""
    return place.contains(box.center) or (box.contains(place.center) and box.area <= _FIELD * place.area)


def _hidden(node: Node, places: Sequence[Box], mask: Mask, known: Collection[str]) -> Node:
    def hide(text: str) -> str:
        return text if not text or key(text) in known else _name_for(text, node, places, mask) or text

    if all(hide(text) == text for text in _texts_of(node)):
        return node
    told = {name: hide(text) if name in _TOLD else text for name, text in node.attributes.items()} | {WITHHELD: "yes"}
    return replace(
        node,
        name=hide(node.name),
        text=hide(node.text),
        value=hide(node.value) if node.value else node.value,
        attributes=MappingProxyType(told),
    )
