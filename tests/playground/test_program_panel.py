"""The program editor, from the side of its clients, on a screen in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from panel_rig import PanelClient, sitting

from askonce.agent import Agent
from askonce.config import ProgramSettings, RecordingSettings, Settings
from askonce.embedded import EmbeddedModel
from askonce.errors import ScreenClosed
from askonce.geometry import Box, Point
from askonce.models.factory import Models
from askonce.screens.fake import Button, FakeScreen, Text
from askonce.trace import Trace
from askonce.values import Secret

COUNT = """set {total} to 1
repeat 2 times:
    set {total} to {total} + 1
tell user "the total is {total}"
"""
SETTINGS = Settings(
    runs=None,
    recordings=RecordingSettings(patience=0.0),
    program=ProgramSettings(final_check=False, replans=0, failures=1),
)


class Switch(FakeScreen):
    def __init__(self) -> None:
        self.presses = 0
        self.button = Button("Add", Box(20, 60, 100, 30), on_tap=self.press)
        super().__init__([self.button])

    def press(self) -> None:
        self.presses += 1
        self.show(self.button, Text(f"Pressed {self.presses} times", Box(20, 100, 200, 30)))


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[PanelClient]:
    agent = Agent(Switch(), Models.of(EmbeddedModel()), settings=SETTINGS)
    async with sitting(agent, tmp_path, secrets={"pin": Secret("98765")}) as client:
        yield client


async def run(client: PanelClient, text: str, **fields: Any) -> None:
    await client.ask("program.run", text=text, **fields)


def variables(told: dict[str, Any]) -> dict[str, str]:
    return {variable["name"]: variable["value"] for variable in told["variables"]}


# ---- checking


async def test_what_is_wrong_is_told_with_its_place_its_remedy_and_the_closest_name(client: PanelClient) -> None:
    checked = await client.ask("program.check", text="set {total} to 1\ntell user {totl}\n")
    (problem,) = checked["problems"]
    assert (problem["line"], problem["severity"], problem["closest"]) == (2, "error", "total")
    assert problem["column"] == 11
    assert "totl" in problem["message"]
    assert (await client.ask("program.check", text="tell user {given} and {pin}", variables={"given": 1})) == {
        "problems": [],
        "inputs": ["given", "pin"],
    }


async def test_a_script_is_checked_for_the_screen_that_is_open(client: PanelClient) -> None:
    text = "tasks:\n- name: one\n  flow:\n  - aiTapp: the button Add\n"
    checked = await client.ask("program.check", text=text, format="yaml")
    (problem,) = checked["problems"]
    assert problem["line"] == 4
    assert "aiTap" in problem["remedy"]


async def test_a_program_with_errors_is_not_begun(client: PanelClient) -> None:
    error = await client.refused("program.run", text="tell user {nobody}\n")
    assert "line 1" in error["message"]
    assert client.last("program")["state"] == "idle"


# ---- running


async def test_a_program_is_run_to_its_end_and_what_it_tells_is_shown(client: PanelClient) -> None:
    await run(client, COUNT)
    told = await client.told("program", state="done")
    assert told["output"] == ["the total is 3"]
    assert variables(told) == {"total": "3"}
    assert client.last("program.text")["text"] == COUNT


async def test_a_paused_program_is_stepped_changed_and_resumed(client: PanelClient) -> None:
    await run(client, COUNT, breakpoints=[3])
    told = await client.told("program", state="paused", line=3)
    assert told["between_lines"]
    assert told["breakpoints"] == [3]
    assert told["path"] == "line 3 (pass 1)"

    await client.ask("program.set_variable", name="total", json_text="10")
    await client.told("program", state="paused", line=3)
    assert variables(client.last("program")) == {"total": "10"}
    await client.ask("program.set_belief", changes=["+ fact: all is well"])
    assert client.last("program")["belief"][0]["text"] == "all is well"

    await client.ask("program.step")
    await client.told("program", state="paused", line=2)
    assert (await client.ask("program.set_breakpoints", lines=[4]))["breakpoints"] == [4]
    await client.ask("program.resume")
    await client.told("program", state="paused", line=4)
    await client.ask("program.resume")
    assert (await client.told("program", state="done"))["output"] == ["the total is 12"]


async def test_a_program_begins_held_where_that_is_wanted(client: PanelClient) -> None:
    await run(client, COUNT, paused=True)
    await client.told("program", state="paused", line=1)
    await client.ask("program.stop")
    assert (await client.told("program", state="stopped"))["error"] is None


async def test_while_it_is_paused_the_screen_is_free_and_while_it_runs_it_is_not(client: PanelClient) -> None:
    await run(client, "press the Add button\npress the Add button\n", breakpoints=[2])
    await client.told("program", state="paused", line=2)
    assert client.session.work == ""
    assert (await client.ask("ask", tool="act", arguments={"instruction": "press the Add button"}))["state"] == "done"

    async with client.session.working("ask 7"):
        error = await client.refused("program.resume")
    assert "ask 7" in error["message"]
    await client.ask("program.resume")
    await client.told("program", state="done")
    screen = client.session.agent.screen
    assert isinstance(screen, Switch)
    assert screen.presses == 3


async def test_what_a_program_asks_is_answered(client: PanelClient) -> None:
    await run(client, 'Ask user "Which one?", get response as {which}\nTell user "It is {which}"\n')
    assert (await client.told("program", state="asking"))["question"] == "Which one?"
    error = await client.refused("program.run", text=COUNT)
    assert "running" in error["message"]
    await client.ask("program.answer", text="the first")
    assert (await client.told("program", state="done"))["output"] == ["It is the first"]
    assert "asks nothing" in (await client.refused("program.answer", text="again"))["message"]


async def test_a_program_that_asks_can_be_stopped(client: PanelClient) -> None:
    await run(client, 'Ask user "Which one?", get response as {which}\nTell user {which}\n')
    await client.told("program", state="asking")
    await client.ask("program.stop")
    await client.told("program", state="stopped")
    await run(client, COUNT)
    await client.told("program", state="done")


async def test_a_program_that_fails_says_where_and_what_to_do(client: PanelClient) -> None:
    await run(client, "set {total} to 1\nset {part} to {total} / 0\n")
    told = await client.told("program", state="failed")
    assert "line 2" in told["error"]["message"]
    assert told["error"]["remedy"]
    assert told["line"] == 2


@pytest.mark.parametrize("word", ["pause", "resume", "step", "set_breakpoints", "set_variable", "set_belief"])
async def test_nothing_can_be_asked_of_a_run_that_is_not_there(client: PanelClient, word: str) -> None:
    fields: dict[str, dict[str, Any]] = {
        "set_breakpoints": {"lines": [1]},
        "set_variable": {"name": "total", "value": 1},
        "set_belief": {"changes": ["+ x"]},
    }
    error = await client.refused(f"program.{word}", **fields.get(word, {}))
    assert error["remedy"]
    assert (await client.ask("program.stop"))["stopped"] is False


async def test_secrets_are_used_by_name_and_never_come_back(client: PanelClient) -> None:
    await run(client, "set {note} to 1\ntype {pin} into Pin\n", breakpoints=[2])
    told = await client.told("program", state="paused", line=2)
    assert not [variable for variable in told["variables"] if variable["name"] == "pin" and variable["editable"]]
    assert "98765" not in str(client.events)
    assert "secret" in (await client.refused("program.set_variable", name="pin", value="x"))["message"]
    await client.ask("program.stop")
    await client.told("program", state="stopped")
    assert "is a secret" in (await client.refused("program.run", text=COUNT, variables={"pin": "1"}))["message"]


async def test_who_comes_later_sees_the_program_and_where_it_is_but_changes_nothing(client: PanelClient) -> None:
    await run(client, COUNT, breakpoints=[3])
    await client.told("program", state="paused", line=3)
    other = PanelClient(client.session)
    assert (await other.told("program", state="paused"))["line"] == 3
    assert other.last("program.text")["text"] == COUNT
    assert "watching" in (await other.refused("program.resume"))["message"]


# ---- scripts

SCRIPT = """vars: {count: 1}
tasks:
- name: play
  flow:
  - repeat: "{count}"
    do:
    - aiTap: the button Add
  - aiTap: the button Add
