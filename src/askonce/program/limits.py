"""Limits of a run and of a step: tokens, money, time, actions and lines, also across an interruption."""

from __future__ import annotations

import time
from collections.abc import Callable

from askonce.config import Limits, ProgramSettings
from askonce.errors import OverBudget
from askonce.program.run_state import RunState
from askonce.trace import Answered, Entry, Usage


class UsageMeter:
    """Counts what is spent, from the trace, and checks it against the limits."""

    def __init__(self, settings: ProgramSettings, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._usage = Usage()
        """Spent since the last journal record."""
        self._since = clock()
        self._step = Usage()
        self._step_began = clock()
        self._step_actions = 0

    def write(self, entry: Entry) -> None:
        """Count the cost of an answer."""
        match entry.event:
            case Answered() as answer:
                calls = 0 if answer.error and not answer.text else 1
                usage = Usage(calls, answer.prompt_tokens, answer.cached_tokens, answer.completion_tokens, answer.cost)
                self._usage += usage
                self._step += usage
            case _:
                pass

    def take(self) -> tuple[Usage, float]:
        """What was spent since the last call, for the next journal record."""
        usage, now = self._usage, self._clock()
        seconds, self._usage, self._since = now - self._since, Usage(), now
        return usage, round(seconds, 3)

    def take_usage(self) -> Usage:
        usage, self._usage = self._usage, Usage()
        return usage

    def begin_step(self) -> None:
        self._step, self._step_began, self._step_actions = Usage(), self._clock(), 0

    def count_action(self) -> None:
        self._step_actions += 1

    def seconds_left(self, state: RunState) -> float | None:
        """Until the step or the run is out of time, whichever comes first."""
        run, step = self._settings.limits.seconds, self._settings.step_limits.seconds
        now = self._clock()
        left = [
            *([] if run is None else [run - state.seconds - (now - self._since)]),
            *([] if step is None else [step - (now - self._step_began)]),
        ]
        return max(0.0, min(left)) if left else None

    def check(self, state: RunState) -> None:
        """Raise `OverBudget` when a limit is reached."""
        now = self._clock()
        usage, seconds = state.usage + self._usage, state.seconds + now - self._since
        _check(self._settings.limits, usage, seconds, "the run", state)
        _check(self._settings.step_limits, self._step, now - self._step_began, "this step", state)

    def check_lines(self, state: RunState) -> None:
        """Raise `OverBudget` when the run has executed as many lines as it may. This is what ends an endless loop."""
        if state.lines >= self._settings.lines:
            raise OverBudget(
                f"{state.lines} lines were executed, which is the limit for a run; it is at {state.position}",
                remedy="check that every loop ends, or allow more lines in the program's settings",
            )

    def check_action(self, state: RunState) -> None:
        """The same before an action. Tokens and money are checked before each question, not here."""
        run, step = self._settings.limits.steps, self._settings.step_limits.steps
        if run is not None and state.actions >= run:
            raise _over("steps", str(run), str(state.actions), "the run", state)
        if step is not None and self._step_actions >= step:
            raise _over("steps", str(step), str(self._step_actions), "this step", state)

    def out_of_time(self, state: RunState) -> OverBudget:
        """The error for a deadline that has passed."""
        try:
            self.check(state)
        except OverBudget as error:
            return error
        return _over("time", "all", "all of it", "the step", state)


def _check(limits: Limits, usage: Usage, seconds: float, whose: str, state: RunState) -> None:
    if limits.tokens is not None and usage.tokens >= limits.tokens:
        raise _over("tokens", str(limits.tokens), str(usage.tokens), whose, state)
    if limits.money is not None and usage.cost >= limits.money:
        raise _over("money", f"${limits.money:g}", f"${usage.cost:.4f}", whose, state)
    if limits.seconds is not None and seconds >= limits.seconds:
        raise _over("time", f"{limits.seconds:g} s", f"{seconds:.1f} s", whose, state)


def _over(what: str, limit: str, used: str, whose: str, state: RunState) -> OverBudget:
    last = state.progress.attempts[-1] if state.progress.attempts else ""
    done = f"{state.lines} lines and {state.actions} actions were done" + (f", the last: {last}" if last else "")
    return OverBudget(
        f"the budget of {what} for {whose} is used up at {state.position}: {used} of {limit}; {done}",
        remedy="raise the limit in the program's settings and resume, or ask for less",
    )
