"""The environment that commands run in: what is really set, and under it what a `.env` file here says."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from understudy.errors import ConfigError


def read_environment(folder: Path | None = None) -> Mapping[str, str]:
    """All variables; those of the process win over those of `.env` in the folder where the command is run."""
    from dotenv import dotenv_values

    path = (folder or Path.cwd()) / ".env"
    try:
        written = dotenv_values(path) if path.is_file() else {}
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} could not be read: {error}", remedy="mend or remove the file") from error
    return {name: value for name, value in written.items() if value is not None} | dict(os.environ)
