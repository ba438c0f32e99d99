"""Shell completion for names such as recordings and runs.

Where nothing is offered, the shell offers files. A shell cannot show errors, so what cannot be read is not offered.
Imports are inside the functions, since every command imports this module.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from askonce.errors import AskonceError

if TYPE_CHECKING:
    from askonce.config import Settings

_MOST = 50


def offer_recordings(incomplete: str) -> list[str]:
    """The ids of recordings."""
    from askonce.recordings.fsspec_store import open_store

    settings = _settings()
    where = settings.recordings.store or (settings.runs and settings.runs / "recordings")
    try:
        return [id for id in open_store(where).ids() if id.startswith(incomplete)] if where else []
    except AskonceError:
        return []


def offer_sessions(incomplete: str) -> list[str]:
    """The names of open sessions."""
    from askonce.cli.dotenv import read_environment
    from askonce.cli.session.session_registry import SessionRegistry

    try:
        return [name for name in SessionRegistry.of(read_environment()).names() if name.startswith(incomplete)]
    except AskonceError:
        return []


def offer_traces(incomplete: str) -> list[str]:
    """The folders of runs, latest first."""
    return _runs_with("trace.jsonl", incomplete)


def offer_journals(incomplete: str) -> list[str]:
    """The folders of runs that can be resumed, latest first."""
    return _runs_with("journal.jsonl", incomplete)


def offer_scripts(incomplete: str) -> list[str]:
    """Scripts and programs in the folder that is being typed, and in its subfolders."""
    from askonce.script.batch_files import is_script

    folder = incomplete.rpartition("/")[0]
    start = Path(folder) if folder else Path()
    found = (path for pattern in ("*", "*/*") for path in sorted(start.glob(pattern)))
    names = (path.as_posix() for path in found if path.as_posix().startswith(incomplete) and is_script(path))
    return [name for name, _ in zip(names, range(_MOST), strict=False)]


def _runs_with(file: str, incomplete: str) -> list[str]:
    runs = _settings().runs
    found = sorted(_folders(runs / "traces", file), reverse=True) if runs else []
    return [name for name in found if name.startswith(incomplete)][:_MOST]


def _folders(traces: Path, file: str) -> Iterator[str]:
    return (path.parent.as_posix() for path in traces.glob(f"*/{file}"))


def _settings() -> Settings:
    from askonce.cli.dotenv import read_environment
    from askonce.config import Settings, read_settings

    try:
        return read_settings(read_environment())
    except AskonceError:
        return Settings()
