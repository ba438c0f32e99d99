"""Things of the page that are named without quotation marks: cells, choices, counters and what is ticked off."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from askonce.insight.exact import give, judge
from askonce.screens import Tree
from askonce.screens.web.legible_tree import read_legible_tree

Look = Callable[[str], Awaitable[Tree]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def look(chromium: Browser) -> AsyncIterator[Look]:
    """Puts markup into a page that all tests share, and reads the whole of it; the same markup is read once."""
    page = await chromium.new_page(viewport={"width": 900, "height": 900})
    session = await page.context.new_cdp_session(page)
    trees: dict[str, Tree] = {}

    async def read(markup: str) -> Tree:
        if markup not in trees:
            await page.set_content("<!doctype html><style>body { font: 16px sans-serif }</style>" + markup)
            trees[markup] = await read_legible_tree(page, session, whole=True)
        return trees[markup]

    yield read
    await page.close()


HEAD = "<tr><th><input type=checkbox aria-label='All'><th>Id<th><a href=#>Name</a><th>Author<th>Price<th>Sold<th>City"
BODY = """<tr><td><input type=checkbox aria-label='R1'><td>1<th><a href=#>Milk jug</a><td>Ann Lee<td>11.30<td>4<td>Rome
<tr><td><input type=checkbox aria-label='R2'><td>2<th><a href=#>Teapot</a><td>Bo Dahl<td>24.90<td>5<td>Oslo
<tr><td><input type=checkbox aria-label='R3'><td>3<th><a href=#>The Blender</a><td>Ann Lee<td>60.00<td>66<td>Bonn"""
SHOP = f"<h1>Products</h1><table>{HEAD}{BODY}</table><p>3 products</p>"
TWICE = SHOP.replace("<p>3 products</p>", "<p>The Teapot is sold out</p>")
SPANNED = SHOP.replace("<th><a href=#>Milk jug", "<th rowspan=2><a href=#>Milk jug").replace(
    "<th><a href=#>Teapot</a>", ""
)
SHARED = SHOP.replace("<td>11.30", "<td rowspan=2>11.30").replace("<td>24.90", "")
NET = SHOP.replace("<th>Sold", "<th>Price with tax")
STRUCK = SHOP.replace("<td>11.30", "<td><del>15.00</del> 11.30")
PALE = SHOP.replace("<td>11.30", "<td style='opacity:.3'>11.30")
TWO_HEADS = SHOP.replace("<table>", "<table><tr><th colspan=4>Thing<th colspan=3>Figures")
PAGED = SHOP.replace("<p>3 products</p>", "<h2>12 rows</h2><a href=#>Next page</a>")
HEADLESS = f"<h1>Products</h1><table>{BODY}</table>"

CELLS = [
    (SHOP, "the price of the Milk jug", str, "11.30"),
    (SHOP, "What is the price of the Milk jug?", float, 11.3),
    (SHOP, "the Teapot's city", str, "Oslo"),
    (SHOP, "the price of 'Teapot'", str, "24.90"),
    (SHOP, "Which city is The Blender from?", str, "Bonn"),
    (SHOP, "How many blenders were sold?", int, 66),
    (SHOP + "<p>Shop › <a href=#>Products</a></p>", "How many products are listed?", int, 3),
    (SHOP + "<a href=#>›</a>", "How many products are listed?", int, None),
    (SHOP, "the names of all products", list[str], ["Milk jug", "Teapot", "The Blender"]),
    (SHOP, "How many products are listed?", int, 3),
    (PAGED, "How many rows does the table have?", int, 12),
    (SHOP, "the price of the Mug", str, None),
    (SHOP, "the weight of the Teapot", str, None),
    (SHOP, "the price of Rome", str, None),  # a cell of another column does not name the row
    (SHOP, "the price of the Milk", str, None),
    (SHOP, "the price of the Teapot and the Milk jug", str, None),
    (SHOP, "How many teapots were broken?", int, None),
    (SHOP, "How many customers are listed?", int, None),
    (SHOP, "the names of all customers", list[str], None),
    (TWICE, "the price of the Teapot", str, None),
    (TWICE, "How many products are listed?", int, None),
    (SPANNED, "the price of the Milk jug", str, None),
    (SPANNED, "the price of the Teapot", str, None),
    (SHARED, "the price of the Milk jug", str, "11.30"),
    (SHARED, "the price of the Teapot", str, None),
    (NET, "the price of the Milk jug", str, None),
    (STRUCK, "the price of the Milk jug", str, None),
    (STRUCK, "the price of the Teapot", str, "24.90"),
    (PALE, "the price of the Milk jug", str, None),
    (TWO_HEADS, "the price of the Milk jug", str, None),
    (HEADLESS, "the price of the Milk jug", str, None),
    (PAGED, "the names of all products", list[str], None),
    (PAGED.replace("Next page", "Home"), "How many rows does the table have?", int, None),
    (PAGED.replace("12 rows", "2 rows"), "How many rows does the table have?", int, None),
    (PAGED.replace("12 rows", "12 rows selected"), "How many rows does the table have?", int, None),
]


