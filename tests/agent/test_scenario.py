"""Scenarios in Gherkin are carried out step by step, and an error names the step."""

from __future__ import annotations

import pytest

from askonce import launch
from askonce.config import Settings
from askonce.errors import CheckFailed
from askonce.geometry import Box
from askonce.screens.fake import Button, FakeScreen, Field


async def test_a_scenario_acts_and_checks() -> None:
    screen = FakeScreen([Field("Name", Box(20, 20, 100, 30)), Button("Save", Box(20, 60, 100, 30))])
    async with launch.screen(screen, settings=Settings(runs=None, patience=0)) as agent:
        await agent.run_gherkin_scenario('When I type {name} into Name\nThen the button "Save" is visible', name="Ann")
        with pytest.raises(CheckFailed, match=r'^line 2, Then the text "Gone" is visible: '):
            await agent.run_gherkin_scenario('When I press Save\nThen the text "Gone" is visible')
