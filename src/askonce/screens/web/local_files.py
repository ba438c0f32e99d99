"""Which files of this machine may be opened as pages: those in one folder that the caller has chosen."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from playwright.async_api import BrowserContext, Request, Route

from askonce.errors import NotAllowed
from askonce.screens.web.news import News
from askonce.screens.web.request_gate import OwnFrames, RequestGate

_LOCAL = {"file", "filesystem", "chrome", "chrome-untrusted", "chrome-extension", "devtools"}
"""Schemes of addresses that are on this machine."""


class LocalFiles:
    """Refuses addresses of this machine, for models and pages, outside the folder of the page that a run began on."""

    def __init__(self, folder: Path | None, context: BrowserContext, news: News, own: OwnFrames | None) -> None:
        self._folder = folder.resolve() if folder else None
        self._context = context
        self._news = news
        self._is_watching = False
        self._own = own
        self._gate = RequestGate(lambda address: not self._allows(address), self._tell, own.hold) if own else None
        """Where others use the context too."""

    async def begin_at(self, address: str) -> None:
        """The run begins at an address that its caller chose: files beside it may be opened as well."""
        path = _path_of(address)
        if path is None:
            return
        self._folder = self._folder or path.parent
        await self._watch()

    async def _watch(self) -> None:
        """Look at what pages open. Only files can lead to other files: from elsewhere, browsers refuse that."""
        if not self._is_watching:
            self._is_watching = True
            browser = self._context.browser
            if self._gate and browser and browser.browser_type.name == "chromium":
                await self._gate.start(browser, "file://*")
            else:
                await self._context.route("file://**", self._judge)

    async def stop(self) -> None:
        if self._gate:
            await self._gate.stop()
        if self._is_watching:
            await self._context.unroute("file://**", self._judge)

    async def admit(self, address: str) -> None:
        """Raise if an address is on this machine and not in the folder."""
        if _path_of(address):
            await self._watch()
        if not self._allows(address):
            there = f"open are the files in {self._folder}" if self._folder else "no file is"
            raise NotAllowed(
                f"{address} is on this machine, and {there}",
                remedy="begin the run at a file in the folder, or name it: PageOptions(files=…)",
            )

    def _allows(self, address: str) -> bool:
        scheme, _, rest = address.strip().partition(":")
        if scheme.lower() == "view-source":
            return self._allows(rest)
        if scheme.lower() not in _LOCAL:
            return True
        path = _path_of(address)
        return path is not None and self._folder is not None and path.is_relative_to(self._folder)

    async def _judge(self, route: Route, request: Request) -> None:
        if self._allows(request.url) or (self._own and not self._own.hold_request(request)):
            await route.continue_()
        else:
            self._tell(request.url)
            await route.abort("blockedbyclient")

    def _tell(self, address: str) -> None:
        self._news.tell(f"blocked {address}: not in the folder that may be opened")


def _path_of(address: str) -> Path | None:
    """The file at an address; None where it is none of this machine."""
    try:
        parts = urlsplit(address.strip())
        if parts.scheme.lower() != "file" or parts.netloc.lower() not in {"", "localhost"}:
            return None
        return Path(url2pathname(parts.path)).resolve()
    except (ValueError, OSError):
        return None
