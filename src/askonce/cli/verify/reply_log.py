"""A model that keeps its replies and what they cost."""

from __future__ import annotations

from askonce.models import Model, Reply, Request
from askonce.models.wrapper import ModelWrapper
from askonce.trace.usage import Usage


class ReplyLog(ModelWrapper):
    """Asks the wrapped model, and keeps the replies."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.replies: list[Reply] = []

    async def ask(self, request: Request) -> Reply:
        reply = await self._model.ask(request)
        self.replies.append(reply)
        return reply

    @property
    def usage(self) -> Usage:
        return sum((reply.usage for reply in self.replies), Usage())
