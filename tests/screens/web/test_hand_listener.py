"""A person's hand in a browser is held back, handed over and then done; the page neither sees that nor can fake it."""

from __future__ import annotations

import asyncio

import pytest
from local_site import Answer, Show, Site
from person_hand import HandTaker, PersonHand
from playwright.async_api import Dialog, Error

from askonce.errors import ScreenError
from askonce.geometry import Point
from askonce.screens.gestures import (
    Gesture,
    HandAim,
    HandAnswer,
    HandBack,
    HandChoose,
    HandCloseTab,
    HandDrag,
    HandFill,
    HandGoTo,
    HandHold,
    HandHover,
    HandKeys,
    HandPoint,
    HandPress,
    HandReload,
    HandScroll,
    HandSource,
    HandTab,
)
from askonce.screens.web import WebScreen
from askonce.screens.web.hand_worlds import hand_script

FIGHTER = """<!doctype html><style>body { margin: 0 } * { position: absolute }
@keyframes spin { to { rotate: 1turn } }</style>
<script>
  window.heard = []
  for (const name of ["pointerdown", "mousedown", "click", "keydown", "dblclick", "contextmenu"])
    window.addEventListener(name, event => { heard.push(name); event.stopImmediatePropagation() }, true)
  Event.prototype.stopImmediatePropagation = Event.prototype.preventDefault = () => {}
  EventTarget.prototype.addEventListener = () => {}
  JSON.stringify = () => "{}"
  Object.defineProperty(window, "hands", { value: { pass() {} } })
  window.report = text => heard.push("report")
</script>
<div style="left: 700px; animation: spin 1s infinite">*</div>
<x-shut style="left: 10px; top: 10px; width: 80px; height: 30px"></x-shut>
<button id="save" style="left: 10px; top: 60px; width: 80px; height: 30px">Save</button>
<script>document.querySelector("x-shut").attachShadow({ mode: "closed" }).innerHTML = "<button>in</button>"</script>
"""
FORM = """<style>body { margin: 0 } * { position: absolute; box-sizing: border-box; margin: 0 }
.menu div { display: none } .menu:hover div { display: block }</style>
<input id="name" style="left: 0; top: 0; width: 100px; height: 20px">
<input id="pin" type="password" style="left: 0; top: 30px; width: 100px; height: 20px">
<select id="size" style="left: 0; top: 60px; width: 100px; height: 20px"><option>Small<option>Large</select>
<button id="go" style="left: 0; top: 90px; width: 100px; height: 20px">Go</button>
<label style="left: 0; top: 120px"><input id="yes" type="checkbox" style="left: 0; width: 20px; height: 20px"></label>
<input id="file" type="file" style="left: 0; top: 150px; width: 200px; height: 20px">
<div class="menu" style="left: 200px; top: 0; width: 100px; height: 20px">Menu
  <div id="item" style="left: 0; top: 20px; width: 100px; height: 20px">Item</div></div>
<div style="left: 200px; top: 100px; width: 100px; height: 100px; overflow: auto">
<p style="height: 900px"></div>
<script>done = []; for (const name of ["click", "dblclick", "contextmenu"])
  document.addEventListener(name, event => done.push(name + " " + event.target.id))</script>"""


async def watched(show: Show, content: str) -> tuple[WebScreen, PersonHand, HandTaker]:
    screen = await show(content)
    taker = HandTaker(screen)
    await screen.watch_hands(taker)
    return screen, await PersonHand.at(screen.page), taker


async def test_a_page_that_fights_back_hears_only_what_is_done_in_the_end(show: Show, site: Site) -> None:
    site.answers["/"] = Answer(FIGHTER.encode(), headers={"content-security-policy": "default-src 'none'; "
        "script-src 'unsafe-inline'; style-src 'unsafe-inline'"})  # fmt: skip
    screen, hand, taker = await watched(show, "")
    await screen.navigate(site.home + "/")
    await hand.click(20, 70)
    await taker.until(1)
    assert await screen.evaluate("heard") == ["pointerdown", "mousedown", "click"]
    await hand.click(20, 20)
    assert [type(gesture) for gesture in await taker.until(2)] == [HandPress, HandPress]
    assert await screen.evaluate("[typeof hands.release, heard.includes('report')]") == ["undefined", False]
    await screen.evaluate('report(\'{"kind": "press", "at": [1, 1], "size": [1, 1]}\')')
    await screen.evaluate("save.click()")
    assert len(taker.taken) == 2
    await screen.unwatch_hands()
    await hand.click(20, 70)
    assert len(taker.taken) == 2
    assert isinstance(screen, HandSource)


