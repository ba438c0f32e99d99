"""Asking an agent for values: typed, in words, by fields; from the elements where they tell, else from a model."""

from __future__ import annotations

import io
import json
import re
from datetime import date
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

import pytest
from PIL import Image
from playwright.async_api import Page
from pydantic import BaseModel
from queries_rig import files_with, reader, told, value, verdict

from askonce import PartialList, launch
from askonce.config import ModelRoles, Settings
from askonce.errors import CannotTell, ConfigError, NotFound, UnreadableReply
from askonce.geometry import Box, Size
from askonce.models.families import FAMILIES
from askonce.testing import Asked, ModelServer
from askonce.values import Secret

BASKET = """<title>Basket</title><h1>Your basket</h1>
<table><tr><td>Red mug<td>£12.50</tr><tr><td>Tea<td>£3.00</tr></table>
<label>Voucher <input value=SAVE10></label>
<label><input type=checkbox checked> Gift</label> <button disabled>Pay</button>
"""


class Kind(StrEnum):
    CUP = "cup"
    DRINK = "drink"


class Item(BaseModel):
    name: str
    price: Decimal
    kind: Kind
    until: date | None


async def test_a_typed_query_gives_models_and_the_shape_is_in_the_prompt(web_page: Page) -> None:
    items = [
        {"name": "Red mug", "price": "12.50", "kind": "cup", "until": None},
        {"name": "Tea", "price": "3.00", "kind": "drink", "until": "2027-01-31"},
    ]
    with ModelServer() as server:
        server.script([value(items)])
        async with reader(web_page, server, BASKET) as agent:
            answer = await agent.answer("the items in the basket", returns=list[Item])
            assert agent.usage.total == answer.usage
        (asked,) = server.requests
    assert answer.value[1] == Item(name="Tea", price=Decimal("3.00"), kind=Kind.DRINK, until=date(2027, 1, 31))
    assert (answer.source, answer.usage.calls, answer.reason) == ("model", 1, "as it stands there")
    assert answer.usage.tokens > 0
    assert all(word in asked.last for word in ("name: string", '"cup"', "Red mug", "the items in the basket"))
    assert len(asked.images) == 1


async def test_where_no_model_can_be_asked_the_elements_are_waited_for(web_page: Page) -> None:
    late = """<div id=place></div><script>setTimeout(() => {
        place.innerHTML = '<label>Mail <input value="ada@x"></label>' }, 300)</script>"""
    await web_page.set_content(f"<!doctype html><h1>Orders</h1>{late}")
    async with launch.page(web_page, settings=Settings(runs=None, patience=30)) as agent:
        assert await agent.query("the value of the field Mail") == "ada@x"
        with pytest.raises(ConfigError, match="cannot be read from the elements"):
            await agent.query("the value of the field Phone", timeout=0)


DEMANDS: list[tuple[Any, Any]] = [
    ("{name: string, price: number}[], the items", [{"name": "Tea", "price": 3}]),
    ("string[], the names", ["Red mug", "Tea"]),
    ({"cheapest": "string, the cheapest item", "sum": "number"}, {"cheapest": "Tea", "sum": 15.5}),
]


@pytest.mark.parametrize(("demand", "reply"), DEMANDS)
async def test_a_shape_in_words_or_fields_is_kept_strictly(web_page: Page, demand: Any, reply: Any) -> None:
    with ModelServer() as server:
        server.script([value("none of that"), value(reply)])
        async with reader(web_page, server, BASKET) as agent:
            answer = await agent.answer(demand)
        first, second = server.requests
    assert answer.value == reply
    assert answer.usage.calls == 2
    assert "That reply cannot be used: the value does not fit the shape" in second.last
    assert "none of that" not in first.text


