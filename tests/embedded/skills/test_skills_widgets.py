"""Widgets and forms on real pages, each in several wordings."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.errors import GaveUp

VALUES = """<title>start</title><form onsubmit="return false">
<label>Volume <input type=range id=vol min=0 max=100 step=5 value=20></label><br>
<label>Start date <input type=date id=day></label><br><label>Alarm <input type=time id=alarm></label><br>
<label>Meeting <input type=datetime-local id=meet></label><br>
<label>Amount <input type=number id=many value=2></label><br>
<label>Toppings <select multiple id=top><option>Ham<option>Cheese<option>Olives</select></label><br>
<fieldset><legend>Size</legend><label><input type=radio name=size value=S>Small</label>
<label><input type=radio name=size value=L>Large</label></fieldset>
<button onclick="document.title = [vol.value, day.value, alarm.value, meet.value, many.value,
[...top.selectedOptions].map((one) => one.value).join('+'),
(document.querySelector('[name=size]:checked') || {}).value].join('|')">Save</button></form>"""

SLIDER = """<title>start</title><div id=name>Brightness</div><div role=slider tabindex=0 aria-labelledby=name
aria-valuenow=10 aria-valuemin=0 aria-valuemax=60 style="width:30px;height:20px;background:gray" onkeydown="
const by = { ArrowRight: 2, ArrowLeft: -2 }[event.key]; if (!by) return;
const now = Math.min(60, Math.max(0, +this.getAttribute('aria-valuenow') + by));
this.setAttribute('aria-valuenow', now); document.title = now"></div>"""

MENU = """<title>start</title><style>ul { list-style: none } li ul { display: none } li:hover > ul { display: block }
</style>
<ul role=menubar><li role=none><span role=menuitem tabindex=0>File</span><ul role=menu><li role=none>
<span role=menuitem tabindex=0>Export</span><ul role=menu>
<li role=none><span role=menuitem tabindex=0 onclick="document.title = 'csv'">CSV</span></li>
<li role=none><span role=menuitem tabindex=0 onclick="document.title = 'pdf'">PDF</span></li></ul></li></ul></li>
<li role=none><span role=menuitem tabindex=0>Edit</span></li></ul>"""

COUNTRY = """<title>start</title><label>Country <input id=field autocomplete=off oninput="
offers.innerHTML = ''; for (const name of ['Germany', 'Georgia', 'Ghana', 'Gabon'])
if (this.value && name.toLowerCase().startsWith(this.value.toLowerCase())) { const item = document.createElement('li');
item.setAttribute('role', 'option'); item.textContent = name; offers.append(item);
item.onclick = () => { field.value = document.title = name; offers.innerHTML = '' } }"></label>
<ul role=listbox id=offers></ul><button>Go</button>"""

FOLDED = """<title>start</title><details><summary>Shipping</summary>
<button onclick="document.title = 'shipping'">Calculate</button></details>
<details><summary>Returns</summary><a href="#" onclick="document.title = 'returns'">Policy</a></details>"""

CALENDAR = """<title>start</title><label>Departure <input id=field readonly onclick="box.hidden = false"></label>
<div id=box hidden role=dialog aria-label="Choose a date">
<button onclick="turn(-1)" aria-label="Previous month">‹</button>
<b id=shown></b><button onclick="turn(1)" aria-label="Next month">›</button><table role=grid id=grid></table></div>
<script>let year = 2024, month = 4;
function turn(by) { const to = new Date(year, month + by, 1); year = to.getFullYear(); month = to.getMonth();
  shown.textContent = to.toLocaleString('en', { month: 'long' }) + ' ' + year; let rows = '', day = 1 - to.getDay();
  const last = new Date(year, month + 1, 0).getDate();
  while (day <= last) { rows += '<tr>'; for (let i = 0; i < 7; i++, day++) { const at = new Date(year, month, day);
    const other = at.getMonth() !== month ? 'class=other' : '';
    rows += `<td role=gridcell ${other}><button onclick="field.value = document.title =
      '${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}'; box.hidden = true">${at.getDate()}</button></td>` }
    rows += '</tr>' } grid.innerHTML = rows } turn(0)</script>"""

