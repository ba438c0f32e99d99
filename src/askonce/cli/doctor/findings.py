"""What looks find, and what they look at."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from askonce.config import Settings
from askonce.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Finding:
    """What one look found: good or not, and what to do if not, or to have more.

    What is not `needed` may be missing: runs work without it.
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
    """What is looked at: the settings that can be used, and what they were read from."""

    settings: Settings = field(default_factory=Settings)
    environment: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Variables of the process, and under them those of `.env`."""
    process: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Variables of the process alone, which is what other programs and libraries are told."""
    unread: ConfigError | None = None
    """Why `.env` could not be read, where it could not."""
    cdp: str = ""
    """The DevTools address of a browser that runs already."""


@dataclass(frozen=True, slots=True)
class HealthCheck:
    """One subject: its heading, and who looks at it."""

    group: str
    look: Callable[[DoctorContext], Awaitable[Sequence[Finding]]]


@dataclass(frozen=True, slots=True)
class FindingGroup:
    """What was found about one subject."""

    name: str
    findings: tuple[Finding, ...]
