"""Where the elements of a recorded step are; what is typed without naming a field goes into the recorded one alone."""

from __future__ import annotations

import pytest
from replay_rig import Runs, Site, tap
from replies import say

from askonce.errors import ReplayFailed

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


async def test_a_field_that_did_not_keep_what_was_typed_where_the_focus_was_is_told(runs: Runs, site: Site) -> None:
    await _record(runs, site)
    site.pages["/"] = PAGE.format("").replace("id=amount", "id=amount oninput=\"who.value=value;value=''\"")
    async with runs.on(site.home, strategy="strict") as agent:
        with pytest.raises(ReplayFailed, match=r'field "Amount" is "12.50" is not met'):
            await agent.act("enter {amount}", amount="12.50")
