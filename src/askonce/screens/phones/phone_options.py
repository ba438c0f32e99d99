"""How one phone is driven, where users may want it otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from types import MappingProxyType

from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class PhoneOptions:
    """What can be set for a phone."""

    app_names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Packages by the names that the user has for them."""
    hides_keyboard: bool = False
    """Whether the on-screen keyboard is put away after typing."""
    back_hides: bool = False
    """Whether the back button puts it away, and Escape only where that did not."""
    type_delay: float = 0.0
    """Seconds between two keys."""
    uploads: Path | None = None
    """The only folder of this machine that files are copied from."""
    files: Path | None = None
    """The folder that files of the phone are copied to."""