async def test_a_value_of_the_wrong_type_twice_is_an_error_with_the_reply(web_page: Page) -> None:
    with ModelServer() as server:
        server.reply(value("twelve"))
        async with reader(web_page, server, BASKET) as agent:
            with pytest.raises(UnreadableReply) as raised:
                await agent.number("the sum of the prices")
        assert len(server.requests) == 2
    assert raised.value.raw == value("twelve")
    assert "'the sum of the prices'" in str(raised.value)
    assert "should be a valid number" in str(raised.value)


async def test_the_short_forms_give_their_types_and_refuse_others(web_page: Page) -> None:
    with ModelServer() as server:
        server.reply(value("hot"), when="how does the tea taste")
        server.reply(value("Red"), when="the colour")
        server.reply(value(15.5), when="the sum")
        server.reply(value("true"), when="is it dear")
        server.reply(value(True), when="is it cheap")
        async with reader(web_page, server, BASKET) as agent:
            assert await agent.ask("how does the tea taste") == "hot"
            assert await agent.string("the colour of the mug") == "Red"
            assert await agent.number("the sum") == 15.5
            assert await agent.boolean("is it cheap") is True
            with pytest.raises(UnreadableReply):
                await agent.boolean("is it dear")


EXACT: list[tuple[str, Any, Any]] = [
    ("the title of the page", str, "Basket"),
    ("the value of the field 'Voucher'", str, "SAVE10"),
    ("how many rows are in the table", int, 2),
    ("how many rows are in the table", float, 2.0),
    ("is the checkbox 'Gift' checked", bool, True),
    ("is the button 'Pay' enabled", bool, False),
    ("number, how many rows are in the table", None, 2),
]


@pytest.mark.parametrize(("demand", "returns", "wanted"), EXACT)
async def test_what_the_elements_tell_needs_no_model(web_page: Page, demand: str, returns: Any, wanted: Any) -> None:
    with ModelServer() as server:
        async with reader(web_page, server, BASKET) as agent:
            answer = await agent.answer(demand, returns=returns)
            assert agent.usage.total.calls == 0
        assert server.requests == []
    assert (answer.value, type(answer.value)) == (wanted, type(wanted))
    assert (answer.source, answer.usage.calls) == ("elements", 0)
    assert answer.reason


async def test_force_model_and_reference_pictures_ask_the_model_all_the_same(web_page: Page) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (40, 30), "red").save(picture, "PNG")
    with ModelServer() as server:
        server.reply(value("Basket!"))
        async with reader(web_page, server, BASKET) as agent:
            forced = await agent.answer("the title of the page", returns=str, force_model=True)
            compared = await agent.answer("the title of the page", returns=str, images={"design": picture.getvalue()})
        assert len(server.requests) == 2
        last = server.requests[-1]
    assert [one.source for one in (forced, compared)] == ["model", "model"]
    assert "# Reference pictures" in last.last
    assert '"design":' in last.last
    with Image.open(io.BytesIO(last.images[0])) as first:
        assert (first.size, first.convert("RGB").getpixel((5, 5))) == ((40, 30), (255, 0, 0))
    assert len(last.images) == 2


async def test_a_reference_picture_that_is_missing_is_named(web_page: Page, tmp_path: Path) -> None:
    with ModelServer() as server:
        async with reader(web_page, server, BASKET) as agent:
            with pytest.raises(ConfigError, match=r"design.*nowhere\.png"):
                await agent.check("it looks alike", images={"design": tmp_path / "nowhere.png"})
        assert server.requests == []


async def test_what_cannot_be_read_is_said_and_no_value(web_page: Page) -> None:
    with ModelServer() as server:
        server.reply('{"cannot": "no delivery date is shown"}')
        async with reader(web_page, server, BASKET) as agent:
            with pytest.raises(CannotTell, match="no delivery date is shown"):
                await agent.query("the delivery date", returns=date)


