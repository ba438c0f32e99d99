"""What was filled in is sent only while the fields hold it: a page may put something else there meanwhile."""

from __future__ import annotations

import pytest
from replay_rig import Runs, Site, tap, type_text
from replies import say

from askonce.errors import ModelUnavailable, ReplayFailed
from askonce.geometry import Box
from askonce.planning.held_fields import HeldFields
from askonce.recordings.recording import RecordedStep
from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation
from askonce.screens.eyes import Eyes
from askonce.screens.fake import FakeScreen
from askonce.values import Mask

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


async def _record_payment(runs: Runs, site: Site, amount: str = "") -> None:
    async def pay() -> None:
        async with runs.on(site.home, SENT) as agent:
            await agent.act(SEND, amount="12.00", name="Ann Hill")

    site.pages["/"] = PAY.format(amount, "")
    await runs.once(f"payment {amount}", pay)


@pytest.mark.parametrize(
    ("does", "says", "refill"),
    [
        (
            "a.value = '100.00'",
            "'Amount' holds '100.00', and no longer '55.50'",
            type_text("the field Amount", "{amount}"),
        ),
        (
            "a.value = a.value.replace('.', '')",
            "'Amount' holds '5550', and no longer '55.50'",
            type_text("the field Amount", "{amount}"),
        ),
        (
            "a.outerHTML = '<input id=a>'",
            "'Amount' holds '', and no longer '55.50'",
            type_text("the field Amount", "{amount}"),
        ),
        ("r.checked = false", "'Refundable' is no longer checked", tap("the box Refundable")),
        (
            "c.value = 'Economy'",
            "'Class' holds 'Economy', and no longer 'Business'",
            ("Select", {"target": "the list Class", "options": ["Business"]}),
        ),
    ],
)
async def test_nothing_is_sent_where_the_page_has_changed_what_was_filled_in(
    runs: Runs, site: Site, does: str, says: str, refill: tuple[str, dict[str, object]]
) -> None:
    await _record_payment(runs, site)
    async with runs.on(site.home) as agent:
        assert (await agent.act(SEND, amount="55.50", name="Bob Miller")).how == "replayed"
    site.pages["/"] = PAY.format("", f'oninput="{does}"')
    async with runs.on(site.home, strategy="strict") as agent:
        with pytest.raises(ReplayFailed, match=says):
            await agent.act(SEND, amount="55.50", name="Bob Miller")
        assert "Sent" not in await agent.text()
    send = tap("the button Send money")
    async with runs.on(site.home, say(send), say(refill, send), say(done="ok")) as agent:
        result = await agent.act(SEND, amount="55.50", name="Bob Miller")
        assert result.how == "asked"
        assert says in result.why
        assert f"not run, it may send this: {says}" in agent.asked(1)
        assert "Sent" not in agent.asked(1)
        held = await agent.screen.page.evaluate("[a.value, r.checked, c.value, t.value]")
        assert held == ["55.50", True, "Business", "Bob Miller"]
        assert "Sent" in await agent.text()


async def test_a_planner_that_calls_it_done_is_told_once_that_nothing_was_sent(runs: Runs, site: Site) -> None:
    await _record_payment(runs, site)
    site.pages["/"] = PAY.format("", "oninput=\"a.value = '100.00'\"")
    send = tap("the button Send money")
    async with runs.on(site.home, say(send), say(done="sent"), say(done="it was sent before")) as agent:
        assert "not recorded" in (await agent.act(SEND, amount="55.50", name="Bob Miller")).why
    replies = say(send), say(done="sent"), say(type_text("the field Amount", "{amount}"), send), say(done="ok")
    async with runs.on(site.home, *replies) as agent:
        await agent.act(SEND, amount="55.50", name="Bob Miller")
        assert "your <complete> was not taken: something was not run, and nothing was sent since" in agent.asked(2)
        assert "Sent" in await agent.text()


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
async def test_a_heal_sends_nothing_else_than_was_filled_in_and_is_not_learnt_where_it_says_so(
    runs: Runs, site: Site, does: str, heal: list[tuple[str, dict[str, object]]]
) -> None:
    await _record_payment(runs, site, "value=10")
    known = runs.book.recordings
    site.pages["/"] = PAY.format("value=10", does).replace("Send money", "Pay it")
    press = say(tap("the button Pay it"), expect='visible "Sent"', done="ok")
    replies = [*([say(*heal)] if heal else []), press, *([say(done="ok")] * 3)]
    async with runs.on(site.home, *replies) as agent:
        result = await agent.act(SEND, amount="55.50", name="Bob Miller")
        assert result.how == "asked"
        assert "not recorded: 'Amount' holds" in result.why
        assert "Sent" not in await agent.text()
    assert runs.book.recordings == known


class LongPage(FakeScreen):
    """A page with a field out of view, which counts how often all of it is read."""

    readings = 0

    async def tree(self) -> Tree:
        return Tree((), await self.size(), below=900)

    async def whole_tree(self) -> Tree:
        self.readings += 1
        return Tree((AMOUNT,), await self.size(), below=900)

    async def reveal(self, number: int) -> bool:
        return False


