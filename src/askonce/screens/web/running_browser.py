"""A Chrome of the user's that runs already: where its DevTools are, and which of its tabs is in front."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from typing import Any, cast
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

from playwright.async_api import BrowserContext, Error, Page

from askonce.config import Settings
from askonce.errors import ConfigError, ScreenError
from askonce.screens.web.browser_launch import find_browser, launch_arguments
from askonce.screens.web.browser_options import BrowserOptions
from askonce.screens.web.devtools import ask

AUTO = "auto"
"""The address of whichever browser is found."""
_PORT_FILE = "DevToolsActivePort"
_USUAL = "http://127.0.0.1:9222"
_PROFILES = {
    "darwin": (
        "Library/Application Support/Google/Chrome",
        "Library/Application Support/Google/Chrome Beta",
        "Library/Application Support/Chromium",
        "Library/Application Support/Microsoft Edge",
    ),
    "win32": (
        "AppData/Local/Google/Chrome/User Data",
        "AppData/Local/Google/Chrome Beta/User Data",
        "AppData/Local/Chromium/User Data",
        "AppData/Local/Microsoft/Edge/User Data",
    ),
    "": (
        ".config/google-chrome",
        ".config/google-chrome-beta",
        ".config/google-chrome-unstable",
        ".config/chromium",
        ".config/microsoft-edge",
        "snap/chromium/common/chromium",
        ".var/app/com.google.Chrome/config/google-chrome",
        ".var/app/org.chromium.Chromium/config/chromium",
    ),
}
"""Where browsers keep the profiles of a user, below the home folder."""
_REACHED_WITHIN, _STARTED_WITHIN, _LOOK = 1.0, 20.0, 0.05
_BUSY = 15.0
"""The most seconds for an answer of a browser that has left its address. Where it is gone, its port refuses at once."""
_OWN_PAGES = ("devtools", "chrome-extension", "chrome-untrusted")
HOW = (
    "in Chrome open chrome://inspect/#remote-debugging and allow it, or start Chrome with "
    "--remote-debugging-port=9222 --user-data-dir=FOLDER; or set ASKONCE_CDP to its address, or ASKONCE_CHROME_PROFILE "
    "to the folder of a profile that Chrome may be started with"
)


def default_profiles(*, platform: str = sys.platform, home: Path | None = None) -> Iterator[Path]:
    """The folders in which browsers keep a user's profiles, if they are there."""
    places = _PROFILES.get(platform, _PROFILES[""])
    return (folder for place in places if (folder := (home or Path.home()) / place).is_dir())


async def find_running(settings: Settings, *, home: Path | None = None, usual: str = _USUAL) -> str:
    """The DevTools address of a browser that runs; it is started with a profile if the settings allow it."""
    if settings.cdp:
        return settings.cdp
    profile = settings.chrome_profile
    folders = [*([profile] if profile else []), *default_profiles(home=home)]
    for address in (*filter(None, map(read_address, folders)), usual):
        if await _answers(address):
            return address
    if profile is None:
        raise ConfigError("no running Chrome with a debugging address was found", remedy=HOW)
    _, address = await start_chrome(profile, settings.browser, home=home)
    return address


def read_address(profile: Path) -> str:
    """The address that a browser has left in the folder of its profile; empty if there is none."""
    try:
        port, path = (profile / _PORT_FILE).read_text("utf-8").split()[:2]
    except (OSError, ValueError):
        return ""
    return f"ws://127.0.0.1:{port}{path}" if port.isdecimal() and path.startswith("/") else ""


