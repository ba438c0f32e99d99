"""The environment that commands run in: what is really set, and under it what a `.env` file here says."""

from __future__ import annotations

import os
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

from askonce.errors import ConfigError


def read_environment(folder: Path | None = None) -> Mapping[str, str]:
    """All variables; those of the process win over those of `.env` in the folder where the command is run."""
    path = (folder or _here()) / ".env"
    return (_read_file(path) if path.is_file() else {}) | dict(os.environ)


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError as error:
        raise ConfigError("the folder that this is run in was deleted", remedy="go to another folder") from error


def _read_file(path: Path) -> dict[str, str]:
    from dotenv import dotenv_values
    from dotenv.parser import parse_stream

    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"{path} is not written in UTF-8: byte {error.start + 1} makes no character",
            remedy="save it as UTF-8 in your editor, or remove it",
        ) from error
    except OSError as error:
        raise ConfigError(f"{path} could not be read: {error.strerror}", remedy="mend or remove the file") from error
    for line in parse_stream(StringIO(text)):
        if line.error:  # what it says is not repeated: it may be a key
            raise ConfigError(
                f"{path}, line {line.original.line} cannot be understood",
                remedy="a line is NAME=value, with quotes around a value with blanks; a comment begins with #",
            )
    return {name: value for name, value in dotenv_values(stream=StringIO(text)).items() if value is not None}
