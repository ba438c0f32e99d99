"""How the acts of a run were done, and what that took of a model."""

from __future__ import annotations

from collections import Counter
from dataclasses import field

from askonce.config import EMBEDDED
from askonce.lazy import dataclass
from askonce.trace.events import ActEnded, Answered, Entry, Event, LineEnded, ProgramEnded, ProgramStarted

HOWS = ("replayed", "healed", "asked")


@dataclass(slots=True, kw_only=True)
class RunCounts:
    """Counts the events of a run; a sink of its trace."""

    calls: int = 0
    embedded_calls: int = 0
    """How many of the calls went to the model that comes with the package, which costs nothing."""
    tokens: int = 0
    cost: float = 0.0
    hows: Counter[str] = field(default_factory=Counter[str])
    _in_program: bool = False

    def write(self, entry: Entry) -> None:
        self.count(entry.event)

    def count(self, event: Event) -> None:
        match event:
            case Answered(error=error, prompt_tokens=0) if error:
                pass  # nobody answered: the key was refused, or nothing listens
            case Answered():
                self.calls += 1
                self.embedded_calls += event.model == EMBEDDED
                self.tokens += event.prompt_tokens + event.completion_tokens
                self.cost += event.cost
            case ProgramStarted():
                self._in_program = True
            case ProgramEnded():
                self._in_program = False
            case LineEnded(how=how) if how:
                self.hows[how] += 1
            case ActEnded(how=how) if how and not self._in_program:
                self.hows[how] += 1
            case _:
                pass
