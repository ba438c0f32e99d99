"""Watching for a while: what is kept of toasts, animations, spinners and long quiet stretches."""

from __future__ import annotations

import asyncio
import io
from itertools import pairwise

import pytest
from PIL import Image
from playwright.async_api import Browser
from sights import opened

from askonce.errors import ConfigError, ScreenError, ScreenMoved
from askonce.geometry import Box, Frame, Point, Size
from askonce.insight import observation
from askonce.insight.evidence import Snapshot
from askonce.insight.observation import Observation, _thin, _WatchedShot
from askonce.screens import Shot, Tree
from askonce.screens.eyes import Eyes
from askonce.screens.fake import FakeScreen
from askonce.screens.fake.widgets import Button, Text
from askonce.screens.web import WebScreen
from askonce.values import Mask, Secret

TOAST = """<button style='width:100px;height:40px' onclick="setTimeout(() => {
  const toast = Object.assign(document.createElement('div'), {id: 'toast', textContent: 'Saved 3 items', role: 'status',
    style: 'position:fixed;left:500px;top:400px;width:200px;height:60px;background:rgb(0,128,0)'});
  document.body.append(toast) }, 100)">Save</button>"""
GREEN = (0, 128, 0)


async def until(screen: WebScreen, expression: str) -> None:
    """Until the page says so itself."""
    await screen.evaluate(
        f"() => new Promise(done => {{ const ask = () => ({expression}) ? done() : setTimeout(ask, 20); ask() }})"
    )


def colours(snapshots: tuple[Snapshot, ...], x: int, y: int) -> list[object]:
    found: list[object] = []
    for moment in snapshots:
        with Image.open(io.BytesIO(moment.shot.image)) as opened_image:
            found.append(opened_image.convert("RGB").getpixel((x, y)))
    return found


async def save(screen: WebScreen, watched: Observation) -> None:
    """Let a toast come, and go when it has been seen: how long a look takes is up to the machine."""
    await screen.tap(Point(50, 20))
    while not any("Saved" in seen.text for seen in watched.texts):  # noqa: ASYNC110 - never told
        await asyncio.sleep(0.02)
    while GREEN not in colours(watched.snapshots, 690, 450):  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    await screen.evaluate("toast.remove()")


async def test_a_toast_is_on_a_picture_and_its_words_are_known_with_their_times(chromium: Browser) -> None:
    async with opened(chromium, TOAST) as (screen, eyes), Observation(eyes) as watched:
        await save(screen, watched)
    assert GREEN in colours(watched.snapshots, 690, 450)
    assert [colours(watched.snapshots, 690, 450)[place] for place in (0, -1)] == [(255, 255, 255)] * 2
    toast = next(seen for seen in watched.texts if "Saved 3 items" in seen.text)
    assert toast.is_gone
    assert 0 < toast.since <= toast.until < watched.seconds
    button = next(seen for seen in watched.texts if seen.text == "Save")
    assert not button.is_gone


async def test_a_still_screen_is_one_picture(chromium: Browser) -> None:
    async with opened(chromium, "<h1>Nothing happens</h1>") as (screen, eyes), Observation(eyes) as watched:
        await until(screen, "performance.now() > 1500")
    assert len(watched.snapshots) == 1
    assert [seen.text for seen in watched.texts] == ["Nothing happens"]


FILM = """<canvas id=c width=600 height=400></canvas><script>let n = 0; const draw = () => { n++;
const pen = c.getContext("2d"); pen.fillStyle = `hsl(${n * 7 % 360} 80% 50%)`; pen.fillRect(0, 0, 600, 400);
if (n > 150) over = true; else requestAnimationFrame(draw) }</script>"""


async def test_an_animation_is_thinned_evenly_to_the_limit(chromium: Browser) -> None:
    async with opened(chromium, FILM) as (screen, eyes), Observation(eyes, most=6) as watched:
        await screen.evaluate("draw()")
        await until(screen, "window.over")
    times = [moment.at for moment in watched.snapshots]
    assert len(times) == 6
    assert times == sorted(times)
    assert max(later - before for before, later in pairwise((0.0, *times))) < 0.6 * times[-1]


async def test_what_happens_beside_an_endless_spinner_stays_when_pictures_are_thinned(chromium: Browser) -> None:
    spinner = """<style>@keyframes turn { to { transform: rotate(360deg) } }</style>
        <div style="width:300px;height:300px;border:40px solid #ccc;
        border-top-color:#06c;border-radius:50%;animation:turn 1s linear infinite"></div>"""
    async with opened(chromium, TOAST + spinner) as (screen, eyes), Observation(eyes, most=6) as watched:
        await save(screen, watched)
        taken: set[float] = set()
        while len(taken) < 8:
            taken.add(watched.snapshots[-1].at)
            await asyncio.sleep(0.02)
    assert len(watched.snapshots) == 6
    assert GREEN in colours(watched.snapshots, 690, 450)


async def test_of_the_pictures_that_were_quicker_than_the_words_the_last_one_stays() -> None:
    screen = FakeScreen()
    watched = Observation(Eyes(screen, Mask()), most=3)
    await watched._read_words()
    large, small, words = Box(0, 0, 780, 580), Box(9, 9, 20, 20), Text("Saved", Box(20, 400, 60, 40))
    for widgets in ([], [Button("", large)], [words]):
        screen.show(*widgets)
        await watched._take_frame()
    await watched._read_words()
    await watched._take_frame()  # words that are new ask for one, and it shows nothing else
    shown = watched.snapshots[-1]
    for widgets in ([], [Button("", small)], []):
        screen.show(*widgets)
        await watched._take_frame()
    assert watched.snapshots[1] is shown


