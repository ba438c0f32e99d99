"""Whatever paints a secret is painted over: every secret on these pages is red, and nothing else is."""

from __future__ import annotations

import gc
import io
from collections.abc import Mapping
from typing import Any, cast

import pytest
from local_site import Show, Site
from PIL import Image
from playwright.async_api import CDPSession

from askonce.geometry import Box, Point, Size
from askonce.screens.eyes import Eyes
from askonce.screens.screen_protocol import Shot
from askonce.screens.web import Device, WebScreen, secret_places
from askonce.values import Mask, Secret


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


SECRET = "hunter2-Secret <&> key"
ESCAPED = "hunter2-Secret &lt;&amp;&gt; key"
PIECES = "hunter2-<b>Sec</b><i>ret</i> &lt;&amp;&gt; <u>key</u>"
STYLE = (
    "<style>body { font: 16px monospace; color: red; margin: 20px } input, textarea, select, button { color: red }"
    " summary::marker { color: black }"
)
IN_CSS = "hunter2-Secret \\3c &> key"
SVG = "%3Csvg xmlns='http://www.w3.org/2000/svg' width='300' height='40'%3E%3Ctext y='20' fill='red'%3Ehunter2-Secret %26lt;%26amp;%26gt; key%3C/text%3E%3C/svg%3E"  # noqa: E501

WRITTEN = f"onload=\"this.onload = null; this.contentDocument.write('<p style=color:red>{ESCAPED}')\""
PAGES = {
    "text": f"<p>{ESCAPED}",
    "text in pieces": f"<p>{PIECES}",
    "text in narrow lines": f"<div style='width:60px; overflow-wrap:anywhere'>{ESCAPED}</div>",
    "text in capitals": f"<p style='text-transform:uppercase'>{ESCAPED}",
    "text that is cut": f"<p style='width:90px; overflow:hidden; text-overflow:ellipsis; white-space:nowrap'>{ESCAPED}",
    "scaled frame": f"<iframe {WRITTEN} style='transform:scale(1.5); transform-origin:0 0; border:0'></iframe>",
    "frame in a turned box": "<div style='rotate:20deg; width:max-content; margin:80px'>"
    f"<iframe {WRITTEN} style='height:60px; border:0'></iframe></div>",
    "turned text": f"<p style='height:120px; transform:rotate(8deg); width:max-content'>{ESCAPED}",
    "field": f"<input size=40 value='{ESCAPED}'>",
    "placeholder": f"<style>::placeholder {{ color: red; opacity: 1 }}</style><input size=40 placeholder='{ESCAPED}'>",
    "placeholder of a labelled field": "<style>::placeholder { color: red; opacity: 1 }</style>"
    f"<label style='color:black'>Key <input size=40 placeholder='{ESCAPED}'></label>",
    "placeholder of a text area": "<style>::placeholder { color: red; opacity: 1 }</style>"
    f"<textarea cols=40 aria-label=Key placeholder='{ESCAPED}'></textarea>",
    "text area": f"<textarea cols=40>{ESCAPED}</textarea>",
    "button": f"<input type=submit value='{ESCAPED}'>",
    "chosen option": f"<select><option>{ESCAPED}</select>",
    "options of a list": f"<select size=4><option style='color:red'>{ESCAPED}</select>",
    "label of an option": f"<select size=4><option style='color:red' label='{ESCAPED}'>x</select>",
    "group of options": f"<select size=4><optgroup style='color:red' label='{ESCAPED}'><option></select>",
    "legend": f"<fieldset><legend>{ESCAPED}</legend>x</fieldset>".replace(">x<", "><"),
    "label of a check box": f"<label><input type=checkbox>{ESCAPED}</label>",
    "summary": f"<details><summary>{ESCAPED}</summary></details>",
    "caption": f"<table><caption>{ESCAPED}</caption></table>",
    "marker of a list": f"<style>li.odd::marker {{ content: '{IN_CSS}' }}</style>"
    "<ul style='padding-left:400px'><li class=odd></ul>",
    "text before": f"<style>p.b::before {{ content: '{IN_CSS}' }}</style><p class=b>",
    "text of an attribute": f"<style>p.a::after {{ content: attr(data-x) }}</style><p class=a data-x='{ESCAPED}'>",
    "closed shadow root": f"<div></div><script>document.currentScript.previousSibling.attachShadow({{mode:'closed'}})"
    f".innerHTML = '<p>{ESCAPED}'</script>",
    "open shadow root": f"<div></div><script>document.currentScript.previousSibling.attachShadow({{mode:'open'}})"
    f".innerHTML = '<p>{PIECES}'</script>",
    "words for a picture": f"<img alt='{ESCAPED}' src='data:,'>",
    "drawing": f"<svg width=400 height=40><text y=20 fill=red>{ESCAPED}</text></svg>",
    "drawing as a picture": f'<img src="data:image/svg+xml,{SVG}">',
    "background": f'<style>p.g {{ width: 300px; height: 40px; background: url("data:image/svg+xml,{SVG}") }}</style>'
    "<p class=g>",
    "frame": f"<iframe srcdoc='{STYLE}</style><p>{ESCAPED}'"
    " style='padding:17px 9px; margin-left:50px; width:400px'></iframe>",
    "scrolled frame": f"<iframe srcdoc='{STYLE}</style><div style=height:500px></div><p>{ESCAPED}"
    "<div style=height:900px>' onload='contentWindow.scrollTo(0, 480)' style='width:400px'></iframe>",
    "frame in a frame": "<iframe style='width:500px;height:300px' srcdoc=\"<iframe"
    f" srcdoc='{STYLE}</style><p>{ESCAPED}'"
    ' style=width:400px></iframe>"></iframe>',
    "scrolling box": f"<div style='height:80px; overflow:auto'><div style='height:300px'></div>{ESCAPED}"
    "<div style='height:300px'></div></div><script>document.currentScript.previousSibling.scrollTop = 280</script>",
}
SHADOWED = "<p style='height:90px; color:{0}; {1}'>" + ESCAPED
PAGES |= {
    "word in capitals": "<p style='text-transform:uppercase'>Sword<b>fish</b>",
    "number in groups": "<p>4111 2222 3333 4444",
    "field with a number in groups": "<input size=40 value='4111 2222 3333 4444'>",
    "field for each digit": "".join(f"<input size=1 value={digit}>" for digit in "839175"),
    "field without room": "<input size=40 value='hunter2-Secre'>",
    "shadow": SHADOWED.format("transparent", "text-shadow: 200px 40px red"),
    "shadow of a filter": SHADOWED.format("red", "filter: drop-shadow(0 40px 0 red)"),
    "blurred text": SHADOWED.format("red", "font-size: 60px; filter: blur(1px)"),
}
SCROLLED = {
    "scrolled page": f"<div style='height:900px'></div><p style='margin-left:40px'>{ESCAPED}</p>"
    "<div style='height:900px'></div><script>scrollTo(0, 700)</script>",
    "fixed": f"<p style='position:fixed; top:80px; left:60px'>{ESCAPED}</p><div style='height:2000px'></div>"
    "<script>scrollTo(0, 700)</script>",
}


