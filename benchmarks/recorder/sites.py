"""The applications that flows are done on, each as new for every flow and every replay."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.async_api import Browser, Page
from real_apps.application import all_applications, running

from askonce.testing.apps import SampleApps
from askonce.testing.shop import SampleShop

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Site:
    """An application that runs."""

    address: str
    new_page: Callable[[], Awaitable[Page]]
    """A page with data that nobody has changed."""
    read_data: Callable[[], Any] = lambda: None
    ready: str = "body"


class _Pages(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        self.path = {"/": "/gestures.html"}.get(self.path, "/inner.html")
        super().do_GET()

    def log_message(self, format: str, *args: Any) -> None: ...


@asynccontextmanager
async def _shop(browser: Browser) -> AsyncGenerator[Site]:
    with SampleShop() as shop:
        yield Site(shop.url, partial(_plain_page, browser))


@asynccontextmanager
async def _apps(browser: Browser) -> AsyncGenerator[Site]:
    with SampleApps() as apps:

        async def new_page() -> Page:
            apps.reset()
            return await _plain_page(browser)

        yield Site(apps.url, new_page, lambda: repr((apps.contacts, apps.messages, apps.notes)))


@asynccontextmanager
async def _gestures(browser: Browser) -> AsyncGenerator[Site]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Pages, directory=str(HERE)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield Site(f"http://127.0.0.1:{server.server_port}/", partial(_plain_page, browser))
    finally:
        server.shutdown()


@asynccontextmanager
async def _real(name: str, browser: Browser, folder: Path) -> AsyncGenerator[Site]:
    application = next(each for each in all_applications() if each.name == name)
    async with running(application, browser, folder) as app:
        address = app.address + application.start
        yield Site(address, partial(app.new_page, browser), app.state.read, application.ready)


def opened_site(name: str, browser: Browser, folder: Path) -> AbstractAsyncContextManager[Site]:
    own = {"shop": _shop, "apps": _apps, "gestures": _gestures}
    return own[name](browser) if name in own else _real(name, browser, folder)


def is_installed(name: str) -> bool:
    return all(each.is_installed for each in all_applications() if each.name == name)


async def _plain_page(browser: Browser) -> Page:
    context = await browser.new_context(locale="en-US", timezone_id="UTC")
    return await context.new_page()
