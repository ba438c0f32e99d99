"""What is typed goes into a field, and not where the focus happens to be."""

from __future__ import annotations

import pytest
from playwright.async_api import Page
from shipped_fonts import SANS, font_style

from askonce import launch
from askonce.config import Settings
from askonce.errors import NotFound

PAGE = f"""{font_style(SANS)}<body style="margin:0"><canvas width=600 height=300 tabindex=0></canvas><script>
window.typed = ""
const canvas = document.querySelector("canvas")
canvas.onkeydown = event => window.typed += event.key
document.fonts.load("32px {SANS}").then(() => {{
    const pen = canvas.getContext("2d"); pen.font = "32px {SANS}"; pen.fillText("Sign in", 40, 60); canvas.focus()
    window.drawn = true
}})</script>"""


async def test_nothing_is_typed_into_words_that_are_only_drawn(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    await web_page.wait_for_function("window.drawn")
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        await agent.tap("Sign in")
        with pytest.raises(NotFound, match="Sign in"):
            await agent.type("Sign in", "qq")
    assert await web_page.evaluate("window.typed") == ""
