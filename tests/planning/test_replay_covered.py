"""A replay on a screen in memory: an element that something covers is left alone, also where nothing is pressed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from replies import Action, say

from askonce.agent import Agent
from askonce.config import RecordingSettings, Settings, ShotSettings
from askonce.errors import NotOperable
from askonce.geometry import Box, Point
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens.fake import Button, FakeScreen, Field
from askonce.screens.screen_protocol import ElementState, FieldPeek
from askonce.values import Secret

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


class GlancingScreen(FakeScreen):
    """A screen that knows its elements one by one, and is sure that nothing has changed."""

    async def answered(self) -> bool:
        return False

    async def rest(self) -> None: ...

    glances = 0

    async def peek(
        self, before: int, number: int, others: Sequence[int] = (), *, late: bool = False
    ) -> FieldPeek | None:
        self.glances += 1
        tree = await self.tree()
        field, element = tree.find(before), tree.find(number)
        assert field
        assert element
        return FieldPeek(field.value, None, element.box, element.box.center)

    async def wait_actionable(self, number: int, timeout: float, *, touched: bool = True) -> ElementState | None:
        node = (await self.tree()).find(number)
        blocked = node and next(iter({"covered", "disabled"} & node.states), "")
        return node and ElementState(None if blocked else node.box, None if blocked else node.box.center, blocked or "")


NAME = Field("Name", Box(20, 200, 200, 20))
FILL = ("Type", {"target": {"prompt": "the field Name", "element": 1}, "text": "Ann"})
SAVE = ("Tap", {"target": {"prompt": "the button Save", "element": 2}})


@pytest.mark.parametrize(
    "others",
    [
        [Button("Save", Box(20, 20, 90, 20)), BANNER],
        [Button("Save", Box(20, 20, 90, 20), enabled=False)],
    ],
    ids=["covered", "disabled"],
)
async def test_an_element_that_cannot_be_touched_is_left_alone_though_a_glance_finds_it(others: list[Button]) -> None:
    """After a field is filled the next element is not looked for again: what was seen of it before counts."""
    store = MemoryRecordings()

    async def act(screen: FakeScreen, *replies: str) -> str:
        settings = Settings(runs=None, recordings=RecordingSettings(patience=0.1))
        model, recordings = ScriptedModel(list(replies)), Recordings(store, "shop")
        agent = Agent(screen, Models.of(model), settings=settings, recordings=recordings)
        return (await agent.act("save the name Ann")).how

    def form(*buttons: Button) -> GlancingScreen:
        return GlancingScreen([replace(NAME), *buttons])

    free = Button("Save", Box(20, 20, 90, 20))
    await act(form(free), say(FILL, expect='field "Name" is "Ann"'), say(SAVE), say(done="saved"))
    screen = form(free)
    assert await act(screen) == "replayed"
    assert len([line for line in screen.log if "tap" in line and "Save" in line]) == 1

    blocked = form(*others)
    assert await act(blocked, say(done="it cannot be saved")) != "replayed"
    assert not [line for line in blocked.log if "Save" in line]


class FailingScreen(FakeScreen):
    """A screen on which the first tap fails, after it may have had an effect."""

    taps = 0

    async def tap(self, at: Point, *, count: int = 1) -> None:
        self.taps += 1
        if self.taps == 1:
            raise NotOperable("the tap had no answer")
        await super().tap(at, count=count)


async def test_an_action_that_fails_in_a_replay_is_not_done_again_before_the_planner_is_asked() -> None:
    store = MemoryRecordings()

    async def act(screen: FakeScreen, *replies: str) -> str:
        settings = Settings(runs=None, recordings=RecordingSettings(patience=0.1))
        model, recordings = ScriptedModel(list(replies)), Recordings(store, "shop")
        return (await Agent(screen, Models.of(model), settings=settings, recordings=recordings).act("buy it")).how

    await act(FakeScreen([PRICE]), say(("Tap", TARGET)), say(done="bought"))
    assert await act(FakeScreen([PRICE])) == "replayed"
    failing = FailingScreen([PRICE])
    assert await act(failing, say(done="it was bought before the answer was lost")) != "replayed"
    assert failing.taps == 1


@pytest.mark.parametrize("name", ["Ann", Secret("hunter2")], ids=["plain", "secret"])
async def test_no_glance_is_enough_after_a_secret_is_typed_where_pictures_are_taken(
    name: str | Secret, tmp_path: Path
) -> None:
    """The secret is painted over where a look finds it; a picture without a look would show it."""
    store = MemoryRecordings()

    async def act(screen: GlancingScreen, *replies: str) -> str:
        settings = Settings(
            runs=tmp_path, shots=ShotSettings(when="actions"), recordings=RecordingSettings(patience=0.1)
        )
        model, recordings = ScriptedModel(list(replies)), Recordings(store, "shop")
        agent = Agent(screen, Models.of(model), settings=settings, recordings=recordings)
        return (await agent.act("save the name {name}", name=name)).how

    def form() -> GlancingScreen:
        return GlancingScreen([replace(NAME), Button("Save", Box(20, 20, 90, 20))])

    fill = ("Type", {"target": {"prompt": "the field Name", "element": 1}, "text": "{name}"})
    await act(form(), say(fill, expect='field "Name" is "{name}"'), say(SAVE), say(done="saved"))
    screen = form()
    assert await act(screen) == "replayed"
    assert screen.glances == (1 if name == "Ann" else 0)
