# ruff: noqa: E501 - markup reads better unwrapped
"""A replay is quicker than a person, and still waits for what a person would wait for."""

from __future__ import annotations

import pytest
from replay_rig import Answer, Asked, Runs, Site, tap, type_text
from replies import say

LATE = 0.3
"""Seconds by which a server is late."""


async def recorded(runs: Runs, address: str, instruction: str, *replies: str) -> None:
    async with runs.on(address, *replies) as agent:
        assert (await agent.act(instruction)).how == "asked"


async def test_the_page_that_was_asked_for_is_waited_for(runs: Runs, site: Site) -> None:
    """The next link stands on the old page too, and a replay does not take that one again."""
    for number, name in enumerate(["start", "middle", "end"]):
        following = ["middle", "end", "end"][number]
        site.pages[f"/{name}"] = Answer(f"<h1>The {name}</h1><a href=/{following}>Next</a>", delay=number * LATE)
    replies = say(tap("the link Next")), say(tap("the link Next"), expect='visible "The end"', done="ok")
    await recorded(runs, site.home + "/start", "go two pages on", *replies)
    async with runs.on(site.home + "/start") as agent:
        assert (await agent.act("go two pages on")).how == "replayed"
        assert agent.screen.address == site.home + "/end"
    assert len(site.asked_for("/middle")) == 2


async def test_a_page_that_differs_by_its_query_alone_is_waited_for(runs: Runs, site: Site) -> None:
    def page(asked: Asked) -> Answer:
        number = int(asked.query.get("page", "1"))
        return Answer(f"<p>{number} of 9<p><a href='/?page={number + 1}'>Next</a>", delay=LATE if number > 1 else 0)

    site.pages["/"] = page
    replies = say(tap("the link Next")), say(tap("the link Next"), expect='visible "3 of 9"', done="ok")
    await recorded(runs, site.home, "go two pages on", *replies)
    async with runs.on(site.home) as agent:
        assert (await agent.act("go two pages on")).how == "replayed"
        assert agent.screen.address == site.home + "/?page=3"


LAZY = """<button id=load>Load</button><div id=here></div><p id=note></p><p id=toast></p>
<script>
load.onclick = async () => {
  const text = await (await fetch("/data")).text();
  here.innerHTML = `<button id=use disabled style="position:relative">${text}</button>`;
  use.animate([{ left: "0px" }, { left: "500px" }], { duration: 400, fill: "forwards" });
  fetch("/ready").then(() => use.disabled = false);
  use.onclick = () => {
    toast.textContent = "Working on it";
    setTimeout(() => { toast.textContent = ""; here.insertAdjacentHTML("beforeend", "<button onclick='note.textContent=`Finished`'>Finish</button>") }, 300);
  };
};
</script>"""


async def test_what_comes_late_moves_or_is_disabled_is_waited_for(runs: Runs, site: Site) -> None:
    site.pages = {"/": LAZY, "/data": Answer("Use it", delay=LATE), "/ready": Answer("ok", delay=2 * LATE)}
    replies = (
        say(tap("the button Load")),
        say(("Wait", {"seconds": 1}), log="It is disabled."),
        say(tap("the button Use it")),
        say(tap("the button Finish"), expect='visible "Finished"', done="ok"),
    )
    await recorded(runs, site.home, "load and use it", *replies)
    assert [one.action for one in runs.book.recordings[0].steps] == ["Tap", "Tap", "Tap"]
    async with runs.on(site.home, patience=3) as agent:
        result = await agent.act("load and use it")
        assert (result.how, result.why) == ("replayed", "")
        assert "Finished" in await agent.text()


SEARCH = """<label>Find <input id=part></label><ul></ul><p id=note></p><script>
let timer;
part.oninput = () => { clearTimeout(timer); timer = setTimeout(async () => {
  const names = (await (await fetch("/names?part=" + part.value)).text()).split(",");
  document.querySelector("ul").innerHTML = names.map((name) => `<li>${name} <button onclick="note.textContent='Took ${name}'">Take</button></li>`).join("");
}, 250) };
</script>"""


async def test_suggestions_that_wait_for_the_typist_are_those_of_what_was_typed(runs: Runs, site: Site) -> None:
    site.pages = {
        "/": SEARCH,
        "/names": lambda asked: Answer({"be": "Bern,Bergen", "ro": "Rome,Rostock"}[asked.query["part"]], delay=LATE),
    }
    typed = say(type_text("the field Find", "{part}"), expect='visible "Bern"')
    took = say(tap("the first button Take"), expect='visible "Took Bern"', done="ok")
    async with runs.on(site.home, typed, took) as agent:
        await agent.act("take the first town for {part}", part="be", recordable=True)
    async with runs.on(site.home, patience=3) as agent:
        result = await agent.act("take the first town for {part}", part="ro", recordable=True)
        assert (result.how, result.why) == ("replayed", "")
        assert "Took Rome" in await agent.text()


SAVING = """<label><input type=checkbox id=box> Loud</label><label>Note <input id=words></label><a href=/away>Away</a><script>
box.onchange = () => fetch("/loud", { method: "POST" });
let timer;
words.oninput = () => { clearTimeout(timer); timer = setTimeout(() => fetch("/words", { method: "POST", body: "words=" + words.value }), 250) };
</script>"""


