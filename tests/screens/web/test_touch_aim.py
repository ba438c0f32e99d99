"""A touch that is meant for one element reaches that, or nothing of the page hears of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from local_site import Show, Site
from playwright.async_api import CDPSession, Page

from askonce.errors import TargetMoved
from askonce.geometry import Point, Size
from askonce.screens import Node
from askonce.screens.web import Device, WebScreen
from askonce.screens.web.devtools import Answer, ask
from askonce.screens.web.page_tree import question_about
from askonce.screens.web.touch_aim import press_aimed
from askonce.screens.web.web_opener import open_page_screen

STACK = """<style>
body { margin: 0 } #room { height: 0 } button, input, select { display: block; height: 40px; width: 200px }
</style>
<div id=room></div>
<button onclick="heard.push('Save')">Save</button><button onclick="heard.push('Delete')">Delete</button>
<input aria-label=Street><input aria-label=Notes>
<select aria-label=Country><option>France<option>Spain</select>
<select aria-label=Origin><option>France<option>Spain</select>
<script>
window.heard = [];
const hear = ({ type, target }) => heard.push(`${type} ${target.textContent || target.ariaLabel}`);
for (const name of ["pointerdown", "mousedown", "touchstart", "focusin", "mouseup", "click", "dblclick", "contextmenu"])
  document.addEventListener(name, hear, true);
