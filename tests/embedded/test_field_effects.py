"""A field is filled in when it holds what was typed, and not when its page has cut or replaced that."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.errors import GaveUp

PAGE = """<label>Code <input oninput="value = value.slice(0, 3)"></label>
<label>City <input></label>
<label>Phone <input oninput="value = value.replace(/[^0-9]/g, '').replace(/^(...)(.+)/, '$1-$2')"></label>
<label>Price <input onblur="value = Number(value).toFixed(2)"></label>"""


async def test_a_field_that_holds_another_text_is_not_done(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=Settings(runs=None)) as agent:
        with pytest.raises(GaveUp, match="Code holds '123', and not '12345'"):
            await agent.act("set Code to 12345 and City to Rome")


async def test_a_field_may_write_a_value_in_its_own_way(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=Settings(runs=None)) as agent:
        assert await agent.act("fill Phone with 5550101, Price with 7 and City with Rome")
