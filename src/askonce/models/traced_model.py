"""A model whose questions and answers go into the trace, with secrets masked before they leave the process."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from askonce.errors import AskonceError
from askonce.models.messages import Image, Message, Reply, Request
from askonce.models.model_protocol import Model
from askonce.models.wrapper import ModelWrapper
from askonce.trace import Answered, Asked, Blob, MessageRef, Trace, UsageTotals


class Traced(ModelWrapper):
    """Asks the wrapped model, and traces the question, the answer and the cost."""

    def __init__(self, model: Model, trace: Trace, totals: UsageTotals) -> None:
        super().__init__(model)
        self._trace = trace
        self._totals = totals

    async def ask(self, request: Request) -> Reply:
        masked = self._mask(request)
        self._trace.emit(
            Asked(
                act=self._trace.act,
                round=self._trace.round,
                role=request.role,
                model=self.name,
                messages=tuple(self._keep(message) for message in masked.messages),
            )
        )
        try:
            reply = await self._model.ask(masked)
        except AskonceError as error:
            self._answered(request, Reply("", self.name), str(error))
            raise
        self._totals.add(request.role, reply.model, reply.usage, reply.seconds)
        self._answered(request, reply)
        return reply

    def _mask(self, request: Request) -> Request:
        """The request with secrets masked, in its messages and its values.

        The tree and the values were masked before the messages were written from them. So a secret that is a word of
        our own instructions, such as "button", is not searched for in the messages again: it would destroy them. These
        instructions, the system message, hold nothing from outside.
        """
        mask = self._trace.mask
        if not mask:
            return request
        rest = mask.apart_from("\n".join(message.text for message in request.messages if message.role == "system"))
        messages = (
            message
            if message.role == "system"
            else replace(message, parts=tuple(rest(part) if isinstance(part, str) else part for part in message.parts))
            for message in request.messages
        )
        values = request.values.masked(mask) if request.values else None
        return replace(request, messages=tuple(messages), values=values)

    def _keep(self, message: Message) -> MessageRef:
        return MessageRef(role=message.role, parts=tuple(self._keep_part(part) for part in message.parts))

    def _keep_part(self, part: str | Image) -> Blob:
        match part:
            case str():
                return self._trace.keep_text(part)
            case Image():
                return self._trace.keep_image(part.data, part.media_type)
            case _:
                assert_never(part)

    def _answered(self, request: Request, reply: Reply, error: str = "") -> None:
        self._trace.emit(
            Answered(
                act=self._trace.act,
                round=self._trace.round,
                role=request.role,
                model=reply.model,
                text=reply.text,
                error=error,
                prompt_tokens=reply.usage.prompt_tokens,
                cached_tokens=reply.usage.cached_tokens,
                completion_tokens=reply.usage.completion_tokens,
                cost=reply.usage.cost,
                seconds=reply.seconds,
            )
        )
