# ruff: noqa: E501 - markup reads better unwrapped
"""Every kind of element and action comes back: in frames and shadows, in other tabs, in dialogs, on a canvas."""

from __future__ import annotations

from pathlib import Path

import pytest
from replay_rig import Runs, Site, tap, type_text
from replies import say

from askonce.errors import ReplayFailed
from askonce.geometry import Size
from askonce.screens.web import Device, PageOptions

NOTE = "<p id=note></p>"


async def twice(runs: Runs, address: str, instruction: str, *replies: str, shows: str, **more: object) -> None:
    """Do it with a model, and then without one."""
    async with runs.on(address, *replies, **more) as agent:  # pyright: ignore[reportArgumentType]
        assert (await agent.act(instruction)).how == "asked"
        assert shows in await agent.text()
    async with runs.on(address, patience=2, **more) as agent:  # pyright: ignore[reportArgumentType]
        result = await agent.act(instruction)
        assert (result.how, result.why, agent.calls) == ("replayed", "", 0)
        assert shows in await agent.text()


async def test_things_in_frames_and_shadow_roots_are_found_again(runs: Runs, site: Site) -> None:
    site.pages = {
        "/": """<button>Pay</button><iframe src=/inner height=100></iframe><x-box></x-box>
        <script>customElements.define("x-box", class extends HTMLElement { connectedCallback() {
        this.attachShadow({mode: "open"}).innerHTML = "<label>Card <input></label><button onclick='this.textContent=`Paid`'>Confirm</button>" } })
        </script>""",
        "/inner": "<label>Code <input></label><button onclick='this.textContent=`Framed`'>Pay</button>",
    }
    filled = say(
        type_text("the field Code", "hello"),
        ("Tap", {"target": {"prompt": "the button Pay in the frame", "element": 5}}),
        type_text("the field Card", "visa"),
        tap("the button Confirm"),
        expect='visible "Paid"; visible "Framed"',
        done="ok",
    )
    async with runs.on(site.home) as agent:
        tree = await agent.screen.tree()
        number = next(node.number for node in tree if node.name == "Pay" and node.frame)
    filled = filled.replace('"element": 5', f'"element": {number}')
    await twice(runs, site.home, "pay with hello by visa", filled, shows="Framed")
    assert runs.book.recordings[0].steps[1].anchors["target"].frame == "/inner"


async def test_a_tab_that_opens_and_the_way_back_are_replayed(runs: Runs, site: Site) -> None:
    site.pages = {
        "/": f"<a href=/terms target=_blank>Terms</a><button onclick='note.textContent=`Agreed`'>Agree</button>{NOTE}",
        "/terms": f"<h1>The terms</h1><button onclick='note.textContent=`Read`'>Mark as read</button>{NOTE}",
    }
    replies = (
        say(tap("the link Terms")),
        say(tap("the button Mark as read"), expect='visible "Read"'),
        say(("SwitchTab", {"number": 1})),
        say(tap("the button Agree"), expect='visible "Agreed"', done="ok"),
    )
    await twice(runs, site.home, "read the terms and agree", *replies, shows="Agreed")


async def test_browser_dialogs_are_answered_again(runs: Runs, site: Site) -> None:
    site.pages["/"] = (
        f"""<button onclick="if (confirm('Delete it?')) note.textContent = prompt('Why?')">Delete</button>{NOTE}"""
    )
    replies = (
        say(tap("the button Delete")),
        say(("AnswerDialog", {"accept": True})),
        say(("AnswerDialog", {"accept": True, "text": "too old"})),
        say(done="deleted"),
    )
    await twice(runs, site.home, "delete it because it is too old", *replies, shows="too old")


WIDGETS = """<label>Size <select id=size><option>Small<option>Large</select></label>
<label>File <input type=file id=file></label>
<label>Search <input id=find onkeydown="if (event.key === 'ArrowDown') note.textContent = 'Moved on'"></label>
<a href="#" draggable=true>Card</a>
<button style="width:200px;height:80px"
 ondragover="event.preventDefault()" ondrop="event.preventDefault(); kept.textContent='Card dropped'">Bin</button><p id=kept></p><p id=note></p>"""


