"""Where the elements of a recorded step are; what is typed without naming a field goes into the recorded one alone."""

from __future__ import annotations

from contextlib import suppress

import pytest
from replay_rig import Runs, Site, tap, type_text
from replies import say

from askonce.errors import ActFailed, ReplayFailed

PAGE = """<h1>Pay</h1><label>Name <input id=who></label><label>Amount <input id=amount onfocus="{}"></label>
<button id=other>Other</button>"""
TYPED = say(tap("the field Amount"), ("Type", {"text": "{amount}"}))


async def _record(runs: Runs, site: Site) -> None:
    async def enter() -> None:
        async with runs.on(site.home, TYPED, say(done="ok")) as agent:
            await agent.act("enter {amount}", amount="12.50")

    site.pages["/"] = PAGE.format("")
    await runs.once("amount", enter)


@pytest.mark.parametrize("moves", ["who.focus()", "setTimeout(()=>who.focus())", "this.blur()", "other.focus()"])
async def test_nothing_is_typed_where_the_focus_is_not_in_the_recorded_field(
    runs: Runs, site: Site, moves: str
) -> None:
    await _record(runs, site)
    site.pages["/"] = PAGE.format(moves)
    async with runs.on(site.home, strategy="strict") as agent:
        with pytest.raises(ReplayFailed, match=r"does not have the focus|had no effect"):
            await agent.act("enter {amount}", amount="12.50")
        assert await agent.screen.page.evaluate("who.value + amount.value") == ""


async def test_what_is_typed_where_the_focus_is_goes_into_the_recorded_field(runs: Runs, site: Site) -> None:
    await _record(runs, site)
    site.pages["/"] = PAGE.format("").replace("<h1>", "<label>Coupon <input></label><h1>")
    async with runs.on(site.home, strategy="strict") as agent:
        assert (await agent.act("enter {amount}", amount="7.10")).how == "replayed"
        assert await agent.screen.page.evaluate("who.value + '|' + amount.value") == "|7.10"


SENT = """<label>Name <input id=who onkeydown="if (event.key === 'Enter') said.textContent = 'Sent ' + value"></label>
<button id=bin onclick="window.pressed = true">Delete</button><p id=said></p><script>who.oninput = () => {}</script>"""
ENTER = say(
    type_text("the field Name", "{who}"), ("Press", {"keys": "Enter"}), expect='visible "Sent {who}"', done="ok"
)
MOVES = ["bin.focus()", "setTimeout(() => bin.focus(), 60)", "fetch('/').then(() => bin.focus())"]


@pytest.mark.parametrize("moves", MOVES)
async def test_enter_after_a_text_comes_to_its_field_or_nowhere(runs: Runs, site: Site, moves: str) -> None:
    site.pages["/"] = SENT
    async with runs.on(site.home, ENTER, say(done="ok")) as agent:
        await agent.act("send it to {who}", who="Ann")
        assert agent.calls == 1
    site.pages["/"] = SENT.replace("oninput = () => {}", f"oninput = () => {moves}")
    async with runs.on(site.home, strategy="strict") as agent:
        with suppress(ReplayFailed):
            await agent.act("send it to {who}", who="Bob")
        assert await agent.screen.page.evaluate("window.pressed") is None


@pytest.mark.parametrize("moves", MOVES)
async def test_a_planner_that_presses_enter_after_a_text_is_told_where_the_focus_went(
    runs: Runs, site: Site, moves: str
) -> None:
    site.pages["/"] = SENT.replace("oninput = () => {}", f"oninput = () => {moves}")
    async with runs.on(site.home, ENTER, say(failed="no"), say(failed="no")) as agent:
        with suppress(ActFailed):
            await agent.act("send it to {who}", who="Bob")
        assert await agent.screen.page.evaluate("window.pressed") is None


async def test_keys_come_to_the_recorded_button_and_to_no_other(runs: Runs, site: Site) -> None:
    page = (
        """<button id=save onclick="said.textContent = 'Saved'">Save</button><button>Delete</button><p id=said></p>"""
    )
    keys = say(("Press", {"keys": "Tab"}), ("Press", {"keys": "Enter"}), expect='visible "Saved"', done="ok")
    site.pages["/"] = page
    async with runs.on(site.home, keys, say(done="ok")) as agent:
        await agent.act("save")
    async with runs.on(site.home, strategy="strict") as agent:
        assert (await agent.act("save")).how == "replayed"
    site.pages["/"] = page.replace("<button id=save", "<button>New</button><button id=save")
    async with runs.on(site.home, strategy="strict") as agent:
        with pytest.raises(ReplayFailed, match="does not have the focus"):
            await agent.act("save")


async def test_a_field_that_did_not_keep_what_was_typed_where_the_focus_was_is_told(runs: Runs, site: Site) -> None:
    await _record(runs, site)
    site.pages["/"] = PAGE.format("").replace("id=amount", "id=amount oninput=\"who.value=value;value=''\"")
    async with runs.on(site.home, strategy="strict") as agent:
        with pytest.raises(ReplayFailed, match=r'field "Amount" is "12.50" is not met'):
            await agent.act("enter {amount}", amount="12.50")
