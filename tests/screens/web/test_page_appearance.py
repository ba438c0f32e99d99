"""Whether a page still looks as it did in the last picture of it."""

from __future__ import annotations

import asyncio
import base64
import io
import math
from collections.abc import Hashable
from typing import Any

import pytest
from local_site import Show, Site
from PIL import Image

from askonce.geometry import Point
from askonce.screens import Shot
from askonce.screens.eyes import Eyes
from askonce.screens.web import WebScreen, page_appearance, page_capture, page_pictures, page_tree, render_counts
from askonce.screens.web.page_capture import Camera
from askonce.screens.web.page_scripts import call
from askonce.screens.web.tree_walk import Walkers
from askonce.values import Mask, Secret

PAGE = """<!doctype html><style>p { color: black }</style><p id=text>Hello</p><input id=field>
<div id=box style="height: 40px; overflow: auto"><div style="height: 400px">Long</div></div>"""


async def write(screen: WebScreen, page: str = PAGE) -> None:
    await screen.evaluate("html => { document.open(); document.write(html); document.close() }", page)
    await screen.settle()


async def at_rest(screen: WebScreen) -> Hashable:
    """How the page looks once nothing changes any more that its beginning set off."""
    last = None
    while (now := await screen.appearance()) != last:
        last = now
    assert now is not None
    return now


def is_dark(shot: Shot) -> bool:
    """Whether the background of the picture is black, as far as its lower right corner tells."""
    with Image.open(io.BytesIO(shot.image)) as picture:
        grey = picture.convert("L")
    return int(grey.getpixel((grey.width - 20, grey.height - 20))) < 100  # pyright: ignore[reportArgumentType]


CHANGES = (
    "text.textContent = 'Other'",
    "text.style.color = 'red'",
    "document.styleSheets[0].cssRules[0].style.color = 'red'",
    "field.value = 'typed'",
    "box.scrollTop = 90",
    "document.body.attachShadow({ mode: 'closed' }).textContent = 'Other'",
    "document.body.append(document.createElement('canvas'))",
    "text.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 1000, iterations: Infinity })",
)


async def test_whatever_looks_different_is_noticed(show: Show) -> None:
    screen = await show()
    for change in CHANGES:
        await write(screen)
        before = await at_rest(screen)
        await screen.evaluate(
            f"() => {{ {change}; return new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn))) }}"
        )
        assert await screen.appearance() != before, change


async def test_a_background_that_comes_late_is_noticed(show: Show, site: Site) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(picture, "JPEG")
    arrives = site.hold("/late.jpg", picture.getvalue(), kind="image/jpeg")
    screen = await show(site.serve("/", PAGE))
    await screen.evaluate("() => { box.style.backgroundImage = 'url(/late.jpg)' }")
    await site.asked_for("/late.jpg")
    before = await at_rest(screen)
    arrives.set()
    await screen.evaluate(
        """() => new Promise(drawn => { const image = new Image(); image.onload = () =>
        requestAnimationFrame(() => setTimeout(drawn)); image.src = "/late.jpg" })"""
    )
    assert await screen.appearance() != before


def picture(kind: str) -> str:
    """The address of a picture that has nothing but its bytes to tell whether it moves."""
    drawn = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(drawn, kind)
    return f"data:image/{kind.lower()};base64,{base64.b64encode(drawn.getvalue()).decode()}"


@pytest.mark.parametrize(
    "page",
    ["<img src='{}'>", "<p style='background: url({})'>Hello", "<style>p {{ background: url('{}') }}</style><p>Hello"],
    ids=["element", "style", "sheet"],
)
async def test_a_page_whose_pictures_may_move_by_themselves_looks_different_at_any_time(show: Show, page: str) -> None:
    screen = await show()
    for kind in ("GIF", "PNG", "WEBP", "JPEG"):
        await write(screen, page.format(picture(kind)))
        if kind == "JPEG":
            assert await at_rest(screen)
        else:
            assert await screen.appearance() is None, kind


