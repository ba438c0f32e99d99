"""Controls that markup hardly tells of: icons, hands from style sheets, listeners, several in one box."""

from __future__ import annotations

import pytest
from playwright.async_api import Page
from tree_words import Read, only, roles

from askonce.screens.web.page_tree import read_tree

ICON = "display:inline-block;width:20px;height:20px;background:#555"


@pytest.mark.parametrize(
    ("markup", "name"),
    [
        ("<span class='email-send'></span>", "email send"),
        ("<span id=closeDialog></span>", "close dialog"),
        ("<span class='btn btn-primary nav-back'></span>", "nav back"),
        ("<span class='css-1x2y sc-bdVaJa h-5 flex items-center'></span>", ""),
        ("<span style='background-image:url(/img/arrow-up.png)'></span>", "arrow up"),
        ("<span style='content:url(/img/zoom.svg)'></span>", "zoom"),
        ("<span class=x1><b class='trash'></b></span>", "trash"),
        ("<span class=toggle-menu style='background-image:url(data:image/png;base64,xx)'></span>", "toggle menu"),
    ],
)
async def test_a_picture_is_named_by_what_its_code_calls_it(read: Read, markup: str, name: str) -> None:
    style = f"<style>span {{ {ICON}; cursor: pointer }} b {{ {ICON} }}</style>"
    node = next(node for node in await read(style + markup) if node.actionable)
    if name:
        assert (node.name, node.attributes["icon"]) == (name, name)
    else:
        assert node.name == "gray box"
    assert not (await read(style + markup)).shows(node.name)


async def test_words_for_screen_readers_are_a_name(read: Read) -> None:
    hidden = "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)"
    node = only(await read(f"<button><i class='fa-x'></i><span style='{hidden}'>Delete</span></button>"))
    assert (node.name, "icon" in node.attributes) == ("Delete", False)


async def test_a_painted_shape_is_told_by_its_looks(read: Read) -> None:
    tree = await read(
        "<svg><circle r=20 cx=30 cy=30 fill=red style='cursor:pointer'/>"
        "<rect x=60 width=40 height=40 fill=#00f onclick='1'/></svg>"
    )
    assert [node.name for node in tree if node.actionable] == ["red circle", "blue rectangle"]


async def test_two_controls_in_one_box_with_a_hand_are_two(read: Read) -> None:
    part = "<span style='display:inline-block;width:60px'><div class='icon-{0}'>&nbsp;</div>{0}</span>"
    tree = await read(f"<div style='cursor:pointer'>{part.format('Reply')} {part.format('Forward')}</div>")
    assert roles(tree) == ["clickable Reply", "clickable Forward"]


async def test_parts_with_ids_side_by_side_are_controls_of_their_own(read: Read) -> None:
    part = "<span id={0} style='display:inline-block'>{0}</span>"
    tree = await read(f"<div style='cursor:pointer'>{part.format('Edit')} {part.format('Delete')}</div>")
    assert roles(tree) == ["clickable Edit", "clickable Delete"]


async def test_a_button_with_an_icon_stays_one(read: Read) -> None:
    markup = "<div style='cursor:pointer'><i class='icon-disk'></i><span>Save</span></div>"
    assert roles(await read(markup)) == ["clickable Save"]


async def test_what_has_a_hand_of_its_own_inside_of_a_row_is_another(read: Read) -> None:
    style = f"<style>.row, .star {{ cursor: pointer }} .star {{ {ICON} }}</style>"
    tree = await read(f"{style}<div class=row><p>Ada Smith</p><p>Lunch?</p><i class=star></i></div>")
    assert roles(tree) == ["clickable Ada Smith Lunch?", "clickable star"]
    assert tree.nodes[1].parent == tree.nodes[0].number


async def test_a_hand_that_only_shows_under_the_mouse_counts(read: Read) -> None:
    style = f"<style>.tools i {{ {ICON} }} @media all {{ .tools i:hover {{ cursor: pointer }} }}</style>"
    tree = await read(f"{style}<div class=tools><i class=like></i> <i class=share></i></div>")
    assert roles(tree) == ["clickable like", "clickable share"]


async def test_other_style_sheets_are_read_anew(page: Page) -> None:
    await page.set_content(f"<style id=s></style><b class=like style='{ICON}'></b>")
    assert not (await read_tree(page)).nodes
    await page.evaluate("s.textContent = 'b:hover { cursor: pointer }'")
    assert roles(await read_tree(page)) == ["clickable like"]


@pytest.mark.parametrize(
    "listener",
    [
        "box['jQuery351'] = {events: {click: [1]}}",
        "box['__reactProps$x1'] = {onClick() {}}",
        "box.__on = [{type: 'click'}]",
        "box._vei = {onClick() {}}",
        "box['__zone_symbol__clickfalse'] = [1]",
    ],
)
async def test_a_listener_that_a_library_keeps_makes_a_small_box_clickable(read: Read, listener: str) -> None:
    assert roles(await read(f"<div id=box>Seven</div><script>{listener}</script>")) == ["clickable Seven"]


