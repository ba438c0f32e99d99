"""The live view of a real page, counted in pictures: many while it changes, none while it does not."""

from __future__ import annotations

import asyncio
import io
from contextlib import aclosing

from PIL import Image
from playground_rig import PageClient, sitting
from playwright.async_api import Page

from askonce.errors import ScreenError
from askonce.geometry import Box, Size
from askonce.playground.client_connection import UNSEEN
from askonce.playground.live_view import LiveView, pictures
from askonce.screens import Shot
from askonce.screens.fake import FakeScreen, Text
from askonce.values import Secret

STRIPES = """<!doctype html><body style="margin: 0"><div id="it" style="height: 300px; background: black"></div><script>
let count = 0;
const turn = () => { it.style.background = `rgb(${(count += 9) % 256}, 0, 0)`; requestAnimationFrame(turn) };
turn();</script>"""


async def pixel(picture: bytes, at: tuple[int, int]) -> tuple[int, ...]:
    with Image.open(io.BytesIO(picture)) as opened:
        colour = opened.convert("RGB").getpixel(at)
    assert isinstance(colour, tuple)
    return colour


async def test_each_change_of_a_page_is_shown(web_page: Page) -> None:
    await web_page.set_content("<p>Changes</p>")
    async with sitting(web_page) as place, place.client() as client:
        await client.ask("view.start", width=400, height=300)
        await client.until(lambda: bool(client.pictures))
        for green in range(24, 241, 24):
            await web_page.evaluate("green => { document.body.style.background = `rgb(0, ${green}, 0)` }", green)
            await until_colour(client, (0, green, 0), (390, 290))


async def test_a_page_that_does_not_change_gives_one_picture(web_page: Page) -> None:
    await web_page.set_content("<h1 style='background: teal'>Still</h1>")
    async with sitting(web_page) as place, place.client() as client:
        await client.ask("view.start", width=400, height=300)
        await client.until(lambda: bool(client.pictures))
        first = place.session.panel(LiveView).frames
        await web_page.evaluate("() => new Promise(done => setTimeout(done, 1000))")
        assert place.session.panel(LiveView).frames - first <= 1  # that of a page that has just been painted

        await web_page.evaluate("() => { document.body.style.background = 'red' }")
        seen = len(client.pictures)
        await client.until(lambda: len(client.pictures) > seen)


async def test_a_client_that_does_not_acknowledge_gets_two_pictures_and_then_the_newest(web_page: Page) -> None:
    await web_page.set_content(STRIPES)
    async with sitting(web_page) as place, place.client() as client:
        client.acknowledges = False
        await client.ask("view.start", width=400, height=300)
        await client.until(lambda: len(client.pictures) == UNSEEN)
        await web_page.evaluate("() => new Promise(done => setTimeout(done, 500))")
        await client.ask("tabs")  # messages still come
        assert len(client.pictures) == UNSEEN

        await web_page.evaluate("""() => {
            const draw = window.requestAnimationFrame.bind(window);
            window.requestAnimationFrame = () => 0;
            draw(() => draw(() => { it.style.background = 'lime' }));  // after the stripe that waits already
        }""")
        client.acknowledges = True
        for _ in range(UNSEEN):
            await client.send(do="view.seen")
        await client.until(lambda: len(client.pictures) > UNSEEN)
        await until_colour(client, (0, 255, 0))


async def until_colour(client: PageClient, wanted: tuple[int, int, int], at: tuple[int, int] = (5, 5)) -> None:
    async with asyncio.timeout(20):
        while True:
            count = len(client.pictures)
            colour = await pixel(client.pictures[-1], at)
            if all(abs(one - other) < 12 for one, other in zip(colour, wanted, strict=True)):
                return
            await client.until(lambda count=count: len(client.pictures) > count)


