"""How a model is reached, and which model does what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Any

from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.values import Secret


@dataclass(frozen=True, slots=True)
class Price:
    """The price per million tokens, for the money budget and the costs in reports.

    >>> model = ModelSettings("gpt-4o-mini", price=Price(prompt=0.15, completion=0.60))
    """

    prompt: float = 0.0
    """For what is sent."""
    completion: float = 0.0
    """For what comes back."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """How to reach one model.

    >>> ModelSettings("gpt-4o-mini", api_key=Secret("sk-key")).name
    'gpt-4o-mini'
    """

    name: str
    """As its provider writes it."""
    base_url: str = ""
    """The provider's address; OpenAI's when empty."""
    api_key: Secret | None = None
    """The key for it."""
    family: str = ""
    """The model family; guessed from the name when empty."""
    timeout: float = 180.0
    """Seconds that one request may take; 0 is any number."""
    temperature: float | None = None
    """From 0 to 2; None is 0, or the provider's own where it takes no other."""
    retries: int = 3
    """How often to ask again after a passing failure."""
    reasoning: str = "auto"
    """How much the model thinks before it answers: auto for as little as its family allows, default for what its
    provider thinks right, off, on, or an effort that the family knows, such as low, medium or high."""
    reasoning_budget: int | None = None
    """How many tokens it may think with, for families that take such a number."""
    extra_body: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """Added to every request."""
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """Sent with every request, such as another header for the key. They are not shown."""
    query: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """Added to the address of every request, such as the version of an API. It is not shown."""
    proxy: str = field(default="", repr=False)
    """A URL that may hold a password, so it is not shown."""
    price: Price = Price()
    """For the costs in reports and the limit on money."""

    def __post_init__(self) -> None:
        if isinstance(self.api_key, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ConfigError(
                f"the api_key of {self.name} is a plain text, which could be shown",
                remedy="pass api_key=Secret(…)",
            )


@dataclass(frozen=True, slots=True)
class ModelRoles:
    """The model for each role. A role without a model of its own uses `default`.

    >>> roles = ModelRoles(default=ModelSettings("gpt-4o-mini"), planning=ModelSettings("gpt-4o"))
    """

    default: ModelSettings
    """For everything that has no model of its own."""
    planning: ModelSettings | None = None
    """For plans."""
    insight: ModelSettings | None = None
    """For questions about the screen."""