@pytest.mark.parametrize("change", ["", "text.textContent = 'Other'", "secret", "field.value = 'typed'"])
async def test_the_last_picture_is_used_again_only_while_it_is_right(
    show: Show, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askonce.screens.eyes._MOMENT", math.inf)  # however slow the machine is
    screen = await show()
    await write(screen)
    await at_rest(screen)
    eyes = Eyes(screen, Mask())
    await eyes.rest(pictured=True)
    last = await eyes.last_shot()
    eyes.blink()
    if change == "secret":
        eyes.mask.learn({"word": Secret("Hello")})
    elif change:
        await screen.evaluate(f"() => {{ {change} }}")
    again = await eyes.shot_again()
    assert (again is last) == (not change)
    eyes.blink()
    assert await eyes.shot_again() is not again  # another step has been done since


CLOSED = """<div id=host style="position: absolute; right: 0; bottom: 0; width: 100px; height: 40px"></div><script>
const root = host.attachShadow({ mode: "closed" })
root.innerHTML = `<div style="height: 40px; overflow: hidden"><div style="height: 40px"></div>
<div style="height: 40px; background: black"></div></div><canvas width=100 height=40 style="display: block"></canvas>`
const [box, canvas] = root.children
window.scrollInside = () => { box.scrollTop = 40 }
window.drawInside = () => { canvas.getContext("2d").fillRect(0, 0, 100, 40); }</script>"""
SELECTED = """<style>::selection { background: black; color: black }</style>
<div id=text style="position: absolute; right: 0; bottom: 0; font: 60px/80px serif; color: transparent">MMMMM</div>
<input id=field type=email value=MMMMM autofocus>"""


@pytest.mark.parametrize("word", ["", "nowhere-to-be-seen"], ids=["no secrets", "secrets"])
@pytest.mark.parametrize(
    ("page", "change"),
    [
        (CLOSED, "scrollInside()"),
        (CLOSED.replace('<div style="height: 40px; overflow', '<div style="height: 0; overflow'), "drawInside()"),
        (SELECTED, "getSelection().selectAllChildren(text)"),
        (SELECTED, "field.focus(); field.select()"),
    ],
    ids=["scrolled unseen", "drawn unseen", "text selected", "field selected"],
)
async def test_what_only_a_picture_shows_gets_a_picture_of_its_own(
    show: Show, page: str, change: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askonce.screens.eyes._MOMENT", math.inf)  # however slow the machine is
    screen = await show()
    await write(screen, "<!doctype html>" + page)
    while await screen.appearance() != await screen.appearance():
        pass  # until nothing changes any more that its beginning set off
    eyes = Eyes(screen, Mask())
    if word:
        eyes.mask.learn({"word": Secret(word)})
    await eyes.rest(pictured=True)
    last = await eyes.last_shot()
    eyes.blink()
    await screen.evaluate(f"() => {{ {change} }}")
    again = await eyes.shot_again()
    assert again is not last
    if not change.startswith("field"):  # which stands elsewhere
        assert (is_dark(last), is_dark(again)) == (False, True)


async def test_a_picture_knows_its_place_also_after_two_fingers_have_zoomed_and_others_have_looked(show: Show) -> None:
    screen = await show()
    await write(screen)
    await at_rest(screen)
    eyes = Eyes(screen, Mask())
    eyes.mask.learn({"word": Secret("nowhere-to-be-seen")})
    widths: list[int] = []
    for factor in (1.0, 2.0):
        if factor > 1:
            await screen.pinch(Point(400, 300), factor)
            eyes.blink()
        await eyes.rest(pictured=True)
        widths.append(round((await eyes.last_shot()).frame.region.width))
        eyes.blink()
        eyes.shoot_early()
        await eyes.tree()
        widths.append(round((await eyes.shot(exact=False)).frame.region.width))
    size = await screen.size()
    assert widths[:2] == [800, 800]
    assert widths[2:] == [size.width, size.width]
    assert size.width < 700


async def test_what_is_not_laid_out_yet_is_counted_although_the_page_answers_late(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = await show()
    await write(screen)
    before = await at_rest(screen)

    async def late(*given: Any) -> Any:
        await asyncio.sleep(0.05)  # as on a busy machine: counts could be read long before
        await screen.evaluate("() => { field.value = 'typed' }")
        return await call(*given)

    monkeypatch.setattr(page_appearance, "call", late)
    assert await screen.appearance() != before


@pytest.mark.parametrize("word", ["", "nowhere-to-be-seen"], ids=["no secrets", "secrets"])
async def test_a_picture_that_begins_when_the_page_is_read_is_of_that_moment_or_not_used(
    show: Show, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askonce.screens.eyes._ON_ITS_WAY", math.inf)  # however slow the machine is
    screen = await show()
    await write(screen)
    await at_rest(screen)
    happened: list[str] = []
    for place, name in ((Camera, "shot"), (page_tree, "_tree")):
        whole = getattr(place, name)

        def noted(*given: Any, whole: Any = whole, name: str = name, **named: Any) -> Any:
            happened.append(name)
            return whole(*given, **named)

        monkeypatch.setattr(place, name, noted)
    eyes = Eyes(screen, Mask())
    if word:
        eyes.mask.learn({"word": Secret(word)})
    eyes.shoot_early()
    await eyes.tree()
    light = await eyes.shot(exact=False)
    assert happened[:2] == ["shot", "_tree"]  # the picture was begun before sense was made of what was read
    eyes.blink()
    eyes.shoot_early()
    await screen.evaluate("() => { text.textContent = 'Other' }")
    await eyes.tree()
    await screen.evaluate("() => { document.body.style.background = 'black' }")
    eyes.blink()  # as after every action
    dark = await eyes.shot(exact=False)
    assert [is_dark(shot) for shot in (light, dark)] == [False, True]
    taken = happened.count("shot")
    eyes.shoot_early()
    eyes.blink()
    await eyes.tree()
    assert happened.count("shot") == taken  # what was taken back does not begin


async def look_around(show: Show, secrets: dict[str, Secret]) -> tuple[WebScreen, Eyes]:
    """A page at rest whose elements have been read, and eyes that look at it again now."""
    screen = await show()
    await write(screen)
    await at_rest(screen)
    eyes = Eyes(screen, Mask())
    eyes.mask.learn(secrets)
    await eyes.tree()
    eyes.blink()
    return screen, eyes


@pytest.mark.parametrize("secrets", [{}, {"word": Secret("nowhere-to-be-seen")}])
async def test_a_picture_from_before_a_change_that_the_elements_show_is_not_used(
    show: Show, monkeypatch: pytest.MonkeyPatch, secrets: dict[str, Secret]
) -> None:
    screen, eyes = await look_around(show, secrets)
    taken, ask, walk = asyncio.Event(), page_capture.ask, Walkers.walk

    async def noted(*given: Any) -> Any:
        answer = await ask(*given)
        taken.set()
        return answer

    async def walked(*given: Any) -> Any:
        await taken.wait()  # the slowest reading there is: a picture is there before it
        await screen.evaluate("() => { document.body.style.background = 'black' }")
        return await walk(*given)

    monkeypatch.setattr(page_capture, "ask", noted)
    monkeypatch.setattr(Walkers, "walk", walked)
    eyes.shoot_early()
    await eyes.tree()
    assert is_dark(await eyes.shot(exact=False))


@pytest.mark.parametrize("secrets", [{}, {"word": Secret("nowhere-to-be-seen")}])
async def test_a_page_that_is_read_again_is_painted_for_its_picture_first(
    show: Show, monkeypatch: pytest.MonkeyPatch, secrets: dict[str, Secret]
) -> None:
    screen, eyes = await look_around(show, secrets)
    asked, ask, walk = list[str](), page_capture.ask, Walkers.walk

    async def noted(session: Any, method: str, *given: Any) -> Any:
        asked.append(method)
        return await ask(session, method, *given)

    async def walked(*given: Any) -> Any:
        asked.append("walk")
        await screen.evaluate("() => { requestAnimationFrame(() => document.body.append('Painted')) }")
        return await walk(*given)

    monkeypatch.setattr(page_capture, "ask", noted)
    monkeypatch.setattr(Walkers, "walk", walked)
    eyes.shoot_early()
    tree = await eyes.tree()
    assert asked == ["Page.captureScreenshot", "walk"]
    assert tree
    assert any("Painted" in node.words for node in tree)


async def test_a_page_whose_clock_stands_is_read_beside_a_picture(show: Show) -> None:
    screen = await show()
    await screen.page.clock.install(time=0)
    await screen.page.clock.pause_at(1000)
    await screen.page.reload()
    await write(screen)
    eyes = Eyes(screen, Mask())
    await eyes.tree()
    eyes.blink()
    eyes.shoot_early()
    assert await eyes.tree()
    assert await eyes.shot(exact=False)


async def test_whether_the_last_picture_still_holds_is_asked_when_the_page_is_read(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = await show()
    await write(screen)
    await at_rest(screen)
    asked: list[str] = []
    make_tree, appearance = page_tree._tree, screen.appearance  # pyright: ignore[reportPrivateUsage]

    async def noted() -> Hashable | None:
        asked.append("appearance")
        return await appearance()

    def made(*given: Any) -> Any:
        asked.append("tree")
        return make_tree(*given)

    monkeypatch.setattr(page_tree, "_tree", made)
    eyes = Eyes(screen, Mask())
    for change in ("", "text.textContent = 'Other'"):
        eyes.blink()
        await eyes.rest(pictured=True)
        last = await eyes.last_shot()
        eyes.blink()
        if change:
            await screen.evaluate(f"() => {{ {change} }}")
        asked.clear()
        with monkeypatch.context() as patch:
            patch.setattr(screen, "appearance", noted)
            eyes.shoot_early()
            await eyes.tree()
            again = await eyes.shot_again()
        assert (again is last) == (not change)
        assert asked == ["appearance", "tree"]


async def test_counts_for_an_early_picture_are_those_from_before_the_page_was_read(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = await show()
    await write(screen)
    await at_rest(screen)
    happened: list[str] = []
    counting, walk, shoot = page_pictures.read_render_counts, Walkers.walk, Camera.shot

    async def counted(*given: Any) -> Any:
        happened.append("counts")
        return await counting(*given)

    async def walked(*given: Any) -> Any:
        happened.append("walk")
        return await walk(*given)

    async def shot(*given: Any, **named: Any) -> Any:
        happened.append("shot")
        return await shoot(*given, **named)

    monkeypatch.setattr(page_pictures, "read_render_counts", counted)
    monkeypatch.setattr(render_counts, "read_render_counts", counted)
    monkeypatch.setattr(Walkers, "walk", walked)
    monkeypatch.setattr(Camera, "shot", shot)
    eyes = Eyes(screen, Mask())
    eyes.mask.learn({"word": Secret("nowhere-to-be-seen")})
    eyes.shoot_early()
    await eyes.tree()
    await eyes.shot(exact=False)
    assert happened[:4] == ["counts", "walk", "shot", "counts"]  # no trip between the walk and the picture


def note_counts(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The counts that are read from now on."""
    read, asked = page_pictures.read_render_counts, list[object]()

    async def counted(*given: Any) -> Any:
        asked.append(await read(*given))
        return asked[-1]

    monkeypatch.setattr(page_pictures, "read_render_counts", counted)
    monkeypatch.setattr(render_counts, "read_render_counts", counted)
    return asked


@pytest.mark.parametrize("change", ["", "text.textContent = 'Other'"])
async def test_counts_that_are_known_prove_a_picture_only_while_nothing_has_changed_since(
    show: Show, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, mask = await show(), Mask()
    mask.learn({"word": Secret("nowhere-to-be-seen")})
    await write(screen)
    await at_rest(screen)
    asked = note_counts(monkeypatch)
    if change:
        await screen.page.evaluate(f"() => {{ {change} }}")
    assert bool(await screen.capture_clear(mask)) == (not change)
    assert len(asked) == 1  # after the picture alone
    assert await screen.capture_clear(mask)
    assert len(asked) == 3  # what was known is used once


async def test_counts_of_another_page_prove_nothing(show: Show, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    screen, mask = await show(), Mask()
    mask.learn({"word": Secret("nowhere-to-be-seen")})
    await write(screen)
    await at_rest(screen)
    await screen.navigate(site.serve("/", PAGE))
    asked = note_counts(monkeypatch)
    await screen.capture_clear(mask)
    assert len(asked) == 2