@pytest.mark.parametrize(("markup", "demand", "kind", "value"), CELLS)
async def test_a_cell_is_read_where_its_row_and_its_column_are_proven(
    look: Look, markup: str, demand: str, kind: object, value: object
) -> None:
    tree = await look(markup)
    found = give(demand, kind, tree.in_view, whole=tree)
    assert (found and found.value) == value


CLAIMS = [
    (SHOP, "The Teapot has a stock of 5", None),
    (SHOP, "The Teapot has a price of 24.90", True),
    (SHOP, "The Teapot has a price of 24.9", None),
    (SHOP, "The Teapot has a price of 11.30", False),
    (SHOP, "The price of the Teapot is 24.90", True),
    (SHOP, "The price of the Teapot is not 24.90", False),
    (SHOP, "The price of the Teapot is high", None),
    (SHOP, "The Milk jug was written by Ann Lee", True),
    (SHOP, "The Milk jug was written by Bo Dahl", False),
    (SHOP, "The Milk jug was written by Lee", None),
    (SHOP, "The Milk jug was written by Zoe", None),
    (SHOP, "The Milk jug was sent to Ann Lee", None),
    (SHOP, "The Milk jug and the Teapot were written by Ann Lee", None),
]


@pytest.mark.parametrize(("markup", "statement", "holds"), CLAIMS)
async def test_a_cell_is_judged_by_its_value_and_false_only_among_its_kind(
    look: Look, markup: str, statement: str, holds: bool | None
) -> None:
    tree = await look(markup)
    judged = judge(statement, tree.in_view, whole=tree)
    assert (judged and judged.holds) is holds


@pytest.mark.parametrize(
    ("markup", "statement", "holds"),
    [
        (SHOP, "There is a product called Soup spoon", False),
        (SHOP, "There is a product 'Soup spoon'", False),
        (SHOP, "There is no product called 'Soup spoon'", True),
        (SHOP, "There is a product called Teapot", None),
        (SHOP + "<p>The product 'Mug' was deleted.</p>", "There is a product 'Mug'", None),
        (PAGED, "There is a product called Soup spoon", None),
        (SHOP + "<canvas width=99 height=99></canvas>", "There is a product called Soup spoon", None),
        (SHOP, "There is a red product called Soup spoon", None),
    ],
)
async def test_a_thing_of_the_application_is_only_ever_absent(
    look: Look, markup: str, statement: str, holds: bool | None
) -> None:
    tree = await look(markup)
    judged = judge(statement, tree.in_view, whole=tree)
    assert (judged and judged.holds) is holds


FORM = """<label>City <select><option>Rome<option selected>Oslo</select></label>
<label>Column <select><option>- column -<option>Name</select></label><label>Room <input value=Attic></label>
<label>Nights <input type=number value=3></label><label>Password <input type=password value=secret></label>
<fieldset><legend>Plan</legend><label><input type=radio name=p checked> Free</label><label><input type=radio name=p>
Pro</label></fieldset><div>Delivery</div><label><input type=radio name=d> Post</label><label>
<input type=radio name=d checked> Courier</label><fieldset><legend>Unset</legend><label>
<input type=radio name=u> Yes</label>
<label><input type=radio name=u> No</label></fieldset>"""
APART = FORM.replace("name=d>", "name=d1>").replace("name=d checked", "name=d2 checked")
RUN = "<div>Delivery</div>" + "".join(
    f"<label><input type=radio name={name}>{word}</label>"
    for name, word in [("a", "Post"), ("a", "Courier"), ("b checked", "Cash"), ("b", "Card")]
)
TOLD = FORM + "<p>Room: Cellar</p>"
TWINS = FORM + "<label>City <select><option>Bern<option>Basel</select></label>"
CHOICES = [
    (FORM, "The room is Attic", True),
    (FORM, "The room is set to Attic", True),
    (FORM, "The room is nice", None),
    (FORM, "The room is Atti", None),
    (FORM, "Room is Attic", None),
    (FORM, "The city is Oslo", True),
    (FORM, "The city is Rome", False),
    (FORM, "The city is not Rome", True),
    (FORM, "The city is Bern", None),
    (FORM, "The nights is 4", False),
    (FORM, "The plan Free is selected", True),
    (FORM, "The plan Pro is selected", False),
    (FORM, "The plan Gold is selected", None),
    (FORM, "The room Attic is selected", None),  # it was typed
    (FORM, "The delivery is set to Courier", True),
    (FORM, "The delivery is set to Post", False),
    (FORM, "The unset is Yes", None),
    (FORM, "The password is secret", None),
    (APART, "The delivery is set to Courier", True),
    (RUN, "The delivery is set to Cash", None),
    (RUN, "The delivery is set to Post", None),
    (TOLD, "The room is Attic", None),
    (TWINS, "The city is Oslo", None),
]


