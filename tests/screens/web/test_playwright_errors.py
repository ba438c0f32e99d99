"""Pages that close, crash or move on give our own errors, and work goes on where it can."""

from __future__ import annotations

import asyncio

import pytest
from local_site import Show, Site, tap
from playwright.async_api import Browser, Page

from askonce.errors import ScreenClosed, ScreenError, ScreenMoved
from askonce.geometry import Point
from askonce.screens.web import PageOptions, WebScreen, open_context_screen, open_page_screen
from askonce.screens.web.devtools import ask


def page_of(screen: WebScreen) -> Page:
    return screen._pages.current("test")  # pyright: ignore[reportPrivateUsage]


async def crash(screen: WebScreen) -> None:
    page = page_of(screen)
    session = await page.context.new_cdp_session(page)
    async with page.expect_event("crash"):
        crashing = asyncio.ensure_future(ask(session, "Page.crash"))
    crashing.cancel()


async def test_a_page_that_is_closed_says_so_in_every_verb(own_page: Page) -> None:
    screen = await open_page_screen(own_page)
    await own_page.close()
    for verb in (
        screen.capture, screen.tree, screen.size, screen.clear, screen.reload, screen.back,
        lambda: screen.tap(Point(1, 1)), lambda: screen.type("x"), lambda: screen.navigate("about:blank"),
        lambda: screen.evaluate("1"), lambda: screen.scroll(0, 1), lambda: screen.wait_for_change(1),
    ):  # fmt: skip
        with pytest.raises(ScreenClosed):
            await verb()
    await screen.settle()
    await screen.close()


async def test_a_page_that_closes_mid_action_gives_our_error(own_page: Page) -> None:
    screen = await open_page_screen(own_page)
    task = asyncio.ensure_future(screen.evaluate("new Promise(() => 0)"))
    await own_page.evaluate("1")
    await own_page.close()
    with pytest.raises(ScreenClosed, match="the page closed while running a script"):
        await task


async def test_a_page_that_closes_is_a_change(own_page: Page) -> None:
    screen = await open_page_screen(own_page)
    waiting = asyncio.ensure_future(screen.wait_for_change(60))
    await own_page.evaluate("1")
    await own_page.close()
    assert await waiting is True


async def test_a_page_that_moves_on_mid_action_gives_our_error_and_goes_on(show: Show, site: Site) -> None:
    site.serve("/", "<title>home</title>")
    site.serve("/next", "<title>next</title>")
    screen = await show(site.home)
    task = asyncio.ensure_future(screen.evaluate("document.title = 'waiting'; new Promise(() => 0)"))
    await page_of(screen).wait_for_function("document.title === 'waiting'")
    await page_of(screen).goto(site.home + "/next")
    with pytest.raises(ScreenMoved, match="moved on while running a script"):
        await task
    assert (await screen.capture()).frame.image.width == 800
    assert (await screen.tree()).title == "next"


async def test_a_page_stuck_in_a_loop_gives_our_error_and_can_be_left(
    show: Show, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.serve("/", "<title>home</title>")
    screen = await show("<p>x<script>onclick = () => { for (;;); }</script>", settle_cap=0.2)
    monkeypatch.setattr("askonce.screens.web.verb_runner.ANSWER", 0.5)
    with pytest.raises(ScreenError, match="did not react while tapping"):
        await screen.tap(Point(5, 5))
    with pytest.raises(ScreenError, match="while taking a picture"):
        await screen.capture()
    await screen.navigate(site.home)
    assert await screen.evaluate("document.title") == "home"


async def test_an_error_of_the_page_is_quoted(show: Show) -> None:
    screen = await show("<p>x")
    with pytest.raises(ScreenError, match="no such thing"):
        await screen.evaluate("() => { throw new Error('no such thing') }")


@pytest.mark.parametrize("way", ["reload", "navigate"])
async def test_a_crashed_page_says_so_and_can_be_reloaded(show: Show, site: Site, way: str) -> None:
    site.serve("/", "<title>home</title><p>hello")
    screen = await show(site.home)
    await crash(screen)
    assert screen.news() == (f"the page crashed: {site.home}/",)
    for verb in (screen.capture, screen.tree, lambda: screen.tap(Point(1, 1)), lambda: screen.type("x")):
        with pytest.raises(ScreenClosed, match="crashed"):
            await verb()
    await screen.settle()
    await (screen.reload() if way == "reload" else screen.navigate("/"))
    assert await screen.evaluate("document.title") == "home"
    assert len(await screen.tabs()) == 1
    await tap(screen, "p")
    await screen.settle()
    assert (await screen.capture()).image


async def test_a_page_that_crashes_mid_action_gives_our_error(show: Show) -> None:
    screen = await show("<p>x")
    task = asyncio.ensure_future(screen.evaluate("document.title = 'waiting'; new Promise(() => 0)"))
    await page_of(screen).wait_for_function("document.title === 'waiting'")
    await crash(screen)
    with pytest.raises(ScreenClosed, match="crashed"):
        await task


async def test_a_browser_that_goes_away_can_still_be_closed(chromium: Browser) -> None:
    context = await chromium.new_context()
    await context.new_page()
    screen = await open_context_screen(context, PageOptions())
    await context.close()
    with pytest.raises(ScreenClosed):
        await screen.capture()
    await screen.close()
    await screen.close()


async def test_a_page_that_is_busy_is_waited_for_rather_than_taken_for_what_it_was(
    show: Show, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askonce.screens.web.verb_runner.MEANWHILE", 0.05)
    site.serve("/", "<p id=state>Working<iframe src=/never></iframe>")
    rest, _ = site.hold("/slow"), site.hold("/never")  # a frame that never comes replaces nothing
    screen = await show(site.home)
    assert (await screen.tree()).shows("Working")
    waiting = "const asked = new XMLHttpRequest(); asked.open('GET', '/slow', false); asked.send();"
    await screen.evaluate(f"void setTimeout(() => {{ {waiting} state.textContent = 'Done' }})")
    await site.asked_for("/slow")
    reading = asyncio.ensure_future(screen.tree())
    await asyncio.wait({reading}, timeout=0.3)
    rest.set()
    assert (await reading).shows("Done")


async def test_a_page_that_is_about_to_be_left_is_what_it_was(
    show: Show, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askonce.screens.web.verb_runner.MEANWHILE", 0.05)
    site.serve("/", "<p>Working")
    coming = site.hold("/next", "<p>Done")
    screen = await show(site.home)
    assert (await screen.tree()).shows("Working")
    await screen.evaluate("void setTimeout(() => { location.href = '/next' })")
    await site.asked_for("/next")
    assert (await screen.tree()).shows("Working")
    coming.set()
    await screen.settle()
    assert (await screen.tree()).shows("Done")
