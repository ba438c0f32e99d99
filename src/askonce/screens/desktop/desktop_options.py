"""How one desktop is driven, where users may want it otherwise."""

from __future__ import annotations

from pathlib import Path

from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class DrivingOptions:
    """What can be set for a desktop that is open."""

    monitor: str = ""
    """The name or number of the monitor that is driven; all of them without one."""
    type_delay: float = 0.0
    """Seconds between two keys."""
    uploads: Path | None = None
    """The only folder of this machine that files are copied from."""
    files: Path | None = None
    """The folder that files are copied to."""
    is_trusted: bool = True
    """Whether files may be copied, and programs started that no menu lists."""
