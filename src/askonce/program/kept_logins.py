"""The logins of a run: kept beside its journal until it has ended, so that a resumed run has them in a new browser."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, cast, runtime_checkable

from askonce.errors import AskonceError, RunLost, ScreenError
from askonce.screens import SessionHolder
from askonce.values import Mask
from askonce.values.private_file import write_private_file

_SUFFIX = ".logins"


def logins_file(journal: Path) -> Path:
    """Where the logins of the run with this journal are kept."""
    return journal.with_suffix(_SUFFIX)


class LoginStore(Protocol):
    """Where the logins of one run lie, as text. What cannot be done is an error of ours."""

    async def write(self, logins: str) -> None: ...

    async def read(self) -> str | None:
        """None if there are none."""
        ...

    async def forget(self) -> None: ...


@runtime_checkable
class HasLoginStore(Protocol):
    """A journal that has a place for the logins of its run."""

    mask: Mask
    """What hides the secrets of the run."""

    @property
    def login_store(self) -> LoginStore: ...


class LoginFile:
    """A file beside the journal that only its owner may read."""

    def __init__(self, journal: Path) -> None:
        self._path = logins_file(journal)

    async def write(self, logins: str) -> None:
        try:
            write_private_file(self._path, logins)
        except OSError as error:
            raise AskonceError(f"{self._path} could not be written: {error.strerror}") from error

    async def read(self) -> str | None:
        try:
            return self._path.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    async def forget(self) -> None:
        with suppress(OSError):
            self._path.unlink()


class KeptLogins:
    """The logins of one screen, kept in a store. What holds a secret is left out, as in the journal."""

    def __init__(self, store: LoginStore, screen: SessionHolder, mask: Mask) -> None:
        self._store = store
        self._screen = screen
        self._mask = mask

    async def keep(self) -> str:
        """Write the logins of now. Returns why they could not be kept, else an empty text."""
        try:
            session = await self._screen.read_session()
            if session:
                kept = _without_secrets(json.loads(session), self._mask)
                await self._store.write(json.dumps({"screen": self._screen.session_id, "session": kept}))
        except RunLost:
            raise
        except AskonceError as error:
            return error.message
        return "" if session else "they are those of a browser that Askonce did not open"

    async def restore(self) -> str:
        """Give the screen the logins of the run, unless it had them all the time. Returns why that was not possible,
        else an empty text."""
        try:
            text = await self._store.read()
            data = json.loads(text) if text is not None else None
            if data is None:
                return "none were kept"
            screen, session = data["screen"], json.dumps(data["session"])
        except RunLost:
            raise
        except AskonceError as error:
            return error.message
        except (ValueError, TypeError, KeyError, RecursionError):
            return "they cannot be read"
        if screen == self._screen.session_id:
            return ""
        try:
            return "" if await self._screen.set_session(session) else "this browser does not take them"
        except ScreenError as error:
            return error.message

    async def forget(self) -> None:
        await self._store.forget()


def _without_secrets(value: Any, mask: Mask) -> Any:
    """The data without the entries of lists that hold a secret."""
    match value:
        case dict():
            return {name: _without_secrets(item, mask) for name, item in cast("dict[str, Any]", value).items()}
        case list():
            items = (_without_secrets(item, mask) for item in cast("list[Any]", value))
            return [item for item in items if not mask.hides(json.dumps(item, ensure_ascii=False))]
        case _:
            return value
