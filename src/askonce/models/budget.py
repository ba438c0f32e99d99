"""What a run may use up: counted in one place, refused before the next thing that would go over."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from askonce.config import Limits
from askonce.errors import OverBudget
from askonce.models.messages import Reply, Request
from askonce.models.model_protocol import Model
from askonce.models.wrapper import ModelWrapper
from askonce.trace.usage import Usage


class Budget:
    """Counts steps, tokens, money and time against `limits`. Several models may share one.

    Time runs from the first step or question. What a reply will cost is known only when it is there, so tokens and
    money stop the question after the one that reached the limit.
    """

    def __init__(self, limits: Limits, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.steps = 0
        self.usage = Usage()
        self._clock = clock
        self._started: float | None = None

    @property
    def seconds(self) -> float:
        """How long it is since the first step or question."""
        return 0.0 if self._started is None else self._clock() - self._started

    @property
    def seconds_left(self) -> float | None:
        return None if self.limits.seconds is None else max(0.0, self.limits.seconds - self.seconds)

    def step(self) -> None:
        """Count one step, unless it would be one too many."""
        self.check()
        if self.limits.steps is not None and self.steps >= self.limits.steps:
            raise _over("steps", f"{self.limits.steps}", f"{self.steps}", "STEPS")
        self.steps += 1

    def add(self, usage: Usage) -> None:
        self.usage += usage

    def check(self) -> None:
        """Raise OverBudget when nothing is left of tokens, money or time."""
        if self._started is None:
            self._started = self._clock()
        limits = self.limits
        if limits.tokens is not None and self.usage.tokens >= limits.tokens:
            raise _over("tokens", f"{limits.tokens}", f"{self.usage.tokens}", "TOKENS")
        if limits.money is not None and self.usage.cost >= limits.money:
            raise _over("money", f"${limits.money:g}", f"${self.usage.cost:.4f}", "MONEY")
        if limits.seconds is not None and self.seconds >= limits.seconds:
            raise self.out_of_seconds()

    def out_of_seconds(self) -> OverBudget:
        return _over("time", f"{self.limits.seconds:g} s", f"{self.seconds:.1f} s", "SECONDS")


class Budgeted(ModelWrapper):
    """A model that is only asked while its budget lasts."""

    def __init__(self, model: Model, budget: Budget) -> None:
        super().__init__(model)
        self._budget = budget

    async def ask(self, request: Request) -> Reply:
        budget = self._budget
        budget.check()
        limit = asyncio.timeout(budget.seconds_left)
        try:
            async with limit:
                reply = await self._model.ask(request)
        except TimeoutError:
            if limit.expired():
                raise budget.out_of_seconds() from None
            raise
        budget.add(reply.usage)
        return reply


def _over(what: str, limit: str, used: str, variable: str) -> OverBudget:
    return OverBudget(
        f"the budget of {what} is used up: {used} of {limit}",
        remedy=f"raise the limit (ASKONCE_MAX_{variable}), or ask for less",
    )
