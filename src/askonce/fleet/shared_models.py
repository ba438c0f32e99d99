"""Models as the workers of a fleet use them: within the limits of a queue, and at the pace that providers ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from askonce.config import ModelRoles, ModelSettings
from askonce.errors import ModelUnavailable
from askonce.fleet.fleet_database import FleetDatabase
from askonce.fleet.provider_pace import PacedModel, ProviderPace, account_of
from askonce.fleet.queue_limits import QueueLimits
from askonce.models.factory import Models, build_models
from askonce.models.messages import Reply, Request
from askonce.models.model_protocol import Model
from askonce.models.retry import Retry
from askonce.models.wrapper import ModelWrapper
from askonce.screens.permit import Permit
from askonce.trace.usage import Usage


class LimitedModel(ModelWrapper):
    """A model that is asked only within what its queue may spend today."""

    def __init__(self, model: Model, limits: QueueLimits, queue: str, permit: Permit) -> None:
        super().__init__(model)
        self._limits = limits
        self._queue = queue
        self._permit = permit

    async def ask(self, request: Request) -> Reply:
        self._permit()
        reserved = await self._limits.reserve(self._queue, self._permit)
        usage: Usage | None = None
        try:
            reply = await self._model.ask(request)
            usage = reply.usage
        except ModelUnavailable:
            usage = Usage(calls=1)  # nobody answered, so nobody counted
            raise
        finally:
            # A run that is stopped here must not leave it open.
            await asyncio.shield(self._limits.settle(reserved, self._queue, usage))
        return reply


class SharedModels:
    """Builds the models of a run."""

    def __init__(self, database: FleetDatabase, queue: str, permit: Permit) -> None:
        self._limits = QueueLimits(database)
        self._pace = ProviderPace(database, permit=permit)
        self._queue = queue
        self._permit = permit

    def build(self, roles: ModelRoles, on_retry: Callable[[Retry], None] | None = None) -> Models:
        """A model for each role; equal settings share one."""
        built = build_models(roles, on_retry, around=self._paced)
        limited: dict[int, Model] = {}
        for model in (built.default, built.planning, built.insight):
            limited.setdefault(id(model), LimitedModel(model, self._limits, self._queue, self._permit))
        return Models(limited[id(built.default)], limited[id(built.planning)], limited[id(built.insight)])

    def _paced(self, model: Model, settings: ModelSettings) -> Model:
        return PacedModel(model, self._pace, account_of(settings))
