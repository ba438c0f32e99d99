"""How a blocking method is derived from its coroutine."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from askonce.sync.coroutine_runner import Runner

Unblocked = TypeVar("Unblocked", covariant=True)
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Blocking(Generic[Unblocked]):
    """Something awaitable, for code that does not await."""

    def __init__(self, unblocked: Unblocked, runner: Runner) -> None:
        self._unblocked = unblocked
        self.runner = runner

    @property
    def unblocked(self) -> Unblocked:
        """What awaits."""
        return self._unblocked


def blocking(
    method: Callable[Concatenate[Unblocked, Parameters], Coroutine[Any, Any, Result]],
) -> Callable[Concatenate[Blocking[Unblocked], Parameters], Result]:
    """The same method, waiting for its result."""

    @wraps(method)
    def call(self: Blocking[Unblocked], /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        return self.runner.run(method(self.unblocked, *args, **kwargs))

    return call
