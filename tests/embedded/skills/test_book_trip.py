"""A journey from search to booking, on a page of our own."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.errors import GaveUp

TRIPS = """<title>start</title><div id=form><input id=a placeholder="From:" oninput="offer(this)">
<input id=b placeholder="To:" oninput="offer(this)"><ul role=listbox id=names></ul>
<label>Day <input id=day type=date></label><button onclick="search()">Search</button></div>
<div id=found style="height:150px;width:300px;overflow:auto"></div><script>
const places = ['Rome, IT (ROM)', 'Oslo, NO (OSL)', 'Bonn, DE (BNJ)'];
const trips = [['$90', '9h 10m'], ['$70', '12h 5m'], ['$80', '2h 30m'], ['$95', '11h']].concat(TIES);
function offer(field) { names.innerHTML = ''; for (const place of places.filter((one) => one.includes(field.value))) {
  const item = document.createElement('li'); item.setAttribute('role', 'option'); item.textContent = place;
  item.onclick = () => { field.value = place; names.innerHTML = '' }; names.append(item) } }
function search() { form.hidden = true; trips.forEach(([price, time]) => { const trip = document.createElement('div');
  trip.innerHTML = `<p>${a.value} to ${b.value}</p><p>${time}</p><button>Book for ${price}</button>`;
  trip.querySelector('button').onclick = () => { document.title = [a.value, b.value, day.value, price].join('|') };
  found.append(trip) }) }</script>"""


async def book(page: Page, instruction: str, ties: str = "[]") -> str:
    await page.set_content(TRIPS.replace("TIES", ties))
    async with launch.page(page, settings=Settings(runs=None)) as agent:
        await agent.act(instruction)
    return await page.title()


@pytest.mark.parametrize(
    ("instruction", "booked"),
    [
        ("Book the cheapest trip from Rome to OSL on 12/31/2024", "$70"),
        ("book the shortest trip from: Rome, IT to: Oslo, NO on 31 December 2024", "$80"),
    ],
)
async def test_a_form_is_filled_in_and_all_offers_are_seen_before_one_is_taken(
    web_page: Page, instruction: str, booked: str
) -> None:
    assert await book(web_page, instruction) == f"Rome, IT (ROM)|Oslo, NO (OSL)|2024-12-31|{booked}"


async def test_of_two_offers_that_are_equally_cheap_none_is_taken(web_page: Page) -> None:
    with pytest.raises(GaveUp, match="2 offers may be"):
        await book(web_page, "Book the cheapest trip from Rome to Oslo on 2024-12-31", "[['$70', '8h']]")
    assert await web_page.title() == "start"
