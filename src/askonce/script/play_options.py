"""What a script is played in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from askonce.config import Settings
from askonce.launch import AnyModel
from askonce.recordings.run_recordings import Recordings


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a script is played in."""

    settings: Settings
    model: AnyModel | None = None
    host: object = None
    """Something that runs already to open the screen in, such as a browser or a context of one."""
    headed: bool = False
    recordings: Recordings | None = None
    """What is kept instead of what the script says."""
    session: Path | None = None
    """Where cookies and logins are written when the script has been played."""
    logins: Path | None = None
    """A file with logins that the script begins with, unless it has its own."""
