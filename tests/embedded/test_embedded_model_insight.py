"""Questions without a model that sees: what the elements prove is answered, the rest says what it takes."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.errors import ConfigError

PAGE = "<title>Orders</title><h1>Orders</h1><label>Total <input value=12></label><button disabled>Save</button>"
SETTINGS = Settings(runs=None)


async def test_what_the_elements_prove_is_answered_without_a_model(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=SETTINGS) as agent:
        await agent.check('the button "Save" is disabled')
        await agent.wait_for('the text "Orders" is visible')
        assert await agent.query("the value of the field Total", returns=int) == 12


async def test_a_check_beyond_the_elements_says_what_it_takes(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=SETTINGS) as agent:
        with pytest.raises(ConfigError) as caught:
            await agent.check("the page looks friendly")
    assert "whether 'the page looks friendly' holds cannot be decided from the elements" in str(caught.value)
    assert "ASKONCE_MODEL_NAME" in str(caught.value)


async def test_a_query_beyond_the_elements_names_what_was_asked_for(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=SETTINGS) as agent:
        with pytest.raises(ConfigError, match="'the mood of the page' cannot be read from the elements"):
            await agent.query("the mood of the page")


async def test_waiting_for_what_cannot_be_told_ends_at_once(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=SETTINGS) as agent:
        with pytest.raises(ConfigError, match="takes a vision model"):
            await agent.wait_for("the page looks friendly", timeout=60)


async def test_writing_a_program_takes_a_language_model(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=SETTINGS) as agent:
        with pytest.raises(Exception, match="takes a language model, and none is set up"):
            await agent.pursue("buy all the mugs")