async def test_presses_of_all_kinds_are_measured(show: Show) -> None:
    screen, hand, taker = await watched(show, FORM)
    at = Point(50, 100)
    await hand.click(50, 100, count=2)
    await taker.until(2)
    await hand.click(50, 100, button="right")
    await taker.until(3)
    await hand.drag((50, 100), (150, 160))
    assert await taker.until(4) == [
        HandPress(at),
        HandPress(at, count=2, is_second=True),
        HandPress(at, button="right"),
        HandDrag(at, Point(150, 160)),
    ]
    # The second press of a double one is done alone, because the first was done at once.
    assert await screen.evaluate("done") == ["click go", "click go", "dblclick go", "contextmenu go", "click "]
    await hand.click(50, 100, modifiers=2)
    await hand.mouse("mousePressed", 50, 100, button="left", clickCount=1)
    await screen.evaluate("new Promise(resolve => setTimeout(resolve, 550))")
    await hand.mouse("mouseReleased", 50, 100, button="left", clickCount=1)
    assert isinstance((await taker.until(5))[4], HandHold)
    assert "a click with Control held cannot be recorded, and was not done" in screen.news()


async def test_what_is_typed_at_once_after_a_press_waits_for_it(show: Show) -> None:
    screen, hand, taker = await watched(show, FORM)
    await hand.click(50, 10)
    await hand.keys(*"tea")
    await screen.unwatch_hands()
    assert "".join(taker.texts) == await screen.evaluate("document.getElementById('name').value") == "tea"


async def test_typing_into_a_field_is_left_to_the_browser(show: Show) -> None:
    screen, hand, taker = await watched(show, FORM)
    await screen.evaluate("document.getElementById('name').focus()")
    await hand.keys(*"tea")
    await hand.keys("Tab")
    await hand.keys(*"1234")
    await hand.keys("Enter")
    assert await taker.until(3) == [
        HandFill(Point(50, 10), "tea", is_done=True),
        HandFill(Point(50, 40), "1234", is_secret=True, is_done=True),
        HandKeys("Enter"),
    ]
    assert "1234" not in repr(taker.taken)


async def test_native_controls_keys_and_the_wheel_are_told(show: Show) -> None:
    screen, hand, taker = await watched(show, FORM)
    await screen.evaluate("size.focus()")
    await hand.keys("ArrowDown")
    await taker.until(1)
    await hand.mouse("mouseWheel", 250, 150, deltaX=0, deltaY=120)
    await taker.until(2)
    await screen.evaluate("yes.focus()")
    await hand.keys(" ")
    await taker.until(3)
    await screen.evaluate("go.focus()")
    await hand.keys("Enter")
    await taker.until(4)
    await hand.mouse("mouseMoved", 250, 10)
    await screen.evaluate("new Promise(requestAnimationFrame)")
    await hand.click(250, 30)
    assert await taker.until(6) == [
        HandChoose(Point(50, 70), ("Large",), is_done=True),
        HandScroll(Point(250, 150), 0, 120, is_done=True),
        HandPress(Point(10, 130)),
        HandPress(Point(50, 100)),
        HandHover(Point(250, 10), is_done=True),
        HandPress(Point(250, 30)),
    ]
    assert await screen.evaluate("[yes.checked, done.at(-1)]") == [True, "click item"]


async def test_frames_of_any_origin_tell_in_units_of_the_screen(show: Show, site: Site) -> None:
    inner = (
        b"<style>body{margin:0}</style><button style='width:90px;height:40px' onclick='this.innerText=1'>Go</button>"
    )
    site.answers["/inner"] = Answer(inner)
    outer = (
        f"<style>body{{margin:0}}</style><iframe src='{site.other}/inner' style='position:absolute;left:100px;top:50px;"
    )
    outer += "border:4px solid;transform:scale(.5);transform-origin:0 0'></iframe>"
    site.answers["/"] = Answer(outer.encode())
    screen, hand, taker = await watched(show, "")
    await screen.navigate(site.home + "/")
    await screen.page.frames[1].wait_for_load_state()
    await hand.click(112, 62)
    assert await taker.until(1) == [HandPress(Point(112, 62))]
    assert await screen.page.frames[1].evaluate("document.body.innerText") == "1"


