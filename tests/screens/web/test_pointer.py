"""Taps, hovers, holds and drags reach what lies under them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from local_site import Show, Site, middle, tap

from askonce.errors import NotOperable, TargetMoved
from askonce.geometry import Point, Size
from askonce.screens import (
    Chooser,
    Dialogs,
    Inspectable,
    Keyboard,
    Navigator,
    Pointer,
    Screen,
    Scripted,
    Scroller,
    Tabs,
    Touch,
    Uploads,
    Watchable,
)
from askonce.screens.web import Device, TouchWebScreen, WebScreen


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


LOG = """<script>window.log = [];
const note = (event) => log.push(event.type + (event.button ? event.button : ""));
for (const name of ["click", "dblclick", "contextmenu", "mouseover"]) addEventListener(name, note)</script>"""


async def test_a_web_screen_has_every_verb_but_touch_and_a_touch_screen_has_that_too(show: Show) -> None:
    verbs = (
        Screen, Inspectable, Watchable, Pointer, Keyboard, Scroller, Navigator, Chooser, Uploads, Dialogs, Tabs,
        Scripted,
    )  # fmt: skip
    plain = await show()
    touched = await show(device=Device(mobile=True, touch=True))
    assert type(plain) is WebScreen
    assert type(touched) is TouchWebScreen
    assert all(isinstance(plain, verb) and isinstance(touched, verb) for verb in verbs)
    assert isinstance(touched, Touch)
    assert not isinstance(plain, Touch)


async def test_taps_arrive_as_click_double_click_and_right_click(show: Show) -> None:
    screen = await show(LOG + "<p>hello")
    await screen.tap(Point(300, 300))
    await screen.right_tap(Point(300, 300))
    await screen.tap(Point(300, 300), count=2)
    events = await screen.evaluate("log.filter(name => name !== 'mouseover')")
    assert events == ["click", "contextmenu2", "click", "click", "dblclick"]


async def test_hovering_opens_a_menu_that_opens_that_way(show: Show) -> None:
    screen = await show(
        "<style>ul { display: none } nav:hover ul { display: block }</style><nav>Menu<ul><li>Item</ul></nav>"
    )
    await screen.hover(await middle(screen, "nav"))
    assert await screen.evaluate("getComputedStyle(document.querySelector('ul')).display") == "block"


async def test_holding_lasts_as_long_as_it_says(show: Show) -> None:
    screen = await show(
        "<script>onmousedown = () => window.from = performance.now(); "
        "onmouseup = () => window.held = performance.now() - from</script>"
    )
    await screen.hold(Point(50, 50), 0.2)
    assert await screen.evaluate("held") >= 190


async def test_dragging_moves_a_slider_that_follows_the_mouse(show: Show) -> None:
    screen = await show(
        """<div id=knob style='position:absolute;left:20px;top:20px;width:40px;height:40px;background:teal'></div>
        <script>let held = false; window.moves = 0;
        knob.onmousedown = () => held = true; onmouseup = () => held = false;
        onmousemove = (event) => { if (held) { moves++; knob.style.left = event.clientX - 20 + "px" } }</script>"""
    )
    await screen.drag(Point(40, 40), Point(340, 40))
    assert await screen.evaluate("parseFloat(knob.style.left)") == pytest.approx(320, abs=1)
    assert await screen.evaluate("moves") > 5


async def test_dragging_does_the_drag_and_drop_of_html(show: Show) -> None:
    screen = await show(
        """<div id=card draggable=true style='width:100px;height:50px;background:tan'>card</div>
        <div id=bin style='margin-top:100px;width:300px;height:200px;background:silver'>bin</div>
        <script>card.ondragstart = (event) => event.dataTransfer.setData("text/plain", "card");
        bin.ondragover = (event) => event.preventDefault();
        bin.ondrop = (event) => { bin.textContent = "got " + event.dataTransfer.getData("text/plain") }</script>"""
    )
    await screen.drag(await middle(screen, "#card"), await middle(screen, "#bin"))
    assert await screen.evaluate("bin.textContent") == "got card"


async def test_a_tap_reaches_into_frames_of_any_origin_and_shadow_roots(show: Show, site: Site) -> None:
    site.serve(
        "/inner",
        "<body style='margin:0'><button style='width:100px;height:100px'>go</button>"
        "<script>onclick = () => parent.postMessage(origin, '*')</script>",
    )
    site.serve(
        "/outer",
        f"""<body style='margin:0'><iframe src='{site.home}/inner' style='border:0;width:200px;height:150px'></iframe>
        <iframe src='{site.other}/inner' style='border:0;width:200px;height:150px'></iframe><div id=host></div>
        <script>window.told = []; onmessage = (event) => told.push(event.data);
        host.attachShadow({{mode: "open"}}).innerHTML = "<button>shadow</button>";
        host.shadowRoot.firstChild.onclick = () => told.push("shadow")</script>""",
    )
    screen = await show(site.home + "/outer")
    await screen.settle()
    for selector in ("iframe", "iframe + iframe"):
        box = await screen.evaluate(f"document.querySelector('{selector}').getBoundingClientRect().toJSON()")
        await screen.tap(Point(box["left"] + 50, box["top"] + 50))
        await screen.settle()
    await screen.tap((await middle(screen, "#host")).offset(-380, 0))
    assert await screen.evaluate("told") == [site.home, site.other, "shadow"]


async def test_a_canvas_gets_the_exact_point(show: Show) -> None:
    screen = await show(
        "<canvas width=300 height=200 style='position:absolute;left:100px;top:50px'></canvas>"
        "<script>document.querySelector('canvas').onclick = (event) => hit = [event.offsetX, event.offsetY]</script>"
    )
    await screen.tap(Point(223, 81))
    assert await screen.evaluate("hit") == [123, 31]


async def test_a_finger_taps_holds_swipes_and_pinches(show: Show) -> None:
    screen = await show(
        """<meta name=viewport content='width=device-width'>
        <div style='height:5000px'><button style='width:100px;height:60px'>x</button></div>
        <script>window.log = []; for (const name of ["touchstart", "click", "contextmenu"])
        addEventListener(name, (event) => log.push(event.type), {passive: true})</script>""",
        device=Device(mobile=True, touch=True, scale=2),
    )
    assert isinstance(screen, TouchWebScreen)
    await tap(screen, "button")
    assert await screen.evaluate("log.splice(0)") == ["touchstart", "click"]
    await screen.hold(await middle(screen, "button"), 0.7)
    assert "touchstart" in await screen.evaluate("log.splice(0)")
    await screen.swipe(Point(200, 600), Point(200, 200), 0.2)
    await screen.settle()
    assert await screen.evaluate("scrollY") > 200
    await screen.pinch(Point(200, 300), 2)
    await screen.settle()
    zoomed = await screen.evaluate("visualViewport.scale")
    assert 1.7 < zoomed < 2.3
    assert (await screen.size()).width == pytest.approx(1280 / zoomed, abs=2)
    await screen.pinch(Point(200, 200), 0.5)
    await screen.settle()
    assert await screen.evaluate("visualViewport.scale") < zoomed * 0.7


async def test_a_button_gets_the_focus_without_being_pressed_and_a_text_does_not_get_it(show: Show) -> None:
    screen = await show(LOG + "<div role=dialog tabindex=-1><button><b>Add mug</b></button><p id=note>A note</p></div>")
    await screen.focus(await middle(screen, "b"))
    assert await screen.evaluate("[document.activeElement.tagName, log.includes('click')]") == ["BUTTON", False]
    with pytest.raises(NotOperable, match='the p "A note" does not take the focus'):
        await screen.focus(await middle(screen, "#note"))


TOUCHED = Device(viewport=Size(800, 600), touch=True)
PHONE = Device(viewport=Size(800, 600), touch=True, mobile=True)


async def aimed(screen: WebScreen, words: str) -> Point:
    node = next(node for node in await screen.tree() if words in (node.name or node.text))
    return replace(node.point or node.box.center, element=node.number)


HEARD = """<script>window.heard = [];
const hear = ({ type, target }) => heard.push(`${type} ${target.textContent.trim()}`);
for (const name of ["touchstart", "mousedown", "click", "dblclick"]) addEventListener(name, hear);
</script>"""


@pytest.mark.parametrize("device", [TOUCHED, PHONE], ids=["touched", "phone"])
async def test_a_double_tap_is_two_touches(show: Show, device: Device) -> None:
    screen = await show(f"{HEARD}<button>Photo</button>", device=device)
    await screen.tap(await aimed(screen, "Photo"), count=2)
    once = ["touchstart Photo", "mousedown Photo", "click Photo"]
    assert await screen.evaluate("heard") == [*once, *once, "dblclick Photo"]


async def test_the_second_touch_of_two_reaches_no_neighbour(show: Show) -> None:
    screen = await show(
        f"{HEARD}<style>button {{ display: block; height: 40px }}</style><button>Save</button><button>Delete</button>"
        "<script>onclick = () => { onclick = null; document.querySelector('button').remove() }</script>",
        device=TOUCHED,
    )
    with pytest.raises(NotOperable, match="the first click came through"):
        await screen.tap(await aimed(screen, "Save"), count=2)
    assert await screen.evaluate("heard.filter((text) => text.includes('Delete'))") == []


@pytest.mark.parametrize("device", [TOUCHED, PHONE], ids=["touched", "phone"])
async def test_a_long_press_of_a_finger_is_no_click(show: Show, device: Device) -> None:
    screen = await show(f"{HEARD}<button>Photo</button>", device=device)
    await screen.hold(await aimed(screen, "Photo"), 0.6)
    await screen.settle()
    assert await screen.evaluate("heard.splice(0)") == ["touchstart Photo"]
    await screen.tap(await aimed(screen, "Photo"))
    assert "click Photo" in await screen.evaluate("heard")


async def test_a_swipe_begins_on_what_is_meant_or_not_at_all(show: Show) -> None:
    rows = "<div id=room></div><p>Ann</p><p>Bob</p><style>p { height: 40px; margin: 0 }</style>"
    screen = await show(HEARD + rows, device=TOUCHED)
    assert isinstance(screen, TouchWebScreen)
    at = await aimed(screen, "Bob")
    await screen.evaluate("room.style.height = '40px'")
    with pytest.raises(TargetMoved, match="Ann"):
        await screen.swipe(at, at.offset(-20, 0), 0.1)
    assert await screen.evaluate("heard") == []
    await screen.swipe(await aimed(screen, "Bob"), at.offset(20, 40), 0.1)
    assert await screen.evaluate("heard[0]") == "touchstart Bob"


async def test_two_fingers_begin_on_what_is_meant_and_zoom_or_say_so(show: Show) -> None:
    parts = "<div id=room></div><p>Ann</p><p>Bob</p><style>p { height: 80px; margin: 0 }</style>"
    screen = await show(HEARD + parts, device=TOUCHED)
    at = await aimed(screen, "Bob")
    await screen.evaluate("room.style.height = '80px'")
    with pytest.raises(TargetMoved, match="another element"):
        await screen.pinch(at, 2)
    assert await screen.evaluate("[...heard, visualViewport.scale]") == [1]
    with pytest.raises(NotOperable, match="nothing zoomed"):
        await screen.pinch(await aimed(screen, "Bob"), 0.5)
    await screen.evaluate("addEventListener('touchmove', (event) => event.preventDefault(), { passive: false })")
    await screen.pinch(await aimed(screen, "Bob"), 2)
