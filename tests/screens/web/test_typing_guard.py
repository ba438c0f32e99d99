"""What is typed for one field comes to that, or nowhere: no other field, no button and no shortcut gets a key of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from local_site import Show, Site

from askonce.errors import NotOperable
from askonce.geometry import Point
from askonce.screens.web import WebScreen

FORM = """<style>input, button, [contenteditable] { display: block; width: 200px; height: 30px; border: 1px solid }
[hidden] { display: none !important }</style>
<input id=street aria-label=Street><input id=notes aria-label=Notes value=old>
<button id=bin onclick="heard.push('deleted')">Delete</button>
<div id=letter contenteditable role=textbox aria-label=Letter></div>
<div id=chat contenteditable role=textbox aria-label=Chat></div>
<script>
window.heard = [];
addEventListener("keydown", (event) => event.target === document.body && heard.push(`shortcut ${event.key}`));
const held = () => [street.value, notes.value, letter.textContent, chat.textContent, ...heard];
SCRIPT</script>"""
TEXT = "Main Street 5"


async def aimed(screen: WebScreen, name: str) -> Point:
    node = next(node for node in await screen.tree() if node.name == name and node.actionable)
    return replace(node.point or node.box.center, element=node.number)


async def _fill(screen: WebScreen, name: str, text: str = TEXT, *, delay: float = 0.0, enter: bool = False) -> str:
    """As an action does. What went wrong."""
    try:
        await screen.tap(await aimed(screen, name))
        await screen.clear()
        await screen.type(text, delay=delay)
        if enter:
            await screen.press("Enter")
    except NotOperable as error:
        return str(error)
    finally:
        await screen.rest()
    return ""


MOMENTS = {
    "focus": "street.onfocus = () => {{ street.onfocus = null; {how} }}",
    "click": "street.onclick = () => {{ street.onclick = null; {how} }}",
}
HOWS = {
    "at once": "notes.focus()",
    "soon": "setTimeout(() => notes.focus())",
    "in a moment": "setTimeout(() => notes.focus(), 15)",
    "a frame later": "requestAnimationFrame(() => notes.focus())",
}


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_neighbour_that_takes_the_focus_gets_nothing(show: Show, site: Site, moment: str, how: str) -> None:
    screen = await show(site.serve("/", FORM.replace("SCRIPT", MOMENTS[moment].format(how=HOWS[how]))))
    problem = await _fill(screen, "Street")
    street, notes, *_ = await screen.evaluate("held()")
    assert (street, notes) == ("" if problem else TEXT, "old"), problem


async def test_a_neighbour_that_takes_the_focus_each_time_is_told(show: Show, site: Site) -> None:
    screen = await show(site.serve("/", FORM.replace("SCRIPT", "street.onfocus = () => notes.focus()")))
    assert "Street" in (problem := await _fill(screen, "Street"))
    assert "does not keep the focus" in problem
    assert await screen.evaluate("held()") == ["", "old", "", ""]


LEFT = {
    "a field": "notes.focus()",
    "a button": "bin.focus()",
    "nothing": "document.activeElement.blur()",
    "rich text": "chat.focus()",
}


@pytest.mark.parametrize("delay", [0.0, 0.02])
@pytest.mark.parametrize("to", LEFT)
@pytest.mark.parametrize("field", ["Street", "Letter"])
async def test_no_key_of_a_text_reaches_what_takes_the_focus_meanwhile(
    show: Show, site: Site, field: str, to: str, delay: float
) -> None:
    name = field.lower()
    leaves = f"{name}.onbeforeinput = () => {{ {name}.onbeforeinput = null; setTimeout(() => {LEFT[to]}) }}"
    screen = await show(site.serve("/", FORM.replace("SCRIPT", leaves)))
    problem = await _fill(screen, field, "a b c d", delay=delay)
    street, notes, letter, chat, *heard = await screen.evaluate("held()")
    assert (notes, chat, heard) == ("old", "", []), problem
    assert problem or street + letter == "a b c d"


async def test_enter_after_a_text_presses_no_button_that_took_the_focus(show: Show, site: Site) -> None:
    moves = "street.oninput = () => street.value.endsWith('5') && setTimeout(() => bin.focus(), DELAY)"
    for delay in ("0", "5"):
        screen = await show(site.serve("/", FORM.replace("SCRIPT", moves.replace("DELAY", delay))))
        problem = await _fill(screen, "Street", enter=True)
        _, _, _, _, *heard = await screen.evaluate("held()")
        assert heard == []
        assert "Enter was not pressed" in problem or await screen.evaluate("document.activeElement === bin")


async def test_a_key_for_an_element_reaches_no_other(show: Show, site: Site) -> None:
    moves = "street.onfocus = () => setTimeout(() => bin.focus())"
    screen = await show(site.serve("/", FORM.replace("SCRIPT", moves)))
    await screen.focus(await aimed(screen, "Street"))
    await screen.page.wait_for_function("document.activeElement === bin")
    with pytest.raises(NotOperable, match=r"Enter was not pressed.*Delete"):
        await screen.press("Enter")
    assert await screen.evaluate("heard") == []


FRAMED = """<input id=street aria-label=Street><iframe src=FRAME width=300 height=90></iframe>"""
CHAT = """<input id=chat aria-label=Chat><button onclick="window.pressed = true">Send</button><script>
onmessage = () => FOCUS.focus();
</script>"""


@pytest.mark.parametrize("focused", ["chat", "document.querySelector('button')"])
@pytest.mark.parametrize("field", ["Street", "Chat"])
async def test_no_key_of_a_text_reaches_another_frame(show: Show, site: Site, field: str, focused: str) -> None:
    screen = await show(
        site.serve(
            "/",
            FRAMED.replace(
                "FRAME", site.serve("/chat", CHAT.replace("FOCUS", focused)).replace("127.0.0.1", "localhost")
            ),
        )
    )
    await screen.settle()
    outside, inside = screen.page.frames
    if field == "Street":
        other, steal = inside, "street.oninput = () => frames[0].postMessage(1, '*')"
    else:
        other, steal = outside, "chat.oninput = () => { chat.blur(); parent.postMessage(1, '*') }"
        await outside.evaluate("onmessage = () => street.focus()")
    await (outside if field == "Street" else inside).evaluate(steal)
    problem = await _fill(screen, field, "a b c d", delay=0.03)
    assert "did not get all of the text" in problem
    assert await other.evaluate("document.querySelector('input').value") == ""
    assert not await inside.evaluate("window.pressed")
    await other.fill("input", "hello")
    await other.press("input", "x")
    assert await other.evaluate("document.querySelector('input').value") == "hellox"


LEGITIMATE = {
    "a search that opens over the page": (
        """street.onfocus = () => { const over = document.createElement("input"); over.id = "over";
        document.body.append(over); over.focus() }""",
        "over.value",
    ),
    "a field that was hidden": (
        """notes.hidden = true; notes.value = "";
        street.onfocus = () => { notes.hidden = false; street.hidden = true; notes.focus() }""",
        "notes.value",
    ),
}


@pytest.mark.parametrize("case", LEGITIMATE)
async def test_a_field_that_came_for_the_text_gets_it(show: Show, site: Site, case: str) -> None:
    script, holds = LEGITIMATE[case]
    screen = await show(site.serve("/", FORM.replace("SCRIPT", script)))
    assert await _fill(screen, "Street") == ""
    assert await screen.evaluate(holds) == TEXT


async def test_what_was_pressed_before_a_look_or_another_key_says_nothing_of_the_next_text(
    show: Show, site: Site
) -> None:
    screen = await show(site.serve("/", FORM))
    for between in (lambda: screen.press("Tab"), lambda: _focus_and_look(screen)):
        await screen.tap(await aimed(screen, "Street"))
        await between()
        await screen.clear()
        await screen.type(TEXT)
        assert await screen.evaluate("held()") == ["", TEXT, "", ""]
        await screen.evaluate("notes.value = 'old'")


async def _focus_and_look(screen: WebScreen) -> Any:
    await screen.evaluate("notes.focus()")
    await screen.tree()


async def test_the_owner_of_a_page_types_anywhere_at_once_after_a_text(show: Show, site: Site) -> None:
    screen = await show(site.serve("/", FORM))
    for delay in (0.0, 0.001):
        await screen.tap(await aimed(screen, "Street"))
        await screen.clear()
        await screen.type(TEXT, delay=delay)
        await screen.page.focus("#letter")
        await screen.page.keyboard.type("Dear")
        assert await screen.evaluate("held()") == [TEXT, "old", "Dear", ""]
        await screen.evaluate("letter.textContent = ''")
