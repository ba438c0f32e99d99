"""The hand in the live view, on a real page: what no picture shows is told, and gestures go through."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import pytest_asyncio
from playground_rig import PageClient, Sitting, sitting, visit
from playwright.async_api import Page

from askonce.geometry import Box, Point
from askonce.playground.screen_panel import REACTION, ScreenPanel
from askonce.screens.fake import Button, FakeScreen

PAGE = """<!doctype html><title>Things</title>
<style>body { margin: 0 } * { position: absolute; height: 30px; box-sizing: border-box }</style>
<button id="save" style="left:0;top:0;width:100px" onclick="this.textContent = 'Saved'">Save</button>
<select id="size" aria-label="Size" style="left:0;top:40px;width:100px">
  <option>Small</option><option selected>Large</option><option disabled>Huge</option></select>
<input id="name" aria-label="Name" style="left:0;top:80px;width:100px">
<input id="file" type="file" style="left:0;top:120px;width:200px">
<button id="pick" style="left:300px;top:120px;width:100px" onclick="file.click()">Pick a file</button>
<button id="ask" style="left:0;top:160px;width:100px" onclick="this.textContent = prompt('Who?', 'me')">Ask</button>
<button id="tell" style="left:0;top:200px;width:100px" onclick="alert('Hello')">Tell</button>
<a id="more" href="about:blank" target="_blank" style="left:0;top:240px;width:100px">More</a>
"""


@pytest_asyncio.fixture(loop_scope="session")
async def place(web_page: Page, tmp_path: Path) -> AsyncIterator[Sitting]:
    await web_page.set_content(PAGE)
    async with sitting(web_page, uploads=tmp_path) as place:
        yield place


@pytest_asyncio.fixture(loop_scope="session")
async def client(place: Sitting) -> AsyncIterator[PageClient]:
    async with place.client() as client:
        yield client


async def text_of(page: Page, id: str) -> Any:
    return await page.evaluate(
        "id => { const it = document.getElementById(id); return it.value || it.textContent }", id
    )


async def test_presses_typing_and_keys_go_through(client: PageClient, web_page: Page) -> None:
    await asyncio.gather(  # sent at once, carried out in order
        client.hand("press", at=[50, 95]),
        client.hand("text", text="Ann Leee"),
        client.hand("keys", keys="Backspace"),
        client.hand("press", at=[50, 15]),
    )
    assert await text_of(web_page, "name") == "Ann Lee"
    assert await text_of(web_page, "save") == "Saved"


async def test_a_native_list_is_told_and_chosen_from(client: PageClient, web_page: Page) -> None:
    await client.hand("press", at=[50, 55])
    told = await client.told("options")

    assert told["options"] == [
        {"label": "Small", "chosen": False, "disabled": False},
        {"label": "Large", "chosen": True, "disabled": False},
        {"label": "Huge", "chosen": False, "disabled": True},
    ]
    await client.hand("choose", at=told["at"], options=["Small"])
    assert await text_of(web_page, "size") == "Small"


async def test_a_file_chooser_is_told_and_gets_a_file(client: PageClient, place: Sitting, web_page: Page) -> None:
    await client.hand("press", at=[350, 135])
    chooser = await client.told("chooser", lambda told: told["at"] is not None)
    headers = {"Cookie": await visit(place.playground), "X-File-Name": "photo.png"}
    address = f"{place.playground.access.address}/sessions/{place.session.id}/files"
    async with httpx.AsyncClient(verify=False, headers=headers) as http:
        name = (await http.post(address, content=b"data")).json()["file"]
    await client.hand("files", at=chooser["at"], files=[name])

    assert (chooser["at"], chooser["multiple"]) == ([350, 135], False)
    assert await web_page.evaluate("document.getElementById('file').files[0].name") == "photo.png"
    assert (await client.told("chooser"))["at"] is None


async def test_a_dialog_is_told_and_answered(client: PageClient, web_page: Page) -> None:
    await client.hand("press", at=[50, 175])
    told = await client.told("dialog", lambda told: told["dialog"] is not None)
    assert told["dialog"] == {"kind": "prompt", "message": "Who?", "default": "me"}
    assert "a dialog is open" in (await client.refused("hand", gesture={"kind": "press", "at": [50, 15]}))["message"]

    await client.hand("answer", accept=True, text="Ann")
    await client.told("dialog", lambda told: told["dialog"] is None)
    assert await text_of(web_page, "ask") == "Ann"


async def test_an_alert_is_told(client: PageClient) -> None:
    await client.hand("press", at=[50, 215])
    assert (await client.told("note"))["text"] == "an alert said 'Hello'"


async def test_tabs_are_told_switched_and_closed(client: PageClient) -> None:
    await client.hand("press", at=[50, 255])
    await client.told("tabs", lambda told: [tab["current"] for tab in told["tabs"]] == [False, True])
    await client.hand("tab", tab=1)
    await client.told("tabs", lambda told: [tab["current"] for tab in told["tabs"]] == [True, False])
    await client.hand("tab", tab=2)
    await client.hand("close_tab")
    tabs = await client.ask("tabs")

    assert [(tab["number"], tab["title"], tab["current"]) for tab in tabs["tabs"]] == [(1, "Things", True)]
    assert "only tab" in (await client.refused("hand", gesture={"kind": "close_tab"}))["message"]


async def test_what_is_pointed_at_is_told_with_what_leads_back_to_it(client: PageClient) -> None:
    hovered = (await client.ask("hover", at=[50, 95]))["element"]
    pinned = (await client.ask("pin", at=[50, 15]))["element"]

    assert (hovered["role"], hovered["name"], hovered["box"]) == ("textbox", "Name", [0, 80, 100, 110])
    assert pinned["words"] == "the button 'Save'"
    assert pinned["locator"] == 'page.get_by_role("button", name="Save", exact=True)'
    assert pinned["yaml"] == "- aiTap: \"the button 'Save'\""
    assert pinned["anchor"]["name"] == "Save"
    assert (await client.ask("hover", at=[700, 500]))["element"] is None

    listed = (await client.ask("elements"))["elements"]
    save = next(element for element in listed if element["name"] == "Save")
    assert (await client.ask("hover", number=save["number"]))["element"]["box"] == save["box"]
    assert (await client.ask("pin", number=save["number"]))["element"] == pinned
    assert (await client.ask("pin", number=10_000))["element"] is None


async def test_the_playground_is_not_shown_in_itself(client: PageClient, place: Sitting) -> None:
    error = await client.refused("hand", gesture={"kind": "go_to", "address": place.playground.link})
    assert error["message"] == "the playground cannot be shown in itself"
    error = await client.refused("ask", tool="navigate", arguments={"address": place.playground.access.address})
    assert error["message"] == "the playground cannot be shown in itself"


async def test_a_page_in_the_live_view_cannot_reach_the_playground(
    client: PageClient, place: Sitting, web_page: Page
) -> None:
    """It has neither the token nor the cookie."""
    answer = await web_page.goto(place.playground.access.address)
    assert answer
    assert answer.status == 403


async def test_a_place_outside_of_the_screen_is_refused(client: PageClient) -> None:
    error = await client.refused("hand", gesture={"kind": "press", "at": [5000, -5000]})
    assert error["message"] == "5000,-5000 is not on the screen, which is 800 x 600"
    error = await client.refused("hand", gesture={"kind": "drag", "start": [1, 1], "end": [-30, 1]})
    assert "-30,1 is not on the screen" in error["message"]


@pytest.mark.parametrize("is_recorded", [False, True])
async def test_a_screen_that_does_not_react_is_told_and_can_be_used_further(is_recorded: bool) -> None:
    class StuckScreen(FakeScreen):
        is_stuck = True

        async def tap(self, at: Point, *, count: int = 1) -> None:
            if self.is_stuck:
                await asyncio.Event().wait()
            await super().tap(at, count=count)

    screen = StuckScreen([Button("Go", Box(0, 0, 100, 40))])
    async with sitting(screen) as place, place.client() as client:
        if is_recorded:
            await client.ask("record.start")
        place.session.panel(ScreenPanel).reaction = 1
        error = await client.refused("hand", gesture={"kind": "press", "at": [50, 20]})
        screen.is_stuck = False
        place.session.panel(ScreenPanel).reaction = REACTION
        await client.hand("press", at=[50, 20])

    assert error["message"].startswith("the screen did not react to this within 1 s")
    assert ("not recorded" in error["message"]) == is_recorded
    assert [line for line in screen.log if "tap" in line] == ["tap Go"]


async def test_a_page_that_is_closed_in_the_middle_ends_the_session(
    client: PageClient, place: Sitting, web_page: Page
) -> None:
    await web_page.close()

    assert "closed" in (await client.told("closed"))["reason"]
    assert (await client.refused("hand", gesture={"kind": "press", "at": [1, 1]}))["kind"] == "ScreenClosed"
    assert place.playground.sessions.get(place.session.id) is place.session, "what it has can be taken along still"
    await place.session.close()
    assert place.playground.sessions.get(place.session.id) is None