async def test_choosing_uploading_pressing_and_dragging_are_replayed(runs: Runs, site: Site, tmp_path: Path) -> None:
    site.pages["/"] = WIDGETS
    (tmp_path / "plan.txt").write_text("x")
    reply = say(
        ("Select", {"target": "the list Size", "options": ["Large"]}),
        ("Upload", {"target": "the button File", "files": ["plan.txt"]}),
        ("Press", {"keys": "ArrowDown", "target": "the field Search"}),
        ("Drag", {"start": "the link Card", "end": "the button Bin"}),
        expect='visible "Card dropped"; visible "Moved on"',
        done="ok",
    )
    options = PageOptions(device=Device(viewport=Size(800, 600)), uploads=tmp_path)
    await twice(runs, site.home, "set up the form", reply, shows="Card dropped", options=options)
    expected = [str(one) for step in runs.book.recordings[0].steps[:2] for one in step.expects]
    assert expected[0] == 'field "Size" is "Large"'


async def test_a_row_that_a_virtual_list_has_not_drawn_yet_is_scrolled_to(runs: Runs, site: Site) -> None:
    site.pages[
        "/"
    ] = """<div id=box style="height:200px;overflow:auto" tabindex=0 role=list aria-label=Rows><div id=all style="height:4000px;position:relative"></div></div><p id=note></p>
    <script>const draw = () => { const first = Math.floor(box.scrollTop / 40); all.innerHTML = "";
    for (let i = first; i < first + 6; i++) all.insertAdjacentHTML("beforeend", `<div role=listitem style="position:absolute;top:${i * 40}px">Row ${i} <button onclick="note.textContent='Opened it'">Open row ${i}</button></div>`) };
    box.onscroll = draw; draw()</script>"""
    replies = (
        say(("Scroll", {"direction": "down", "distance": 400, "target": "the list Rows"})),
        say(tap("the button Open row 12"), expect='visible "Opened it"', done="ok"),
    )
    await twice(runs, site.home, "open row 12", *replies, shows="Opened it")


async def test_a_place_on_a_canvas_is_known_by_its_looks(runs: Runs, site: Site) -> None:
    page = """<canvas id=c width=600 height=300></canvas><p id=note></p><script>
    const x = %d, y = 60, pen = c.getContext("2d"); pen.fillStyle = "#eee"; pen.fillRect(0, 0, 600, 300);
    pen.fillStyle = "crimson"; pen.fillRect(x, y, 60, 40); pen.fillStyle = "white"; pen.font = "20px sans-serif"; pen.fillText("Play", x + 10, y + 27);
    c.onclick = (event) => { if (event.offsetX > x && event.offsetX < x + 60 && event.offsetY > y && event.offsetY < y + 40) note.textContent = "Playing" }</script>"""
    site.pages["/"] = page % 80
    reply = say(
        ("Tap", {"target": {"prompt": "the red Play button", "bbox": [110, 113, 185, 180]}}),
        expect='visible "Playing"',
        done="ok",
    )
    async with runs.on(site.home, reply) as agent:
        await agent.act("start playing")
    assert runs.book.recordings[0].steps[0].anchors["target"].patch
    site.pages["/"] = page % 330
    async with runs.on(site.home, patience=2) as agent:
        result = await agent.act("start playing")
        assert (result.how, agent.calls) == ("replayed", 0)
        assert "Playing" in await agent.text()


DAILY = "<h1>Times</h1>{}<p id=said></p>"
BOOKS = """<button onclick="said.textContent='Submitted'">Submit</button>"""


@pytest.mark.parametrize(
    "page",
    [
        f"<section aria-label='{{}}'>{BOOKS}</section>",
        f"<details open><summary>{{}}</summary>{BOOKS}</details>",
        f"<h2>{{}}</h2>{BOOKS}",
    ],
    ids=["region", "details", "heading"],
)
@pytest.mark.parametrize(
    ("name", "later"), [("Monday", "Tuesday"), ("Good morning, Ann", "Good evening, Ann"), ("Account", "")]
)
async def test_what_is_named_by_the_day_is_the_same_on_another(
    runs: Runs, site: Site, page: str, name: str, later: str
) -> None:
    site.pages["/"] = DAILY.format(page.format(name))
    async with runs.on(site.home, say(tap("the button Submit")), say(done="ok")) as agent:
        await agent.act("submit it")
    site.pages["/"] = DAILY.format(page.format(later or "Draft"))
    async with runs.on(site.home, strategy="strict") as agent:
        if later:
            assert (await agent.act("submit it")).how == "replayed"
        else:
            with pytest.raises(ReplayFailed):
                await agent.act("submit it")
