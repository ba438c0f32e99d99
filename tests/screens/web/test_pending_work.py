"""What the watch of a page's own work knows, and that the page does not notice it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from askonce.screens.web.page_scripts import call_first

HEARD = "window[Symbol.for('askonce.work')].late().map(([by, words, isOwn]) => `${by}: ${words} ${isOwn}`)"


async def in_watched(page: Page, script: str, before: str = "") -> Any:
    """What a script returns in a page that is watched since an action began."""
    await page.set_content("<p>page")
    await page.evaluate(f"() => {{ {before} }}")
    await call_first(page.main_frame, "settleWatch", ["begin", 1])
    return await page.evaluate(f"async () => {{ {script} }}")


PORT = "const port = new MessageChannel().port1; let runs = 0;"
SHARED = "new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer"


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (f"return said(() => send(new Uint8Array({SHARED})))", "sent"),
        (f"return said(() => send({{ part: {SHARED} }}))", "sent"),
        (f"{PORT} const part = new ArrayBuffer(8); port.postMessage(0, [part]); return said(() => send(part))", "sent"),
        ("return said(() => send(new Proxy({}, { getPrototypeOf() { throw new RangeError() } })))", "sent"),
        (f"{PORT} port.postMessage({{ get part() {{ runs++; return 1 }} }}); return runs", 1),
        (f"{PORT} return said(() => port.postMessage({{ get part() {{ if (!runs++) none() }} }}))", "ReferenceError"),
        ("const ring = { some: 1 }; ring.all = [ring, ring]; return said(() => send(ring))", "sent"),
        ("return WebSocket.prototype.constructor === WebSocket", True),
        ("return said(() => setTimeout())", "TypeError"),
        ("let runs = 0; setTimeout(() => 0, { valueOf() { runs++; return 5 } }); return runs", 1),
    ],
)
async def test_a_page_does_not_notice_what_is_read_of_its_messages(own_page: Page, script: str, expected: Any) -> None:
    before = """window.said = (call) => { try { call(); return "sent" } catch (error) { return error.name } };
        WebSocket.prototype.send = () => 0; window.send = (message) => WebSocket.prototype.send(message)"""
    assert await in_watched(own_page, script, before) == expected


@pytest.mark.parametrize("name", ["requestAnimationFrame", "setTimeout", "requestIdleCallback"])
async def test_what_stands_in_for_a_timer_and_runs_at_once_is_over(own_page: Page, name: str) -> None:
    script = f"let ran = 0; {name}(() => ran++); return [ran, {HEARD}]"
    assert await in_watched(own_page, script, f"window.{name} = (call) => (call(), 1)") == [1, []]


async def test_a_page_that_keeps_a_kind_of_worker_to_itself_is_watched(own_page: Page) -> None:
    before = "Object.defineProperty(window, 'Worker', { get() { throw new Error('none') }, configurable: true })"
    assert await in_watched(own_page, f"setTimeout(() => 0, 3000); return {HEARD}", before) == ["a timer: null true"]


@pytest.mark.parametrize(
    "message", ["Array.from({length: 3e6}, (_, i) => i)", "new Map(Array.from({length: 1e6}, (_, i) => [i, i]))"]
)
async def test_no_more_is_read_of_a_message_than_is_told(own_page: Page, message: str) -> None:
    script = f"""const message = {message}, next = Object.getPrototypeOf(new Map().entries()), real = next.next;
        let steps = 0; next.next = function () {{ steps++; return real.call(this) }};
        new BroadcastChannel("x").postMessage(message); next.next = real;
        return [steps, {HEARD}[0].length]"""
    steps, length = await in_watched(own_page, script)
    assert steps < 1000
    assert 100 < length < 5000


async def test_what_an_action_says_is_heard_beside_all_that_a_page_says_anyway(own_page: Page) -> None:
    before = "window.other = new BroadcastChannel('x'); setInterval(() => other.postMessage('tile'), 1)"
    script = f"await new Promise(go => setTimeout(go, 300)); other.postMessage('Ann Reed'); return {HEARD}"
    await own_page.set_content("<p>page")
    await call_first(own_page.main_frame, "settleWatch", ["watch", None])
    heard = await in_watched(own_page, script, before)
    assert "a channel: Ann Reed true" in heard
    assert len(heard) < 100


async def test_a_timer_that_runs_a_text_is_known_until_it_has_run(own_page: Page) -> None:
    script = f"""setTimeout('window.ran = 1', 250); const before = {HEARD};
        while (!window.ran) await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame); return [before, {HEARD}]"""
    assert await in_watched(own_page, script) == [["a timer: null true"], []]