async def test_nothing_moves_between_a_press_and_its_being_done(show: Show) -> None:
    screen = await show(f"{FORM}<p style='top: 3000px'>.</p>")
    taker, heard, allowed = HandTaker(screen), asyncio.Event(), asyncio.Event()

    async def take(gesture: Gesture) -> None:
        heard.set()
        await allowed.wait()
        await taker(gesture)

    await screen.watch_hands(take)
    hand = await PersonHand.at(screen.page)
    await hand.click(50, 100)
    await heard.wait()
    await hand.mouse("mouseWheel", 50, 100, deltaX=0, deltaY=300)
    allowed.set()
    assert (await taker.until(2))[1] == HandScroll(Point(50, 100), 0, 300)
    assert await screen.evaluate("done") == ["click go"]


async def test_a_key_of_the_person_is_not_taken_for_the_one_that_we_press(show: Show) -> None:
    slow = "addEventListener('keydown', event => { if (event.key !== 'Tab') return; pressing();"
    slow += "const end = performance.now() + 200; while (performance.now() < end); })"
    screen, hand, taker = await watched(show, f"{FORM}<script>{slow}</script>")
    pressing = asyncio.Event()
    await screen.page.expose_function("pressing", pressing.set)
    await screen.evaluate("document.getElementById('name').focus()")
    press = asyncio.ensure_future(screen.press("Tab"))
    await pressing.wait()
    await hand.keys("x")
    await press
    await taker.until(1)
    assert taker.texts == ["x"]
    assert await screen.evaluate("[...document.querySelectorAll('#name, #pin')].map(field => field.value)") == ["", "x"]


async def test_what_is_done_beside_the_page_is_told(show: Show, site: Site) -> None:
    for name in ("one", "two"):
        site.serve(f"/{name}", f"<title>{name}</title><button onclick='document.title = confirm()'>?")
    screen, hand, taker = await watched(show, "")
    page = screen.page
    for count, work in enumerate(
        (lambda: page.goto(site.home + "/one"), lambda: page.goto(site.home + "/two"), page.go_back, page.reload), 1
    ):
        await work()
        await taker.until(count)
    await hand.click(12, 12)
    session = await page.context.new_cdp_session(page)
    await session.send("Page.enable")
    await taker.until(5)
    await session.send("Page.handleJavaScriptDialog", {"accept": True})
    other = await page.context.new_page()
    await other.goto(site.home + "/two")
    await taker.until(7)
    await hand.click(300, 300)
    await taker.until(9)
    await (await PersonHand.at(other)).click(300, 300)
    await taker.until(11)
    await other.close()
    kinds: list[Gesture] = [each for each in await taker.until(12) if not isinstance(each, HandPress)]
    assert kinds == [
        HandGoTo(site.home + "/one", is_done=True),
        HandGoTo(site.home + "/two", is_done=True),
        HandBack(is_done=True),
        HandReload(is_done=True),
        HandAnswer(True, is_done=True),
        HandGoTo(site.home + "/two", is_done=True),
        # A replay does not open a tab by hand: it has both pages in one.
        HandGoTo(site.home + "/one", is_done=True),
        HandGoTo(site.home + "/two", is_done=True),
        HandGoTo(site.home + "/one", is_done=True),
    ]
    assert "a tab was opened by hand" in " ".join(screen.news())


async def test_an_address_that_leads_nowhere_and_the_way_back_from_there_are_no_steps(show: Show, site: Site) -> None:
    site.serve("/one", "one")
    notes: list[str] = []
    screen = await show("")
    page, taker = screen.page, HandTaker(screen)
    await screen.watch_hands(taker, on_note=notes.append)
    await page.goto(site.home + "/one")
    await taker.until(1)
    with pytest.raises(Error):
        await page.goto("http://127.0.0.1:1/")
    await page.wait_for_url("chrome-error://**")
    await page.go_back()
    await taker.until(2)
    await page.goto(site.home + "/one")
    home = HandGoTo(site.home + "/one", is_done=True)
    told = await taker.until(3)
    assert told == [home, HandReload(is_done=True), HandReload(is_done=True)]
    assert notes == ["there is no page at that address: going there is not recorded"]


async def test_tabs_that_pages_open_are_told_by_their_numbers(show: Show, site: Site) -> None:
    site.serve("/two", "two")
    screen, hand, taker = await watched(show, f"<a target=_blank href='{site.home}/two'>Two")
    await hand.click(12, 18)
    await taker.until(1)
    await hand.click(300, 300)
    await taker.until(3)
    await (await PersonHand.at(screen.page.context.pages[-1])).click(300, 300)
    await taker.until(5)
    await screen.page.close()
    told = [each for each in await taker.until(6) if not isinstance(each, HandPress)]
    assert told == [HandTab(1, is_done=True), HandTab(2, is_done=True), HandCloseTab(is_done=True)]


