"""A field that is clicked and typed into at once: the events of a person, and no key of the text anywhere else."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from local_site import Show, Site
from playwright.async_api import CDPSession

from askonce.errors import NotOperable, ScreenError, TargetMoved
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


EMPTIES = {
    "soon": "street.onfocus = () => setTimeout(() => { street.value = ''; }, 4)",
    "a frame later": "street.onclick = () => requestAnimationFrame(() => { street.value = ''; })",
    "in a turn": """street.onmousedown = () => { const turns = new MessageChannel();
        turns.port1.onmessage = () => { street.value = ''; }; turns.port2.postMessage(null); }""",
}


@pytest.mark.parametrize("text", [TEXT, "5"])
@pytest.mark.parametrize("how", EMPTIES)
async def test_what_a_page_does_when_a_field_is_clicked_comes_before_the_text(
    show: Show, site: Site, how: str, text: str
) -> None:
    screen = await show(site.serve("/", FORM + f"<script>{EMPTIES[how]}</script>"))
    await screen.fill(await aimed(screen, "Street"), text)
    await screen.settle()
    assert await screen.evaluate("street.value") == text


async def test_keys_wait_for_no_frame_that_is_stuck(show: Show, site: Site) -> None:
    site.serve("/inner", FORM.replace("Street", "Inner"))
    other = f"<iframe src={site.other}/inner width=400 height=200></iframe>"
    screen = await show(site.serve("/", FORM + other))
    inner = screen.page.frames[1]
    at = await aimed(screen, "Street")
    await inner.focus("#notes")
    await inner.evaluate("setTimeout(() => { for (const t = Date.now(); Date.now() - t < 1500;); }, 0)")
    await screen.fill(at, "abc")
    assert await inner.evaluate("[notes.value, ...heard]") == [""]
    assert await screen.evaluate("street.value") == "abc"


async def test_who_types_in_a_frame_after_a_field_that_keeps_no_focus_is_heard(show: Show, site: Site) -> None:
    site.serve("/inner", FORM)
    passes = (
        "street.oninput = () => notes.focus(); street.onfocus = () => { if (window.k) notes.focus(); window.k = 1 }"
    )
    screen = await show(
        site.serve("/", f"{FORM.replace('label=Street', 'label=Road')}<script>{passes}</script><iframe src=/inner>")
    )
    with pytest.raises(NotOperable, match="does not keep the focus"):
        await screen.fill(await aimed(screen, "Road"), TEXT)
    await screen.page.frames[1].focus("#street")
    await screen.page.keyboard.type("Dear")
    assert await screen.page.frames[1].evaluate("street.value") == "Dear"


async def test_a_document_that_is_written_anew_by_the_click_gets_no_text_twice(show: Show, site: Site) -> None:
    """It may get it once, in the field to which it gives the focus."""
    anew = "<input id=street><input id=other><script>other.focus()</script>"
    quoted = anew.replace("<", "\\x3c")
    writes = f"street.onmousedown = () => {{ document.open(); document.write('{quoted}'); document.close() }}"
    screen = await show(site.serve("/", FORM + f"<script>{writes}</script>"))
    with suppress(ScreenError):
        await screen.fill(await aimed(screen, "Street"), TEXT)
    assert await screen.evaluate("[street.value, other.value]") in (["", ""], ["", TEXT])


@pytest.mark.parametrize("moment", ["focus", "click"])
async def test_a_page_that_comes_by_the_click_gets_no_text(show: Show, site: Site, moment: str) -> None:
    site.serve("/next", "<input id=other autofocus aria-label=Other>")
    screen = await show(site.serve("/", FORM + f"<script>street.on{moment} = () => {{ location = '/next' }}</script>"))
    with pytest.raises(ScreenError):
        await screen.fill(await aimed(screen, "Street"), TEXT)
    await screen.page.wait_for_url("**/next")
    assert await screen.evaluate("other.value") == ""


async def test_a_frame_that_comes_by_the_click_gets_no_text_twice(show: Show, site: Site) -> None:
    """The field or what is in the frame gets it, once, or an error says that nobody did."""
    opens = """street.onfocus = () => { street.onfocus = null; const frame = document.createElement("iframe");
        frame.srcdoc = "<input id=inner oninput='(window.typed ??= []).push(value)'>"; document.body.append(frame);
        frame.onload = () => frame.contentWindow.inner.focus(); }"""
    screen = await show(site.serve("/", FORM + f"<script>{opens}</script>"))
    with suppress(NotOperable):
        await screen.fill(await aimed(screen, "Street"), TEXT)
    held = [await screen.evaluate("street.value"), await screen.page.frames[1].evaluate("window.typed ?? []")]
    assert held in ([TEXT, []], ["", [TEXT[:-1], TEXT]], ["", []])


async def test_a_field_in_a_frame_is_not_taken_for_the_one_before(show: Show, site: Site) -> None:
    site.serve("/inner", "<input aria-label=Inner id=inner><textarea aria-label=Area id=area></textarea>")
    screen = await show(site.serve("/", FORM + "<iframe src=/inner>"))
    await screen.fill(await aimed(screen, "Street"), TEXT)
    for name in ("Area", "Inner"):
        at = await aimed(screen, name)
        await screen.tap(at)
        await screen.clear()
        await screen.type("words")
        await screen.fill(at, "WORDS")
    assert await screen.page.frames[1].evaluate("[area.value, inner.value]") == ["WORDS", "WORDS"]
    assert await screen.evaluate("street.value") == TEXT


async def test_a_fill_that_is_given_up_lets_no_key_through(show: Show, site: Site) -> None:
    screen = await show(site.serve("/", FORM + "<button id=go onclick='heard.push(\"GO\")'>Go</button>"))
    for milliseconds in range(1, 13):
        await screen.evaluate("street.className = town.className = ''")
        at = await aimed(screen, "Street")
        await screen.evaluate("street.className = town.className = 'moved'; go.focus()")
        with suppress(TimeoutError, TargetMoved):
            await asyncio.wait_for(screen.fill(at, " a "), milliseconds / 1000)
        await screen.page.keyboard.press("Shift")  # comes after all that was on its way
        await screen.evaluate("heard = heard.filter((said) => !said.includes('Shift'))")
    assert await screen.evaluate("[notes.value, street.value, town.value, ...heard]") == ["", "", ""]
    await screen.page.focus("#notes")
    await asyncio.sleep(0.2)
    await screen.page.keyboard.type("Dear")
    assert await screen.evaluate("notes.value") == "Dear"
