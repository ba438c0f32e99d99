"""The numbers that a description counts with: 2 in "the Delete button of the second row", -1 in "the last result"."""

from __future__ import annotations

from collections.abc import Iterator

from askonce.locate.local.description_grammar import Description, read_prompt


def ordinals_in(prompt: str) -> tuple[int, ...]:
    """All of them, in any reading, each once."""
    return tuple(dict.fromkeys(number for reading in read_prompt(prompt) for number in _numbers(reading)))


def _numbers(reading: Description) -> Iterator[int]:
    yield from (head.ordinal for head in reading.heads if head.ordinal is not None)
    for relation in reading.relations:
        yield from _numbers(relation.to)
