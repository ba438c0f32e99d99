"""Which model a session asks. It can be changed while the session is open, so the agent holds one that passes on."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from askonce.config import EMBEDDED, ModelRoles
from askonce.diagnostics.closest_name import did_you_mean
from askonce.embedded import EmbeddedModel
from askonce.errors import ConfigError
from askonce.models import Model, Reply, Request
from askonce.models.factory import Models, build_models
from askonce.models.families import Family


class CurrentModel:
    """The model of a role, whichever it is at the moment."""

    def __init__(self, model: Model) -> None:
        self.model = model

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def family(self) -> Family:
        return self.model.family

    async def ask(self, request: Request) -> Reply:
        return await self.model.ask(request)

    async def close(self) -> None:
        """Nothing: who chose the models closes them."""


class ModelChoice:
    """The models that can be chosen in a session, by name, and the one that is asked now."""

    def __init__(self, configured: ModelRoles | None) -> None:
        self._built: dict[str, Models] = {EMBEDDED: Models.of(EmbeddedModel())}
        self._left: list[Models] = []
        self.settings: dict[str, ModelRoles] = {}
        """How each is reached; the embedded one is not reached at all."""
        self.chosen = EMBEDDED
        first = self._built[EMBEDDED]
        if configured:
            self.add(configured)
            self.chosen = configured.default.name
            first = self._built[self.chosen]
        default = CurrentModel(first.default)
        is_same = first.planning is first.default
        self.models = Models(
            default,
            default if is_same else CurrentModel(first.planning),
            default if first.insight is first.default else CurrentModel(first.insight),
        )
        """What the agent gets."""

    @property
    def names(self) -> list[str]:
        return list(self._built)

    def add(self, roles: ModelRoles) -> None:
        """Offer a model, in place of one of the same name."""
        name = roles.default.name
        if name in self._built:
            self._left.append(self._built[name])
        self._built[name] = build_models(roles)
        self.settings[name] = roles

    def choose(self, name: str) -> None:
        """Ask this one from now on."""
        if name not in self._built:
            raise ConfigError(
                f"there is no model {name!r} here",
                remedy=did_you_mean(name, self._built, otherwise=f"there are {', '.join(self._built)}"),
            )
        self.chosen = name
        chosen = self._built[name]
        for role in ("default", "planning", "insight"):
            current = getattr(self.models, role)
            assert isinstance(current, CurrentModel)
            current.model = getattr(chosen, role)

    @contextmanager
    def only_now(self, name: str | None) -> Generator[None, None, None]:
        """A block in which another model is asked."""
        before = self.chosen
        if name:
            self.choose(name)
        try:
            yield
        finally:
            if name:
                self.choose(before)

    async def close(self) -> None:
        for models in (*self._built.values(), *self._left):
            await models.close()
