"""While a view transition is prepared or runs, a page is painted as it was before: pictures may show what its elements
no longer hold."""

from __future__ import annotations

import io
from functools import partial
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Browser, Frame, JSHandle
from sights import opened

from askonce.screens import Shot
from askonce.screens.eyes import Eyes
from askonce.screens.web import WebScreen
from askonce.values import Mask, Secret

SECRET = "s3same-4711"
SHOP = "<p id=e>Shop</p><iframe id=f srcdoc='<p id=e>Shop</p>' style='height:9em'></iframe>"
SHOW = f"window => {{ window.e.style.background = 'red'; window.e.textContent = '{SECRET}' }}"
PREPARED = """window => new Promise(begun => window.document.startViewTransition(() => {
  window.e.style = window.e.textContent = '';
  begun();
  return new Promise(resolve => { globalThis.end = resolve });
}))"""
RUNNING = """window => {
  const style = window.document.createElement('style');
  style.textContent = `::view-transition-old(root) { animation: none; opacity: 1 }
    ::view-transition-new(root) { animation: none; opacity: 0 }
    ::view-transition-group(root) { animation: wait 1s infinite } @keyframes wait { from { opacity: 1 } }`;
  window.document.head.append(style);
  const transition = window.document.startViewTransition(() => { window.e.style = window.e.textContent = '' });
  globalThis.end = () => transition.skipTransition();
  return transition.ready.then(() => null);
}"""
TRANSITIONS = {"prepared": PREPARED, "running": RUNNING}


def mask() -> Mask:
    known = Mask()
    known.learn({"code": Secret(SECRET)})
    return known


def shows_secret(shot: Shot) -> bool:
    """Whether there is anything red in a picture."""
    with Image.open(io.BytesIO(shot.image)) as opened:
        pixels = opened.convert("RGB")
    return any(
        red > 200 and green < 80 and blue < 80
        for _, (red, green, blue) in pixels.getcolors(pixels.width * pixels.height) or ()
    )


async def begin(screen: WebScreen, kind: str, *, framed: bool) -> None:
    """Show a secret, and begin a transition that lasts in which it goes."""
    window = "f.contentWindow" if framed else "window"
    await screen.evaluate(f"() => ({SHOW})({window})")
    await screen.settle()
    assert shows_secret(await screen.capture())
    await screen.evaluate(f"() => ({TRANSITIONS[kind]})({window})")


async def read(eyes: Eyes) -> Shot:
    """A picture that is taken while the elements are read, as they were before."""
    await eyes.tree()
    eyes.blink()
    eyes.shoot_early()
    await eyes.tree()
    return await eyes.shot(exact=False)


async def rest(eyes: Eyes) -> Shot:
    await eyes.rest(pictured=True)
    return await eyes.last_shot()


LOOKS = {"shot": Eyes.shot, "quick": partial(Eyes.shot, exact=False), "snap": Eyes.snap, "read": read, "rest": rest}


@pytest.mark.parametrize(
    ("look", "framed"),
    [
        *((look, False) for look in LOOKS),
        *(pytest.param(look, True, marks=() if look in {"shot", "read"} else pytest.mark.long) for look in LOOKS),
    ],
)
@pytest.mark.parametrize("kind", TRANSITIONS)
async def test_what_a_transition_still_shows_is_in_no_picture(
    chromium: Browser, kind: str, framed: bool, look: str
) -> None:
    async with opened(chromium, SHOP, mask(), settle_cap=0.01) as (screen, eyes):
        await begin(screen, kind, framed=framed)
        assert not shows_secret(await LOOKS[look](eyes))


async def test_a_picture_in_a_transition_without_end_is_withheld(chromium: Browser) -> None:
    async with opened(chromium, SHOP, mask()) as (screen, eyes):
        await begin(screen, "running", framed=False)
        assert "transition" in (await eyes.shot()).withheld


async def test_a_transition_that_ends_is_waited_for(chromium: Browser) -> None:
    async with opened(chromium, SHOP, mask(), settle_cap=25) as (screen, eyes):
        await begin(screen, "prepared", framed=False)
        await screen.evaluate("() => { setTimeout(end, 700) }")
        assert not (await eyes.shot()).withheld


async def test_a_page_that_is_read_beside_a_picture_is_not_asked_for_transitions_as_well(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def listening(kind: type[Frame] | type[JSHandle]) -> Any:
        evaluate: Any = kind.evaluate

        async def listen(self: Any, expression: str, arg: Any = None) -> Any:
            asked.append(arg)
            return await evaluate(self, expression, arg)

        return listen

    async with opened(chromium, "<p>Shop</p>", mask()) as (_, eyes):
        monkeypatch.setattr(Frame, "evaluate", listening(Frame))
        monkeypatch.setattr(JSHandle, "evaluate", listening(JSHandle))
        assert not (await read(eyes)).withheld
    assert asked
    assert ["isCurrent", 0] not in asked
