"""The messages sent to a model, and its reply."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, Protocol, Self

from askonce.geometry import Frame
from askonce.lazy import dataclass
from askonce.trace.usage import Usage
from askonce.values import Mask

Role = Literal["default", "planning", "insight"]


@dataclass(frozen=True, slots=True)
class Image:
    """A picture as it is sent. Its frame maps what the model says about it back to the screen.

    >>> image = Image(b"", "image/png", Frame.whole(Size(800, 600), Size(800, 600)))
    """

    data: bytes
    media_type: str
    frame: Frame


@dataclass(frozen=True, slots=True)
class Message:
    """What is said in a conversation: by the system, by whoever asks, or by the model.

    >>> Message("user", ("Find: the Save button",)).text
    'Find: the Save button'
    """

    role: Literal["system", "user", "assistant"]
    parts: tuple[str | Image, ...]

    @property
    def text(self) -> str:
        return "\n".join(part for part in self.parts if isinstance(part, str))


class RequestValues(Protocol):
    """What the messages of a request say, as values."""

    def masked(self, mask: Mask) -> Self:
        """The same with secrets replaced by their names in every text."""
        ...


@dataclass(frozen=True, slots=True)
class Purpose:
    """The kind and text of a request, for models in this process.

    >>> Purpose("statement", "the total is 12.50").kind
    'statement'
    """

    kind: Literal["value", "statement", "program"]
    """To read a value, to judge a statement, or to write a program."""
    words: str = ""
    """The value or statement, as the caller wrote it."""

    def masked(self, mask: Mask) -> Purpose:
        """The same with secrets replaced by their names.

        >>> Purpose("value", "the code").masked(Mask()).words
        'the code'
        """
        return Purpose(self.kind, mask(self.words))


@dataclass(frozen=True, slots=True)
class Request:
    """One question. `positions` means that the reply should contain positions in the picture.

    >>> request = Request((Message("user", ("Is the button blue?",)),))
    """

    messages: tuple[Message, ...]
    role: Role = "default"
    positions: bool = False
    values: RequestValues | None = field(default=None, repr=False, compare=False)
    """The values that the messages were written from, for models in this process. They are not sent to a provider and
    not saved: traces and cassettes contain only the messages."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered, and what that cost.

    >>> reply = await ScriptedModel(["yes"]).ask(Request((Message("user", ("Is it?",)),)))
    >>> reply.text, reply.usage.calls
    ('yes', 1)
    """

    text: str
    model: str
    usage: Usage = field(default_factory=Usage)
    reasoning: str = ""
    seconds: float = 0.0
