"""An application: what it is installed from, how it is started, and where it keeps its data."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from playwright.async_api import Browser, BrowserContext, Error, Page

from real_apps.app_state import StateFolder
from real_apps.installation import install, is_installed

APPS = Path(__file__).parent / "apps"
START_SECONDS = 90
COMMON_VIEW = (Path(__file__).parent / "view.js").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Application:
    """As `app.yaml` in its folder describes it."""

    name: str
    title: str
    pypi: tuple[str, ...] = ()
    npm: tuple[str, ...] = ()
    start: str = "/"
    """The page that a sentence begins on, unless it names another."""
    ready: str = "body"
    """A selector of something that is there when the page can be used."""
    login: dict[str, str] = field(default_factory=dict[str, str])
    """`at`, then selectors with what is typed there; `press` is what sends it."""
    storage: dict[str, str] = field(default_factory=dict[str, str])
    """What the page finds in its local storage."""
    ignore: tuple[str, ...] = ()
    """Tables, and columns as `table.column`, that change by themselves."""
    view: str = "() => ({})"
    """What the page shows, as a function of the page: `data` is judged as strictly as rows, the rest by name."""

    @property
    def is_installed(self) -> bool:
        return is_installed(self.name, self.pypi, self.npm)


def read_application(folder: Path) -> Application:
    entries: dict[str, Any] = yaml.safe_load((folder / "app.yaml").read_text("utf-8"))
    lists = {key: tuple(value) for key, value in entries.items() if isinstance(value, list)}
    view = folder / "view.js"
    if view.is_file():
        entries["view"] = view.read_text("utf-8")
    return Application(folder.name, **(entries | lists))


def all_applications() -> list[Application]:
    return [read_application(path.parent) for path in sorted(APPS.glob("*/app.yaml"))]


class StartError(Exception):
    """An application did not start."""


@dataclass(slots=True)
class RunningApplication:
    application: Application
    address: str
    state: StateFolder
    cookies: Any = None

    async def new_page(self, browser: Browser) -> Page:
        """A page as a tester has it who is logged in, on data that nobody has changed."""
        self.state.restore()
        context = await self._context(browser)
        return await context.new_page()

    async def goto(self, page: Page, path: str) -> None:
        await page.goto(self.address + path, wait_until="load")
        await page.locator(self.application.ready).first.wait_for()

    async def view(self, page: Page) -> dict[str, Any]:
        try:
            return {**await page.evaluate(COMMON_VIEW), **await page.evaluate(self.application.view)}
        except Error:  # it is just moving to another page; the next look tells
            return {"moving": True}

    async def leave_field(self, page: Page) -> None:
        with suppress(Error):  # the page is closed, or just moving to another one
            await page.evaluate("() => document.activeElement?.blur()")

    async def log_in(self, browser: Browser) -> None:
        login = dict(self.application.login)
        if login:
            context = await self._context(browser)
            page = await context.new_page()
            await page.goto(self.address + login.pop("at"))
            press = login.pop("press")
            for selector, text in login.items():
                await page.fill(selector, text)
            await page.click(press)
            await page.wait_for_load_state("load")
            self.cookies = await context.storage_state()
            await context.close()
        self.state.keep()

    async def _context(self, browser: Browser) -> BrowserContext:
        context = await browser.new_context(locale="en-US", timezone_id="UTC", storage_state=self.cookies)
        for name, value in self.application.storage.items():
            key, text = json.dumps(name), json.dumps(value)
            await context.add_init_script(f"localStorage.getItem({key}) ?? localStorage.setItem({key}, {text})")
        return context


@asynccontextmanager
async def running(application: Application, browser: Browser, folder: Path) -> AsyncGenerator[RunningApplication]:
    """Install it if need be, start it on a free port with a new state, and stop it in the end."""
    found = await asyncio.to_thread(install, application.name, application.pypi, application.npm)
    state = folder / application.name
    state.mkdir()
    port = _free_port()
    own = APPS / application.name
    log = folder / f"{application.name}.log"
    command = [str(found.python), str(own / "server.py"), str(port), str(state)]
    quiet = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1", "NODE_MODULES": str(found.node_modules)}
    hidden = {"PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME"}
    variables = {key: value for key, value in os.environ.items() if key not in hidden} | quiet
    with log.open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            *command, cwd=state, stdout=output, stderr=output, env=variables, start_new_session=True
        )
        try:
            if not await _listens(process, port):
                raise StartError(f"{application.name} did not start:\n{_tail(log)}")
            live = RunningApplication(application, f"http://127.0.0.1:{port}", StateFolder(state, application.ignore))
            await live.log_in(browser)
            yield live
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
                await process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _tail(log: Path) -> str:
    return log.read_text("utf-8", "replace")[-3000:]


async def _listens(process: asyncio.subprocess.Process, port: int) -> bool:
    for _ in range(START_SECONDS * 5):
        if process.returncode is not None:
            break
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.2)
        else:
            writer.close()
            return True
    return False
