"""The environment of commands: the variables of the process, and below them those of a `.env` file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

from askonce.errors import ConfigError


def read_environment(folder: Path | None = None) -> Mapping[str, str]:
    """All variables; those of the process override those of `.env` in the current folder."""
    path = (folder or _current_folder()) / ".env"
    return (_read_file(path) if path.is_file() else {}) | dict(os.environ)


def _current_folder() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError as error:
        raise ConfigError("the current folder was deleted", remedy="change to another folder") from error


def _read_file(path: Path) -> dict[str, str]:
    from dotenv import dotenv_values
    from dotenv.parser import parse_stream

    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"{path} is not UTF-8: byte {error.start + 1} is invalid",
            remedy="save it as UTF-8 in your editor, or remove it",
        ) from error
    except OSError as error:
        raise ConfigError(f"{path} could not be read: {error.strerror}", remedy="fix or remove the file") from error
    for line in parse_stream(StringIO(text)):
        if line.error:  # the line is not repeated: it may hold a key
            raise ConfigError(
                f"{path}, line {line.original.line} is not valid",
                remedy="write NAME=value, with quotes around a value with spaces; a comment starts with #",
            )
    return {name: value for name, value in dotenv_values(stream=StringIO(text)).items() if value is not None}
