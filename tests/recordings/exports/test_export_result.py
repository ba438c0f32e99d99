"""What was recorded by hand, exported and run: it does the same in every form."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from export_samples import field, recording, step

from askonce import launch
from askonce.agent import Agent
from askonce.config import Settings
from askonce.geometry import Box, Point
from askonce.recorder.hand_recorder import HandRecorder
from askonce.recordings.exports import export_pytest, export_stp, export_yaml
from askonce.recordings.exports.export_result import in_order, parts_of
from askonce.screens.expectation import Expectation
from askonce.screens.fake import FakeScreen, Field
from askonce.screens.gestures import HandPress, HandText

BODY, TO = Point(10, 10), Point(10, 60)


@pytest_asyncio.fixture
async def agent(tmp_path: Path) -> AsyncIterator[Agent]:
    screen = FakeScreen([Field("Body", Box(0, 0, 300, 30)), Field("To", Box(0, 50, 300, 30))])
    async with launch.screen(screen, settings=Settings(runs=tmp_path, patience=1)) as agent:
        yield agent


async def typed(agent: Agent, *texts: str, **values: str) -> HandRecorder:
    """A recorder after a person has typed these texts into the fields, one into each."""
    recorder = HandRecorder(agent, values=values)
    for place, text in zip((BODY, TO), texts, strict=False):
        await recorder.perform(HandPress(place))
        await recorder.perform(HandText(text))
    await recorder.finish()
    return recorder


async def held(agent: Agent) -> list[str]:
    tree = await agent.screen.tree()  # pyright: ignore[reportAttributeAccessIssue]
    return [node.value or "" for node in tree if node.role == "textbox"]


async def empty(agent: Agent) -> None:
    for name in ("Body", "To"):
        await agent.clear(f"the field '{name}'")


BRACED = ["{y}", "Dear {name}, {{x}} and {{{z}}}", '{"a": {b}, "c.d": {e.f}}', "{{open} {", "{% if a %}{b}{% end %}"]


@pytest.mark.parametrize("text", BRACED)
async def test_braces_that_a_person_typed_are_typed_again_by_a_replay_and_a_script(text: str, agent: Agent) -> None:
    recorder = await typed(agent, text)
    assert [verdict.reason for verdict in await recorder.replay()] == [""]
    exported = recorder.export("yaml")
    assert exported.remarks == ()

    await empty(agent)
    doing = [line for line in exported.text.splitlines() if "aiAssert" not in line]  # nothing proves a fake screen
    await agent.run_script("\n".join(doing))

    assert (await held(agent))[0] == text


async def test_a_value_does_not_go_where_a_person_typed_its_name_in_braces(agent: Agent) -> None:
    recorder = await typed(agent, "Dear {name}", "bob", name="bob")
    assert all(verdict.is_found for verdict in await recorder.replay())
    assert await held(agent) == ["Dear {name}", "bob"]

    steps = recorder.recording().recordings[0].steps
    assert [step.verbatim for step in steps] == [("name",), ()]
    assert [step.params["text"] for step in steps] == ["Dear {name}", "{name}"]


@pytest.mark.parametrize("text", BRACED)
def test_braces_that_are_meant_are_no_values_in_any_form(text: str) -> None:
    names = {"y", "name", "b", "e.f", "open"}
    made = step("Type", field("Body"), Expectation("field", "Body", text), text=text)
    flow = recording(made.model_copy(update={"verbatim": tuple(names)}))
    for export in (export_yaml, export_stp, export_pytest):
        exported = export([flow], url="http://localhost")
        assert not any("{" in remark for remark in exported.remarks if not remark.startswith("not checked"))
        assert not any(words in exported.text for words in ("ask user", "secrets", "environ"))
    ((escaped,), _) = in_order([flow])
    assert list(parts_of(escaped.steps[0].params["text"])) == [(text, "")]
    assert list(parts_of(escaped.steps[0].expects[0].value)) == [(text, "")]


@pytest.mark.parametrize("text", ['say "hi"', "a\\nb C:\\\\new", "two\nlines", "\\\nx\ty", "{y} and \\u000a"])
async def test_a_program_types_what_a_person_typed(text: str, agent: Agent) -> None:
    program = export_stp([recording(step("Type", field("Body"), text=text).model_copy(update={"verbatim": ("y",)}))])

    await agent.run(program.text)

    assert (await held(agent))[0] == text
