"""Lines that are one text on a screen that is only seen, where each line is read by itself.

A hint of two lines is no menu of two entries. Entries are short and begin anew; the lines of a text are long, or go on
with a small letter. What is left of a line that a hint covers in part begins within a word, right beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from askonce.screens import Node

_CLOSE = 0.4
"""How far below a line the next one of the same text is at most, in their heights."""
_APART = 1.5
"""How far behind the words of a line further ones of it are at most, in their heights."""
_ENTRY = 3
"""How many words an entry of a menu has at most."""

Block = tuple[Node, ...]


def text_blocks(nodes: Sequence[Node]) -> list[Block]:
    """The same nodes, each with all others that are lines of the same text."""
    blocks: list[Block] = []
    for node in sorted(nodes, key=lambda node: (node.box.top, node.box.left)):
        joined = [block for block in blocks if any(_is_one_text(line, node) for line in block)]
        blocks = [block for block in blocks if block not in joined]
        blocks.append((*(line for block in joined for line in block), node))
    return blocks


def words_of(block: Block) -> str:
    return " ".join(line.words for line in block)


def _is_one_text(upper: Node, lower: Node) -> bool:
    if upper.actionable or lower.actionable:
        return False
    one, other = upper.box, lower.box
    height = min(one.height, other.height)
    if min(one.bottom, other.bottom) > max(one.top, other.top):
        return max(one.left - other.right, other.left - one.right) <= _APART * height
    is_below = other.top - one.bottom <= _CLOSE * height and one.left < other.right and other.left < one.right
    return is_below and (_is_prose(upper) or _is_prose(lower))


def _is_prose(line: Node) -> bool:
    """Whether a line is too long for an entry, or goes on from another one."""
    return len(line.words.split()) > _ENTRY or line.words[:1].islower()
