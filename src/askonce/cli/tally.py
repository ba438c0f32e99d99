"""Counts what a run has used so far, and how its steps were done."""

from __future__ import annotations

from askonce.cli.terminal import plain
from askonce.lazy import dataclass
from askonce.trace import Acted, Answered, Asked, Event, Located, Looked
from askonce.trace.run_counts import RunCounts


@dataclass(slots=True)
class Tally(RunCounts):
    """Counts the events of a run, and describes what it is doing now."""

    started: float
    doing: str = "starting"
    round: int = 0
    actions: int = 0

    def count(self, event: Event) -> None:
        RunCounts.count(self, event)
        match event:
            case Looked(round=number):
                self.now("looking")
                self.round = number
            case Asked(model=model, round=number):
                self.now(f"asking {model}")
                self.round = number
            case Answered():
                self.now("acting")
            case Located(target=target, box=box) if box:
                self.now(f"found {target}")
            case Acted(action=action):
                self.actions += 1
                self.now(action)
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
