"""What the operating system says about a file, as an error of ours."""

from __future__ import annotations

from askonce.errors import ConfigError

_MOST = 60


def file_error(error: OSError) -> ConfigError | None:
    """An error about a file that somebody named; None where it is about something else."""
    name = error.filename
    if not isinstance(name, str) or not error.strerror:
        return None
    shown = name if len(name) <= _MOST else f"{name[:_MOST]}…"
    return ConfigError(f"{shown!r} cannot be used: {error.strerror.lower()}", remedy="name another file or folder")
