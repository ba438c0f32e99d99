"""Settling waits for what an action set off, and for nothing else. No test here measures time against a limit close to
what it expects: the cap is made so large that only a wrong rule can reach it."""

from __future__ import annotations

import asyncio
from itertools import count, cycle
from typing import Any

import pytest
from local_site import Show, Site, let_time_pass, tap
from playwright.async_api import Page

from askonce.geometry import Point
from askonce.screens.web import settle
from askonce.screens.web.page_scripts import call


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


LONG = 25.0
"""A cap that no right rule reaches."""


async def seconds_to_settle(screen: object) -> float:
    loop = asyncio.get_running_loop()
    start = loop.time()
    await screen.settle()  # type: ignore[attr-defined]
    return loop.time() - start


async def test_an_idle_page_settles_at_once(show: Show) -> None:
    screen = await show("<p>still", settle_cap=LONG)
    await screen.tap(Point(5, 5))
    assert await seconds_to_settle(screen) < LONG / 5


@pytest.mark.parametrize(
    "reaction",
    [
        "setTimeout(done, 400)",
        "setTimeout(() => setTimeout(done, 250), 250)",
        "Promise.resolve().then(() => requestAnimationFrame(() => requestAnimationFrame(done)))",
        "let x = 6; const go = () => { box.style.left = x + 'px'; x-- ? requestAnimationFrame(go) : done() }; go()",
        "box.style.transition = 'opacity 500ms'; box.style.opacity = 0; box.ontransitionend = done",
        "box.animate([{opacity: 0}, {opacity: 1}], {duration: 500}).onfinish = done",
        "scrollTo({top: 3000, behavior: 'smooth'}); onscrollend = done",
        "document.startViewTransition(() => new Promise(resolve => setTimeout(resolve, 900))).finished.then(done)",
        "fetch('/quick').then(() => fetch('/quick?2')).then(() => setTimeout(done, 100))",
        "const image = new Image(); image.onload = image.onerror = done; image.src = '/quick.png'",
    ],
)
async def test_what_a_tap_sets_off_is_over_when_it_settled(show: Show, site: Site, reaction: str) -> None:
    site.serve("/quick")
    site.serve("/quick.png")
    site.serve(
        "/",
        f"""<body style='height:5000px'><div id=box style='position:absolute'>box</div><script>
        const done = () => document.title = "done"; onclick = () => {{ {reaction} }}</script>""",
    )
    screen = await show(site.home, settle_cap=LONG)
    await screen.settle()
    await screen.tap(Point(300, 300))
    await screen.settle()
    assert await screen.evaluate("document.title") == "done"


CHANGING = """let steps = 12; const step = () => {
  place.append("x"); steps-- ? requestAnimationFrame(step) : document.title = "done" }; step()"""


async def test_changes_inside_shadow_roots_are_waited_for(show: Show, site: Site) -> None:
    attach = "const place = host.attachShadow({mode: 'open'})"
    site.serve("/", f"<p id=host><script>{attach}; onclick = () => {{ {CHANGING} }}</script>")
    screen = await show(site.home, settle_cap=LONG)
    await screen.tap(Point(500, 300))
    await screen.settle()
    assert await screen.evaluate("document.title") == "done"


async def test_changes_inside_frames_of_another_origin_are_waited_for(show: Show, site: Site) -> None:
    script = f"const place = document.body; onclick = () => {{ {CHANGING} }}; onmousemove = () => window.heard = true"
    site.serve("/inner", f"<body><script>{script}</script>")
    site.serve("/", f"<body style='margin:0'><iframe src='{site.other}/inner'></iframe>")
    screen = await show(site.home, settle_cap=LONG)
    await screen.settle()
    inner = screen._pages.current("test").frames[1]  # pyright: ignore[reportPrivateUsage]
    for x in cycle((90, 100)):  # a frame of another process gets the mouse only once the browser has drawn it
        await screen.hover(Point(x, 100))
        if await inner.evaluate("window.heard"):
            break
    await screen.tap(Point(100, 100))
    await screen.settle()
    assert await inner.title() == "done"


async def test_a_slow_page_that_a_link_leads_to_is_waited_for(show: Show, site: Site) -> None:
    gate = site.hold("/slow", "<title>slow</title><script src=/script.js></script>")
    site.serve("/script.js", "document.title = 'arrived'", kind="text/javascript")
    site.serve("/", "<a href=/slow style='display:block;height:200px'>slow</a>")
    screen = await show(site.home, settle_cap=LONG)
    before, tree = await screen.capture(), await screen.tree()
    await screen.tap(Point(50, 50))
    settling = asyncio.ensure_future(screen.settle())
    await site.asked_for("/slow")
    await let_time_pass(screen)
    assert (await screen.capture()).frame == before.frame
    assert await screen.tree() is tree
    assert not settling.done()
    gate.set()
    await settling
    assert await screen.evaluate("document.title") == "arrived"


