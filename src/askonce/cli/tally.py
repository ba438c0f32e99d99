"""Counts what a run has used so far, and how its steps were done."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from askonce.cli.terminal import plain
from askonce.trace import (
    Acted,
    ActEnded,
    Answered,
    Asked,
    Event,
    LineEnded,
    Located,
    Looked,
    ProgramEnded,
    ProgramStarted,
)

HOWS = ("replayed", "healed", "asked")


@dataclass(slots=True)
class Tally:
    """Counts the events of a run, and describes what it is doing now."""

    started: float
    doing: str = "starting"
    round: int = 0
    actions: int = 0
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    hows: Counter[str] = field(default_factory=Counter[str])
    _in_program: bool = False

    def count(self, event: Event) -> None:
        match event:
            case Looked(round=number):
                self.now("looking")
                self.round = number
            case Asked(model=model, round=number):
                self.now(f"asking {model}")
                self.round = number
            case Answered():
                self.calls += 1
                self.tokens += event.prompt_tokens + event.completion_tokens
                self.cost += event.cost
                self.now("acting")
            case Located(target=target, box=box) if box:
                self.now(f"found {target}")
            case Acted(action=action):
                self.actions += 1
                self.now(action)
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

    def now(self, doing: str) -> None:
        self.doing = plain(doing).replace("\n", " ")

    def figures(self, now: float) -> str:
        """`3 s · 2 actions · 1 call · 1,234 tokens`."""
        counts = (counted(self.actions, "action"), counted(self.calls, "call"), counted(self.tokens, "token"))
        return " · ".join((f"{now - self.started:.0f} s", *counts))


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