PAGES = """<title>start</title><ul id=list></ul><nav><a href="#" onclick="go(-1)">‹</a>
<a href="#" onclick="go(0)">1</a>
<a href="#" onclick="go(1)">›</a></nav><script>let at = 0; const names = ['Ann', 'Bob', 'Cid', 'Dan', 'Eve', 'Fay'];
function go(by) { at = Math.max(0, Math.min(2, at + by)); list.innerHTML = names.slice(at * 2, at * 2 + 2).map((name) =>
`<li><a href="#" onclick="document.title = '${name}'">${name}</a></li>`).join('') } go(0)</script>"""

LATE = """<title>start</title><button onclick="setTimeout(() => { place.innerHTML =
'<button onclick=&quot;document.title = \\'in\\'&quot;>Enter</button>' }, 300)">Load</button>
<div id=place>Loading</div>"""

ASKING = """<title>start</title><button onclick="document.title = confirm('Sure?') ? 'yes' : 'no'">Delete</button>
<button onclick="document.title = prompt('Name?')">Rename</button>"""

POPUP = """<title>start</title><label>Name <input id=who></label>
<button onclick="document.title = 'saved ' + who.value">Save</button>
<div role=dialog id=layer style="position:fixed;inset:0;background:white">Our newsletter?
<button onclick="document.title = 'subscribed'">Subscribe</button>
<button aria-label="Close" onclick="layer.remove()">×</button></div>"""

COLOUR = """<title>start</title><span id=label>Colour</span> <button aria-haspopup=listbox aria-labelledby="label shown"
aria-expanded=false onclick="list.hidden = !list.hidden"><span id=shown>Pick…</span></button>
<ul role=listbox id=list hidden><li role=option onclick="pick(this)">Red<li role=option onclick="pick(this)">Blue</ul>
<script>function pick(one) { shown.textContent = document.title = one.textContent.trim(); list.hidden = true }
</script>"""


async def act(page: Page, html: str, instruction: str) -> str:
    await page.set_content(html)
    async with launch.page(page, settings=Settings(runs=None, patience=0.2)) as agent:
        await agent.act(instruction)
    return await page.title()


def other(*case: str) -> Any:
    """The same skill in other words, which runs with LONG=1."""
    return pytest.param(*case, marks=pytest.mark.long)


@pytest.mark.parametrize(
    ("instruction", "saved"),
    [
        ("set the volume slider to 45, then click Save", "45||||2||"),
        other("Select 35 with the Volume slider. Click Save", "35||||2||"),
        other("adjust the slider to 80 and press Save", "80||||2||"),
        ("set Start date to 2024-12-31 and click Save", "20|2024-12-31|||2||"),
        other("Enter December 31, 2024 in Start date, then click Save", "20|2024-12-31|||2||"),
        other("pick 12/31/2024 as the start date; click Save", "20|2024-12-31|||2||"),
        ("set the alarm to 6:30 pm and click Save", "20||18:30||2||"),
        ("set Meeting to 2024-12-31 18:30 and click Save", "20|||2024-12-31T18:30|2||"),
        ("increase Amount to 5, click Save", "20||||5||"),
        ("select Ham and Olives in Toppings, click Save", "20||||2|Ham+Olives|"),
        ("Under Size, choose Large, then click Save", "20||||2||L"),
    ],
)
async def test_each_kind_of_field_takes_its_value(web_page: Page, instruction: str, saved: str) -> None:
    assert await act(web_page, VALUES, instruction) == saved


@pytest.mark.parametrize(
    "instruction", ["set the Brightness slider to 30", other("move Brightness to 30"), other("slide the slider to 30")]
)
async def test_a_slider_without_a_field_is_moved_by_keys_in_its_own_steps(web_page: Page, instruction: str) -> None:
    assert await act(web_page, SLIDER, instruction) == "30"


