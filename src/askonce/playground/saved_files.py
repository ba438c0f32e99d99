"""Files that a client saves: below one folder alone, whole or not at all, and none of others is written over."""

from __future__ import annotations

import hashlib
from pathlib import Path

from askonce.errors import ConfigError, NotAllowed
from askonce.report.atomic_write import placed

ENDINGS = (".yaml", ".yml", ".py", ".stp")


class SavedFiles:
    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._written: dict[Path, str] = {}

    def find(self, name: str) -> Path:
        """Where a file lies, or would lie."""
        if not name.strip() or "\0" in name:
            raise ConfigError("a file needs a name", remedy="write one, such as flow.yaml")
        path = (self._folder / name).resolve()
        if path.suffix.lower() not in ENDINGS or path.name.startswith("."):
            raise NotAllowed(f"{name!r} is not the name of a recording", remedy=f"end it with {', '.join(ENDINGS)}")
        if not path.is_relative_to(self._folder) or path == self._folder:
            raise NotAllowed(f"{name!r} lies outside {self._folder}", remedy="choose a name in this folder")
        return path

    def write(self, name: str, text: str) -> Path:
        """Write a file that is not there yet, or that was written here and has not changed since."""
        path = self.find(name)
        if path.is_dir():
            raise ConfigError(f"{name!r} is a folder", remedy="choose another name")
        if path.exists() and self._written.get(path) != _digest(path.read_bytes()):
            raise ConfigError(f"there is a file {name!r} already", remedy="choose another name, or remove it first")
        with placed(path) as draft:
            draft.write_text(text, encoding="utf-8")
        self._written[path] = _digest(text.encode())
        return path


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
