"""What a script is played in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from askonce.config import Settings
from askonce.launch import AnyModel
from askonce.recordings.run_recordings import Recordings

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a script is played in."""

    settings: Settings
    model: AnyModel | None = None
    host: Browser | BrowserContext | None = None
    """A browser to open a context in, or a context to open a tab in; without it, a browser is started."""
    headed: bool = False
    recordings: Recordings | None = None
    """What is kept instead of what the script says."""
    session: Path | None = None
    """Where cookies and logins are written when the script has been played."""
