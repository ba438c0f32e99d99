"""Choices that an act left as they were because they were right already: a replay has to find them so again.

"Save it under Others" taps no category where Others is the chosen one. Done again where another one is, the same steps
would save something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from askonce.recordings.mentions import mentions, quotes
from askonce.recordings.recording import RecordedStep
from askonce.recordings.slots import open_slots, strings_in
from askonce.recordings.tree_outline import Outline
from askonce.screens.expectation import Expectation
from askonce.screens.ui_tree import Node, Tree, plain
from askonce.values import Instruction

_SWITCHES = frozenset({"checkbox", "switch", "menuitemcheckbox"})
"""What is on or off by itself: also being off may be what was wanted."""
_CHOSEN = ("checked", "selected", "pressed")
_LISTS = frozenset({"combobox", "listbox", "slider", "spinbutton"})
_GROUPS = frozenset({"group", "radiogroup", "listbox", "toolbar", "list"})
_LONGEST = 60


def needed_states(tree: Tree, instruction: Instruction) -> tuple[Expectation, ...]:
    """How the choices and fields are of which the instruction speaks."""
    said, outline = instruction.fill(instruction.text, secrets=False), Outline(tree)
    found: dict[Expectation, None] = {}
    for node in tree:
        name = " ".join((outline.name(node) or outline.label(node)).split())
        if not 1 < len(name) <= _LONGEST or {"disabled", "password"} & node.states or {"{", "}"} & set(name):
            continue
        state = _value(node, name, said) if node.value is not None else _state(node, name, said, outline)
        if state:
            found[Expectation("field", open_slots(name, instruction), open_slots(state, instruction))] = None
    return tuple(found)


def lasting_states(steps: Sequence[RecordedStep]) -> Iterator[tuple[Expectation, ...]]:
    """The states that each step needs: those that no step gives, where they were seen last before something else came.

    Up to that step they may be set right; what is needed earlier would be asked for before its turn.
    """
    touched = [plain(text) for step in steps for text in _touched(step)]
    following = [*(step.needs for step in steps[1:]), ()]
    for step, later in zip(steps, following, strict=True):
        yield tuple(
            need for need in step.needs if need.kind == "field" and need not in later and not _is_given(need, touched)
        )


def _state(node: Node, name: str, said: str, outline: Outline) -> str:
    """What an element is that can be chosen, in words; "" where that does not count."""
    state = next((each for each in _CHOSEN if each in node.states), "")
    if node.role in _SWITCHES:
        return (state or "not checked") if mentions(name, said) else ""
    groups = [above.name for above in outline.above(node) if above.role in _GROUPS and above.name]
    return state if state and (quotes(name, said) or any(mentions(group, said) for group in groups)) else ""


def _value(node: Node, name: str, said: str) -> str:
    value = " ".join((node.value or "").split())
    if not 1 < len(value) <= _LONGEST or {"{", "}"} & set(value):
        return ""
    return value if quotes(value, said) or (node.role in _LISTS and mentions(name, said)) else ""


def _touched(step: RecordedStep) -> Iterator[str]:
    """The names of what a step touches, and what it gives."""
    for anchor in step.anchors.values():
        yield from (anchor.name, anchor.label, anchor.text)
    yield from (text for name, value in step.params.items() if name not in step.anchors for text in strings_in(value))
    yield from (expected.text for expected in step.expects if expected.kind == "field")


def _is_given(need: Expectation, touched: Sequence[str]) -> bool:
    return plain(need.text) in touched or plain(need.value) in touched
