"""The elements as they were seen, for the report: each list once, packed, with the place of each element."""

from __future__ import annotations

from collections.abc import Iterator

from askonce.lazy import regex
from askonce.planning.act_context import ActContext
from askonce.prompts.element_words import describe, describe_value
from askonce.screens import Node, Tree
from askonce.trace import Blob, ElementsSeen, Trace

_MOST = 800
"""Elements that are listed."""
_NUMBER = regex(r"\[(\d+)\]")


def keep_listed(trace: Trace, listed: str, tree: Tree) -> Blob:
    """Keep a list of elements as a model was shown it."""
    numbers = set(map(int, _NUMBER.findall(listed)))
    boxes = {str(node.number): _edges(node) for node in tree if node.number in numbers}
    return trace.keep_packed({"list": listed, "boxes": boxes})


def keep_seen(context: ActContext) -> None:
    """Keep the elements that were last read, where no model was shown a list of them."""
    tree, context.eyes.seen = context.eyes.seen, None
    if tree is None or context.evidence is None:
        return
    trace = context.trace
    elements = keep_listed(trace, "\n".join(_lines(tree.masked(trace.mask))), tree)
    trace.emit(ElementsSeen(act=trace.act, round=trace.round, elements=elements))


def _lines(tree: Tree) -> Iterator[str]:
    nodes = tree.nodes[:_MOST]
    for node in nodes:
        states = f" ({', '.join(sorted(node.states))})" if node.states else ""
        words = describe(node, number=False) + describe_value(node) + states
        yield f"{'  ' * min(node.depth, 8)}[{node.number}] {words}"
    if more := len(tree.nodes) - len(nodes) + tree.more:
        yield f"… {more} more"


def _edges(node: Node) -> list[int]:
    return [round(edge) for edge in node.box.edges]
