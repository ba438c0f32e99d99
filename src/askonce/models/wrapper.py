"""The base class of models that wrap another model. They have its name and its family."""

from __future__ import annotations

from askonce.models.families import Family
from askonce.models.model_protocol import Model


class ModelWrapper:
    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def family(self) -> Family:
        return self._model.family

    async def close(self) -> None:
        await self._model.close()
