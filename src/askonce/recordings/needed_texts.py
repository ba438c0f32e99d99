"""What has to be on the screen before a recorded step: texts that the instruction speaks of and no step names, such as
whose conversation is open. A replay that does not see them does nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from askonce.lazy import regex
from askonce.recordings.needed_states import lasting_states
from askonce.recordings.recording import RecordedStep
from askonce.recordings.slots import USUAL, decisive, slots_of
from askonce.screens.expectation import Expectation, seen_nodes
from askonce.screens.ui_tree import Tree
from askonce.values import SLOT_NAME, Instruction, Secret

_SLOT = regex(rf"\{{({SLOT_NAME})\}}")
_TOKEN = regex(r"\w+(?:['’.-]\w+)*")
_NUMBER = regex(r"\d+")
_LONGEST = 60
"""Characters of a text that may be a title or a name; longer ones tell a story."""
_MOST_NAMES = 2
_FILLING = frozenset({"Type", "Clear", "Select"})
"""Actions after which the screen is the one before them."""


def needed_texts(tree: Tree, instruction: Instruction) -> tuple[Expectation, ...]:
    """The texts on a screen that have a passed value in them, or a name that the instruction says itself."""
    shown = dict.fromkeys(" ".join(text.split()) for node in seen_nodes(tree) for text in (node.name, node.text))
    texts = [text for text in shown if 1 < len(text) <= _LONGEST and not {"{", "}"} & set(text)]
    values = _values(instruction)
    found = [_first(texts, value) for value in values.values()]
    found += [_first(texts, name) for name in _names(instruction.text)]
    said = _SLOT.sub("\n", instruction.text)
    found += [text for text in texts if _is_name(text) and _words(text).search(said)][:_MOST_NAMES]
    return tuple(Expectation("visible", _opened(text, values)) for text in dict.fromkeys(filter(None, found)))


def keep_needed(steps: Sequence[RecordedStep], only: Mapping[str, str], said: str) -> Iterator[RecordedStep]:
    """The steps with what they need and none of them names. `only` are the values that they hold for.

    After a field was filled in the screen is still the same: what was seen before that counts.
    """
    named = "\n".join(text for step in steps for text in decisive(step))
    is_same = False
    for step, states in zip(steps, lasting_states(steps), strict=True):
        texts = [need for need in step.needs if need.kind == "visible" and _is_unnamed(need.text, only, named, said)]
        yield step.model_copy(update={"needs": (*(() if is_same else texts), *states)})
        is_same = step.action in _FILLING and not step.params.get("enter")


def is_shown(need: Expectation, tree: Tree, instruction: Instruction) -> bool:
    """Whether a text is there as it was, whole, but for numbers that the instruction says nothing of."""
    pieces = _SLOT.split(need.text)  # texts, and between them the names of values
    values = _values(instruction)
    wanted = "".join(
        re.escape(values.get(piece, "")) if place % 2 else _loosely(piece, instruction.text)
        for place, piece in enumerate(pieces)
    )
    pattern = re.compile(wanted, re.IGNORECASE)
    texts = (" ".join(text.split()) for node in tree for text in (node.name, node.text) if text)
    return any(pattern.fullmatch(text) for text in texts)


def _is_unnamed(text: str, only: Mapping[str, str], named: str, said: str) -> bool:
    slots = slots_of(text)
    if slots:
        return any(name in only for name in slots)
    names = [name for name in (*_names(said), text) if _words(name).search(text)]
    return not any(_words(name).search(named) for name in names)


def _loosely(text: str, said: str) -> str:
    """A pattern for a text in which numbers may be others, unless the instruction says them."""
    return "".join(
        r"\d+" if _NUMBER.fullmatch(piece) and not _words(piece).search(said) else re.escape(piece)
        for piece in re.split(r"(\d+)", text)
    )


def _first(texts: Sequence[str], words: str) -> str:
    """The first text that is just these words, else the first that has them in it."""
    having = [text for text in texts if words.casefold() in text.casefold() and _words(words).search(text)]
    return next((text for text in having if text.casefold() == words.casefold()), having[0] if having else "")


def _opened(text: str, values: Mapping[str, str]) -> str:
    for name, value in sorted(values.items(), key=lambda item: -len(item[1])):
        text = _words(value).sub(lambda _, name=name: f"{{{name}}}", text) if f"{{{name}}}" not in text else text
    return text


def _values(instruction: Instruction) -> dict[str, str]:
    given = instruction.values.items()
    plain = {name: " ".join(value.split()) for name, value in given if not isinstance(value, Secret)}
    return {name: value for name, value in plain.items() if len(value) > 1 and value.casefold() not in USUAL}


def _names(said: str) -> list[str]:
    """What an instruction calls by a name: words with a capital, a digit, or letters that have no capitals."""
    found: list[str] = []
    end = -1
    for token in _TOKEN.finditer(_SLOT.sub(lambda slot: "\n" * len(slot.group()), said)):
        if not _is_name(token.group()):
            continue
        if token.start() == end + 1 and said[end] == " ":
            found[-1] += f" {token.group()}"
        else:
            found.append(token.group())
        end = token.end()
    return found


def _is_name(text: str) -> bool:
    is_marked = any(sign.isalnum() and not sign.islower() for sign in text)
    return is_marked and len(text) > 1 and text.casefold() not in USUAL


def _words(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.IGNORECASE)
