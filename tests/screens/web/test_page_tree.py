"""Roles, names, values and states, read in a real browser."""

from __future__ import annotations

import pytest
from tree_words import Read, only, roles


@pytest.mark.parametrize(
    ("markup", "role", "name"),
    [
        ("<button>Save</button>", "button", "Save"),
        ("<button aria-label=Close>×</button>", "button", "Close"),
        ("<button><span aria-hidden=true>★</span> Rate</button>", "button", "Rate"),
        ("<i id=x>Right</i><button aria-labelledby='x y'>Wrong</button>", "button", "Right"),
        ("<button><svg><title>Trash</title></svg></button>", "button", "Trash"),
        ("<button><svg><use href='/icons.svg#icon-trash'/></svg></button>", "button", "trash"),
        ("<button><i class='fa fa-trash-o'></i></button>", "button", "trash-o"),
        ("<button><svg class='ionicon'></svg></button>", "button", ""),
        ("<button><svg class='svg-icon'></svg></button>", "button", ""),
        ("<button><i class='material-icons mdi'></i></button>", "button", ""),
        ("<button><i class='icon-wrapper glyphicon'></i></button>", "button", ""),
        ("<button><img src='/a/settings.svg?v=2'></button>", "button", "settings"),
        ("<button><img src=x.png alt='Shopping cart'></button>", "button", "Shopping cart"),
        ("<style>b::before { content: 'Menu' }</style><button><b></b></button>", "button", "Menu"),
        ("<button title=Filter></button>", "button", "Filter"),
        ("<input type=submit value=Send>", "button", "Send"),
        ("<input type=submit>", "button", "Submit"),
        ("<input type=image alt=Go>", "button", "Go"),
        ("<label>Mail <input></label>", "textbox", "Mail"),
        ("<label for=a>Mail</label><input id=a placeholder=other>", "textbox", "Mail"),
        ("<input placeholder='Your mail'>", "textbox", "Your mail"),
        ("<input type=search aria-label=Find>", "searchbox", "Find"),
        ("<textarea title=Note></textarea>", "textbox", "Note"),
        ("<input type=number aria-label=Age>", "spinbutton", "Age"),
        ("<input type=range aria-label=Size>", "slider", "Size"),
        ("<input type=checkbox aria-label=Yes>", "checkbox", "Yes"),
        ("<label><input type=radio> One</label>", "radio", "One"),
        ("<div role=switch aria-label=Dark></div><style>div{width:9px;height:9px}</style>", "switch", "Dark"),
        ("<select aria-label=Land><option>A</select>", "combobox", "Land"),
        ("<input list=l aria-label=Town><datalist id=l><option>Rome</datalist>", "combobox", "Town"),
        ("<a href=/x>Home</a>", "link", "Home"),
        ("<details><summary>More</summary>Hidden</details>", "button", "More"),
        ("<div role=tab>First</div>", "tab", "First"),
        ("<div role='bogus menuitem'>Copy</div>", "menuitem", "Copy"),
        ("<div onclick='1'>Row <b>one</b></div>", "clickable", "Row one"),
        ("<div style='cursor:pointer'>Hand <span>shaped</span></div>", "clickable", "Hand shaped"),
        ("<div tabindex=0>Focus me</div>", "clickable", "Focus me"),
        ("<div draggable=true>Card</div>", "draggable", "Card"),
        ("<div contenteditable aria-label=Body>Hi</div>", "textbox", "Body"),
        ("<label><input type=checkbox style='display:none'> Custom</label>", "checkbox", "Custom"),
        ("<label for=f>Attach</label><input type=file id=f hidden>", "button", "Attach"),
    ],
)
async def test_each_control_has_its_role_and_name(read: Read, markup: str, role: str, name: str) -> None:
    control = only(await read(markup), actionable=True)
    assert (control.role, control.name) == (role, name)


