"""Files below one folder: programs and scripts, and what is exported. They are listed, opened and saved, and never
written over unseen."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from hashlib import sha256
from pathlib import Path, PureWindowsPath
from typing import Literal

from askonce.diagnostics.closest_name import did_you_mean
from askonce.errors import ConfigError, NotAllowed
from askonce.lazy import dataclass
from askonce.report.atomic_write import placed
from askonce.values import Mask

ProgramFormat = Literal["stp", "yaml"]
FORMATS: dict[str, ProgramFormat] = {".stp": "stp", ".yaml": "yaml", ".yml": "yaml"}
MOST_LISTED = 500
MOST_BYTES = 1_000_000
_DEEPEST = 6
_LEFT_OUT = frozenset({"node_modules", "__pycache__", "site-packages", "askonce_run", "midscene_run"})
EXPORTED = (".yaml", ".yml", ".py", ".stp")
"""How files end that take what was recorded or kept."""


class FileChanged(NotAllowed):
    """A file is not as it was opened: writing over it would lose what somebody else wrote."""


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file with its text, and the version that it has on the disk."""

    file: str
    """Its name below the folder, with slashes."""
    text: str
    version: str

    @property
    def format(self) -> ProgramFormat:
        return FORMATS[Path(self.file).suffix.lower()]


class FolderFiles:
    """The files of one folder. Nothing outside of it is read or written, through links neither."""

    def __init__(self, folder: Path, mask: Mask, endings: Collection[str] = tuple(FORMATS)) -> None:
        self._folder = folder.resolve()
        self._mask = mask
        self._endings = endings
        self._name_one = f"name a file below {self._folder} that ends in {', '.join(endings)}"
        self._exported: dict[Path, str] = {}
        """What `export` wrote, by its version."""

    def names(self) -> list[str]:
        """The programs and scripts there are, at most `MOST_LISTED`."""
        found: list[str] = []
        for path in self._walk(self._folder, 0):
            found.append(path.relative_to(self._folder).as_posix())
            if len(found) >= MOST_LISTED:
                break
        return sorted(found, key=lambda name: (name.count("/"), name))

    def open(self, name: str) -> OpenedFile:
        path = self._inside(name)
        try:
            data = self._read(path)
        except FileNotFoundError:
            hint = did_you_mean(name, self.names(), otherwise=self._name_one)
            raise ConfigError(f"there is no file {name!r}", remedy=hint) from None
        text = _text(name, data)
        if self._mask(text) != text:
            raise NotAllowed(
                f"{name} holds the value of a secret, which is not shown",
                remedy="write the name of the secret in braces instead of its value",
            )
        return OpenedFile(self._shown(path), text, _version(data))

    def save(self, name: str, text: str, version: str = "", *, overwrites: bool = False) -> OpenedFile:
        """Write a file whole or not at all. `version` is that of the file when it was opened; empty for a new one."""
        path = self._inside(name)
        before = self._bytes_of(path)
        if not overwrites and before is not None and _version(before) != version:
            said = "has been changed by somebody else" if version else "is there already"
            raise FileChanged(f"{name} {said}", remedy="choose another name, or overwrite it")
        if not overwrites and before is None and version:
            raise FileChanged(f"{name} has been removed meanwhile", remedy="save it again to bring it back")
        text = text.replace("\r\n", "\n")
        data = (text.replace("\n", "\r\n") if before and b"\r\n" in before else text).encode("utf-8")
        if len(data) > MOST_BYTES:
            raise ConfigError(f"{name} would have {len(data)} bytes", remedy=f"keep it under {MOST_BYTES}")
        self._write(path, data)
        return OpenedFile(self._shown(path), text, _version(data))

    def export(self, name: str, text: str, *, overwrites: bool = False) -> Path:
        """Write a file that is not there yet, or that was written so and has not changed since."""
        path = self._inside(name.strip())
        version = self._exported.get(path, "") if path.exists() else ""
        self._exported[path] = self.save(name.strip(), text, version, overwrites=overwrites).version
        return path

    # ---- paths

    def _inside(self, name: str) -> Path:
        """The path of a name, if it is below the folder."""
        given = PureWindowsPath(name) if os.name == "nt" else Path(name)
        is_odd = not name or "\0" in name or name != name.strip() or "\\" in name or PureWindowsPath(name).drive
        if is_odd or given.is_absolute() or ".." in given.parts:
            raise NotAllowed(f"{name!r} is not a name below the folder", remedy=self._name_one)
        if given.suffix.lower() not in self._endings or given.name.startswith("."):
            raise NotAllowed(f"{name!r} is not the name of a file that is opened or saved here", remedy=self._name_one)
        path = (self._folder / name).resolve()  # through all links
        if not path.is_relative_to(self._folder) or path.suffix.lower() not in self._endings:
            raise NotAllowed(f"{name!r} leads out of the folder", remedy=self._name_one)
        return path

    def _shown(self, path: Path) -> str:
        return path.relative_to(self._folder).as_posix()

    def _walk(self, folder: Path, depth: int) -> Iterator[Path]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            return
        for entry in entries:
            if entry.name.startswith(".") or entry.name in _LEFT_OUT or entry.is_symlink():
                continue
            if entry.is_dir():
                if depth < _DEEPEST and not Path(entry.path, "pyvenv.cfg").exists():
                    yield from self._walk(Path(entry.path), depth + 1)
            elif Path(entry.name).suffix.lower() in self._endings and entry.is_file():
                yield Path(entry.path)

    # ---- bytes

    def _bytes_of(self, path: Path) -> bytes | None:
        try:
            return self._read(path)
        except FileNotFoundError:
            return None

    def _read(self, path: Path) -> bytes:
        if path.exists() and not path.is_file():
            raise ConfigError(f"{self._shown(path)} is not a file", remedy=self._name_one)
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ConfigError(f"{self._shown(path)} is larger than {MOST_BYTES} bytes", remedy="open it elsewhere")
        return data

    def _write(self, path: Path, data: bytes) -> None:
        with placed(path) as draft:
            draft.write_bytes(data)
            if path.exists():
                draft.chmod(path.stat().st_mode & 0o777)


def _text(name: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise ConfigError(f"{name} is not written in UTF-8", remedy="save it as UTF-8 first") from None


def _version(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]
