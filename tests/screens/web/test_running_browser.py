"""A browser of the user's that runs already is found and used, and left as it was."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import nullcontext
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
import pytest_asyncio
from local_site import Site, tap
from playwright.async_api import Browser, Playwright, TimeoutError, async_playwright

from askonce.config import Settings, read_settings
from askonce.errors import ConfigError, ScreenError
from askonce.screens.screen_kind import OpenContext
from askonce.screens.web import WebScreen, find_browser, running_browser
from askonce.screens.web.page_choice import open_web
from askonce.screens.web.running_browser import default_profiles, find_running, read_address, start_chrome
from askonce.screens.web.web_options import WebOptions, WebTarget

NOWHERE = "http://127.0.0.1:1"
PROGRAM = find_browser() or read_settings().browser
HAS_WINDOWS = PROGRAM is not None and "headless" not in PROGRAM.name
"""Whether one tab of it is in front of the others."""


@pytest.fixture
def site(site: Site) -> Site:
    site.serve("/", "<title>mail</title><a href=/terms target=_blank>terms</a>")
    site.serve("/shop", "<title>shop</title>")
    site.serve("/new", "<title>new</title><a href=/terms target=_blank>terms</a>")
    site.serve("/terms", "<title>terms</title>")
    return site


class Chrome:
    """A Chrome of somebody's, which has left its address in its profile."""

    def __init__(self, address: str) -> None:
        self._home = f"http://{urlsplit(address).netloc}/json"

    def tabs(self, site: Site) -> dict[str, str]:
        """The tabs by their addresses, with what they are closed by."""
        with urlopen(f"{self._home}/list") as reply:
            found = [target for target in json.load(reply) if target["type"] == "page"]
        return {target["url"].removeprefix(site.home): target["id"] for target in found}

    def tell(self, command: Literal["close", "activate"], tab: str) -> None:
        urlopen(f"{self._home}/{command}/{tab}").close()


@pytest_asyncio.fixture(loop_scope="session")
async def chrome(tmp_path: Path, site: Site) -> AsyncIterator[Chrome]:
    """It has two tabs."""
    process, address = await start_chrome(tmp_path / "profile", PROGRAM, home=tmp_path, headed=False)
    try:
        async with async_playwright() as playwright:
            browser = await _connected(playwright, address)
            pages = browser.contexts[0].pages or [await browser.contexts[0].new_page()]
            await pages[0].goto(site.home + "/shop")
            await (await browser.contexts[0].new_page()).goto(site.home)
        yield Chrome(address)
    finally:
        process.terminate()
        process.wait()


async def _connected(playwright: Playwright, address: str) -> Browser:
    """A browser that has only just started may leave the first caller without an answer."""
    try:
        return await playwright.chromium.connect_over_cdp(address, timeout=10_000)
    except TimeoutError:
        return await playwright.chromium.connect_over_cdp(address)


async def test_a_bridge_uses_the_running_browser_and_leaves_what_was_open(
    chrome: Chrome, site: Site, tmp_path: Path
) -> None:
    settings = Settings(runs=None, chrome_profile=tmp_path / "profile")
    target = WebTarget(bridgeMode="newTabWithUrl", url=site.home + "/new")
    async with open_web(target, OpenContext(settings)) as opened:
        await opened.begin()
        assert isinstance(opened.screen, WebScreen)
        assert await opened.screen.evaluate("document.title") == "new"
    assert set(chrome.tabs(site)) == {"/", "/shop", "/new"}
    chrome.tell("close", chrome.tabs(site)["/new"])

    closing = target.model_copy(update={"close_new_tabs_after_disconnect": True, "force_same_tab_navigation": False})
    async with open_web(closing, OpenContext(settings)) as opened:
        await opened.begin()
        assert isinstance(opened.screen, WebScreen)
        await tap(opened.screen, "a")
        await opened.screen.settle()
        assert set(chrome.tabs(site)) == {"/", "/shop", "/new", "/terms"}
    assert set(chrome.tabs(site)) == {"/", "/shop"}

    current = WebTarget(bridgeMode="currentTab", url=NOWHERE)
    for options in (current, WebOptions(cdp="auto", current_tab=True)):
        for tab in ("/", "/shop") if HAS_WINDOWS else ("/",):
            chrome.tell("activate", chrome.tabs(site)[tab])
            async with open_web(options, OpenContext(settings)) as opened:
                await opened.begin()
                assert isinstance(opened.screen, WebScreen)
                assert opened.screen.address == site.home + tab
    assert set(chrome.tabs(site)) == {"/", "/shop"}
    assert await find_running(settings, home=tmp_path) == read_address(tmp_path / "profile")


