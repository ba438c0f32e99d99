"""Calls of models as they end, for whoever counts what they cost."""

from __future__ import annotations

from collections.abc import Callable

from askonce.lazy import dataclass
from askonce.trace.events import Answered, Entry
from askonce.trace.usage import Usage


@dataclass(frozen=True, slots=True)
class ModelCallEnd:
    """One call of a model that has ended.

    >>> agent.on_model_call(lambda call: print(call.role, call.model, call.usage.tokens, call.seconds))
    """

    role: str
    """What it was asked as: default, planning or insight."""
    model: str
    usage: Usage
    """What the call has cost."""
    seconds: float
    error: str = ""
    """Why it gave no answer; empty if it did."""


OnModelCall = Callable[[ModelCallEnd], object]


class ModelCallSink:
    """A sink that tells a function of each call."""

    def __init__(self, on_call: OnModelCall) -> None:
        self._on_call = on_call

    def write(self, entry: Entry) -> None:
        event = entry.event
        if not isinstance(event, Answered):
            return
        usage = Usage(
            0 if event.error else 1, event.prompt_tokens, event.cached_tokens, event.completion_tokens, event.cost
        )
        self._on_call(ModelCallEnd(event.role, event.model, usage, event.seconds, event.error))