async def test_background_of_the_agent_and_of_the_call_reach_the_model(web_page: Page) -> None:
    with ModelServer() as server:
        server.reply(value("both"))
        async with reader(web_page, server, BASKET, context="Prices are in pounds.") as agent:
            await agent.ask("what is it", context="Tea is taxed lower.")
            await agent.ask("what is it")
        first, second = server.requests
    assert "# Background\nPrices are in pounds.\nTea is taxed lower." in first.last
    assert "Tea is taxed" not in second.last


async def test_the_model_of_the_role_insight_is_the_one_asked(web_page: Page) -> None:
    with ModelServer() as planner, ModelServer() as server:
        server.reply(value("seen"))
        server.reply(verdict(True))
        roles = ModelRoles(planner.settings("planner"), insight=server.settings("looker"))
        async with reader(web_page, server, BASKET, model=roles) as agent:
            answer = await agent.answer("what is it", returns=str)
            assert list(agent.usage.by_role) == ["insight"]
        assert planner.requests == []
        assert [asked.model for asked in server.requests] == ["looker"]
    assert answer.value == "seen"


async def test_the_picture_alone_is_sent_without_elements(web_page: Page) -> None:
    with ModelServer() as server:
        server.reply(value("a mug"))
        async with reader(web_page, server, BASKET) as agent:
            await agent.ask("what is in it", elements=False)
        (asked,) = server.requests
    assert "Red mug" not in asked.text
    assert len(asked.images) == 1


PANELS = """<body style='margin:0'>
<section aria-label='Offers' style='position:absolute;left:0;top:0;width:390px;height:300px'>
<h2>Offers</h2><button>Buy</button><p>Blue mug</p></section>
<section aria-label='Basket panel' style='position:absolute;left:410px;top:0;width:380px;height:300px'>
<h2>Basket panel</h2><p>Red mug</p></section>"""


async def test_what_lies_outside_of_the_region_does_not_count(web_page: Page) -> None:
    with ModelServer() as server:
        server.rule(lambda asked: value("Blue mug" if "Blue mug" in asked.last else "Red mug"))
        async with reader(web_page, server, PANELS) as agent:
            name = await agent.string("the name of the mug", within="the section 'Basket panel'")
        (asked,) = server.requests
    assert name == "Red mug"
    assert "only that part counts" in asked.last
    assert asked.image.size == (760, 600)  # that part alone, twice as large


async def test_elements_outside_of_the_region_do_not_decide_a_check(web_page: Page) -> None:
    with ModelServer() as server:
        server.reply(verdict(False, "there is no button in it"))
        async with reader(web_page, server, PANELS) as agent:
            inside = await agent.verdict("the text 'Red mug' is visible", within="the section 'Basket panel'")
            assert server.requests == []
            outside = await agent.verdict("the text 'Blue mug' is visible", within="the section 'Basket panel'")
    assert (bool(inside), inside.source) == (True, "elements")
    assert not outside


async def test_a_region_in_words_that_no_element_bears_is_found_by_the_model(web_page: Page) -> None:
    def look(asked: Asked) -> str:
        if "Find: the right half" not in asked.last:
            return value("Blue mug" if "Blue mug" in asked.last else "Red mug")
        family = FAMILIES["generic"]
        return json.dumps({family.key: family.write_box(Box(400, 0, 400, 600), Size(*asked.image.size))})

    with ModelServer() as server:
        server.rule(look)
        async with reader(web_page, server, PANELS) as agent:
            answer = await agent.answer("the name of the mug", returns=str, within="the right half")
            assert agent.usage.total.calls == 2
    assert (answer.value, answer.usage.calls) == ("Red mug", 1)


async def test_a_region_that_is_nowhere_is_not_found(web_page: Page) -> None:
    with ModelServer() as server:
        server.reply('{"bbox": [], "error": "there is no map"}')
        async with reader(web_page, server, PANELS) as agent:
            with pytest.raises(NotFound, match="the map"):
                await agent.string("the name of the mug", within="the map")


LONG = "<h1>Orders</h1><ul>" + "".join(f"<li style='height:50px'>Order {n:03}</li>" for n in range(40)) + "</ul>"


