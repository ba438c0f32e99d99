"""A model that writes to people in the language they prefer."""

from __future__ import annotations

from dataclasses import replace

from askonce.models.messages import Message, Reply, Request
from askonce.models.model_protocol import Model
from askonce.models.wrapper import ModelWrapper


class WritesIn(ModelWrapper):
    """Asks the wrapped model to write thoughts, reasons and answers in a language."""

    def __init__(self, model: Model, language: str) -> None:
        super().__init__(model)
        self._wish = (
            f"Write thoughts, logs, reasons, messages and answers in {language}. "
            "Tags, keys, what is typed, and texts of the screen stay as they are."
        )

    async def ask(self, request: Request) -> Reply:
        first, *rest = request.messages
        if first.role == "system":
            messages = (replace(first, parts=(*first.parts, self._wish)), *rest)
        else:
            messages = (Message("system", (self._wish,)), first, *rest)
        return await self._model.ask(replace(request, messages=messages))
