"""What is asked in a session: one thing at a time, stopped, failed, done again, by another model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playground_rig import PageClient, Sitting, sitting

from askonce.geometry import Box
from askonce.playground.ask_runs import MOST_SHOWN, AskCommand, AskRecord, AskRuns
from askonce.screens.fake import Button, FakeScreen, Field, Text

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place() -> AsyncIterator[Sitting]:
    box = Box(20, 20, 100, 30)
    screen = FakeScreen(
        [
            Text("Ready", box),
            Button("Save", box.offset(0, 40)),
            Button("Undo", box.offset(0, 80)),
            Field("Name", box.offset(0, 120)),
        ]
    )
    async with sitting(screen) as place:
        yield place


@pytest_asyncio.fixture(loop_scope="module")
async def client(place: Sitting) -> AsyncIterator[PageClient]:
    async with place.client() as client:
        await client.ask("writer.take")
        yield client


async def test_an_act_is_recorded_and_done_again_from_the_recording(client: PageClient) -> None:
    first = await client.ask("ask", tool="act", arguments={"instruction": 'type "Ann" into Name'})
    again = await client.ask("again", ask=first["ask"])

    assert (first["how"], again["how"]) == ("asked", "replayed")
    assert (again["calls"], again["ask"]) == (0, first["ask"] + 1)


async def test_a_check_that_fails_is_an_answer_with_its_reason(client: PageClient) -> None:
    failed = await client.ask("ask", tool="check", arguments={"statement": 'the text "Gone" is visible', "timeout": 0})

    assert (failed["state"], failed["error"]["kind"]) == ("failed", "CheckFailed")
    assert failed["error"]["message"]
    told = await client.told("run", lambda told: told["ask"] == failed["ask"] and told["document"]["runs"][0]["nodes"])
    assert told["document"]["runs"][0]["status"] == "failed"


@pytest.mark.parametrize(
    ("tool", "arguments", "shows"),
    [
        ("check", {"statement": 'the text "Ready" is visible'}, "True: "),
        ("locate", {"target": "the button 'Save'"}, "At 70,75"),
        ("elements", {}, "Ready"),
        ("describe", {"x": 70, "y": 75}, "the button 'Save'"),
        ("tap", {"target": "the button 'Undo'"}, "Done: "),
        ("run_program", {"program": 'Press the button "Save".'}, "Done: 1 line"),
    ],
)
async def test_every_kind_of_tool_can_be_asked(
    client: PageClient, tool: str, arguments: dict[str, Any], shows: str
) -> None:
    done = await client.ask("ask", tool=tool, arguments=arguments)
    assert done["state"] == "done", done
    assert shows in done["outcome"]["text"]


async def test_a_picture_is_one_of_the_blobs(client: PageClient, place: Sitting) -> None:
    done = await client.ask("ask", tool="screenshot", arguments={})
    assert place.session.agent.trace.store.read(done["picture"])[:4] == b"\x89PNG"


async def test_one_thing_is_asked_at_a_time_and_it_can_be_stopped(client: PageClient, place: Sitting) -> None:
    waiting = {"statement": 'the text "Gone" is visible', "timeout": 600}
    asking = asyncio.create_task(client.ask("ask", tool="wait_for", arguments=waiting))
    await client.told("asked", lambda told: told["state"] == "running" and told["tool"] == "wait_for")
    assert (await client.told("screen", lambda told: told["busy"]))["work"].startswith("ask ")

    for do, fields in {
        "ask": {"tool": "elements"},
        "hand": {"gesture": {"kind": "press", "at": [30, 70]}},
        "record.start": {},
        "settings.set": {"values": {"rounds": 3}},
    }.items():
        error = await client.refused(do, **fields)
        assert (error["kind"], error["remedy"]) == ("NotAllowed", "wait until it ends, or stop it")
    assert (await client.ask("hover", at=[30, 70]))["element"] is None
    assert await client.ask("stop") == {"stopped": True}
    stopped = await asking

    assert stopped["state"] == "stopped"
    assert await client.ask("stop") == {"stopped": False}
    assert (await client.ask("ask", tool="elements"))["state"] == "done"


async def test_who_leaves_in_the_middle_finds_the_answer_later(client: PageClient, place: Sitting) -> None:
    waiting = {"statement": 'the text "Later" is visible', "timeout": 600}
    async with place.client() as leaving:
        await leaving.ask("writer.take")
        await leaving.send(id=1, do="ask", tool="wait_for", arguments=waiting)
        running = await client.told("asked", lambda told: told["state"] == "running" and "Later" in told["words"])
    screen = place.session.agent.screen
    assert isinstance(screen, FakeScreen)
    screen.show(Text("Later", Box(20, 20, 100, 30)))
    done = await client.told("asked", lambda told: told["ask"] == running["ask"] and told["state"] != "running")

    assert done["state"] == "done"


async def test_who_comes_after_thousands_of_asks_is_told_the_newest() -> None:
    async with sitting(FakeScreen([Button("Save", Box(20, 20, 100, 30))])) as place:
        runs = place.session.panel(AskRuns)
        command = AskCommand.read({"tool": "tap", "arguments": {"target": "the Save button"}})
        runs.asks += [AskRecord(number, command, "the Save button", "done") for number in range(1, 3001)]
        async with place.client() as client:
            assert (await client.ask("again", ask=1))["ask"] == 3001
            told = [event["ask"] for event in client.events if event["event"] == "asked"]
            assert told[:MOST_SHOWN] == list(range(3001 - MOST_SHOWN, 3001))
