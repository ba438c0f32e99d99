"""A model whose questions and answers go into the trace, with secrets masked before they leave the process."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from askonce.errors import AskonceError
from askonce.models.messages import Image, Message, Reply, Request
from askonce.models.model_protocol import Model
from askonce.models.wrapper import Holding
from askonce.trace import Answered, Asked, Blob, MessageRef, Trace, UsageTotals


class Traced(Holding):
    """Asks the model it holds, and leaves a record of what was said and what it cost."""

    def __init__(self, model: Model, trace: Trace, totals: UsageTotals) -> None:
        super().__init__(model)
        self._trace = trace
        self._totals = totals

    async def ask(self, request: Request) -> Reply:
        masked = replace(request, messages=tuple(self._mask(message) for message in request.messages))
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
        self._totals.add(request.role, reply.model, reply.usage)
        self._answered(request, reply)
        return reply

    def _mask(self, message: Message) -> Message:
        if not self._trace.mask:
            return message
        return replace(
            message,
            parts=tuple(self._hide(part) if isinstance(part, str) else part for part in message.parts),
        )

    def _hide(self, part: str) -> str:
        """The text without secrets; what a text of a kind of its own remembers for models in this process, it keeps."""
        hidden = self._trace.mask(part)
        if type(part) is str:
            return hidden
        kept = type(part)(hidden)
        vars(kept).update(vars(part))
        return kept

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
