"""What is disabled is not touched, and whoever asked is told; what only needs its place still works."""

from __future__ import annotations

import pytest

from askonce.actions import Action, Drag, Hover, LongPress, Pinch, Scroll, Swipe, Tap, Target, Type
from askonce.agent import Agent
from askonce.config import Settings
from askonce.errors import NotOperable
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.models.scripted_model import ScriptedModel
from askonce.screens.fake import Button, FakeScreen, Field

PAY = Target(prompt="the button Pay", element=1)
NOTE = Target(prompt="the note", element=2)


def paying() -> tuple[FakeScreen, Agent]:
    pay = Button("Pay", Box(0, 0, 90, 20), enabled=False)
    screen = FakeScreen([pay, Field("Note", Box(0, 50, 90, 20))])
    return screen, Agent(screen, Models.of(ScriptedModel([])), settings=Settings(runs=None, patience=0.1))


@pytest.mark.parametrize(
    "action",
    [
        Tap(target=PAY),
        LongPress(target=PAY),
        Type(text="x", target=PAY),
        Drag(start=NOTE, end=PAY),
    ],
    ids=str,
)
async def test_what_is_disabled_is_not_touched(action: Action[FakeScreen]) -> None:
    screen, agent = paying()
    with pytest.raises(NotOperable, match="the button Pay is disabled") as caught:
        await agent.do(action)
    assert "what enables it" in caught.value.remedy
    assert screen.log == []


@pytest.mark.parametrize(
    "action",
    [
        Hover(target=PAY),
        Scroll(target=PAY),
        Swipe(direction="up", target=PAY),
        Pinch(factor=2, target=PAY),
    ],
    ids=str,
)
async def test_what_only_needs_the_place_is_done_there(action: Action[FakeScreen]) -> None:
    screen, agent = paying()
    await agent.do(action)
    assert len(screen.log) == 1
