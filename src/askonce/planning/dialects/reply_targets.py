"""Targets as a reply names them, by number or by position, made into what a finder can use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from askonce.actions import Action, Target
from askonce.errors import InvalidAction, UnreadableReply
from askonce.geometry import Box
from askonce.locate.target_rows import row_of
from askonce.planning.plan import ReplyContext
from askonce.screens import Node, Tree

_TARGETS = ("targets", "target")
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


def read_actions(name: str, params: dict[str, Any], context: ReplyContext) -> list[Action[Any]]:
    """The action of that name; where it is given several targets, one for each of them."""
    several = _several_targets(name, params, context)
    if several is None:
        return [read_action(name, params, context)]
    if not several:
        raise UnreadableReply(f"{name} has an empty list of targets", remedy="name one element at least")
    rest = {field: value for field, value in params.items() if field not in _TARGETS}
    return [read_action(name, {**rest, "target": target}, context) for target in several]


def _several_targets(name: str, params: dict[str, Any], context: ReplyContext) -> list[object] | None:
    """The targets of an action that has one, where a reply gives a list of them, by number or in words."""
    given = next((params[field] for field in _TARGETS if isinstance(params.get(field), list)), None)
    fields = context.space[name].model_fields if name in context.space else {}
    if given is None or "target" not in fields or "targets" in fields:
        return None
    several = cast("list[object]", given)
    if "targets" not in params and not all(isinstance(item, dict) for item in several):
        return None  # the place of one
    return [{"element": item} if type(item) is int else item for item in several]


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
            node = context.known.get(target.element)
            if node is None:
                raise _no_such_element(target.element, context.tree)
            target.set_pinned(node)
        listed, *earlier = [tree for tree in (*context.looks, context.tree) if tree.find(target.element)] or [None]
        target.set_row(row_of(node, listed, filter(None, earlier)) if listed else None)
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
