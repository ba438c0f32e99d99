"""Lists that drop down from controls of toolkits: chips, boxes in pop-ups, fields that filter."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.errors import GaveUp

CHIPS = """<div><span>Hobbies</span><div id=box><span id=chips></span>
<input role=combobox aria-label=Hobbies aria-expanded=false aria-controls=list id=field
onclick="show(true)"></div></div>
<ul role=listbox id=list hidden style="position:fixed;top:200px;background:white"></ul>
<script>const taken = [];
function show(open) { field.setAttribute('aria-expanded', open); list.hidden = !open; list.innerHTML = ''
  for (const name of ['Chess', 'Rowing', 'Painting']) if (!taken.includes(name)) {
    const item = document.createElement('li')
    item.setAttribute('role', 'option'); item.textContent = name; item.onclick = () => add(name); list.append(item) } }
function add(name) { taken.push(name); chips.innerHTML += `<span onclick="">${name}
  <button aria-label="Remove ${name}">×</button></span>`; show(false) }</script>"""

BOXES = """<div><label id=label>Columns</label><button aria-haspopup=listbox aria-expanded=false aria-labelledby=label
id=control onclick="show(layer.hidden)">none</button></div>
<fieldset><legend>Rows</legend><label><input type=checkbox id=wrong>Price</label></fieldset>
<div role=dialog id=layer hidden style="position:fixed;top:200px;background:white"><div role=listbox>
<label><input type=checkbox onchange="tell()">Price</label>
<label><input type=checkbox onchange="tell()">Margin</label></div></div>
<script>const boxes = () => [...layer.querySelectorAll('label')].filter((label) => label.firstChild.checked)
function show(open) { control.setAttribute('aria-expanded', open); layer.hidden = !open }
function tell() { control.textContent = boxes().map((label) => label.textContent).join(', ') }</script>"""

FILTER = """<label>City <input role=combobox aria-expanded=false id=field value=Oslo autocomplete=off
onclick="show(NARROWS ? this.value : '')" oninput="show(this.value)"
onkeydown="if (event.key == 'Escape') shut()"></label>
<div role=listbox aria-label=Colours><div role=option tabindex=0 onclick="document.title = 'wrong'">Paris</div></div>
<ul role=listbox id=list hidden style="position:fixed;top:200px;background:white"></ul>
<script>function shut() { list.hidden = true; field.setAttribute('aria-expanded', false) }
function show(text) { list.hidden = false; field.setAttribute('aria-expanded', true); list.innerHTML = ''
  for (const name of ['Oslo', 'Bergen', 'Rome']) if (name.startsWith(text)) { const item = document.createElement('li')
    item.setAttribute('role', 'option'); item.textContent = name
    item.onclick = () => { field.value = name; shut() }; list.append(item) } }</script>"""


async def act(page: Page, html: str, *instructions: str) -> None:
    await page.goto("about:blank")
    await page.set_content(html)
    async with launch.page(page, settings=Settings(runs=None, patience=0.2)) as agent:
        for instruction in instructions:
            await agent.act(instruction)


async def test_several_options_are_chosen_one_after_the_other_and_shown_as_chips(web_page: Page) -> None:
    await act(web_page, CHIPS, "Pick Chess and Painting as hobbies", "select Chess from Hobbies")
    assert await web_page.evaluate("taken") == ["Chess", "Painting"]


async def test_boxes_in_the_list_that_came_up_are_meant_and_not_those_of_the_page(web_page: Page) -> None:
    await act(web_page, BOXES, "choose Price and Margin as columns")
    assert await web_page.evaluate("[control.textContent, wrong.checked]") == ["Price, Margin", False]


@pytest.mark.parametrize(("narrows", "types"), [("false", 0), ("true", 2)])
async def test_a_list_is_typed_into_only_if_it_hides_options_and_what_its_field_held_is_written_back(
    web_page: Page, narrows: str, types: int
) -> None:
    page = FILTER.replace("NARROWS", narrows)
    with pytest.raises(GaveUp, match="does not offer Paris") as caught:
        await act(web_page, page, "select Paris as city")
    assert sum(step.startswith("Type") for step in caught.value.steps) == types
    assert await web_page.evaluate("[field.value, list.hidden, document.title]") == ["Oslo", True, ""]
    await act(web_page, page, "select Rome as city")
    assert await web_page.evaluate("field.value") == "Rome"


async def test_a_list_that_does_not_offer_an_option_is_opened_once_however_it_is_called(web_page: Page) -> None:
    with pytest.raises(GaveUp, match="does not offer Cellar") as caught:
        await act(web_page, FILTER.replace("NARROWS", "false"), "choose the city Cellar")
    assert [step.partition("(")[0] for step in caught.value.steps] == ["Tap", "Press"]
    assert await web_page.evaluate("list.hidden")
