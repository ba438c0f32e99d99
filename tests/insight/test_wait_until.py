"""Waiting for a statement: how often it is judged, what ends it, and what it costs."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Browser
from sights import opened

from askonce.errors import CannotTell, ConfigError, ModelError, OutOfTime, ScreenClosed, UnreadableReply
from askonce.geometry import Box
from askonce.insight.answers import Verdict
from askonce.insight.wait_until import wait_until
from askonce.screens.eyes import Eyes
from askonce.screens.fake import FakeScreen
from askonce.screens.fake.widgets import Text
from askonce.trace import Usage
from askonce.values import Mask

Judge = Callable[[], Awaitable[Verdict]]
STATEMENT = 'the text "Done" is visible'


class Jury:
    """Judges by the elements, exactly and in place of a model, and counts."""

    def __init__(self, eyes: Eyes, wanted: str = "Done") -> None:
        self.eyes, self.wanted = eyes, wanted
        self.readings = self.questions = 0

    async def exact(self) -> Verdict:
        self.readings += 1
        tree = await self.eyes.tree()
        assert tree
        holds = tree.shows(self.wanted)
        reason = "it is there" if holds else f"no {self.wanted} among {len(tree.nodes)}"
        return Verdict(STATEMENT, holds, reason, "elements")

    async def model(self) -> Verdict:
        self.questions += 1
        seen = await self.exact()
        return Verdict(STATEMENT, seen.holds, seen.reason, "model", Usage(calls=1, prompt_tokens=100))


async def no_exact_answer() -> Verdict | None:
    return None


async def never() -> Verdict:
    raise AssertionError("the model was asked")


async def test_what_is_true_already_is_not_waited_for(chromium: Browser) -> None:
    async with opened(chromium, "<p>Done</p>") as (_, eyes):
        jury = Jury(eyes)
        verdict = await wait_until(STATEMENT, never, jury.exact, eyes, timeout=60)
    assert (verdict.holds, verdict.source, verdict.usage, jury.readings) == (True, "elements", Usage(), 1)


async def test_an_exact_answer_is_read_when_the_page_changes_and_asks_nobody(chromium: Browser) -> None:
    page = "<p id=p>Working</p><script>setTimeout(() => p.textContent = 'Done', 400)</script>"
    async with opened(chromium, page) as (_, eyes):
        assert await wait_until(STATEMENT, never, Jury(eyes).exact, eyes, timeout=60)


async def test_a_text_that_kept_changing_is_seen_when_it_comes_true(chromium: Browser) -> None:
    page = """<p id=p>0</p><script>let n = 0; const timer = setInterval(() => {
        p.firstChild.data = ++n < 60 ? n : "Done"; if (n === 60) clearInterval(timer) }, 50)</script>"""
    async with opened(chromium, page) as (_, eyes):
        assert await wait_until(STATEMENT, never, Jury(eyes).exact, eyes, timeout=600)


async def test_a_new_page_does_not_end_the_waiting(chromium: Browser) -> None:
    page = """<p>Old</p><script>const next = new Blob(["<p>Done"], {type: "text/html"});
        setTimeout(() => location.href = URL.createObjectURL(next), 200)</script>"""
    async with opened(chromium, page) as (_, eyes):
        assert await wait_until(STATEMENT, never, Jury(eyes).exact, eyes, timeout=20)


async def test_time_runs_out_with_the_statement_the_seconds_and_the_last_reason(chromium: Browser) -> None:
    async with opened(chromium, "<p>Working</p>") as (_, eyes):
        began = time.monotonic()
        with pytest.raises(OutOfTime, match=r"'the text \"Done\" is visible' .* 0\.7 s: no Done among 1"):
            await wait_until(STATEMENT, never, Jury(eyes).exact, eyes, timeout=0.7)
    assert time.monotonic() - began >= 0.7


async def test_a_still_screen_is_judged_by_the_model_once(chromium: Browser) -> None:
    async with opened(chromium, "<p>Working</p>") as (_, eyes):
        jury = Jury(eyes)
        began = time.monotonic()
        with pytest.raises(OutOfTime, match="no Done"):
            await wait_until(STATEMENT, jury.model, no_exact_answer, eyes, timeout=1.2, interval=0.1)
    assert time.monotonic() - began >= 1.2
    assert jury.questions == 1


async def test_the_model_is_asked_again_when_the_picture_changed(chromium: Browser) -> None:
    async with opened(chromium, "<p id=p>Working</p>") as (screen, eyes):
        jury = Jury(eyes)

        async def judge() -> Verdict:
            verdict = await jury.model()
            await screen.evaluate("p.textContent = 'Done'")
            return verdict

        verdict = await wait_until(STATEMENT, judge, no_exact_answer, eyes, timeout=60, interval=0.1)
    assert jury.questions == 2
    assert (verdict.source, verdict.usage) == ("model", Usage(calls=2, prompt_tokens=200))


async def test_what_is_only_drawn_is_noticed_too(chromium: Browser) -> None:
    async with opened(chromium, "<canvas id=c width=300 height=200></canvas>") as (screen, eyes):
        asked = 0

        async def judge() -> Verdict:
            nonlocal asked
            asked += 1
            await screen.evaluate("c.getContext('2d').fillRect(20, 20, 60, 12)")
            return Verdict(STATEMENT, asked == 2, "", "model")

        assert await wait_until(STATEMENT, judge, no_exact_answer, eyes, timeout=20, interval=0.1)


SPINNER = """<style>@keyframes turn { to { transform: rotate(360deg) } }</style>
<div style="width:40px;height:40px;border:6px solid #ccc;border-top-color:#06c;border-radius:50%%;
animation:turn 0.7s linear infinite"></div><p id=p>Working</p><script>%s</script>"""


