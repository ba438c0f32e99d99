"""A recorded step that no longer fits is done by the embedded model on the page as it is now."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import RecordingSettings, Settings
from askonce.embedded.heal_step import part_number, step_intent
from askonce.errors import GaveUp
from askonce.history import StepToHeal
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


@pytest.mark.parametrize(
    ("told", "is_pressed"), [("click Delete", False), ("click Open", True)], ids=["final", "harmless"]
)
@pytest.mark.parametrize(
    "section",
    [
        "<h1>Profile</h1><h2>{0}</h2><p>{0} of today</p><button onclick=\"document.title='pressed'\">{1}</button>",
        "<fieldset><legend>{0}</legend><label>{0} name <input></label>"
        "<button type=button onclick=\"document.title='pressed'\">{1}</button></fieldset>",
    ],
    ids=["heading", "region"],
)
async def test_what_commits_in_another_section_is_not_pressed(
    web_page: Page, tmp_path: Path, section: str, told: str, is_pressed: bool
) -> None:
    for number, name in enumerate(("Draft", "Account")):
        await web_page.set_content(section.format(name, told.removeprefix("click ")))
        await web_page.evaluate("document.title = '-'")
        async with launch.page(web_page, settings=settings(tmp_path), recordings="healing") as agent:
            try:
                how = (await agent.act(told)).how
            except GaveUp:
                how = "gave up"
        assert how == ("asked" if not number else "healed" if is_pressed else "gave up")
    assert await web_page.title() == ("pressed" if is_pressed else "-")


def recorded(action: str, *, targets: tuple[str, ...] = ("target",), before: int = 0, **params: object) -> StepToHeal:
    return StepToHeal("(the step)", action, params, frozenset(targets), before=("Tap(Edit)",) * before)


def test_a_recorded_step_is_read_as_what_it_was_for() -> None:
    intent = step_intent(recorded("Type", text="{who}", target="the name, in full"))
    assert intent is not None
    assert (intent.verb, intent.target.text, intent.value.text) == ("type", "the name, in full", "{who}")


def test_steps_of_one_recording_are_told_apart() -> None:
    first, second = recorded("Tap", target="Save"), recorded("Tap", target="Save", before=1)
    assert part_number(first) != part_number(second)


@pytest.mark.parametrize(
    "step",
    [
        recorded("Drag", targets=("start", "end"), start="a", end="b"),
        recorded("Type", target="the name", text="a", enter=True),
        recorded("Tap"),
    ],
)
def test_a_step_that_cannot_be_said_whole_is_not_done_by_halves(step: StepToHeal) -> None:
    assert step_intent(step) is None
