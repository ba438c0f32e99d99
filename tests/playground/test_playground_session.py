"""A session over its socket: a real server, a real client, a real browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playground_rig import PageClient, connected
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.playground.model_choice import ModelChoice
from askonce.playground.playground_options import PlaygroundOptions
from askonce.playground.server import Playground, serve
from askonce.testing.shop import SampleShop


@pytest.fixture(scope="module")
def shop() -> AsyncIterator[SampleShop]:
    with SampleShop() as shop:
        yield shop


@pytest_asyncio.fixture(loop_scope="session")
async def client(web_page: Page, shop: SampleShop, tmp_path: Path) -> AsyncIterator[PageClient]:
    await web_page.goto(shop.url)
    async with sitting(web_page, tmp_path) as (_, client):
        yield client


@asynccontextmanager
async def sitting(page: Page, runs: Path) -> AsyncIterator[tuple[Playground, PageClient]]:
    settings, models = Settings(runs=runs), ModelChoice(None)
    async with (
        serve(PlaygroundOptions(settings=settings)) as playground,
        launch.page(page, settings=settings, model=models.models) as agent,
    ):
        session = await playground.adopt(agent, models)
        async with connected(playground, session.id) as client:
            yield playground, client


async def test_what_is_asked_is_done_and_its_document_comes(client: PageClient) -> None:
    done = await client.ask("ask", tool="act", arguments={"instruction": "search for {term}"}, values={"term": "mug"})

    assert (done["state"], done["how"]) == ("done", "asked")
    document = (await client.told("run", lambda told: told["document"]["runs"][0]["nodes"]))["document"]
    assert document["format"] == "askonce-report"
    assert document["runs"][0]["nodes"][0]["status"] == "done"


async def test_a_press_in_the_live_view_goes_through(client: PageClient) -> None:
    await client.ask("view.start", width=800, height=600)
    await client.until(lambda: bool(client.pictures))
    box = (await client.ask("ask", tool="locate", arguments={"target": "the link 'Red mug'"}))["outcome"]["data"]
    await client.hand("press", at=box["point"])

    screen = await client.told("screen", lambda told: "mug" in told["address"])
    assert client.pictures[0].startswith(b"\xff\xd8")
    assert client.last("frame") == {"event": "frame", "width": 800, "height": 600}
    assert screen["kind"] == "web"
