"""A field that is clicked and typed into at once: the events of a person, and no key of the text anywhere else."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from local_site import Show, Site
from playwright.async_api import CDPSession

from askonce.errors import TargetMoved
from askonce.geometry import Point
from askonce.screens.web import WebScreen
from askonce.screens.web.devtools import Answer, ask


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


KEYS = "".join(map(chr, range(32, 127)))
EVENTS = """<script>
window.events = [];
const told = ["type", "key", "code", "keyCode", "charCode", "data", "inputType", "ctrlKey", "shiftKey", "location",
  "repeat", "isTrusted", "button", "buttons", "detail"];
for (const name of ["pointerdown", "mousedown", "focus", "pointerup", "mouseup", "click", "keydown", "keypress",
  "beforeinput", "textInput", "input", "keyup", "select", "change", "blur"]) {
  addEventListener(name, (event) => events.push(told.map((key) => event[key])), true);
}
</script>"""
FORM = """<style>input { display: block; width: 200px; height: 30px } .moved { transform: translateY(40px) }</style>
<script>
window.heard = [];
addEventListener("keydown", (event) => heard.push(`${event.target.id || "page"} ${event.key}`), true);
</script>
<input id=notes aria-label=Notes><input id=street aria-label=Street SAYS><input id=town aria-label=Town>"""
TEXT = "Main Street 5"


async def aimed(screen: WebScreen, name: str) -> Point:
    node = next(node for node in await screen.tree() if node.name == name and node.actionable)
    return replace(node.point or node.box.center, element=node.number)


@pytest.mark.parametrize(
    "texts",
    [[KEYS[start : start + 3] for start in range(0, len(KEYS), 3)], ["naïve 東京 мир", "a@b.org", "x" * 300, "Ö"]],
    ids=["keys", "long"],
)
async def test_the_page_hears_what_it_hears_of_one_thing_after_another(
    show: Show, site: Site, texts: list[str]
) -> None:
    heard: list[Any] = []
    for at_once in (True, False):
        screen = await show(site.serve("/", EVENTS + "<input aria-label=Street><input aria-label=Town>"))
        for text in texts:
            street = await aimed(screen, "Street")
            if at_once:
                await screen.fill(street, text)
            else:
                await screen.tap(street)
                await screen.clear()
                await screen.type(text)
            assert await screen.evaluate("document.querySelector('input').value") == text
            await screen.tap(await aimed(screen, "Town"))
            await screen.evaluate("document.querySelector('input').value = ''")
        heard.append(await screen.evaluate("events"))
    assert heard[0] == heard[1]


@pytest.mark.parametrize("text", ["x" * 300, TEXT, "5"])
@pytest.mark.parametrize("is_moved", [False, True])
async def test_a_click_that_comes_before_its_question_takes_no_text_with_it(
    show: Show, site: Site, monkeypatch: pytest.MonkeyPatch, is_moved: bool, text: str
) -> None:
    screen = await show(site.serve("/", FORM))
    at = await aimed(screen, "Street")
    await screen.page.focus("#notes")
    if is_moved:
        await screen.evaluate("street.className = town.className = 'moved'")
    released, sent = asyncio.Event(), list[str]()

    async def ask_late(session: CDPSession, method: str, params: Mapping[str, Any]) -> Answer:
        if method == "Runtime.evaluate":
            await released.wait()
        answer = await ask(session, method, params)
        if params.get("type") == "keyUp":
            released.set()
        sent.append(method)
        return answer

    monkeypatch.setattr("askonce.screens.web.touch_aim.ask", ask_late)
    if is_moved:
        with pytest.raises(TargetMoved):
            await screen.fill(at, text)
    else:
        await screen.fill(at, text)
    assert await screen.evaluate("[notes.value, street.value, town.value]") == ["", "" if is_moved else text, ""]
    assert all(said.startswith("street") for said in await screen.evaluate("heard"))
    assert sent.index("Input.dispatchKeyEvent") < sent.index("Runtime.evaluate")


async def test_who_types_after_a_miss_is_heard(show: Show, site: Site) -> None:
    screen = await show(site.serve("/", FORM))
    at = await aimed(screen, "Street")
    await screen.page.focus("#notes")
    await screen.evaluate("street.className = town.className = 'moved'")
    with pytest.raises(TargetMoved):
        await screen.fill(at, TEXT)
    await screen.page.keyboard.type("Dear")
    assert await screen.evaluate("[notes.value, street.value, town.value]") == ["Dear", "", ""]


SAYS = {
    "filled since": ("", "street.value = 'old'", TEXT),
    "filled when it has the focus": ("onfocus=\"this.value = 'old'\"", "", TEXT),
    "selected when it has the focus": ('onfocus="this.select()"', "", TEXT),
    "shorter than the text": ("maxlength=4", "", TEXT[:4]),
    "made anew when it is clicked": ('onmousedown="replaceWith(cloneNode())"', "", TEXT),
    "busy when it has the focus": ('onfocus="for (const t = Date.now(); Date.now() - t < 1200;);"', "", TEXT),
    "passes the focus on": ('onfocus="town.focus(); this.onfocus = null"', "", TEXT),
    "written with capitals": ('oninput="this.value = this.value.toUpperCase()"', "", TEXT.upper()),
    "written with signs": ("oninput=\"this.value = this.value.replace(/ /g, '-')\"", "", TEXT.replace(" ", "-")),
}


@pytest.mark.parametrize("case", SAYS)
async def test_a_field_holds_the_text_in_the_end(show: Show, site: Site, case: str) -> None:
    says, before, held = SAYS[case]
    screen = await show(site.serve("/", FORM.replace("SAYS", says)))
    at = await aimed(screen, "Street")
    await screen.evaluate(before or "0")
    await screen.fill(at, TEXT)
    assert await screen.evaluate("[notes.value, street.value, town.value]") == ["", held, ""]


async def test_a_dialog_that_a_field_opens_ends_it(show: Show, site: Site) -> None:
    screen = await show(site.serve("/", FORM.replace("SAYS", "onfocus=\"this.onfocus = null; confirm('No street?')\"")))
    at = await aimed(screen, "Street")
    await asyncio.wait_for(asyncio.gather(screen.fill(at, TEXT), return_exceptions=True), 20)
    assert screen.dialog
    await screen.answer(True)
    await screen.settle()
    assert await screen.evaluate("[notes.value, town.value]") == ["", ""]
    await screen.fill(await aimed(screen, "Street"), TEXT)
    assert await screen.evaluate("street.value") == TEXT


@pytest.mark.parametrize("is_in_frame", [False, True])
async def test_no_key_reaches_the_other_frame(
    show: Show, site: Site, monkeypatch: pytest.MonkeyPatch, is_in_frame: bool
) -> None:
    """Half of the clicks come too early."""
    site.serve("/frame", FORM)
    outer = FORM.replace("aria-label=", "aria-label=Outer-")
    screen = await show(site.serve("/", outer + "<iframe src=/frame width=400 height=200></iframe>"))
    inner = screen.page.frames[1]
    turns = iter([False, True] * 20)

    async def ask_late(session: CDPSession, method: str, params: Mapping[str, Any]) -> Answer:
        if params.get("type") == "mousePressed" and next(turns):
            params = {**params, "force": 0.5 + 45 / 1024}  # it is marked as another one
        return await ask(session, method, params)

    monkeypatch.setattr("askonce.screens.web.touch_aim.ask", ask_late)
    for _ in range(6):
        here, there = (inner, screen.page.main_frame) if is_in_frame else (screen.page.main_frame, inner)
        await there.focus("#notes")
        await screen.fill(await aimed(screen, "Street" if is_in_frame else "Outer-Street"), TEXT)
        for frame in (here, there):
            assert await frame.evaluate("[notes.value, street.value, town.value]") == [
                "",
                TEXT if frame is here else "",
                "",
            ]
            assert all(said.startswith("street") for said in await frame.evaluate("heard"))
            await frame.evaluate("street.value = ''; heard = []")
