"""Lists, tables and to-dos on real pages: chosen, sorted, filtered, ticked, added to. The effect is looked for."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.errors import GaveUp

TABLE = """<script>log = []
addEventListener('click', (e) => log.push(e.target.title || e.target.innerText), true)</script>
<table id=t><thead><tr>
<th><input type=checkbox id=all onclick="for (const box of [b1, b2, b3]) box.checked = this.checked"></th>
<th><a href="#" onclick="order(1)">Name</a></th><th>Author</th>
<th><a href="#" onclick="order(3)">Price</a></th><th></th>
</tr></thead><tbody><tr><td><input id=b1 type=checkbox></td><td><a href="#1">Emma</a></td><td>Austen</td><td>5</td>
<td><a href="#e" title="Edit 1">Edit</a> <a href="#d" title="Delete 1">Delete</a></td></tr>
<tr><td><input id=b2 type=checkbox></td><td><a href="#2">Jerusalem</a></td><td>Lagerlöf</td><td>30</td>
<td><a href="#e" title="Edit 2">Edit</a> <a href="#d" title="Delete 2">Delete</a></td></tr>
<tr><td><input id=b3 type=checkbox></td><td><a href="#3">Dubliners</a></td><td>Joyce</td><td>7</td>
<td><a href="#e" title="Edit 3">Edit</a> <a href="#d" onclick="this.closest('tr').remove()">Delete</a></td></tr>
</tbody></table>
<h3>By category</h3><ul><li><a href="#all">All</a></li><li><a href="#tea">Teaware</a></li></ul>
<h3>By state</h3><ul><li><a href="#any">All</a></li><li><a href="#act">Active</a></li></ul>
<form onsubmit="return false"><button>Log out</button></form><a href="#users">Users</a><a href="#h">History</a>
<script>let sign = 1; function order(i) { const rows = [...t.tBodies[0].rows], text = (row) => row.cells[i].innerText;
  rows.sort((a, b) => sign * (i > 2 ? text(a) - text(b) : text(a).localeCompare(text(b)))); sign = -sign;
  t.tBodies[0].append(...rows) }
const column = (i) => [...t.tBodies[0].rows].map((row) => row.cells[i].innerText).join(' ')</script>"""

TODOS = """<input id=f placeholder="What needs to be done?" onkeydown="if (event.key == 'Enter') add()">
<ul id=list></ul>
<button onclick="document.title = 'cleared'">✔ Clear completed (1)</button>
<label>Filter items <input id=q></label><script>function add() {
  const item = document.createElement('li')
  item.innerHTML = '<input type=checkbox><label></label><button hidden>×</button>';
  const [box, label, cross] = item.children; label.textContent = f.value; f.value = '';
  item.onmouseenter = () => cross.hidden = false; cross.onclick = () => item.remove(); list.append(item) }
f.value = 'Buy milk'; add()</script>"""

EDITED = """<ul id=list><li><input type=checkbox onclick="log.push('ticked')"><label
ondblclick="this.innerHTML = '<input id=e>'; e.focus(); e.onkeydown = (k) => { if (k.key == 'Enter')
  this.textContent = this.firstChild.value }">Buy milk</label></li>