@pytest.mark.parametrize(
    ("markup", "role", "name"),
    [
        ("<h2>Title</h2>", "heading", "Title"),
        ("<div role=heading>Title</div>", "heading", "Title"),
        ("<img alt=Photo style='width:50px;height:50px'>", "img", "Photo"),
        ("<div role=alert>Failed</div>", "alert", "Failed"),
        ("<ul><li>One</ul>", "listitem", "One"),
        ("<canvas></canvas>", "canvas", ""),
        ("<progress value=3 max=10></progress>", "progressbar", ""),
    ],
)
async def test_what_cannot_be_acted_on_has_a_role_too(read: Read, markup: str, role: str, name: str) -> None:
    node = only(await read(markup))
    assert (node.role, node.name, node.actionable) == (role, name, False)


async def test_tables_have_rows_and_cells(read: Read) -> None:
    tree = await read("<table><tr><th>Name<th>Price<tr><td>Mug<td>12<tr><td>Cup<td><button>Buy</button></table>")
    assert roles(tree) == [
        "table", "row", "columnheader Name", "columnheader Price", "row", "cell Mug", "cell 12", "row", "cell Cup",
        "button Buy",
    ]  # fmt: skip
    rows = [node for node in tree if node.role == "row"]
    assert [node.parent for node in tree if node.role in {"cell", "button"}] == [rows[1].number] * 2 + [
        rows[2].number
    ] * 2


async def test_a_head_of_a_row_does_not_sort(read: Read) -> None:
    head = "<thead><tr><th><a href=#n>Name</a><th><a href=#p>Price</a></thead>"
    tree = await read(f"<table>{head}<tbody><tr><th><a href=#m>Mug</a><td>12<tr><th><a href=#c>Cup</a><td>9</table>")
    assert {node.name for node in tree if "sort" in node.attributes} == {"Name", "Price"}


async def test_values_are_what_the_fields_hold_now(read: Read) -> None:
    tree = await read(
        "<input value=typed><textarea>long</textarea><input type=password value=hunter2>"
        "<div contenteditable>rich <b>text</b></div>"
        "<select><option>A<option selected>B</select><select multiple><option selected>C<option selected>D</select>"
        "<input type=range value=30><div role=slider aria-valuenow=4 tabindex=0>x</div><input type=checkbox value=on>"
    )
    values = [node.value for node in tree if node.actionable]
    assert values == ["typed", "long", "•••••••", "rich text", "B", "C, D", "30", "4", None]


async def test_a_password_never_leaves_the_page(read: Read) -> None:
    tree = await read("<input type=password value=hunter2><input style='-webkit-text-security: disc' value=hunter3>")
    assert "hunter" not in repr(tree)
    assert all("password" in node.states for node in tree)


@pytest.mark.parametrize(
    ("markup", "states"),
    [
        ("<input type=checkbox checked>", {"checked"}),
        ("<div role=checkbox aria-checked=mixed>x</div>", {"mixed"}),
        ("<div role=option aria-selected=true>x</div>", {"selected"}),
        ("<a href=# aria-current=page>x</a>", {"selected"}),
        ("<button aria-expanded=false>x</button>", {"collapsed"}),
        ("<details open><summary>x</summary></details>", {"expanded"}),
        ("<fieldset disabled><button>x</button></fieldset>", {"disabled"}),
        ("<div aria-disabled=true><button>x</button></div>", {"disabled"}),
        ("<div inert><button>x</button></div>", {"disabled"}),
        ("<a href=/x class='button disabled'>x</a>", {"disabled"}),
        ("<a href=/x class=is-disabled>x</a>", {"disabled"}),
        ("<a href=/x class=ui-state-disabled>x</a>", {"disabled"}),
        ("<ul><li class=disabled><a href=/x>x</a></ul>", {"disabled"}),
        ("<a href=/x class=disabled-soon>x</a>", set[str]()),
        ("<input readonly required>", {"readonly", "required"}),
        ("<input aria-invalid=true>", {"invalid"}),
        ("<input id=f><script>f.focus()</script>", {"focused"}),
        ("<button aria-pressed=true>x</button>", {"pressed"}),
        ("<label><input type=checkbox checked disabled style='display:none'>x</label>", {"checked", "disabled"}),
    ],
)
async def test_states_are_told(read: Read, markup: str, states: set[str]) -> None:
    assert only(await read(markup), actionable=True).states == states