def secrets(text: str = SECRET) -> Mask:
    mask = Mask()
    mask.learn({"key": Secret(text), "word": Secret("Swordfish"), "card": Secret("4111222233334444")})
    mask.learn({"code": Secret("839175")})
    return mask


def opened(shot: Shot) -> Image.Image:
    return Image.open(io.BytesIO(shot.image)).convert("RGB")


def red_pixels(shot: Shot) -> int:
    return red_in(opened(shot))


def red_in(picture: Image.Image) -> int:
    colours = cast("list[tuple[int, tuple[int, int, int]]]", picture.getcolors(50_000))
    return sum(count for count, (red, green, blue) in colours if red > 90 and red > 1.8 * max(green, blue))


def red_parts(shot: Shot, boxes: Mapping[str, Box]) -> dict[str, int]:
    picture = opened(shot)
    areas = {name: shot.frame.box_to_image(box) for name, box in boxes.items()}
    return {name: red_in(picture.crop((at.left, at.top, at.right, at.bottom))) for name, at in areas.items()}


async def write(screen: WebScreen, page: str) -> None:
    await screen.evaluate(
        "html => { document.open(); document.write(html); document.close() }", f"<!doctype html>{STYLE}</style>{page}"
    )
    await screen.settle()


@pytest.mark.parametrize("density", [pytest.param(1, marks=pytest.mark.long), 2])
async def test_whatever_paints_a_secret_is_painted_over(show: Show, density: int) -> None:
    screen = await show(device=Device(viewport=Size(800, 3600), scale=density))
    await write(screen, "".join(f"<section style='overflow:hidden'>{page}</section>" for page in PAGES.values()))
    parts = await screen.evaluate(
        """() => [...document.querySelectorAll('section')].map(section => section.getBoundingClientRect())
            .map(({ x, y, width, height }) => [x, y, width, height])"""
    )
    boxes = {name: Box(*part) for name, part in zip(PAGES, parts, strict=True)}
    shot, painted = await screen.capture(), await Eyes(screen, secrets()).shot()
    assert [name for name, red in red_parts(shot, boxes).items() if red < 20] == [], "every part shows the secret"
    assert {name: red for name, red in red_parts(painted, boxes).items() if red > 2} == {}


