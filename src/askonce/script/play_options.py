"""Options for running a script."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

from askonce.config import Settings
from askonce.launch import AnyModel, BuildModels
from askonce.lazy import dataclass
from askonce.models.factory import build_models
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import RecordingStore
from askonce.screens.permit import Permit


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Options for running a script."""

    settings: Settings
    model: AnyModel | None = None
    host: object = None
    """A running host to open the screen in, such as a browser or a browser context."""
    headed: bool = False
    recordings: Recordings | None = None
    """Overrides the script's settings for recordings."""
    recording_store: RecordingStore | None = None
    """Where recordings are kept, instead of in the folder that the settings or the script name."""
    session: Path | None = None
    """Where to write cookies and logins after the script."""
    logins: Path | None = None
    """A file with logins that the script starts with, unless it has its own."""
    permit: Permit | None = None
    """Called right before anything is done to the screen; raises where it must not be done any more."""
    kept: AsyncExitStack | None = None
    """What closes the screen later; by default it is closed after the script."""
    build: BuildModels = build_models
    """Makes models of settings, where no `model` is given."""
    home: Path | None = None
    """The folder that the script has to itself, where its paths begin instead of in the working folder. What it writes
    goes to the folder of runs."""