async def test_a_spinner_alone_is_no_reason_to_ask_every_time(chromium: Browser) -> None:
    async with opened(chromium, SPINNER % "") as (_, eyes):
        jury = Jury(eyes)
        with pytest.raises(OutOfTime):
            await wait_until(STATEMENT, jury.model, no_exact_answer, eyes, timeout=4, interval=0.1)
    assert 2 <= jury.questions <= 12


async def test_what_is_drawn_beside_a_spinner_is_noticed(chromium: Browser) -> None:
    page = SPINNER % "" + "<canvas id=c width=700 height=400></canvas>"
    async with opened(chromium, page) as (screen, eyes):
        asked: list[bool] = []

        async def judge() -> Verdict:
            drawn = await screen.evaluate("!!window.drawn")
            asked.append(drawn)
            if len(asked) == 5:
                await screen.evaluate("() => { drawn = true; c.getContext('2d').fillRect(500, 300, 60, 12) }")
            return Verdict(STATEMENT, drawn, "", "model")

        assert await wait_until(STATEMENT, judge, no_exact_answer, eyes, timeout=60, interval=0.1)
    assert asked == [False] * 5 + [True]


async def test_a_blinking_cursor_is_no_change(chromium: Browser) -> None:
    async with opened(chromium, "<input id=i value=Hello autofocus><script>i.focus()</script>") as (_, eyes):
        jury = Jury(eyes)
        with pytest.raises(OutOfTime):
            await wait_until(STATEMENT, jury.model, no_exact_answer, eyes, timeout=2.5, interval=0.2)
    assert jury.questions == 1


async def test_what_cannot_be_told_is_not_true_yet(chromium: Browser) -> None:
    async def judge() -> Verdict:
        raise CannotTell("the basket is closed")

    async with opened(chromium, "<p>Working</p>") as (_, eyes):
        with pytest.raises(OutOfTime, match="the basket is closed"):
            await wait_until(STATEMENT, judge, no_exact_answer, eyes, timeout=0.3)


@pytest.mark.parametrize("error", [UnreadableReply("no verdict", raw="maybe"), ModelError("out of order")])
async def test_a_model_that_fails_ends_the_waiting_at_once(chromium: Browser, error: ModelError) -> None:
    async def judge() -> Verdict:
        raise error

    async with opened(chromium, "<p>Working</p>") as (_, eyes):
        with pytest.raises(type(error)):
            await wait_until(STATEMENT, judge, no_exact_answer, eyes, timeout=100)


async def test_a_closed_page_ends_the_waiting(chromium: Browser) -> None:
    async with opened(chromium, "<p>Working</p>") as (screen, eyes):

        async def close_and_read() -> Verdict | None:
            await screen.close()
            await eyes.tree()
            return None

        with pytest.raises(ScreenClosed):
            await wait_until(STATEMENT, never, close_and_read, eyes, timeout=100)


async def test_no_time_at_all_is_one_look() -> None:
    eyes = Eyes(FakeScreen([Text("Working", Box(0, 0, 90, 30))]), Mask())
    jury = Jury(eyes)
    with pytest.raises(OutOfTime, match="0 s"):
        await wait_until(STATEMENT, never, jury.exact, eyes, timeout=0)
    assert jury.readings == 1


async def test_the_end_has_a_look_of_its_own() -> None:
    screen = FakeScreen([Text("Working", Box(0, 0, 90, 30))])
    eyes = Eyes(screen, Mask())
    jury = Jury(eyes)

    async def finish_unnoticed() -> Verdict:
        verdict = await jury.model()
        screen._pages[screen.address] = (Text("Done", Box(0, 0, 90, 30)),)  # type: ignore[attr-defined]
        return verdict

    assert await wait_until(STATEMENT, finish_unnoticed, no_exact_answer, eyes, timeout=0.2, interval=60)
    assert jury.questions == 2


async def test_a_frozen_view_cannot_be_waited_on() -> None:
    eyes = Eyes(FakeScreen(), Mask())
    async with eyes.frozen():
        with pytest.raises(ConfigError, match="frozen"):
            await wait_until(STATEMENT, never, no_exact_answer, eyes, timeout=1)
