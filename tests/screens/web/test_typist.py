"""Text reaches what has the focus, whatever it is, or an error says why it cannot."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from local_site import Show, Site, middle, tap
from playwright.async_api import Frame

from askonce.errors import InvalidAction, NotOperable
from askonce.geometry import Point
from askonce.screens.web import WebScreen, typist
from askonce.screens.web.page_scripts import call


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


FIELDS = "<input id=one value=old><textarea id=many></textarea><div id=rich contenteditable>old</div>"


@pytest.mark.parametrize("text", ["plain words", "naïve 東京 مرحبا 👩‍👩‍👧 🇨🇭", "a" * 500])
async def test_any_text_arrives_unchanged(show: Show, text: str) -> None:
    screen = await show(FIELDS)
    for selector in ("#one", "#many", "#rich"):
        await tap(screen, selector)
        await screen.clear()
        await screen.type(text)
    assert await screen.evaluate("[one.value, many.value, rich.textContent]") == [text, text, text]


async def test_right_to_left_text_arrives_in_order(show: Show) -> None:
    screen = await show("<html dir=rtl><input id=one>")
    await tap(screen, "#one")
    await screen.type("שלום 123")
    assert await screen.evaluate("one.value") == "שלום 123"


async def test_short_texts_are_typed_key_by_key_with_the_delay_asked_for(show: Show) -> None:
    screen = await show(
        "<input id=one><script>window.keys = []; one.onkeydown = (event) => keys.push(event.timeStamp)</script>"
    )
    await tap(screen, "#one")
    await screen.type("abc", delay=0.05)
    first, _, last = await screen.evaluate("keys")
    assert last - first >= 90


async def test_lines_are_broken_without_sending_what_was_typed(show: Show) -> None:
    screen = await show(
        FIELDS
        + "<script>window.sent = 0; onkeydown = (event) => sent += event.key === 'Enter' && !event.shiftKey</script>"
    )
    for selector in ("#one", "#many", "#rich"):
        await tap(screen, selector)
        await screen.clear()
        await screen.type("first\nsecond")
    assert await screen.evaluate("[one.value, many.value, rich.innerText, sent]") == [
        "first second",
        "first\nsecond",
        "first\nsecond",
        0,
    ]


FIXED = {
    "date": ("2031-05-17", "2031-05-17"),
    "time": ("09:30", "09:30"),
    "month": ("2031-05", "2031-05"),
    "week": ("2031-W20", "2031-W20"),
    "datetime-local": ("2031-05-17 09:30", "2031-05-17T09:30"),
    "color": ("#AA00ff", "#aa00ff"),
}


async def test_fields_of_a_fixed_form_are_set_and_say_so_to_the_page(show: Show) -> None:
    screen = await show(
        "".join(f"<input id={kind} type={kind} style='width:300px;height:40px'>" for kind in FIXED)
        + "<script>window.told = []; for (const name of ['input', 'change'])"
        " addEventListener(name, (event) => told.push(`${name} ${event.target.id}`))</script>"
    )
    for kind, (text, kept) in FIXED.items():
        await screen.evaluate("kind => document.getElementById(kind).focus()", kind)
        await screen.clear()
        await screen.evaluate("told.splice(0)")
        await screen.type(text)
        held = await screen.evaluate("kind => [document.getElementById(kind).value, told]", kind)
        assert held == [kept, [f"input {kind}", f"change {kind}"]], kind


RANGES = [
    ("", "70", "ArrowUp"),
    ("min=15 max=25", "15", "ArrowDown"),
    ("min=0 max=1 step=0.1", "0.3", "ArrowUp"),
    ("dir=rtl min=-5 max=5", "-2", "ArrowUp"),
    ("value=70", "70", ""),
    ("step=any", "33.3", ""),
]


async def test_the_last_step_of_a_range_is_taken_by_a_key(show: Show) -> None:
    screen = await show(
        "".join(f"<input type=range {limits} style='width:300px;height:40px'>" for limits, _, _ in RANGES)
        + "<script>window.keys = ''; window.ranges = document.querySelectorAll('input');"
        "onkeydown = (event) => keys += event.key; onchange = (event) => document.title = event.target.value</script>"
    )
    for place, (limits, text, heard) in enumerate(RANGES):
        await screen.evaluate("place => { keys = document.title = ''; ranges[place].focus() }", place)
        await screen.type(text)
        held = await screen.evaluate("place => [ranges[place].value, keys, document.title]", place)
        assert held == [text, heard, text], limits


async def test_a_range_that_keys_do_not_move_is_set_all_the_same(show: Show) -> None:
    screen = await show("<input id=one type=range>")
    for script in (
        "one.oninput = () => one.blur()",  # the key would go elsewhere
        "one.onkeydown = (event) => event.preventDefault()",
        "one.onkeydown = (event) => { event.preventDefault(); one.value = 3 }",
    ):
        await screen.evaluate(f"() => {{ one.outerHTML = '<input id=one type=range>'; {script}; one.focus() }}")
        await screen.type("70")
        assert await screen.evaluate("one.value") == "70", script


async def test_a_text_that_does_not_fit_names_the_form_and_not_the_text(show: Show) -> None:
    screen = await show("<input id=date type=date><input id=time type=time><input id=range type=range>")
    for kind, form in (("date", "YYYY-MM-DD"), ("time", "HH:MM"), ("range", "from 0 to 100")):
        await screen.evaluate("kind => document.getElementById(kind).focus()", kind)
        with pytest.raises(NotOperable, match=form) as caught:
            await screen.type("hunter2")
        assert "hunter2" not in str(caught.value)
        assert await screen.evaluate("kind => document.getElementById(kind).value", kind) in {"", "50"}


async def test_a_field_set_by_script_is_noticed_by_frameworks_that_watch_the_setter(show: Show) -> None:
    screen = await show(
        """<input id=one type=date><script>window.writes = 0;
        Object.defineProperty(one, "value", {get() { return "" }, set() { writes++ }, configurable: true})</script>"""
    )
    await screen.evaluate("one.focus()")
    await screen.type("2031-05-17")
    assert await screen.evaluate("[writes, one.valueAsDate.getFullYear()]") == [0, 2031]


async def test_fields_in_frames_of_any_origin_and_in_shadow_roots_are_typed_into(show: Show, site: Site) -> None:
    site.serve("/inner", "<body style='margin:0'><input id=one value=old style='height:40px'><input id=day type=date>")
    site.serve(
        "/outer",
        f"""<body style='margin:0'><iframe src='{site.other}/inner' style='border:0;height:100px'></iframe><p id=host>
        <script>host.attachShadow({{mode: "open"}}).innerHTML = "<input type=date style='height:40px'>"</script>""",
    )
    screen = await show(site.home + "/outer")
    await screen.settle()
    await screen.tap(Point(30, 20))
    await screen.clear()
    await screen.type("into the frame")
    await screen.press("Tab")
    await screen.type("2031-01-02")
    await screen.evaluate("host.shadowRoot.firstChild.focus()")
    await screen.type("2031-03-04")
    frames = (await screen.tree()).nodes
    assert {"into the frame", "2031-01-02", "2031-03-04"} <= {node.value for node in frames}


async def test_a_canvas_gets_keys_though_it_never_has_the_focus(show: Show) -> None:
    screen = await show(
        "<canvas width=200 height=200></canvas><script>window.keys = ''; onkeydown = (e) => keys += e.key</script>"
    )
    await tap(screen, "canvas")
    await screen.type("wasd")
    assert await screen.evaluate("keys") == "wasd"


async def test_a_widget_of_its_own_kind_gets_keys(show: Show) -> None:
    screen = await show(
        "<div tabindex=0 id=box>type here</div><script>box.onkeydown = (event) => box.textContent += event.key</script>"
    )
    await tap(screen, "#box")
    await screen.type("ok")
    assert await screen.evaluate("box.textContent") == "type hereok"


async def test_what_takes_no_text_is_named(show: Show) -> None:
    screen = await show("<div id=all></div>")
    for markup, told in (
        ("<p id=x>words</p>", "no field has the focus"),
        ("<button id=x>Save</button>", 'button "Save" has the focus and takes no text'),
        ("<input id=x readonly aria-label=Code>", 'text field "Code" is read-only'),
        ("<input id=x disabled aria-label=Code>", 'text field "Code" is disabled'),
        ("<label>Size <select id=x><option>S</select></label>", "choose one of its options"),
        ("<input type=checkbox id=x aria-label=Agree>", 'checkbox field "Agree" has the focus'),
    ):
        await screen.evaluate("markup => { all.innerHTML = markup }", markup)
        at = await middle(screen, "#x")
        if "select" in markup:
            await screen.evaluate("x.focus()")
        else:
            await screen.tap(at)
        with pytest.raises(NotOperable, match=told):
            await screen.type("hello")
        with pytest.raises(NotOperable):
            await screen.clear()


async def test_a_field_that_appears_late_gets_the_text(show: Show) -> None:
    screen = await show(
        """<button id=opener>Search</button><script>opener_ = document.querySelector("#opener");
        opener_.onclick = () => setTimeout(() => { document.body.innerHTML = "<input id=late>"; late.focus() }, 120)
        </script>"""
    )
    await tap(screen, "#opener")
    await screen.type("mugs")
    assert await screen.evaluate("document.querySelector('#late').value") == "mugs"


async def test_clearing_empties_every_kind_of_field_with_real_events(show: Show) -> None:
    screen = await show(
        "<input id=one value=old><input id=number type=number value=5><input id=day type=date value=2030-01-01>"
        "<textarea id=many>old\nlines</textarea><div id=rich contenteditable>old <b>bold</b></div>"
        "<script>window.inputs = 0; oninput = () => inputs++</script>"
    )
    for selector in ("#one", "#number", "#day", "#many", "#rich"):
        await screen.evaluate("selector => document.querySelector(selector).focus()", selector)
        await screen.clear()
        await screen.clear()
    values = await screen.evaluate("[one.value, number.value, day.value, many.value, rich.textContent.trim(), inputs]")
    assert values[:5] == ["", "", "", "", ""]
    assert values[5] >= 5


async def test_keys_and_combinations_are_pressed(show: Show) -> None:
    screen = await show(
        "<input id=one value='some words'><script>window.keys = []; onkeydown = (e) => keys.push(e.key)</script>"
    )
    await tap(screen, "#one")
    await screen.press("ctrl+a")
    await screen.press("Backspace")
    assert await screen.evaluate("one.value") == ""
    for keys in ("a", "+", "é", "space", "shift+B", "esc", "F5"):
        await screen.press(keys)
    assert await screen.evaluate("one.value") == "a+é B"
    assert (await screen.evaluate("keys"))[-2:] == ["Escape", "F5"]
    with pytest.raises(InvalidAction, match="did you mean Enter"):
        await screen.press("Entr")


async def test_a_field_that_groups_what_is_typed_gets_every_key(show: Show, site: Site) -> None:
    """It takes digits by their keys alone, and puts a blank after every third."""
    site.serve(
        "/",
        """<input id=card autofocus><script>card.onbeforeinput = (event) => {
        if (event.inputType.startsWith("delete")) return;
        event.preventDefault();
        if (event.data && event.data.length === 1) card.value = (card.value.replaceAll(" ", "") + event.data)
          .replace(/(...)(?=.)/g, "$1 ") }</script>""",
    )
    screen = await show(site.home)
    await screen.settle()
    await screen.type("1234567")
    assert await screen.evaluate("card.value") == "123 456 7"


async def test_boxes_for_one_character_each_pass_the_focus_on(show: Show, site: Site) -> None:
    site.serve(
        "/",
        """<input maxlength=1 autofocus><input maxlength=1><input maxlength=1><input maxlength=1><script>
        for (const box of document.querySelectorAll("input")) box.oninput = () => box.nextElementSibling?.focus()
        </script>""",
    )
    screen = await show(site.home)
    await screen.settle()
    await screen.type("7351")
    assert await screen.evaluate("[...document.querySelectorAll('input')].map((box) => box.value).join('')") == "7351"


HEARS_ALL = """<style>input { display: block; height: 40px; width: 200px }</style><input id=one><input id=two><script>
window.heard = [];
for (const name of ["pointerdown", "mousedown", "focusin", "pointerup", "mouseup", "click", "keydown", "keypress",
  "beforeinput", "input", "keyup", "change", "focusout"])
  addEventListener(name, (event) => heard.push(`${name} ${event.target.id} ${event.key || event.data || ""}`), true)
