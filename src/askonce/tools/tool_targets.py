"""Elements as clients name them: in words, or by a number from the list of elements."""

from __future__ import annotations

from collections.abc import Iterable

from askonce.actions import Target
from askonce.errors import NotOperable
from askonce.lazy import regex
from askonce.screens.eyes import Eyes
from askonce.vision.seen_tree import find_seen

TARGET_NOTE = "the element in words, such as \"the button 'Save'\", or its number in the list of elements, as in [12]"

_NUMBER = regex(r"\s*\[(\d{1,9})\]\s*")


async def read_numbers(targets: Iterable[Target], eyes: Eyes) -> bool:
    """Have targets that are named by a number stand for that element. Whether there was one among them.

    They get the words of the element as well, for whoever reads the trace.
    """
    any_number = False
    for target in targets:
        if found := _NUMBER.fullmatch(target.prompt):
            number = int(found[1])
            tree = await eyes.tree()
            node = (tree.find(number) if tree else None) or await eyes.reveal(number) or await find_seen(number, eyes)
            if node is None:
                raise NotOperable(f"there is no element [{number}] on the page", remedy="list the elements again")
            name = f" {node.name!r}" if node.name else ""
            target.element, target.prompt = number, f"[{number}] {node.role}{name}"
            any_number = True
    return any_number