def rows_in_view(asked: Asked) -> str:
    """A model that copies the rows of the list that are not marked as out of view."""
    shown = re.sub(r"^( *)offscreen:\n(?:\1 .*\n)*", "", asked.last, flags=re.MULTILINE)
    lines = [line for line in shown.splitlines() if "offscreen" not in line]
    return value(list(dict.fromkeys(re.findall(r"Order \d{3}", "\n".join(lines)))))


async def test_a_list_longer_than_the_screen_is_read_whole_without_duplicates(web_page: Page, tmp_path: Path) -> None:
    with ModelServer() as server:
        server.rule(rows_in_view)
        async with reader(web_page, server, LONG, runs=tmp_path) as agent:
            answer = await agent.answer("the orders", returns=list[str], scroll=True)
        asked = len(server.requests)
    assert answer.value == [f"Order {n:03}" for n in range(40)]
    assert asked > 3
    assert answer.usage.calls == asked
    assert answer.reason == f"40 rows read in {asked} parts"
    ((title, notes, outcome),) = told(agent)
    assert (title, outcome) == ("query: the orders", "done")
    assert notes.count("rows so far") == asked
    assert "40 rows so far" in notes
    assert await web_page.evaluate("scrollY") == 0


async def test_reading_a_long_list_ends_at_the_limit_and_says_so(web_page: Page) -> None:
    with ModelServer() as server:
        server.rule(rows_in_view)
        async with reader(web_page, server, LONG) as agent:
            answer = await agent.answer("the orders", returns=list[str], scroll=True, limit=15)
    assert answer.value == [f"Order {n:03}" for n in range(15)]
    assert "stopped at the limit of 15 rows" in answer.more


async def test_a_list_that_goes_on_is_given_with_a_warning_and_a_note(web_page: Page, tmp_path: Path) -> None:
    with ModelServer() as server:
        server.reply('{"reason": "the rows in view", "value": ["Red mug"], "more": "13 of 14 products"}')
        async with reader(web_page, server, "<p>Red mug", runs=tmp_path) as agent:
            with pytest.warns(PartialList, match=r"13 of 14 products \(pass scroll=True"):
                assert await agent.query("the products", returns=list[str]) == ["Red mug"]
            assert (await agent.answer("the products", returns=list[str])).more == "13 of 14 products"
    assert all("not all of it: 13 of 14 products" in notes for _, notes, _ in told(agent))


async def test_only_lists_are_read_by_scrolling(web_page: Page) -> None:
    with ModelServer() as server:
        async with reader(web_page, server, LONG) as agent:
            with pytest.raises(ConfigError, match="'the first order' is not a list"):
                await agent.query("the first order", returns=str, scroll=True)


async def test_the_whole_page_is_shown_in_parts_with_all_its_elements(web_page: Page) -> None:
    with ModelServer() as server:
        server.rule(lambda asked: value("Order 039" if "Order 039" in asked.last else "not there"))
        async with reader(web_page, server, LONG) as agent:
            last = await agent.string("the last order", whole_page=True)
        (asked,) = server.requests
    assert last == "Order 039"
    assert len(asked.images) > 2
    assert "one page from top to bottom" in asked.last
    assert await web_page.evaluate("scrollY") == 0


async def test_values_fill_sentences_and_fields(web_page: Page) -> None:
    with ModelServer() as server:
        server.reply(value({"price": 12.5}), when="the price of Red mug")
        server.reply(value(3.0), when="the price of Tea")
        async with reader(web_page, server, BASKET) as agent:
            dear = await agent.query({"price": "number, the price of {product}"}, values={"product": "Red mug"})
            cheap = await agent.number("the price of {product}", values={"product": "Tea"})
        assert not any("{product}" in asked.text for asked in server.requests)
    assert (dear, cheap) == ({"price": 12.5}, 3.0)