async def test_a_tab_that_comes_to_the_front_is_shown(web_page: Page) -> None:
    await web_page.set_content("<body style='background: blue'><a href='about:blank' target='_blank'>More</a>")
    async with sitting(web_page) as place, place.client() as client:
        await client.ask("view.start", width=400, height=300)
        await client.until(lambda: bool(client.pictures))
        async with web_page.expect_popup() as opening:
            await client.ask("ask", tool="tap", arguments={"target": "the link 'More'"})
        popup = await opening.value
        await popup.evaluate("() => { document.body.style.background = 'lime' }")
        await until_colour(client, (0, 255, 0))
        await popup.close()
        await until_colour(client, (0, 0, 255))


async def test_a_secret_on_the_page_is_painted_over(web_page: Page) -> None:
    await web_page.set_content(
        "<body style='margin: 0; background: white'><p style='margin: 0; width: 300px; height: 60px; background: lime'>"
        "hunter2-hunter2</p>"
    )
    async with sitting(web_page) as place, place.client() as client:
        await client.ask("secrets.set", name="pin", value="hunter2-hunter2")
        await client.ask("view.start", width=800, height=600)
        await client.until(lambda: bool(client.pictures))
        colour = await pixel(client.pictures[0], (4, 8))
        assert max(colour) < 40


async def test_a_new_secret_is_painted_over_on_a_screen_that_rests() -> None:
    """Also in the picture that a client who comes later begins with."""
    screen = FakeScreen([Text("TOPSECRET99", Box(0, 0, 300, 60)), Text("otherone77", Box(0, 300, 300, 60))])
    async with sitting(screen) as place, place.client() as client:
        await client.ask("view.start", width=800, height=600)
        await client.until(lambda: bool(client.pictures))
        assert max(await pixel(client.pictures[-1], (4, 4))) > 60
        await client.ask("secrets.set", name="pin", value="TOPSECRET99")
        await until_colour(client, (0, 0, 0), (4, 4))
        place.session.agent.trace.mask.learn({"word": Secret("otherone77")})  # as a recorder does with what is typed
        async with place.client() as second:
            await second.ask("view.start", width=800, height=600)
            await second.until(lambda: bool(second.pictures))
            assert max(await pixel(second.pictures[0], (4, 304))) < 40
            assert max(await pixel(second.pictures[0], (4, 4))) < 40
        await until_colour(client, (0, 0, 0), (4, 304))


async def test_a_screen_without_a_screencast_is_photographed_when_it_changes() -> None:
    screen = FakeScreen([Text("One", Box(10, 10, 200, 40))])
    async with aclosing(pictures(screen, Size(400, 300))) as stream:
        first = await anext(stream)
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0)
        screen.show(Text("Another", Box(300, 300, 200, 40)))
        second = await asyncio.wait_for(waiting, 20)

    with Image.open(io.BytesIO(first.image)) as opened:
        assert (opened.format, opened.size) == ("JPEG", (400, 300))
    assert first.frame.region == Box(0, 0, 800, 600)
    assert first.image != second.image


async def test_the_stream_ends_when_nobody_looks() -> None:
    async with sitting(FakeScreen([Text("One", Box(10, 10, 200, 40))])) as place, place.client() as client:
        view = place.session.panel(LiveView)
        await client.ask("view.start", width=400, height=300)
        await client.until(lambda: bool(client.pictures))
        assert view.is_streaming
        await client.ask("view.stop")
        assert not view.is_streaming
        await client.ask("view.start", width=400, height=300)
        place.session.dismiss(place.session.clients[0])
        assert not view.is_streaming


async def test_a_screen_that_cannot_be_shown_for_a_while_is_shown_again() -> None:
    class CrashingScreen(FakeScreen):
        crashed = True

        async def capture(self) -> Shot:
            if self.crashed:
                raise ScreenError("the page crashed")
            return await super().capture()

    screen = CrashingScreen([Text("One", Box(10, 10, 200, 40))])
    async with sitting(screen) as place, place.client() as client:
        await client.ask("view.start", width=400, height=300)
        note = await client.told("note")
        screen.crashed = False
        await client.until(lambda: bool(client.pictures))
    assert note["text"] == "The screen cannot be shown: the page crashed"
