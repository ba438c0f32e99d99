"""A recorded step as people see it, and the moment that it was made from."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from askonce.lazy import dataclass
from askonce.planning.seen_action import SeenAction
from askonce.recorder.check_proposals import CheckProposal
from askonce.recordings.recording import RecordedStep
from askonce.values import Instruction

NOTHING = "nothing changed on the screen"
"""The remark on a step of which nothing came."""


@dataclass(frozen=True, slots=True)
class HandStep:
    """One step, in words and with what is known of it. No text of it holds a secret."""

    number: int
    """Stays the same as long as the step is there, wherever it is moved."""
    words: str
    """What it does, in a sentence in which it could be asked for."""
    kind: Literal["step", "check"]
    value: str = ""
    """What it types, or the name of that in braces."""
    variable: str = ""
    """The name of the value that it types; empty where the text itself is recorded."""
    offer: str = ""
    """A name for what it types, where that could become a variable."""
    problem: str = ""
    """Why it would not be found again; empty where it would."""
    remark: str = ""


@dataclass(slots=True)
class Moment:
    """Something that a person did, with all that was seen of it."""

    number: int
    seen: SeenAction | None = None
    fixed: RecordedStep | None = None
    """A step that was read from a file."""
    check: CheckProposal | None = None
    words: str = ""
    """The person's own words for it."""
    typed: str = field(default="", repr=False)
    """The text that was typed, whatever is recorded of it."""
    variable: str = ""
    is_named: bool = False
    """Whether a person made it a variable."""
    offer: str = ""
    problem: str = ""
    remark: str = ""

    @property
    def touched(self) -> int | None:
        """The number of the only element that it touched."""
        nodes = self.seen.touched if self.seen else ()
        return nodes[0].number if len(nodes) == 1 else None

    def used(self, instruction: Instruction) -> set[str]:
        return self.seen.used(instruction) if self.seen else set()
