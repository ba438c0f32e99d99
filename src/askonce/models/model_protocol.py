"""The protocol that every model implements."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from askonce.models.families import Family
from askonce.models.messages import Reply, Request


@runtime_checkable
class Model(Protocol):
    """Answers requests. Wrappers (retry, budget, cassette, fallback) are Models that hold a Model.

    >>> isinstance(ScriptedModel(["yes"]), Model)
    True
    """

    @property
    def name(self) -> str: ...

    @property
    def family(self) -> Family: ...

    async def ask(self, request: Request) -> Reply:
        """Return the model's reply, or raise a `ModelError`."""
        ...

    async def close(self) -> None: ...
