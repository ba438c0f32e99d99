"""Controls that toolkits paint themselves: the browser's own is hidden, and something else stands for it."""

from __future__ import annotations

import pytest
from tree_words import Read, only, roles

from askonce.screens.field_labels import field_labels

CUT = "position:absolute;width:1px;height:1px;overflow:hidden"
CLIPPED = f"{CUT};clip:rect(0 0 0 0);clip-path:inset(50%)"
FLAT = "width:0;border:0;padding:0"
THUMB = "position:relative;width:20px;height:20px"


@pytest.mark.parametrize(
    ("markup", "role", "name", "value"),
    [
        (f"<label><span style='{CLIPPED}'><input type=checkbox></span>News</label>", "checkbox", "News", None),
        (f"<label><span style='{CUT}'><input type=radio></span>Pro</label>", "radio", "Pro", None),
        (f"<label><input type=checkbox role=switch style='{CLIPPED}'>Dark</label>", "switch", "Dark", None),
        (f"<input type=checkbox id=a style='{CLIPPED}'><label for=a>Tea</label>", "checkbox", "Tea", None),
        (
            "<label><input type=checkbox style='position:absolute;clip:rect(1px,1px,1px,1px)'>Old</label>",
            "checkbox",
            "Old",
            None,
        ),
        (
            "<input type=checkbox id=f style='position:absolute;left:-9999px'><label for=f>Far</label>",
            "checkbox",
            "Far",
            None,
        ),
        (
            f"<label><i><b style='{CLIPPED}'><i><b><i><input type=checkbox></i></b></i></b></i>Deep</label>",
            "checkbox",
            "Deep",
            None,
        ),
        (
            f"<div onclick='a.click()'><span style='{CLIPPED}'><input type=checkbox id=a></span>Box</div>",
            "checkbox",
            "Box",
            None,
        ),
        (
            f"<div><span style='{CLIPPED}'><input type=checkbox id=a aria-labelledby=n></span>"
            f"<i onclick='a.click()' style='{THUMB};display:inline-block'></i><b id=n>Wide</b></div>",
            "checkbox",
            "Wide",
            None,
        ),
        (
            "<div><input type=radio style='opacity:0;position:absolute;z-index:-1'>"
            "<label style='cursor:pointer'>Loose</label></div>",
            "radio",
            "Loose",
            None,
        ),
        (
            f"<div style='{THUMB}'><span style='{CLIPPED}'><input type=range aria-label=Volume value=20></span></div>",
            "slider",
            "Volume",
            "20",
        ),
        (
            f"<div style='{THUMB}'><input type=range aria-label=Tone value=7 style='{CLIPPED}'></div>",
            "slider",
            "Tone",
            "7",
        ),
        (
            "<div role=slider aria-label=Heat aria-valuenow=20><div tabindex=0><b>20</b></div></div>",
            "slider",
            "Heat",
            "20",
        ),
        (
            "<label>Room Attic <i aria-hidden=true>arrow_drop_down</i>"
            f"<input role=combobox readonly aria-label=Room aria-expanded=false value=Attic style='{FLAT}'></label>",
            "combobox",
            "Room",
            "Attic",
        ),
        (
            "<label for=s>Author</label><select id=s style='display:none'><option>Ann<option selected>Bob</select>",
            "combobox",
            "Author",
            "Bob",
        ),
        (
            "<label for=b>Region</label>"
            "<button id=b aria-haspopup=listbox aria-labelledby=v><b id=v>North</b></button>",
            "combobox",
            "Region",
            "North",
        ),
        (
            "<i id=l>Age</i><div id=d role=button tabindex=0 aria-haspopup=listbox aria-labelledby='l d'>Ten</div>",
            "combobox",
            "Age",
            "Ten",
        ),
    ],
)
async def test_what_stands_for_a_hidden_control_is_that_control(
    read: Read, markup: str, role: str, name: str, value: str | None
) -> None:
    control = only(await read(markup), actionable=True)
    assert (control.role, control.name, control.value) == (role, name, value)
    assert control.box.width >= 9
    assert control.box.height >= 9


