"""Before a line that was interrupted or failed is done again: is it done already?

A line that has committed nothing yet is simply carried out again. Otherwise the planner is asked to look, with hands
that can commit nothing, and only "not done" lets the line be done again. Where the screen does not show it, the run
stops with `LineInDoubt`, and its user says how to go on.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

from askonce.errors import ConfigError, LineInDoubt
from askonce.program.run_state import RunState
from askonce.prompts import prompt

Outcome = Literal["done", "not done"]
InterruptedLine = Literal["", "done", "repeat"]
"""What the user of a resumed run says of the line at which it was interrupted."""

OUTCOME = "outcome"
"""The result of an inspection."""


def inspection_of(step: str) -> str:
    """The step that looks whether another one is done."""
    return prompt("inspect", step=step)


def checked_answer(answer: InterruptedLine, *, is_resumed: bool) -> InterruptedLine:
    """What the user says of the interrupted line, unless that is nothing that can be said."""
    if answer not in get_args(InterruptedLine):
        raise ConfigError(
            f"interrupted_line is {answer!r}",
            remedy='say "done" if all of the line is done, or "repeat" if nothing of it is',
        )
    if answer and not is_resumed:
        raise ConfigError("interrupted_line is for a run that is resumed", remedy="pass resume, or leave it out")
    return answer


def read_outcome(value: Any) -> Outcome | None:
    """What an inspection found; None unless it is certain."""
    return next((outcome for outcome in get_args(Outcome) if outcome == value), None)


def undecided(state: RunState, reason: str = "") -> LineInDoubt:
    """The error for a line that may be done already."""
    actions = "; ".join(dict.fromkeys(state.progress.commits))
    why = f": {reason}" if reason else ""
    return LineInDoubt(
        f"{state.position} ({state.statement.words!r}) is not done again, because it may be done already: {actions} "
        f"was carried out, or may have been, and it cannot be seen whether that took effect{why}",
        remedy="look at the app yourself, then resume with --interrupted-line done if all of it is done, or with "
        "--interrupted-line repeat if nothing of it is (in Python: interrupted_line=…)",
    )
