"""What a playground is started with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Literal

from askonce.config import ModelRoles, Settings
from askonce.lazy import dataclass
from askonce.screens.screen_choice import ScreenChoice
from askonce.screens.screen_kind import Finding
from askonce.values import Secret

Mode = Literal["ask", "record"]
"""Which panel is open first."""

Verify = Callable[[ModelRoles], Awaitable[Sequence[Finding]]]
"""Asks models whether they can be used."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A screen that is offered to try things on."""

    title: str
    about: str
    choose: Callable[[], ScreenChoice]
    """Says which screen it is. It may take a while: what has to run for it is started when it is first wanted."""


@dataclass(frozen=True, slots=True)
class PlaygroundOptions:
    """What a playground is started with."""

    settings: Settings = field(default_factory=Settings)
    secrets: Mapping[str, Secret] = field(default_factory=dict[str, Secret])
    """What `{name}` in words and typed text stands for. Clients know the names alone."""
    samples: Sequence[Sample] = ()
    uploads: Path | None = None
    """The folder that files are uploaded from; None for one that goes away with the session."""
    recordings: str | None = None
    """The recordings that asks replay and add to; None for those of the sitting, which are kept nowhere."""
    folder: Path = field(default_factory=Path)
    """The only folder that programs are opened from and saved in."""
    headed: bool = False
    """Whether browsers have a window, too."""
    mode: Mode = "ask"
    verify: Verify | None = None
    """None where models cannot be verified."""
