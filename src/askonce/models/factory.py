"""Builds models from settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from askonce.config import ModelRoles, ModelSettings
from askonce.lazy import dataclass
from askonce.models.model_protocol import Model
from askonce.models.retry import Retry, Retrying

if TYPE_CHECKING:
    from askonce.models.openai_client import OwnClient


Around = Callable[[Model, ModelSettings], Model]
"""Wraps the model that was built from settings."""


@dataclass(frozen=True, slots=True)
class Models:
    """The model for each role. A role without a model of its own has the same object as `default`.

    >>> models = Models.of(ScriptedModel(["yes"]))
    >>> models.planning is models.default
    True
    """

    default: Model
    planning: Model
    insight: Model

    @classmethod
    def of(cls, default: Model, planning: Model | None = None, insight: Model | None = None) -> Models:
        """Models by role; what is left out is the default.

        >>> models = Models.of(ScriptedModel(["yes"]), planning=ScriptedModel(["no"]))
        """
        return cls(default, planning or default, insight or default)

    async def close(self) -> None:
        """Close each model once.

        >>> await Models.of(ScriptedModel(["yes"])).close()
        """
        for model in {id(model): model for model in (self.default, self.planning, self.insight)}.values():
            await model.close()


def build_model(
    settings: ModelSettings,
    on_retry: Callable[[Retry], None] | None = None,
    *,
    client: OwnClient | None = None,
    around: Around | None = None,
) -> Model:
    """A client for these settings, with their retries. `client` may put one of your own in its place: `OpenAIModel`.

    `around` wraps the client: each try passes through it.

    >>> build_model(ModelSettings("gpt-4o-mini", api_key=Secret("sk-key"))).name
    'gpt-4o-mini'
    """
    from askonce.models.openai_client import OpenAIModel

    model: Model = OpenAIModel(settings, client=client)
    model = around(model, settings) if around else model
    return Retrying(model, settings.retries, on_retry) if settings.retries else model


def build_models(
    roles: ModelRoles, on_retry: Callable[[Retry], None] | None = None, *, around: Around | None = None
) -> Models:
    """A model for each role; equal settings share one.

    >>> models = build_models(ModelRoles(ModelSettings("gpt-4o-mini", api_key=Secret("sk-key"))))
    """
    built: list[tuple[ModelSettings, Model]] = []

    def model_for(settings: ModelSettings) -> Model:
        for known, model in built:
            if known == settings:
                return model
        built.append((settings, build_model(settings, on_retry, around=around)))
        return built[-1][1]

    return Models(
        model_for(roles.default),
        model_for(roles.planning or roles.default),
        model_for(roles.insight or roles.default),
    )
