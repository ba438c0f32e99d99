"""Somebody to consult: passes questions on to a scripted model, as an agent does to its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from askonce.models import Reply, Request
from askonce.testing import ScriptedModel


class Consulting:
    """`asked` holds what the model was asked."""

    def __init__(self, replies: Iterable[str | Exception] | Callable[[Request], str]) -> None:
        self._model = ScriptedModel(replies)

    @property
    def asked(self) -> list[Request]:
        return self._model.asked

    async def consult(self, request: Request) -> Reply:
        return await self._model.ask(request)
