"""Replays on a screen that knows only what is in view: entries further down or up are looked for."""

from __future__ import annotations

import pytest
from long_list import NAMES, Window
from replies import say, tap

from askonce import Settings
from askonce.agent import Agent
from askonce.errors import AskonceError
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings

SCROLL = ("Scroll", {})
OPEN_ROW = "open the row {name}"


def agent_on(screen: Window, recordings: Recordings, *replies: str) -> tuple[Agent, ScriptedModel]:
    model = ScriptedModel(replies, family="text")
    settings = Settings(runs=None, patience=0.1)
    return Agent(screen, Models.of(model), settings=settings, recordings=recordings), model


async def record(screen: Window, name: str) -> Recordings:
    """The act recorded once: scrolled to the row, and tapped."""
    recordings = Recordings(MemoryRecordings(), "rows")
    opened = say(tap(screen.number(name), "the row {name}"), expect=f'visible "Opened {name}"', done="opened")
    agent, _ = agent_on(screen, recordings, say(SCROLL), opened)
    await agent.act(OPEN_ROW, name=name)
    return recordings


@pytest.mark.parametrize("name", ["Red tea", "Old rice", "Red rice", "Blue salt", "Green oil"])
@pytest.mark.parametrize("top", [0, 4, 10])
async def test_a_replay_finds_its_row_wherever_the_list_stands(name: str, top: int) -> None:
    recordings = await record(Window(), "Green rice")
    screen = Window()
    screen.top = top
    agent, model = agent_on(screen, recordings)
    await agent.act(OPEN_ROW, name=name)
    assert screen.touched == [name]
    assert model.asked == []


async def test_a_row_that_is_nowhere_is_asked_for_and_no_other_is_touched() -> None:
    recordings = await record(Window(), "Green rice")
    screen = Window(tuple(name for name in NAMES if name != "Old oil"))
    agent, model = agent_on(screen, recordings, say(failed="it is not there"), say(failed="it is not there"))
    with pytest.raises(AskonceError):
        await agent.act(OPEN_ROW, name="Old oil")
    assert screen.touched == []
    assert model.asked


async def test_what_begins_with_an_app_is_replayed_from_anywhere() -> None:
    recordings = Recordings(MemoryRecordings(), "rows")
    launch = ("Launch", {"app": "rows"})
    agent, _ = agent_on(
        Window(), recordings, say(launch), say(tap(Window().number("Red tea")), expect='visible "Opened"', done="ok")
    )
    await agent.act("open Red tea of the app")
    screen = Window()
    screen.place = "elsewhere"
    agent, model = agent_on(screen, recordings)
    await agent.act("open Red tea of the app")
    assert (screen.touched, model.asked) == (["Red tea"], [])


@pytest.mark.parametrize("name", ["Old salt", "Pink sand"])
async def test_an_entry_that_a_reply_names_unseen_is_looked_for_down_the_list(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("askonce.planning.later_targets.PATIENCE", 0.1)
    screen, is_there = Window(), name in NAMES
    row = ("Tap", {"target": {"prompt": name}})
    agent, model = agent_on(
        screen,
        Recordings(MemoryRecordings(), "rows"),
        say(("Launch", {"app": "rows"}), row, expect=f'visible "Opened {name}"', done="opened"),
        say(failed="there is no such row"),
    )
    act = agent.act(f"open the row {name} of the app")
    if is_there:
        await act
    else:
        with pytest.raises(AskonceError, match="no such row"):
            await act
    assert screen.touched == [name] * is_there
    assert len(model.asked) == (1 if is_there else 2)