@pytest.mark.parametrize("request_", ["fetch('/late')", "fetch('/late', {method: 'POST'})"])
async def test_a_slow_answer_to_the_page_is_waited_for(show: Show, site: Site, request_: str) -> None:
    gate = site.hold("/late")
    site.serve("/", f"<script>onclick = () => {request_}.then(() => document.title = 'done')</script>")
    screen = await show(site.home, settle_cap=LONG)
    await screen.tap(Point(50, 50))
    settling = asyncio.ensure_future(screen.settle())
    await site.asked_for("/late")
    await let_time_pass(screen)
    assert not settling.done()
    gate.set()
    await settling
    assert await screen.evaluate("document.title") == "done"


async def test_the_cap_ends_it(show: Show, site: Site) -> None:
    site.hold("/never")
    site.serve("/", "<script>onclick = () => fetch('/never', {method: 'POST'})</script>")
    screen = await show(site.home, settle_cap=0.4)
    await screen.tap(Point(50, 50))
    assert 0.3 < await seconds_to_settle(screen) < 5


@pytest.mark.parametrize(
    "restless",
    [
        "fetch('/never')",
        "new EventSource('/never')",
        "new WebSocket(`ws://${location.host}/never`).onerror = () => 0",
        "navigator.sendBeacon('/never')",
        "setInterval(() => fetch('/poll'), 50)",
        "setInterval(() => clock.textContent = performance.now(), 10)",
        pytest.param(
            "setInterval(() => clock.innerHTML = `<b><i>${performance.now()}</i></b>`, 10)", marks=pytest.mark.long
        ),
        "const tick = () => { clock.style.left = Math.random() + 'px'; requestAnimationFrame(tick) }; tick()",
        "const tick = () => setTimeout(tick, 30); tick()",
        "clock.animate([{opacity: 0}, {opacity: 1}], {duration: 300, iterations: Infinity})",
        "clock.animate([{opacity: 0}, {opacity: 1}], {duration: 600000})",
    ],
)
async def test_what_never_ends_does_not_hold_it(show: Show, site: Site, restless: str) -> None:
    site.hold("/never")
    site.serve("/poll")
    site.serve("/", f"<div id=clock>0</div><script>onclick = () => {{ onclick = null; {restless} }}</script>")
    screen = await show(site.home, settle_cap=LONG)
    await screen.settle()
    await screen.tap(Point(50, 50))
    assert await seconds_to_settle(screen) < LONG / 2
    await screen.tap(Point(50, 50))
    assert await seconds_to_settle(screen) < LONG / 2


async def test_a_clock_that_ran_before_the_action_is_not_taken_for_its_effect(show: Show) -> None:
    screen = await show(
        "<div id=clock>0</div><script>setInterval(() => clock.textContent = performance.now(), 5)</script>"
    )
    await screen.tap(Point(50, 50))
    await screen.settle()
    page = screen._pages.current("test")  # pyright: ignore[reportPrivateUsage]
    await page.evaluate("new Promise(resolve => setTimeout(resolve, 100))")
    busy = await page.evaluate(
        """() => new Promise(resolve => { const start = performance.now();
        window[Symbol.for("askonce.settle")].quiet(9000).then(() => resolve(performance.now() - start)) })"""
    )
    assert busy < 600


async def test_a_change_is_noticed_without_looking(show: Show, site: Site) -> None:
    screen = await show("<p id=text>one")
    await screen.settle()
    assert await screen.wait_for_change(0.05) is False
    waiting = asyncio.ensure_future(screen.wait_for_change(LONG))
    await asyncio.sleep(0)
    await screen._pages.current("test").evaluate("setTimeout(() => text.textContent = 'two', 50)")  # pyright: ignore[reportPrivateUsage]
    assert await waiting is True


async def test_a_change_since_the_last_settling_counts_at_once(show: Show) -> None:
    screen = await show("<p id=text>one")
    await screen.settle()
    await screen._pages.current("test").evaluate("text.textContent = 'two'")  # pyright: ignore[reportPrivateUsage]
    assert await screen.wait_for_change(LONG) is True
    assert await screen.wait_for_change(0.05) is False


