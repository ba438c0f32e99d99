"""Keeps pages to the hosts that were allowed, at network level.

A context of our own goes through a proxy that connects to allowed hosts alone (`filter_proxy`). A browser of our own
also gets resolver rules, under which other hosts do not exist. On top of it requests are stopped one by one by a
session with the whole browser, because Playwright's own routing sees neither redirects nor service workers. In
contexts that are not ours that is all there is, for the frames of the screen alone: `UNHELD` says what it lets through.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, CDPSession, Error, Page, Request, Route, WebSocketRoute

from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.screens.web.devtools import ask
from askonce.screens.web.listeners import Listeners
from askonce.screens.web.news import News
from askonce.screens.web.request_gate import OwnFrames, RequestGate, holds_frame, unless_gone

UNHELD = (
    "allowed_hosts is not fully held in a browser context that Askonce did not open: workers, the first sockets of a"
    " new tab, WebSocketStream, WebTransport and pages fetched in advance can reach other hosts; to hold it,"
    " let Askonce open the page, as with launch.web"
)
_HOSTLESS = {"about", "data", "blob", "chrome-error", "devtools"}
_DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


class UnheldHosts(UserWarning):
    """Allowed hosts are set where they cannot be held at the network."""


@dataclass(frozen=True, slots=True)
class HostRule:
    """One allowed host: `example.org`, `*.example.org` (what lies below it) or `localhost:8000`."""

    host: str
    port: int | None = None

    @classmethod
    def read(cls, text: str) -> HostRule:
        pattern = text.strip().lower()
        remedy = "write a host such as example.org, *.example.org or localhost:8000"
        if not pattern or "/" in pattern or "@" in pattern or " " in pattern:
            raise ConfigError(f"{text!r} is not a host", remedy=remedy)
        try:
            parts = urlsplit(f"//{pattern}")
            host, port = parts.hostname or "", parts.port
            host = _ascii_host(host)
        except ValueError as error:
            raise ConfigError(f"{text!r} is not a host: {error}", remedy=remedy) from None
        if not host or ("*" in host.removeprefix("*.") and host != "*"):
            raise ConfigError(f"{text!r} is not a host", remedy=remedy)
        return cls(host, port)

    def fits(self, host: str, port: int | None) -> bool:
        if self.port is not None and self.port != port:
            return False
        if self.host == "*":
            return True
        return host.endswith(self.host[1:]) if self.host.startswith("*.") else host == self.host


def _ascii_host(host: str) -> str:
    """A host as browsers ask for it: other letters by IDNA 2008, where ß is not ss."""
    if not host.isascii():
        import idna

        wildcard = "*." if host.startswith("*.") else ""
        host = wildcard + idna.encode(host.removeprefix("*."), uts46=True, transitional=False).decode()
    return host.lower().rstrip(".")


class HostRules:
    """The allowed hosts. No rules at all allow everything."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._rules = tuple(HostRule.read(pattern) for pattern in patterns)

    def __bool__(self) -> bool:
        return bool(self._rules)

    def allow(self, address: str) -> bool:
        if not self._rules:
            return True
        try:
            parts = urlsplit(address)
            host, port = _ascii_host(parts.hostname or ""), parts.port or _DEFAULT_PORTS.get(parts.scheme)
        except ValueError:
            return False
        if parts.scheme in _HOSTLESS:
            return True
        return bool(host) and parts.scheme != "file" and any(rule.fits(host, port) for rule in self._rules)

    def resolver_argument(self, *, also: str = "") -> str:
        """The browser argument under which no other host can be resolved; `also` is the host of a proxy."""
        hosts = [rule.host for rule in self._rules] + ([also] if also else [])
        kept = "".join(f", EXCLUDE {f'[{host}]' if ':' in host else host}" for host in dict.fromkeys(hosts))
        return f"--host-resolver-rules=MAP * ~NOTFOUND{kept}"

    def __str__(self) -> str:
        return ", ".join(rule.host + (f":{rule.port}" if rule.port else "") for rule in self._rules)


class HostGuard:
    """Stops requests of one context to hosts that are not allowed, and reports it.

    In a context that others use too, `own` frames alone are judged. Sockets are stopped in documents that open from now
    on; one that is open already keeps those it can make.
    """

    def __init__(self, rules: HostRules, context: BrowserContext, news: News, own: OwnFrames | None) -> None:
        self._rules = rules
        self._context = context
        self._news = news
        self._own = own
        self._gate = RequestGate(self._is_forbidden, self._tell, own.hold if own else self._is_ours)
        self._context_id = ""
        self._tasks: set[asyncio.Task[None]] = set()
        self.last_blocked = ""

    async def start(self, page: Page) -> None:
        if not self._rules:
            return
        browser = self._context.browser
        if not self._own:
            await self._context.route_web_socket(self._is_forbidden, self._refuse_socket)
        if browser is None or browser.browser_type.name != "chromium":
            await self._context.route(self._is_forbidden, self._refuse_route)
            return
        self._context_id = await self._read_context_id(page)
        await self._gate.start(browser, "*")

    def attach(self, page: Page, listeners: Listeners) -> None:
        """Stop the sockets of a tab, where those of the whole context are not ours to stop."""
        if self._rules and self._own:
            task = asyncio.ensure_future(unless_gone(page.route_web_socket(self._is_forbidden, self._refuse_socket)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Let everything through again."""
        self._rules = HostRules(())
        await self._gate.stop()
        await unless_gone(self._context.unroute(self._is_forbidden, self._refuse_route))
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _is_forbidden(self, address: str) -> bool:
        return not self._rules.allow(address)

    async def _read_context_id(self, page: Page) -> str:
        session = await self._context.new_cdp_session(page)
        info: dict[str, Any] = (await ask(session, "Target.getTargetInfo"))["targetInfo"]
        await session.detach()
        return info.get("browserContextId", "")

    async def _is_ours(self, session: CDPSession, frame: str) -> bool:
        """Whether a forbidden request comes from our context. Requests of no frame (workers) count as ours."""
        browser = self._context.browser
        if browser is None or not frame or not _has_others(browser):
            return True
        try:
            targets: list[dict[str, Any]] = (await ask(session, "Target.getTargets"))["targetInfos"]
            for target in targets:
                if target["targetId"] == frame:
                    return target.get("browserContextId", "") == self._context_id
            return any([await holds_frame(page, frame) for page in self._context.pages])
        except Error:
            return True

    async def _refuse_route(self, route: Route, request: Request) -> None:
        if self._own and not self._own.hold_request(request):
            await unless_gone(route.fallback())
            return
        self._tell(request.url)
        await unless_gone(route.abort("blockedbyclient"))

    async def _refuse_socket(self, socket: WebSocketRoute) -> None:
        self._tell(socket.url)
        await unless_gone(socket.close(code=1008, reason="host not allowed"))

    def _tell(self, address: str) -> None:
        self.last_blocked = address
        parts = urlsplit(address)
        self._news.tell(f"blocked {parts.scheme}://{parts.netloc}{parts.path}: host not allowed")


def _has_others(browser: Browser) -> bool:
    return len(browser.contexts) > 1
