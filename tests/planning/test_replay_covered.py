"""A replay on a screen in memory: an element that something covers is left alone, also where nothing is pressed."""

from __future__ import annotations

import pytest
from replies import Action, say

from askonce.agent import Agent
from askonce.config import RecordingSettings, Settings
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens.fake import Button, FakeScreen

PRICE = Button("Price", Box(20, 20, 90, 20))
BANNER = Button("Cookies", Box(0, 0, 400, 90))
TARGET = {"target": {"prompt": "the button Price", "element": 1}}


@pytest.mark.parametrize("action", [("Hover", TARGET), ("Tap", TARGET)], ids=["hovered", "tapped"])
async def test_a_covered_element_is_left_alone_and_the_planner_is_asked(action: Action) -> None:
    store = MemoryRecordings()

    async def act(screen: FakeScreen, *replies: str) -> tuple[str, str]:
        settings = Settings(runs=None, recordings=RecordingSettings(patience=0.1))
        agent = Agent(
            screen, Models.of(ScriptedModel(list(replies))), settings=settings, recordings=Recordings(store, "shop")
        )
        result = await agent.act("look at the price")
        return result.how, result.why

    await act(FakeScreen([PRICE]), say(action), say(done="seen"))
    screen = FakeScreen([PRICE])
    assert (await act(screen))[0] == "replayed"
    assert len(screen.log) == 1

    covered = FakeScreen([PRICE, BANNER])
    how, why = await act(covered, say(done="the banner is in the way"))
    assert how != "replayed"
    assert "the button Price" in why
    assert "covered" in why
    assert covered.log == []
