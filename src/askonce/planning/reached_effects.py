"""Effects of a recorded step that are on the screen before it is done."""

from __future__ import annotations

from dataclasses import replace

from askonce.recordings.recorded_expectations import filled, holds
from askonce.recordings.recording import RecordedStep
from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation
from askonce.values import Instruction

_TOGGLED = frozenset({"checked", "pressed", "expanded"})
"""States that a tap gives and takes."""
_KEPT = frozenset({"radio", "menuitemradio", "option", "tab"})
"""What a second tap leaves chosen."""


def reached_state(step: RecordedStep, node: Node) -> str:
    """Why a tap would undo what it did when it was recorded: the element has that state already."""
    if node.value is not None or node.role in _KEPT:
        return ""
    states = [expected.value for expected in step.expects if expected.kind == "field"]
    reached = [
        state
        for state in states
        if state.removeprefix("not ") in _TOGGLED and Expectation("field", node.name, state).holds_in(node)
    ]
    return f"{node.role} {node.name!r} is {reached[0]} already" if reached else ""


def shown_effects(step: RecordedStep, tree: Tree, instruction: Instruction) -> tuple[Expectation, ...]:
    """What a step brings up, such as a message or a page, if all of that is there.

    What stands in a field was typed, and is not what came of it.
    """
    tree = replace(tree, nodes=tuple(node if node.value is None else replace(node, value="") for node in tree))
    expects = [filled(expected, instruction) for expected in step.expects if expected.kind in {"visible", "address"}]
    return tuple(expects) if all(holds(expected, tree) for expected in expects) else ()