<li><input type=checkbox><label>Rest</label></li></ul>
<script>log = []</script>"""

DATES = """<label>Name <input id=n></label><label>Bought <input id=d onfocus="o.hidden = false"
onkeydown="if (event.key == 'Tab') o.hidden = true"></label><label>Sold <input id=x disabled></label>
<p><button onclick="log.push('saved')">Save</button></p><div id=o hidden style="position: absolute; inset: 0 0 auto;
top: 30px; height: 300px; background: white; z-index: 1000"><select><option>Mar</select><p>1 2 3</p></div>
<script>log = []; n.oninput = () => x.disabled = false</script>"""

FILTERED = """<h1>Staff</h1><form onsubmit="log.push(c.value + o.value + v.value); narrow(); return false">
<select id=c><option>- column -<option>Name<option>City<option>Team</select>
<select id=o><option>contains<option>=<option>!=</select><input id=v><button>Apply</button></form>
<p>Suggested facets: <a href="#city">City</a></p><h3>Team</h3><ul><li><a href="#sales">Sales</a> 3</li>
<li><a href="#it">IT</a> 2</li></ul><h3>Former team</h3><ul><li><a href="#old">Sales</a> 9</li></ul>
<table id=t><tr><th><a href="#n">Name</a></th><th><a href="#c">City</a></th><th><a href="#t">Team</a></th></tr>
<tr><td>Nora</td><td>Oslo</td><td>Sales</td></tr><tr><td>Omar</td><td>Bergen</td><td>Sales</td></tr>
<tr><td>Paul</td><td>Rome</td><td>Rome</td></tr></table><script>log = []; function narrow() {
for (const row of [...t.rows].slice(1)) if (row.cells[c.selectedIndex - 1].innerText != v.value) row.remove() }
const names = () => [...t.rows].slice(1).map((row) => row.cells[0].innerText).join(' ')</script>"""

BULK = FILTERED.replace("<option>contains<option>=<option>!=", "<option>=")  # may set a column of all rows

FORMS = """<div id=p><input type=search aria-label="Search products"><table><tr><th>Name</th><th>Price</th></tr>
<tr><td><a href="#1" onclick="show('Teapot')">Teapot</a></td><td>24.90</td></tr>
<tr><td><a href="#2" onclick="show('Milk jug')">Milk jug</a></td><td>9.50</td></tr>
<tr><td>Spoon</td><td>1.50</td></tr></table></div>
<form hidden id=f onsubmit="log.push(n.value + x.value); return false"><h2>Change product</h2>
<label>Name <input id=n></label><label>Price <input id=x value=1></label><button>Save</button></form>
<script>log = []; function show(name) { log.push(name); p.hidden = true; f.hidden = false; n.value = name }</script>"""

LOST = FORMS.replace("n.value = name", "n.value = 'Cup'")

BOXES = """<label><input type=checkbox id=all onclick="one.checked = two.checked = this.checked"> Select all</label>
<label><input id=one type=checkbox> One</label><label><input id=two type=checkbox> Two</label>"""

COMBO = """<label>City <input id=c role=combobox aria-autocomplete=list aria-expanded=false oninput="offer()"
onfocus="offer()"></label><ul role=listbox id=list hidden></ul>
<script>let chosen = ''; function offer() { list.innerHTML = '';
for (const name of ['Rome', 'Oslo']) if (name.startsWith(c.value)) { const item = document.createElement('li');
item.role = 'option'; item.textContent = name; item.onclick = () => { c.value = chosen = name; list.hidden = true;
c.setAttribute('aria-expanded', false) }; list.append(item) }
list.hidden = !list.children.length; c.setAttribute('aria-expanded', !list.hidden) }</script>"""


ICONS = """<table><tr><td><input type=checkbox title="Select record"></td><td><a href="#v1" title="View Record">v</a>
<a href="#e1" title="Edit Record">e</a></td><td>Emma</td><td>Austen</td></tr><tr><td><input type=checkbox
title="Select record"></td><td><a href="#v2" title="View Record">v</a><a href="#e2" title="Edit Record">e</a></td>
<td>Jerusalem</td><td>Lagerlöf</td></tr></table>"""

FORM = """<script>log = []</script><h2>New category</h2><label>table name... <input></label>
<form onsubmit="log.push('saved'); names.append(n.value); n.value = ''; return false"><label>Name <input id=n></label>
<label>Price <input id=p></label><button>Save</button></form><p id=names></p>
<a href="#q" onclick="log.push(this.innerText)">✎ View and edit SQL</a>
<a href="#r" onclick="log.push(this.innerText)">recipe</a>"""

LABELLED = """<p>Region</p><button aria-expanded=false id=r onclick="show(m.hidden)">North</button>
<div role=listbox id=m hidden><div role=option onclick="r.textContent = 'South'; show(false)">South</div></div>
<p>Chart</p><label><input type=radio name=x>Bars</label><label><input type=radio name=x id=lines>Lines</label>
<script>function show(is) { m.hidden = !is; r.setAttribute('aria-expanded', is) }</script>"""

TYPED = """<script>log = []</script><input type=number aria-label=Guests><input type=time aria-label=Arrival>
<input type=color aria-label=Paint><input aria-label=PIN maxlength=4>
<button onclick="log.push('review')">Submit for review</button>
<button onclick="log.push('sent')">Send</button>"""


AGAIN = pytest.mark.long
"""A page and a skill that another line has already, in other words."""


@pytest.mark.parametrize(
    ("page", "instruction", "effect"),
    [
        (TABLE, "sort by price descending", "column(3) == '30 7 5'"),
        (TABLE, "Sort the books by name", "column(1) == 'Dubliners Emma Jerusalem'"),
        pytest.param(TABLE, "order the table by price, lowest first", "column(3) == '5 7 30'", marks=AGAIN),
        (TABLE, "Select all books", "b1.checked && b2.checked && b3.checked"),
        (TABLE, "tick Emma and Dubliners", "b1.checked && !b2.checked && b3.checked"),
        (TABLE, "Edit the book Jerusalem", "log == 'Edit 2'"),
        (TABLE, "delete the book by Joyce", "column(1) == 'Emma Jerusalem'"),
        (TABLE, "Filter the list by category Teaware", "location.hash == '#tea'"),
        (TABLE, "filter by state All", "location.hash == '#any'"),
        pytest.param(TABLE, "show only the active ones", "location.hash == '#act'", marks=AGAIN),
        (TABLE, "sign out", "log == 'Log out'"),
        pytest.param(TABLE, "go to the users page", "location.hash == '#users'", marks=AGAIN),
        pytest.param(TABLE, "show the history of this product", "location.hash == '#h'", marks=AGAIN),
        (ICONS, "Edit the book Jerusalem", "location.hash == '#e2'"),
        pytest.param(ICONS, "show the details of Emma", "location.hash == '#v1'", marks=AGAIN),
        (LABELLED, "choose South as region", "r.textContent == 'South'"),
        (LABELLED, "choose Lines as chart", "lines.checked"),
        (TODOS, 'Add a todo "Feed the cat", then tick it', "list.lastChild.firstChild.checked"),
        pytest.param(TODOS, "add Wash the car to the list", "list.innerText.includes('Wash the car')", marks=AGAIN),
        (TODOS, "mark 'Buy milk' as done", "list.firstChild.firstChild.checked"),
        (TODOS, "Delete the todo Buy milk", "!list.children.length"),
        (TODOS, "Clear completed", "document.title == 'cleared'"),
        (
            TODOS,
            "Enter two new todos, Iron shirts and Sweep",
            "list.innerText.replace(/\\s+/g, ' ') == 'Buy milk Iron shirts Sweep '.trim()",
        ),
        pytest.param(TABLE, "Select Emma and Dubliners", "b1.checked && !b2.checked && b3.checked", marks=AGAIN),
        (
            FORM,
            "Fill in Name with Tea and Price with 3.20, but don't save yet",
            "n.value + p.value == 'Tea3.20' && !log.length",
        ),
        (FORM, "Add a category named Tea", "names.innerText == 'Tea'"),
        (FORM, "View and edit the SQL", "log == '✎ View and edit SQL'"),
        (FORM, "open the table recipe", "log == 'recipe'"),
        (
            EDITED,
            'Double-click "Buy milk", change it to "Oat milk" and press Enter',
            "list.innerText.includes('Oat milk')",
        ),
        (DATES, "Type 2021-03-15 into Bought and save", "d.value + log == '2021-03-15saved'"),
        (DATES, "Type Tea into Name and type 5 into Sold", "n.value + x.value == 'Tea5'"),
        (FILTERED, "Filter the table where team is Sales and apply", "names() == 'Nora Omar' && log == 'Team=Sales'"),
        (FILTERED, "Show only the employees from Bergen", "names() == 'Omar' && log == 'City=Bergen'"),
        (FILTERED, "Facet by city", "location.hash == '#city'"),
        pytest.param(FILTERED, "Click on IT in the team list", "location.hash == '#it'", marks=AGAIN),
        (FORMS, "Change the price of the Teapot to 19.90 and save it", "log == 'Teapot,Teapot19.90'"),
        pytest.param(FORMS, "Rename the Milk jug to Cream jug and save", "log == 'Milk jug,Cream jug1'", marks=AGAIN),
        (FORMS, "Search the products for tea", "document.querySelector('input').value == 'tea'"),
        (BOXES, "tick all boxes", "one.checked && two.checked"),
        (COMBO, "select Oslo from City", "chosen == 'Oslo'"),
        pytest.param(COMBO, "set City to Rome", "chosen == 'Rome'", marks=AGAIN),
    ],
)
async def test_the_effect_that_is_named_is_there_when_it_is_done(
    web_page: Page, page: str, instruction: str, effect: str
) -> None:
    await web_page.set_content(page)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        await agent.act(instruction)
    assert await web_page.evaluate(effect)


@pytest.mark.parametrize(
    ("page", "instructions"),
    [
        (
            TABLE,
            [
                *("sort by weight", "sort by author", "filter by category Bowls", "filter by state Teaware"),
                *("delete Austen", "edit Joyce", "tick Austen", "show only the archived ones"),
                *("Select Emma and Jerusalem, then delete them with Delete and confirm", "tick Emma and delete these"),
            ],
        ),
        (ICONS, ["edit Austen", "tick Austen"]),
        (
            TODOS,
            [
                *("Mark 'Buy butter' as done", "Enter two new todos, Iron shirts, Sweep and Cook", "Clear"),
                *("Select Buy milk and Buy butter", "select Clear and Filter"),
            ],
        ),
        (
            FORM,
            [
                "Add a category named Tea, but don't save yet",
                "Add a category named Tea from Asia",
                "View and delete SQL",
                "open the table shelf",
                "Add a table called Tea",
            ],
        ),
        (DATES, ["Type 5 into Sold", "clear Sold", "set Sold to 5 and save"]),
        (
            FILTERED,
            [
                *("show only the employees from Rome", "show only the employees from Paris", "facet by name"),
                *("Filter the table where age is 5", "Click on Sales in the team list"),
                *("Click on IT in the former team", "Filter the table where team is not Sales"),
                "Show only the rows where city is Oslo or Rome",
            ],
        ),
        (
            TYPED,
            [
                *("Set Guests to two", "Set Guests to 1x9", "Set Arrival to 25:00", "Set Paint to red"),
                *("Type 3 into Guests and remember me", "Save", "save the changes", "Set PIN to 12345"),
            ],
        ),
        (BULK, ["Filter the table where team is Sales and apply", "Show only the employees from Bergen"]),
        (
            FORMS,
            [
                *("Change the price of the Spoon to 2 and save it", "Change the price of the Teapot to 19.90"),
                *("Rename the Fork to Spoon and save", "Search the authors for tea"),
            ],
        ),
    ],
)
async def test_what_a_list_does_not_have_is_declined_without_an_action(
    web_page: Page, page: str, instructions: list[str]
) -> None:
    await web_page.set_content(page)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        for instruction in instructions:
            with pytest.raises(GaveUp) as caught:
                await agent.act(instruction)
            assert caught.value.steps == (), instruction


async def test_a_form_that_is_not_about_the_row_is_left_alone(web_page: Page) -> None:
    await web_page.set_content(LOST)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        for instruction, why in (
            ("Change the price of the Teapot to 19.90 and save it", "cannot be seen that what was opened"),
            ("Rename the Teapot to Pot and save", "0 fields there hold 'Teapot'"),
        ):
            await web_page.evaluate("() => { p.hidden = false; f.hidden = true }")
            with pytest.raises(GaveUp, match=why):
                await agent.act(instruction)
    assert await web_page.evaluate("log.join() + x.value") == "Teapot,Teapot1"


@pytest.mark.parametrize(
    ("page", "instruction", "as_before"),
    [
        (COMBO, "select Paris from City", "c.value + chosen == ''"),
        (LABELLED, "choose Paris as region", "m.hidden && r.textContent == 'North'"),
    ],
)
async def test_a_list_that_does_not_offer_an_option_is_left_as_it_was(
    web_page: Page, page: str, instruction: str, as_before: str
) -> None:
    await web_page.set_content(page)
    async with launch.page(web_page, settings=Settings(runs=None, patience=0.2)) as agent:
        with pytest.raises(GaveUp, match="does not offer Paris"):
            await agent.act(instruction)
    assert await web_page.evaluate(as_before)
