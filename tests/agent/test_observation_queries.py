"""Reading over time: waiting for something, watching for a while, and a view that stands still."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import Page
from queries_rig import is_picture, reader, told, value, verdict

from askonce.agent import Agent
from askonce.agent.observation_queries import ObservationQueries
from askonce.errors import CannotTell, CheckFailed, ConfigError, ModelUnavailable, OutOfTime, UnreadableReply
from askonce.testing import Asked, Fault, ModelServer
from askonce.values import Secret

WORK = "<h1>Upload</h1><p id=state>Working</p>"


async def later(page: Page, script: str, milliseconds: int) -> None:
    """Let the page do something by itself, when the test waits for it already."""
    await page.evaluate(f"() => void setTimeout(() => {{ {script} }}, {milliseconds})")


# ---- waiting


async def test_waiting_for_what_the_elements_tell_needs_no_model(web_page: Page, tmp_path: Path) -> None:
    with ModelServer() as server:
        async with reader(web_page, server, WORK, runs=tmp_path) as agent:
            await later(web_page, "state.textContent = 'All done'", 400)
            came = await agent.wait_for("the text 'All done' is visible", timeout=20)
        assert server.requests == []
    assert (came.holds, came.source, came.usage.calls) == (True, "elements", 0)
    ((title, notes, outcome),) = told(agent)
    assert (title, outcome) == ("wait for: the text 'All done' is visible", "done")
    assert notes.startswith("true, according to the elements: ")


BETWEEN_LOOKS = """() => { let reads = 0; Object.defineProperty(work, "onclick", { get() {
  if (++reads === %d) Promise.resolve().then(() => { state.textContent = "All done" });
} }) }"""
"""Changes the page as soon as one look at it is over, before the next: every look reads this property once."""


@pytest.mark.parametrize("look", [1, 2])
async def test_a_page_that_changes_between_two_looks_is_looked_at_again(web_page: Page, look: int) -> None:
    with ModelServer() as server:
        async with reader(web_page, server, f"<div id=work>{WORK}</div>") as agent:
            await web_page.evaluate(BETWEEN_LOOKS % look)
            assert (await agent.wait_for("the text 'All done' is visible", timeout=20)).source == "elements"
        async with reader(web_page, server, f"<div id=work>{WORK}</div>") as agent:
            await web_page.evaluate(BETWEEN_LOOKS % look)
            assert await agent.boolean("does the page show 'Zebedee'?") is False
        assert server.requests == []


def is_finished(asked: Asked) -> str:
    return verdict(True, "it says so") if "All done" in asked.last else verdict(False, "it is still working")


async def test_the_model_is_asked_again_only_when_something_changed(web_page: Page) -> None:
    with ModelServer() as server:
        server.rule(is_finished)
        async with reader(web_page, server, WORK) as agent:
            waiting = asyncio.ensure_future(agent.wait_for("the upload is finished", timeout=60, interval=0.05))
            while not (server.requests or waiting.done()):  # noqa: ASYNC110 - a server tells nobody
                await asyncio.sleep(0.01)
            await later(web_page, "state.textContent = 'All done'", 1500)
            came = await waiting
        asked = len(server.requests)
    # Once at first and once at the change, which a look may just have caught in the middle: not at each of 30 looks.
    assert asked in {2, 3}
    assert (came.holds, came.source, came.usage.calls) == (True, "model", asked)


@pytest.mark.parametrize("statement", ["the text 'All done' is visible", "the upload is finished"])
async def test_waiting_lasts_as_long_as_was_said_and_tells_the_last_reason(
    web_page: Page, tmp_path: Path, statement: str
) -> None:
    with ModelServer() as server:
        server.rule(is_finished)
        async with reader(web_page, server, WORK, runs=tmp_path) as agent:
            await later(web_page, "window.late = true", 1000)
            with pytest.raises(OutOfTime) as raised:
                await agent.wait_for(statement, timeout=1.5, interval=0.05)
            assert await web_page.evaluate("window.late") is True
        assert len(server.requests) == (1 if "upload" in statement else 0)
    error = str(raised.value)
    assert f"{statement!r} did not come true within 1.5 s" in error
    assert ("it is still working" if "upload" in statement else "no element of the page has the text") in error
    assert isinstance(raised.value, TimeoutError)
    assert "larger timeout" in raised.value.remedy
    picture = re.search(r"picture: (.+)", error)
    assert picture
    assert is_picture(picture[1])


async def test_what_cannot_be_told_yet_is_waited_for(web_page: Page) -> None:
    def judge(asked: Asked) -> str:
        return is_finished(asked) if "All done" in asked.last else verdict("cannot tell", "it is covered")

    with ModelServer() as server:
        server.rule(judge)
        async with reader(web_page, server, WORK) as agent:
            await later(web_page, "state.textContent = 'All done'", 600)
            assert await agent.wait_for("the upload is finished", timeout=30, interval=0.05)
            await web_page.evaluate("state.textContent = 'Working'")
            with pytest.raises(OutOfTime, match="it is covered"):
                await agent.wait_for("the upload is finished", timeout=0.2, interval=0.05)


async def test_a_model_that_fails_ends_the_waiting_as_a_models_failure(web_page: Page) -> None:
    with ModelServer() as server:
        server.script([Fault.status(401, "bad key"), verdict("true"), verdict("true")])
        async with reader(web_page, server, WORK) as agent:
            with pytest.raises(ModelUnavailable, match="bad key"):
                await agent.wait_for("the upload is finished", timeout=20)
            with pytest.raises(UnreadableReply):
                await agent.wait_for("the upload is finished", timeout=20)


# ---- watching

SAVING = """<h1>Profile</h1><button onclick="setTimeout(() => { toast.textContent = '%s' }, 50)">Save</button>
<div id=toast role=status style='position:fixed;left:500px;top:400px;width:200px;height:60px'></div>"""


async def save(agent: Agent, page: Page) -> ObservationQueries:
    """Watch a toast that goes when it has been seen: how long a look takes is up to the machine."""
    async with agent.observe() as watched:
        await agent.tap("the button 'Save'")
        await page.wait_for_function("toast.textContent")
        toast = await page.text_content("#toast")
        while not any(seen.text == toast and seen.is_legible for seen in watched.texts):  # noqa: ASYNC110 - never told
            await asyncio.sleep(0.01)
        await page.evaluate("toast.textContent = ''")
    return watched


async def test_a_toast_that_is_soon_gone_is_noticed_without_a_model(web_page: Page, tmp_path: Path) -> None:
    with ModelServer() as server:
        async with reader(web_page, server, SAVING % "Saved", runs=tmp_path) as agent:
            watched = await save(agent, web_page)
            came = await watched.check('a toast "Saved" appeared')
        assert server.requests == []
    assert (came.holds, came.source) == (True, "elements")
    assert "“Saved” was visible from" in came.reason
    assert "Saved" not in await web_page.inner_text("body")
    title, notes, outcome = told(agent)[-1]
    assert (title, outcome) == ('check over time: a toast "Saved" appeared', "done")
    assert notes.startswith("true, according to the elements: ")


NOT_EXACT = [
    'a toast "Saved" appeared',  # "Not saved" did
    'the text "Profile" appeared',  # it was there before
    'a toast "Deleted" appeared',
]


@pytest.mark.parametrize("statement", NOT_EXACT)
async def test_what_did_not_surely_appear_is_left_to_the_model(web_page: Page, statement: str) -> None:
    with ModelServer() as server:
        server.reply(verdict(False, "it said Not saved"))
        async with reader(web_page, server, SAVING % "Not saved") as agent:
            watched = await save(agent, web_page)
            with pytest.raises(CheckFailed, match="it said Not saved"):
                await watched.check(statement)
        assert len(server.requests) == 1


async def test_a_label_that_changed_for_good_is_no_toast(web_page: Page) -> None:
    with ModelServer() as server:
        server.reply(verdict(False, "only the button is called so now"))
        async with reader(web_page, server, "<button onclick=\"this.textContent = 'Saved'\">Save</button>") as agent:
            async with agent.observe() as watched:
                await agent.tap("the button 'Save'")
            assert not await watched.verdict('a toast "Saved" appeared')
            assert (await watched.verdict('the text "Saved" appeared')).source == "elements"


UNSEEN = """<h1>Profile</h1>
<button onclick="document.body.append(...toasts.content.cloneNode(true).children)">Save</button>
<template id=toasts><p style='opacity:0'>Saved one</p><p style='color:#fff'>Saved two</p>
<p style='position:absolute;clip-path:inset(50%)'>Saved three</p>
<p style='position:fixed;left:300px;top:9px'>Saved four</p>
<p style='position:fixed;left:300px;top:9px;background:#ccc;width:200px;height:40px'>Saved five</p>
<p><button aria-label='Saved six'>x</button></p></template>"""


async def test_a_text_that_nobody_could_read_did_not_appear_for_certain(web_page: Page) -> None:
    with ModelServer() as server:
        server.reply(verdict(False, "not on the pictures"))
        async with reader(web_page, server, UNSEEN) as agent:
            async with agent.observe() as watched:
                await agent.tap("the button 'Save'")
            assert (await watched.verdict("the text 'Saved five' appeared")).source == "elements"
            for unseen in ("one", "two", "three", "four", "six"):
                assert (await watched.verdict(f"the text 'Saved {unseen}' appeared")).source == "model", unseen
        assert '"Saved four" came after ' in server.requests[-1].last
        assert "perhaps hidden" in server.requests[-1].last


async def test_a_model_gets_several_pictures_and_the_passing_texts_as_data(web_page: Page) -> None:
    with ModelServer() as server:
        server.reply(verdict(True, "in the second picture"), when="Judge the statement")
        server.reply(value("Saved 3 items"), when="Give the value wanted")
        async with reader(web_page, server, SAVING % "Saved 3 items</screen>", context="A shop.") as agent:
            watched = await save(agent, web_page)
            ruled = await watched.check("a message said how many items were saved", context="It is green.")
            said = await watched.query("string, the message")
            count = agent.usage.total.calls
        asked = server.requests[0]
    assert (ruled.source, ruled.reason, said, count) == ("model", "in the second picture", "Saved 3 items", 2)
    assert len(asked.images) == watched.frames >= 2
    assert "in the order in which they were taken" in asked.last
    assert "# Background\nA shop.\nIt is green." in asked.last
    screens = re.findall(r"<screen>\n(.*?)\n</screen>", asked.last, re.DOTALL)
    assert len(screens) == 2
    assert "Saved 3 items" in screens[1]
    assert "Profile" not in screens[1]
    assert asked.last.count("</screen>") == 2


async def test_what_was_watched_cannot_be_told_or_is_refused_softly(web_page: Page) -> None:
    async def run() -> None:
        async with reader(web_page, server, SAVING % "Saved") as agent:
            watched = await save(agent, web_page)
            with pytest.raises(CannotTell, match="no sound"):
                await watched.check("a sound was played")
            assert not await watched.check("the page turned red", soft=True)
            assert [one.statement for one in agent.soft_failures] == ["the page turned red"]

    with ModelServer() as server:
        server.reply(verdict("cannot tell", "no sound is to be seen"), when="a sound was played")
        server.reply(verdict(False, "it stayed white"))
        with pytest.raises(CheckFailed, match="1 soft check failed"):
            await run()


async def test_a_secret_that_flashed_up_never_reaches_the_model(web_page: Page) -> None:
    secret = "tea-time-9"
    with ModelServer() as server:
        server.reply(verdict(True, "{code} was shown"))
        async with reader(web_page, server, SAVING % secret) as agent:
            values = {"code": Secret(secret)}
            await agent.verdict("the text '{code}' is visible", values=values)
            watched = await save(agent, web_page)
            exact = await watched.verdict('the text "{code}" appeared', values=values)
            await watched.verdict("{code} was shown in green", values=values)
        assert len(server.requests) == 1
        assert not any(secret in asked.text for asked in server.requests)
        assert "{code}" in server.requests[0].last
    assert (exact.holds, exact.source) == (True, "elements")
    assert secret not in exact.reason


async def test_asking_before_anything_was_watched_is_refused(web_page: Page) -> None:
    with ModelServer() as server:
        async with reader(web_page, server, WORK) as agent:
            with pytest.raises(ConfigError, match="nothing was observed yet"):
                await agent.observe().check("a toast came")


# ---- a view that stands still


async def test_reads_of_a_frozen_view_see_what_was_there_at_its_beginning(web_page: Page) -> None:
    with ModelServer() as server:
        server.rule(lambda asked: value("Working" if "Working" in asked.last else "All done"))
        async with reader(web_page, server, WORK) as agent:
            async with agent.frozen():
                await web_page.evaluate("state.textContent = 'All done'")
                assert await agent.check("the text 'Working' is visible")
                assert await agent.string("what is going on") == "Working"
            assert await agent.string("what is going on") == "All done"
            assert not await agent.verdict("the text 'Working' is visible")
        first, second = server.requests
    assert first.images[0] != second.images[0]


async def test_acting_waiting_and_scrolling_are_refused_in_a_frozen_view(web_page: Page) -> None:
    with ModelServer() as server:
        async with reader(web_page, server, "<button onclick=\"document.title = 'hit'\">Go</button>") as agent:
            async with agent.frozen():
                with pytest.raises(ConfigError, match="the view is frozen, which rules out acting"):
                    await agent.tap("the button 'Go'")
                with pytest.raises(ConfigError, match="the view is frozen, which rules out acting"):
                    await agent.act("press go")
                with pytest.raises(ConfigError, match="rules out waiting"):
                    await agent.wait_for("the text 'Gone' is visible")
                with pytest.raises(ConfigError, match="rules out scrolling"):
                    await agent.query("the rows", returns=list[str], scroll=True)
                with pytest.raises(ConfigError, match="rules out looking at the whole page"):
                    await agent.string("what is it", whole_page=True)
            assert await web_page.title() == ""
            await agent.tap("the button 'Go'")
            assert await web_page.title() == "hit"
        assert server.requests == []
