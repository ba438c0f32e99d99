"""How a blocking method is derived from its coroutine."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from askonce.errors import AskonceError
from askonce.sync.coroutine_runner import Runner

_EXAMPLE, _AWAIT = re.compile(r"\s*(?:>>>|\.\.\.) "), re.compile(r"\bawait ")
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
        try:
            return self.runner.run(method(self.unblocked, *args, **kwargs))
        except AskonceError as error:
            raise error.with_traceback(None)  # noqa: B904  the line that called is what matters, not our own

    call.__doc__ = blocking_doc(method.__doc__ or "")
    return call


def blocking_doc(text: str) -> str:
    """A docstring whose examples wait instead of awaiting."""
    lines = (_AWAIT.sub("", line) if _EXAMPLE.match(line) else line for line in text.splitlines())
    return "\n".join(lines).replace("async with ", "with ")