@pytest.mark.parametrize("page", SCROLLED)
async def test_a_secret_is_painted_over_where_the_page_was_scrolled_to(show: Show, page: str) -> None:
    screen = await show()
    await write(screen, SCROLLED[page])
    assert red_pixels(await screen.capture()) > 20
    assert red_pixels(await Eyes(screen, secrets()).shot()) <= 2


async def test_the_rest_of_a_page_is_left_as_it_is(show: Show) -> None:
    screen = await show()
    await write(
        screen,
        f"<p style='color:black'>{ESCAPED}</p><h1>Not a secret</h1><input type=hidden value='{ESCAPED}'>"
        f"<form action='/?key={ESCAPED}' data-key='{ESCAPED}'><a href='?{ESCAPED}'>a link</a>"
        f"<input type=password value='{ESCAPED}'></form>",
    )
    before = red_pixels(await screen.capture())
    assert red_pixels(await Eyes(screen, secrets()).shot()) > 0.95 * before


async def test_a_frame_of_another_site_is_painted_over(show: Show, site: Site) -> None:
    inner = site.serve("/inner", f"{STYLE}</style><p>{ESCAPED}</p>").replace("127.0.0.1", "localhost")
    outer = site.serve("/outer", f"<iframe src='{inner}' style='width:500px'></iframe>")
    screen = await show(outer)
    await screen.settle()
    assert red_pixels(await screen.capture()) > 20
    assert red_pixels(await Eyes(screen, secrets()).shot()) <= 2


@pytest.mark.parametrize(
    "effect",
    ["-webkit-box-reflect: below 5px", "columns: 3; width: 300px", "filter: url(#moved)"],
)
async def test_a_picture_is_withheld_where_an_effect_shows_a_secret_elsewhere(show: Show, effect: str) -> None:
    screen = await show()
    moved = "<svg width=0 height=0><filter id=moved><feOffset dy=40 /></filter></svg>"
    await write(screen, f"{moved}<div style='{effect}'>{ESCAPED}</div>")
    shot = await Eyes(screen, secrets()).shot()
    assert red_pixels(shot) == 0
    assert "nobody can tell" in shot.withheld
    assert (await Eyes(screen, secrets("another-secret")).shot()).withheld == ""


DRAWINGS = [
    "<text id=t y=20 fill=red>{}</text><use href='#t' y=60 />",
    "<symbol id=t><text y=20 fill=red>{}</text></symbol><use href='#t' y=60 />",
    "<pattern id=t width=1 height=1><text y=20 fill=red>{}</text></pattern><rect width=300 height=90 fill='url(#t)' />",
]
IN_PARTS = "hunter2-<tspan>Sec</tspan>ret &lt;&amp;&gt; key"


@pytest.mark.parametrize(
    ("drawing", "secret"),
    [
        *((drawing, ESCAPED) for drawing in DRAWINGS),
        (DRAWINGS[0], IN_PARTS),
        *(pytest.param(drawing, IN_PARTS, marks=pytest.mark.long) for drawing in DRAWINGS[1:]),
    ],
)
async def test_a_picture_is_withheld_where_a_drawing_shows_a_secret_again(
    show: Show, drawing: str, secret: str
) -> None:
    screen = await show()
    await write(screen, f"<svg width=400 height=120>{drawing.format(secret)}</svg>")
    assert red_pixels(await screen.capture()) > 20
    shot = await Eyes(screen, secrets()).shot()
    assert red_pixels(shot) == 0
    assert "nobody can tell" in shot.withheld
    assert (await Eyes(screen, secrets("another-secret")).shot()).withheld == ""