async def test_what_saves_itself_is_saved_before_the_page_is_left(runs: Runs, site: Site) -> None:
    site.pages = {
        "/": SAVING,
        "/away": "<h1>Gone away</h1><a href=/>Home</a>",
        "/loud": Answer("ok", delay=LATE),
        "/words": Answer("ok", delay=LATE),
    }
    by_link = say(
        tap("the checkbox Loud"),
        type_text("the field Note", "hi"),
        tap("the link Away"),
        expect='visible "Gone away"',
        done="ok",
    )
    by_address = say(
        tap("the checkbox Loud"),
        type_text("the field Note", "hi"),
        ("Navigate", {"url": site.home + "/away"}),
        expect='visible "Gone away"',
        done="ok",
    )
    async with runs.on(site.home, by_link, by_address) as agent:
        await agent.act("make it loud with the note 'hi' and leave")
        await agent.screen.navigate(site.home)
        await agent.act("make it loud with the note 'hi' and go away")
    site.seen.clear()
    async with runs.on(site.home, patience=3) as agent:
        assert (await agent.act("make it loud with the note 'hi' and leave")).how == "replayed"
        assert (len(site.asked_for("/loud")), len(site.asked_for("/words"))) == (1, 1)
        await agent.screen.navigate(site.home)
        assert (await agent.act("make it loud with the note 'hi' and go away")).how == "replayed"
        assert (len(site.asked_for("/loud")), len(site.asked_for("/words"))) == (2, 2)


async def test_what_saves_itself_is_saved_when_an_act_ends(runs: Runs, site: Site) -> None:
    site.pages = {"/": SAVING, "/words": Answer("ok", delay=LATE)}
    written = say(type_text("the field Note", "hello"), expect='field "Note" is "hello"', done="ok")
    await recorded(runs, site.home, "note 'hello'", written)
    site.seen.clear()
    async with runs.on(site.home, patience=3) as agent:
        assert (await agent.act("note 'hello'")).how == "replayed"
        assert [one.form for one in site.asked_for("/words")] == [{"words": "hello"}]


STREAM = """<button id=go>Show</button><ul></ul><p id=note></p><script>
go.onclick = async () => { for (const name of ["One", "Two", "Three", "Four"]) {
  await fetch("/" + name);
  document.querySelector("ul").insertAdjacentHTML("beforeend",
    `<li>${name} <button onclick="note.textContent='Took ${name}'">Take</button></li>`);
} };
</script>"""


async def test_the_last_of_a_list_is_the_last_once_all_are_there(runs: Runs, site: Site) -> None:
    site.pages["/"] = STREAM
    for name in ("One", "Two", "Three", "Four"):
        site.pages[f"/{name}"] = Answer("ok", delay=LATE / 2)
    taken = say(tap("the last button Take"), expect='visible "Took Four"', done="ok")
    await recorded(runs, site.home, "show them and take the last one", say(tap("the button Show")), taken)
    async with runs.on(site.home, patience=3) as agent:
        result = await agent.act("show them and take the last one")
        assert (result.how, result.why) == ("replayed", "")
        assert "Took Four" in await agent.text()


MOVING = """<style>body { margin: 0 } input, button { display: block; height: 40px; width: 240px } #hint { height: 0 }</style>
<div id=hint></div>
<input aria-label=Street><input aria-label=Town><input aria-label=Notes>
<button onclick="note.textContent = 'All was deleted'">Delete</button>
<button onclick="note.textContent = 'Saved ' + [...document.querySelectorAll('input')].map((field) => field.value)">Save</button>
<p id=note></p><script>
const move = () => hint.style.height = hint.offsetHeight ? "0" : "40px";
const onFocus = (then) => document.addEventListener("focusin", ({ target }) => { if (target.localName === "input") then() });
%s
</script>"""
MOVES = {
    "under the mouse": "for (const each of document.querySelectorAll('input, button')) each.addEventListener('mouseenter', move, { once: true })",
    "in a moment": "onFocus(() => setTimeout(move, 20))",
    "when it is idle": "onFocus(() => requestIdleCallback(move))",
    "after an answer": "onFocus(() => fetch('/hint').then(move))",
}


@pytest.mark.parametrize("way", MOVES)
async def test_a_page_that_moves_what_is_about_to_be_touched_loses_nothing_and_gets_nothing_elsewhere(
    runs: Runs, site: Site, way: str
) -> None:
    site.pages = {"/": MOVING % MOVES[way], "/hint": "ok"}
    values = {"street": "12 Mill Lane", "town": "Ely", "notes": "by the gate"}
    reply = say(
        type_text("the field Street", "{street}"),
        type_text("the field Town", "{town}"),
        type_text("the field Notes", "{notes}"),
        tap("the button Save"),
        expect='visible "Saved {street},{town},{notes}"',
        done="ok",
    )
    async with runs.on(site.home, reply) as agent:
        result = await agent.act("save {street}, {town} and {notes}", **values)
        assert result.how == "asked"
    for text in ("9 Navy Yard", "4"):
        filled = values | {"street": text}
        async with runs.on(site.home, patience=3) as agent:
            result = await agent.act("save {street}, {town} and {notes}", **filled)
            assert (result.how, result.why) == ("replayed", "")
            assert f"Saved {','.join(filled.values())}" in await agent.text()
