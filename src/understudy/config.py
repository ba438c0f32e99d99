"""Settings, and the one function that reads them from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from understudy.values import Secret

Seeing = Literal["screenshot", "both", "elements"]
Reasoning = Literal["default", "off", "on", "low", "medium", "high"]


@dataclass(frozen=True, slots=True)
class Price:
    """Money per million tokens, for the money budget and the figures in reports."""

    prompt: float = 0.0
    completion: float = 0.0


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """How one model is reached."""

    name: str
    base_url: str = ""
    api_key: Secret | None = None
    family: str = ""
    timeout: float = 180.0
    temperature: float | None = None
    retries: int = 3
    reasoning: Reasoning = "default"
    extra_body: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    proxy: str = ""
    price: Price = Price()


@dataclass(frozen=True, slots=True)
class ModelRoles:
    """Which model plays which role; a role without its own uses `default`."""

    default: ModelSettings
    planning: ModelSettings | None = None
    insight: ModelSettings | None = None


@dataclass(frozen=True, slots=True)
class ActSettings:
    """How an `act` behaves. None means: what suits the model family."""

    sees: Seeing | None = None
    deep_think: bool = False
    rounds: int | None = None
    failures: int = 5
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may use up. None means no limit."""

    steps: int | None = None
    tokens: int | None = None
    money: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """All that can be said in the environment."""

    models: ModelRoles | None = None
    act: ActSettings = ActSettings()
    limits: Limits = Limits()
    runs: Path | None = Path("understudy_run")
    """Where traces and reports go; None leaves no files."""
    allowed_hosts: tuple[str, ...] = ()
    browser: Path | None = None


def read_settings(environment: Mapping[str, str]) -> Settings:
    raise NotImplementedError
