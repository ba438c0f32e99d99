"""What is exported from recordings as a script loads and plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser
from script_rig import play_file

from askonce.recordings.exports import export_yaml
from askonce.recordings.recording import Anchor, RecordedStep, Recording
from askonce.screens.expectation import Expectation
from askonce.script.script_loader import load_script
from askonce.testing.shop import SampleShop


def step(action: str, what: str = "", *expects: Expectation, **params: object) -> RecordedStep:
    return RecordedStep(action=action, params={**({"target": what} if what else {}), **params}, expects=expects)


def visible(text: str) -> Expectation:
    return Expectation("visible", text)


BUY = Recording(
    instruction="log in as {user} and look for a mug",
    screen="web",
    page="/",
    steps=(
        step("Tap", "the Accept all button", Expectation("gone", "We bake our own cookies")),
        step("Tap", "the Log in link", Expectation("address", "/login")),
        step("Type", "the User name field", Expectation("field", "User name", "{user}"), text="{user}"),
        step("Type", "the Password field", text="{password}"),
        step("Tap", "the Log in button", visible("Welcome back")),
        step("Type", "the Search products field", text="Red mug", enter=True),
        step("Scroll", direction="down", to_end=True),
        step("Scroll", direction="up", distance=300.0),
        step("Press", keys="Escape", times=2),
        step("Back"),
    ),
)
EVERYTHING = Recording(
    instruction="everything else",
    screen="web",
    page="/",
    steps=(
        step("Hover", "a"),
        step("LongPress", "a", seconds=1.5),
        step("Clear", "a"),
        step("DoubleTap", "a"),
        step("RightTap", "a"),
        step("Pinch", factor=2.0),
        step("Swipe", direction="up", distance=100.0),
        step("Select", "a", options=["x"]),
        step("Upload", "a", files=["x.png"]),
        step("AnswerDialog", accept=True, text="yes"),
        step("Navigate", url="http://localhost/{user}"),
        step("Drag", start="a", end="b"),
        step("SwitchTab", number=2),
        step("CloseTab"),
        step("Wait", seconds=2.0),
        step("Tap", "a", times=2),
        RecordedStep(action="Tap", params={}, anchors={"target": Anchor(role="button", name="Go")}),
    ),
)


@pytest.fixture(scope="module")
def shop() -> Iterator[SampleShop]:
    with SampleShop() as shop:
        yield shop


def test_all_that_can_be_recorded_loads_as_a_script(tmp_path: Path) -> None:
    file = tmp_path / "script.yaml"
    file.write_text(export_yaml([BUY, EVERYTHING], url="http://localhost", values={"user": "bob"}).text)

    script = load_script(file, environment={"PASSWORD": "hunter2"})

    assert [len(task.flow) for task in script.tasks] == [16, 18]
    assert script.variables == {"user": "bob"}


async def test_an_exported_script_plays_in_the_shop(tmp_path: Path, shop: SampleShop, chromium: Browser) -> None:
    file = tmp_path / "script.yaml"
    file.write_text(export_yaml([BUY], url=shop.url, values={"user": "bob"}).text)

    result = await play_file(file, chromium, environment={"PASSWORD": "teatime"})

    assert result.success, result.error
    assert result.usage.calls == 0