</script>"""


async def _filled(screen: WebScreen, text: str, *, look: bool) -> Any:
    """What a page has heard while its first field was filled after a look, or as without one."""
    if look:
        await screen.tree()
    await screen.tap(Point(30, 20))
    await screen.clear()
    await screen.type(text)
    return await screen.evaluate("[heard.splice(0), one.value, two.value]")


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("", "Ada Lovelace"),
        pytest.param("", "42", marks=pytest.mark.long),
        pytest.param("", "naïve café", marks=pytest.mark.long),
        ("one.onmousedown = (event) => { event.preventDefault(); two.focus() }", "Ada Lovelace"),
        ("one.onfocus = () => two.focus()", "Ada Lovelace"),
        ("one.onclick = () => two.focus()", "Ada Lovelace"),
        ("one.onclick = () => { one.value = 'kept' }", "Ada Lovelace"),
        ("one.oninput = () => two.focus()", "Ada Lovelace"),
        ("one.onkeyup = () => two.focus()", "Ada Lovelace"),
        ("one.oninput = () => { one.value = one.value.toUpperCase() }", "Ada Lovelace"),
        ("one.onmousedown = () => { one.outerHTML = '<input id=one>' }", "Ada Lovelace"),
        ("addEventListener('mouseup', (event) => event.stopImmediatePropagation(), true)", "Ada Lovelace"),
        ("addEventListener('keyup', (event) => event.stopImmediatePropagation(), true)", "Ada Lovelace"),
        pytest.param(
            "addEventListener('mouseup', (event) => event.stopPropagation(), true)",
            "Ada Lovelace",
            marks=pytest.mark.long,
        ),
    ],
)
async def test_a_field_that_was_looked_at_is_filled_as_any_other(
    show: Show, site: Site, script: str, text: str
) -> None:
    """The page hears the same in the same order, and text comes to the same field."""
    site.serve("/", HEARS_ALL.replace("</script>", script + "</script>"))
    found: list[Any] = []
    for look in (False, True):
        screen = await show(site.home)
        try:
            found.append(await _filled(screen, text, look=look))
        except NotOperable as error:
            found.append([str(error), await screen.evaluate("[heard.splice(0), one.value, two.value]")])
    assert found[1] == found[0]


@pytest.mark.parametrize("look", [False, True])
async def test_text_goes_nowhere_else_when_a_message_opens_at_the_tap(show: Show, site: Site, look: bool) -> None:
    script = "one.onfocus = () => { dispatchEvent(new MouseEvent('mouseup')); alert('hello') }"
    site.serve("/", HEARS_ALL.replace("</script>", script + "</script>"))
    screen = await show(site.home)
    with suppress(NotOperable):  # the message may take the focus away in time
        await _filled(screen, "Ada Lovelace", look=look)
    first, second = await screen.evaluate("[one.value, two.value]")
    assert first in {"", "Ada Lovelace"}
    assert second == ""


async def test_a_tap_before_the_last_look_is_not_taken_for_the_next(show: Show, site: Site) -> None:
    site.serve("/", HEARS_ALL)
    screen = await show(site.home)
    await screen.tree()
    await screen.tap(Point(30, 60))
    await screen.tap(Point(30, 20))
    await screen.clear()
    await screen.type("Ada Lovelace")
    assert await screen.evaluate("[one.value, two.value]") == ["Ada Lovelace", ""]
    await screen.tree()
    await screen.tap(Point(30, 60))
    await screen.clear()
    await screen.type("Byron")
    assert await screen.evaluate("[one.value, two.value]") == ["Ada Lovelace", "Byron"]


@pytest.mark.parametrize("moment", ["onclick", "oninput", "onkeydown"])
@pytest.mark.parametrize("delay", [0, pytest.param(10, marks=pytest.mark.long)])
async def test_text_never_stays_in_a_field_that_takes_the_focus_meanwhile(
    show: Show, site: Site, moment: str, delay: int
) -> None:
    """It may end in the one or, where the page passes the focus on in time, in the other, but never in both; where the
    other has the focus whenever somebody types, that is told."""
    script = f"one.{moment} = () => setTimeout(() => two.focus(), {delay})"
    site.serve("/", HEARS_ALL.replace("</script>", f"two.value = 'old'; {script}</script>"))
    screen = await show(site.home)
    for look in (False, True):
        await screen.evaluate("one.value = ''; two.value = 'old'; document.activeElement.blur()")
        try:
            _, one, two = await _filled(screen, "Ada Lovelace", look=look)
        except NotOperable:
            assert await screen.evaluate("two.value") == "old"
        else:
            assert sorted(one + two.replace("old", "")) == sorted("Ada Lovelace"), (one, two)


async def test_a_field_that_is_replaced_while_it_is_typed_into_holds_the_text_once(show: Show, site: Site) -> None:
    """The page copies what the field holds into another one, as frameworks do that render it anew."""
    script = "one.oninput = () => { const copy = one.cloneNode(); one.replaceWith(copy); copy.focus() }"
    site.serve("/", HEARS_ALL.replace("</script>", f"{script}</script>"))
    screen = await show(site.home)
    assert (await _filled(screen, "Ada Lovelace", look=True))[1:] == ["Ada Lovelace", ""]


async def test_text_goes_nowhere_when_the_field_is_gone_and_nothing_has_the_focus(show: Show, site: Site) -> None:
    site.serve("/", HEARS_ALL.replace("</script>", "one.oninput = (event) => event.target.remove()</script>"))
    screen = await show(site.home)
    with pytest.raises(NotOperable, match="no field has the focus"):
        await _filled(screen, "Ada Lovelace", look=True)
    assert [line for line in await screen.evaluate("heard") if line.startswith("keydown")] == []


@pytest.mark.parametrize("change", ["one.select()", "one.setSelectionRange(0, 0)"])
async def test_a_short_text_is_whole_where_the_page_selects_meanwhile(show: Show, site: Site, change: str) -> None:
    """As those do that select a quantity a moment after it got the focus."""
    script = f"one.addEventListener('keyup', () => {change}, {{ once: true }})"
    site.serve("/", HEARS_ALL.replace("</script>", f"{script}</script>"))
    screen = await show(site.home)
    assert (await _filled(screen, "12", look=True))[1:] == ["12", ""]


@pytest.mark.parametrize("text", ["42", "Ada Lovelace"])
@pytest.mark.parametrize("delay", [0, 10])
async def test_text_stays_out_of_a_field_that_takes_the_focus_back(
    show: Show, site: Site, text: str, delay: int
) -> None:
    """As those do that want to be corrected before they are left."""
    script = f"one.onblur = () => {{ one.onblur = null; setTimeout(() => one.focus(), {delay}) }}; one.value = 'wrong'"
    site.serve("/", HEARS_ALL.replace("</script>", f"{script}</script>"))
    screen = await show(site.home)
    await screen.tap(Point(30, 20))
    await screen.tap(Point(30, 60))
    await screen.clear()
    await screen.type(text)
    one, two = await screen.evaluate("[one.value, two.value]")
    assert one + two in {"wrong" + text, text}  # where it came back in time, it is the field to type into


PUT_OFF = {
    "frame": "requestAnimationFrame(move)",
    "frames": "requestAnimationFrame(() => requestAnimationFrame(move))",
    "turn": "turns.port2.postMessage(null)",
}


@pytest.mark.parametrize("way", PUT_OFF)
@pytest.mark.parametrize("text", ["Ada Lovelace", "42"])
async def test_the_next_field_is_not_taken_for_where_it_was_when_the_page_moves_it_a_frame_later(
    show: Show, site: Site, text: str, way: str
) -> None:
    """As frameworks do that check what was typed: a hint comes, and another field lies there now."""
    script = f"""const turns = new MessageChannel(), move = () => {{ two.style.marginTop = '80px' }};
    turns.port1.onmessage = move; one.oninput = () => {{ if (one.value === {text!r}) {PUT_OFF[way]} }}"""
    labels = "<script>for (const field of [one, two]) field.ariaLabel = field.id;"
    site.serve("/", HEARS_ALL.replace("<script>", labels).replace("</script>", f"{script}</script>"))
    screen = await show(site.home)
    one, two = [node.number for node in await screen.tree() if node.name in {"one", "two"}]
    screen.foresee(one, two)
    await screen.tap(Point(30, 20))
    await screen.clear()
    await screen.type(text)
    peek = await screen.peek(one, two)
    top = await screen.evaluate("new Promise((done) => setTimeout(() => done(two.getBoundingClientRect().top), 60))")
    assert peek is None or peek.box.top == top


async def test_a_page_that_leaves_at_the_last_character_has_got_the_text(show: Show, site: Site) -> None:
    script = "one.oninput = () => one.value.length === 6 && document.forms[0].submit()"
    field = "<form action=/in><input id=one name=code style='height:40px'></form>"
    site.serve("/", f"{field}<script>{script}</script>")
    site.serve("/in", "<p>Welcome</p>")
    screen = await show(site.home)
    for text in ("123456", "12345"):
        await screen.navigate(site.home)
        await screen.tree()
        await screen.tap(Point(30, 20))
        await screen.clear()
        await screen.type(text)
        await screen.settle()
        assert screen.address.endswith(f"/in?code={text}") == (len(text) == 6)


async def test_the_owner_of_a_page_fills_its_other_fields_afterwards(show: Show, site: Site) -> None:
    site.serve("/", HEARS_ALL)
    screen = await show(site.home)
    await screen.tree()
    await screen.tap(Point(30, 20))
    await screen.clear()
    await screen.settle()
    await screen.page.fill("#two", "Byron")
    await screen.tap(Point(30, 20))
    await screen.type("Ada")
    await screen.rest()
    await screen.page.fill("#two", "Babbage")
    assert await screen.evaluate("[one.value, two.value]") == ["Ada", "Babbage"]


async def test_a_dialog_that_a_tap_opens_keeps_the_text_out(show: Show, site: Site) -> None:
    site.serve("/", HEARS_ALL.replace("</script>", "one.onclick = () => confirm('sure?')</script>"))
    screen = await show(site.home, dialogs="ask")
    await screen.tree()
    await screen.tap(Point(30, 20))
    with pytest.raises(NotOperable, match="a dialog is open"):
        await screen.clear()
    await screen.answer(accept=True)
    await screen.settle()
    assert await screen.evaluate("[one.value, two.value]") == ["", ""]


async def test_all_frames_are_asked_for_the_focus_at_once_and_none_holds_up_what_is_outside_of_it(
    show: Show, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.serve("/inner", "<body style='margin:0'><input id=inside style='width:100px;height:30px'>")
    site.serve(
        "/",
        "<body style='margin:0'><iframe src='/inner' style='border:0;height:60px'></iframe><br>"
        "<input id=outside style='width:100px;height:30px'>",
    )
    screen = await show(site.home)
    await screen.settle()  # the frame is there
    inside = asyncio.Event()

    async def answer(frame: Frame, name: str, *given: Any) -> Any:
        if name == "readOwnFocus":
            inside.set()
        elif name == "readFocus":
            await inside.wait()  # until the frame is asked, too
        return await call(frame, name, *given)

    async def hang(frame: Frame, name: str, *given: Any) -> Any:
        return await (asyncio.Event().wait() if name == "readOwnFocus" else call(frame, name, *given))

    monkeypatch.setattr(typist, "call", answer)
    async with asyncio.timeout(20):
        await screen.tap(Point(20, 10))
        await screen.clear()
        await screen.type("inside it")
        monkeypatch.setattr(typist, "call", hang)
        await tap(screen, "#outside")
        await screen.clear()
        await screen.type("outside of it")
    assert await screen.evaluate("outside.value") == "outside of it"
    assert await screen.page.frames[1].evaluate("inside.value") == "inside it"


BOXES = (
    "".join(f"<input maxlength=1 value=0 aria-label='Digit {place}'>" for place in range(4))
    + """<script>
