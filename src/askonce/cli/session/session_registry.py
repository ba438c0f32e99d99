"""The records of open sessions: one file each, which only their user can read.

They are in the user's state folder, not in the folder for runs: shell users change folders between commands, runs may
keep no files, and files of runs are shared, which a token must never be.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from askonce.errors import ConfigError
from askonce.lazy import regex

DEFAULT_NAME = "default"
"""The name of a session that was started without one."""

_NAME = regex(r"[\w-][\w.-]{0,59}")
_SUFFIX = ".json"


class SessionRecord(BaseModel):
    """The address of a session, its token and its process."""

    model_config = ConfigDict(defer_build=True, frozen=True)

    name: str
    port: int = Field(ge=1, le=65535)
    token: str = Field(repr=False, min_length=16)
    pid: int
    since: float
    """Seconds since the epoch."""
    idle: float
    """Seconds without use after which it closes."""
    log: Path


class SessionRegistry:
    """The session records of one user."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> SessionRegistry:
        """The registry in the state folder that the environment names."""
        if sys.platform == "win32":
            named, usual = environment.get("LOCALAPPDATA", ""), Path.home() / "AppData" / "Local"
        else:
            named, usual = environment.get("XDG_STATE_HOME", ""), Path.home() / ".local" / "state"
        return cls((Path(named) if Path(named).is_absolute() else usual) / "askonce" / "sessions")

    def names(self) -> list[str]:
        return sorted(path.name.removesuffix(_SUFFIX) for path in self.folder.glob(f"*{_SUFFIX}"))

    def find(self, name: str) -> SessionRecord | None:
        """The record of a session; None when there is none."""
        path = self._path(name)
        try:
            return SessionRecord.model_validate_json(path.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValidationError) as error:
            raise ConfigError(f"{path} is not a valid session file", remedy="remove that file") from error

    def add(self, record: SessionRecord) -> bool:
        """Write a record atomically, readable only for its user. False when the name is taken."""
        self.prepare()
        path = self._path(record.name)
        partial = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
        with _config_errors(path):
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
        """Remove a record, unless another session has its name by now."""
        found = self.find(record.name)
        if found and found.token == record.token:
            self._path(record.name).unlink(missing_ok=True)

    def log_path(self, name: str) -> Path:
        """The log file of a session."""
        return self._path(name).with_suffix(".log")

    def prepare(self) -> None:
        """Create the folder, readable only for its user."""
        with _config_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            self.folder.chmod(0o700)

    def _path(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise ConfigError(f"{name!r} is not a valid session name", remedy="use up to 60 letters, digits, - and _")
        return self.folder / f"{name}{_SUFFIX}"


@contextmanager
def _config_errors(path: Path) -> Generator[None, None, None]:
    try:
        yield
    except FileExistsError:
        raise
    except OSError as error:
        raise ConfigError(
            f"could not write {path}: {error.strerror}", remedy="set XDG_STATE_HOME to a folder that can be written"
        ) from error
