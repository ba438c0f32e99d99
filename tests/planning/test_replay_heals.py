# ruff: noqa: E501 - markup reads better unwrapped
"""Where reality is not as it was, one step goes to the model, and the recording is mended."""

from __future__ import annotations

import pytest
from named_cases import cases
from replay_rig import Answer, Asked, Runs, Site, redirect, tap, type_text
from replies import say

from askonce.errors import GaveUp, ModelError, ModelUnavailable, ReplayFailed
from askonce.history import PlannerQuestion, RecordingAbandoned

FORM = """<label>Name <input id=who></label><button onclick="note.textContent='Hello ' + who.value + '!';
more.hidden=false">{}</button><p id=note></p><button id=more hidden onclick="note.textContent='All is well'">More</button>"""
GREET = "greet {name} and go on"
GREETED = say(
    type_text("the field Name", "{name}"),
    tap("the button Greet"),
    tap("the button More"),
    expect='visible "All is well"',
    done="ok",
    log="Greet and go on.",
)


async def _record_greeting(runs: Runs, site: Site) -> None:
    async def greet() -> None:
        async with runs.on(site.home, GREETED) as agent:
            await agent.act(GREET, name="Ann")

    site.pages["/"] = FORM.format("Greet")
    await runs.once("greeting", greet)


async def test_a_renamed_button_costs_one_question_about_that_step_alone(runs: Runs, site: Site) -> None:
    await _record_greeting(runs, site)
    site.pages["/"] = FORM.format("Say hello")
    healed = say(tap("the button Say hello"), expect='visible "Hello Bob!"', done="ok", log="Say hello.")
    async with runs.on(site.home, healed) as agent:
        result = await agent.act(GREET, name="Bob")
        assert (result.how, agent.calls, len(result.steps)) == ("healed", 1, 3)
        assert result.why == (
            "step 2 of 3, Tap(the button Greet), as a part of: Greet and go on.: there is no button 'Greet'"
        )
        question = agent.asked()
        assert "\n- Type(the field Name, text='Bob'), as a part of: Greet and go on.\n" in question
        assert "Now this step could not be done: there is no button 'Greet'\n> Tap(the button Greet)" in question
        assert "repeated automatically:\n- Tap(the button More)" in question
        assert "All is well" in await agent.text()
        assert [one.text for one in agent.heard.of("noted")] == [f"not as recorded: {result.why}"]
        assert agent.heard.of("act-ended")[-1].why == result.why
    assert [one.anchors["target"].name for one in runs.book.recordings[0].steps] == ["Name", "Say hello", "More"]
    async with runs.on(site.home) as agent:
        again = await agent.act(GREET, name="Zoë")
        assert (again.how, again.why, agent.calls) == ("replayed", "", 0)


async def test_an_effect_that_is_missing_is_asked_about_and_never_passed_over(runs: Runs, site: Site) -> None:
    form = "<form method=post action=/save><label>Code <input name=code></label><button>Save</button></form>"

    def save(asked: Asked) -> Answer | str:
        return redirect("/saved") if asked.form["code"].isdigit() else form + "<p role=alert>Digits only</p>"

    site.pages = {"/": form, "/save": save, "/saved": "<h1>Saved</h1>"}
    done = say(type_text("the field Code", "{code}"), tap("the button Save"), expect='visible "Saved"', done="ok")
    async with runs.on(site.home, done) as agent:
        await agent.act("save {code}", code="12")
    before = runs.file.read_bytes()
    failed = say(failed="it says: digits only")
    async with runs.on(site.home, failed, failed) as agent:
        with pytest.raises(GaveUp, match="digits only"):
            await agent.act("save {code}", code="x")
        assert "Now this step was done, but " in agent.asked(0)
        assert 'address "/saved" is not met' in agent.asked(0)
        assert "Digits only" in agent.asked(0)
        assert agent.heard.of("act-ended")[-1].how != "replayed"
    assert runs.file.read_bytes() == before


