"""Web pages: one screen over Playwright, on the user's own page or context or in a browser that is started for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from askonce.screens.web.browser_launch import find_browser
from askonce.screens.web.browser_options import BrowserOptions, Device, PageOptions, Proxy, Session

if TYPE_CHECKING:
    from askonce.screens.web.web_opener import (
        connect_screen,
        launch_screen,
        open_browser_screen,
        open_context_screen,
        open_page_screen,
    )
    from askonce.screens.web.web_screen import TouchWebScreen, WebScreen

__all__ = [
    "BrowserOptions",
    "Device",
    "PageOptions",
    "Proxy",
    "Session",
    "TouchWebScreen",
    "WebScreen",
    "connect_screen",
    "find_browser",
    "launch_screen",
    "open_browser_screen",
    "open_context_screen",
    "open_page_screen",
]


def __getattr__(name: str) -> Any:
    """Names that need Playwright load it when they are first asked for, so that finding a browser does not."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    place = "web_screen" if name.endswith("WebScreen") else "web_opener"
    return getattr(import_module(f"{__name__}.{place}"), name)