async def test_a_navigation_is_a_change(show: Show, site: Site) -> None:
    site.serve("/next", "next")
    site.serve("/", "<script>setTimeout(() => location = '/next', 300)</script>")
    screen = await show(site.home, settle_cap=0.05)
    assert await screen.wait_for_change(LONG) is True


async def test_a_navigation_since_the_last_look_counts_at_once(show: Show, site: Site) -> None:
    site.serve("/next", "next")
    site.serve("/", "first")
    screen = await show(site.home)
    await screen.tree()
    page = screen._pages.current("test")  # pyright: ignore[reportPrivateUsage]
    await page.goto(f"{site.home}/next")
    await page.evaluate("window[Symbol.for('askonce.settle')]?.rest()")
    assert await screen.wait_for_change(0.05) is True
    assert await screen.wait_for_change(0.05) is False


async def test_timers_of_the_page_are_its_own_again_after_closing(own_page: object) -> None:
    from playwright.async_api import Page

    from askonce.screens.web import open_page_screen

    assert isinstance(own_page, Page)
    await own_page.set_content("<p>x")
    await own_page.evaluate("window.kept = [setTimeout, clearTimeout]")
    screen = await open_page_screen(own_page)
    await tap(screen, "p")
    await screen.settle()
    assert await own_page.evaluate("kept[0] === setTimeout") is False
    assert await own_page.evaluate("setTimeout.toString().includes('[native code]')")
    await screen.close()
    assert await own_page.evaluate("kept[0] === setTimeout && kept[1] === clearTimeout")
    assert await own_page.evaluate("Symbol.for('askonce.settle') in window") is False


async def test_what_a_longer_timer_takes_back_is_over_after_a_lapse(show: Show, site: Site) -> None:
    site.serve("/late")
    undo = "setTimeout(() => fetch('/late', {method: 'POST'}).then(() => { document.title = 'undone' }), 900)"
    site.serve("/", f"<title>shown</title><script>onclick = () => {{ {undo}; setTimeout(() => 0, 60000) }}</script>")
    screen = await show(site.home, settle_cap=LONG)
    await screen.tap(Point(300, 300))
    await screen.settle()
    await screen.lapse()
    assert await screen.evaluate("document.title") == "undone"


async def test_another_address_is_noticed_also_one_within_the_page_and_other_changes_are_not(show: Show) -> None:
    screen = await show("<p id=said>still")
    await screen.page.evaluate("said.textContent = 'changed'")
    assert await screen.wait_for_address(0.05) is False
    waiting = asyncio.ensure_future(screen.wait_for_address(LONG))
    await screen.page.evaluate("location.hash = 'there'")
    assert await waiting is True