async def test_a_value_that_was_not_passed_is_named(web_page: Page) -> None:
    with ModelServer() as server:
        async with reader(web_page, server, BASKET) as agent:
            with pytest.raises(ConfigError, match=r'for \{product\}[^→]*→ pass it as values=\{"name"'):
                await agent.number("the price of {product}")


async def test_an_option_that_nobody_knows_is_refused_and_not_ignored(web_page: Page) -> None:
    unknown: dict[str, Any] = {"sofd": True}
    beside: dict[str, Any] = {"product": "Tea"}
    elsewhere: dict[str, Any] = {"timeout": 3}
    with ModelServer() as server:
        async with reader(web_page, server, BASKET) as agent:
            with pytest.raises(ConfigError, match="there is no option sofd"):
                await agent.check("the title is 'Basket'", **unknown)
            with pytest.raises(ConfigError, match=r'passed as values=\{"name": …\}'):
                await agent.number("the price of {product}", **beside)
            with pytest.raises(ConfigError, match="there is no option timeout"):
                await agent.observe().check("a toast came", **elsewhere)
        assert server.requests == []


async def test_empty_words_are_refused(web_page: Page) -> None:
    with ModelServer() as server:
        async with reader(web_page, server, BASKET) as agent:
            for asking in (agent.check, agent.ask, agent.wait_for, agent.verdict):
                with pytest.raises(ConfigError, match="empty"):
                    await asking("  ")


async def test_a_secret_never_reaches_the_model_or_the_files(web_page: Page, tmp_path: Path) -> None:
    secret = "tea-time-9"
    page = f"<p>Your code is {secret}</p><label>Code <input value='{secret}'></label>"
    with ModelServer() as server:
        server.reply(value(f"{{code}} of {len(secret)}"))
        async with reader(web_page, server, page, runs=tmp_path) as agent:
            values = {"code": Secret(secret)}
            said = await agent.string("where {code} is shown", values=values)
            compared = await agent.verdict('the field "Code" is "{code}"', values=values)
            other = await agent.verdict('the field "Code" is "{code}"', values={"code": Secret("coffee-time")})
        assert len(server.requests) == 1
        assert not any(secret in asked.text for asked in server.requests)
        assert "{code}" in server.requests[0].last
    assert said == "{code} of 10"
    assert [(one.holds, one.source, one.statement) for one in (compared, other)] == [
        (True, "elements", 'the field "Code" is "{code}"'),
        (False, "elements", 'the field "Code" is "{code}"'),
    ]
    assert secret not in compared.reason + other.reason
    assert not files_with(secret, tmp_path)


async def test_the_trace_names_what_was_asked_and_what_came_out(web_page: Page, tmp_path: Path) -> None:
    with ModelServer() as server:
        server.reply(value({"name": "Tea"}))
        async with reader(web_page, server, BASKET, runs=tmp_path) as agent:
            await agent.string("the title of the page")
            await agent.query({"name": "the cheapest item"})
            report = agent.report().read_text()
    first, second = told(agent)
    assert first == (
        "query: the title of the page",
        "'Basket', according to the elements: the title of the page",
        "done",
    )
    assert second == ("query: name", "{'name': 'Tea'}, according to the model: as it stands there", "done")
    assert "query: the title of the page" in report
    assert "according to the elements" in report


KINDS: list[tuple[Any, Any, Any]] = [
    (Literal["low", "high"], "low", "low"),
    (int | str, 7, 7),
    (dict[str, float], {"Tea": 3.0}, {"Tea": 3.0}),
]


@pytest.mark.parametrize(("kind", "reply", "wanted"), KINDS)
async def test_any_type_that_pydantic_understands_will_do(web_page: Page, kind: Any, reply: Any, wanted: Any) -> None:
    with ModelServer() as server:
        server.reply(value(reply))
        async with reader(web_page, server, BASKET) as agent:
            assert await agent.query("the prices", returns=kind) == wanted