async def test_a_step_whose_effect_is_another_now_is_told_apart_from_the_next_one(runs: Runs, site: Site) -> None:
    """The words changed, nothing is to be done: the next step is not skipped, and next time nothing is asked."""
    page = "<button onclick=\"note.textContent='{}'\">Save</button><p id=note></p><button onclick=\"done.textContent='All done'\">Close</button><p id=done>"
    site.pages["/"] = page.format("Saved")
    done = say(tap("the button Save"), tap("the button Close"), expect='visible "All done"', done="ok")
    async with runs.on(site.home, done) as agent:
        await agent.act("save and close")
    site.pages["/"] = page.format("Stored")
    async with runs.on(site.home, say(done="it is stored")) as agent:
        result = await agent.act("save and close")
        assert (result.how, agent.calls) == ("healed", 1)
        assert "All done" in await agent.text()
    assert [one.params["target"] for one in runs.book.recordings[0].steps] == ["the button Save", "the button Close"]
    async with runs.on(site.home) as agent:
        assert (await agent.act("save and close")).how == "replayed"
        assert "All done" in await agent.text()


async def test_a_step_more_is_put_in_and_a_step_less_taken_out(runs: Runs, site: Site) -> None:
    """First a question comes up where there was none, then the question goes away again."""
    plain = "<button onclick='note.textContent=`Deleted`'>Delete</button><p id=note></p><button onclick='note.textContent=`Bye`'>Leave</button>"
    asking = (
        plain.replace("note.textContent=`Deleted`", "d.showModal()", 1)
        + "<dialog id=d><p>Really?</p><button onclick='d.close();note.textContent=`Deleted`'>Yes</button></dialog>"
    )
    site.pages["/"] = plain
    done = say(tap("the button Delete"), tap("the button Leave"), expect='visible "Bye"', done="ok")
    async with runs.on(site.home, done) as agent:
        await agent.act("delete and leave")
    site.pages["/"] = asking
    async with runs.on(site.home, say(tap("the button Yes"), expect='visible "Deleted"', done="ok")) as agent:
        result = await agent.act("delete and leave")
        assert (result.how, agent.calls) == ("healed", 1)
    assert [one.params["target"] for one in runs.book.recordings[0].steps] == [
        "the button Delete",
        "the button Yes",
        "the button Leave",
    ]
    async with runs.on(site.home) as agent:
        assert (await agent.act("delete and leave")).how == "replayed"
    site.pages["/"] = plain
    async with runs.on(site.home, say(done="it is deleted")) as agent:
        assert (await agent.act("delete and leave")).how == "healed"
    async with runs.on(site.home) as agent:
        assert (await agent.act("delete and leave")).how == "replayed"
        assert "Bye" in await agent.text()


async def test_what_lies_over_the_target_is_dealt_with_first(runs: Runs, site: Site) -> None:
    page = "<button onclick='note.textContent=`Bought`'>Buy</button><p id=note></p>"
    banner = "<div id=b style='position:fixed;inset:0;background:#fff'>We use cookies <button onclick='b.remove()'>Accept</button></div>"
    site.pages["/"] = page
    async with runs.on(site.home, say(tap("the button Buy"), expect='visible "Bought"', done="ok")) as agent:
        await agent.act("buy it")
    site.pages["/"] = page + banner
    mended = say(tap("the button Accept")), say(tap("the button Buy"), expect='visible "Bought"', done="ok")
    async with runs.on(site.home, *mended) as agent:
        result = await agent.act("buy it")
        assert (result.how, agent.calls) == ("healed", 2)
        assert "covered" in result.why
    async with runs.on(site.home) as agent:
        assert (await agent.act("buy it")).how == "replayed"


async def test_a_step_that_cannot_be_done_leaves_the_recording_and_the_rest_is_planned(runs: Runs, site: Site) -> None:
    await _record_greeting(runs, site)
    site.pages["/"] = (
        "<label>Name <input id=who></label><button onclick='note.textContent=`All is well`'>Finish</button><p id=note></p>"
    )
    replies = (
        say(failed="there is no such button"),
        say(tap("the button Finish"), expect='visible "All is well"', done="ok"),
    )
    async with runs.on(site.home, *replies) as agent:
        result = await agent.act(GREET, name="Bob")
        assert (result.how, agent.calls) == ("asked", 2)
        assert result.why.endswith("; the recording was left: there is no such button")
        assert "Carry out what is left of the instruction" in agent.asked()
        values = agent.model.asked[-1].values
        assert isinstance(values, PlannerQuestion)
        (left,) = (event for event in values.events if isinstance(event, RecordingAbandoned))
        assert [words.partition("(")[0] for words in left.done] == ["Type"]
        assert ("1. Type(" in agent.asked(), "2. Tap(" in agent.asked()) == (False, True), "what is left is on offer"
    assert [one.action for one in runs.book.recordings[0].steps] == ["Type", "Tap"]
    async with runs.on(site.home) as agent:
        assert (await agent.act(GREET, name="Cy")).how == "replayed"


