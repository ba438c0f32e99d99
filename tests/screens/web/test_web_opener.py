"""Screens open in every way, and leave behind what they found."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from local_site import Site, tap
from playwright.async_api import Browser, Page, async_playwright

from askonce.config import read_settings
from askonce.errors import ConfigError, ScreenError
from askonce.geometry import Size
from askonce.screens.web import (
    BrowserOptions,
    Device,
    PageOptions,
    Session,
    TouchWebScreen,
    connect_screen,
    find_browser,
    launch_screen,
    open_browser_screen,
    open_page_screen,
    web_opener,
    web_screen,
)
from askonce.screens.web.browser_launch import QUIET, launch_arguments, launch_browser
from askonce.screens.web.devtools import ask

BROWSER = read_settings().browser


def listeners_of(page: Page) -> dict[str, int]:
    """How many listeners a page has for each event; Playwright shows it nowhere else."""
    emitter: Any = page._impl_obj  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType, reportUnknownVariableType]
    return {
        event: len(found) if isinstance(found, list) else 1  # pyright: ignore[reportUnknownArgumentType]
        for event, found in emitter._events.items()
        if found
    }


async def test_the_look_that_is_rehearsed_when_a_screen_opens_gives_no_element_a_number(
    own_page: Page, site: Site
) -> None:
    site.serve("/", "<button>Go</button><p>now")
    await own_page.goto(site.home)
    async with await open_page_screen(own_page) as screen:
        # This is answered after the rehearsal, which was asked for before.
        assert not await own_page.evaluate("Symbol.for('askonce.numbers') in window")
        assert [node.number for node in await screen.tree()] == [1, 2]


async def test_a_page_of_the_users_own_is_given_back_as_it_was(own_page: Page, site: Site) -> None:
    site.serve("/", "<title>home</title><p>x")
    before = listeners_of(own_page)
    screen = await open_page_screen(own_page, PageOptions(allowed_hosts=("127.0.0.1",)))
    await screen.navigate(site.home)
    await tap(screen, "p")
    await screen.settle()
    assert listeners_of(own_page) != before
    await screen.close()
    assert listeners_of(own_page) == before
    assert not own_page.is_closed()
    await own_page.goto(site.other)
    assert await own_page.title() == "home"


async def test_touch_is_found_on_a_page_of_the_users_own(chromium: Browser) -> None:
    context = await chromium.new_context(has_touch=True)
    async with await open_page_screen(await context.new_page()) as screen:
        assert isinstance(screen, TouchWebScreen)
    await context.close()


async def test_device_and_session_reach_the_page(chromium: Browser, site: Site, tmp_path: Path) -> None:
    site.serve("/", "<meta name=viewport content='width=device-width'>")
    state = tmp_path / "state.json"
    entry = {"origin": site.home, "localStorage": [{"name": "who", "value": "bob"}]}
    state.write_text(json.dumps({"cookies": [], "origins": [entry]}))
    options = PageOptions(
        device=Device(Size(390, 700), scale=2, mobile=True, touch=True, user_agent="Tester/1", locale="de-CH"),
        session=Session(state, ({"name": "token", "value": "t1", "url": site.home},), {"x-test": "yes"}),
    )
    async with await open_browser_screen(chromium, options) as screen:
        await screen.navigate(site.home)
        script = (
            "[innerWidth, devicePixelRatio, navigator.userAgent, navigator.language, document.cookie, localStorage.who]"
        )
        assert await screen.evaluate(script) == [390, 2, "Tester/1", "de-CH", "token=t1", "bob"]


async def test_a_missing_storage_state_is_named(chromium: Browser, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.json"):
        await open_browser_screen(chromium, PageOptions(session=Session(tmp_path / "nowhere.json")))


async def test_a_browser_is_started_for_a_screen_and_keeps_its_profile(
    site: Site, tmp_path: Path, chromium: Browser
) -> None:
    site.serve("/", "<script>document.title = localStorage.visits = 1 + +(localStorage.visits || 0)</script>")
    for visit in ("1", "2"):
        async with await launch_screen(BrowserOptions(executable=BROWSER, profile=tmp_path / "profile")) as screen:
            await screen.navigate(site.home)
            await screen.settle()
            assert await screen.evaluate("document.title") == visit


async def test_a_running_browser_is_connected_to_and_left_running(site: Site, chromium: Browser) -> None:
    site.serve("/", "<title>home</title>")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    async with async_playwright() as playwright:
        running = await launch_browser(
            playwright, BrowserOptions(executable=BROWSER, arguments=(f"--remote-debugging-port={port}",))
        )
        async with await connect_screen(f"http://127.0.0.1:{port}") as screen:
            await screen.navigate(site.home)
            await screen.settle()
            assert (await screen.tree()).title == "home"
        async with await connect_screen(f"http://127.0.0.1:{port}") as screen:
            assert [tab.address for tab in await screen.tabs()] == ["about:blank"]
        await running.close()
    with pytest.raises(ScreenError, match="no browser answers"):
        await connect_screen(f"http://127.0.0.1:{port}")


async def test_a_browser_that_is_not_there_or_does_not_start_is_named(tmp_path: Path, chromium: Browser) -> None:
    with pytest.raises(ConfigError, match="ASKONCE_BROWSER"):
        await launch_screen(BrowserOptions(executable=tmp_path / "chrome"))
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    with pytest.raises(ScreenError, match="did not start"):
        await launch_screen(BrowserOptions(executable=broken))


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
async def test_a_browser_that_hangs_does_not_keep_a_screen_from_closing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_opener, "_CLOSING", 0.2)
    monkeypatch.setattr(web_screen, "CLOSING", 0.2)
    shown = await launch_screen(BrowserOptions(executable=BROWSER))
    browser = shown._pages.context.browser  # pyright: ignore[reportPrivateUsage]
    assert browser is not None
    session = await browser.new_browser_cdp_session()
    processes = (await ask(session, "SystemInfo.getProcessInfo"))["processInfo"]
    (pid,) = [process["id"] for process in processes if process["type"] == "browser"]
    os.kill(pid, signal.SIGSTOP)

    await shown.close()

    async with asyncio.timeout(30):
        while is_running(pid):  # noqa: ASYNC110 - nobody tells of the end of a process that is not ours
            await asyncio.sleep(0.05)


def is_running(pid: int) -> bool:
    """Whether a process is there and has not ended; one that nobody has taken leave of yet has."""
    told = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
    return bool(told) and not told.startswith("Z")


def test_browsers_are_found_by_command_then_folder_then_download(tmp_path: Path) -> None:
    assert find_browser(platform="darwin", home=tmp_path, path=str(tmp_path)) is None
    old = tmp_path / "Library/Caches/ms-playwright/chromium-1100/chrome-mac/Chromium.app/Contents/MacOS/Chromium"
    new = Path(str(old).replace("1100", "1200"))
    for download in (old, new):
        download.parent.mkdir(parents=True)
        download.touch()
    assert find_browser(platform="darwin", home=tmp_path, path=str(tmp_path)) == new
    app = tmp_path / "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    app.parent.mkdir(parents=True)
    app.touch()
    assert find_browser(platform="darwin", home=tmp_path, path=str(tmp_path)) == app
    command = tmp_path / "chromium"
    command.touch(mode=0o755)
    assert find_browser(platform="darwin", home=tmp_path, path=str(tmp_path)) == command


def test_a_browser_stays_quiet_and_leaves_its_sandbox_only_as_root() -> None:
    assert launch_arguments(BrowserOptions(arguments=("--x",)), is_root=False) == [*QUIET, "--x"]
    assert "--no-sandbox" in launch_arguments(BrowserOptions(), is_root=True)


def test_looking_for_a_browser_does_not_load_playwright() -> None:
    code = "import sys, askonce.screens.web as web; web.find_browser(); sys.exit('playwright' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
