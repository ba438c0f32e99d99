"""Whether a field holds the secret that was typed into it: judged here, since no planner knows what it is.

A planner that types a plain value reads the field afterwards, and tells a format of the page from a text that was cut.
Of a secret it is told only whether the clause `field … is "{name}"` is met.
"""

from __future__ import annotations

from dataclasses import replace

from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation, named_nodes
from askonce.screens.split_fields import holds_together
from askonce.values import Instruction

OTHERWISE = "it does not hold that"


def is_secret(expected: Expectation, instruction: Instruction) -> bool:
    """Whether a clause says that a field holds a secret."""
    if expected.kind != "field":
        return False
    return instruction.fill(expected.value, secrets=True) != instruction.fill(expected.value, secrets=False)


def with_secrets(expected: Expectation, instruction: Instruction, tree: Tree) -> Expectation:
    """The clause with the secret in place of its name; as the field of this tree writes it, where it adds signs to it
    or has passed a part of it on. It is compared with the screen, and shown to nobody."""
    if not is_secret(expected, instruction):
        return expected
    wanted = instruction.fill(expected.value, secrets=True)
    for field in named_nodes(tree, expected.text):
        if field.value and (_is_written(field, wanted) or holds_together(tree, field, wanted)):
            return replace(expected, value=field.value)
    return replace(expected, value=wanted)


def _is_written(field: Node, secret: str) -> bool:
    """Whether a field shows a secret with signs between its characters, or in capitals. A number that was typed in
    groups may have lost its own signs; of any other secret each sign counts."""
    if "password" in field.states or not field.value:
        return False
    held, wanted = field.value.casefold(), secret.casefold()
    if all(map(str.isdecimal, filter(str.isalnum, wanted))):
        held, wanted = _characters(held), _characters(wanted)
        return bool(wanted) and held == wanted
    place = 0
    for sign in held:
        if place < len(wanted) and sign == wanted[place]:
            place += 1
        elif sign.isalnum():
            return False
    return place == len(wanted)


def _characters(text: str) -> str:
    return "".join(filter(str.isalnum, text))
