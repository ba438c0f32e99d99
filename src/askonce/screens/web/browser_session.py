"""The session of a browser context: cookies, local storage and IndexedDB, as text that another context begins with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Error

from askonce.errors import ScreenError
from askonce.values.private_file import write_private_file


def can_set_session(context: BrowserContext) -> bool:
    """Whether this version of Playwright can set the session of a context that is open."""
    return hasattr(context, "set_storage_state")


async def read_session(context: BrowserContext) -> str:
    try:
        state: Any = await context.storage_state(indexed_db=True)
    except Error:  # some values of IndexedDB, such as keys for encryption, cannot be written down
        state = await context.storage_state()
    return json.dumps(state)


async def keep_session(context: BrowserContext, path: Path) -> None:
    """Write it to a file that only its owner may read."""
    state = await context.storage_state()
    try:
        write_private_file(path, json.dumps(state))
    except OSError as error:
        raise ScreenError(
            f"the logins could not be written to {path}: {error.strerror}", remedy="free some space or check its folder"
        ) from error


async def set_session(context: BrowserContext, session: str) -> None:
    await context.set_storage_state(json.loads(session))


async def has_cookies(context: BrowserContext, session: str) -> bool:
    """Whether no cookie that only servers set has another value by now."""
    found = {_place(cookie): cookie.get("value") for cookie in await context.cookies()}
    kept: list[Any] = json.loads(session).get("cookies", [])
    return all(found.get(_place(cookie), cookie["value"]) == cookie["value"] for cookie in kept if cookie["httpOnly"])


def _place(cookie: Any) -> tuple[str, ...]:
    return tuple(str(cookie.get(part)) for part in ("name", "domain", "path"))
