"""Replays on a screen that knows only what is in view: entries further down or up are looked for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from replies import say, tap

from askonce import Settings
from askonce.agent import Agent
from askonce.errors import AskonceError, NotOperable
from askonce.geometry import Box, Point, Size
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens import Node, Shot, Tree
from askonce.screens.screen_protocol import Edge

VIEW, ROW = Size(360, 300), 50
NAMES = tuple(f"{kind} {thing}" for thing in ("tea", "rice", "oil", "salt") for kind in ("Red", "Green", "Blue", "Old"))
SCROLL = ("Scroll", {})
OPEN_ROW = "open the row {name}"


class Window:
    """A list of which six rows are in view, on the home screen of an app; a tap on a row opens it."""

    kind = "window"

    def __init__(self, names: Sequence[str] = NAMES) -> None:
        self.names, self.top, self.opened = names, 0, ""
        self.place = "home"
        self.touched: list[str] = []

    async def capture(self) -> Shot:
        raise NotOperable("there is nothing to look at")

    async def size(self) -> Size:
        return VIEW

    async def settle(self) -> None: ...

    def news(self) -> Sequence[str]:
        return ()

    async def close(self) -> None: ...

    async def tree(self) -> Tree:
        texts = [f"Opened {self.opened}"] if self.opened else self.names[self.top : self.top + 6]
        role = "text" if self.opened else "listitem"
        nodes = [
            Node(
                self.number(text), role, "" if self.opened else text, Box(0, place * ROW, VIEW.width, ROW),
                text=text if self.opened else "", actionable=not self.opened,
            )
            for place, text in enumerate(texts)
        ]  # fmt: skip
        is_list = not self.opened
        return Tree(
            tuple(nodes), VIEW, address=f"window://device/{self.place}", scrolls_up=is_list, scrolls_down=is_list
        )

    async def tap(self, at: Point, *, count: int = 1) -> None:
        self.opened = self.names[self.top + int(at.y // ROW)]
        self.touched.append(self.opened)

    async def hold(self, at: Point, seconds: float) -> None: ...

    async def drag(self, start: Point, end: Point) -> None: ...

    async def scroll(self, dx: float, dy: float, *, at: Point | None = None) -> None:
        self.top = max(0, min(len(self.names) - 6, self.top + round(dy / ROW)))

    async def scroll_to(self, edge: Edge, *, at: Point | None = None) -> None:
        self.top = 0 if edge == "top" else len(self.names) - 6

    async def launch(self, app: str) -> None:
        self.place, self.opened = app, ""

    async def terminate(self, app: str) -> None: ...

    def number(self, name: str) -> int:
        return NAMES.index(name) + 1 if name in NAMES else 100


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
