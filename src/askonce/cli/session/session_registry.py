"""Where kept sessions leave word of themselves: one file each, which only their user can read.

They lie in the user's state folder, not in that of a run: whoever drives a browser from a shell changes folders in
between, a run may keep no files at all, and what a run leaves is uploaded and shared, which a token must never be.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from askonce.errors import ConfigError

DEFAULT_NAME = "default"
"""What a session is called whose name nobody gave."""

_NAME = re.compile(r"[\w-][\w.-]{0,59}")
_ENDING = ".json"


class SessionRecord(BaseModel):
    """How a session is reached, and whose process it is."""

    model_config = ConfigDict(frozen=True)

    name: str
    port: int = Field(ge=1, le=65535)
    token: str = Field(repr=False, min_length=16)
    pid: int
    since: float
    """Seconds since the epoch."""
    idle: float
    """Seconds after which it ends when nobody uses it."""
    log: Path


class SessionRegistry:
    """The notices of one user."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> SessionRegistry:
        """Those in the state folder that the environment names."""
        if sys.platform == "win32":
            named, usual = environment.get("LOCALAPPDATA", ""), Path.home() / "AppData" / "Local"
        else:
            named, usual = environment.get("XDG_STATE_HOME", ""), Path.home() / ".local" / "state"
        return cls((Path(named) if Path(named).is_absolute() else usual) / "askonce" / "sessions")

    def names(self) -> list[str]:
        return sorted(path.name.removesuffix(_ENDING) for path in self.folder.glob(f"*{_ENDING}"))

    def find(self, name: str) -> SessionRecord | None:
        """The notice of a session; None when there is none."""
        path = self._path(name)
        try:
            return SessionRecord.model_validate_json(path.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValidationError) as error:
            raise ConfigError(f"{path} could not be read as a session", remedy="remove that file") from error

    def add(self, record: SessionRecord) -> bool:
        """Write a notice, readable for its user alone, whole or not at all. False when the name is taken."""
        self.prepare()
        path = self._path(record.name)
        partial = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
        with _our_errors(path):
            try:
                with open(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
                    file.write(record.model_dump_json())
                os.link(partial, path)
            except FileExistsError:
                return False
            finally:
                partial.unlink(missing_ok=True)
        return True

    def remove(self, record: SessionRecord) -> None:
        """Take a notice away, unless another session has its name by now."""
        found = self.find(record.name)
        if found and found.token == record.token:
            self._path(record.name).unlink(missing_ok=True)

    def log_path(self, name: str) -> Path:
        """Where the process of a session writes what it has to say."""
        return self._path(name).with_suffix(".log")

    def prepare(self) -> None:
        """Make the folder, closed to others."""
        with _our_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            self.folder.chmod(0o700)

    def _path(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise ConfigError(
                f"{name!r} cannot be the name of a session", remedy="use letters, digits, - and _, up to 60 of them"
            )
        return self.folder / f"{name}{_ENDING}"


@contextmanager
def _our_errors(path: Path) -> Generator[None, None, None]:
    try:
        yield
    except FileExistsError:
        raise
    except OSError as error:
        raise ConfigError(
            f"could not write {path}: {error.strerror}", remedy="set XDG_STATE_HOME to a folder that can be written"
        ) from error