async def test_a_picture_of_what_cannot_be_located_is_withheld(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = await show()
    await write(screen, f"<p>{ESCAPED}")

    async def no_session(page: object) -> None:
        return None

    monkeypatch.setattr(screen._pages, "session", no_session)  # as in a browser without DevTools
    shot = await Eyes(screen, secrets()).shot()
    assert red_pixels(shot) == 0
    assert "does not tell where" in shot.withheld
    assert (await Eyes(screen, secrets("another-secret")).shot()).withheld == ""


async def test_a_picture_is_taken_once_where_a_page_surely_shows_no_secret(show: Show) -> None:
    screen = await show()
    await write(screen, "<p id=text>Nothing to hide</p>")
    clear = await screen.capture_clear(secrets())
    assert clear
    assert clear.media_type == "image/jpeg"
    await screen.evaluate("secret => { text.textContent = secret }", SECRET)
    assert await screen.capture_clear(secrets()) is None
    await screen.evaluate(
        """() => { text.textContent = 'It is gone'; return new Promise(drawn =>
            requestAnimationFrame(() => requestAnimationFrame(drawn))) }"""
    )
    assert await screen.capture_clear(secrets())


async def test_a_picture_of_a_page_that_changes_meanwhile_is_not_called_clear(show: Show) -> None:
    screen = await show()
    await write(screen, "<p id=text></p><script>setInterval(() => { text.textContent = Math.random() }, 1)</script>")
    assert await screen.capture_clear(secrets()) is None


async def test_a_page_that_holds_a_secret_unseen_is_searched_once_for_each_picture(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = await show()
    await write(screen, f"<input id=field size=40 type=password value='{ESCAPED}'>")
    searches: list[bool] = []
    asking = secret_places.ask

    async def ask(session: CDPSession, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        searches.append(bool(params["computedStyles"]))
        return await asking(session, method, params)

    monkeypatch.setattr(secret_places, "ask", ask)
    assert not await screen.find_secrets(secrets())
    assert searches == [False, True]  # nobody knew
    searches.clear()
    assert not await screen.find_secrets(secrets())
    assert await screen.capture_clear(secrets())
    assert searches == [True, True]
    await screen.evaluate("() => { field.type = 'text' }")
    assert await screen.find_secrets(secrets())
    await screen.evaluate("() => { field.remove() }")
    assert not await screen.find_secrets(secrets())
    searches.clear()
    assert not await screen.find_secrets(secrets())
    assert searches == [False]


async def test_a_large_page_is_searched_for_secrets_without_searching_the_process_for_garbage(show: Show) -> None:
    screen, mask = await show(), Mask()
    mask.learn({"word": Secret("nowhere-to-be-seen")})
    await screen.evaluate("() => { document.body.innerHTML = '<p class=a><b id=b>text</b></p>'.repeat(4000) }")
    collected: list[str] = []

    def count(phase: str, _: object) -> None:
        collected.append(phase)

    gc.callbacks.append(count)
    try:
        assert not await screen.find_secrets(mask)
    finally:
        gc.callbacks.remove(count)
    assert len(collected) < 20  # its lists alone would make it more than a hundred
    assert gc.isenabled()


async def test_who_collects_no_garbage_goes_on_without_after_a_search_for_secrets(show: Show) -> None:
    screen, mask = await show(), Mask()
    mask.learn({"word": Secret("nowhere-to-be-seen")})
    gc.disable()
    try:
        assert not await screen.find_secrets(mask)
        assert not gc.isenabled()
    finally:
        gc.enable()


async def test_a_picture_from_before_a_secret_was_known_is_withheld_while_a_dialog_is_open(show: Show) -> None:
    screen = await show()
    await write(
        screen, f"<p>{ESCAPED}</p><button onclick='confirm(1)' style='position:fixed;left:0;top:200px'>Go</button>"
    )
    mask = Mask()
    eyes = Eyes(screen, mask)
    assert red_pixels(await eyes.shot()) > 20
    await screen.tap(Point(10, 210))
    assert screen.dialog
    mask.learn({"key": Secret(SECRET)})
    eyes.blink()
    shot = await eyes.shot()
    assert (red_pixels(shot), shot.is_earlier) == (0, True)
    assert "before the secret was known" in shot.withheld
    await screen.answer(accept=False)
