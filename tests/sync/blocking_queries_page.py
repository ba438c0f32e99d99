"""Reading pytest-playwright's own `page`. Run by test_blocking_agent_queries.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page
from pydantic import BaseModel
from queries_rig import NO_FILES, value, verdict

from askonce.config import read_settings
from askonce.errors import CheckFailed, ConfigError, OutOfTime
from askonce.screens.web import find_browser
from askonce.sync import launch
from askonce.testing import ModelServer

SHOP = """<title>Shop</title><h1>Basket</h1><p id=item>Red mug £12.50</p>
<button onclick="setTimeout(() => { toast.textContent = 'Saved' }, 50)">Save</button><p id=toast role=status></p>"""


class Item(BaseModel):
    name: str
    price: float


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": read_settings().browser or find_browser(),
        "args": ["--no-sandbox"],
    }


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


def test_values_and_checks(page: Page, server: ModelServer) -> None:
    server.reply(value({"name": "Red mug", "price": 12.5}), when="the item")
    server.reply(verdict(False, "it is red"), when="the mug is blue")
    page.set_content(SHOP)
    with launch.page(page, model=server.settings(), settings=NO_FILES) as agent:
        assert agent.query("the item", returns=Item) == Item(name="Red mug", price=12.5)
        assert agent.string("the title of the page") == "Shop"
        assert agent.check("the text 'Basket' is visible").source == "elements"
        with pytest.raises(CheckFailed, match="it is red"):
            agent.check("the mug is blue")
        assert agent.usage.total.calls == len(server.requests) == 2


def test_waiting_and_watching(page: Page, server: ModelServer) -> None:
    server.reply('{"reason": "the page was just changing", "verdict": false}')  # the elements may be read half changed
    page.set_content(SHOP)
    with launch.page(page, model=server.settings(), settings=NO_FILES) as agent:
        page.evaluate("() => void setTimeout(() => { item.textContent = 'Tea' }, 300)")
        assert agent.wait_for("the text 'Tea' is visible", timeout=20)
        with pytest.raises(OutOfTime):
            agent.wait_for("the text 'Coffee' is visible", timeout=0.2)
        with agent.observe() as watched:
            page.click("button")
            while not any(seen.text == "Saved" and seen.is_legible for seen in watched.texts):
                page.wait_for_timeout(20)
            page.evaluate("toast.textContent = ''")
        assert watched.check('a toast "Saved" appeared').source == "elements"


def test_a_frozen_view_and_the_users_own_steps_in_between(page: Page, server: ModelServer) -> None:
    page.set_content(SHOP)
    with launch.page(page, model=server.settings(), settings=NO_FILES) as agent:
        with agent.frozen():
            page.evaluate("item.textContent = 'Tea'")
            assert agent.check("the text 'Red mug £12.50' is visible")
            with pytest.raises(ConfigError, match="frozen"):
                agent.tap("the button 'Save'")
        assert agent.check("the text 'Tea' is visible")
    assert page.inner_text("#item") == "Tea"
    assert server.requests == []


def test_soft_failures_are_raised_at_the_end(page: Page, server: ModelServer) -> None:
    def run() -> None:
        with launch.page(page, model=server.settings(), settings=NO_FILES) as agent:
            agent.check("the text 'Sorry' is visible", soft=True)
            agent.check("the text 'Basket' is visible", soft=True)

    page.set_content(SHOP)
    with pytest.raises(CheckFailed, match="1 soft check failed"):
        run()
    assert page.title() == "Shop"
