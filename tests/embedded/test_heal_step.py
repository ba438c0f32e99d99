"""A recorded step that no longer fits is done by the embedded model on the page as it is now."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import RecordingSettings, Settings
from askonce.embedded.heal_step import read_mended
from askonce.errors import GaveUp
from askonce.planning.act_result import ActResult

BEFORE = """<title>-</title><label>Name <input id=who></label>
<button id=save onclick="document.title = who.value">Save</button>"""
BEHIND_A_TAB = """<title>-</title><label>Name <input id=who></label><div role=tablist>
<button role=tab aria-selected=true>One</button><button role=tab onclick="late.hidden = false">Two</button></div>
<p id=late hidden><a href="#" onclick="document.title = who.value">Save</a></p>"""
GONE = "<title>-</title><label>Name <input></label><button onclick=\"document.title = 'wrong'\">Print</button>"

TOLD = "type {who} into Name and click Save"


def settings(folder: Path) -> Settings:
    return Settings(runs=None, recordings=RecordingSettings(store=str(folder), patience=0.2))


async def act(page: Page, html: str, folder: Path, who: str) -> ActResult:
    await page.set_content(html)
    async with launch.page(page, settings=settings(folder), recordings="healing") as agent:
        return await agent.act(TOLD, who=who)


async def test_a_step_whose_element_moved_behind_a_tab_is_healed(web_page: Page, tmp_path: Path) -> None:
    await act(web_page, BEFORE, tmp_path, "Ann")
    healed = await act(web_page, BEHIND_A_TAB, tmp_path, "Bob")
    assert healed.how == "healed"
    assert await web_page.title() == "Bob"


async def test_a_step_that_cannot_be_done_any_more_is_declined_and_nothing_else_is_tried(
    web_page: Page, tmp_path: Path
) -> None:
    await act(web_page, BEFORE, tmp_path, "Ann")
    with pytest.raises(GaveUp):
        await act(web_page, GONE, tmp_path, "Bob")
    assert await web_page.title() == "-"


def told(step: str, state: str = "could not be done: it is gone", done: str = "- nothing yet\n") -> str:
    return f"Done so far:\n{done}Now this step {state}\n> {step}\nYou are asked for this one recorded step only"


def test_a_recorded_step_is_read_back_as_what_it_was_for() -> None:
    mended = read_mended(told("Type(text='Bob', the name, in full), to: Fill in the form"), {"who": "Bob"})
    assert mended is not None
    assert (mended.intent.verb, mended.intent.target.text, mended.intent.value.text) == (
        "type",
        "the name, in full",
        "{who}",
    )
    assert (mended.words, mended.was_done) == ("Fill in the form", False)


def test_steps_of_one_recording_are_told_apart() -> None:
    first = read_mended(told("Tap(Save)"), {})
    second = read_mended(told("Tap(Save)", done="- Tap(Edit)\n"), {})
    assert first is not None
    assert second is not None
    assert first.part != second.part


@pytest.mark.parametrize("step", ["Drag(start, end)", "Type(the name, text='a', enter=True)", "Tap()"])
def test_a_step_that_cannot_be_said_whole_is_not_done_by_halves(step: str) -> None:
    assert read_mended(told(step), {}) is None
