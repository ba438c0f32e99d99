"""A planner that is asked for one step and does more: what it did is not done again by the recording."""

from __future__ import annotations

from typing import Any

import pytest
from replay_rig import Rig, Runs, Site, tap, type_text
from replies import Action, say

PAGE = """<label>Name <input id=who onkeydown="if (event.key == 'Enter') order()"></label>
<button onclick="checked.textContent = 'All fine'">{check}</button><p id=checked></p>
<button onclick="order()">Place order</button> <button onclick="order()">Buy now</button> <p id=note></p>
<script>window.orders = 0; function order() {{ orders++; note.textContent = '{message}' + {more} }}</script>"""
THANKS = {"message": "Thank you", "more": "''"}
COUNTED = {"message": "Orders: ", "more": "orders"}
"""The message holds a number, so that nothing of it is expected."""
ORDER = "order for {name}"
VERIFY, PLACE, BUY = tap("the button Verify"), tap("the button Place order"), tap("the button Buy now")
ENTER: Action = "Press", {"keys": "Enter", "target": "the field Name"}
FINE, PLACED = 'visible "All fine"', 'visible "{message}"'


async def record(runs: Runs, site: Site, message: dict[str, str]) -> None:
    """Record three steps, the last of which places an order; then the second has another name."""

    async def order() -> None:
        steps = type_text("the field Name", "{name}"), tap("the button Check"), PLACE
        async with runs.on(site.home, say(*steps), say(done="ordered")) as agent:
            await agent.act(ORDER, name="Ann")

    site.pages["/"] = PAGE.format(check="Check", **message)
    await runs.once(message["message"], order)
    site.pages["/"] = PAGE.format(check="Verify", **message)


async def count_orders(agent: Rig) -> Any:
    return await agent.screen.evaluate("() => window.orders")


HEALS = {
    "same button": (say(VERIFY, PLACE, expect=PLACED, done="all of it"),),
    "in two rounds": (say(VERIFY), say(PLACE), say(done="all of it")),
    "another button": (say(VERIFY, BUY, expect=PLACED, done="all of it"),),
    "instead": (say(BUY), say(done="bought at once")),
    "Enter": (say(VERIFY, ENTER, expect=PLACED, done="all of it"),),
    "typed with Enter": (say(VERIFY, type_text("the field Name", "Bob", enter=True), expect=PLACED, done="all of it"),),
}


@pytest.mark.parametrize(("message", "heals"), [(COUNTED, list(HEALS)), (THANKS, ["another button"])])
async def test_a_heal_that_also_orders_leads_to_one_order(
    runs: Runs, site: Site, message: dict[str, str], heals: list[str]
) -> None:
    await record(runs, site, message)
    ordered = "Orders: 1" if message is COUNTED else "Thank you"
    told = [reply for heal in heals for reply in (*HEALS[heal], say(done="it was ordered"))]
    replies = [reply.replace("{message}", ordered) for reply in told]
    async with runs.on(site.home, *replies, strategy="read-only") as agent:
        for heal in heals:
            await agent.screen.navigate(site.home)
            before, result = agent.calls, await agent.act(ORDER, name="Bob")
            assert (heal, await count_orders(agent)) == (heal, 1)
            assert "the recording was left: more than this step was done" in result.why
            assert "do not repeat them:\n- Type(" in agent.asked()
            assert (heal, agent.calls - before) == (heal, len(HEALS[heal]) + 1)


async def test_the_effect_of_a_later_step_shows_that_a_heal_did_more(runs: Runs, site: Site) -> None:
    """The button says nothing of an order, and so does no step: only what is on the screen tells."""
    await record(runs, site, THANKS)
    site.pages["/"] = str(site.pages["/"]).replace("Buy now", "At once")
    async with runs.on(site.home, say(tap("the button At once")), say(done="ok"), say(done="it was ordered")) as agent:
        result = await agent.act(ORDER, name="Bob")
        assert await count_orders(agent) == 1
        assert 'visible "Thank you" is the effect of a later step' in result.why


async def test_an_effect_that_comes_after_the_heal_keeps_the_step_from_being_done_again(runs: Runs, site: Site) -> None:
    """The page answers when the next field is filled: nothing shows the order before that."""
    page = """<button onclick="late = 1">{}</button><label>Note <input id=n oninput="done()"></label>
<button onclick="window.orders++; m.textContent = 'Thank you'">Place order</button><p id=m></p>
<script>window.orders = 0; late = 0; function done() {{ if (late) {{ m.textContent = 'Thank you'; window.orders++ }} }}
</script>"""
    site.pages["/"] = page.format("Check").replace("late = 1", "1")
    steps = tap("the button Check"), type_text("the field Note", "x"), PLACE
    async with runs.on(site.home, say(*steps), say(done="ok")) as agent:
        await agent.act("order it")
    site.pages["/"] = page.format("Verify")
    replies = say(tap("the button Verify")), say(done="ok"), say(done="it was ordered")
    async with runs.on(site.home, *replies) as agent:
        result = await agent.act("order it")
        assert (result.how, await count_orders(agent)) == ("healed", 1)
        assert 'visible "Thank you" is met already, before the step' in result.why


BANNER = "<dialog id=b>We use cookies <button onclick=b.close()>Accept</button></dialog><script>b.showModal()</script>"


@pytest.mark.parametrize("banner", ["", BANNER], ids=["nothing", "a banner"])
async def test_a_heal_that_does_its_step_goes_on_as_recorded(runs: Runs, site: Site, banner: str) -> None:
    """Also where something in the way was removed first."""
    await record(runs, site, THANKS)
    site.pages["/"] = f"{site.pages['/']}{banner}"
    freed = say(tap("the button Accept"), type_text("the field Name", "{name}"), expect='gone "cookies"', done="ok")
    heals = [*([freed] if banner else []), say(VERIFY, expect=FINE, done="ok")]
    async with runs.on(site.home, *heals) as agent:
        result = await agent.act(ORDER, name="Bob")
        assert (result.how, await count_orders(agent), agent.calls) == ("healed", 1, len(heals))
