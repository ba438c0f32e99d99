"""A field is filled in when it holds what was typed, and not when its page has cut or replaced that."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page
from replies import say, type_into

from askonce import Secret, launch
from askonce.config import Settings
from askonce.embedded.field_effects import field_not_held, is_same_text
from askonce.embedded.planning_state import PlanningState
from askonce.embedded.screen_index import ScreenIndex
from askonce.errors import GaveUp
from askonce.geometry import Box, Size
from askonce.history import ExpectationOutcome, PlannerQuestion
from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation
from askonce.testing import ScriptedModel

PAGE = """<label>Code <input oninput="value = value.slice(0, 3)"></label>
<label>City <input></label>
<label>Phone <input oninput="value = value.replace(/[^0-9]/g, '').replace(/^(...)(.+)/, '$1-$2')"></label>
<label>Price <input onblur="value = Number(value).toFixed(2)"></label>
<button onclick="this.textContent += ' done'">Save</button>"""


@pytest.fixture
def soon_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What these pages do not hold at once they never will."""
    monkeypatch.setattr("askonce.planning.planner_rounds.PATIENCE", 0.2)


@pytest.mark.usefixtures("soon_given_up")
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


@pytest.mark.parametrize(
    ("shown", "typed", "is_same"),
    [
        ("annlee@xorg", "ann.lee@x.org", False),
        ("annlee", "ann_lee", False),
        ("AnnLee", "Ann Lee", False),
        ("1012", "10-12", False),
        ("1030", "10:30", False),
        ("49301234", "+49301234", False),
        ("ann.lee@x.org", "Ann.Lee@x.org", True),
        ("10 – 12", "10-12", True),
        ("+49 (30) 1234", "+49301234", True),
        ("5550101", "555-0101", True),
        ("DE89 3704 0044", "DE8937040044", True),
        ("SW1Y4JH", "SW1Y 4JH", True),
        ("Ann  Lee", "Ann Lee", True),
        ("O’Neil, Ann", "O’Neil, Ann.", True),
    ],
)
def test_a_text_that_lost_what_makes_it_that_text_is_another_one(shown: str, typed: str, is_same: bool) -> None:
    assert is_same_text(shown, typed) is is_same
    assert is_same_text(shown, typed, is_read=True)  # eyes overlook a sign


@pytest.mark.usefixtures("soon_given_up")
async def test_an_address_without_its_dots_is_not_saved(web_page: Page) -> None:
    await web_page.set_content(
        "<label>Email <input oninput=\"value = value.replaceAll('.', '')\"></label><button>Save</button>"
    )
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        with pytest.raises(GaveUp, match=r"Email holds 'annlee@xorg', and not 'ann\.lee@x\.org'"):
            await agent.act("set Email to ann.lee@x.org")


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


@pytest.mark.usefixtures("soon_given_up")
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


@pytest.mark.usefixtures("soon_given_up")
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
@pytest.mark.usefixtures("soon_given_up")
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
    screen = ScreenIndex(tree, PlanningState(PlannerQuestion("", {})))
    assert (not field_not_held([outcome], screen)) is is_kept


BOXES = "".join(f"<input aria-label='Digit {number}' maxlength=1 size=1>" for number in range(1, 7))
MOVES = "<script>document.querySelectorAll('input').forEach((e, i, a) => e.oninput = () => a[i + 1]?.focus())</script>"
WRITES = {
    "cut": "<input aria-label=Code maxlength=5>",
    "cut by a script": "<input aria-label=Code oninput='value = value.slice(0, 5)'>",
    "cut password": "<input aria-label=Code type=password maxlength=5>",
    "emptied": "<input aria-label=Code oninput='setTimeout(() => (this.value = String()))'>",
    "emptied password": "<input aria-label=Code type=password oninput='setTimeout(() => (this.value = String()))'>",
    "hidden by a script": "<input aria-label=Code oninput='value = value.replace(/./g, String.fromCharCode(42))'>",
    "passed on": "<input aria-label=Code oninput='value.length > 2 && o.focus()'><input id=o aria-label=Other>",
    "too many boxes": BOXES.replace("Digit 1", "Code").replace("<input aria-label='Digit 6' maxlength=1 size=1>", "")
    + MOVES,
}
TAKES = {
    "field": "<input aria-label=Code>",
    "password": "<input aria-label=Code type=password>",
    "groups": "<input aria-label=Code oninput=\"value = value.replace(/\\D/g, '').replace(/(.{3})(?=.)/g, '$1-')\">",
    "number": "<input aria-label=Code type=number>",
    "boxes": BOXES.replace("Digit 1", "Code") + MOVES,
    "boxes for a password": BOXES.replace("Digit 1", "Code").replace("<input", "<input type=password") + MOVES,
}
SAVE = "<button onclick=\"this.textContent += ' done'\">Save</button>"


@pytest.mark.parametrize(
    ("how", "code"), [*((how, Secret("471193")) for how in WRITES), ("emptied password", "471193")]
)
@pytest.mark.usefixtures("soon_given_up")
async def test_a_secret_that_a_field_does_not_hold_whole_is_not_saved(
    web_page: Page, how: str, code: str | Secret
) -> None:
    await web_page.set_content(WRITES[how] + SAVE)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        with pytest.raises(GaveUp) as error:
            await agent.act("type {code} into Code and save", code=code)
    assert await web_page.locator("button").inner_text() == "Save"
    if isinstance(code, Secret):
        assert "4711" not in str(error.value)


@pytest.mark.parametrize(
    ("how", "code"), [*((how, Secret("471193")) for how in TAKES), ("password", "471193"), ("boxes", "471193")]
)
async def test_a_secret_that_is_held_whole_is_saved(web_page: Page, how: str, code: str | Secret) -> None:
    await web_page.set_content(TAKES[how] + SAVE)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        assert await agent.act("type {code} into Code and save", code=code)
    assert await web_page.locator("button").inner_text() == "Save done"


@pytest.mark.parametrize(("page", "is_met"), [(TAKES["field"], True), (WRITES["cut by a script"], False)])
@pytest.mark.usefixtures("soon_given_up")
async def test_a_planner_that_expects_a_secret_in_a_field_is_told_whether_it_is_there(
    web_page: Page, page: str, is_met: bool
) -> None:
    await web_page.set_content(page)
    ends = say(type_into(1, "{code}"), expect='field "Code" is "{code}"', done="typed")
    model = ScriptedModel([ends, say(failed="it was cut")])
    async with launch.page(web_page, model=model, settings=Settings(runs=None)) as agent:
        if is_met:
            assert await agent.act("type {code} into Code", code=Secret("471193"))
            return
        with pytest.raises(GaveUp, match="it was cut"):
            await agent.act("type {code} into Code", code=Secret("471193"))
    told = model.asked[1].messages[-1].text
    assert 'field "Code" is "{code}": not met (it does not hold that)' in told
    assert "4711" not in told