async def test_the_states_and_options_of_a_hidden_control_are_read(read: Read) -> None:
    tree = await read(
        f"<label><span style='{CLIPPED}'><input type=checkbox checked></span>News</label>"
        "<label for=s>Author</label><select id=s style='display:none'><option>Ann<option>Bob</select>"
        f"<div style='{THUMB}'><input type=range aria-label=Tone min=5 max=9 style='{CLIPPED}'></div>"
        f"<label><input role=combobox readonly aria-label=Room aria-expanded=true style='{FLAT}'>Attic</label>"
    )
    news, author, tone, room = (node for node in tree if node.actionable)
    assert "checked" in news.states
    assert author.options == ("Ann", "Bob")
    assert (tone.attributes["type"], tone.attributes["min"], tone.attributes["max"]) == ("range", "5", "9")
    assert "expanded" in room.states


async def test_a_button_that_opens_the_list_of_the_field_beside_it_stays_a_button(read: Read) -> None:
    tree = await read(
        "<p><input role=combobox aria-label=City><button aria-haspopup=listbox aria-label=Open>▾</button></p>"
    )
    assert roles(tree) == ["combobox City", "button Open"]


@pytest.mark.parametrize(
    "markup", ["<input list=l aria-label=Guest><datalist id=l></datalist>", "<input list=x aria-label=Guest>"]
)
async def test_a_field_whose_list_suggests_nothing_is_a_text_field(read: Read, markup: str) -> None:
    assert only(await read(markup), actionable=True).role == "textbox"


async def test_a_control_that_is_seen_keeps_its_own_place(read: Read) -> None:
    tree = await read(
        "<label><span style='overflow:hidden;display:inline-block'><input type=checkbox></span>News</label>"
        "<div style='width:90px;height:20px;overflow:hidden'><input type=range aria-label=Tone></div>"
    )
    news, tone = (node for node in tree if node.actionable)
    assert news.attributes["tag"] == tone.attributes["tag"] == "input"
    assert news.box.width < 30


async def test_the_tick_of_a_box_is_not_its_name(read: Read) -> None:
    tree = await read(
        "<style>input { appearance: none } input::after { content: '✔' }</style><ul>"
        "<li><input type=checkbox> <span>Buy milk</span></li><li><input type=checkbox> <span>Call Ann</span></li></ul>"
    )
    boxes = [node for node in tree if node.role == "checkbox"]
    assert [box.name for box in boxes] == ["", ""]
    assert list(field_labels(tree).values()) == ["Buy milk", "Call Ann"]


async def test_a_page_that_hears_all_clicks_is_not_clickable(read: Read) -> None:
    tree = await read(
        "<div id=root style='height:0'><div style='position:absolute'><h1>Tea</h1><button>Save</button></div></div>"
        "<script>root.onclick = () => {}</script>"
    )
    assert roles(tree) == ["heading Tea", "button Save"]


@pytest.mark.parametrize(
    "markup",
    [
        f"<div onclick='1'><span style='{CLIPPED}'><input type=checkbox></span>Card <a href=/x>more</a></div>",
        f"<ul><li><span style='{CLIPPED}'><input type=checkbox></span><b onclick='1'>Buy milk</b></li></ul>",
        f"<div><span style='{CLIPPED}'><input type=checkbox></span><b onclick='1'>Open the help</b></div>",
        f"<a href='#main' style='{CLIPPED}'>Skip to content</a><p>Text</p>",
        f"<p style='{CLIPPED}'>Only for screen readers</p>",
    ],
)
async def test_nothing_stands_for_a_hidden_control_that_is_not_surely_its_own(read: Read, markup: str) -> None:
    shown = [(node.role, node.words) for node in await read(markup)]
    assert not {"checkbox", "radio", "switch"} & {role for role, _ in shown}
    assert "Skip" not in str(shown)
    assert "readers" not in str(shown)
