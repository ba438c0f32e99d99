"""Scripts that are played by an agent that is there already."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from askonce.agent import Agent
from askonce.config import Settings
from askonce.embedded import EmbeddedModel
from askonce.errors import CheckFailed, ConfigError, ScriptError, ScriptFailed
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.report.report_files import report_of
from askonce.screens.fake import Button, FakeScreen, Field
from askonce.trace import Acted, read_trace
from askonce.values import Secret

FILLED = """
web: {url: https://elsewhere.example}
tasks:
  - name: fill
    flow:
      - aiInput: the User name field
        value: "{user}"
      - aiBoolean: the button "{label}" is visible
        name: seen
  - name: look
    flow:
      - aiBoolean: the button "Save" is visible
"""


def agent_on(runs: Path | None = None) -> Agent:
    screen = FakeScreen([Field("User name", Box(20, 20, 200, 30)), Button("Save", Box(20, 60, 100, 30))])
    return Agent(screen, Models.of(EmbeddedModel()), settings=Settings(runs=runs, patience=0))


async def test_the_tasks_of_a_text_or_a_file_run_on_the_screen_that_is_open_and_give_their_results(
    tmp_path: Path,
) -> None:
    file = tmp_path / "shop.yaml"
    file.write_text(FILLED)
    agent = agent_on()
    for script, user in ((FILLED, "Ann"), (file, "Bob"), (str(file), "Cy")):
        assert await agent.run_script(script, user=user, label="Save") == {"seen": True, "0": True}
        assert user in [node.value for node in await cast("FakeScreen", agent.screen).tree()]
    assert agent.url == "fake://start"


async def test_a_script_becomes_a_part_of_the_agents_report_and_writes_no_file_of_its_own(tmp_path: Path) -> None:
    async with agent_on(tmp_path / "runs") as agent:
        await agent.run_script(FILLED, user="Ann", label="Save")
        await agent.tap("the Save button")
        assert agent.trace.folder is not None
        folder = agent.trace.folder
    (run,) = report_of(folder).runs
    assert [node.kind for node in run.nodes] == ["act", "task", "task", "act"]
    assert [node.title for node in run.nodes[:3]] == ["Remarks", "fill", "look"]
    assert not (tmp_path / "runs" / "output").exists()
    assert "the script is played by an agent that is there already" in (folder / "trace.jsonl").read_text()


async def test_a_failure_names_its_line_and_keeps_the_results_and_the_cause() -> None:
    script = """tasks:
- name: a
  flow:
  - aiBoolean: the button "Save" is visible
  - aiAssert: the text "Gone" is visible
"""
    with pytest.raises(ScriptFailed, match=r"script.yaml:5: .*Gone") as failed:
        await agent_on().run_script(script)
    assert (failed.value.line, failed.value.results["0"]) == (5, True)
    assert isinstance(failed.value.__cause__, CheckFailed)


async def test_a_task_that_may_fail_stops_nothing() -> None:
    script = """
tasks:
- name: a
  continueOnError: true
  flow: [{aiAssert: the text "Gone" is visible}]
- name: b
  flow: [{aiBoolean: the button "Save" is visible, name: there}]
"""
    results = await agent_on().run_script(script)
    assert results["there"] is True


async def test_what_cannot_be_played_is_refused_with_its_place_before_anything_is_done(tmp_path: Path) -> None:
    agent = agent_on()
    with pytest.raises(ScriptError, match=r"did you mean aiTap"):
        await agent.run_script("tasks:\n- name: a\n  flow:\n  - aiTapp: the Save button\n")
    with pytest.raises(ConfigError, match="file not found"):
        await agent.run_script(tmp_path / "none.yaml")
    with pytest.raises(ScriptError, match="must be a mapping"):
        await agent.run_script("just words")
    with pytest.raises(ScriptError, match="tasks"):
        await agent.run_script("web: {url: https://shop.example}")
    with pytest.raises(ConfigError, match="bytes is no script"):
        await agent.run_script(b"tasks: []")  # pyright: ignore[reportArgumentType]


async def test_a_secret_of_a_script_is_typed_and_shown_to_nobody(tmp_path: Path) -> None:
    async with agent_on(tmp_path / "runs") as agent:
        results = await agent.run_script(FILLED, user=Secret("hunter22"), label="Save")
        assert agent.trace.folder is not None
        folder = agent.trace.folder
    assert "hunter22" not in str(results)
    assert all(b"hunter22" not in file.read_bytes() for file in folder.rglob("*") if file.is_file())


@pytest.mark.parametrize(
    "item",
    [
        'aiLongPress: the Save button\n        duration: "{time}"',
        'aiInput: the User name field\n        value: ab\n        keyboardTypeDelay: "{time}"',
        'Swipe: up\n        duration: "{time}"',
        'aiSleep: "{time}"',
    ],
)
async def test_times_by_name_are_in_milliseconds_like_those_that_are_written(tmp_path: Path, item: str) -> None:
    agent = agent_on(tmp_path)
    await agent.run_script(f"tasks:\n  - flow:\n      - {item}\n", time=31)

    (acted,) = [entry.event for entry in read_trace(agent.trace.folder or tmp_path) if isinstance(entry.event, Acted)]
    assert "0.031" in acted.action


@pytest.mark.parametrize("item", ['repeat: "{x}"\n        do: [sleep: 1]', 'sleep: "{x}"', 'aiSleep: "{x}"'])
async def test_an_amount_that_is_no_number_fails_at_its_line(item: str) -> None:
    with pytest.raises(ScriptFailed, match=r"must be a number that is not negative, but \{x\} is 'nan'"):
        await agent_on().run_script(f"tasks:\n  - flow:\n      - {item}\n", x=float("nan"))


async def test_a_script_that_limits_its_hosts_is_refused_on_a_screen_that_is_open() -> None:
    with pytest.raises(ScriptError, match=r"script.yaml:1:1: error: allowedHosts cannot be kept here") as refused:
        await agent_on().run_script("allowedHosts: [good.example]\ntasks:\n  - flow:\n      - sleep: 1\n")
    assert "Settings(allowed_hosts=…)" in str(refused.value)


async def test_doubled_braces_are_typed_as_they_stand_in_a_script_without_values() -> None:
    agent, typed = agent_on(), "{{city}} {{ city }} {city}"
    await agent.run_script(f"tasks:\n  - flow:\n      - aiInput: the User name field\n        value: '{typed}'\n")

    assert typed in [node.value for node in await cast("FakeScreen", agent.screen).tree()]
