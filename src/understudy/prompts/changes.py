"""What is different from the last look, in one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from understudy.prompts.lines import LAYERS, describe
from understudy.prompts.quoting import quoted
from understudy.screens.tree import Node, State, Tree

_MOST = 10
_QUIET: frozenset[State] = frozenset({"focused", "covered", "scrolls"})


def tell_changes(before: Tree, now: Tree) -> str:
    """What opened, closed, came, went or changed. Empty when nothing did."""
    if before.address.split("#")[0] != now.address.split("#")[0]:
        return "another page than before"
    told = list(_changes(before, now))
    more = len(told) - _MOST
    return "; ".join(told[:_MOST]) + (f"; and {more} more changes" if more > 0 else "")


def _changes(before: Tree, now: Tree) -> Iterator[str]:
    was = {node.number: node for node in before}
    there = {node.number: node for node in now}
    new = [node for node in now if node.number not in was]
    gone = [node for node in before if node.number not in there]
    yield from (f"opened {describe(node)}" for node in new if node.role in LAYERS)
    yield from (f"closed {describe(node)}" for node in gone if node.role in LAYERS)
    for node in now:
        if old := was.get(node.number):
            yield from _differences(old, node)
    moved = now.above - before.above
    if abs(moved) > 1:
        # What scrolling brought into view or took out of it is neither new nor gone.
        yield f"scrolled {'down' if moved > 0 else 'up'} by {abs(moved) / max(1, now.view.height):.1f} screens"
        return
    yield from (f"new {describe(node)}" for node in new if _matters(node, there))
    yield from (f"gone {describe(node, number=False)}" for node in gone if _matters(node, was))


def _matters(node: Node, known: dict[int, Node]) -> bool:
    """Whether a node is worth a word by itself: not a layer, which was told, and not text of no meaning."""
    if node.role in LAYERS:
        return False
    return node.actionable or (
        node.role in {"text", "heading", "alert", "status"} and bool(re.search(r"\w", node.words))
    )


def _differences(old: Node, node: Node) -> Iterator[str]:
    label = describe(node)
    if old.value != node.value and (node.value or old.value):
        yield f"{label} now = {quoted(node.value)}" if node.value else f"{label} now empty"
    if (old.name, old.text) != (node.name, node.text):
        yield f"{label} was {quoted(old.name or old.text)}"
    states = [
        *sorted(node.states - old.states - _QUIET),
        *(f"not {state}" for state in sorted(old.states - node.states - _QUIET)),
    ]
    if states:
        yield f"{label} now {', '.join(states)}"