async def test_a_page_is_told_of_an_action_that_is_foreseen_while_it_is_read(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = await show("<p>still<script>onclick = () => setTimeout(() => document.title = 'done', 400)</script>")
    await screen.settle()
    happened: list[str] = []
    in_frames = settle._in_frames  # pyright: ignore[reportPrivateUsage]

    async def told(page: Page, command: str, *given: Any, **named: Any) -> None:
        happened.append(command)
        await in_frames(page, command, *given, **named)

    monkeypatch.setattr(settle, "_in_frames", told)
    screen.act_next()
    await screen.tree()
    await screen.tap(Point(300, 300))
    assert happened == []  # and yet it knows what the action sets off
    await screen.settle()
    assert await screen.page.title() == "done"
    happened.clear()
    await screen.tree()
    assert "begin" not in happened  # nobody said that an action follows
    await screen.tap(Point(300, 300))
    assert happened.count("begin") == 1


async def test_a_page_with_a_frame_that_was_not_read_is_told_when_a_foreseen_action_begins(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = await show("<p>still<iframe srcdoc='<p>below' style='position:absolute; top:5000px'></iframe>")
    await screen.settle()
    commands: list[str] = []
    in_frames = settle._in_frames  # pyright: ignore[reportPrivateUsage]

    async def told(page: Page, command: str, *given: Any, **named: Any) -> None:
        commands.append(command)
        await in_frames(page, command, *given, **named)

    monkeypatch.setattr(settle, "_in_frames", told)
    screen.act_next()
    await screen.tree()
    await screen.tap(Point(300, 300))
    assert commands == ["begin"]


async def test_an_action_is_not_over_because_the_end_of_the_last_one_is_heard_late(show: Show) -> None:
    screen = await show("<p>still")
    frame = screen.page.main_frame
    await call(frame, "settleWatch", ["begin", 8])
    await call(frame, "settleWatch", ["rest", 7])
    await screen.evaluate("setTimeout(() => document.title = 'done', 400)")
    await call(frame, "settleWatch", ["quiet", LONG * 1000])
    assert await screen.evaluate("document.title") == "done"


async def test_documents_that_came_with_the_last_verb_take_part_in_an_action_that_is_foreseen(
    show: Show, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.serve("/", "<a href=/next style='position:fixed; inset:0'>go</a>")
    site.serve("/next", "<p>still<script>onclick = () => setTimeout(() => document.title = 'done', 400)</script>")
    screen = await show(site.home)
    screen.act_next()
    await screen.tree()
    await screen.tap(Point(300, 300))
    while not screen.address.endswith("/next"):
        await screen.wait_for_address(LONG)
    await screen.answered()
    screen.act_next()
    await screen.tree()
    commands: list[str] = []
    in_frames = settle._in_frames  # pyright: ignore[reportPrivateUsage]

    async def told(page: Page, command: str, *given: Any, **named: Any) -> None:
        commands.append(command)
        await in_frames(page, command, *given, **named)

    monkeypatch.setattr(settle, "_in_frames", told)
    await screen.tap(Point(300, 300))
    assert commands == []
    await screen.settle()
    assert await screen.evaluate("document.title") == "done"


async def test_what_was_set_off_before_is_still_waited_for_once_an_action_is_foreseen(show: Show, site: Site) -> None:
    answer = site.hold("/slow")
    site.serve("/", "<button onclick=\"fetch('/slow', {method: 'POST'})\" style='position:fixed; inset:0'>Save")
    screen = await show(site.home, settle_cap=LONG)
    await screen.settle()
    requests = screen._pages.settling.requests  # pyright: ignore[reportPrivateUsage]
    await screen.page.mouse.click(300, 300)  # as a test does itself between two acts
    await site.asked_for("/slow")
    while not requests.are_pending(essential=True):
        await screen.wait_for_change(0.05)
    screen.act_next()
    await screen.tree()
    waiting = asyncio.ensure_future(screen.answered())
    await let_time_pass(screen)
    is_waiting = not waiting.done()
    answer.set()
    assert is_waiting
    assert await waiting  # there was something to wait for


@pytest.mark.parametrize("around", ["", "<iframe srcdoc='<i>Hello</i>'></iframe>"], ids=["one document", "a frame"])
@pytest.mark.parametrize("text", ["still", "changed"])
async def test_what_is_read_while_a_page_settles_is_read_again_where_it_has_changed(
    show: Show, monkeypatch: pytest.MonkeyPatch, around: str, text: str
) -> None:
    change = "() => setTimeout(() => (text.textContent = 'changed'), 500)" if text == "changed" else "() => {}"
    screen = await show(f"<p id=text>still</p>{around}<script>onclick = {change}</script>")
    await screen.settle()
    read, times = type(screen)._tree, count()  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(type(screen), "_tree", lambda screen, **how: (next(times), read(screen, **how))[1])
    await screen.tap(Point(300, 300))
    assert any(node.text == text for node in await screen.settled_tree())
    assert text == "changed" or next(times) == 1


@pytest.mark.parametrize("around", ["", "<iframe srcdoc='<i>Hello</i>'></iframe>"], ids=["one document", "a frame"])
async def test_a_page_that_was_read_when_it_had_settled_is_not_read_again_for_the_next_action(
    show: Show, monkeypatch: pytest.MonkeyPatch, around: str
) -> None:
    screen = await show(f"<button style='position:fixed; inset:0'>go</button>{around}")
    await screen.settle()
    settled = await screen.settled_tree()
    commands: list[str] = []
    in_frames = settle._in_frames  # pyright: ignore[reportPrivateUsage]

    async def told(page: Page, command: str, *given: Any, **named: Any) -> None:
        commands.append(command)
        await in_frames(page, command, *given, **named)

    monkeypatch.setattr(settle, "_in_frames", told)
    screen.act_next()
    assert (await screen.tree()).nodes is settled.nodes
    await screen.tap(Point(300, 300))
    assert commands == []  # what was asked whether it is the same was told of the action


async def test_what_we_wait_for_in_a_page_is_no_work_of_the_page(show: Show) -> None:
    screen = await show("<button style='position:fixed; inset:0'>go</button>")
    await screen.settle()
    await screen.tap(Point(300, 300))
    work = "window[Symbol.for('askonce.work')]"
    (button,) = [node for node in await screen.tree() if node.role == "button"]
    assert await screen.wait_for_texts(["nothing says this"], 0.2) is None
    watch = await screen.watch_flashes()
    await screen.wait_actionable(button.number, 0.2)
    for _ in range(4):
        await screen.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert await screen.page.evaluate(f"() => [{work}.hasReactions(), {work}.late()]") == [False, []]
    await screen.take_flashes(watch)


async def test_a_frame_that_is_not_looked_into_is_told_of_an_action_by_itself(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = "<iframe srcdoc='<i>Hello</i>' style='display:none'></iframe>"
    screen = await show(f"<button style='position:fixed; inset:0'>go</button>{hidden}")
    await screen.settle()
    settled = await screen.settled_tree()
    commands: list[str] = []
    in_frames = settle._in_frames  # pyright: ignore[reportPrivateUsage]

    async def told(page: Page, command: str, *given: Any, **named: Any) -> None:
        commands.append(command)
        await in_frames(page, command, *given, **named)

    monkeypatch.setattr(settle, "_in_frames", told)
    screen.act_next()
    assert (await screen.tree()).nodes is settled.nodes
    await screen.tap(Point(300, 300))
    assert commands == ["begin"]


_HIDDEN = "<style id=hides>#text { display: none }</style><p id=text>changed</p>"
_SHOWN = "const sheet = new CSSStyleSheet(); sheet.replaceSync('#text { display: block }');"


@pytest.mark.parametrize(
    ("page", "change"),
    [
        pytest.param(
            "<div id=box style='overflow:hidden; height:0'><p>changed</p></div>",
            "box.animate([{height: '0'}, {height: '60px'}], {duration: 200, delay: 200, fill: 'both'})",
            id="an animation",
        ),
        pytest.param(
            "<p id=text popover=manual>changed</p>", "setTimeout(() => text.showPopover(), 300)", id="a popover"
        ),
        pytest.param(_HIDDEN, "setTimeout(() => (hides.sheet.disabled = true), 300)", id="a style sheet"),
        pytest.param(
            _HIDDEN, f"{_SHOWN} setTimeout(() => (document.adoptedStyleSheets = [sheet]), 300)", id="an adopted sheet"
        ),
        pytest.param(
            f"{_HIDDEN}<style>:checked + p#text {{ display: block }}</style>",
            "const box = document.createElement('input'); box.type = 'checkbox'; text.before(box);"
            "setTimeout(() => (box.checked = true), 300)",
            id="a checked box",
        ),
        pytest.param(
            f"<input id=field>{_HIDDEN}<style>:invalid ~ p#text {{ display: block }}</style>",
            "setTimeout(() => field.setCustomValidity('no'), 300)",
            id="an invalid field",
        ),
    ],
)
async def test_what_shows_without_a_change_of_the_document_is_not_missed_by_reading_it_meanwhile(
    show: Show, page: str, change: str
) -> None:
    screen = await show(f"{page}<script>onclick = () => {{ {change} }}</script>")
    await screen.settle()
    assert not any(node.text == "changed" for node in await screen.tree())
    await screen.tap(Point(300, 300))
    assert any(node.text == "changed" for node in await screen.settled_tree())


@pytest.mark.parametrize("keyframes", ["slide 8s linear", "slide 2s infinite", "slide 60s"])
async def test_an_animation_that_an_action_began_is_told_of_where_it_ends_soon(show: Show, keyframes: str) -> None:
    style = "<style>@keyframes slide { from { width: 90px } to { width: 0 } }</style>"
    old = "<p id=old style='animation: slide 9s linear'>ad</p>"
    bar = f"<script>onclick = () => {{ bar.style.animation = '{keyframes}' }}</script>"
    screen = await show(f"{style}{old}<p id=bar>undo</p>{bar}", settle_cap=0.4)
    await screen.settle()
    await screen.tap(Point(300, 300))
    await screen.settle()
    expected = ["an animation"] if "8s" in keyframes else []
    assert [each.by for each in await screen.late_answers()] == expected


async def test_what_moves_while_nobody_acts_is_no_doing_of_an_action(show: Show) -> None:
    show_slides = "setInterval(() => box.animate([{opacity: 0}, {opacity: 1}], 8000).id = box.className += 'a', 20)"
    screen = await show(f"<p id=box>slides<script>{show_slides}</script>", settle_cap=0.4)
    await screen.settle()
    await let_time_pass(screen)
    await screen.tap(Point(300, 300))
    await screen.settle()
    assert {each.by for each in await screen.late_answers() if not each.is_older} == set()
