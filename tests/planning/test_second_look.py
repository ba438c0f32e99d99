"""What was only seen in a picture is not touched once the screen has changed there."""

from __future__ import annotations

import pytest
from drawn_screen import DrawnScreen
from replies import say

from askonce import actions
from askonce.actions import Found, Target
from askonce.agent import Agent
from askonce.config import ActSettings, Settings
from askonce.errors import NotOperable, ReplayFailed
from askonce.geometry import Box
from askonce.locate.finder import Passed
from askonce.models import Reply, Request
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.planning.second_look import has_changed, refuse_changed
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens import Shot
from askonce.screens.eyes import Eyes
from askonce.screens.fake import Button, FakeScreen
from askonce.values import Mask

STRIPE = Box(0, 10, 60, 8)
TAP = say(("Tap", {"target": {"prompt": "the first stripe", "bbox": [0, 33, 150, 60]}}))


class Distracted(ScriptedModel):
    """A model during whose first answer the screen changes."""

    def __init__(self, screen: DrawnScreen, replies: list[str]) -> None:
        super().__init__(replies)
        self.screen = screen

    async def ask(self, request: Request) -> Reply:
        reply = await super().ask(request)
        if len(self.asked) == 1:
            self.screen.shift = 20
        return reply


async def test_a_place_that_a_model_gave_for_an_older_picture_is_not_touched() -> None:
    screen = DrawnScreen()
    model = Distracted(screen, [TAP, say(done="gone")])
    settings = Settings(runs=None, act=ActSettings(rounds=3))
    async with Agent(screen, Models.of(model), settings=settings) as agent:
        await agent.act("press the first stripe", sees="screenshot")
    assert screen.touched == []
    assert "looks otherwise than a moment ago" in model.asked[1].messages[-1].text


async def test_the_same_place_is_touched_where_nothing_changed() -> None:
    screen = DrawnScreen()
    model = ScriptedModel([TAP, say(done="pressed")])
    async with Agent(screen, Models.of(model), settings=Settings(runs=None)) as agent:
        await agent.act("press the first stripe", sees="screenshot")
    assert len(screen.touched) == 1


async def test_the_first_of_two_targets_is_looked_at_again_after_the_second_was_found() -> None:
    screen = DrawnScreen()
    eyes = Eyes(screen, Mask())
    drag = actions.Drag(start=Target.of("the first stripe"), end=Target.of("the last stripe"))
    for target, top in zip(drag.targets(), (10, 250), strict=True):
        target.set_found(Found(Box(0, top, 60, 8), "local"))
    await eyes.shot()
    await refuse_changed(drag, eyes)
    screen.shift = 20
    with pytest.raises(NotOperable, match="the first stripe looks otherwise"):
        await refuse_changed(drag, eyes)


@pytest.mark.parametrize("finder", ["local", "recorded", "model", "deep", "planned"])
async def test_whoever_found_it_in_a_picture_of_a_screen_without_elements(finder: str) -> None:
    screen = DrawnScreen()
    eyes = Eyes(screen, Mask())
    await eyes.shot()
    assert not await has_changed(Found(STRIPE, finder), eyes)
    screen.shift = 20
    assert await has_changed(Found(STRIPE, finder), eyes)


async def test_what_a_hand_touched_and_what_a_screen_knows_needs_no_picture() -> None:
    class Unseen(FakeScreen):
        async def capture(self) -> Shot:
            raise AssertionError("nobody needs a picture")

    button = Button("Save", Box(20, 20, 90, 30))
    screen = Unseen([button])
    eyes = Eyes(screen, Mask())
    (node,) = (await screen.tree()).nodes
    assert not await has_changed(Found(node.box, "local", node), eyes)
    assert not await has_changed(Found(node.box, "planned"), eyes)
    assert not await has_changed(Found(STRIPE, "hand"), Eyes(DrawnScreen(), Mask()))


class Late(DrawnScreen):
    """A screen that changes after so many pictures."""

    def __init__(self, pictures: int) -> None:
        super().__init__()
        self.left = pictures

    async def capture(self) -> Shot:
        shot = await super().capture()
        self.left -= 1
        if self.left == 0:
            self.shift = 20
        return shot


class First:
    """Finds the first stripe, wherever it is."""

    name = "local"

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        await eyes.shot()
        return Found(STRIPE.offset(0, eyes.screen.shift), self.name)  # type: ignore[attr-defined]


async def test_an_action_is_refused_where_the_screen_changes_right_before_it() -> None:
    """Between finding a target and touching it other things are done, such as a look for the recording."""
    screen = Late(pictures=2)
    agent = Agent(screen, Models.of(ScriptedModel([])), settings=Settings(runs=None, patience=0.1))
    agent.finders = [First()]
    with pytest.raises(NotOperable, match="looks otherwise than a moment ago"):
        await agent.tap("the first stripe")
    assert screen.touched == []


class Lettered(Late):
    """Two letters, of which one goes."""

    def __init__(self, pictures: int = -1) -> None:
        super().__init__(pictures)
        self.typed = "AZ"

    async def capture(self) -> Shot:
        shot = await super().capture()
        self.typed = "A" if self.shift else self.typed
        self.shift = 0
        return shot


@pytest.mark.parametrize("pictures", [1, 2])
async def test_a_replay_does_not_touch_what_changed_since_it_was_found_by_its_picture(pictures: int) -> None:
    pytest.importorskip("numpy")
    tap = say(("Tap", {"target": {"prompt": "the letters", "bbox": [40, 320, 160, 450]}}))
    store, words, settings = MemoryRecordings(), "press the letters", Settings(runs=None, patience=0.1)
    model = Models.of(ScriptedModel([tap, say(done="ok")]))
    async with Agent(Lettered(), model, settings=settings, recordings=Recordings(store, "it")) as agent:
        await agent.act(words, sees="screenshot")
    for screen in (Lettered(), Lettered(pictures)):
        strict = Recordings(store, "it", strategy="strict")
        async with Agent(screen, Models.of(ScriptedModel([])), settings=settings, recordings=strict) as agent:
            if screen.left < 0:
                assert (await agent.act(words, sees="screenshot")).how == "replayed"
                assert len(screen.touched) == 1
                continue
            with pytest.raises(ReplayFailed):
                await agent.act(words, sees="screenshot")
            assert screen.touched == []
