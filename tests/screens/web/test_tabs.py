"""New tabs are followed or brought into the tab that opened them."""

from __future__ import annotations

import asyncio

import pytest
from local_site import Show, Site, let_time_pass, tap
from playwright.async_api import Browser, Page

from askonce.errors import NotOperable
from askonce.screens import Tab
from askonce.screens.web import PageOptions, open_context_screen, open_page_screen

OPENERS = """<title>first</title><a href=/second target=_blank>link</a><br>
<a id=apart href=/second target=_blank rel=noopener>apart</a><br>
<button onclick='window.open("/second")'>open</button>
<p onclick='const tab = window.open(""); tab.document.title = "written"'>written</p>"""


@pytest.fixture
def shop(site: Site) -> Site:
    site.serve("/", OPENERS)
    site.serve("/second", "<title>second</title><button onclick='window.close()'>close</button>")
    return site


@pytest.mark.parametrize("opener", ["a", "#apart", "button"])
async def test_a_new_tab_is_followed_and_closing_it_leads_back(show: Show, shop: Site, opener: str) -> None:
    screen = await show(shop.home)
    await tap(screen, opener)
    await screen.settle()
    assert screen.address == shop.home + "/second"
    assert screen.news() == (f"a new tab opened and is now in front: {shop.home}/second",)
    assert await screen.tabs() == [Tab("first", shop.home + "/", False), Tab("second", shop.home + "/second", True)]
    await screen.close_tab()
    assert screen.address == shop.home + "/"
    assert screen.news() == (f"the tab closed; now in the tab with {shop.home}/",)
    await tap(screen, "a")


async def test_a_slow_new_tab_is_waited_for(show: Show, shop: Site) -> None:
    gate = shop.hold("/second", "<title>slow</title>")
    screen = await show(shop.home, settle_cap=20)
    await tap(screen, "button")
    settling = asyncio.ensure_future(screen.settle())
    await shop.asked_for("/second")
    await let_time_pass(screen)
    assert not settling.done()
    gate.set()
    await settling
    assert await screen.evaluate("document.title") == "slow"


async def test_a_tab_that_closes_itself_leads_back(show: Show, shop: Site) -> None:
    screen = await show(shop.home)
    await tap(screen, "button")
    await screen.settle()
    await tap(screen, "button")
    await screen.settle()
    assert screen.address == shop.home + "/"
    assert await screen.evaluate("document.title") == "first"


@pytest.mark.parametrize("opener", ["a", "button"])
async def test_a_new_tab_is_brought_into_the_same_tab(show: Show, shop: Site, opener: str) -> None:
    screen = await show(shop.home, tabs="same")
    await tap(screen, opener)
    await screen.settle()
    assert screen.address == shop.home + "/second"
    assert len(await screen.tabs()) == 1
    assert screen.news() == (f"a new tab was opened in this tab instead: {shop.home}/second",)
    await screen.back()
    assert screen.address == shop.home + "/"


async def test_a_tab_without_an_address_is_followed_even_so(show: Show, shop: Site) -> None:
    screen = await show(shop.home, tabs="same")
    await tap(screen, "p")
    await screen.settle()
    assert await screen.evaluate("document.title") == "written"


async def test_tabs_are_switched_by_number(show: Show, shop: Site) -> None:
    screen = await show(shop.home)
    await tap(screen, "a")
    await screen.settle()
    await screen.switch_tab(1)
    assert await screen.evaluate("document.title") == "first"
    await screen.switch_tab(2)
    assert await screen.evaluate("document.title") == "second"
    with pytest.raises(NotOperable, match="tabs 1 to 2"):
        await screen.switch_tab(3)


async def test_the_only_tab_is_not_closed(show: Show) -> None:
    screen = await show("<p>alone")
    with pytest.raises(NotOperable, match="only tab"):
        await screen.close_tab()


async def test_tabs_of_the_user_next_to_his_page_are_not_ours(own_page: Page, shop: Site) -> None:
    await own_page.goto(shop.home)
    async with await open_page_screen(own_page) as screen:
        await own_page.context.new_page()
        assert len(await screen.tabs()) == 1


async def test_a_context_brings_its_tabs_and_keeps_them(chromium: Browser, shop: Site) -> None:
    context = await chromium.new_context()
    first, second = await context.new_page(), await context.new_page()
    await first.goto(shop.home)
    await second.goto(shop.home + "/second")
    screen = await open_context_screen(context, PageOptions())
    assert [tab.title for tab in await screen.tabs()] == ["first", "second"]
    assert screen.address == shop.home + "/second"
    await screen.close()
    assert not first.is_closed()
    assert not second.is_closed()
    await context.close()


SPOIL = """() => {
  const keys = Object.getOwnPropertySymbols(window).filter((key) => String(key).includes("askonce.scripts"));
  for (const key of keys) { window[key].begin = () => () => "{}"; delete window[key]; }
  return keys.length;
}"""


async def test_every_document_keeps_our_scripts_and_the_page_cannot_change_them(show: Show, shop: Site) -> None:
    screen = await show(shop.home)
    assert await screen.evaluate(SPOIL) == 1
    assert "open" in [node.name for node in await screen.tree()]
    await screen.navigate(shop.home + "/second")
    assert await screen.evaluate(SPOIL) == 1
    assert [node.name for node in await screen.tree()] == ["close"]


@pytest.mark.parametrize(
    "opener", ["#apart", *(pytest.param(opener, marks=pytest.mark.long) for opener in ("a", "button"))]
)
async def test_a_new_tab_may_stay_behind(show: Show, shop: Site, opener: str) -> None:
    screen = await show(shop.home, tabs="stay")
    await tap(screen, opener)
    await screen.settle()
    assert screen.address == shop.home + "/"
    assert screen.news() == (f"a new tab opened behind this one: {shop.home}/second",)
    assert [tab.current for tab in await screen.tabs()] == [True, False]
    await screen.switch_tab(2)
    assert screen.address == shop.home + "/second"


@pytest.mark.parametrize("policy", ["follow", "same", "stay"])
async def test_a_page_that_is_expected_is_gone_to(show: Show, shop: Site, policy: str) -> None:
    screen = await show(shop.home, tabs=policy)
    screen.expect_page()
    await tap(screen, "button")
    assert await screen.new_page(5)
    assert screen.address == shop.home + "/second"
    assert await screen.evaluate("document.title") == "second"
    screen.expect_page()
    assert not await screen.new_page(0)
