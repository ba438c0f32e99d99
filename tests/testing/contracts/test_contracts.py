"""The contracts that ship, run against the fake screen and the built-in actions."""

from typing import Any, ClassVar

import pytest

from askonce.actions import BUILT_IN, Action
from askonce.errors import InvalidAction
from askonce.geometry import Point
from askonce.screens import Dialog, Pointer, Screen
from askonce.screens.fake import FakeDesktop, FakePhone, FakeScreen
from askonce.testing.contracts import OTHER_PAGE, ActionContract, ScreenContract, sample_screen


class TestFakeScreen(ScreenContract):
    other_address = OTHER_PAGE
    upload_file = "photo.png"

    async def open_screen(self) -> Screen:
        return sample_screen()


class TestFakeScreenAtScaleTwo(TestFakeScreen):
    async def open_screen(self) -> Screen:
        return sample_screen(scale=2)


EXAMPLES: dict[str, dict[str, Any]] = {
    "Tap": {"target": "Press me"},
    "Type": {"text": " mugs ", "target": "Name", "mode": "append", "enter": True},
    "Select": {"target": "Size", "options": ["Large"]},
    "Press": {"keys": "Control+A", "target": "Name", "times": 2},
    "Scroll": {"direction": "down", "distance": 50, "target": "Plot"},
    "Hover": {"target": "Plot"},
    "DoubleTap": {"target": "Plot"},
    "RightTap": {"target": "Plot"},
    "LongPress": {"target": "Plot", "seconds": 1},
    "Drag": {"start": "Plot", "end": "Press me"},
    "Swipe": {"direction": "up", "target": "Plot", "distance": 40},
    "SwipeTo": {"end": "Press me", "start": "Plot"},
    "Pinch": {"factor": 2, "target": "Plot"},
    "Clear": {"target": "Name"},
    "Upload": {"target": "File", "files": ["photo.png"]},
    "AnswerDialog": {"accept": True, "text": "Bob"},
    "Navigate": {"url": OTHER_PAGE},
    "SwitchTab": {"number": 1},
    "Launch": {"app": OTHER_PAGE},
    "Rotate": {"to": "landscape"},
    "PushFile": {"file": "photo.png", "path": "/sdcard/"},
    "PullFile": {"path": "/sdcard/photo.png"},
    "RunAdbShell": {"command": "getprop"},
    "Terminate": {"app": OTHER_PAGE},
    "Wait": {"seconds": 0.01},
    "MiddleTap": {"target": "Plot"},
    "SwitchWindow": {"window": "Fake"},
    "MoveWindow": {"window": "Fake", "x": 0, "y": 0},
    "ResizeWindow": {"window": "Fake", "width": 800, "height": 600},
    "CloseWindow": {"window": "Fake"},
    "SetClipboard": {"text": " eggs "},
}


async def _screen_for(contract: ActionContract) -> Screen:
    if contract.action.__module__.endswith("phone_actions"):
        return FakePhone()
    if contract.action.__module__.endswith("desktop_actions"):
        return FakeDesktop(sample_screen().widgets)
    screen = sample_screen()
    if contract.action.title() == "AnswerDialog":
        screen.ask(Dialog("prompt", "Who?"), lambda text: None)
    if contract.action.title() == "CloseTab":
        screen.open_tab(OTHER_PAGE)
    return screen


def _contract_of(action: type[Action[Any]]) -> type[ActionContract]:
    example = EXAMPLES.get(action.title(), {})
    body = {"action": action, "example": example, "open_screen": _screen_for, "__module__": __name__}
    return type(f"Test{action.title()}", (ActionContract,), body)


globals().update({contract.__name__: contract for contract in map(_contract_of, BUILT_IN)})


class Crooked(FakeScreen):
    """A screen whose taps land beside the point."""

    async def tap(self, at: Point, **how: Any) -> None:
        await super().tap(at.offset(3, 0), **how)


async def test_the_screen_contract_catches_taps_that_land_beside_the_point() -> None:
    class Suite(TestFakeScreen):
        async def open_screen(self) -> Screen:
            screen = sample_screen()
            screen.__class__ = Crooked
            return screen

    with pytest.raises(AssertionError):
        await Suite().test_a_tap_hits_the_very_point()


async def test_the_action_contract_catches_an_action_without_a_docstring() -> None:
    class Mute(Action[Pointer]):
        async def perform(self, screen: Pointer) -> None: ...

    class Suite(ActionContract):
        action = Mute

    with pytest.raises(AssertionError, match="what the model reads"):
        await Suite().test_it_says_what_it_does_in_one_line()


async def test_the_action_contract_catches_an_example_that_does_not_fit() -> None:
    class Nod(Action[Pointer]):
        """Nod."""

        times: int

    class Suite(ActionContract):
        action = Nod
        example: ClassVar = {"times": "often"}

    with pytest.raises(InvalidAction, match="times"):
        await Suite().test_the_example_is_read_and_survives_being_written_and_read_again()
