"""The budget of a run: counts usage in one place and raises before the next step or request that would exceed it."""

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

    Time runs from the first step or request. What a reply costs is known only afterwards, so the limits of tokens and
    money stop the request after the one that reached them.

    >>> budget = Budget(Limits(steps=50, tokens=100_000))
    """

    def __init__(self, limits: Limits, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.steps = 0
        self.usage = Usage()
        self._clock = clock
        self._started: float | None = None

    @property
    def seconds(self) -> float:
        """Seconds since the first step or request."""
        return 0.0 if self._started is None else self._clock() - self._started

    @property
    def seconds_left(self) -> float | None:
        return None if self.limits.seconds is None else max(0.0, self.limits.seconds - self.seconds)

    def step(self) -> None:
        """Count one step, or raise OverBudget if none is left.

        >>> budget = Budget(Limits(steps=1))
        >>> budget.step()
        """
        self.check()
        if self.limits.steps is not None and self.steps >= self.limits.steps:
            raise _over("steps", f"{self.limits.steps}", f"{self.steps}", "STEPS")
        self.steps += 1

    def add(self, usage: Usage) -> None:
        """Count what a reply has cost.

        >>> budget = Budget(Limits(tokens=500))
        >>> budget.add(Usage(calls=1, prompt_tokens=100))
        >>> budget.usage.tokens
        100
        """
        self.usage += usage

    def check(self) -> None:
        """Raise OverBudget when no tokens, money or time are left.

        >>> Budget(Limits(seconds=60)).check()
        """
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
        """The error that says that the time is used up.

        >>> type(Budget(Limits(seconds=60)).out_of_seconds()).__name__
        'OverBudget'
        """
        return _over("time", f"{self.limits.seconds:g} s", f"{self.seconds:.1f} s", "SECONDS")


class Budgeted(ModelWrapper):
    """A model that is asked only while there is budget left.

    >>> model = Budgeted(ScriptedModel(["yes"]), Budget(Limits(tokens=10_000)))
    """

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
