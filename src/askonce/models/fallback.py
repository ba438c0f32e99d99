"""A second model for when the first cannot be reached."""

from __future__ import annotations

from askonce.errors import ConfigError, ModelTimeout, ModelUnavailable
from askonce.models.families import Family
from askonce.models.messages import Reply, Request
from askonce.models.model_protocol import Model


class Fallback:
    """Asks `second` when `first` is unavailable or times out; the reply says which one answered.

    Both must be of the same family: questions, pictures and the positions in replies follow the family of the first.

    >>> model = Fallback(ScriptedModel([Fault]), ScriptedModel(["yes"]))
    """

    def __init__(self, first: Model, second: Model) -> None:
        if first.family.name != second.family.name:
            raise ConfigError(
                f"{first.name} is of the family {first.family.name}, {second.name} of {second.family.name}",
                remedy="choose a fallback of the same family: they write positions in the same way",
            )
        self._first = first
        self._second = second

    @property
    def name(self) -> str:
        return self._first.name

    @property
    def family(self) -> Family:
        return self._first.family

    async def ask(self, request: Request) -> Reply:
        try:
            return await self._first.ask(request)
        except (ModelUnavailable, ModelTimeout):
            return await self._second.ask(request)

    async def close(self) -> None:
        try:
            await self._first.close()
        finally:
            await self._second.close()
