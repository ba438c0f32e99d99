"""The session of a browser context: cookies, local storage and IndexedDB, as text that another context begins with.

What a tab keeps for itself (session storage) goes with it in files, under a key of its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from playwright.async_api import BrowserContext, Error, Page, Route

from askonce.errors import ConfigError, ScreenError
from askonce.screens.web.devtools import ask
from askonce.values.private_file import write_private_file

_OF_TAB = "sessionStorage"
"""The key of what a tab keeps for itself."""


def can_set_session(context: BrowserContext) -> bool:
    """Whether this version of Playwright can set the session of a context that is open."""
    return hasattr(context, "set_storage_state")


async def read_session(context: BrowserContext) -> str:
    try:
        state: Any = await context.storage_state(indexed_db=True)
    except Error:  # some values of IndexedDB, such as keys for encryption, cannot be written down
        state = await context.storage_state()
    return json.dumps(state)


async def keep_session(page: Page, path: Path) -> None:
    """Write it to a file that only its owner may read, with the session storage of a tab."""
    state: Any = json.loads(await read_session(page.context))
    items = await _read_tab(page)
    try:
        write_private_file(path, json.dumps({**state, _OF_TAB: items}))
    except OSError as error:
        raise ScreenError(
            f"the logins could not be written to {path}: {error.strerror}", remedy="free some space or check its folder"
        ) from error


def read_session_file(path: Path) -> tuple[dict[str, Any], dict[str, dict[str, str]]]:
    """What a context begins with, as Playwright takes it, and the session storage of its first tab by origin."""
    try:
        state: Any = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"there is no storage state at {path}", remedy="save one, or leave it out") from error
    except ValueError:
        state = None
    if not isinstance(state, dict):
        raise ConfigError(f"{path} is not a storage state", remedy="save one with context.storage_state(path=…)")
    found = cast("dict[str, Any]", state)
    return {key: value for key, value in found.items() if key != _OF_TAB}, found.get(_OF_TAB, {})


async def set_tab_storage(page: Page, items: Mapping[str, Mapping[str, str]]) -> None:
    """Give a new tab its session storage, on an empty page of each origin."""
    for origin, values in items.items():
        address = f"{origin}/"
        await page.route(address, _answer_empty)
        await page.goto(address)
        await page.evaluate("items => { for (const name in items) sessionStorage.setItem(name, items[name]) }", values)
        await page.unroute(address)
    if items:
        await page.goto("about:blank")
        session = await page.context.new_cdp_session(page)
        await ask(session, "Page.resetNavigationHistory")  # nobody goes back to those pages
        await session.detach()


async def _answer_empty(route: Route) -> None:
    await route.fulfill(body="", content_type="text/html")


async def _read_tab(page: Page) -> dict[str, dict[str, str]]:
    """The session storage of a tab at the origin that it shows."""
    try:
        origin, items = await page.evaluate("() => [location.origin, { ...sessionStorage }]")
    except Error:  # a page without an origin has none
        return {}
    return {origin: items} if items and origin.startswith("http") else {}


async def set_session(context: BrowserContext, session: str) -> None:
    await context.set_storage_state(json.loads(session))


async def has_cookies(context: BrowserContext, session: str) -> bool:
    """Whether no cookie that only servers set has another value by now."""
    found = {_place(cookie): cookie.get("value") for cookie in await context.cookies()}
    kept: list[Any] = json.loads(session).get("cookies", [])
    return all(found.get(_place(cookie), cookie["value"]) == cookie["value"] for cookie in kept if cookie["httpOnly"])


def _place(cookie: Any) -> tuple[str, ...]:
    return tuple(str(cookie.get(part)) for part in ("name", "domain", "path"))
