"""Addresses, history, and what goes wrong on the way."""

from __future__ import annotations

import asyncio
import socket

import pytest
from local_site import Show, Site, tap

from askonce.errors import NotAllowed, NotOperable, ScreenError
from askonce.screens.web.urls import failure, read_address


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("example.org/a?b#c", "https://example.org/a?b#c"),
        ("example.org:8443", "https://example.org:8443"),
        ("http://example.org", "http://example.org"),
        (" localhost:3000/x ", "http://localhost:3000/x"),
        ("127.0.0.1", "http://127.0.0.1"),
        ("[::1]:80/x", "http://[::1]:80/x"),
        ("//example.org/x", "https://example.org/x"),
        ("/basket", "https://shop.test/basket"),
        ("?page=2", "https://shop.test/list?page=2"),
        ("about:blank", "about:blank"),
        ("file:///tmp/x.html", "file:///tmp/x.html"),
    ],
)
def test_addresses_are_completed(written: str, meant: str) -> None:
    assert read_address(written, "https://shop.test/list") == meant


def test_scripts_and_empty_texts_are_no_addresses() -> None:
    with pytest.raises(NotAllowed):
        read_address(" JavaScript:alert(1)")
    with pytest.raises(ScreenError, match="empty"):
        read_address("  ")
    with pytest.raises(ScreenError, match="only a path"):
        read_address("/basket", "about:blank")
    with pytest.raises(ScreenError, match="no site is open"):
        read_address("/basket", "chrome-error://chromewebdata/")


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("Page.goto: net::ERR_NAME_NOT_RESOLVED at https://x", "the host name is not known"),
        ("Page.goto: net::ERR_CERT_DATE_INVALID at https://x", "certificate"),
        ("Page.goto: Timeout 30000ms exceeded.", "took too long"),
        ("Page.goto: net::ERR_SOMETHING_NEW at https://x\nCall log:", "net::ERR_SOMETHING_NEW"),
    ],
)
def test_failures_are_told_in_plain_words(message: str, reason: str) -> None:
    assert reason in str(failure("https://x", message))


async def test_going_back_forward_and_reloading(show: Show, site: Site) -> None:
    for name in ("one", "two"):
        site.serve(f"/{name}", f"<title>{name}</title>")
    screen = await show(site.home + "/one")
    await screen.navigate("/two")
    assert screen.address == site.home + "/two"
    await screen.back()
    await screen.settle()  # the title may come after the address
    assert await screen.evaluate("document.title") == "one"
    await screen.forward()
    await screen.settle()
    assert await screen.evaluate("document.title") == "two"
    await screen.evaluate("document.title = 'changed'")
    await screen.reload()
    await screen.settle()
    assert await screen.evaluate("document.title") == "two"
    with pytest.raises(NotOperable, match="no page to go forward"):
        await screen.forward()


async def test_there_is_no_way_back_from_the_first_page(show: Show) -> None:
    screen = await show()
    with pytest.raises(NotOperable, match="no page to go back"):
        await screen.back()


async def test_a_page_that_cannot_be_reached_gives_our_error_and_the_next_one_opens(show: Show, site: Site) -> None:
    site.serve("/", "<title>home</title>")
    screen = await show()
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        with pytest.raises(ScreenError, match="nothing answers"):
            await screen.navigate(f"127.0.0.1:{port}")
    await screen.navigate(site.home)
    assert await screen.evaluate("document.title") == "home"


async def test_an_answer_without_content_leaves_the_page_as_it_is(show: Show, site: Site) -> None:
    site.serve("/", "<title>home</title>")
    site.serve("/nothing", status=204)
    screen = await show(site.home)
    await screen.navigate("/nothing")
    assert await screen.evaluate("document.title") == "home"


async def test_the_last_picture_after_a_navigation_is_of_the_new_page(show: Show, site: Site) -> None:
    site.serve("/one", "<body style='background:red'><a href=/two style='display:block;height:300px'>next</a>")
    site.serve("/two", "<body style='background:lime'>")
    screen = await show(site.home + "/one")
    before = await screen.capture()
    await tap(screen, "a")
    await screen.settle()
    assert (await screen.capture()).image != before.image
    assert screen.address.endswith("/two")


async def test_cancelling_a_navigation_stops_waiting_for_it(show: Show, site: Site) -> None:
    site.hold("/never")
    site.serve("/", "<title>home</title>")
    screen = await show(site.home)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(screen.navigate("/never"), 0.3)
    await screen.navigate(site.home)
    assert await screen.evaluate("document.title") == "home"


async def test_reloading_a_page_that_could_not_be_opened_names_its_address(show: Show, site: Site) -> None:
    screen = await show(site.home)
    for again in (lambda: screen.navigate("http://localhost:1/shop"), screen.reload):
        with pytest.raises(ScreenError, match=r"could not open http://localhost:1/shop:"):
            await again()
