"""An act that does the same over and over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from replies import Action, say, tap

from askonce.agent import Agent
from askonce.config import ActSettings, Settings
from askonce.errors import ActionsFailed, RoundLimit, Stalled
from askonce.geometry import Box, Size
from askonce.models import Request
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.planning.planner import ScreenSnapshot
from askonce.planning.stall import RepeatCounter, fingerprint
from askonce.screens import Node, Tree
from askonce.screens.fake import Button, CheckBox, FakeScreen, Text

SETTINGS = Settings(runs=None, act=ActSettings(sees="elements", rounds=8))
DEAD = Button("Next", Box(0, 0, 90, 20))


def agent_on(screen: FakeScreen, answer: Callable[[Request], str], settings: Settings = SETTINGS) -> Agent:
    return Agent(screen, Models.of(ScriptedModel(answer)), settings=settings)


async def test_the_same_action_without_effect_ends_the_act_after_three_times() -> None:
    screen = FakeScreen([DEAD])
    agent = agent_on(screen, lambda _: say(tap(1, "the button Next")))
    with pytest.raises(
        Stalled, match=r"Tap\(the button Next\) was done 3 times in 'go on', and nothing changed"
    ) as end:
        await agent.act("go on")
    assert screen.log == ["tap Next"] * 4  # the first one gave it the focus, which is a change
    assert len(end.value.steps) == 4


async def test_the_planner_is_told_before_it_comes_to_that() -> None:
    told: list[bool] = []

    def answer(request: Request) -> str:
        told.append("doing the same twice changed nothing" in request.messages[-1].text)
        return say(done="seen") if told[-1] else say(tap(1))

    await agent_on(FakeScreen([DEAD]), answer).act("go on")
    assert told == [False, False, False, True]


async def test_what_changes_something_may_be_done_as_often_as_needed() -> None:
    count = Text("0", Box(0, 40, 90, 20))

    def more() -> None:
        count.label = str(int(count.label) + 1)

    screen = FakeScreen([Button("More", Box(0, 0, 90, 20), on_tap=more), count])
    with pytest.raises(RoundLimit):
        await agent_on(screen, lambda _: say(tap(1))).act("count up")
    assert count.label == "8"


async def test_going_to_and_fro_is_no_standstill() -> None:
    screen = FakeScreen([CheckBox("Lights", Box(0, 0, 90, 20))])
    with pytest.raises(RoundLimit):
        await agent_on(screen, lambda _: say(tap(1))).act("blink")


async def test_waiting_is_no_standstill() -> None:
    wait: Action = ("Wait", {"seconds": 0.01})
    with pytest.raises(RoundLimit):
        await agent_on(FakeScreen([DEAD]), lambda _: say(wait)).act("wait for it")


async def test_a_wait_beside_the_same_action_hides_no_standstill() -> None:
    wait: Action = ("Wait", {"seconds": 0.01})
    with pytest.raises(Stalled, match="nothing changed"):
        await agent_on(FakeScreen([DEAD]), lambda _: say(tap(1), wait)).act("go on")


async def test_actions_that_fail_are_counted_as_failures() -> None:
    settings = replace(SETTINGS, act=ActSettings(sees="elements", failures=5))
    with pytest.raises(ActionsFailed):
        await agent_on(FakeScreen([DEAD]), lambda _: say(("Type", {"text": "x"})), settings).act("type")


async def test_a_picture_that_changes_is_a_change() -> None:
    box = Button("Canvas", Box(0, 0, 90, 20))

    def grow() -> None:
        box.box = Box(0, 0, box.box.width + 5, 20)

    box.on_tap = grow
    settings = replace(SETTINGS, act=ActSettings(sees="screenshot", rounds=5))
    place = ("Tap", {"target": {"prompt": "it", "bbox": [0, 0, 20, 20]}})
    with pytest.raises(RoundLimit):
        await agent_on(FakeScreen([box]), lambda _: say(place), settings).act("draw")


def test_an_element_that_moved_is_a_change() -> None:
    def at(left: float, top: float) -> int:
        return fingerprint(ScreenSnapshot(tree=Tree((Node(1, "button", "Go", Box(left, top, 9, 9)),), Size(99, 99))))

    assert len({at(0, 0), at(20, 0), at(0, 20)}) == 3
    assert at(0, 0) == at(0.2, 0.2)


def test_text_that_changes_by_itself_makes_no_difference() -> None:
    def seen(text: str, **attributes: str) -> int:
        node = Node(1, "text", text, Box(0, 0, 9, 9), attributes=attributes)
        return fingerprint(ScreenSnapshot(tree=Tree((node,), Size(99, 99))))

    assert seen("12:00:01", ticks="yes") == seen("12:00:02", ticks="yes")
    assert seen("1 note") != seen("2 notes")


SAME, OTHER = ScreenSnapshot("[1] button"), ScreenSnapshot("[1] button pressed")


def counts(*rounds: tuple[ScreenSnapshot, str]) -> list[int]:
    """The count of repeats at each look; in each round something is done after the look."""
    repeats, counted = RepeatCounter(), list[int]()
    for sight, action in rounds:
        repeats.look(sight)
        counted.append(repeats.count)
        repeats.did([action] if action else [])
    return counted


def test_a_change_on_the_screen_starts_the_count_of_repeats_again() -> None:
    tap = "Tap(it): done"
    assert counts((SAME, tap), (SAME, tap), (SAME, tap), (OTHER, tap), (OTHER, tap), (OTHER, tap)) == [0, 1, 2, 0, 1, 2]


def test_another_action_starts_the_count_of_repeats_again() -> None:
    assert counts((SAME, "tap"), (SAME, "tap"), (SAME, "hover"), (SAME, "tap"), (SAME, "tap")) == [0, 1, 2, 1, 1]


def test_a_round_without_an_action_is_not_a_repeat() -> None:
    repeats = RepeatCounter()
    repeats.look(SAME)
    repeats.did(["tap"])
    repeats.look(SAME)
    assert repeats.count == 1
    repeats.look(SAME)  # such as after steps that were replayed
    assert repeats.count == 0


@pytest.mark.parametrize(
    "tree",
    [
        Tree((), Size(99, 99), address="https://example.com/2"),
        Tree((), Size(99, 99), above=300.0),
        Tree((), Size(99, 99), below=300.0),
    ],
    ids=["another address", "scrolled down", "more below"],
)
def test_another_address_or_scroll_position_is_a_change(tree: Tree) -> None:
    assert fingerprint(ScreenSnapshot(tree=tree)) != fingerprint(ScreenSnapshot(tree=Tree((), Size(99, 99))))
