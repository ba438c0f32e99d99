"""Web pages: one screen over Playwright, on the user's own page or context or in a browser that is started for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from askonce.lazy import exports
from askonce.screens.web.browser_launch import find_browser
from askonce.screens.web.browser_options import BrowserOptions, Device, PageOptions, Proxy, Session

if TYPE_CHECKING:
    from askonce.screens.web.touch_web_screen import TouchWebScreen
    from askonce.screens.web.web_opener import (
        connect_screen,
        launch_screen,
        open_browser_screen,
        open_context_screen,
        open_page_screen,
    )
    from askonce.screens.web.web_screen import WebScreen
else:  # what needs Playwright, which finding a browser does not
    __getattr__ = exports(
        __name__,
        TouchWebScreen="touch_web_screen",
        WebScreen="web_screen",
        connect_screen="web_opener",
        launch_screen="web_opener",
        open_browser_screen="web_opener",
        open_context_screen="web_opener",
        open_page_screen="web_opener",
    )

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