async def test_a_model_that_fails_leaves_the_recording_as_it_is(runs: Runs, site: Site) -> None:
    await _record_greeting(runs, site)
    before = runs.file.read_bytes()
    site.pages["/"] = FORM.format("Say hello")
    async with runs.on(site.home, ModelUnavailable("it is out")) as agent:
        with pytest.raises(ModelError, match="it is out"):
            await agent.act(GREET, name="Bob")
    assert runs.file.read_bytes() == before


async def test_an_act_that_fails_is_not_kept(runs: Runs, site: Site) -> None:
    site.pages["/"] = FORM.format("Greet")
    async with runs.on(site.home, say(tap("the button Greet")), say(failed="no")) as agent:
        with pytest.raises(GaveUp):
            await agent.act(GREET, name="Ann")
    assert not runs.file.exists()


async def test_an_address_in_the_query_is_not_where_one_is(runs: Runs, site: Site) -> None:
    """`/login?next=/home` is not `/home`: a log-in that was refused is not passed over."""
    form = (
        "<form method=post action=/login?next=/home><label>Name <input name=name></label><button>Log in</button></form>"
    )
    site.pages = {
        "/login": lambda asked: redirect("/home") if asked.form.get("name") == "ann" else form,
        "/home": "<h1>Home</h1><button onclick='note.textContent=`Begun`'>Begin</button><p id=note>",
    }
    replies = (
        say(type_text("the field Name", "{name}"), tap("the button Log in")),
        say(tap("the button Begin"), expect='visible "Begun"', done="ok"),
    )
    async with runs.on(site.home + "/login?next=/home", *replies) as agent:
        await agent.act("log in as {name} and begin", name="ann")
    async with runs.on(site.home + "/login?next=/home") as agent:
        assert (await agent.act("log in as {name} and begin", name="ann")).how == "replayed"
    refused = say(failed="the name is refused")
    async with runs.on(site.home + "/login?next=/home", refused, refused) as agent:
        with pytest.raises(GaveUp):
            await agent.act("log in as {name} and begin", name="eve")
        assert 'address "/home" is not met' in agent.asked(0)


async def test_what_the_replay_filled_in_is_sent_by_the_step_that_heals(runs: Runs, site: Site) -> None:
    form = "<form method=post action=/save><label>Name <input name=who></label><button>{}</button></form>"
    site.pages = {"/": form.format("Save"), "/save": "<h1>Thank you</h1>"}
    done = say(type_text("the field Name", "{name}"), tap("the button Save"), expect='visible "Thank you"', done="ok")
    async with runs.on(site.home, done) as agent:
        await agent.act("add {name}", name="Ann")
    site.pages["/"] = form.format("Keep it")
    async with runs.on(site.home, say(tap("the button Keep it"), expect="sent", done="ok")) as agent:
        result = await agent.act("add {name}", name="Bob")
        assert (result.how, agent.calls) == ("healed", 1)
        assert result.message == 'Done again as recorded with name "Bob", in 2 steps; the model was asked once.'


SAVED_AT_ONCE = {
    "select": (
        """<label>Role <select onchange="%s"><option>Viewer<option>Editor</select></label><div role=alert id=m></div>""",
        ("Select", {"target": "the field Role", "options": ["Editor"]}),
    ),
    "field": (
        """<label>Title <input oninput="%s"></label><p id=m></p>""",
        type_text("the field Title", "Milk and bread"),
    ),
    "switch": (
        """<label><input type=checkbox role=switch onchange="%s">Digest</label><ul id=m></ul>""",
        tap("the switch Digest"),
    ),
    "button": ("""<button onclick="s.textContent='On';%s">Follow</button><p id=s></p><p id=m></p>""", tap("Follow")),
}
TOLD = "m.textContent='{}'"
REFUSED = TOLD.format("It could not be saved.")


async def _record_saving(runs: Runs, site: Site, page: str, step: tuple[str, dict[str, object]], does: str = "") -> str:
    async def save() -> None:
        async with runs.on(site.home, say(step), say(done="ok")) as agent:
            await agent.act("do it")

    site.pages["/"] = page % does
    await runs.once(page % does, save)
    return runs.file.read_text()