async def test_a_listener_around_other_controls_or_much_text_is_no_control(read: Read) -> None:
    script = "<script>box['__reactProps$x1'] = {onClick() {}}</script>"
    assert roles(await read(f"<div id=box>Words <button>Go</button></div>{script}")) == ["text Words", "button Go"]
    assert only(await read(f"<div id=box>{'words ' * 40}</div>{script}")).role == "text"
    assert not (await read(f"<div id=box style='height:90px'></div>{script}")).nodes


async def test_the_arrows_of_a_date_picker_are_there(read: Read) -> None:
    arrow = (
        "<a class='prev {1}' title={0} data-handler={0} "
        "style='position:absolute;{2}:0;width:20px;height:20px;overflow:hidden'>"
        "<span style='display:block;text-indent:-99999px;overflow:hidden'>{0}</span></a>"
    )
    tree = await read(arrow.format("Prev", "", "left") + arrow.format("Next", "ui-state-disabled", "right"))
    assert [(node.role, node.name, sorted(node.states)) for node in tree] == [
        ("clickable", "Prev", []),
        ("clickable", "Next", ["disabled"]),
    ]


async def test_a_frame_around_one_control_is_not_listed(read: Read) -> None:
    assert roles(await read("<table><tr><td onclick='1'><a href=#>7</a></table>")) == ["table", "link 7"]
    assert roles(await read("<ul><li tabindex=0><a role=menuitem>Save</a></ul>")) == ["menuitem Save"]
    assert roles(
        await read("<div onclick='1' style='width:300px;height:99px'><p>Own</p><button>Go</button></div>")
    ) == [
        "clickable Own",
        "button Go",
    ]


@pytest.mark.parametrize(
    "popup",
    [
        "<ul style='{}'><li style='cursor:pointer'>Rome</li><li style='cursor:pointer'>Riga</li></ul>",
        "<div role=listbox style='{}'><div role=option>Rome</div><div role=option>Riga</div></div>",
        "<div style='{}'><p><button>Rome</button></p><p><button>Riga</button></p></div>",
    ],
)
async def test_a_list_that_pops_up_over_others_is_an_overlay(read: Read, popup: str) -> None:
    style = "position:absolute;left:0;top:20px;width:300px;height:200px;margin:0;background:#fff"
    tree = await read(f"<input><br><button>Under</button>{popup.format(style)}")
    overlay = next(node for node in tree if node.role == "overlay")
    under = next(node for node in tree if node.name == "Under")
    assert (under.cover, under.attributes["covered by"]) == (overlay.number, "overlay that shows 'Rome'")
    assert {node.parent for node in tree if node.name in {"Rome", "Riga"}} == {overlay.number}


async def test_what_covers_is_told_even_when_it_is_no_layer(read: Read) -> None:
    bar = "<button style='position:fixed;left:0;top:0;width:500px;height:50px'>{}</button>"
    under = next(node for node in await read("<a href=#>Home</a>" + bar.format("Chat")) if node.name == "Home")
    assert under.attributes["covered by"] == "button Chat"
    veil = "<div id=page-veil style='position:fixed;inset:0 0 650px'></div>"
    under = only(await read(f"<a href=#>Home</a>{veil}"), actionable=True)
    assert (under.cover, under.attributes["covered by"]) == (None, "div page veil")


async def test_a_frame_around_an_entry_and_its_menu_is_not_listed(read: Read) -> None:
    entry = "<a role=menuitem style='display:block;height:30px'>{}</a>"
    menu = f"<ul role=menu style='position:absolute;left:300px'>{entry.format('Next')}{entry.format('Back')}</ul>"
    tree = await read(f"<ul><li style='cursor:pointer'>{entry.format('Play')}{menu}</li></ul>")
    assert [node.name for node in tree if node.actionable] == ["Play", "Next", "Back"]


async def test_a_picture_is_touched_where_it_is_and_not_beside_it(page: Page) -> None:
    picture = f"<b class=icon-more style='{ICON};margin-left:60px' onmousedown='title=1'></b>"
    await page.set_content(f"<span style='cursor:pointer'>{picture}<i hidden>Menu</i></span>")
    node = only(await read_tree(page), actionable=True)
    await page.mouse.click(node.box.center.x, node.box.center.y)
    assert await page.evaluate("document.querySelector('b').title") == "1"


async def test_a_menu_that_pops_up_inside_of_what_opens_it_is_a_menu(read: Read) -> None:
    style = "position:absolute;top:12px;z-index:9;background:#fff"
    menu = f"<ul style='{style}'><li>Share</li><li>Copy</li><li>Report</li></ul>"
    tree = await read(
        "<div style='position:absolute;top:0'>"
        f"<span style='cursor:pointer'><i class=icon-more style='{ICON}'></i>{menu}</span><b>Post</b></div>"
        "<button style='position:absolute;top:40px;left:9px'>Under</button>"
    )
    entries = [node for node in tree if node.name in {"Share", "Copy", "Report"}]
    assert [node.name for node in tree if node.actionable] == ["more", "Share", "Copy", "Report", "Under"]
    overlay = next(node for node in tree if node.role == "overlay")
    assert {node.parent for node in entries} == {overlay.number}
    assert not [node for node in tree if node.text == "Post" and node.parent == overlay.number]