document.querySelectorAll("input").forEach((box, at, all) => {
  box.onfocus = () => box.select();
  box.oninput = () => box.value && all[at + 1]?.focus();
})</script>"""
)
PARTS = """<input aria-label=Month maxlength=2><input value=25 maxlength=2><script>
const [month, year] = document.querySelectorAll("input");
month.oninput = () => { if (month.value.length === 2) { year.focus(); year.select() } }</script>"""
ANEW = """<div id=all><TAG aria-label=Name></TAG></div><script>all.oninput = ({ target: { value } }) => {
  all.innerHTML = all.innerHTML;
  const field = all.firstChild;
  field.value = value;
  field.focus();
  field.setSelectionRange(99, 99);
}</script>"""
HANDED = """<input id=one><div contenteditable id=rich></div>
<script>one.onkeydown = () => rich.focus()</script>"""
LATER = """<input aria-label=One maxlength=3><input maxlength=3><input maxlength=3><script>
document.querySelectorAll("input").forEach((part, at, all) => {
  part.value = "OLD";
  part.onfocus = () => part.select();
  part.oninput = () => { if (part.value.length === 3 && all[at + 1]) LATER(() => all[at + 1].focus()) };
})</script>"""
OVERLAY = """<input id=one><input id=two><script>one.oninput = () => setTimeout(() => {
  if (document.activeElement === two) return;
  two.value = one.value;
  two.focus();
  two.setSelectionRange(99, 99);
})</script>"""
TAGS = """<input id=one><p id=tags></p><script>one.oninput = () => {
  if (one.value.endsWith(",")) { tags.append(one.value); one.value = "" }
}</script>"""
CODE = """<input id=one maxlength=6><p id=sent></p><script>
one.oninput = () => { if (one.value.length === 6) { sent.append(one.value); END } }</script>"""
LED = {
    **{
        f"parts of a number {way}{held and ' that hold something'}": (
            LATER.replace("LATER", way).replace("OLD", held),
            "123456789",
            "123|456|789",
        )
        for way in ("setTimeout", "requestAnimationFrame", "queueMicrotask")
        for held in ("", "000")
    },
    "boxes that hold something": (BOXES, "1234", "1|2|3|4"),
    "parts that hold something": (PARTS, "0929", "09|29"),
    "lines that are made anew": (ANEW.replace("TAG", "textarea"), "Ann Lee", "Ann Lee"),
    "a line that is made anew": (ANEW.replace("TAG", "input"), "Ann Lee", "Ann Lee"),
    "what a key hands over to": (HANDED, "12", "|12"),
}


@pytest.mark.parametrize("delay", [0.0, 0.005])
@pytest.mark.parametrize("case", LED)
async def test_text_goes_where_its_own_keys_lead_it(show: Show, site: Site, case: str, delay: float) -> None:
    page, text, expected = LED[case]
    screen = await show(site.serve("/", page))
    await screen.tap(Point(30, 20))
    await screen.clear()
    await screen.type(text, delay=delay)
    fields = "document.querySelectorAll('input, textarea, div[contenteditable]')"
    held = await screen.evaluate(f"[...{fields}].map((field) => field.value ?? field.textContent)")
    assert "|".join(held) == expected


@pytest.mark.parametrize("delay", [0.0, 0.02])
async def test_text_that_would_come_into_another_field_is_missed_aloud(show: Show, site: Site, delay: float) -> None:
    leaves = "<script>one.onkeydown = () => { one.onkeydown = null; setTimeout(() => two.focus()) }</script>"
    screen = await show(site.serve("/", f"<input id=one maxlength=9><input id=two value=old>{leaves}"))
    await screen.tap(Point(30, 20))
    await screen.clear()
    with pytest.raises(NotOperable, match="did not get all of the text"):
        await screen.type("Ada Lovelace", delay=delay)
    assert await screen.evaluate("two.value") == "old"


async def test_text_goes_on_in_what_takes_over_with_what_was_typed(show: Show, site: Site) -> None:
    screen = await show(site.serve("/", OVERLAY))
    await screen.tap(Point(30, 20))
    await screen.clear()
    await screen.type("Ann Lee", delay=0.02)
    assert await screen.evaluate("two.value") == "Ann Lee"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (TAGS.replace("tags", "taken"), "red,"),
        *(
            (CODE.replace("sent", "taken").replace("END", end), "123456")
            for end in ("one.blur()", "one.value = ''", "one.hidden = true", "one.remove()", "one.disabled = true")
        ),
    ],
)
async def test_what_a_page_takes_at_its_last_key_is_typed_once(show: Show, site: Site, page: str, text: str) -> None:
    screen = await show(site.serve("/", page))
    await screen.tap(Point(30, 20))
    await screen.clear()
    await screen.type(text)
    assert await screen.evaluate("taken.textContent") == text
