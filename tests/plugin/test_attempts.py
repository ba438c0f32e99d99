"""A run of a test that failed: whatever its screen does then, the failure is reported."""

from __future__ import annotations

from pathlib import Path

from askonce import launch
from askonce.config import Settings
from askonce.geometry import Box
from askonce.plugin.attempts import AgentRun
from askonce.screens import Shot
from askonce.screens.fake import FakeScreen, Text
from askonce.trace import Noted, read_trace


class BrokenScreen(FakeScreen):
    """A screen of another package, with a mistake in it."""

    async def capture(self) -> Shot:
        raise AttributeError("'NoneType' object has no attribute 'screencap'")


async def test_a_screen_that_raises_anything_does_not_keep_a_failure_from_being_reported(tmp_path: Path) -> None:
    screen = BrokenScreen([Text("Hello", Box(0, 0, 100, 20))])
    async with launch.screen(screen, settings=Settings(runs=tmp_path)) as agent:
        run = AgentRun(agent)
        run.fail(AssertionError("1 != 2"))
        await run.look()

        assert run.outcome == "failed"
        assert run.picture is None
        assert "picture" not in run.describe()
    assert agent.trace.folder
    notes = [entry.event.text for entry in read_trace(agent.trace.folder) if isinstance(entry.event, Noted)]
    assert notes == ["no picture: AttributeError: 'NoneType' object has no attribute 'screencap'"]
