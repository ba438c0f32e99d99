"""Whether words that were read from a picture may be others: some letters look alike."""

from __future__ import annotations

from askonce.screens import Node

_SAME = frozenset("Il")
"""Letters that many fonts draw alike: no reading tells them apart."""
_ALIKE = tuple(map(frozenset, ("0oO", "1lI", "2zZ", "5sS", "8B")))
"""Letters and digits that are taken for each other where a reading is not sure."""
_SURE = 90


def may_be_misread(name: str, node: Node) -> bool:
    """Whether an element may be called `name` though other letters were read: some of them are those, and the others
    look like them."""
    read = node.name or node.text
    is_sure = int(node.attributes["seen"].removesuffix("%")) >= _SURE
    if len(read) != len(name) or name.isdigit() or read.isdigit():
        return False
    pairs = list(zip(name, read, strict=True))
    others = [pair for pair in pairs if pair[0].casefold() != pair[1].casefold()]
    return 0 < len(others) < len(pairs) and all(_looks_alike(*pair, is_sure=is_sure) for pair in others)


def _looks_alike(sign: str, other: str, *, is_sure: bool) -> bool:
    return {sign, other} <= _SAME or (not is_sure and any({sign, other} <= alike for alike in _ALIKE))
