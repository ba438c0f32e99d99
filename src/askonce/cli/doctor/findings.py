"""What checks find, and what they check."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from askonce.config import Settings
from askonce.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found: good or not, and what to do about it.

    Runs work without what is not `needed`.
    """

    name: str
    good: bool
    said: str
    remedy: str = ""
    needed: bool = True

    @property
    def fails(self) -> bool:
        return self.needed and not self.good


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
    cdp: str = ""
    """The DevTools address of a running browser."""


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