async def test_a_slider_that_cannot_stand_at_a_number_is_declined(web_page: Page) -> None:
    with pytest.raises(GaveUp, match="stays at"):
        await act(web_page, SLIDER, "set the Brightness slider to 31")


@pytest.mark.parametrize(
    "instruction", ["click File > Export > CSV", other("open File → Export → CSV"), "choose CSV in the Export menu"]
)
async def test_a_menu_is_followed_item_by_item(web_page: Page, instruction: str) -> None:
    assert await act(web_page, MENU, instruction) == "csv"


@pytest.mark.parametrize(
    "instruction",
    [
        "type Ge into Country and choose Georgia",
        "select Georgia in Country",
    ],
)
async def test_a_suggestion_is_taken_from_a_field_that_makes_some(web_page: Page, instruction: str) -> None:
    assert await act(web_page, COUNTRY, instruction) == "Georgia"


@pytest.mark.parametrize(
    "instruction",
    [
        "expand Returns and click Policy",
        other("open the Returns section, then click Policy"),
        "unfold all sections. Click Policy",
        "click Policy",
    ],
)
async def test_what_is_folded_in_is_opened(web_page: Page, instruction: str) -> None:
    assert await act(web_page, FOLDED, instruction) == "returns"


@pytest.mark.parametrize(
    ("instruction", "day"),
    [
        ("set the departure to 2024-07-04", "2024-7-4"),
        other("choose 30 March 2024 as Departure", "2024-3-30"),
        other("Pick 05/31/2024 in Departure", "2024-5-31"),
        ("enter January 15, 2025 as the departure", "2025-1-15"),
    ],
)
async def test_a_calendar_is_opened_turned_and_pressed(web_page: Page, instruction: str, day: str) -> None:
    assert await act(web_page, CALENDAR, instruction) == day


@pytest.mark.parametrize(
    "instruction", ["click Eve", other("find Eve and click it"), other("look for Eve in the list, then click on Eve")]
)
async def test_what_is_on_another_page_of_a_list_is_found(web_page: Page, instruction: str) -> None:
    assert await act(web_page, PAGES, instruction) == "Eve"


@pytest.mark.parametrize(
    "instruction",
    [
        "click Load, wait until the Enter button is shown, then click Enter",
        other("click Load, wait for Enter to appear and click Enter"),
        'click Load, wait until the text "Loading" disappears, then click Enter',
    ],
)
async def test_what_comes_late_is_waited_for(web_page: Page, instruction: str) -> None:
    assert await act(web_page, LATE, instruction) == "in"


@pytest.mark.parametrize(
    ("instruction", "answer"),
    [
        ("click Delete and accept the dialog", "yes"),
        ("click Delete, then dismiss the confirmation", "no"),
        other("click Delete and click Cancel in the dialog", "no"),
        ("click Rename and type Bob into the prompt", "Bob"),
    ],
)
async def test_a_browser_dialog_is_answered_as_the_words_say(web_page: Page, instruction: str, answer: str) -> None:
    assert await act(web_page, ASKING, instruction) == answer


async def test_a_browser_dialog_that_nothing_is_said_of_is_not_answered(web_page: Page) -> None:
    with pytest.raises(GaveUp, match="say how to answer it"):
        await act(web_page, ASKING, "click Delete, then click Rename")


@pytest.mark.parametrize(
    "instruction", ["type Al into Name and click Save", "close the popup, type Al into Name, click Save"]
)
async def test_a_popup_over_the_form_is_closed_and_not_agreed_to(web_page: Page, instruction: str) -> None:
    assert await act(web_page, POPUP, instruction) == "saved Al"


@pytest.mark.parametrize(
    "instruction", ["select Blue from Colour", other("open Colour and pick Blue"), other("set Colour to Blue")]
)
async def test_a_list_that_drops_down_from_a_button_is_opened_and_chosen_from(web_page: Page, instruction: str) -> None:
    assert await act(web_page, COLOUR, instruction) == "Blue"