async def test_going_to_another_page_does_not_end_the_watching(chromium: Browser) -> None:
    page = """<p>Old page</p><button onclick="location.href = window.URL.createObjectURL(new Blob(
        ['<p>New page'], {type: 'text/html'}))">Go</button>"""
    async with opened(chromium, page) as (screen, eyes):
        async with Observation(eyes) as watched:
            await screen.tap(Point(20, 40))
            await screen.settle()
            await until(screen, "document.body.innerText.includes('New page')")
        evidence = watched.evidence(context="A shop.", within=Box(0, 0, 9, 9))
    assert (evidence.over_time, evidence.context, evidence.within) == (True, "A shop.", Box(0, 0, 9, 9))
    assert evidence.snapshots == watched.snapshots
    assert evidence.tree
    assert evidence.tree.shows("New page")
    assert {seen.text: seen.is_gone for seen in watched.texts}["Old page"]


async def test_a_screen_that_is_moving_on_is_looked_at_again() -> None:
    class Restless(FakeScreen):
        looks = 0

        async def capture(self) -> Shot:
            self.looks += 1
            if self.looks < 3:
                raise ScreenMoved("the page moved on")
            return await super().capture()

        async def tree(self) -> Tree:
            if self.looks < 3:
                raise ScreenMoved("the page moved on")
            return await super().tree()

    screen = Restless([Text("Here", Box(0, 0, 90, 30))])
    async with Observation(Eyes(screen, Mask())) as watched:
        while not watched.texts:
            await screen.settle()
    assert len(watched.snapshots) == 1
    assert [seen.text for seen in watched.texts] == ["Here"]


async def test_a_page_that_closes_leaves_what_was_seen(chromium: Browser) -> None:
    async with opened(chromium, "<p>Farewell</p>") as (screen, eyes), Observation(eyes) as watched:
        await screen.close()
    assert len(watched.snapshots) == 1
    assert [seen.text for seen in watched.texts] == ["Farewell"]


async def test_watching_does_not_change_what_is_done(chromium: Browser) -> None:
    page = "<input id=i style='width:300px;height:30px'>"
    async with opened(chromium, page) as (screen, eyes), Observation(eyes):
        await screen.tap(Point(50, 15))
        await screen.type("Hello there", delay=0.02)
        await screen.settle()
        assert await screen.evaluate("i.value") == "Hello there"
        assert await screen.evaluate("document.activeElement === i")


async def test_secrets_are_painted_over_in_every_picture() -> None:
    secret = Text("hunter22", Box(0, 0, 100, 40))
    screen = FakeScreen([secret])
    mask = Mask()
    mask.learn({"word": Secret("hunter22")})
    async with Observation(Eyes(screen, mask)) as watched:
        secret.box = Box(0, 300, 100, 40)
        screen.show(secret)
    assert len(watched.snapshots) == 2
    assert [colours(watched.snapshots, 50, y)[place] for place, y in ((0, 20), (-1, 320))] == [(0, 0, 0)] * 2


async def test_an_error_of_the_caller_goes_through_and_ends_the_watching() -> None:
    watched = Observation(Eyes(FakeScreen(), Mask()))
    before = asyncio.all_tasks()
    with pytest.raises(ZeroDivisionError):
        async with watched:
            raise ZeroDivisionError
    assert asyncio.all_tasks() == before


async def test_an_observation_is_started_once_and_stopped_any_number_of_times() -> None:
    watched = await Observation(Eyes(FakeScreen(), Mask())).start()
    await watched.stop()
    await watched.stop()
    with pytest.raises(ConfigError, match="before"):
        await watched.start()
    with pytest.raises(ConfigError, match="at least 2"):
        Observation(Eyes(FakeScreen(), Mask()), most=1)


class HangingScreen(FakeScreen):
    """Shows nothing any more from some moment on."""

    hangs = False

    async def capture(self) -> Shot:
        if self.hangs:
            await asyncio.Event().wait()
        return await super().capture()


async def test_a_screen_that_hangs_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = HangingScreen()
    watched = await Observation(Eyes(screen, Mask())).start()
    monkeypatch.setattr(observation, "_LOOK", 0.05)
    monkeypatch.setattr(observation, "_CANCELLED", 0.05)
    screen.hangs = True
    before = asyncio.all_tasks()
    await watched.stop()
    assert watched.snapshots
    assert watched.evidence().gap > watched.seconds / 2  # nobody has seen what came after the first look
    assert asyncio.all_tasks() < before


async def test_a_screen_that_never_shows_anything_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observation, "_LOOK", 0.05)

    class DarkScreen(FakeScreen):
        async def capture(self) -> Shot:
            return await asyncio.Event().wait()  # type: ignore[return-value]

    with pytest.raises(ScreenError, match=r"showed nothing for 0\.05 s"):
        await Observation(Eyes(DarkScreen(), Mask())).start()


def test_a_picture_with_other_words_stays_however_short_its_moment_was() -> None:
    shot = Shot(b"", "image/png", Frame(Box(0, 0, 4, 4), Size(4, 4)))
    small = Image.new("RGB", (4, 4))
    moments = ((0.0, False), (1.0, False), (1.001, True), (1.002, False), (5.0, False), (9.0, False))
    frames = [_WatchedShot(Snapshot(shot, at), small, 0.5, has_news) for at, has_news in moments]
    while len(frames) > 3:
        _thin(frames)
    assert [frame.moment.at for frame in frames] == [0.0, 1.001, 9.0]
