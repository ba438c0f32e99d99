"""Secrets that a page shows in single frames, right when a picture of it is taken."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.async_api import Browser, Frame
from sights import opened

from askonce.geometry import Box
from askonce.screens import Shot
from askonce.screens.web import WebScreen, flashing_texts
from askonce.values import Mask, Secret

SECRET = "s3same-4711"
FLASHES = {
    "text": ("<p id=e></p>", "e.textContent = secret", "e.textContent = ''"),
    "letters": ("<p id=e>-</p>", "e.firstChild.data = secret", "e.firstChild.data = '-'"),
    "hidden": (f"<p id=e hidden>{SECRET}</p>", "e.hidden = false", "e.hidden = true"),
    "outside": (f"<p id=e style='position:fixed;left:-9em'>{SECRET}</p>", "e.style.left = 0", "e.style.left = '-9em'"),
    "placeholder": ("<input id=e>", "e.placeholder = secret", "e.placeholder = ''"),
    "revealed": (f"<input id=e type=password value='{SECRET}'>", "e.type = 'text'", "e.type = 'password'"),
    "shadow": (
        "<p id=h><template shadowrootmode=open><b></b></template></p>",
        "h.shadowRoot.firstChild.textContent = secret",
        "h.shadowRoot.firstChild.textContent = ''",
    ),
}  # fmt: skip


def flash(screen: WebScreen, monkeypatch: pytest.MonkeyPatch, show: str, hide: str) -> None:
    """Let the page show the secret in the frames of its pictures, and in no others."""
    taking = screen.capture

    async def capture() -> Shot:
        await screen.evaluate(f"secret => {{ {show} }}", SECRET)
        shot = await taking()
        await screen.evaluate(f"() => {{ {hide} }}")
        return shot

    monkeypatch.setattr(screen, "capture", capture)


def mask() -> Mask:
    known = Mask()
    known.learn({"code": Secret(SECRET)})
    return known


@pytest.mark.parametrize("kind", FLASHES)
async def test_a_picture_in_which_alone_a_page_shows_a_secret_is_withheld(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    page, show, hide = FLASHES[kind]
    async with opened(chromium, "<h1>Shop</h1>", mask()) as (screen, eyes):
        await screen.evaluate("html => { document.body.setHTMLUnsafe(html) }", page)
        flash(screen, monkeypatch, show, hide)
        assert "comes and goes" in (await eyes.shot()).withheld


BLINKS = "@keyframes blink { 50%% { %s } } .blinks { animation: blink 9s steps(1) infinite }"
ANIMATED = {
    "opacity": ("opacity: 0", f"<p class=blinks>{SECRET}</p>"),
    "visibility": ("visibility: hidden", f"<div class=blinks><p>Code: {SECRET}</p></div>"),
    "colour": ("color: transparent", f"<label class=blinks>Code <input value={SECRET}></label>"),
    "content": (f"content: '{SECRET}'", "<style>p::before { content: ''; animation: blink 9s infinite }</style><p>"),
}  # fmt: skip


@pytest.mark.parametrize("kind", ANIMATED)
async def test_a_picture_of_a_secret_that_an_animation_shows_and_hides_is_withheld(
    chromium: Browser, kind: str
) -> None:
    change, page = ANIMATED[kind]
    async with opened(chromium, f"<style>{BLINKS % change}</style>{page}", mask()) as (_, eyes):
        assert "comes and goes" in (await eyes.shot()).withheld


@pytest.mark.parametrize("change", ["background-color: red", "box-shadow: 0 0 9px red"])
async def test_an_animation_that_leaves_the_letters_of_a_secret_as_they_are_withholds_nothing(
    chromium: Browser, change: str
) -> None:
    page = f"<style>{BLINKS % change}</style><p class=blinks>{SECRET}</p>"
    async with opened(chromium, page, mask()) as (_, eyes):
        shot = await eyes.shot()
        assert not shot.withheld
        assert shot.painted


@pytest.mark.parametrize(("known", "why"), [(mask(), "does not answer"), (Mask(), "")], ids=["secret", "none"])
async def test_a_picture_is_withheld_where_a_frame_does_not_tell_whether_it_showed_a_secret(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch, known: Mask, why: str
) -> None:
    evaluate = Frame.evaluate

    async def hang(self: Frame, expression: str, arg: Any = None) -> Any:
        is_asked = self.name == "inner" and isinstance(arg, list) and "end" in arg
        return await (asyncio.Event().wait() if is_asked else evaluate(self, expression, arg))

    async with opened(chromium, "<iframe name=inner srcdoc=Hello></iframe>", known) as (_, eyes):
        monkeypatch.setattr(flashing_texts, "_ANSWERS", 0.2)
        monkeypatch.setattr(Frame, "evaluate", hang)
        for withheld in ((await eyes.shot()).withheld, (await eyes.snap()).withheld):
            assert why in withheld
            assert bool(withheld) == bool(why)


@pytest.mark.parametrize(
    ("part", "way"),
    [
        pytest.param("", "shot", id="the page, shot"),
        pytest.param("<iframe name=inner srcdoc=Hello></iframe>", "snap", id="a frame, snap"),
        pytest.param("", "snap", id="the page, snap", marks=pytest.mark.long),
        pytest.param("<iframe name=inner srcdoc=Hello></iframe>", "shot", id="a frame, shot", marks=pytest.mark.long),
    ],
)
async def test_a_picture_of_a_document_that_came_meanwhile_and_shows_a_secret_no_more_is_withheld(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch, part: str, way: str
) -> None:
    """Before the picture it was another document; after it, this one has taken the secret away."""
    async with opened(chromium, f"<h1>Shop</h1>{part}", mask()) as (screen, eyes):

        async def find(known: Mask) -> Sequence[Box]:
            boxes = await finding(known)
            searched.set()
            return boxes

        async def take() -> Shot:
            if way == "snap":
                await searched.wait()  # it searches meanwhile
            frame = screen.page.frames[-1]
            async with screen.page.expect_event("framenavigated"):
                await frame.evaluate("() => { location = 'about:blank?' + Math.random() }")
            await frame.evaluate("secret => { document.body.textContent = secret }", SECRET)
            shot = await taking()
            await frame.evaluate("() => { document.body.textContent = '' }")
            return shot

        searched, finding, taking = asyncio.Event(), screen.find_secrets, screen.capture
        monkeypatch.setattr(screen, "find_secrets", find)
        monkeypatch.setattr(screen, "capture", take)
        monkeypatch.setattr(screen, "capture_fast", take)
        assert "came, or was left" in (await (eyes.shot() if way == "shot" else eyes.snap())).withheld


async def painted(chromium: Browser, monkeypatch: pytest.MonkeyPatch, page: str, show: str, hide: str) -> set[Box]:
    """Where the secret is painted over in a picture that is not withheld, though the page changes for it."""
    async with opened(chromium, page, mask()) as (screen, eyes):
        flash(screen, monkeypatch, show, hide)
        shot = await eyes.shot()
        assert not shot.withheld
        return set(shot.painted)


async def test_a_frame_that_is_gone_meanwhile_withholds_nothing(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = f"<p>{SECRET}</p><iframe name=inner srcdoc=Hello></iframe>"
    assert await painted(chromium, monkeypatch, page, "document.querySelector('iframe')?.remove()", "")


async def test_a_secret_that_stands_while_a_page_changes_beside_it_is_painted_over(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = f"<p id=e>{SECRET}</p><p id=f>0</p>"
    show, hide = "e.textContent = secret; f.textContent = 1", "e.className = 'x'; f.textContent = 0"
    assert len(await painted(chromium, monkeypatch, page, show, hide)) == 1


async def test_two_who_look_at_once_are_told_each_for_itself(chromium: Browser) -> None:
    async with opened(chromium, "<p id=e></p>") as (screen, _):
        first, second = await screen.watch_flashes(), await screen.watch_flashes()
        await screen.evaluate("e.textContent = 'Saved'")
        await screen.evaluate("e.textContent = ''")
        assert await screen.take_flashes(second) == ["Saved"]
        assert await screen.take_flashes(first) == ["Saved"]