async def start_chrome(
    profile: Path, program: Path | None = None, *, home: Path | None = None, headed: bool = True
) -> tuple[subprocess.Popen[bytes], str]:
    """Start a browser with a profile, and leave it running. Its process and its DevTools address."""
    if _is_default(profile, home):
        raise ConfigError(
            f"Chrome allows no debugging in its default profile, {profile}",
            remedy="set ASKONCE_CHROME_PROFILE to another folder, which keeps logins from then on; or open "
            "chrome://inspect/#remote-debugging in the Chrome that runs and allow it",
        )
    found = program or find_browser()
    if found is None:
        raise ConfigError("no Chrome was found on this machine", remedy="install it, or name it in ASKONCE_BROWSER")
    with suppress(OSError):
        (profile / _PORT_FILE).unlink()  # of a browser that is gone
    arguments = launch_arguments(BrowserOptions(), is_root=hasattr(os, "geteuid") and os.geteuid() == 0)
    command = [str(found), *arguments, "--remote-debugging-port=0", f"--user-data-dir={Path.cwd() / profile}"]
    command += [] if headed else ["--headless=new"]
    try:
        process = subprocess.Popen(  # noqa: ASYNC220 - it outlives this run
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise ConfigError(f"{found} could not be started: {error.strerror}", remedy="correct ASKONCE_BROWSER") from None
    try:
        async with asyncio.timeout(_STARTED_WITHIN):
            while not (address := read_address(profile)):
                if process.poll() is not None:
                    raise ScreenError(
                        f"{found} ended at once: perhaps a Chrome without a debugging address uses {profile}",
                        remedy="close that Chrome, or name another folder in ASKONCE_CHROME_PROFILE",
                    )
                await asyncio.sleep(_LOOK)
    except TimeoutError:
        process.terminate()
        raise ScreenError(f"{found} opened no debugging address in {_STARTED_WITHIN:g} s", remedy=HOW) from None
    return process, address


def _is_default(profile: Path, home: Path | None) -> bool:
    return any(profile.resolve() == folder.resolve() for folder in default_profiles(home=home))


async def current_tab(context: BrowserContext, address: str) -> Page:
    """The tab that the user looks at, or looked at last."""
    pages = [page for page in context.pages if urlsplit(page.url).scheme not in _OWN_PAGES]
    if len(pages) < 2:
        return pages[0] if pages else await context.new_page()
    looks = list(zip(pages, await asyncio.gather(*map(_is_seen, pages)), strict=True))
    in_front = [page for page, (is_in_front, _) in looks if is_in_front]
    focused = [page for page, (is_in_front, has_focus) in looks if is_in_front and has_focus]
    for found in (focused, in_front):
        if len(found) == 1:
            return found[0]
    latest = await _latest_tab(pages, address)
    if latest is None:
        raise ScreenError(
            f"which of {len(pages)} tabs is in front cannot be told",
            remedy="leave one window of Chrome open, or use bridgeMode: newTabWithUrl",
        )
    return latest


async def _is_seen(page: Page) -> tuple[bool, bool]:
    """Whether a tab is in front in its window, and has the focus."""
    look = "() => [document.visibilityState === 'visible', document.hasFocus()]"
    try:
        is_in_front, has_focus = await asyncio.wait_for(page.evaluate(look), _REACHED_WITHIN)
    except (Error, TimeoutError):  # it hangs, crashed, or shows a dialog
        return False, False
    return is_in_front, has_focus


async def _latest_tab(pages: Sequence[Page], address: str) -> Page | None:
    """The tab that was used last: browsers list their tabs in that order."""
    targets = await asyncio.to_thread(_fetch, f"{_http(address)}/json/list", _BUSY)
    order = [target.get("id") for target in cast("list[dict[str, Any]]", targets or []) if target.get("type") == "page"]
    by_target: dict[Any, Page] = {}
    for page in pages:
        with suppress(Error):
            session = await page.context.new_cdp_session(page)
            by_target[(await ask(session, "Target.getTargetInfo"))["targetInfo"]["targetId"]] = page
            await session.detach()
    return next((by_target[target] for target in order if target in by_target), None)


async def _answers(address: str) -> bool:
    """Whether a browser is there. One that has left its address has to be the one that answers under it."""
    has_left_it = urlsplit(address).scheme == "ws"
    within = _BUSY if has_left_it else _REACHED_WITHIN
    version = await asyncio.to_thread(_fetch, f"{_http(address)}/json/version", within)
    if not has_left_it or version is None:
        return version is not None
    place = cast("dict[str, Any]", version).get("webSocketDebuggerUrl", address) if isinstance(version, dict) else ""
    return urlsplit(str(place)).path == urlsplit(address).path


def _fetch(address: str, within: float) -> Any:
    """What a browser answers, as JSON, which is empty where it tells nothing; None where no browser answers."""
    try:
        with build_opener(ProxyHandler({})).open(address, timeout=within) as reply:
            return json.loads(reply.read())
    except HTTPError as error:
        # Chrome whose debugging was allowed in its own pages knows no such address. Other servers say who they are.
        is_chrome = error.code == HTTPStatus.NOT_FOUND and not {"server", "date"} & {
            key.lower() for key in error.headers
        }
        error.close()
        return {} if is_chrome else None
    except (URLError, HTTPException, OSError, ValueError):
        return None


def _http(address: str) -> str:
    place = urlsplit(address)
    return f"{'https' if place.scheme in {'wss', 'https'} else 'http'}://{place.netloc}"
