"""What is typed for one field comes to that, or nowhere: no other field, no button and no shortcut gets a key of it."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest
from local_site import Show, Site, middle

from askonce.actions import Found, Target
from askonce.actions.basic_actions import Type
from askonce.errors import NotOperable
from askonce.geometry import Box, Point
from askonce.screens.web import WebScreen


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


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
        at = await aimed(screen, name)
        if delay:
            await screen.tap(at)
            await screen.clear()
            await screen.type(text, delay=delay)
        else:
            await screen.fill(at, text)
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


KEYED = """<div role=radiogroup><label><input type=radio name=size value=S>S</label>
<label><input type=radio name=size value=M>M</label><label><input type=radio name=size value=L>L</label></div>"""


async def test_only_the_first_key_is_for_what_was_named(show: Show, site: Site) -> None:
    screen = await show(site.serve("/", KEYED))
    await screen.focus(await aimed(screen, "S"))
    for _ in range(2):
        await screen.press("ArrowDown")
    assert await screen.evaluate("document.querySelector(':checked').value") == "L"
    screen = await show(site.serve("/", FORM.replace("id=notes", "hidden id=notes")))
    await screen.tap(await aimed(screen, "Street"))
    await screen.clear()
    await screen.type(TEXT)
    await screen.press("Tab")
    await screen.press("Enter")
    assert await screen.evaluate("heard") == ["deleted"]


PASSING = {
    "a field that went": "street.oninput = () => street.value.endsWith('5') && street.remove()",
    "a field that let go": "street.oninput = () => street.value.endsWith('5') && street.blur()",
    "a suggestion": """const item = document.createElement("li"); item.role = "option"; item.tabIndex = -1;
        item.onkeydown = ({ key }) => heard.push(key); street.after(item);
        street.oninput = () => street.value.endsWith('5') && item.focus()""",
    "a field made anew, before the key or right after it": """
        const hear = street.onkeydown = ({ key }) => key === "Enter" && heard.push(key);
        street.oninput = () => street.value.endsWith('5') && setTimeout(() => {
            const anew = street.cloneNode(); anew.value = street.value.toUpperCase(); street.replaceWith(anew);
            anew.focus(); anew.setSelectionRange(99, 99); anew.onkeydown = hear })""",
}


@pytest.mark.parametrize("case", PASSING)
async def test_enter_goes_with_what_the_text_has_brought(show: Show, site: Site, case: str) -> None:
    screen = await show(site.serve("/", FORM.replace("SCRIPT", PASSING[case])))
    assert await _fill(screen, "Street", enter=True) == ""
    assert [line.split()[-1] for line in await screen.evaluate("heard")] == ["Enter"]


@pytest.mark.parametrize("field", ["Street", "Chat"])
async def test_enter_after_a_text_presses_nothing_in_another_frame(show: Show, site: Site, field: str) -> None:
    inner = site.serve("/chat", CHAT.replace("FOCUS", "document.querySelector('button')"))
    outer = FRAMED.replace("FRAME", inner.replace("127.0.0.1", "localhost"))
    screen = await show(site.serve("/", f"{outer}<button id=bin onclick='window.pressed = true'>Delete</button>"))
    await screen.settle()
    outside, inside = screen.page.frames
    steal = "street.oninput = () => street.value.endsWith('5') && frames[0].postMessage(1, '*')"
    if field == "Chat":
        await outside.evaluate("onmessage = () => bin.focus()")
        steal = "chat.oninput = () => { if (chat.value.endsWith('5')) { chat.blur(); parent.postMessage(1, '*') } }"
    await (outside if field == "Street" else inside).evaluate(steal)
    await _fill(screen, field, enter=True)
    assert [await frame.evaluate("window.pressed") for frame in screen.page.frames] == [None, None]


@pytest.mark.parametrize("moment", ["onclick", "onfocus"])
async def test_what_is_added_to_a_text_comes_to_no_neighbour(show: Show, site: Site, moment: str) -> None:
    script = f"street.value = 'Main'; street.{moment} = () => {{ street.{moment} = null; notes.focus() }}"
    screen = await show(site.serve("/", FORM.replace("SCRIPT", script)))
    await screen.tap(await aimed(screen, "Street"))
    await screen.press("End")
    await screen.type(" Street 5")
    assert await screen.evaluate("held()") == ["Main Street 5", "old", "", ""]


LINES = "one\ntwo\nthree"


@pytest.mark.parametrize(
    "field",
    [
        f"<textarea id=note rows=3>{LINES}</textarea>",
        "<div id=note contenteditable style='white-space: pre'>" + LINES + "</div>",
        "<div id=note contenteditable><div>one</div><div>two</div><div>three</div></div>",
    ],
)
async def test_a_text_is_added_behind_the_last_line(show: Show, site: Site, field: str) -> None:
    screen = await show(site.serve("/", f"<label for=note>Note</label>{field}<button>Save</button>"))
    action = Type(target=Target(prompt="Note"), text=" more", mode="append")
    at = await middle(screen, "#note")
    assert action.target
    action.target.set_found(Found(Box(at.x - 1, at.y - 1, 2, 2), "test"))
    await action.perform(screen)
    assert (await screen.evaluate("note.value ?? note.innerText")).split("\n") == ["one", "two", "three more"]


EDITOR = """<div id=code contenteditable spellcheck=false autocapitalize=off 
  style='white-space: pre; min-height: 5em'></div>
