"""The logins of a run: kept beside its journal until it has ended, so that a resumed run has them in a new browser."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from askonce.errors import ScreenError
from askonce.screens import SessionHolder
from askonce.values import Mask
from askonce.values.private_file import write_private_file

_SUFFIX = ".logins"


def logins_file(journal: Path) -> Path:
    """Where the logins of the run with this journal are kept."""
    return journal.with_suffix(_SUFFIX)


class KeptLogins:
    """A file that only its owner may read. What holds a secret is left out, as in the journal."""

    def __init__(self, journal: Path, screen: SessionHolder, mask: Mask) -> None:
        self._path = logins_file(journal)
        self._screen = screen
        self._mask = mask

    async def keep(self) -> str:
        """Write the logins of now. Returns why they could not be kept, else an empty text."""
        try:
            session = await self._screen.read_session()
            if session:
                kept = _without_secrets(json.loads(session), self._mask)
                write_private_file(self._path, json.dumps({"screen": self._screen.session_id, "session": kept}))
        except ScreenError as error:
            return error.message
        except OSError as error:
            return f"{self._path} could not be written: {error.strerror}"
        return "" if session else "they are those of a browser that Askonce did not open"

    async def restore(self) -> bool:
        """Whether the screen has the logins of the run now: it had them all the time, or got them again."""
        try:
            data = json.loads(self._path.read_text("utf-8"))
            screen, session = data["screen"], json.dumps(data["session"])
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return False
        if screen == self._screen.session_id:
            return True
        try:
            return await self._screen.set_session(session)
        except ScreenError:
            return False

    def forget(self) -> None:
        with suppress(OSError):
            self._path.unlink()


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