async def test_what_the_pointer_aims_at_is_told_before_it_is_pressed(show: Show) -> None:
    screen = await show(FORM)
    taker, hand, aims = HandTaker(screen), await PersonHand.at(screen.page), list[HandAim]()
    aimed = asyncio.Event()

    async def aim(aim: HandAim) -> None:
        aims.append(aim)
        aimed.set()

    await screen.watch_hands(taker, on_aim=aim)
    at = Point(50, 100)
    await hand.mouse("mouseMoved", 50, 100)
    await asyncio.wait_for(aimed.wait(), 30)
    await hand.click(50, 100)
    assert await taker.until(1) == [HandPress(at, is_aimed=True)]
    await screen.page.evaluate("() => { setInterval(() => document.body.dataset.now = performance.now(), 1) }")
    await hand.mouse("mousePressed", 60, 100, button="left", clickCount=1)
    await screen.page.evaluate("new Promise(resolve => setTimeout(resolve, 20))")
    await hand.mouse("mouseReleased", 60, 100, button="left", clickCount=1)
    assert (await taker.until(2))[1] == HandPress(Point(60, 100))
    assert aims[:2] == [HandAim(at), HandAim(at, is_down=True, is_aimed=True)]


async def test_what_cannot_be_recorded_is_told_to_the_person(show: Show) -> None:
    screen, notes, news = await show(FORM), list[str](), asyncio.Event()

    def note(text: str) -> None:
        notes.append(text)
        news.set()

    hand = await PersonHand.at(screen.page)
    await screen.watch_hands(HandTaker(screen), on_note=note)
    for more in ({"button": "middle"}, {"modifiers": 8}):
        news.clear()
        await hand.click(50, 100, **more)
        await asyncio.wait_for(news.wait(), 30)
    assert ["another button" in notes[0], "with Shift held" in notes[1]] == [True, True]
    assert await screen.evaluate("done") == []


async def test_alerts_are_left_to_the_person_who_reads_them(show: Show) -> None:
    screen, hand, taker = await watched(show, "<button onclick='alert(1); document.title = \"read\"'>?</button>")
    shown: asyncio.Future[Dialog] = asyncio.get_running_loop().create_future()
    screen.page.on("dialog", lambda dialog: shown.set_result(dialog))
    await hand.click(12, 12)
    dialog = await asyncio.wait_for(shown, 30)
    assert (dialog.type, taker.taken) == ("alert", [])
    await dialog.accept()
    assert [type(gesture) for gesture in await taker.until(1)] == [HandPress]
    assert await screen.page.title() == "read"


async def test_each_paragraph_of_an_editor_is_a_line(show: Show) -> None:
    editor = "<div contenteditable style='position:absolute;left:0;top:0;width:90px'><p>one</p><p><br></p>"
    screen, hand, taker = await watched(show, editor + "<ul><li>two<li>three</ul>four<br>five<p>six</p></div>")
    await screen.evaluate("document.querySelector('div').focus()")
    await hand.keys("!")
    await screen.unwatch_hands()
    assert taker.texts == ["!one\n\ntwo\nthree\nfour\nfive\nsix"]


async def test_the_badge_is_neither_in_pictures_nor_among_the_elements(show: Show) -> None:
    screen = await show(FORM)
    before, tree = (await screen.capture()).image, await screen.tree()
    await screen.watch_hands(HandTaker(screen))
    assert (await screen.capture()).image == before
    assert (await screen.tree()).nodes == tree.nodes
    assert "Recording" not in str(await screen.layout())
    await screen.unwatch_hands()
    assert (await screen.page.screenshot()) is not None


async def test_pointing_touches_nothing(show: Show) -> None:
    screen, hand, taker = await watched(show, FORM)
    await screen.pick(True)
    await hand.click(50, 100)
    assert await taker.until(1) == [HandPoint(Point(50, 100))]
    await screen.pick(False)
    await hand.click(50, 100)
    await taker.until(2)
    assert await screen.evaluate("done") == ["click go"]
    await screen.unwatch_hands()
    with pytest.raises(ScreenError, match="nobody watches"):
        await screen.pick(True)


async def test_the_script_stays_small() -> None:
    assert len(hand_script()) < 22_000