async def test_options_are_listed_up_to_a_limit(read: Read) -> None:
    many = "".join(f"<option>{i}" for i in range(100))
    node = only(await read(f"<select><option disabled>Choose<option hidden>H{many}</select>"))
    assert node.options == ("Choose", *(str(i) for i in range(29)))
    assert node.attributes["more options"] == "71"


async def test_attributes_that_identify_are_kept(read: Read) -> None:
    node = only(await read("<a id=i class='short' href='/go' data-testid=t title=T onclick='1'>x</a>"))
    kept = {"tag": "a", "id": "i", "class": "short", "href": "/go", "data-testid": "t", "title": "T"}
    assert node.attributes == {**kept, "acts": "by a script"}


async def test_a_visible_text_beside_another_name_is_kept(read: Read) -> None:
    node = only(await read("<a href=# aria-label='Basket, 2 items'>Basket <b>2</b></a>"))
    assert (node.name, node.text) == ("Basket, 2 items", "Basket 2")


async def test_a_label_is_not_repeated_as_text(read: Read) -> None:
    assert roles(await read("<p>Before <label for=a>Mail</label> <input id=a> after</p>")) == [
        "text Before",
        "textbox Mail",
        "text after",
    ]


async def test_a_card_that_can_be_clicked_keeps_its_own_buttons_apart(read: Read) -> None:
    tree = await read("<div onclick='1'><h3>Red mug</h3><p>12.00</p><button>Buy</button></div>")
    assert roles(tree) == ["clickable Red mug", "heading Red mug", "text 12.00", "button Buy"]
    assert {node.parent for node in tree.nodes[1:]} == {tree.nodes[0].number}


async def test_entries_of_a_list_with_a_hand_cursor_are_each_clickable(read: Read) -> None:
    tree = await read(
        "<div style='cursor:pointer'>" + "".join(f"<div class=day>{i}</div>" for i in range(1, 8)) + "</div>"
    )
    assert roles(tree) == [f"clickable {i}" for i in range(1, 8)]


async def test_a_link_in_a_heading_is_the_link(read: Read) -> None:
    assert roles(await read("<h2><a href=#>Story</a></h2><h2>Team <a href=#>edit</a></h2>")) == [
        "link Story",
        "heading Team",
        "link edit",
    ]


async def test_a_group_of_radios_has_its_legend_as_name(read: Read) -> None:
    tree = await read(
        "<fieldset><legend>Size</legend><label><input type=radio>S</label><label><input type=radio>M</label></fieldset>"
    )
    assert roles(tree) == ["group Size", "radio S", "radio M"]


async def test_repeated_boxes_become_groups(read: Read) -> None:
    card = "<div class='card {0}'><p>{0}</p><button>Buy</button></div>"
    tree = await read("<div>" + card.format("A") + card.format("B") + "</div>")
    assert roles(tree) == ["group", "text A", "button Buy", "group", "text B", "button Buy"]


async def test_an_aria_combobox_around_an_input_is_one_element(read: Read) -> None:
    assert roles(await read("<div role=combobox><input aria-label=City></div>")) == ["textbox City"]
    node = only(await read("<div role=combobox aria-label=City tabindex=0>Rome</div>"))
    assert (node.role, node.name, node.value) == ("combobox", "City", "Rome")


async def test_the_items_of_a_list_that_scrolls_are_not_the_name_of_what_holds_them(read: Read) -> None:
    items = "".join(f"<li>Item {number}" for number in range(20))
    tree = await read(f"<div onclick=1>Pick one<div style='height:60px;overflow:auto'><ul>{items}</ul></div></div>")
    assert [node.name for node in tree if node.role == "clickable"] == ["Pick one"]
    assert [node.name or node.text for node in tree if node.role == "listitem"][:2] == ["Item 0", "Item 1"]
