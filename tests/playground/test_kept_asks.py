"""Keep, from the side of its clients, on a screen in memory."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from panel_rig import PanelClient, sitting

from askonce.agent import Agent
from askonce.config import RecordingSettings, Settings
from askonce.embedded import EmbeddedModel
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.recordings.recording_reader import read_recordings
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens.fake import Button, FakeScreen, Field, Text
from askonce.values import Secret

SETTINGS = Settings(runs=None, recordings=RecordingSettings(patience=0.1), patience=0.5)
FORM = "fake://form"


class Desk(FakeScreen):
    """A start page with a button that opens a form, which says what was saved."""

    def __init__(self, opener: str = "Open") -> None:
        self.name = Field("Name", Box(20, 20, 200, 30))
        self.save = Button("Save", Box(20, 60, 100, 30), on_tap=self.saved)
        start = Button(opener, Box(20, 60, 100, 30), on_tap=lambda: self.open_page(FORM))
        super().__init__([start], pages={FORM: [self.name, self.save]})

    def saved(self) -> None:
        self.show(self.name, self.save, Text(f"Saved {self.name.value}", Box(20, 100, 200, 30)))


def agent_on(screen: FakeScreen, recordings: Recordings | None = None) -> Agent:
    return Agent(screen, Models.of(EmbeddedModel()), settings=SETTINGS, recordings=recordings)


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[PanelClient]:
    agent = agent_on(Desk(), Recordings(MemoryRecordings(), "playground"))
    async with sitting(agent, tmp_path, secrets={"pin": Secret("98765")}) as client:
        client.session.fresh = lambda: nullcontext(agent_on(Desk()))
        yield client


async def ask(client: PanelClient, tool: str, **arguments: Any) -> int:
    """Ask and keep; the place of what was kept."""
    asked = await client.ask("ask", tool=tool, arguments=arguments)
    assert asked["state"] == "done", asked
    return len((await client.ask("keep", ask=asked["ask"]))["items"]) - 1


async def keep_flow(client: PanelClient) -> None:
    await ask(client, "act", instruction="press the Open button")
    await ask(client, "type", target="the Name field", text="{who}", values={"who": "Ann"})
    await ask(client, "tap", target="the Save button")
    await ask(client, "check", statement='the text "Saved Ann" is visible')


def proofs(kept: dict[str, Any]) -> list[str]:
    return [item["proof"] for item in kept["items"]]


async def test_what_worked_is_kept_and_proved_from_the_start(client: PanelClient) -> None:
    await keep_flow(client)
    kept = client.last("kept")
    assert proofs(kept) == ["unproven"] * 4
    assert kept["items"][0]["title"] == "press the Open button"
    before = client.session.agent.usage.total.calls

    proved = await client.ask("kept.run_all")
    assert proofs(proved) == ["proven"] * 4, proved
    assert proved["is_proven"]
    assert client.session.agent.usage.total.calls == before
    assert any(proofs(told)[:2] == ["proven", "unproven"] for told in client.events if told["event"] == "kept")


async def test_what_does_not_hold_is_told_with_its_reason_and_the_rest_is_not_tried(client: PanelClient) -> None:
    await keep_flow(client)
    client.session.fresh = lambda: nullcontext(agent_on(Desk("Close")))
    proved = await client.ask("kept.run_all")
    assert proofs(proved) == ["failed", "not tried", "not tried", "not tried"]
    assert proved["items"][0]["reason"]
    assert not proved["is_proven"]


async def test_order_and_titles_change_and_a_new_order_is_not_proven(client: PanelClient) -> None:
    await keep_flow(client)
    await client.ask("kept.run_all")
    await client.ask("kept.rename", at=0, title="Open the  form")
    assert proofs(client.last("kept")) == ["proven"] * 4, "a title changes nothing that is done"

    moved = await client.ask("kept.move", **{"from": 0, "to": 1})
    assert [item["title"] for item in moved["items"]][1] == "Open the form"
    assert proofs(moved) == ["unproven"] * 4
    removed = await client.ask("kept.remove", at=3)
    assert len(removed["items"]) == 3
    assert (await client.ask("kept"))["items"] == removed["items"]


async def test_it_is_exported_in_all_forms_with_its_checks_and_values(client: PanelClient) -> None:
    await keep_flow(client)
    await client.ask("kept.rename", at=0, title="Open the form")
    script = await client.ask("kept.export", format="yaml")
    assert "name: Open the form" in script["text"]
    assert "aiAssert: the text" in script["text"]
    assert "who: Ann" in script["text"]
    assert "not proven" in script["remarks"][0]

    program = await client.ask("kept.export", format="stp")
    assert 'Wait until the text "Saved Ann" is visible' in program["text"]
    assert (await client.ask("program.check", text=program["text"]))["problems"] == []
    recording = await client.ask("kept.export", format="recording")
    first = read_recordings(recording["text"], recording["file"]).recordings[0]
    assert first.instruction == "press the Open button"
    assert "pages" in (await client.refused("kept.export", format="pytest"))["message"], "it is no web page"


async def test_what_is_kept_twice_is_done_twice(client: PanelClient) -> None:
    await ask(client, "act", instruction="press the Open button")
    await ask(client, "tap", target="the Save button")
    kept = client.last("kept")["items"][1]
    await client.ask("keep", ask=kept["ask"])
    program = (await client.ask("kept.export", format="stp"))["text"]
    assert program.lower().count("save button") >= 2


async def test_it_is_saved_once_it_is_proven_or_where_that_is_wanted(client: PanelClient, tmp_path: Path) -> None:
    await keep_flow(client)
    error = await client.refused("kept.save", file="flow.stp", format="stp")
    assert error["kind"] == "Unproven"
    assert not (tmp_path / "flow.stp").exists()
    saved = await client.ask("kept.save", file="flow.stp", format="stp", unproven=True)
    assert not saved["is_proven"]

    await client.ask("kept.run_all")
    assert (await client.ask("kept.save", file="flow.yaml", format="yaml"))["is_proven"]
    assert "below the folder" in (await client.refused("kept.save", file="../flow.yaml"))["message"]
    assert sorted(os.listdir(tmp_path)) == ["flow.stp", "flow.yaml"]


async def test_an_action_without_a_target_is_kept_and_a_secret_stays_a_name(client: PanelClient) -> None:
    await ask(client, "navigate", url=FORM)
    await ask(client, "type", target="the Name field", text="{pin}")
    assert "98765" not in str(client.events)
    proved = await client.ask("kept.run_all")
    assert proofs(proved) == ["proven"] * 2, proved
    script = await client.ask("kept.export", format="yaml")
    assert "98765" not in script["text"]
    assert "pin: PIN" in script["text"]


async def test_only_what_worked_and_does_something_is_kept(client: PanelClient) -> None:
    failed = await client.ask("ask", tool="check", arguments={"statement": 'the text "Gone" is visible', "timeout": 0})
    assert "has not worked" in (await client.refused("keep", ask=failed["ask"]))["message"]
    read = await client.ask("ask", tool="elements", arguments={})
    assert "not a step" in (await client.refused("keep", ask=read["ask"]))["message"]
    assert "number 7" in (await client.refused("keep", ask=7))["message"]


async def keep_readings(client: PanelClient) -> None:
    await ask(client, "navigate", url=FORM)
    await ask(client, "query", demand="string, the title of the page")
    await ask(client, "ask", question="the title of the page")
    await ask(client, "locate", target="the Save button")
    await ask(client, "wait_for", statement='the button "Save" is visible', timeout=2)


async def test_what_is_read_is_kept_proved_and_exported_where_a_form_has_words_for_it(client: PanelClient) -> None:
    await keep_readings(client)
    proved = await client.ask("kept.run_all")
    assert proofs(proved) == ["proven"] * 5, proved

    script = await client.ask("kept.export", format="yaml")
    assert script["remarks"] == []
    for item in (
        "aiQuery: string, the title of the page\n        name: the_title_of_the_page",
        "aiAsk: the title of the page\n        name: the_title_of_the_page_2",
        "aiLocate: the Save button",
        'aiWaitFor: the button "Save" is visible\n        timeout: 2000',
    ):
        assert item in script["text"], script["text"]
    checked = await client.ask("program.check", text=script["text"], format="yaml")
    assert [problem for problem in checked["problems"] if problem["severity"] == "error"] == []

    program = await client.ask("kept.export", format="stp")
    assert "On the screen, read the title of the page, record as {the_title_of_the_page}" in program["text"]
    assert 'Wait until the button "Save" is visible' in program["text"]
    assert [remark.partition(",")[0] for remark in program["remarks"]] == ["left out: Locate the Save button"]
    assert (await client.ask("program.check", text=program["text"]))["problems"] == []

    recording = await client.ask("kept.export", format="recording")
    assert [remark.split(", ")[0] for remark in recording["remarks"]] == [
        "left out: Read string",
        "left out: Find out the title of the page",
        "left out: Locate the Save button",
    ]
    assert len(read_recordings(recording["text"], recording["file"]).recordings) == 2


async def test_what_a_form_cannot_say_exactly_is_left_out_with_a_remark(client: PanelClient) -> None:
    await ask(client, "check", statement='the button "Open" is visible', whole_page=True)
    script = await client.refused("kept.export", format="yaml")
    assert "all of the page" in script["message"]
    assert script["remedy"] == "choose another form"
    await ask(client, "act", instruction="press the Open button")
    script = await client.ask("kept.export", format="yaml")
    assert any("all of the page" in remark for remark in script["remarks"])
    assert 'the button "Open" is visible' not in script["text"]


async def test_a_proof_can_be_stopped(client: PanelClient) -> None:
    opened, left = asyncio.Event(), asyncio.Event()

    @asynccontextmanager
    async def never() -> AsyncIterator[Agent]:
        opened.set()
        try:
            await asyncio.Event().wait()
            yield agent_on(Desk())
        finally:
            left.set()

    await ask(client, "act", instruction="press the Open button")
    assert await client.ask("kept.stop") == {"stopped": False}
    client.session.fresh = never
    proving = asyncio.create_task(client.ask("kept.run_all"))
    await opened.wait()
    assert await client.ask("kept.stop") == {"stopped": True}
    assert left.is_set(), "the fresh screen is closed"
    assert proofs(await proving) == ["unproven"]
    assert client.last("kept")["state"] == "idle"


@pytest.mark.parametrize(
    ("word", "fields"),
    [
        ("kept.move", {"from": 0, "to": 1}),
        ("kept.rename", {"at": 0, "title": "x"}),
        ("kept.remove", {"at": -1}),
        ("kept.export", {"format": "yaml"}),
        ("kept.run_all", {}),
        ("kept.save", {}),
    ],
)
async def test_nothing_is_done_with_what_is_not_kept(client: PanelClient, word: str, fields: dict[str, Any]) -> None:
    error = await client.refused(word, **fields)
    assert "nothing is kept" in error["message"]
    assert error["remedy"]


async def test_a_title_needs_words_and_fields_are_named_as_they_are_written(client: PanelClient) -> None:
    await ask(client, "act", instruction="press the Open button")
    assert "words" in (await client.refused("kept.rename", at=0, title="  "))["message"]
    assert "from" in (await client.refused("kept.move", to=0))["remedy"]
