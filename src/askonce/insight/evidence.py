"""The evidence for a question about the screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from askonce.geometry import Box
from askonce.insight.passing_texts import PassingText
from askonce.lazy import dataclass
from askonce.models import Image
from askonce.screens import Shot, Tree


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One picture, and when it was taken: seconds since the observation started."""

    shot: Shot
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """The screen at one moment, or at several, with what else a model is to know."""

    snapshots: tuple[Snapshot, ...] = ()
    """In order; several for an observation over time, or a long page that was scrolled."""
    tree: Tree | None = None
    """The elements, in view or of the whole page; those of the last moment."""
    within: Box | None = None
    """The part of the screen to consider, in screen units."""
    over_time: bool = False
    """Whether the snapshots follow each other in time, instead of down the page."""
    seconds: float = 0.0
    """How long it was watched, if over time."""
    gap: float = 0.0
    """The longest time in which nobody looked: what was shorter may have been missed."""
    passing: tuple[PassingText, ...] = ()
    """Texts that came or went meanwhile."""
    images: Mapping[str, Image] = field(default_factory=lambda: MappingProxyType({}))
    """Reference pictures by name, such as a design to compare with."""
    context: str = ""
