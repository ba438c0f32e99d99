"""What was filled in is sent only while the fields hold it: a page may put something else there meanwhile."""

from __future__ import annotations

import pytest
from replay_rig import Runs, Site, tap, type_text
from replies import say

from askonce.errors import ReplayFailed

PAY = """<h1>Pay</h1><label>Amount <input id=a {}></label><label><input type=checkbox id=r>Refundable</label>
<label>Class <select id=c><option>Economy<option>Business</select></label><label>To <input id=t {}></label>
<button onclick="m.textContent='Sent'">Send money</button><p id=m></p>"""
SEND = "send {amount} to {name}"
SENT = say(
    type_text("the field Amount", "{amount}"),
    tap("the box Refundable"),
    ("Select", {"target": "the list Class", "options": ["Business"]}),
    type_text("the field To", "{name}"),
    tap("the button Send money"),
    expect='visible "Sent"',
    done="ok",
)


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("a.value = '100.00'", "'Amount' holds '100.00', and no longer '55.50'"),
        ("r.checked = false", "'Refundable' is no longer checked"),
        ("c.value = 'Economy'", "'Class' holds 'Economy', and no longer 'Business'"),
    ],
)
async def test_nothing_is_sent_where_the_page_has_changed_what_was_filled_in(
    runs: Runs, site: Site, does: str, says: str
) -> None:
    site.pages["/"] = PAY.format("", "")
    async with runs.on(site.home, SENT) as agent:
        await agent.act(SEND, amount="12.00", name="Ann Hill")
    async with runs.on(site.home) as agent:
        assert (await agent.act(SEND, amount="55.50", name="Bob Miller")).how == "replayed"
    site.pages["/"] = PAY.format("", f'oninput="{does}"')
    async with runs.on(site.home, strategy="strict") as agent:
        with pytest.raises(ReplayFailed, match=says):
            await agent.act(SEND, amount="55.50", name="Bob Miller")
        assert "Sent" not in await agent.text()
    again = say(tap("the box Refundable"), tap("the button Send money"), expect='visible "Sent"', done="ok")
    async with runs.on(site.home, again) as agent:
        result = await agent.act(SEND, amount="55.50", name="Bob Miller")
        assert result.how == "asked"
        assert says in result.why


async def test_what_a_page_writes_otherwise_each_time_is_no_deviation(runs: Runs, site: Site) -> None:
    site.pages["/"] = PAY.format('onblur="a.value = `USD ${a.value}.00`"', "")
    async with runs.on(site.home, SENT) as agent:
        await agent.act(SEND, amount="12", name="Ann Hill")
    async with runs.on(site.home) as agent:
        assert (await agent.act(SEND, amount="55", name="Bob Miller")).how == "replayed"


async def test_a_form_that_is_emptied_by_a_button_may_be_empty_before_the_next(runs: Runs, site: Site) -> None:
    site.pages["/"] = """<h1>Cart</h1><label>Item <input id=i></label><label>Note <input id=n></label>
    <button onclick="m.textContent += ' Added ' + i.value; i.value = n.value = ''">Add it</button>
    <button onclick="m.textContent += ' Closed'">Close it</button><p id=m></p>"""
    done = say(
        type_text("the field Item", "{one}"),
        type_text("the field Note", "{note}"),
        tap("the button Add it"),
        type_text("the field Item", "{two}"),
        tap("the button Add it"),
        tap("the button Close it"),
        expect='visible "Closed"',
        done="ok",
    )
    for one in ("Teapot", "Kettle"):
        async with runs.on(site.home, *([done] if one == "Teapot" else [])) as agent:
            result = await agent.act("add {one} with {note} and {two}", one=one, note="As a gift", two="Saucer")
            assert result.how == ("asked" if one == "Teapot" else "replayed"), result.why
            assert f"Added {one} Added Saucer Closed" in await agent.text()


@pytest.mark.parametrize(
    ("does", "heal"),
    [("", [("Reload", {})]), ("oninput=\"a.value = '100.00'\"", [])],
    ids=["reloaded", "changed by the page"],
)
async def test_a_heal_that_sends_something_else_than_was_filled_in_is_not_learnt(
    runs: Runs, site: Site, does: str, heal: list[tuple[str, dict[str, object]]]
) -> None:
    site.pages["/"] = PAY.format("value=10", "")
    async with runs.on(site.home, SENT) as agent:
        await agent.act(SEND, amount="12.00", name="Ann Hill")
    known = runs.book.recordings
    site.pages["/"] = PAY.format("value=10", does).replace("Send money", "Pay it")
    press = say(tap("the button Pay it"), expect='visible "Sent"', done="ok")
    async with runs.on(site.home, *([say(*heal)] if heal else []), press, say(done="ok"), say(done="ok")) as agent:
        result = await agent.act(SEND, amount="55.50", name="Bob Miller")
        assert result.how == "asked"
        assert "not recorded: 'Amount' holds" in result.why
    assert runs.book.recordings == known
