"""Only what was named is touched, on real pages: everything else is declined before the first action."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.errors import GaveUp
from askonce.values import Secret

LOG = """<script>log = []; addEventListener('click', (e) => { log.push(e.target.innerText || e.target.id);
if (e.target.innerText == 'Delete') e.target.closest('li, tr')?.remove() }, true)</script>"""

FILES = """<ul><li>report.pdf <button>Delete</button></li><li>notes.txt <button>Delete</button></li></ul>
<div>Bob <button>Fire</button></div><p>Ann</p>
<div><span>Subscription</span> <button>Cancel subscription</button></div>
<div>Newsletter: <a href="#x">Unsubscribe</a></div><p>Konto <button data-testid=account>Löschen</button></p>
<table><tr><td>Carl</td><td>Eva</td><td><a href="#e">Edit</a></td></tr>
<tr><td>Dora</td><td>Finn</td><td><a href="#d">Remove</a></td></tr></table>"""

SHUT = """<button aria-expanded=false>Send reminder</button><button aria-expanded=false>Bulk actions</button>
<button aria-haspopup=menu aria-expanded=false>With selected</button>"""

FORM = """<form onsubmit="document.title = n.value + '|' + c.value; return false"><label>Name <input id=n></label>
<label>City <input id=c></label><label>Company name <input id=k></label><button>Save</button></form>
<a href="#city">Town</a><button>Paris</button>"""

SECTIONS = """<button aria-expanded=false>DELETE /pets/1 Sell a pet</button>
<button aria-expanded=false>Delete All the pets</button><button aria-expanded=false>POST /a Feed the cat</button>
<button aria-expanded=false>POST /b Feed the cat</button>
<button aria-haspopup=menu aria-expanded=false>DELETE /pets/2 Free a pet</button>
<button>GET /pets Count the pets</button>"""

ASKED = """<label>Note <input></label><div role=dialog aria-label=x>Pay now? <button>Pay</button></div>"""

SURE = """<p>Hello</p><div role=dialog aria-label=x>Delete all? <button>OK</button></div>"""

OUTSIDE = """<form><label>Name <input></label><button>Delete account</button></form><button>Send</button>
<button>Submit feedback</button>"""

TWINS = """<p><button>Delete</button><button>Delete</button></p><button>Continue</button><button>Options</button>"""

BOSSES = """<table><tr><td>Ann</td><td>Bob</td><td><button>Delete</button></td></tr>
<tr><td>Carl</td><td>Dan</td><td><button>Delete</button></td></tr></table>"""


@pytest.mark.parametrize(
    ("page", "instructions"),
    [
        (
            FILES,
            [
                *("open report.pdf", "click report.pdf", "click Bob", "open Bob", "select Bob", "click Subscription"),
                *("click Newsletter", "open Carl", "click Dora", "go to Dora", "click Konto", "click account"),
            ],
        ),
        (SHUT, ["click Frobnicate", "open the Frob settings"]),
        (
            SECTIONS,
            [
                *("open All the pets", "open Feed the cat", "open Free a pet", "open Count the pets"),
                *("click Sell a pet", "open a pet", "open Sell"),
            ],
        ),
        (
            FORM,
            [
                *("set Frob to Bob", "set Nme to Bob", "set Name to Tom and Jerry"),
                *("update Name to Bob and frobnicate", "fill Name with Bob and Frob with Rome", "type Bob"),
                *("fill Name with Bob and Frob with {pin}", "set Name to {pin} and more", "type {pin}"),
                *("select Oslo from City", "choose Paris from Town", "click Paris under Town"),
                *("set the city for Name to Rome", "type Rome into the city of Name"),
                "set the city of Company name to 5",
            ],
        ),
        (ASKED, ["close the dialog", "dismiss the popup", "open the app Mail"]),
        (SURE, ["close the dialog"]),
        (OUTSIDE, ["submit the form", "submit"]),
        (TWINS, ["click Delete", "click Next", "click Settings", "click Remove"]),
        (BOSSES, ["delete Bob", "delete the row of Bob", "click Delete in the row of Dan"]),
    ],
)
async def test_what_is_not_proven_is_declined_before_the_first_action(
    web_page: Page, page: str, instructions: list[str]
) -> None:
    await web_page.set_content(LOG + page)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        for instruction in instructions:
            with pytest.raises(GaveUp) as caught:
                await agent.act(instruction, pin=Secret("s3cret-9"))
            assert caught.value.steps == (), instruction
    assert await web_page.evaluate("log") == []
    assert await web_page.evaluate("[...document.querySelectorAll('input')].map((field) => field.value).join('')") == ""


@pytest.mark.parametrize(
    ("page", "instruction", "effect"),
    [
        (FILES, "delete report.pdf", "log == 'Delete'"),
        (FILES, "click the Delete button of notes.txt", "log == 'Delete'"),
        (FILES, "click Cancel subscription", "log == 'Cancel subscription'"),
        (FORM, "set Name to Bob and save", "document.title == 'Bob|'"),
        (FORM, "fill Name with Bob and City with Rome", "n.value + c.value == 'BobRome'"),
        (FORM, "set name to Bob, city to Rome, and then save it", "document.title == 'Bob|Rome'"),
        (FORM, "enter Bob as Name and Rome as City", "n.value + c.value == 'BobRome'"),
        (FORM, "fill Name with Bob and City with {pin}", "n.value + c.value == 'Bobs3cret-9'"),
        (FORM, 'set Name to "Tom and Jerry"', "n.value == 'Tom and Jerry'"),
        (BOSSES, "delete Ann", "log == 'Delete'"),
    ],
)
async def test_what_is_said_in_its_own_words_is_done(web_page: Page, page: str, instruction: str, effect: str) -> None:
    await web_page.set_content(LOG + page)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        await agent.act(instruction, pin=Secret("s3cret-9"))
    assert await web_page.evaluate(effect)


TABS = """<div role=tablist><button role=tab aria-selected=true id=a onclick="show(a)">One</button>
<button role=tab id=b onclick="show(b)">Two</button></div><details id=d><summary>More</summary>Text</details>
<script>function show(tab) { for (const one of [a, b]) one.setAttribute('aria-selected', one === tab) }</script>"""


async def test_what_was_opened_in_vain_is_closed_again(web_page: Page) -> None:
    await web_page.set_content(LOG + TABS)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        with pytest.raises(GaveUp):
            await agent.act("click Frobnicate")
    assert await web_page.evaluate("log.length") == 4, "both were looked into"
    assert await web_page.evaluate("a.getAttribute('aria-selected') == 'true' && !d.open")
