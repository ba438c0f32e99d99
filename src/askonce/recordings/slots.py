"""Replaces passed values in texts by their names, so that a recording works for other values too."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, cast
from urllib.parse import urlsplit

from askonce.language.numerals import singular
from askonce.lazy import regex
from askonce.recordings.recording import Anchor, RecordedStep
from askonce.values import SLOT_NAME, Instruction, Secret

_SLOT = regex(rf"(?<!\{{)\{{({SLOT_NAME})\}}(?!\}})")
_WORD = regex(r"\w{3,}")
_ADDRESS = regex(r"\w+://|/[^\s]*$|www\.")
_END = regex(r".*/(?=[^/])")
_PARTS = regex(r"([/?&=#])")
_LONGEST_NAME = 5
"""How many words a value may have to be searched for in the names of elements."""
_SHORTEST_TEXT, _SHORTEST_NUMBER = 3, 5
"""How long a value must be to be in an address by more than chance: `/notes/12` may be the page of any note."""
USUAL = frozenset({
    "a", "add", "all", "an", "and", "any", "at", "by", "copy", "create", "delete", "edit", "false", "for", "home",
    "in", "index", "is", "it", "item", "list", "login", "logout", "me", "new", "no", "none", "not", "null", "of",
    "off", "old", "on", "open", "or", "out", "page", "remove", "save", "search", "settings", "show", "the", "to",
    "true", "user", "view", "with", "yes", "you",
})  # fmt: skip
"""Words that are in texts and addresses by chance, such as the value `no` in "no results" or `new` in `/notes/new`."""
_NUMBERING = frozenset({"code", "id", "key", "no", "nr", "number"})
"""Names of values that say nothing but that something has one."""


def open_slots(text: str, instruction: Instruction, *, loosely: bool = False) -> str:
    """`text` with `{name}` wherever it contains a passed value as whole words.

    If two values have the same text, it is left as it is, since it is unknown which was meant; so is what the
    instruction itself says too, as in "search for {term}, then open Red mug". `loosely` also ignores case, for texts
    that are only compared; a capital at the beginning of a longer text may be there by chance, and so may a usual
    word, such as `no` on a button.
    """

    def opened(found: re.Match[str], value: str, slot: str) -> str:
        is_chance = found.start() == 0 and found.group() != text.strip() and " ".join(found.group().split()) != value
        return found.group() if is_chance and found.group()[:1].isupper() else slot

    for name, value in _openable(instruction):
        if not value.strip() or f"{{{name}}}" == value:
            continue
        is_usual = value.strip().casefold() in USUAL
        if (len(value) == 1 or is_usual) and (text.strip() != value or (is_usual and loosely)):
            continue  # a single digit or letter is in too many texts by chance
        text = _pattern(value, loosely).sub(partial(opened, value=value, slot=f"{{{name}}}"), text)
    return text


def speaks_of(opened: str, instruction: Instruction) -> bool:
    """Whether a text with open slots contains a passed value in another form, such as `BLUE-MUGS` for `mugs`."""
    values = {word for text in texts_of(instruction) for word in _words(text)}
    return any(word.startswith(value) or value.startswith(word) for word in _words(opened) for value in values)


def _openable(instruction: Instruction) -> list[tuple[str, str]]:
    """The values with a unique text, the longest first: one may be part of another."""
    texts = list(_texts(instruction))
    counts = Counter(value for _, value in texts)
    values = instruction.values
    kept = [
        (name, value)
        for name, value in texts
        if isinstance(values[name], Secret) or (counts[value] == 1 and not _is_said(value, instruction))
    ]
    return sorted(kept, key=lambda item: -len(item[1]))


@lru_cache(256)  # the same few values are searched for in every text of a screen
def _pattern(value: str, loosely: bool) -> re.Pattern[str]:
    words = r"\s+".join(map(re.escape, value.split())) if loosely else re.escape(value)
    before, after = r"(?<![\w{])", r"(?![\w}])"
    if re.fullmatch(r"\d+", value):  # not part of a price, a date or a time
        before, after = before + r"(?<!\d[.,:/-])", after + r"(?![.,:/-]\d)"
    return re.compile(before + words + after, re.IGNORECASE if loosely else 0)


def open_all(value: Any, instruction: Instruction) -> Any:
    """Open the slots in every text of a nested value, such as the parameters of an action.

    Words that the instruction itself says are not a passed value, and in an address only the end and the query are.
    """
    match value:
        case str() if is_address(value):
            return _open_address(value, instruction)
        case str():
            return value if _is_said(value, instruction) else open_slots(value, instruction)
        case list():
            return [open_all(item, instruction) for item in cast("list[Any]", value)]
        case dict():
            return {key: open_all(item, instruction) for key, item in cast("dict[str, Any]", value).items()}
        case _:
            return value


def is_address(text: str) -> bool:
    return bool(_ADDRESS.match(text))


def _open_address(address: str, instruction: Instruction) -> str:
    """An address with open slots at the end of its path, in its query, and where the instruction has an address."""
    for token in filter(_SLOT.search, instruction.text.split()):
        address = address.replace(instruction.fill(token, secrets=True), token) if "/" in token else address
    path, mark, query = address.partition("?")
    start, slash, end = path.rstrip("/").rpartition("/")
    tail = path[len(path.rstrip("/")) :]
    is_below = len(list(filter(None, urlsplit(path).path.split("/")))) > 1
    opened = f"{start}{slash}{open_part(end, start.rpartition('/')[2], instruction)}{tail}" if is_below else path
    return f"{opened}{mark}{open_link(query, instruction)}"


def open_link(link: str, instruction: Instruction) -> str:
    """A link with open slots in any of its parts."""
    pieces = _PARTS.split(link)
    before = ["", *pieces[:-2:2]]
    pieces[::2] = [open_part(part, key, instruction) for key, part in zip(before, pieces[::2], strict=True)]
    return "".join(pieces)


def open_part(part: str, before: str, instruction: Instruction) -> str:
    """A part of an address with open slots; `before` is the part before it, or the name of the query parameter.

    A value that is short, a number or a usual word is there by chance, unless the part before it says what it is, as
    in `/orders/17` for "order {number}" and `?size=10` for `{size}`. A single sign never is in a path.
    """
    kept = {
        name: value
        for name, value in instruction.values.items()
        if isinstance(value, Secret) or _is_telling(value) or (len(value) > 1 and _is_named(name, before, instruction))
    }
    return open_slots(part, Instruction(instruction.text, kept))


def _is_telling(value: str) -> bool:
    """Whether a value is hardly ever in an address or on a screen by chance."""
    text = value.strip().casefold()
    shortest = _SHORTEST_TEXT if re.search(r"[^\W\d_]", text) else _SHORTEST_NUMBER
    return len(text) >= shortest and text not in USUAL


def _is_named(name: str, part: str, instruction: Instruction) -> bool:
    """Whether a part of an address says what a value is: by its name, or by the word before `{number}` and its like."""
    own = name.rpartition(".")[2].casefold()
    words = {own, *re.split(r"[\W_]+", own)} - (USUAL - {own})
    if words & _NUMBERING:
        words |= {word.casefold() for word in re.findall(rf"(\w+)\W*\{{{re.escape(name)}\}}", instruction.text)}
    return not {*map(singular, words - {""})}.isdisjoint(map(singular, re.split(r"[\W_]+", part.casefold())))


def _is_said(text: str, instruction: Instruction) -> bool:
    """Whether a text is written in the instruction itself, outside of its slots."""
    return _times(text, _own_text(instruction.text)) > 0


@lru_cache(64)  # asked for every text of a screen
def _own_text(template: str) -> str:
    """An instruction without its slots. What stands on both sides of one is not one phrase."""
    return " ".join(_SLOT.sub(" / ", template).split())


@lru_cache(1024)
def _times(words: str, text: str) -> int:
    pattern = r"\s+".join(map(re.escape, words.split()))
    return len(re.findall(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE)) if pattern else 0


def _without_said(text: str, value: str, instruction: Instruction) -> str:
    """`text` without the phrases in which the instruction itself says a value, such as "Red mug" in "open Red mug".

    A phrase is the value with the word before or after it, and it counts only if no slot can have brought it.
    """
    own, filled = _own_text(instruction.text), str(instruction)
    words = r"\s+".join(map(re.escape, value.split()))
    forms = (rf"\w+\s+{words}", rf"{words}\s+\w+") if words else ()
    for phrase in (found for form in forms for found in re.findall(rf"(?<!\w){form}(?!\w)", own, re.IGNORECASE)):
        if _times(phrase, own) == _times(phrase, filled):
            pattern = r"\s+".join(map(re.escape, phrase.split()))
            text = re.sub(rf"(?<!\w){pattern}(?!\w)", " ", text, flags=re.IGNORECASE)
    return text


def slots_in(steps: Iterable[RecordedStep]) -> set[str]:
    """The names of all values that these steps use."""
    return {name for step in steps for name in _braced(step).difference(step.verbatim)}


def verbatim_in(step: RecordedStep, known: Collection[str]) -> tuple[str, ...]:
    """The names in braces for which there is no value: somebody typed the braces, or the screen shows them."""
    return tuple(sorted({*step.verbatim, *_braced(step).difference(known)}))


def _braced(step: RecordedStep) -> set[str]:
    return slots_of(*strings_in(step.model_dump(exclude={"intent"})))


def _decided_by(steps: Iterable[RecordedStep]) -> set[str]:
    """The names of the values that decide what these steps do."""
    return {name for step in steps for name in slots_of(*decisive(step)).difference(step.verbatim)}


def slots_of(*texts: str) -> set[str]:
    return {name for text in texts for name in _SLOT.findall(text)}


def values_held(steps: Iterable[RecordedStep], instruction: Instruction) -> dict[str, str]:
    """The values that shaped these steps without being named in them. The steps apply only to these values.

    A value that no step names may have decided how often something was tapped. A value of which only a part was typed
    was split by the planner, and one that is there without a slot may be there by chance or not. With another value
    such steps would silently do the wrong thing. What is only looked at afterwards decides nothing.
    """
    steps = tuple(steps)
    named = _decided_by(steps)
    given = [text for step in steps for text in _given(step)]
    shown = [text for step in steps for text in _shown_by(step)]
    numbers = {json.dumps(value) for step in steps for value in step.params.values() if isinstance(value, int | float)}
    whole = {text.strip().casefold() for step in steps for text in (*_parts_given(step), *_shown_by(step))}
    held: dict[str, str] = {}
    for name, value in instruction.values.items():
        if isinstance(value, Secret):
            continue
        parts = _words(value)
        # A whole sentence shares words with many buttons by chance; a name does not.
        texts = [*given, *shown] if len(parts) <= _LONGEST_NAME else given
        left = [words for text in texts if (words := _words(_without_said(text, value, instruction)))]
        is_taken_apart = bool(parts) and any(words <= parts or parts <= words for words in left)
        is_there = value in numbers or value.strip().casefold() in whole
        if name not in named or is_taken_apart or is_there:
            held[name] = value
    return held


def unused_secret(steps: Iterable[RecordedStep], instruction: Instruction) -> str:
    """The name of a secret that none of these steps uses; "" if there is none."""
    named = _decided_by(steps)
    values = instruction.values.items()
    return next((name for name, value in values if isinstance(value, Secret) and name not in named), "")


def decisive(step: RecordedStep) -> Iterator[str]:
    """The texts that decide what a step does: its input, and what its elements must show. How an element is described
    decides nothing where it is found by its anchor."""
    kept = {name: anchor for name, anchor in step.anchors.items() if anchor != Anchor()}
    yield from (text for name, value in step.params.items() if name not in kept for text in strings_in(value))
    yield from strings_in([anchor.model_dump() for anchor in kept.values()])
    yield step.dialog


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(_SLOT.sub(" ", text))}


def _given(step: RecordedStep) -> Iterator[str]:
    """The input of a step: texts and choices, not the descriptions of the elements; of an address, its end."""
    for name, value in step.params.items():
        if name not in step.anchors:
            yield from (_END.sub("", text) if is_address(text) else text for text in strings_in(value))


def _parts_given(step: RecordedStep) -> Iterator[str]:
    """The input of a step, and each part of the end of an address in it."""
    for text in _given(step):
        yield from (text, *_PARTS.split(text)[::2])


def _shown_by(step: RecordedStep) -> Iterator[str]:
    """The texts that the elements of a step, and its dialog, must show."""
    for anchor in step.anchors.values():
        yield from (anchor.name, anchor.label, *anchor.row, *anchor.inside, *anchor.under, *anchor.captions)
    yield step.dialog


def fits(only: Mapping[str, str], needed: set[str], instruction: Instruction) -> bool:
    """Whether a recording with these conditions applies to an instruction with its values."""
    values = instruction.values
    return needed <= set(values) and all(values.get(name) == value for name, value in only.items())


def texts_of(instruction: Instruction) -> tuple[str, ...]:
    """The passed values, including secrets."""
    return tuple(value for _, value in _texts(instruction))


def _texts(instruction: Instruction) -> Iterator[tuple[str, str]]:
    for name, value in instruction.values.items():
        yield name, value.reveal() if isinstance(value, Secret) else value


def strings_in(value: Any) -> Iterator[str]:
    """Every text of a nested value."""
    match value:
        case str():
            yield value
        case dict():
            for item in cast("dict[str, Any]", value).values():
                yield from strings_in(item)
        case list() | tuple():
            for item in cast("list[Any]", value):
                yield from strings_in(item)
        case _:
            return