window.shift = () => room.style.height = "40px";
</script>"""
TOUCHED = Device(viewport=Size(800, 600), touch=True)


async def aimed(screen: WebScreen, name: str) -> Point:
    node = await _node(screen, name)
    return replace(node.point or node.box.center, element=node.number)


async def aimed_words(screen: WebScreen, words: str) -> Point:
    node = next(node for node in await screen.tree() if words in (node.text or node.name))
    return replace(node.point or node.box.center, element=node.number)


async def _node(screen: WebScreen, name: str) -> Node:
    return next(node for node in await screen.tree() if node.name == name and node.actionable)


@pytest.mark.parametrize("device", [None, TOUCHED])
@pytest.mark.parametrize("verb", ["tap", "double", "right", "hold", "drag"])
async def test_nothing_hears_a_press_where_another_element_has_come(
    show: Show, verb: str, device: Device | None
) -> None:
    screen = await show(STACK, **({"device": device} if device else {}))
    at, far = await aimed(screen, "Delete"), Point(700, 500)
    await screen.evaluate("shift()")
    presses = {
        "tap": lambda: screen.tap(at),
        "double": lambda: screen.tap(at, count=2),
        "right": lambda: screen.right_tap(at),
        "hold": lambda: screen.hold(at, 0.1),
        "drag": lambda: screen.drag(at, far),
    }
    with pytest.raises(TargetMoved, match="Save"):
        await presses[verb]()
    assert await screen.evaluate("heard") == []
    await screen.tap(await aimed(screen, "Delete"))
    assert "Delete" in await screen.evaluate("heard")


WAYS = {
    "under the mouse": "onmousemove = shift",
    "in a frame": "requestAnimationFrame(shift)",
    "when it is idle": "requestIdleCallback(shift)",
    "after an answer": "fetch('/slow').then(shift)",
    "in a moment": "setTimeout(shift, 20)",
    "for the button itself": "onpointermove = () => document.querySelector('button').remove()",
}


@pytest.mark.parametrize("way", WAYS)
async def test_a_page_that_moves_while_it_is_touched_is_touched_where_it_was_meant_or_not_at_all(
    show: Show, site: Site, way: str
) -> None:
    site.serve("/slow", "later")
    screen = await show(site.serve("/", STACK))
    at = await aimed(screen, "Save" if "button" in way else "Delete")
    await screen.evaluate(f"() => {{ {WAYS[way]} }}")
    missed = False
    try:
        await screen.tap(at)
    except TargetMoved:
        missed = True
    heard = await screen.evaluate("heard")
    presses = [text for text in heard if text.startswith(("pointerdown", "mousedown", "focusin"))]
    assert {text.split()[-1] for text in presses} == (set() if missed else {"Delete"}), heard
    assert "Save" not in heard


async def test_what_is_meant_is_pressed_also_where_it_moves_a_little(show: Show) -> None:
    screen = await show(STACK)
    at = await aimed(screen, "Delete")
    await screen.evaluate("room.style.height = '10px'")
    await screen.tap(at)
    assert "Delete" in await screen.evaluate("heard")


async def test_a_choice_and_the_focus_go_to_no_neighbour(show: Show) -> None:
    screen = await show(STACK)
    origin, notes = await aimed(screen, "Origin"), await aimed(screen, "Notes")
    await screen.evaluate("shift()")
    with pytest.raises(TargetMoved):
        await screen.choose(origin, ["Spain"])
    with pytest.raises(TargetMoved):
        await screen.focus(notes)
    held = "[...document.querySelectorAll('select')].map((list) => list.value).concat(document.activeElement.tagName)"
    assert await screen.evaluate(held) == ["France", "France", "BODY"]


HIT = "aria-label=it onclick=hit()"
REACHED = {
    "words in a button": f"<button {HIT}><span style='padding:9px'>words</span></button>",
    "a label beside its box": f"<label><input type=checkbox {HIT} style='opacity:0.01'> I agree</label>",
    "a painted box": "<style>i { display: block; width: 30px; height: 30px; background: blue }"
    " input { position: absolute; opacity: 0; width: 30px; height: 30px }</style>"
    f"<label><input type=checkbox {HIT}><i></i></label>",
    "a part of a shadow root": f"<x-it></x-it><script>const inside = `<button {HIT}>go</button>`;"
    " customElements.define('x-it', class extends HTMLElement {"
    " connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = inside } })</script>",
    "a link over two lines": f"<p style='width:120px'>some words <a href='#' {HIT}>and more of them here</a></p>",
    "one that its own hover paints over": "<style>div { position: relative; width: 90px; height: 30px }"
    " i { position: absolute; inset: 0; display: none } div:hover i { display: block; background: red }</style>"
    f"<div role=button tabindex=0 {HIT}>go<i></i></div>",
}


@pytest.mark.parametrize("device", [None, TOUCHED])
@pytest.mark.parametrize("what", REACHED)
async def test_what_belongs_to_an_element_is_pressed_for_it(show: Show, what: str, device: Device | None) -> None:
    markup = f"<script>window.hits = 0; const hit = () => {{ hits += 1 }}</script>{REACHED[what]}"
    screen = await show(markup, **({"device": device} if device else {}))
    await screen.tap(await aimed(screen, "it"))
    assert await screen.evaluate("hits") == 1


async def test_a_text_under_a_link_of_its_whole_card_is_pressed_through_it(show: Show) -> None:
    screen = await show(
        "<div style='position:relative;width:200px;height:80px'><p>Blue mug</p>"
        "<a href='#' aria-label=open onclick='window.opened = true' style='position:absolute;inset:0'></a></div>"
    )
    await screen.tap(await aimed_words(screen, "Blue mug"))
    assert await screen.evaluate("window.opened")


async def test_elements_in_frames_are_meant_too(show: Show, site: Site) -> None:
    site.serve("/inside", STACK)
    screen = await show(site.serve("/", "<h1>Around</h1><iframe src=/inside width=400 height=300></iframe>"))
    await screen.settle()
    at = await aimed(screen, "Delete")
    assert question_about(screen.page, at.element or 0, "aim", mark=1) is not None, "all frames are guarded"
    await screen.tap(at)
    inside = "document.querySelector('iframe').contentWindow"
    assert "Delete" in await screen.evaluate(f"{inside}.heard.splice(0)")
    await screen.evaluate(f"{inside}.shift()")
    with pytest.raises(TargetMoved):
        await screen.tap(at)
    assert await screen.evaluate(f"{inside}.heard") == []


async def test_a_person_can_press_at_once_after_a_press_that_missed(show: Show) -> None:
    screen = await show(STACK)
    at = await aimed(screen, "Delete")
    await screen.evaluate("shift()")
    with pytest.raises(TargetMoved):
        await screen.tap(at)
    await screen.page.mouse.click(at.x, at.y)
    assert "Save" in await screen.evaluate("heard")


async def test_a_press_that_leaves_the_page_or_opens_a_dialog_is_no_miss(show: Show, site: Site) -> None:
    site.serve("/next", "<h1>Next</h1>")
    screen = await show(
        site.serve(
            "/",
            "<a href=/next onpointerdown='location = this.href'>Go</a><button onmousedown='confirm(1)'>Ask</button>",
        )
    )
    await screen.tap(await aimed(screen, "Ask"))
    assert screen.dialog
    await screen.answer(True)
    await screen.settle()
    await screen.tap(await aimed(screen, "Go"))
    await screen.settle()
    assert screen.address.endswith("/next")


async def test_a_long_hold_that_missed_reaches_nothing_at_its_end_either(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = await show(STACK)
    at = await aimed(screen, "Delete")
    await screen.evaluate("shift()")
    await screen.page.clock.install()  # a minute and more goes by while the button is held

    async def hold(page: Page, seconds: float) -> None:
        await page.mouse.down()
        await page.clock.fast_forward(seconds * 1000)
        await page.mouse.up()

    monkeypatch.setattr("askonce.screens.web.web_screen.hold_mouse", hold)
    with pytest.raises(TargetMoved):
        await screen.hold(at, 300)
    assert await screen.evaluate("heard") == []


@pytest.mark.parametrize(
    "busy", ["(function f() { wait(150); requestAnimationFrame(f) })()", "onmousemove = () => wait(400)"]
)
async def test_a_page_that_is_busy_tells_late_that_a_press_missed(show: Show, busy: str) -> None:
    screen = await show(STACK)
    at = await aimed(screen, "Delete")
    await screen.evaluate(
        "() => { const wait = (long) => { const end = performance.now() + long; while (performance.now() < end); };"
        f" shift(); {busy} }}"
    )
    with pytest.raises(TargetMoved):
        await screen.tap(at)
    assert await screen.evaluate("heard") == []


async def test_the_guard_comes_before_all_that_a_page_listens_to(show: Show, site: Site) -> None:
    early = "<script>for (const name of ['pointerdown', 'click']) addEventListener(name, () => early.push(name), true);"
    screen = await show(site.serve("/", f"{early} const early = window.early = []</script>{STACK}"))
    at = await aimed(screen, "Delete")
    await screen.evaluate("shift()")
    with pytest.raises(TargetMoved):
        await screen.tap(at)
    assert await screen.evaluate("early") == []


@pytest.mark.parametrize("is_other", [False, True], ids=["same site", "other site"])
@pytest.mark.parametrize("comes", ["over a button", "away from under it"])
async def test_a_frame_and_the_page_around_it_get_no_press_of_each_other(
    show: Show, site: Site, comes: str, is_other: bool
) -> None:
    inside = "<style>body { margin: 0 } button { width: 300px; height: 100px }</style><button>Inner</button>"
    hears = "<script>window.heard = []; addEventListener('pointerdown', () => heard.push(1))</script>"
    site.serve("/in", inside + hears)
    where = f"src={site.other if is_other else ''}/in style='position:fixed;left:0;top:300px;width:300px;height:100px'"
    screen = await show(site.serve("/", f"{hears}<button>Delete</button><iframe id=f {where}></iframe>"))
    await screen.settle()
    at = await aimed(screen, "Delete" if comes == "over a button" else "Inner")
    place = "position:fixed;z-index:9;left:0;top:300px;width:300px;height:100px"
    moves = {
        "over a button": "f.style.top = 0",
        "away from under it": f"document.querySelector('button').style = '{place}'",
    }
    await screen.evaluate(f"() => {{ {moves[comes]} }}")
    with pytest.raises(TargetMoved):
        await screen.tap(at)
    assert [await frame.evaluate("heard") for frame in screen.page.frames] == [[], []]
    await screen.tap(await aimed(screen, "Inner" if comes == "over a button" else "Delete"))
    assert [1] in [await frame.evaluate("heard") for frame in screen.page.frames]


async def test_what_lies_in_a_frame_is_pressed_for_the_frame(show: Show, site: Site) -> None:
    site.serve("/in", "<body onpointerdown='window.hit = true' style='height: 300px'>A map")
    screen = await show(site.serve("/", "<iframe title=Map src=/in width=400 height=300></iframe>"))
    await screen.settle()
    await screen.tap(await aimed_words(screen, "Map"))
    assert await screen.page.frames[1].evaluate("window.hit")


ANEW = """<div id=list><li>Ann <button onclick="done.push('Ann')">Delete</button></li>
<li>Bob <button onclick="done.push('Bob')">Delete</button></li></div><script>window.done = []</script>"""


@pytest.mark.parametrize(
    ("anew", "is_pressed"),
    [
        ("list.innerHTML = list.innerHTML", True),
        ("const button = list.children[1].querySelector('button'); button.outerHTML = button.outerHTML", True),
        ("list.innerHTML = list.innerHTML.replace('Bob ', 'Cyd ')", False),
        ("list.innerHTML = list.innerHTML.replaceAll('Delete', 'Keep')", False),
        ("list.prepend(list.children[1]); list.innerHTML = list.innerHTML", False),
    ],
)
async def test_what_a_page_makes_anew_in_the_same_place_is_the_same(show: Show, anew: str, is_pressed: bool) -> None:
    screen = await show(ANEW)
    nodes = [node for node in await screen.tree() if node.name == "Delete" and node.actionable]
    at = replace(nodes[1].point or nodes[1].box.center, element=nodes[1].number)

    async def press() -> None:
        await screen.evaluate(f"() => {{ {anew} }}")
        await screen.page.mouse.down()
        await screen.page.mouse.up()

    with nullcontext() if is_pressed else pytest.raises(TargetMoved):
        await press_aimed(screen.page, at, press, screen.page.mouse.move(at.x, at.y))
    assert await screen.evaluate("done") == (["Bob"] if is_pressed else [])


TOLD = "onclick=\"heard.push('other')\""
BARE = {
    "link": f"<a href='#' {TOLD}>Delete for ever</a>",
    "outlined": f"<button {TOLD} style='background:none;border:2px solid'>Delete</button>",
    "picture": f"<div role=button {TOLD}><svg width=200 height=40><path d='M0 0h200v40z' /></svg></div>",
}


@pytest.mark.parametrize("what", BARE)
async def test_a_control_without_a_ground_that_comes_over_another_is_not_pressed_for_it(show: Show, what: str) -> None:
    place = "position: absolute; left: 0; top: 300px; width: 200px; height: 40px"
    screen = await show(f"{STACK}<style>#over > * {{ {place} }}</style><div id=over>{BARE[what]}</div>")
    at = await aimed(screen, "Save")
    await screen.evaluate("over.firstElementChild.style.top = 0")
    with pytest.raises(TargetMoved):
        await screen.tap(at)
    assert await screen.evaluate("heard") == []


async def test_a_text_under_the_stretched_link_of_its_card_is_pressed_through_it(show: Show) -> None:
    screen = await show(
        "<style>a { background: blue } a::after { content: ''; position: absolute; inset: 0 }</style>"
        "<div style='position:relative;width:200px;height:80px'><p>Blue mug</p><a href='#there'>Open</a></div>"
    )
    await screen.tap(await aimed_words(screen, "Blue mug"))
    assert await screen.evaluate("location.hash") == "#there"


async def test_a_drag_that_missed_draws_nothing(show: Show) -> None:
    screen = await show(
        f"{STACK}<script>addEventListener('pointermove', ({{ buttons }}) => buttons && heard.push('moved'))</script>"
    )
    at = await aimed(screen, "Delete")
    await screen.evaluate("shift()")
    with pytest.raises(TargetMoved):
        await screen.drag(at, Point(400, 300))
    assert await screen.evaluate("heard") == []


FILES = ("Photo", "Contract")


async def test_a_file_goes_into_no_neighbour(show: Show, site: Site, tmp_path: Path) -> None:
    (tmp_path / "cv.txt").write_text("Ada")
    fields = "".join(f"<input type=file aria-label={name} style='display:block;height:40px'>" for name in FILES)
    screen = await show(site.serve("/", f"<div id=room></div>{fields}"), uploads=tmp_path)
    at = await aimed(screen, "Contract")
    held = "[...document.querySelectorAll('input')].map(({ files }) => files.length)"
    await screen.evaluate("room.style.height = '40px'")
    with pytest.raises(TargetMoved):
        await screen.upload(at, ["cv.txt"])
    assert await screen.evaluate(held) == [0, 0]
    await screen.upload(await aimed(screen, "Contract"), ["cv.txt"])
    assert await screen.evaluate(held) == [0, 1]


async def test_a_page_that_came_instead_gets_no_press(show: Show, site: Site) -> None:
    screen = await show(site.serve("/", STACK))
    at = await aimed(screen, "Delete")
    await screen.page.goto(site.serve("/other", STACK))
    with pytest.raises(TargetMoved, match="another page"):
        await screen.tap(at)
    assert await screen.evaluate("heard") == []


@pytest.mark.parametrize("is_moved", [False, True])
async def test_a_press_that_comes_before_the_page_knows_what_is_meant_is_made_again(
    show: Show, site: Site, monkeypatch: pytest.MonkeyPatch, is_moved: bool
) -> None:
    screen = await show(site.serve("/", STACK))
    at = await aimed(screen, "Delete")
    if is_moved:
        await screen.evaluate("shift()")
    released = asyncio.Event()

    async def ask_late(session: CDPSession, method: str, params: Mapping[str, Any]) -> Answer:
        if method == "Runtime.evaluate":
            await released.wait()
        answer = await ask(session, method, params)
        if params.get("type") == "mouseReleased":
            released.set()
        return answer

    monkeypatch.setattr("askonce.screens.web.touch_aim.ask", ask_late)
    with pytest.raises(TargetMoved) if is_moved else nullcontext():
        await screen.tap(at)
    assert [text for text in await screen.evaluate("heard") if " " not in text] == ([] if is_moved else ["Delete"])
    assert released.is_set()


async def test_a_page_that_hears_first_gets_one_press(show: Show) -> None:
    """What it listens to was there before the guard: here all is written anew."""
    first = "<script>window.count = 0; addEventListener('click', () => count += 1, true)</script>"
    screen = await show(first + STACK)
    at = await aimed(screen, "Delete")
    assert question_about(screen.page, at.element or 0, "aim", mark=1) is None
    await screen.tap(at)
    assert await screen.evaluate("count") == 1


@pytest.mark.parametrize(("listens", "is_asked"), [("", True), ("addEventListener('click', () => 0, true)", False)])
async def test_a_page_that_was_there_before_gets_a_press_with_its_question_unless_it_hears_first(
    own_page: Page, listens: str, is_asked: bool
) -> None:
    await own_page.set_content(STACK + f"<script>addEventListener('click', () => 0); {listens}</script>")
    screen = await open_page_screen(own_page)
    at = await aimed(screen, "Delete")
    assert (question_about(screen.page, at.element or 0, "aim", mark=1) is not None) == is_asked
    await screen.tap(at)
    assert [text for text in await screen.evaluate("heard") if " " not in str(text)] == ["Delete"]


async def test_a_click_that_was_given_up_keeps_no_press_of_others_out(show: Show, site: Site) -> None:
    screen = await show(site.serve("/", STACK))
    at, save = await aimed(screen, "Delete"), await aimed(screen, "Save")
    busy = "const end = performance.now() + 1500; while (performance.now() < end);"
    await screen.evaluate(f"() => {{ setTimeout(() => {{ {busy} }}, 0) }}")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(screen.tap(at), 0.4)
    await screen.page.evaluate("new Promise(requestAnimationFrame)")
    await screen.evaluate("heard.splice(0)")
    await screen.page.mouse.click(save.x, save.y)
    assert "Save" in await screen.evaluate("heard")


async def test_the_presses_of_others_pass_while_one_is_on_its_way(show: Show, site: Site) -> None:
    screen = await show(site.serve("/", STACK))
    at, save = await aimed(screen, "Delete"), await aimed(screen, "Save")
    question = question_about(screen.page, at.element or 0, "aim", mark=1)
    assert question is not None
    waiting = asyncio.ensure_future(screen.page.evaluate(question[1]))
    await screen.page.evaluate("1")
    await screen.page.mouse.click(save.x, save.y)
    waiting.cancel()
    assert [text for text in await screen.evaluate("heard") if " " not in text] == ["Save"]
    await screen.tap(at)
    assert [text for text in await screen.evaluate("heard") if " " not in text] == ["Save", "Delete"]


async def test_a_video_that_came_to_the_place_is_told(show: Show) -> None:
    """The page hears nothing of what is pressed in its controls."""
    screen = await show(STACK.replace("<button", "<video id=film controls hidden></video><button", 1))
    at = await aimed(screen, "Save")
    place = "display: block; width: 200px; height: 40px"
    await screen.evaluate(f"() => {{ film.hidden = false; film.style = '{place}' }}")
    with pytest.raises(TargetMoved, match="video"):
        await screen.tap(at)


ROWS = """<style>li {{ position: relative; width: 300px; height: 60px; list-style: none }}
li button {{ position: absolute; left: 110px; top: 5px; width: 80px; height: 50px; {hidden} }}
li:hover button {{ {shown} }}
</style><ul>{rows}</ul><script>window.done = []; const bin = document.querySelectorAll("button")[1];</script>"""
ROW = """<li tabindex=0 role=option onclick="done.push('open {0}')">{0}
<button onclick="event.stopPropagation(); done.push('delete {0}')">x</button></li>"""
HIDDEN = {
    "display": ("display: none", "display: block"),
    "opacity": ("opacity: 0", "opacity: 1"),
    "visibility": ("visibility: hidden", "visibility: visible"),
    "not at all": ("", ""),
    "elsewhere": ("transform: translateX(60px)", ""),
}


@pytest.mark.parametrize("how", HIDDEN)
async def test_a_button_inside_of_a_row_is_not_pressed_for_the_row(show: Show, site: Site, how: str) -> None:
    """Neither one that was there at the look, nor one that shows or comes there under the mouse."""
    hidden, shown = HIDDEN[how]
    rows = "".join(ROW.format(name) for name in ("Ann", "Bob"))
    screen = await show(site.serve("/", ROWS.format(hidden=hidden, shown=shown, rows=rows)))
    at = await aimed_words(screen, "Bob")
    if how == "elsewhere":
        await screen.evaluate("bin.style.transform = 'none'")
    with suppress(TargetMoved):
        await screen.tap(at)
    assert set(await screen.evaluate("done.splice(0)")) <= {"open Bob"}
    await screen.tap(await aimed_words(screen, "Bob"))
    assert await screen.evaluate("done") == ["open Bob"]


async def test_the_only_button_of_a_row_is_pressed_for_it_where_it_fills_it(show: Show, site: Site) -> None:
    row = (
        "<li tabindex=0 role=option><button onclick='window.done = true' style='width: 100%; height: 60px'>Ann</button>"
    )
    screen = await show(site.serve("/", f"<ul>{row}</ul>"))
    row = next(node for node in await screen.tree() if node.role == "option")
    await screen.tap(replace(row.point or row.box.center, element=row.number))
    assert await screen.evaluate("window.done")


WRAPPERS = {
    "a menu item": "<li role=menuitem style='width:200px;padding:12px;text-align:center'>BUTTON</li>",
    "a button with another name": "<div role=button tabindex=0 aria-label='Say it' style='padding:40px;float:left'>"
    "BUTTON</div>",
    "a check box": "<div role=checkbox tabindex=0 style='width:60px;height:60px;display:grid;place-items:center'>"
    "<input type=checkbox onchange='window.done = true'></div>",
}


@pytest.mark.parametrize("what", WRAPPERS)
async def test_what_wraps_a_single_control_is_pressed_where_that_lies(show: Show, site: Site, what: str) -> None:
    page = WRAPPERS[what].replace("BUTTON", "<button onclick='window.done = true'>Say</button>")
    screen = await show(site.serve("/", page))
    outer = next(node for node in await screen.tree() if node.actionable)
    await screen.tap(replace(outer.point or outer.box.center, element=outer.number))
    assert await screen.evaluate("window.done")
