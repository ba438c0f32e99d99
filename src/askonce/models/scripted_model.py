"""A model with scripted replies: for tests, and for benchmarks without a real model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from askonce.errors import ModelUnavailable
from askonce.models.families import Family, family_named
from askonce.models.messages import Reply, Request
from askonce.trace.usage import Usage


class ScriptedModel:
    """Answers with the given replies in order, or with the result of a function of each request.

    An exception among the replies is raised in its turn. `asked` holds every request.

    >>> model = ScriptedModel(['<complete success="true">Done.</complete>'])
    >>> async with launch.screen(screen, model=model) as agent:
    ...     await agent.act("look around")
    """

    def __init__(
        self, replies: Iterable[str | Exception] | Callable[[Request], str], *, family: str = "generic"
    ) -> None:
        self.name = "scripted"
        self.family: Family = family_named(family)
        self.asked: list[Request] = []
        self._answer = replies if callable(replies) else _in_order(iter(replies))

    async def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        text = self._answer(request)
        prompt = sum(len(message.text) for message in request.messages) // 4
        return Reply(text, self.name, Usage(calls=1, prompt_tokens=prompt, completion_tokens=len(text) // 4))

    async def close(self) -> None: ...


def _in_order(replies: Iterator[str | Exception]) -> Callable[[Request], str]:
    def answer(request: Request) -> str:
        reply = next(replies, None)
        if reply is None:
            raise ModelUnavailable("this scripted model has no more replies")
        if isinstance(reply, Exception):
            raise reply
        return reply

    return answer
