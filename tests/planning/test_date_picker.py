"""Dates typed into fields that take no keys."""

from __future__ import annotations

import pytest
from playwright.async_api import Page
from replay_rig import Runs, Site, tap, type_text
from replies import say

from askonce import launch
from askonce.actions import Target, Type
from askonce.config import Settings
from askonce.errors import NotOperable
from askonce.models.scripted_model import ScriptedModel

PICKER = """<title>Trip</title><label>Departure <input id=field readonly placeholder="PLACEHOLDER"
onclick="box.hidden = false"></label><label>Guests <input></label>
<div id=box hidden role=dialog aria-label="Choose a date"><button onclick="turn(-1)">Prev</button>
<b id=shown></b><button onclick="turn(1)">Next</button><table role=grid id=grid></table></div>
<script>let year = 2016, month = 11;
function written(at) { return WRITTEN }
function turn(by) { const to = new Date(year, month + by * STEP, 1); year = to.getFullYear(); month = to.getMonth();
  shown.textContent = to.toLocaleString('en', { month: 'long' }) + ' ' + year; let rows = '', day = 1 - to.getDay();
  const last = new Date(year, month + 1, 0).getDate();
  while (day <= last) { rows += '<tr>'; for (let i = 0; i < 7; i++, day++) { const at = new Date(year, month, day);
    const locked = at.getDate() === 13 ? 'disabled' : '';
    rows += `<td role=gridcell><button ${locked} onclick="field.value = '${written(at)}'; box.hidden = true">
      ${at.getDate()}</button></td>` } rows += '</tr>' } grid.innerHTML = rows } turn(0)</script>"""
AMERICAN = "[at.getMonth() + 1, at.getDate()].map((n) => String(n).padStart(2, '0')).join('/') + '/' + at.getFullYear()"
EUROPEAN = "[at.getDate(), at.getMonth() + 1].map((n) => String(n).padStart(2, '0')).join('/') + '/' + at.getFullYear()"
SPOKEN = "at.getDate() + ' ' + at.toLocaleString('en', { month: 'short' }) + ' ' + at.getFullYear()"
NOTHING = "''"


def picker(written: str = AMERICAN, *, placeholder: str = "", step: int = 1) -> str:
    page = PICKER.replace("PLACEHOLDER", placeholder).replace("WRITTEN", written)
    return page.replace("STEP", str(step))


async def typed(page: Page, markup: str, text: str) -> str:
    """What the field holds after `text` was typed into it."""
    await page.set_content(markup)
    settings = Settings(runs=None, patience=0.5)
    async with launch.page(page, model=ScriptedModel([]), settings=settings) as agent:
        await agent.do(Type(target=Target(prompt="the field Departure"), text=text))
    return await page.input_value("#field")


@pytest.mark.parametrize(
    ("markup", "text", "held"),
    [
        (picker(), "2016-10-03", "10/03/2016"),
        (picker(), "10/03/2016", "10/03/2016"),
        (picker(EUROPEAN, placeholder="dd/mm/yyyy"), "10/03/2017", "10/03/2017"),
        (picker(SPOKEN), "February 14, 2017", "14 Feb 2017"),
    ],
)
async def test_a_date_is_chosen_in_the_calendar_of_a_field_that_takes_no_keys(
    web_page: Page, markup: str, text: str, held: str
) -> None:
    assert await typed(web_page, markup, text) == held


@pytest.mark.parametrize(
    ("markup", "text", "reason"),
    [
        (picker(SPOKEN), "10/03/2016", "can be read in two ways"),
        (picker(), "2016-10-13", "the calendar does not offer 2016-10-13"),
        (picker(NOTHING), "2016-12-05", 'the field holds "" after 2016-12-05 was chosen'),
        (picker(step=0), "2016-10-03", "it does not turn to October 2016"),
        ("<label>Departure <input id=field readonly></label>", "2016-10-03", "no calendar opened that can be read"),
        (picker().replace("hidden role", "role"), "2016-10-03", "another calendar is open already"),
        (picker(), "next week", "read-only"),
    ],
)
async def test_where_the_field_does_not_take_the_day_it_is_told_why(
    web_page: Page, markup: str, text: str, reason: str
) -> None:
    with pytest.raises(NotOperable, match=reason):
        await typed(web_page, markup, text)


async def test_a_recorded_date_is_replayed_with_another_one(site: Site, runs: Runs) -> None:
    site.pages["/"] = (
        picker(SPOKEN) + '<button onclick="shown.textContent = field.value; box.hidden = false">Go</button>'
    )
    reply = say(
        type_text("the field Departure", "{day}"), tap("the button Go"), done="ok", expect='visible "5 Dec 2016"'
    )
    for day, replies in (("2016-12-05", [reply, say(done="ok")]), ("2017-01-24", [])):
        async with runs.on(site.home, *replies) as agent:
            await agent.act("leave on {day} and go", day=day)
            shown = await agent.text()
    assert "24 Jan 2017" in shown