<script>code.onkeydown = (event) => {
  const added = { Enter: "\\n    ", "{": "{}", "(": "()" }[event.key];
  if (added) { event.preventDefault(); document.execCommand("insertText", false, added) }
};
code.onpaste = (event) => { if (!PASTED) return;
  event.preventDefault(); code.textContent += event.clipboardData.getData("text/plain") }</script>"""


@pytest.mark.parametrize("pasted", ["true", "false"])
async def test_an_editor_of_code_completes_nothing_of_a_text_of_its_own(show: Show, site: Site, pasted: str) -> None:
    screen = await show(site.serve("/", EDITOR.replace("PASTED", pasted)))
    await screen.tap(await middle(screen, "#code"))
    await screen.type("while (x) {\n  go();\n}")
    assert await screen.evaluate("code.innerText.trimEnd()") == "while (x) {\n  go();\n}"


async def test_words_are_typed_key_by_key_into_an_editor_of_code(show: Show, site: Site) -> None:
    counts = "<script>window.keys = 0; code.addEventListener('keydown', () => keys++)</script>"
    screen = await show(site.serve("/", EDITOR.replace("PASTED", "true") + counts))
    await screen.tap(await middle(screen, "#code"))
    await screen.type("let a")
    assert await screen.evaluate("[code.innerText, keys]") == ["let a", 5]


@pytest.mark.parametrize(
    ("held", "is_right"), [("02/02/0005", False), ("03/05/2024", True), ("5.3.24", True), ("20/24/0305", True)]
)
async def test_a_field_that_makes_another_date_of_a_text_says_so(
    show: Show, site: Site, held: str, is_right: bool
) -> None:
    makes = f"street.oninput = () => street.value.length > 9 && (street.value = '{held}')"
    screen = await show(site.serve("/", FORM.replace("SCRIPT", makes)))
    await screen.tap(await aimed(screen, "Street"))
    with nullcontext() if is_right else pytest.raises(NotOperable, match="another date of 2024-03-05"):
        await screen.type("2024-03-05")


async def test_a_frame_that_comes_meanwhile_gets_no_key(show: Show, site: Site) -> None:
    site.serve("/chat", "<input id=chat autofocus>")
    opens = """street.oninput = () => { if (street.value.length !== 2) return;
        const frame = document.createElement("iframe"); frame.src = "/chat"; document.body.append(frame) }"""
    screen = await show(site.serve("/", FORM.replace("SCRIPT", opens)))
    problem = await _fill(screen, "Street", delay=0.03)
    assert problem or await screen.evaluate("street.value") == TEXT
    assert await screen.page.frames[1].evaluate("chat.value") == ""


async def test_a_key_that_moves_the_focus_to_a_button_does_not_press_it(show: Show, site: Site) -> None:
    moves = "street.onkeydown = ({ key }) => key === 'Enter' && bin.focus()"
    screen = await show(site.serve("/", FORM.replace("SCRIPT", moves)))
    assert "Enter was not pressed" in await _fill(screen, "Street", enter=True)
    assert await screen.evaluate("heard") == []


CODE = """<style>input {{ width: 40px }}</style>{boxes}<script>
const now = (work) => work(), all = [...document.querySelectorAll("input")];
all.forEach((box, at) => box.oninput = () => box.value && all[at + 1] && LATER(() => all[at + 1].focus()))</script>"""


@pytest.mark.parametrize("later", ["now", "setTimeout", "requestAnimationFrame"])
@pytest.mark.parametrize("kind", ["number", "tel", "email"])
@pytest.mark.parametrize("most", ["maxlength=1", ""])
async def test_a_code_comes_into_its_boxes_or_is_missed_aloud(
    show: Show, site: Site, kind: str, most: str, later: str
) -> None:
    boxes = "".join(f"<input type={kind} {most} aria-label='Digit {place}'>" for place in range(1, 5))
    screen = await show(site.serve("/", CODE.format(boxes=boxes).replace("LATER", later)))
    for delay in (0.0, 0.1):
        await screen.evaluate("all.forEach((box) => { box.value = '' })")
        problem = await _fill(screen, "Digit 1", "4821", delay=delay)
        held = await screen.evaluate("all.map((box) => box.value).join('|')")
        assert problem or held == "4|8|2|1"
        assert not (delay and problem)
