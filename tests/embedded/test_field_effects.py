"""A field is filled in when it holds what was typed, and not when its page has cut or replaced that."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.errors import GaveUp

PAGE = """<label>Code <input oninput="value = value.slice(0, 3)"></label>
<label>City <input></label>
<label>Phone <input oninput="value = value.replace(/[^0-9]/g, '').replace(/^(...)(.+)/, '$1-$2')"></label>
<label>Price <input onblur="value = Number(value).toFixed(2)"></label>
<button onclick="this.textContent += ' done'">Save</button>"""


async def test_a_field_that_holds_another_text_is_not_done(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        with pytest.raises(GaveUp, match="Code holds '123', and not '12345'"):
            await agent.act("set Code to 12345 and City to Rome")


async def test_nothing_is_saved_before_the_fields_are_seen_to_hold_what_was_typed(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        with pytest.raises(GaveUp, match="Code holds '123', and not '12345'"):
            await agent.act("set Code to 12345 and save")
    assert await web_page.locator("button").inner_text() == "Save"


async def test_an_act_that_looked_before_it_saved_is_replayed_whole(web_page: Page, tmp_path: Path) -> None:
    for how in ("asked", "replayed"):
        await web_page.set_content(PAGE)
        async with launch.page(web_page, settings=Settings(runs=tmp_path), recordings="code") as agent:
            result = await agent.act("set Code to {code}, Phone to 5550101 and save", code="123")
        assert (result.how, len(result.steps)) == (how, 3)
        assert await web_page.locator("button").inner_text() == "Save done"


async def test_a_field_may_write_a_value_in_its_own_way(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        assert await agent.act("fill Phone with 5550101, Price with 7 and City with Rome")


BOX = "<label><input type=checkbox onclick='return false'{}> Newsletter</label><button>Save</button>"


@pytest.mark.parametrize(
    ("state", "instruction", "reason"),
    [
        ("", "check Newsletter", "Newsletter was pressed, and is not checked"),
        (" checked", "uncheck Newsletter", "Newsletter was pressed, and is still checked"),
    ],
)
async def test_a_box_that_is_as_before_is_not_done(web_page: Page, state: str, instruction: str, reason: str) -> None:
    await web_page.set_content(BOX.format(state))
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        with pytest.raises(GaveUp, match=reason):
            await agent.act(instruction)