@pytest.mark.parametrize(("markup", "statement", "holds"), CHOICES)
async def test_a_choice_is_judged_under_the_only_label_of_its_name(
    look: Look, markup: str, statement: str, holds: bool | None
) -> None:
    tree = await look(markup)
    judged = judge(statement, tree.in_view, whole=tree)
    assert (judged and judged.holds) is holds


@pytest.mark.parametrize(
    ("demand", "value"),
    [
        ("Which city is selected?", "Oslo"),
        ("Which plan is chosen?", "Free"),
        ("Which column is selected?", None),
        ("Which room is selected?", None),
        ("Which unset is selected?", None),
        ("Which country is selected?", None),
    ],
)
async def test_a_choice_is_told_unless_nothing_is_chosen(look: Look, demand: str, value: str | None) -> None:
    tree = await look(FORM)
    found = give(demand, str, tree.in_view, whole=tree)
    assert (found and found.value) == value


TODOS = """<style>.x {{ text-decoration: line-through }}</style><ul><li><input type=checkbox{0}>Buy milk
<li{2}><input type=checkbox checked>Pay the rent<li><input type=checkbox>Call Ann</ul><p>{1}</p>"""
STRIKES = TODOS.format("", "2 items left", " class=x")
BY_NAME = TODOS.format("", "2 items left", "").replace("<input type=checkbox", "<input aria-label='Done' type=checkbox")
FOR_ALL = "<input type=checkbox aria-label='Mark all as complete'>" + TODOS.format("", "2 items left", "")
PICKED = TODOS.format("", "2 items left", "")
MIXED = TODOS.format(" checked", "2 items left", " class=x")


@pytest.mark.parametrize(
    ("markup", "statement", "holds"),
    [
        (STRIKES, "Pay the rent is done", True),
        (STRIKES, "Buy milk is done", False),
        (STRIKES, "Buy milk is not done", True),
        (STRIKES, "Buy bread is done", None),
        (BY_NAME, "Pay the rent is completed", True),
        (FOR_ALL, "Pay the rent is done", True),
        (PICKED, "Pay the rent is done", None),
        (MIXED, "Pay the rent is done", None),
    ],
)
async def test_an_entry_is_done_where_ticking_it_means_that(
    look: Look, markup: str, statement: str, holds: bool | None
) -> None:
    tree = await look(markup)
    judged = judge(statement, tree.in_view, whole=tree)
    assert (judged and judged.holds) is holds


@pytest.mark.parametrize(
    ("markup", "demand", "value"),
    [
        (STRIKES, "How many items are left?", 2),
        (STRIKES.replace("2 items", "1 item"), "How many items are left?", 1),
        (STRIKES, "How many items are done?", None),
        (STRIKES, "How many tasks are left?", None),
        (STRIKES.replace("2 items left", "2 items left of 9"), "How many items are left?", None),
        (STRIKES + "<p>5 items in the trash</p>", "How many items are left?", None),
        (STRIKES.replace("<p>", "<p style='opacity:.3'>"), "How many items are left?", None),
    ],
)
async def test_a_text_that_counts_is_read_where_it_is_the_only_one(
    look: Look, markup: str, demand: str, value: int | None
) -> None:
    tree = await look(markup)
    found = give(demand, int, tree.in_view, whole=tree)
    assert (found and found.value) == value