"""


async def test_a_script_is_paused_at_its_items_and_its_values_are_changed(client: PanelClient) -> None:
    await run(client, SCRIPT, format="yaml", breakpoints=[5])
    told = await client.told("program", state="paused", line=5)
    assert variables(told) == {"count": "1"}
    await client.ask("program.set_variable", name="count", json_text="2")
    assert "did you mean count" in (await client.refused("program.set_variable", name="cuont", value=1))["remedy"]
    assert "believes nothing" in (await client.refused("program.set_belief", changes=["+ x"]))["message"]
    for line in (7, 7, 8):
        await client.ask("program.step")
        await client.told("program", state="paused", line=line)
        client.events.clear()
    await client.ask("program.resume")
    await client.told("program", state="done")
    screen = client.session.agent.screen
    assert isinstance(screen, Switch)
    assert screen.presses == 3


async def test_a_script_is_stopped_between_its_items(client: PanelClient) -> None:
    await run(client, SCRIPT, format="yaml", paused=True)
    await client.told("program", state="paused", line=5)
    await client.ask("program.stop")
    await client.told("program", state="stopped")


async def test_a_script_that_fails_says_where(client: PanelClient) -> None:
    await run(client, SCRIPT.replace("count: 1", "count: many"), format="yaml")
    told = await client.told("program", state="failed")
    assert ":5: " in told["error"]["message"]
    assert told["line"] == 5


# ---- files


async def test_a_file_is_opened_saved_and_told_to_all(client: PanelClient, tmp_path: Path) -> None:
    (tmp_path / "count.stp").write_text(COUNT, "utf-8")
    assert await client.ask("program.files") == {"files": ["count.stp"]}
    opened = await client.ask("program.open", file="count.stp")
    assert (opened["text"], opened["format"]) == (COUNT, "stp")
    saved = await client.ask("program.save", file="count.stp", text="tell user hi\n", version=opened["version"])
    assert (tmp_path / "count.stp").read_text("utf-8") == "tell user hi\n"
    assert client.last("program.text")["version"] == saved["version"]
    error = await client.refused("program.save", file="count.stp", text="x", version=opened["version"])
    assert error["kind"] == "FileChanged"
    await client.ask("program.save", file="count.stp", text="x", version=opened["version"], overwrite=True)


# ---- interrupted


class FragileSwitch(Switch):
    """Its window is closed at the press that is given."""

    def __init__(self, breaks_at: int) -> None:
        super().__init__()
        self.breaks_at = breaks_at

    async def tap(self, at: Point, *, count: int = 1) -> None:
        if self.presses + 1 == self.breaks_at:
            raise ScreenClosed("the window was closed", remedy="open it again")
        await super().tap(at, count=count)


PRESSES = 'set {name} to "Ann"\npress the Add button\npress the Add button\ntell user {name}\n'


def kept_agent(screen: FakeScreen, runs: Path, name: str) -> Agent:
    settings = replace(SETTINGS, runs=runs)
    return Agent(screen, Models.of(EmbeddedModel()), settings=settings, trace=Trace(runs / "traces" / name))


async def test_a_program_whose_screen_is_closed_says_so_and_is_resumed_on_another(tmp_path: Path) -> None:
    async with sitting(kept_agent(FragileSwitch(2), tmp_path, "1"), tmp_path) as client:
        await client.ask("ask", tool="act", arguments={"instruction": "wait 0.01 seconds"})
        await run(client, PRESSES)
        told = await client.told("program", state="failed")
        assert told["error"]["kind"] == "ScreenClosed"
        assert "the window was closed" in told["error"]["message"]
        assert "resume" in told["error"]["remedy"]
        assert (await client.told("closed"))["is_over"] is False
        assert "closed" in (await client.refused("program.run", text=PRESSES))["message"]
        assert await client.ask("program.files") == {"files": []}, "what needs no screen can be asked"

    screen = Switch()
    async with sitting(kept_agent(screen, tmp_path, "2"), tmp_path) as client:
        (offered,) = (await client.ask("program.interrupted"))["runs"]
        assert (offered["run"], offered["line"], offered["text"]) == ("1", 3, PRESSES)
        await client.ask("program.take_up", run="1", interrupted_line="repeat")
        assert (await client.told("program", state="done"))["output"] == ["Ann"]
        assert screen.presses == 1, "the line that was done is not done again"
        assert (await client.ask("program.interrupted"))["runs"] == []
        assert "no program to resume" in (await client.refused("program.take_up", run="1"))["message"]


async def test_a_program_that_is_running_or_needs_a_secret_is_not_resumed_unseen(tmp_path: Path) -> None:
    screen = FragileSwitch(1)
    async with sitting(kept_agent(screen, tmp_path, "1"), tmp_path, secrets={"pin": Secret("98765")}) as client:
        await run(client, "set {mine} to {pin}\npress the Add button\n", breakpoints=[2])
        await client.told("program", state="paused")
        assert (await client.ask("program.interrupted"))["runs"] == []
        await client.ask("program.resume")
        await client.told("program", state="failed")
    async with sitting(kept_agent(Switch(), tmp_path, "2"), tmp_path) as client:
        error = await client.refused("program.take_up", run="1")
        assert "'pin'" in error["message"]
        assert "Settings" in error["remedy"]
        assert "98765" not in str(client.events)