@pytest.mark.parametrize(("page", "step"), cases(SAVED_AT_ONCE))
async def test_a_repeat_that_is_answered_by_the_same_failure_heals_nothing(
    runs: Runs, site: Site, page: str, step: tuple[str, dict[str, object]]
) -> None:
    recorded = await _record_saving(runs, site, page, step)
    site.pages["/"] = page % REFUSED
    async with runs.on(site.home, say(step), say(done="ok"), say(failed="It cannot be saved.")) as agent:
        with pytest.raises(GaveUp, match="It could not be saved"):
            await agent.act("do it")
    assert runs.file.read_text() == recorded


@pytest.mark.parametrize(("page", "step"), cases(SAVED_AT_ONCE, again="select, field, switch"))
async def test_nothing_is_learnt_from_a_failure_that_a_model_takes_for_well(
    runs: Runs, site: Site, page: str, step: tuple[str, dict[str, object]]
) -> None:
    recorded = await _record_saving(runs, site, page, step)
    site.pages["/"] = page % REFUSED
    async with runs.on(site.home, say(done="ok")) as agent:
        result = await agent.act("do it")
        assert (result.how, "not recorded: the page says 'It could not be saved.'" in result.why) == ("healed", True)
    assert runs.file.read_text() == recorded


async def test_a_failure_at_the_end_of_what_is_recorded_is_asked_about(runs: Runs, site: Site) -> None:
    page, step = SAVED_AT_ONCE["select"]
    await _record_saving(runs, site, page, step, REFUSED)
    async with runs.on(site.home, strategy="strict") as agent:
        with pytest.raises(ReplayFailed, match="It could not be saved"):
            await agent.act("do it")


@pytest.mark.parametrize(
    "works",
    [TOLD.format("Saved"), "m.insertAdjacentHTML('afterend','<p role=status>Saved</p>')", TOLD.format("")],
    ids=["instead", "beside", "silently"],
)
async def test_a_repeat_that_works_leaves_the_recording_as_it_is(runs: Runs, site: Site, works: str) -> None:
    page, step = SAVED_AT_ONCE["select"]
    recorded = await _record_saving(runs, site, page, step)
    site.pages["/"] = page % f"window.times=(window.times||0)+1;if(times>1){{{works}}}else{{{REFUSED}}}"
    async with runs.on(site.home, say(step), say(done="ok")) as agent:
        assert (await agent.act("do it")).how == "healed"
    assert runs.file.read_text() == recorded


ORDER = '<h1>Shop</h1><button onclick="{}">Order</button><button onclick="{}">Buy</button><p id=said></p>'


async def _record_order(runs: Runs, site: Site) -> None:
    async def order() -> None:
        async with runs.on(site.home, say(tap("the button Order")), say(done="ok")) as agent:
            await agent.act("order")

    site.pages["/"] = ORDER.format("said.textContent='Ordered'", "")
    await runs.once("order", order)


@pytest.mark.parametrize(
    "heal",
    [[say(done="ok")], [say(tap("the button Buy")), say(done="ok")], [say(tap("the button Order")), say(done="ok")]],
    ids=["nothing done", "another dead button", "the same dead button"],
)
async def test_a_heal_without_an_effect_is_not_learnt(runs: Runs, site: Site, heal: list[str]) -> None:
    await _record_order(runs, site)
    known = runs.book.recordings
    site.pages["/"] = ORDER.format("", "")
    async with runs.on(site.home, *heal) as agent:
        assert "not recorded: it had no effect on the screen" in (await agent.act("order")).why
    assert runs.book.recordings == known


async def test_a_healed_step_whose_effect_is_another_must_have_one_again(runs: Runs, site: Site) -> None:
    await _record_order(runs, site)
    site.pages["/"] = ORDER.format("said.textContent='It is on its way to you'", "")
    async with runs.on(site.home, say(done="ok")) as agent:
        assert (await agent.act("order")).how == "healed"
    async with runs.on(site.home, strategy="strict") as agent:
        assert (await agent.act("order")).how == "replayed"
    site.pages["/"] = ORDER.format("", "")
    async with runs.on(site.home, strategy="strict") as agent:
        with pytest.raises(ReplayFailed, match="no effect"):
            await agent.act("order")
