"""The program editor and what is kept, in the page, by the keyboard and for screen readers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import nullcontext
from pathlib import Path

import pytest_asyncio
from axe_rig import faults
from playwright.async_api import Browser, expect
from visitor_rig import Visitor, visitor

from askonce.agent import Agent
from askonce.config import RecordingSettings, Settings
from askonce.embedded import EmbeddedModel
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.playground.playground_options import PlaygroundOptions
from askonce.playground.server import serve
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens.fake import Button, FakeScreen, Text

SETTINGS = Settings(runs=None, recordings=RecordingSettings(patience=0.1), patience=0.5)


class Lamp(FakeScreen):
    def __init__(self) -> None:
        self.button = Button("Light", Box(20, 60, 100, 30), on_tap=self.press)
        super().__init__([self.button])

    def press(self) -> None:
        self.show(self.button, Text("It is on", Box(20, 100, 200, 30)))


def agent_on(screen: FakeScreen, recordings: Recordings | None = None) -> Agent:
    return Agent(screen, Models.of(EmbeddedModel()), settings=SETTINGS, recordings=recordings)


@pytest_asyncio.fixture(loop_scope="session")
async def person(chromium: Browser, tmp_path: Path) -> AsyncIterator[Visitor]:
    (tmp_path / "count.stp").write_text("set {total} to 1\nset {total} to {totl} + 1\n", "utf-8")
    async with serve(PlaygroundOptions(settings=SETTINGS, folder=tmp_path)) as playground:
        session = await playground.adopt(agent_on(Lamp(), Recordings(MemoryRecordings(), "playground")))
        session.fresh = lambda: nullcontext(agent_on(Lamp()))
        async with visitor(chromium, playground) as person:
            yield person
            assert person.troubles == []


async def test_a_program_is_mended_run_paused_and_changed(person: Visitor, tmp_path: Path) -> None:
    page = person.page
    await page.get_by_role("tab", name="Program").click()
    await page.get_by_label("Open a file").select_option("count.stp")
    await page.get_by_role("button", name="Write {total} at line 2").click()
    text = page.get_by_role("textbox", name="Program", exact=True)
    await expect(text).to_have_value("set {total} to 1\nset {total} to {total} + 1\n")
    await expect(page.locator(".program-problems li")).to_have_count(0)

    await text.press("Control+End")
    await page.keyboard.type("repeat 2 times:\ntell user {total}")
    await expect(text).to_have_value(
        "set {total} to 1\nset {total} to {total} + 1\nrepeat 2 times:\n    tell user {total}"
    )
    await text.press("Control+Home")
    await text.press("ArrowDown")
    await text.press("F9")
    await text.press("Control+Enter")
    await expect(page.locator(".program-state")).to_have_text("Paused: line 2")
    await expect(page.get_by_label("Breakpoint at line 2")).to_have_attribute("aria-current", "step")
    assert await faults(page) == []

    await page.get_by_label("Value of total, as JSON").fill("41")
    await page.keyboard.press("Enter")
    await page.get_by_label("Add what it is to believe").fill("all is well")
    await page.keyboard.press("Enter")
    await expect(page.locator(".belief li")).to_contain_text("from the user")
    await text.press("F10")
    await expect(page.locator(".program-state")).to_have_text("Paused: line 3")
    await text.press("Control+Enter")
    await expect(page.locator(".program-state")).to_have_text("Done")
    await expect(page.locator(".program-output li")).to_have_text(["42", "42"])

    (tmp_path / "count.stp").write_text("theirs\n", "utf-8")
    await page.get_by_role("button", name="Save").click()
    await page.get_by_role("button", name="Overwrite it").click()
    await expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()
    assert "repeat 2 times" in (tmp_path / "count.stp").read_text("utf-8")


async def test_what_worked_is_kept_and_proved_before_it_is_saved(person: Visitor, tmp_path: Path) -> None:
    page = person.page
    card = await person.ask("press the Light button")
    await card.get_by_role("button", name="Keep").click()
    card = await person.ask('the text "It is on" is visible', tool="check")
    await card.get_by_role("button", name="Keep").click()
    await page.get_by_role("tab", name="Kept").click()
    panel = page.get_by_role("tabpanel", name="Kept", exact=True)
    await panel.get_by_role("button", name="Rename: press the Light button").click()
    await panel.get_by_label("Title").fill("Light the lamp")
    await page.keyboard.press("Enter")
    await expect(panel.locator(".kept-title").first).to_have_text("Light the lamp")
    assert await faults(page) == []

    await panel.get_by_label("Format").select_option("stp")
    await panel.get_by_role("button", name="Save").click()
    await panel.get_by_role("button", name="Run all, then save").click()
    await expect(panel.locator(".kept-state")).to_have_text("Proven from the start")
    await expect(panel.get_by_text("Saved as")).to_be_visible()
    assert "# Light the lamp" in (tmp_path / "kept.stp").read_text("utf-8")
