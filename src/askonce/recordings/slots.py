"""Passed values in texts: put back as their names, so that a recording serves for other values too."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, cast

from askonce.recordings.recording import RecordedStep
from askonce.values import SLOT_NAME, Instruction, Secret

_SLOT = re.compile(rf"(?<!\{{)\{{({SLOT_NAME})\}}(?!\}})")
_WORD = re.compile(r"\w{3,}")
_LONGEST_NAME = 5
"""How many words a value may have to be looked for in the names of elements."""


def open_slots(text: str, instruction: Instruction, *, loosely: bool = False) -> str:
    """`text` with `{name}` wherever a passed value stands in it as whole words.

    Two values with the same text leave it as it is: nobody knows which of them was meant. `loosely` also takes a
    value in other letters, for what is only compared.
    """
    for name, value in _openable(instruction):
        if not value.strip() or f"{{{name}}}" == value:
            continue
        if len(value) == 1 and text.strip() != value:
            continue  # a lone digit or letter stands in too many texts by chance
        text = _pattern(value, loosely).sub(lambda _, slot=f"{{{name}}}": slot, text)
    return text


def _openable(instruction: Instruction) -> list[tuple[str, str]]:
    """The values that say by themselves which they are, the longest first: one may be a part of another."""
    texts = list(_texts(instruction))
    counts = Counter(value for _, value in texts)
    values = instruction.values
    kept = [(name, value) for name, value in texts if counts[value] == 1 or isinstance(values[name], Secret)]
    return sorted(kept, key=lambda item: -len(item[1]))


@lru_cache(256)  # the same few values are looked for in every text of a screen
def _pattern(value: str, loosely: bool) -> re.Pattern[str]:
    words = r"\s+".join(map(re.escape, value.split())) if loosely else re.escape(value)
    before, after = r"(?<![\w{])", r"(?![\w}])"
    if re.fullmatch(r"\d+", value):  # not a part of a price, a date or a time
        before, after = before + r"(?<!\d[.,:/-])", after + r"(?![.,:/-]\d)"
    return re.compile(before + words + after, re.IGNORECASE if loosely else 0)


def open_all(value: Any, instruction: Instruction) -> Any:
    """The same in every text of a nested value, such as the parameters of an action."""
    match value:
        case str():
            return open_slots(value, instruction)
        case list():
            return [open_all(one, instruction) for one in cast("list[Any]", value)]
        case dict():
            return {key: open_all(one, instruction) for key, one in cast("dict[str, Any]", value).items()}
        case _:
            return value


def slots_in(steps: Iterable[RecordedStep]) -> set[str]:
    """The names of all values that these steps need."""
    return slots_of(*(text for step in steps for text in _strings(step.model_dump(exclude={"intent"}))))


def slots_of(*texts: str) -> set[str]:
    return {name for text in texts for name in _SLOT.findall(text)}


def values_held(steps: Iterable[RecordedStep], instruction: Instruction) -> dict[str, str]:
    """The values that shaped these steps without standing in them by name: the steps hold for these alone.

    A value that no step names may have decided how often something was tapped; one of which a part was typed was
    taken apart by whoever planned it. With another value such steps would do the wrong thing without a word.
    """
    steps = tuple(steps)
    named = slots_in(steps)
    given = [words for step in steps for text in _given(step) if (words := _words(text))]
    said = [words for step in steps for text in _said_of(step) if (words := _words(text))]
    numbers = {json.dumps(value) for step in steps for value in step.params.values() if isinstance(value, int | float)}
    held: dict[str, str] = {}
    for name, value in instruction.values.items():
        if isinstance(value, Secret):
            continue
        parts = _words(value)
        # A whole sentence shares words with many a button by chance; a name does not.
        texts = [*given, *said] if len(parts) <= _LONGEST_NAME else given
        is_taken_apart = value in numbers or (bool(parts) and any(one <= parts or parts <= one for one in texts))
        if name not in named or is_taken_apart:
            held[name] = value
    return held


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(_SLOT.sub(" ", text))}


def _given(step: RecordedStep) -> Iterator[str]:
    """What a step gives to its elements: texts and choices, not the words for the elements."""
    for name, value in step.params.items():
        if name not in step.anchors:
            yield from _strings(value)


def _said_of(step: RecordedStep) -> Iterator[str]:
    """What must be read on the elements of a step."""
    for anchor in step.anchors.values():
        yield from (anchor.name, anchor.label, *anchor.row, *anchor.inside)


def fits(only: Mapping[str, str], needed: set[str], instruction: Instruction) -> bool:
    """Whether a recording with these conditions can serve an instruction with its values."""
    values = instruction.values
    return needed <= set(values) and all(values.get(name) == value for name, value in only.items())


def texts_of(instruction: Instruction) -> tuple[str, ...]:
    """The passed values themselves, secrets too."""
    return tuple(value for _, value in _texts(instruction))


def _texts(instruction: Instruction) -> Iterator[tuple[str, str]]:
    for name, value in instruction.values.items():
        yield name, value.reveal() if isinstance(value, Secret) else value


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for one in cast("dict[str, Any]", value).values():
                yield from _strings(one)
        case list() | tuple():
            for one in cast("list[Any]", value):
                yield from _strings(one)
        case _:
            return