async def test_where_no_browser_runs_it_is_said_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no running Chrome.*\n.*chrome://inspect/#remote-debugging.*ASKONCE_CDP"):
        await find_running(Settings(), home=tmp_path, usual=NOWHERE)
    assert await find_running(Settings(cdp="http://there:9222"), home=tmp_path) == "http://there:9222"
    kept = tmp_path / ".config/google-chrome"
    kept.mkdir(parents=True)
    (kept / "DevToolsActivePort").write_text("1\n/devtools/browser/of-one-that-is-gone\n")
    assert list(default_profiles(platform="linux", home=tmp_path)) == [kept]
    assert read_address(kept) == "ws://127.0.0.1:1/devtools/browser/of-one-that-is-gone"
    with pytest.raises(ConfigError, match="no running Chrome"):
        await find_running(Settings(), home=tmp_path, usual=NOWHERE)
    with pytest.raises(ConfigError, match="allows no debugging in its default profile"):
        await start_chrome(kept, PROGRAM, home=tmp_path)
    with pytest.raises(ScreenError, match=r"/bin/true ended at once"):
        await start_chrome(tmp_path / "other", Path("/bin/true"), home=tmp_path)


async def test_a_browser_that_is_slow_to_answer_is_not_started_a_second_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second one with its profile would open a window in the first, whose address is removed for that."""

    async def reply(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        await asyncio.sleep(4 * running_browser._REACHED_WITHIN)
        writer.write(b'HTTP/1.1 200 OK\r\n\r\n{"webSocketDebuggerUrl": "ws://127.0.0.1/devtools/browser/this"}')
        writer.close()

    monkeypatch.setattr(running_browser, "_REACHED_WITHIN", 0.1)
    async with await asyncio.start_server(reply, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        (tmp_path / "DevToolsActivePort").write_text(f"{port}\n/devtools/browser/this\n")
        settings = Settings(chrome_profile=tmp_path, browser=tmp_path / "none")
        found = await find_running(settings, home=tmp_path / "home", usual=NOWHERE)
    assert found == read_address(tmp_path) == f"ws://127.0.0.1:{port}/devtools/browser/this"


@pytest.mark.parametrize(
    ("answer", "is_found"),
    [
        ("", False),
        ("hello\r\n", False),
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", False),
        ("HTTP/1.1 404 Not Found\r\nServer: nginx\r\nContent-Length: 0\r\n\r\n", False),
        ('HTTP/1.1 200 OK\r\n\r\n{"webSocketDebuggerUrl": "ws://127.0.0.1/devtools/browser/another"}', False),
        ('HTTP/1.1 200 OK\r\n\r\n{"webSocketDebuggerUrl": "ws://127.0.0.1/devtools/browser/this"}', True),
        ("HTTP/1.1 404 Not Found\r\nContent-Length:0\r\nContent-Type:text/html\r\n\r\n", True),
    ],
)
async def test_a_port_that_another_program_uses_by_now_is_not_taken_for_the_browser(
    tmp_path: Path, answer: str, is_found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not answer:
        monkeypatch.setattr(running_browser, "_BUSY", 0.5)

    async def reply(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer.encode())
        if not answer:
            await reader.read()  # silent until the other side leaves
        writer.close()

    async with await asyncio.start_server(reply, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        (tmp_path / "DevToolsActivePort").write_text(f"{port}\n/devtools/browser/this\n")
        with nullcontext() if is_found else pytest.raises(ConfigError):
            settings = Settings(chrome_profile=tmp_path, browser=tmp_path / "none")
            assert await find_running(settings, home=tmp_path / "home", usual=NOWHERE) == read_address(tmp_path)


@pytest.mark.parametrize("text", ["", "9222", "x\n/devtools", "9222\ndevtools"])
def test_an_address_that_is_none_is_not_read(tmp_path: Path, text: str) -> None:
    (tmp_path / "DevToolsActivePort").write_text(text)
    assert not read_address(tmp_path)
