"""Selectors of the user's own, and the page's clock."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from askonce.errors import ConfigError
from askonce.geometry import Box, Point
from askonce.screens import Clock, Selectable
from askonce.screens.web import open_page_screen

PAGE = """
<button id=one onclick="document.title = 'one'">One</button><button>Two</button><button hidden>Three</button>
<div style="height: 3000px"></div>
<button id=far onclick="document.title = 'far'">Far</button>
<iframe srcdoc="<button id=inner onclick=&quot;parent.document.title = 'inner'&quot;>Inner</button>"></iframe>
"""


@pytest.mark.parametrize("selector", ["#one", "//button[1]", "xpath=//button[text()='One']", "text=One"])
async def test_css_xpath_and_locators_name_an_element(web_page: Page, selector: str) -> None:
    await web_page.set_content(PAGE)
    async with await open_page_screen(web_page) as screen:
        assert isinstance(screen, Selectable)
        (box,) = await screen.select(selector)
        await screen.tap(box.center)
    assert await web_page.title() == "one"


async def test_only_visible_matches_count(web_page: Page) -> None:
    await web_page.set_content("<button>A</button><button hidden>B</button>")
    async with await open_page_screen(web_page) as screen:
        assert len(await screen.select("button")) == 1


@pytest.mark.parametrize(("selector", "title"), [("#far", "far"), ("#inner", "inner")])
async def test_a_single_match_is_brought_into_view_also_in_a_frame(web_page: Page, selector: str, title: str) -> None:
    await web_page.set_content(PAGE)
    async with await open_page_screen(web_page) as screen:
        (box,) = await screen.select(selector)
        assert Box(0, 0, 800, 600).contains(Point(box.center.x, box.center.y))
        await screen.tap(box.center)
    assert await web_page.title() == title


@pytest.mark.parametrize("selector", ["button[", "//[", "a >> b[["])
async def test_what_is_no_selector_is_said_with_what_to_write(web_page: Page, selector: str) -> None:
    async with await open_page_screen(web_page) as screen:
        with pytest.raises(ConfigError, match=r"is not a selector[\s\S]*CSS selector"):
            await screen.select(selector)


async def test_the_clock_is_the_pages(own_page: Page) -> None:
    await own_page.clock.install(time="2024-02-29T12:30:00Z")
    await own_page.set_content("<p>leap</p>")
    screen = await open_page_screen(own_page)
    assert isinstance(screen, Clock)
    now = await screen.now()
    assert (now.year, now.month, now.day) == (2024, 2, 29)
    assert now.tzinfo is not None


async def test_a_page_without_a_usable_clock_is_our_error(own_page: Page) -> None:
    from askonce.errors import ScreenError

    await own_page.set_content("<p>odd</p>")
    await own_page.evaluate("Date.prototype.getTime = () => 'soon'")
    with pytest.raises(ScreenError, match="no usable clock"):
        await (await open_page_screen(own_page)).now()
