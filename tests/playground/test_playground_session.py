"""A session over its socket: who may do what, what bad messages get, and what is told to whom."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playground_rig import PageClient, Sitting, connected, sitting

from askonce import launch
from askonce.errors import ScreenClosed
from askonce.geometry import Box, Point
from askonce.screens.fake import Button, FakePhone, FakeScreen, Field

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def screen() -> FakeScreen:
    return FakeScreen([Button("Save", Box(20, 20, 100, 30)), Field("Name", Box(20, 60, 100, 30))])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(screen: FakeScreen) -> AsyncIterator[Sitting]:
    async with sitting(screen) as place:
        yield place


@pytest_asyncio.fixture(loop_scope="module")
async def client(place: Sitting) -> AsyncIterator[PageClient]:
    async with place.client() as client:
        await client.ask("writer.take")  # the one before may not be gone yet
        yield client


async def test_a_client_is_told_first_what_there_is(client: PageClient) -> None:
    await client.told("recording")
    events = [told["event"] for told in client.events]
    hello = client.events[0]

    assert events[:2] == ["hello", "writer"]
    assert {"screen", "tabs", "dialog", "settings", "recording"} <= set(events)
    assert (hello["kind"], hello["model"], hello["mode"]) == ("fake", "embedded", "ask")
    tools = {tool["name"]: tool for tool in hello["tools"]}
    assert (tools["act"]["main"], tools["check"]["main"], tools["tap"]["main"]) == (
        "instruction",
        "statement",
        "target",
    )
    assert hello["can"]["home"] is False
    assert hello["can"]["tabs"] is True


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("no json", "not JSON"),
        ("[1]", "not an object"),
        ('{"id": 1.5, "do": "tabs"}', "not a whole number"),
        ('{"do": NaN}', "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("", "not JSON"),
        ('{"do": "tabbs"}', "there is no command 'tabbs'"),
        ('{"do": "hover"}', "what is pointed at is not clear"),
    ],
)
async def test_a_message_that_cannot_be_read_is_told_and_the_socket_stays(
    client: PageClient, message: str, says: str
) -> None:
    await client.socket.send(message)
    trouble = await client.told("trouble")

    assert says in trouble["message"]
    assert await client.ask("tabs")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"do": 7}, '"do"'),
        ({"do": "hover", "at": [1]}, "hover does not fit: at"),
        ({"do": "hover", "at": [1, "x"]}, "hover does not fit: at.1"),
        ({"do": "hover", "at": [1, 2], "colour": "red"}, "hover does not fit: colour"),
        ({"do": "hand"}, "hand does not fit: gesture"),
        ({"do": "hand", "gesture": "press"}, "not a kind of gesture"),
        ({"do": "hand", "gesture": {"kind": "press", "at": "here"}}, "'at' of the gesture press"),
        ({"do": "hand", "gesture": {"kind": "home"}}, "this fake screen has no"),
        ({"do": "hand", "gesture": {"kind": "press", "at": [1, 1], "is_done": True}}, "elsewhere"),
        ({"do": "view.start", "width": 0, "height": 5}, "view.start does not fit: width"),
        ({"do": "again", "ask": 99}, "nothing was asked with the number 99"),
        ({"do": "ask", "tool": "tapp", "arguments": {}}, "no tool named 'tapp'"),
        ({"do": "ask", "tool": "act"}, "act does not fit: instruction"),
        ({"do": "ask", "tool": "act", "arguments": {"instruction": "x"}, "secrets": ["pin"]}, "no secret 'pin'"),
        ({"do": "ask", "tool": "act", "arguments": {"instruction": "x"}, "model": "gpt"}, "no model 'gpt'"),
        ({"do": "settings.set", "values": {"colour": "red"}}, "no setting 'colour'"),
        ({"do": "settings.set", "values": {"rounds": -1}}, "cannot have -1 rounds"),
        ({"do": "settings.set", "values": {"api_key": "sk-1234567890"}}, "needs the name of its model"),
        ({"do": "secrets.set", "name": "not a name", "value": "x"}, "secrets.set does not fit: name"),
        ({"do": "secrets.remove", "name": "nobody"}, "no secret 'nobody'"),
        ({"do": "record.rename", "step": 1, "words": "x"}, "nothing is recorded yet"),
        ({"do": "record.pause"}, "nothing is being recorded"),
        ({"do": "record.export", "format": "word"}, "record.export does not fit: format"),
    ],
)
async def test_what_does_not_fit_is_refused_with_its_reason(
    client: PageClient, fields: dict[str, Any], says: str
) -> None:
    error = await client.refused(**fields)
    assert says in error["message"]
    assert error["kind"] != "Defect"


async def test_only_one_may_touch_the_screen_and_another_may_take_over(
    client: PageClient, place: Sitting, screen: FakeScreen
) -> None:
    async with place.client() as other:
        error = await other.refused("hand", gesture={"kind": "press", "at": [30, 30]})
        assert (error["message"], error["remedy"]) == ("you are watching only", "take over first")
        assert (await other.ask("hover", at=[30, 30]))["element"]["name"] == "Save"
        assert (await other.told("writer"))["is_you"] is False

        await other.ask("writer.take")
        assert (await client.told("writer", lambda told: not told["is_you"]))["is_you"] is False
        await client.refused("hand", gesture={"kind": "press", "at": [30, 30]})
        await other.hand("press", at=[30, 30])
        assert screen.log[-1] == "tap Save"
    await client.until(lambda: (client.last("writer") or {})["is_you"])  # who is left may touch it


async def test_events_go_to_all_and_a_client_who_comes_later_sees_what_was_asked(
    client: PageClient, place: Sitting
) -> None:
    asked = await client.ask("ask", tool="tap", arguments={"target": "the button 'Save'"})
    async with place.client() as other:
        known = await other.told("asked", lambda told: told["ask"] == asked["ask"])
        document = (await other.told("run"))["document"]

        assert (known["state"], known["words"]) == ("done", "the button 'Save'")
        assert document["runs"][0]["id"] == f"ask-{asked['ask']}"


async def test_a_secret_never_comes_back(client: PageClient, screen: FakeScreen) -> None:
    names = await client.ask("secrets.set", name="pin", value="hunter2-hunter2")
    await client.ask("ask", tool="type", arguments={"target": "the field 'Name'", "text": "{pin}"}, secrets=["pin"])
    pointed = await client.ask("hover", at=[30, 70])
    shown = await client.ask("ask", tool="query", arguments={"demand": "string, the value of the field Name"})

    assert names == {"secrets": ["pin"]}
    assert next(widget for widget in screen.widgets if isinstance(widget, Field)).value == "hunter2-hunter2"
    assert "hunter2" not in json.dumps([client.events, pointed, shown])
    assert "hunter2" not in json.dumps(await client.answer("secrets.set", name="bad name", value="hunter2-hunter2"))


async def test_a_screen_that_is_gone_ends_the_session() -> None:
    class FragileScreen(FakeScreen):
        async def tap(self, at: Point, *, count: int = 1) -> None:
            raise ScreenClosed("the cable was pulled", remedy="plug it in")

    async with sitting(FragileScreen()) as place, place.client() as client:
        error = await client.refused("hand", gesture={"kind": "press", "at": [1, 1]})
        assert error["message"] == "the cable was pulled"
        assert (await client.told("closed"))["reason"] == "the cable was pulled"


async def test_a_session_that_is_closed_while_it_records_and_asks_ends_both() -> None:
    async with sitting(FakeScreen([Button("Save", Box(20, 20, 100, 30))])) as place, place.client() as client:
        await client.ask("record.start")
        await client.hand("press", at=[30, 30])
        waiting = {"statement": 'the text "Gone" is visible', "timeout": 600}
        await client.send(do="ask", tool="wait_for", arguments=waiting)
        await client.told("asked", lambda told: told["state"] == "running")
        await place.session.close("enough")

        assert (await client.told("closed"))["reason"] == "enough"
        assert (await client.told("asked", lambda told: told["state"] != "running"))["state"] == "stopped"
        assert (await client.told("recording"))["state"] == "off"


async def test_a_phone_has_its_own_buttons_and_gestures() -> None:
    phone = FakePhone([Button("Call", Box(20, 20, 100, 30))])
    async with sitting(phone) as place, place.client() as client:
        hello = client.events[0]
        await client.hand("swipe", start=[100, 500], end=[100, 100], seconds=0.3)
        await client.hand("home")
        await client.hand("recents")

    assert (hello["can"]["home"], hello["can"]["recents"], hello["can"]["back"]) == (True, True, True)
    assert [word.split()[0] for word in phone.log] == ["swipe", "home", "show"]


async def test_two_sessions_side_by_side_have_nothing_in_common(place: Sitting, screen: FakeScreen) -> None:
    other = FakeScreen([Button("Other", Box(20, 20, 100, 30))])
    before = list(screen.log)
    async with launch.screen(other, settings=place.playground.options.settings) as agent:
        session = await place.playground.adopt(agent)
        async with connected(place.playground, session.id) as client:
            await client.hand("press", at=[30, 30])
            await client.ask("secrets.set", name="code", value="4711-4711-4711")
            assert "no setting 'model'" in (await client.refused("settings.set", values={"model": "x"}))["message"]
        await session.close()

    assert other.log == ["tap Other"]
    assert screen.log == before
    assert "code" not in place.session.secrets
