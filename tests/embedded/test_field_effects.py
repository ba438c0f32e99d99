"""A field is filled in when it holds what was typed, and not when its page has cut or replaced that."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.embedded.field_effects import field_not_held, is_same_text
from askonce.embedded.planning_state import PlanningState
from askonce.embedded.screen_index import ScreenIndex
from askonce.errors import GaveUp
from askonce.geometry import Box, Size
from askonce.history import ExpectationOutcome
from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation

PAGE = """<label>Code <input oninput="value = value.slice(0, 3)"></label>
<label>City <input></label>
<label>Phone <input oninput="value = value.replace(/[^0-9]/g, '').replace(/^(...)(.+)/, '$1-$2')"></label>
<label>Price <input onblur="value = Number(value).toFixed(2)"></label>
<button onclick="this.textContent += ' done'">Save</button>"""


async def test_a_field_that_holds_another_text_is_not_done(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        with pytest.raises(GaveUp, match="Code holds '123', and not '12345'"):
            await agent.act("set Code to 12345 and City to Rome")


AMOUNT = """<label>Amount <input oninput="value = value.replace(/[^0-9]/g, '')"></label>
<button onclick="this.textContent = 'Paid ' + document.querySelector('input').value">Pay</button>"""


@pytest.mark.parametrize(("typed", "held"), [("10.50", "1050"), ("-50", "50")])
async def test_a_number_that_comes_to_another_one_is_not_paid(web_page: Page, typed: str, held: str) -> None:
    await web_page.set_content(AMOUNT)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        with pytest.raises(GaveUp, match=f"Amount holds '{held}', and not '{typed}'"):
            await agent.act("set Amount to {amount} and click Pay", amount=typed)
    assert await web_page.locator("button").inner_text() == "Pay"


@pytest.mark.parametrize(
    ("shown", "typed", "is_same"),
    [
        ("7.00", "7", True),
        ("1.500", "1500", True),
        ("1,500", "1500", True),
        ("1 500,00 €", "1500", True),
        ("10,50", "10.50", True),
        ("1.234.567,89", "1234567.89", True),
        ("-$5", "-5", True),
        ("18/11/26", "18.11.26", True),
        ("4111 1111 1111 1111", "4111111111111111", True),
        ("1500", "1.500", False),
        ("105", "10.5", False),
        ("5", "-5", False),
        ("1009", "1000", False),
    ],
)
def test_numbers_are_the_same_where_they_come_to_the_same(shown: str, typed: str, is_same: bool) -> None:
    assert is_same_text(shown, typed) is is_same


async def test_nothing_is_saved_before_the_fields_are_seen_to_hold_what_was_typed(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        with pytest.raises(GaveUp, match="Code holds '123', and not '12345'"):
            await agent.act("set Code to 12345 and save")
    assert await web_page.locator("button").inner_text() == "Save"


async def test_an_act_that_looked_before_it_saved_is_replayed_whole(web_page: Page, tmp_path: Path) -> None:
    for how in ("asked", "replayed"):
        await web_page.set_content(PAGE)
        async with launch.page(web_page, settings=Settings(runs=tmp_path), recordings="code") as agent:
            result = await agent.act("set Code to {code}, Phone to 5550101 and save", code="123")
        assert (result.how, len(result.steps)) == (how, 3)
        assert await web_page.locator("button").inner_text() == "Save done"


async def test_a_replay_does_not_go_on_after_a_field_that_holds_another_number(web_page: Page, tmp_path: Path) -> None:
    for amount in ("12", "34"):
        await web_page.set_content(AMOUNT)
        async with launch.page(web_page, settings=Settings(runs=tmp_path), recordings="pay") as agent:
            assert await agent.act("set Amount to {amount} and click Pay", amount=amount)
    await web_page.set_content(AMOUNT)
    async with launch.page(web_page, settings=Settings(runs=tmp_path, patience=0.2), recordings="pay") as agent:
        with pytest.raises(GaveUp):
            await agent.act("set Amount to {amount} and click Pay", amount="10.50")
    assert await web_page.locator("button").inner_text() == "Pay"


async def test_a_field_may_write_a_value_in_its_own_way(web_page: Page) -> None:
    await web_page.set_content(PAGE)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        assert await agent.act("fill Phone with 5550101, Price with 7 and City with Rome")


BOX = "<label><input type=checkbox onclick='return false'{}> Newsletter</label><button>Save</button>"


@pytest.mark.parametrize(
    ("state", "instruction", "reason"),
    [
        ("", "check Newsletter", "Newsletter was pressed, and is not checked"),
        (" checked", "uncheck Newsletter", "Newsletter was pressed, and is still checked"),
    ],
)
async def test_a_box_that_is_as_before_is_not_done(web_page: Page, state: str, instruction: str, reason: str) -> None:
    await web_page.set_content(BOX.format(state))
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        with pytest.raises(GaveUp, match=reason):
            await agent.act(instruction)


@pytest.mark.parametrize(
    ("shown", "typed", "width", "is_kept"),
    [
        ("∏pvBeT Mupl", "Привет мир", 300, True),
        ("", "こんにちは", 300, True),
        ("", "l", 300, True),
        ("", "bob", 300, False),
        ("1009", "1000", 300, False),
        ("1009", "1000", 20, False),
        ("411111", "4111111111111111", 60, True),
        ("8", "5", 300, False),
        ("hel1o there", "hello there", 300, True),
    ],
)
def test_what_the_eyes_cannot_read_is_no_proof_against_a_field(
    shown: str, typed: str, width: float, is_kept: bool
) -> None:
    field = Node(1, "textbox", "Note", Box(0, 0, width, 30), value=shown, attributes={"seen": "0.9"})
    tree = Tree((field,), Size(400, 100), seen=True)
    outcome = ExpectationOutcome(Expectation("field", "[1]", typed), is_met=False)
    screen = ScreenIndex(tree, cast("PlanningState", SimpleNamespace(past_actions=[])))
    assert (not field_not_held([outcome], screen)) is is_kept
