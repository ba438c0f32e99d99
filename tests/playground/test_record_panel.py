"""Recording by hand in the live view, from the side of its clients, on a screen in memory. `tests/recorder` records on
real pages."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path

from panel_rig import sitting

from askonce.agent import Agent
from askonce.config import RecordingSettings, Settings
from askonce.embedded import EmbeddedModel
from askonce.errors import ScreenClosed
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.screens.fake import Button, FakeScreen, Field

SETTINGS = Settings(runs=None, recordings=RecordingSettings(patience=0.1), patience=0.5)
PASSWORD = "teatime-for-two"
NAME, PIN, ENTER = [100.0, 35.0], [100.0, 75.0], [60.0, 115.0]


class Login(FakeScreen):
    def __init__(self) -> None:
        self.name = Field("User name", Box(20, 20, 200, 30))
        self.pin = Field("Password", Box(20, 60, 200, 30), password=True)
        super().__init__([self.name, self.pin, Button("Log in", Box(20, 100, 100, 30), on_tap=self.enter)])

    def enter(self) -> None:
        if (self.name.value, self.pin.value) == ("bob", PASSWORD):
            self.show(Button("Log out", Box(20, 100, 100, 30)))


def agent_on(screen: FakeScreen) -> Agent:
    return Agent(screen, Models.of(EmbeddedModel()), settings=SETTINGS)


async def test_what_a_hand_does_is_recorded_checked_replayed_exported_and_saved(tmp_path: Path) -> None:
    async with sitting(agent_on(Login()), tmp_path) as client:
        client.session.fresh = lambda: nullcontext(agent_on(Login()))
        await client.ask("record.start", title="log in")
        for at, text in ((NAME, "bob"), (PIN, PASSWORD)):
            await client.hand("press", at=at)
            await client.hand("text", text=text)
        await client.hand("press", at=ENTER)
        told = await client.told("recording", lambda told: len(told["steps"]) >= 3)
        proposals = (await client.ask("record.checks", at=ENTER))["proposals"]
        await client.ask("record.add_check", proposal=proposals[0])
        await client.ask("record.stop")
        replayed = await client.ask("record.replay")
        saved = await client.ask("record.save", file="flow.yaml")
        error = await client.refused("record.save", file="../flow.yaml")
        exported = await client.ask("record.export", format="yaml")

    steps = replayed["steps"]
    assert told["state"] == "on"
    assert [step["kind"] for step in steps][-1] == "check"
    assert any(step["secret"] for step in steps)
    assert [step["found_again"] for step in steps] == [True] * len(steps), steps
    assert saved["file"] == str(tmp_path / "flow.yaml")
    assert "below the folder" in error["message"]
    assert "aiTap: the button 'Log in'" in exported["text"]
    assert PASSWORD not in json.dumps([client.events, replayed, exported])
    assert PASSWORD not in (tmp_path / "flow.yaml").read_text()


async def test_what_was_recorded_is_taken_along_after_the_screen_was_closed(tmp_path: Path) -> None:
    class FragileLogin(Login):
        def enter(self) -> None:
            raise ScreenClosed("the window was closed", remedy="open it again")

    async with sitting(agent_on(FragileLogin()), tmp_path) as client:
        await client.ask("record.start")
        await client.hand("press", at=NAME)
        await client.hand("text", text="bob")
        assert "window was closed" in (await client.refused("hand", gesture={"kind": "press", "at": ENTER}))["message"]
        assert (await client.told("closed"))["is_over"] is False
        assert (await client.told("recording"))["state"] == "off"
        assert "bob" in (await client.ask("record.export", format="yaml"))["text"]
        assert (await client.ask("record.save", file="flow.stp", format="stp"))["file"] == str(tmp_path / "flow.stp")
        assert (await client.refused("record.replay"))["kind"] == "ScreenClosed"