AMOUNT = Node(number=1, role="textbox", name="Amount", box=Box(20, 1200, 90, 20), value="5")


async def test_a_page_that_was_just_read_in_full_is_not_read_again_for_a_field_out_of_view() -> None:
    screen, held = LongPage([]), HeldFields()
    expects = (Expectation(kind="field", text="Amount", value="55"),)
    held.note(0, RecordedStep(action="Type", params={}, expects=expects), AMOUNT, expects)
    eyes = Eyes(screen, Mask())
    await eyes.whole_tree()
    assert "'Amount' holds '5'" in await held.lost_on(eyes)
    assert screen.readings == 1
    eyes.blink()
    assert "'Amount' holds '5'" in await held.lost_on(eyes)
    assert screen.readings == 2


STEPS = """<h1>Cart</h1><label>Item <input id=i></label><label>Note <input id=n></label>
<button onclick="{}">{}</button><button onclick="m.textContent += ' Closed'">{}</button><p id=m></p>"""
ADDING = say(
    type_text("the field Item", "{item}"),
    type_text("the field Note", "{note}"),
    tap("the button Add it"),
    tap("the button Close it"),
    expect='visible "Closed"',
    done="ok",
)
ADDED = "m.textContent = 'Added ' + i.value; i.value = n.value = ''"


async def _record_adding(runs: Runs, site: Site) -> None:
    async def add() -> None:
        async with runs.on(site.home, ADDING) as agent:
            await agent.act("add {item} with {note}", item="Teapot", note="As a gift")

    site.pages["/"] = STEPS.format(ADDED, "Add it", "Close it")
    await runs.once("adding", add)


async def test_what_a_planner_sends_in_a_heal_may_be_emptied_by_that(runs: Runs, site: Site) -> None:
    await _record_adding(runs, site)
    site.pages["/"] = STEPS.format(ADDED, "Put in", "Finish")
    heals = [say(tap("the button Put in")), say(done="ok"), say(tap("the button Finish")), say(done="ok")]
    async with runs.on(site.home, *heals) as agent:
        result = await agent.act("add {item} with {note}", item="Kettle", note="As a gift")
        assert "Added Kettle Closed" in await agent.text()
        assert result.how == "healed"


async def test_what_another_press_of_a_planner_put_into_a_field_is_not_sent(runs: Runs, site: Site) -> None:
    await _record_adding(runs, site)
    site.pages["/"] = STEPS.format(ADDED, "Put in", "Close it") + "<button onclick=\"n.value='None'\">Check it</button>"
    heals = [say(tap("the button Check it")), say(tap("the button Put in")), ModelUnavailable("no more")]
    async with runs.on(site.home, *heals) as agent:
        with pytest.raises(ModelUnavailable):
            await agent.act("add {item} with {note}", item="Kettle", note="As a gift")
        assert "Added" not in await agent.text()
        assert "'Note' holds 'None', and no longer 'As a gift'" in agent.asked()


async def test_a_dialog_in_the_way_is_closed_before_a_field_is_filled_again(runs: Runs, site: Site) -> None:
    await _record_payment(runs, site)
    told = """<dialog id=d>The amount was changed.<button onclick="d.close()">Okay</button></dialog>"""
    site.pages["/"] = PAY.format("", "oninput=\"a.value='1.00';d.showModal()\"") + told
    heals = [
        say(tap("the button Okay")),
        say(type_text("the field Amount", "{amount}"), tap("the button Send money")),
        say(done="ok"),
    ]
    async with runs.on(site.home, *heals) as agent:
        await agent.act(SEND, amount="55.50", name="B")
        assert await agent.screen.page.evaluate("a.value + m.textContent") == "55.50Sent"


DIALOG = "<p>Two accounts</p><div role=dialog aria-modal=true aria-label=Pay>{}</div>"
ASKED = """{}<dialog id=d>Send it now?<button onclick="m.textContent='Sent';d.close()">Send</button></dialog>"""


@pytest.mark.parametrize(
    ("form", "opens", "button"),
    [
        (DIALOG, "", "Send money"),
        (f"<div role=dialog aria-label=Outer>{DIALOG}</div>", "", "Send money"),
        (ASKED, "d.showModal()", "Send"),
    ],
    ids=["in a dialog", "in two dialogs", "sent by a dialog"],
)
async def test_a_form_that_is_sent_in_a_dialog_is_not_sent_either(
    runs: Runs, site: Site, form: str, opens: str, button: str
) -> None:
    async def pay() -> None:
        async with runs.on(site.home, SENT) as agent:
            await agent.act(SEND, amount="12.00", name="Ann Hill")

    site.pages["/"] = form.format(PAY.format("", ""))
    await runs.once(f"payment in {form}", pay)
    site.pages["/"] = form.format(PAY.format("", f"oninput=\"a.value='100.00';{opens}\""))
    press = say(tap(f"the button {button}"))
    async with runs.on(site.home, press, ModelUnavailable("no more")) as agent:
        with pytest.raises(ModelUnavailable):
            await agent.act(SEND, amount="55.50", name="Bob")
        assert "not run, it may send this: 'Amount' holds '100.00'" in agent.asked()
        assert await agent.screen.page.evaluate("m.textContent") == ""
