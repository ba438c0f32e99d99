"""The embedded model on real pages."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.errors import GaveUp
from askonce.values import Secret

FORM = """<title>start</title>
<form onsubmit="document.title = [user.value, pass.value, colour.value, terms.checked].join('|'); return false">
<label>Username <input id=user></label><label>Password <input id=pass type=password></label>
<label>Colour <select id=colour><option>Red<option>Blue</select></label>
<label><input type=checkbox id=terms> Terms</label><button>Sign in</button></form>"""

TABS = """<div role=tablist><button role=tab aria-selected=true onclick="show(0)">One</button>
<button role=tab onclick="show(1)">Two</button></div><p id=p>first</p>
<script>function show(n) { p.innerHTML = n ? '<a href="#" onclick="document.title = \\'found\\'">Hidden</a>' : 'first';
document.querySelectorAll('[role=tab]').forEach((tab, at) => tab.setAttribute('aria-selected', at === n)) }</script>"""

COVERED = """<title>start</title><button onclick="document.title = 'saved'">Save</button>
<div role=dialog style="position:fixed;inset:0;background:white" id=d>News
<button onclick="d.remove()">Close</button></div>"""


async def act(page: Page, html: str, instruction: str, **values: str | Secret) -> str:
    await page.set_content(html)
    async with launch.page(page, settings=Settings(runs=None, patience=0.2)) as agent:
        await agent.act(instruction, **values)
    return await page.title()


async def test_a_form_is_filled_in_and_sent(web_page: Page) -> None:
    told = (
        "Type {who} into Username, enter {secret} in Password, select Blue from Colour, tick Terms and click Sign in."
    )
    title = await act(web_page, FORM, told, who="bob", secret=Secret("s3cret"))
    assert title == "bob|s3cret|Blue|true"


async def test_credentials_find_their_fields_and_the_button(web_page: Page) -> None:
    assert await act(web_page, FORM, "log in as ann with password pa55") == "ann|pa55|Red|false"
    assert await act(web_page, FORM, "log in as ann with {code}", code=Secret("pa55")) == "ann|pa55|Red|false"
    with pytest.raises(GaveUp, match="it is not clear whether"):
        await act(web_page, FORM, 'log in as ann with "Sign in"')


async def test_what_is_behind_another_tab_is_found(web_page: Page) -> None:
    assert await act(web_page, TABS, 'click the link "Hidden"') == "found"


async def test_what_covers_the_target_is_closed_first(web_page: Page) -> None:
    assert await act(web_page, COVERED, "click Save") == "saved"


async def test_an_instruction_that_is_not_understood_whole_leaves_the_page_alone(web_page: Page) -> None:
    with pytest.raises(GaveUp, match="not understood: 'ponder it'"):
        await act(web_page, FORM, "tick Terms, click Sign in. Then ponder it")
    assert await web_page.title() == "start"
