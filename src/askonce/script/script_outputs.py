"""The files that a script writes: its results after each item, and all events."""

from __future__ import annotations

import json
import math
import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

from askonce.errors import ConfigError
from askonce.screens.host_files import inside
from askonce.script.play_options import Surroundings
from askonce.script.script import Script
from askonce.trace import Entry
from askonce.values import Mask


class Output:
    """The results of a script by name, in a file that is complete after each write."""

    def __init__(self, path: Path | None, mask: Mask) -> None:
        self.path = path
        self.results: dict[str, Any] = {}
        self._mask = mask
        self._number = 0

    def keep(self, name: str | None, value: Any) -> None:
        """Keep a result under a name, or under a running number."""
        if not name:
            name, self._number = str(self._number), self._number + 1
        self.results[name] = self._mask.in_data(value) if self._mask else value
        self.write()

    def write(self) -> None:
        if self.path:
            write_json(self.path, self.results, self._mask)


class Log:
    """A sink that keeps all events, to write them to a file."""

    def __init__(self, path: Path, mask: Mask) -> None:
        self._path = path
        self._mask = mask
        self._entries: list[Any] = []

    def write(self, entry: Entry) -> None:
        self._entries.append(entry.model_dump(mode="json"))

    def flush(self) -> None:
        write_json(self._path, self._entries, self._mask)


def write_json(path: Path, value: Any, mask: Mask) -> None:
    hidden = mask.in_data(value) if mask else value
    write_whole(path, json.dumps(_finite(hidden), ensure_ascii=False, indent=2, default=str, allow_nan=False))


def _finite(value: Any) -> Any:
    """The same with null for numbers that JSON does not have, as in `JSON.stringify`."""
    match value:
        case float() if not math.isfinite(value):
            return None
        case dict():
            return {name: _finite(inner) for name, inner in cast("dict[str, Any]", value).items()}
        case list() | tuple():
            return [_finite(inner) for inner in cast("list[Any]", value)]
        case _:
            return value


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically: readers see the old content or the new."""
    partial = path.with_name(f".{path.name}.{uuid4().hex[:8]}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(text, "utf-8")
        os.replace(partial, path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        raise ConfigError(f"could not write {path}: {error.strerror}", remedy="choose another file") from error


def output_path(script: Script, around: Surroundings) -> Path | None:
    """The path of the results: the script's, or a new file in the folder of runs."""
    runs = around.settings.runs
    if script.config.output:
        return _written(script.config.output, around)
    if runs is None:
        return None
    stamp = f"{datetime.now():%Y%m%d-%H%M%S}-{uuid4().hex[:4]}"
    return (runs / "output" / f"{script.name}-{stamp}.json").absolute()


def log_path(script: Script, around: Surroundings) -> Path | None:
    match script.config.unstable_log_content:
        case str() as path if path:
            return _written(path, around)
        case True:
            return ((around.settings.runs or Path()) / "output" / "unstableLogContent.json").absolute()
        case _:
            return None


def _written(path: str, around: Surroundings) -> Path:
    """Where a file is written that a script names."""
    begin = around.home and (around.settings.runs or around.home)
    return inside(begin, path) if begin else Path(path).absolute()
