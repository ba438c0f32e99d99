"""What an agent gives of its screen without a model."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Page

from askonce import launch
from askonce.agent import Agent
from askonce.config import Settings
from askonce.embedded import EmbeddedModel
from askonce.errors import ConfigError, NotAllowed, NotFound, OutOfTime, ScreenError
from askonce.geometry import Box, Size
from askonce.models.factory import Models
from askonce.screens import Screen, Shot
from askonce.screens.fake import Button, FakeScreen, Field, Text
from askonce.screens.web import PageOptions
from askonce.testing.shop import SampleShop
from askonce.trace import Acted, ActStarted, Looked, Trace, read_trace
from askonce.values import Secret

NO_FILES = Settings(runs=None, patience=0)


class Poster:
    """A screen that can only be seen."""

    kind = "poster"

    def __init__(self) -> None:
        self._fake = FakeScreen()

    async def capture(self) -> Shot:
        return await self._fake.capture()

    async def size(self) -> Size:
        return await self._fake.size()

    async def settle(self) -> None:
        await self._fake.settle()

    def news(self) -> Sequence[str]:
        return ()

    async def close(self) -> None:
        await self._fake.close()


def fake() -> FakeScreen:
    start = [
        Text("Welcome", Box(20, 20, 200, 30)),
        Button("Save", Box(20, 60, 100, 30)),
        Field("Code", Box(20, 100, 200, 30)),
    ]
    return FakeScreen(start, pages={"fake://help": [Text("Help", Box(20, 20, 200, 30))]})


def agent_on(screen: Screen, folder: Path | None = None) -> Agent:
    return Agent(screen, Models.of(EmbeddedModel()), settings=NO_FILES, trace=Trace(folder))


def picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def written_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


async def test_going_from_page_to_page_is_in_the_trace(tmp_path: Path) -> None:
    async with agent_on(fake(), tmp_path) as agent:
        await agent.navigate("fake://{page}", values={"page": "help"})
        assert (agent.url, await agent.text(), await agent.title()) == ("fake://help", "Help", "fake://help")
        await agent.back()
        assert await agent.text() == "Welcome\nSave\nCode"
        await agent.forward()
        await agent.reload()
    steps = [entry.event.action for entry in read_trace(tmp_path) if isinstance(entry.event, Acted)]
    assert steps == ["Navigate(url='fake://help')", "Back()", "Forward()", "Reload()"]


async def test_a_secret_in_an_address_is_sent_and_not_shown(tmp_path: Path) -> None:
    screen = FakeScreen(pages={"fake://reset/hunter22": [Text("New password", Box(20, 20, 200, 30))]})
    async with agent_on(screen, tmp_path) as agent:
        await agent.navigate("fake://reset/{token}", values={"token": Secret("hunter22")})
        assert await agent.text() == "New password"
        with pytest.raises(ScreenError, match=r"there is no page 'fake://\{token\}'"):
            await agent.navigate("fake://{token}", values={"token": Secret("hunter22")})
    assert b"hunter22" not in written_in(tmp_path)


async def test_the_text_of_an_element_is_its_own() -> None:
    async with agent_on(fake()) as agent:
        assert await agent.text(within="the {what} button", values={"what": "Save"}) == "Save"
        with pytest.raises(NotFound):
            await agent.text(within="the Order button")


async def test_a_screenshot_is_of_the_screen_or_of_one_element(tmp_path: Path) -> None:
    async with agent_on(fake(), tmp_path) as agent:
        assert picture(await agent.screenshot()).size == (800, 600)
        kept = tmp_path / "shots" / "save.jpg"
        taken = await agent.screenshot(kept, within="the Save button")
        assert kept.read_bytes() == taken
        assert (picture(taken).format, picture(taken).size) == ("JPEG", (100, 30))
        with pytest.raises(ConfigError, match=r"save\.txt is not a file for a picture"):
            await agent.screenshot(tmp_path / "save.txt")
        with pytest.raises(ConfigError, match=r"could not write .*save\.jpg"):
            await agent.screenshot(kept / "save.png")
    events = [entry.event for entry in read_trace(tmp_path)]
    named = [event.instruction for event in events if isinstance(event, ActStarted)]
    assert named[:2] == ["screenshot: what is in view", "screenshot: the Save button"]
    assert sum(isinstance(event, Looked) for event in events) == 3


async def test_secrets_are_painted_over_in_a_screenshot() -> None:
    async with agent_on(fake()) as agent:
        await agent.type("the Code field", Secret("hunter22"))
        shown = picture(await agent.screenshot(within="the Code field")).convert("RGB")
        assert shown.getcolors() == [(200 * 30, (0, 0, 0))]


@pytest.mark.parametrize(
    ("method", "arguments"),
    [("url", None), ("page", None), ("title", ()), ("text", ()), ("evaluate", ("1",)), ("navigate", ("x",))],
)
async def test_what_a_screen_cannot_do_is_a_clear_error(method: str, arguments: tuple[Any, ...] | None) -> None:
    async with agent_on(Poster()) as agent:
        with pytest.raises(ConfigError, match="this poster screen"):
            await getattr(agent, method)(*arguments or ())


async def test_names_of_playwright_lead_to_ours() -> None:
    async with agent_on(fake()) as agent:
        with pytest.raises(AttributeError, match="no attribute 'goto'; it is called navigate here"):
            agent.goto  # noqa: B018
        with pytest.raises(AttributeError, match="no attribute 'double_click'; it is called double_tap here"):
            agent.double_click  # noqa: B018


async def test_a_run_ends_once(tmp_path: Path) -> None:
    async with agent_on(fake(), tmp_path) as agent:
        await agent.close()
    assert [entry.event.type for entry in read_trace(tmp_path)] == ["run-started", "run-ended"]


@pytest.mark.filterwarnings("ignore::askonce.screens.web.allowed_hosts.UnheldHosts")
async def test_a_web_page_runs_scripts_and_is_at_hand(web_page: Page, tmp_path: Path) -> None:
    with SampleShop() as shop:
        options = PageOptions(allowed_hosts=("127.0.0.1",))
        async with launch.page(web_page, options=options, settings=Settings(runs=tmp_path)) as agent:
            await agent.navigate(shop.url)
            await agent.navigate("/login")
            assert agent.url == f"{shop.url}login"
            assert agent.page is web_page
            assert await agent.title() == await web_page.title()
            argument = {"password": Secret("hunter22"), "times": [2]}
            assert await agent.evaluate("({password, times}) => password.length * times[0]", argument) == 16
            with pytest.raises(ScreenError, match="nowhere is not defined"):
                await agent.evaluate("nowhere + 1")
            with pytest.raises(NotAllowed):
                await agent.navigate("https://elsewhere.example")
            assert "Log in" in (await agent.text()).splitlines()
            assert picture(await agent.screenshot(within="the field User name")).width < 800
    assert b"nowhere + 1" in written_in(tmp_path)
    assert b"hunter22" not in written_in(tmp_path)


async def test_a_page_that_opens_is_waited_for_and_gone_to(web_page: Page) -> None:
    await web_page.set_content("<button onclick='window.open(`about:blank#terms`)'>Terms</button>")
    async with launch.page(web_page, settings=Settings(runs=None, patience=1)) as agent:
        async with agent.expect_page() as opened:
            await agent.tap("Terms")
        assert agent.url == opened.url == "about:blank#terms"
        with pytest.raises(OutOfTime, match=r"no new page opened within 0\.1 s"):
            async with agent.expect_page(timeout=0.1):
                pass
        await opened.page.close()
