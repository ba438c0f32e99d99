"""What can be passed to a question about the screen, and the words of the question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypedDict, cast

from askonce.agent.single_actions import Words, refuse_unknown
from askonce.errors import ConfigError
from askonce.insight.answer_types import Fields, Shape, shape_of
from askonce.models.reference_images import Images
from askonce.values import Instruction, Secret, Value

Demand = str | Fields
"""What is asked for: in words, in words with a shape (`"string[], the names"`), or as described fields."""


class QuestionOptions(TypedDict, total=False):
    """Options of every question, also of one about an observation."""

    context: str
    """Background knowledge for this question."""
    values: Mapping[str, Value]
    """What `{name}` in the words stands for."""


class LookOptions(QuestionOptions, total=False):
    """How to look at the screen."""

    within: Words
    """The only part that counts, in words, such as "the basket panel"."""
    whole_page: bool
    """Look at the whole page, not only at what is in view."""
    elements: bool
    """False: the model gets the picture alone, without the texts of the elements."""
    images: Images
    """Reference pictures by name, such as a design to compare with: files, bytes, addresses or pictures of Pillow."""
    force_model: bool
    """Ask the model even if the elements could answer."""


class ReadOptions(LookOptions, total=False):
    """Options of every question about the screen as it is now."""

    timeout: float
    """How many seconds it may take until what it needs is there; 0 looks once. See `call_timeout`."""


def question(words: str, options: QuestionOptions, known: type[QuestionOptions]) -> Instruction:
    """The words of a question with their values. Refuses options that are not in `known`."""
    refuse_unknown(options, known.__optional_keys__)
    _refuse_other_than(str, words)
    if not words.strip():
        raise ConfigError("the words are empty", remedy="say in plain words what to read or to check")
    try:
        return Instruction.of(words, options.get("values"))
    except ConfigError as error:
        remedy = 'pass it as values={"name": …}, or double the braces to keep them as they are'
        raise ConfigError(error.message, remedy=remedy) from None


def _refuse_other_than(kinds: type | tuple[type, ...], words: object) -> None:
    if not isinstance(words, kinds):
        raise ConfigError(f"{words!r} is not a text", remedy="say in plain words what to read or to check")


def typed_question(
    demand: Demand, returns: Any, options: QuestionOptions, known: type[QuestionOptions]
) -> tuple[Shape, Instruction]:
    """The shape of what is asked for, and the words that ask for it, with their values in them."""
    _refuse_other_than((str, Mapping, list), demand)
    shape = shape_of(demand, returns)
    if isinstance(demand, str):
        asked = question(shape.demand, options, known)
        return replace(shape, demand=str(asked)), asked
    asked = question(", ".join(demand) if isinstance(demand, Mapping) else "a list", options, known)
    return shape_of(_filled(demand, asked), returns), asked


def _filled(described: Any, asked: Instruction) -> Any:
    """Fields with values in their words."""
    match described:
        case str():
            return asked.fill(described, secrets=False)
        case Mapping():
            return {name: _filled(inner, asked) for name, inner in cast("Mapping[str, Any]", described).items()}
        case list():
            return [_filled(inner, asked) for inner in cast("list[Any]", described)]
        case _:
            return described


def revealed(asked: Instruction) -> str:
    """The words with their secrets in plain, to compare with the elements only: this text never leaves the process."""
    values = {name: value.reveal() if isinstance(value, Secret) else value for name, value in asked.values.items()}
    return str(Instruction(asked.text, values))
