"""A touch that is meant for one element reaches that, or nothing of the page hears of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from local_site import Show, Site

from askonce.errors import TargetMoved
from askonce.geometry import Point, Size
from askonce.screens import Node
from askonce.screens.web import Device, WebScreen

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
    try:
        await screen.tap(at)
    except TargetMoved:
        expected: set[str] = set()
    else:
        expected = {"Delete"}
    assert {text for text in await screen.evaluate("heard") if " " not in text} == expected


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


@pytest.mark.parametrize("what", REACHED)
async def test_what_belongs_to_an_element_is_pressed_for_it(show: Show, what: str) -> None:
    screen = await show(f"<script>window.hits = 0; const hit = () => {{ hits += 1 }}</script>{REACHED[what]}")
    await screen.tap(await aimed(screen, "it"))
    assert await screen.evaluate("hits") == 1


async def test_a_text_under_a_link_of_its_whole_card_is_pressed_through_it(show: Show) -> None:
    screen = await show(
        "<div style='position:relative;width:200px;height:80px'><p>Blue mug</p>"
        "<a href='#' aria-label=open onclick='window.opened = true' style='position:absolute;inset:0'></a></div>"
    )
    node = next(node for node in await screen.tree() if "Blue mug" in (node.text or node.name))
    await screen.tap(replace(node.point or node.box.center, element=node.number))
    assert await screen.evaluate("window.opened")


async def test_elements_in_frames_are_meant_too(show: Show, site: Site) -> None:
    site.serve("/inside", STACK)
    screen = await show(site.serve("/", "<h1>Around</h1><iframe src=/inside width=400 height=300></iframe>"))
    await screen.settle()
    at = await aimed(screen, "Delete")
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
