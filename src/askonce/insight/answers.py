"""The results of reading the screen, always with their source and cost."""

from __future__ import annotations

from dataclasses import field
from typing import Generic, Literal, TypeVar

from askonce.lazy import dataclass
from askonce.trace import Usage

T = TypeVar("T")

Source = Literal["elements", "model"]
"""The source of an answer: the elements of the screen (exact and free), or a vision model."""


class PartialList(UserWarning):
    """A list that was read goes on beyond what was read. `answer` says what is missing in `more`.

    >>> import warnings
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("error", PartialList)  # a list that is not whole is an error
    ...     messages = await agent.query("all messages")
    """


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """The value that was asked for."""

    value: T
    source: Source
    reason: str = ""
    """What it was read from, in words."""
    usage: Usage = field(default_factory=Usage)
    more: str = ""
    """What is missing of a list that goes on beyond what was read; empty if nothing is known to be missing."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a statement about the screen is true, and why. It counts as true or false itself: `if verdict: …`."""

    statement: str
    holds: bool
    reason: str
    source: Source
    usage: Usage = field(default_factory=Usage)

    def __bool__(self) -> bool:
        return self.holds
