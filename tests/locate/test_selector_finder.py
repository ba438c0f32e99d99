"""Elements that a selector of the caller names."""

from __future__ import annotations

from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings

COVERED = """
<div style="height: 520px"></div><button id="save" onclick="this.textContent = 'Saved'">Save</button>
<div style="height: 2000px"></div>
<p style="position: fixed; bottom: 0; left: 0; right: 0; height: 120px; margin: 0; background: #eee">We use cookies.</p>
"""


async def test_an_element_that_a_selector_names_is_not_touched_through_what_covers_it(web_page: Page) -> None:
    await web_page.set_content(COVERED)
    async with launch.page(web_page, settings=Settings(runs=None)) as agent:
        await agent.tap("the button", selector="#save")

    assert await web_page.inner_text("#save") == "Saved"
