"""Words that are also a secret of an earlier act."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from askonce import Secret, launch
from askonce.config import Settings
from askonce.errors import ConfigError

PAGE = "<label>Password <input type=password></label><label>Project <input id=project></label>"


async def test_the_name_of_an_earlier_secret_is_not_typed(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        await agent.act("type {word} into Password", word=Secret("demo"))
        with pytest.raises(ConfigError, match="the secret 'word' of an earlier act"):
            await agent.act('type "a demo project" into Project')
        assert await web_page.input_value("#project") == ""
        await agent.act("type {word} into Project", word=Secret("demo"))
    assert await web_page.input_value("#project") == "demo"
