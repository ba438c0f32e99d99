"""Targets as a reply names them, by number or by position, made into what a finder can use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from askonce.actions import Action, Target
from askonce.errors import InvalidAction, UnreadableReply
from askonce.geometry import Box
from askonce.planning.plan import ReplyContext
from askonce.screens import Node, Tree

_LONGEST_MESSAGE = 1_000
"""What is wrong is told to the model; a reply with a very long key in it must not come back whole."""


def read_action(name: str, params: dict[str, Any], context: ReplyContext) -> Action[Any]:
    """The action of that name, checked against its declaration and against what the model was shown."""
    try:
        action = context.space.read(name, params)
    except InvalidAction as error:
        raise UnreadableReply(error.message[:_LONGEST_MESSAGE], remedy=error.remedy) from error
    for target in action.targets():
        _place(target, context)
    return action


def read_place(raw: object, context: ReplyContext) -> Box:
    """A position in the model's units as a box on the screen."""
    if context.frame is None:
        raise UnreadableReply(
            f"the position {raw} cannot be used: no picture was shown",
            remedy="name the element by its number in the list",
        )
    return context.frame.box_to_screen(context.family.read_box(raw, context.frame.image))


def _place(target: Target, context: ReplyContext) -> None:
    """Check the number of `target`, or read its position. A number is exact, so a position beside it is left out."""
    if target.element is not None and context.tree is not None:
        node = context.tree.find(target.element)
        if node is None:
            raise _no_such_element(target.element, context.tree)
        target.prompt = target.prompt or _words_for(node)
        target.position = None
        return
    if target.element is not None and not target.prompt and target.position is None:
        raise UnreadableReply(
            f"element [{target.element}] means nothing: no list of elements was shown",
            remedy="describe the element in words",
        )
    target.element = None
    if target.position is not None:
        target.set_planned(read_place(target.position, context))


def _words_for(node: Node) -> str:
    name = " ".join((node.name or node.text or node.value or "").split())
    return f'{node.role} "{name[:80]}"' if name else node.role


def _no_such_element(number: int, tree: Tree) -> UnreadableReply:
    numbers = [node.number for node in tree]
    if not numbers:
        return UnreadableReply(f"there is no element [{number}]: the list of elements is empty")
    closest = sorted(numbers, key=lambda known: abs(known - number))[:3]
    return UnreadableReply(
        f"there is no element [{number}]: the numbers in the list go from {min(numbers)} to {max(numbers)}",
        remedy=f"the closest are {_listed(sorted(closest))}",
    )


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(f"[{number}]" for number in numbers)
