"""Programs that run with nothing but the embedded model."""

from __future__ import annotations

import pytest
from long_list import NAMES, Window
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings, read_settings
from askonce.errors import ProgramFailed
from askonce.program.program_result import ProgramResult
from askonce.testing.apps import Contact, SampleApps, TextMessage
from askonce.testing.shop import ACCOUNTS, SampleShop
from askonce.values import Secret

SETTINGS = Settings(runs=None, patience=0.2, browser=read_settings().browser)
LIST = """<title>Fruit</title><h1>Fruit</h1><ul><li>Apple</li><li>Pear</li><li>Plum</li></ul>
<table><tr><th>Name</th><th>Stock</th></tr><tr><td>Apple</td><td>7</td></tr><tr><td>Pear</td><td>12</td></tr></table>
<p><button onclick="this.replaceWith('Total: £4.50')">Show total</button></p>"""
LONG = "".join(["<title>Long</title><ul>", *(f'<li style="height:90px">Item {n}</li>' for n in range(20)), "</ul>"])


async def run(page: Page, html: str, program: str) -> ProgramResult:
    await page.set_content(html)
    async with launch.page(page, settings=SETTINGS) as agent:
        return await agent.run(program)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("Read the items in the list", ["Apple", "Pear", "Plum"]),
        ("Get the names of the items in the list", ["Apple", "Pear", "Plum"]),
        ("Record the number of items in the list", 3),
        ("Read the Stock of the rows of the table", [7, 12]),
        ("Get the Stock of Pear", 12),
        ("Get the name of the second item", "Pear"),
        ("Click Show total and read the total", 4.5),
        ('Judge if the text "Plum" is visible', True),
    ],
)
async def test_a_step_gives_what_the_page_shows(web_page: Page, words: str, value: object) -> None:
    result = await run(web_page, LIST, f"{words}, record as {{found}}\nset variable {{answer}} to {{found}}")
    assert result.answer == value


async def test_a_list_is_read_to_its_end_and_the_page_is_left_at_its_start(web_page: Page) -> None:
    result = await run(web_page, LONG, "Read the items in the list, record as {items}\nset {answer} to {items}")
    assert result.answer == [f"Item {number}" for number in range(20)]
    assert await web_page.evaluate("scrollY") == 0


async def test_a_list_is_read_to_its_end_where_nobody_knows_how_long_it_is() -> None:
    screen = Window()
    async with launch.screen(screen, settings=SETTINGS) as agent:
        result = await agent.run("Read the items in the list, record as {items}\nset {answer} to {items}")
    assert result.answer == list(NAMES)
    assert screen.top == 0


async def test_a_step_of_a_program_looks_down_a_list_that_could_not_be_scrolled_up() -> None:
    screen = Window()
    async with launch.screen(screen, settings=SETTINGS) as agent:
        await agent.run(f"tap {NAMES[-1]}")
    assert screen.opened == NAMES[-1]


async def test_what_cannot_be_read_is_said_and_nothing_is_made_up(web_page: Page) -> None:
    with pytest.raises(ProgramFailed, match="vegetables"):
        await run(
            web_page, "<p>Nothing here</p>", "Read the names of the vegetables, record as {names}\ntell user {names}"
        )


@pytest.mark.long  # the demo does the same, and replays it
async def test_a_program_with_a_loop_fills_the_basket_of_the_shop() -> None:
    program = """Click "Only necessary"
Click the link "Log in"
Log in as "bob" with password {password}
Click "Mugs"
Read the names of the products, record as {mugs}
For each {mug} in {mugs}:
    if {mug} contains "mug":
        Add {mug} to the basket
Get the quantity of elements in {mugs}, record as {answer}"""
    with SampleShop() as shop:
        async with launch.web(shop.url, settings=SETTINGS) as agent:
            result = await agent.run(program, password=Secret(ACCOUNTS["bob"]))
        (visit,) = (visit for visit in shop.visits if visit.lines)
    assert result.answer == 4
    assert [line.product.name for line in visit.lines] == ["Red mug", "Blue mug", "Green mug", "Travel mug"]


@pytest.mark.long
async def test_every_product_of_the_shop_gets_into_the_basket_though_a_notice_lies_over_some_of_their_buttons() -> None:
    program = """Click "Only necessary"
Click the link "Log in"
Log in as "bob" with password {password}
Read the names of the products, record as {names}
For each {name} in {names}:
    if {name} is not "Baker's apron":
        Add {name} to the basket
Get the quantity of elements in {names}, record as {answer}"""
    with SampleShop() as shop:
        async with launch.web(shop.url, settings=SETTINGS) as agent:
            result = await agent.run(program, password=Secret(ACCOUNTS["bob"]))
        (visit,) = (visit for visit in shop.visits if visit.lines)
    assert result.answer == 14
    assert len({line.product.name for line in visit.lines}) == 13


async def test_a_program_across_two_apps_adds_people_and_writes_to_them(web_page: Page) -> None:
    program = """Create a list of objects named {people}, with the following items:
    An object with "name" set to "Hana Ferreira" and "number" set to "+10662908339"
    An object with "name" set to "Sophie Martin" and "number" set to "+18723713947"
Iterate through each item in {people}, recorded as {contact}:
    In the Contacts app, add a new contact with name {contact.name} and phone number {contact.number}, and save it.
    In the Messages app, send a message to {contact.number} with the content "hello, {contact.name}"."""
    with SampleApps() as apps:
        await web_page.goto(apps.url)
        async with launch.page(web_page, settings=SETTINGS) as agent:
            await agent.run(program)
        people = (Contact("Hana Ferreira", "+10662908339"), Contact("Sophie Martin", "+18723713947"))
        assert apps.contacts == people
        assert apps.messages == tuple(TextMessage(one.phone, f"hello, {one.name}") for one in people)


async def test_a_form_that_is_refused_ends_the_program(web_page: Page) -> None:
    with SampleApps() as apps:
        await web_page.goto(apps.url)
        async with launch.page(web_page, settings=SETTINGS) as agent:
            with pytest.raises(ProgramFailed, match="Please enter a phone number"):
                await agent.run('In the Contacts app, add a new contact with name "Bob" and phone " "')
        assert apps.contacts == ()
