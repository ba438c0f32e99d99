"""What checks find, and what they check."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import Any

from askonce.config import Settings
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.screens.screen_kind import Finding

__all__ = ["DoctorContext", "Finding", "FindingGroup", "HealthCheck"]


@dataclass(frozen=True, slots=True)
class DoctorContext:
    """What the checks read: the usable settings, and the variables they were read from."""

    settings: Settings = field(default_factory=Settings)
    environment: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The variables of the process, and below them those of `.env`."""
    process: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Only the variables of the process, which other programs and libraries see."""
    unread: ConfigError | None = None
    """Why `.env` could not be read, if it could not."""
    screens: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """Options for checking kinds of screens, as the command names them."""


@dataclass(frozen=True, slots=True)
class HealthCheck:
    """The check of one subject, and its heading."""

    group: str
    run: Callable[[DoctorContext], Awaitable[Sequence[Finding]]]


@dataclass(frozen=True, slots=True)
class FindingGroup:
    """The findings of one check."""

    name: str
    findings: tuple[Finding, ...]
