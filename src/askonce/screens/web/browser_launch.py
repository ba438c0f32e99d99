"""Finds a browser on this machine and starts it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

from askonce.errors import ConfigError, ScreenError
from askonce.screens.web.browser_options import BrowserOptions, Proxy

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Playwright

_COMMANDS = (
    "google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome", "microsoft-edge",
    "microsoft-edge-stable", "msedge",
)  # fmt: skip
_MAC = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_WINDOWS = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
_LINUX = (
    "/opt/google/chrome/chrome",
    "/snap/bin/chromium",
    "/usr/lib/chromium/chromium",
    "/opt/microsoft/msedge/msedge",
)
_DOWNLOADS = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium-*/chrome-win*/chrome.exe",
    "chromium_headless_shell-*/chrome-*/headless_shell*",
    "chromium_headless_shell-*/chrome-*/chrome-headless-shell*",
)

QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")
"""What keeps a browser from talking to anybody but the pages it shows."""

WITHOUT_UDP = (
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",  # what a whole browser calls it
    "--disable-quic",
)
"""What keeps it from going around a proxy."""


def find_browser(*, platform: str = sys.platform, home: Path | None = None, path: str | None = None) -> Path | None:
    """An installed Chrome, Chromium or Edge; else what Playwright downloaded; else None.

    `path` are the folders to look for commands in, as in `PATH`, which it is by default.
    """
    return next(find_browsers(platform=platform, home=home, path=path), None)


def find_browsers(*, platform: str = sys.platform, home: Path | None = None, path: str | None = None) -> Iterator[Path]:
    """All that `find_browser` could have found, in its order."""
    installed = (found for name in _COMMANDS if (found := shutil.which(name, path=path)))
    places = (*map(Path, installed), *_usual_places(platform, home or Path.home()))
    return (place for place in places if place.is_file())


def _usual_places(platform: str, home: Path) -> Iterator[Path]:
    match platform:
        case "darwin":
            yield from (folder / name for folder in (Path("/Applications"), home / "Applications") for name in _MAC)
            downloads = home / "Library/Caches/ms-playwright"
        case "win32":
            local = home / "AppData/Local"
            folders = (Path("C:/Program Files"), Path("C:/Program Files (x86)"), local)
            yield from (folder / name for folder in folders for name in _WINDOWS)
            downloads = local / "ms-playwright"
        case _:
            yield from map(Path, _LINUX)
            downloads = home / ".cache/ms-playwright"
    for pattern in _DOWNLOADS:
        yield from sorted(downloads.glob(pattern), reverse=True)


def launch_arguments(options: BrowserOptions, *, is_root: bool) -> list[str]:
    """Chrome's sandbox cannot start as root, which is what one is in most containers."""
    return [*QUIET, *(["--no-sandbox"] if is_root else []), *options.arguments]


async def launch_browser(
    playwright: Playwright, options: BrowserOptions, *, context: dict[str, Any] | None = None
) -> Browser | BrowserContext:
    """Start a browser. With a profile it comes as one context, made with the options in `context`."""
    from playwright.async_api import Error

    program = options.executable or find_browser() or _downloaded(playwright)
    if program is None:
        raise ConfigError(
            "no browser was found on this machine",
            remedy="install Google Chrome or Chromium, or run `playwright install chromium`, "
            "or name a browser in the setting ASKONCE_BROWSER",
        )
    if not program.is_file():
        raise ConfigError(f"there is no browser at {program}", remedy="correct the setting ASKONCE_BROWSER")
    arguments: dict[str, Any] = {
        "executable_path": program,
        "headless": not options.headed,
        # Ctrl-C reaches the driver as well: it would close the browser, and end, in the midst of what is ours to end.
        "handle_sigint": False,
        "args": launch_arguments(options, is_root=hasattr(os, "geteuid") and os.geteuid() == 0),
    }
    if options.proxy:
        arguments["proxy"] = proxy_settings(options.proxy)
    try:
        if options.profile:
            return await playwright.chromium.launch_persistent_context(options.profile, **arguments, **(context or {}))
        return await playwright.chromium.launch(**arguments)
    except Error as error:
        headed = "; a headed browser needs a display" if options.headed else ""
        raise ScreenError(
            f"{program} did not start: {error.message.partition(chr(10))[0]}",
            remedy=f"start it by hand to see why, or name another in the setting ASKONCE_BROWSER{headed}",
        ) from error


def _downloaded(playwright: Playwright) -> Path | None:
    """Where Playwright itself keeps its browser, which may be elsewhere than usual."""
    place = Path(playwright.chromium.executable_path)
    return place if place.is_file() else None


def proxy_settings(proxy: Proxy) -> dict[str, str]:
    """A proxy as Playwright takes it."""
    settings = {"server": proxy.server, "username": proxy.username, "password": proxy.password, "bypass": proxy.bypass}
    return {name: value for name, value in settings.items() if value}


async def connect_browser(playwright: Playwright, endpoint: str, *, as_it_is: bool = False) -> Browser:
    """Connect to a running browser by its DevTools address, such as `http://localhost:9222`.

    Left `as_it_is`, its downloads, its focus and how it looks stay as its user has them, where this version of
    Playwright can do that.
    """
    from playwright.async_api import Error

    connect: Any = playwright.chromium.connect_over_cdp
    is_possible = as_it_is and "no_defaults" in signature(connect).parameters
    try:
        return await connect(endpoint, **({"no_defaults": True} if is_possible else {}))
    except Error as error:
        raise ScreenError(
            f"no browser answers at {endpoint}: {error.message.partition(chr(10))[0]}",
            remedy="start Chrome with --remote-debugging-port=9222 and pass http://localhost:9222",
        ) from error
