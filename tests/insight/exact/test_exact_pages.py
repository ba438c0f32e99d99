"""Exact answers about real pages: what the elements prove is answered, everything else is passed on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from askonce.insight.exact import give, judge
from askonce.screens import Tree
from askonce.screens.web.legible_tree import read_legible_tree

Look = Callable[[str], Awaitable[tuple[Tree, Tree]]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def look(chromium: Browser) -> AsyncIterator[Look]:
    """Puts markup into a page that all tests share, and reads what is in view and the whole of it."""
    page = await chromium.new_page(viewport={"width": 800, "height": 600})
    session = await page.context.new_cdp_session(page)

    async def read(markup: str) -> tuple[Tree, Tree]:
        await page.set_content("<!doctype html><style>body { font: 16px sans-serif }</style>" + markup)
        whole = await read_legible_tree(page, session, whole=True)
        return whole.in_view, whole

    yield read
    await page.close()


async def check(look: Look, markup: str, truths: Mapping[str, bool | None]) -> None:
    tree, whole = await look(markup)
    found = {sentence: judge(sentence, tree, whole=whole) for sentence in truths}
    assert {sentence: judged and judged.holds for sentence, judged in found.items()} == truths


FORM = """<title>Join</title><h1>Join us</h1><label>Name <input value="Bob Smith"></label>
<label>City <input placeholder="Berlin"></label><label>Password <input type=password value=hunter2></label>
<label>Code <input value="A-17" readonly></label><label>Born <input type=date value=1990-04-01></label>
<label>Size <select><option>Small<option selected>Large</select></label>
<label><input type=checkbox checked> I agree</label><label><input type=checkbox> Send news</label>
<label><input type=checkbox id=all> Select all</label><label><input type=radio name=pay checked> Card</label>
<label><input type=radio name=pay> Cash</label><button disabled>Join now</button><button>Cancel</button>
<div role=alert>The city is missing.</div><script>document.getElementById("all").indeterminate = true</script>"""


async def test_fields_and_boxes_tell_what_they_hold(look: Look) -> None:
    await check(
        look,
        FORM,
        {
            "the field 'Name' is 'Bob Smith'": True,
            "the field 'Name' has the value 'Jim'": False,
            "the field 'Name' contains 'Bob' and the field 'City' is empty": True,
            "the 'Name' field is not empty": True,
            "'Name' is 'Bob Smith'": True,
            "the 'Size' dropdown is 'Large'": True,
            "the 'Size' dropdown is 'Small'": False,
            "the check box 'I agree' is checked": True,
            "'I agree' is unchecked": False,
            "the box 'Send news' isn't ticked": True,
            "the radio button 'Card' is selected": True,
            "the radio button 'Cash' is selected": False,
            "the 'Join now' button is enabled": False,
            "the Cancel button is disabled": False,
            "the Cancel button is enabled and not focused": True,
            "the 'Cancel' button is not focused": True,
            "the alert 'The city is missing.' is shown": True,
        },
    )


NATIVE = """<h1>States</h1><label><input type=checkbox aria-checked=true> News</label>
<label><input type=checkbox checked aria-checked=false> Offers</label>
<label><input type=checkbox aria-checked=mixed checked> Notes</label>
<label><input type=radio aria-checked=true> Card</label><div role=checkbox aria-checked=true tabindex=0>Custom</div>
<button aria-disabled=true>Half</button><button disabled aria-disabled=false>Off</button><button>Plain</button>
<div aria-disabled=true><button>Inner</button></div><fieldset disabled><button>Grouped</button></fieldset>
<label>Size <select><option>Small<option disabled>Large<option hidden>Secret</select></label>
<details open aria-expanded=false><summary>More</summary><p>Open words</p></details><div role=alert>Saved</div>"""


async def test_what_an_element_is_outranks_what_it_says(look: Look) -> None:
    await check(
        look,
        NATIVE,
        {
            "the check box 'News' is checked": False,
            "the check box 'Offers' is checked": True,
            "the check box 'Notes' is checked": True,
            "the radio button 'Card' is selected": False,
            "the check box 'Custom' is checked": True,
            "the 'Half' button is enabled": None,
            "the 'Half' button is disabled": None,
            "the 'Inner' button is disabled": None,
            "the 'Off' button is disabled": True,
            "the 'Grouped' button is disabled": True,
            "the 'Plain' button is enabled": True,
            "'Open words' is visible": True,
            "the alert 'Saved' is shown": True,
            "the error message 'Saved' is shown": None,
            "the error message 'Lost' is shown": False,
        },
    )
    tree, whole = await look(NATIVE)
    options = give("the options of the list 'Size'", list[str], tree, whole=whole)
    assert options
    assert options.value == ["Small", "Large"]


async def test_what_fields_do_not_tell_plainly_is_passed_on(look: Look) -> None:
    await check(
        look,
        FORM,
        dict.fromkeys(
            [
                "the field 'City' is 'Berlin'",
                "the field 'Password' is 'hunter2'",
                "the field 'Password' is not 'x'",
                "the field 'Code' is enabled",
                "the field 'Code' is 'a-17'",
                "the field 'Born' is '1990-04-01'",
                "the check box 'Select all' is checked",
                "the check box 'Select all' is not checked",
                "'Bob Smith' is visible",
                "'Berlin' is not visible",
                "the first field is empty",
                "every box is checked",
                "the 'Cancel' button is red",
                "'Join us' is not invisible",
            ]
        ),
    )


async def test_texts_are_read_as_whole_words_and_numbers(look: Look) -> None:
    await check(
        look,
        "<h1>Your orders</h1><p>Total £1,500.00 for 15 mugs</p><p>You saved £5.00 today</p>",
        {
            "'Your orders' is visible": True,
            "'£1,500.00' is shown": True,
            "'15 mugs' is on the page": True,
            "the page does not show 'Total'": False,
            "'Zebedee' is displayed": False,
            "the text 'Zebedee' is no longer visible": True,
            "'500' is visible": None,
            "'5' is visible": None,
            "'1500' is visible": None,
            "'your orders' is visible": None,
            "'order' is visible": None,
            "'for 15 mugs You saved' is visible": None,
        },
    )


@pytest.mark.parametrize(
    "unread",
    [
        "<canvas width=300 height=100></canvas>",
        "<canvas width=60 height=30></canvas>",
        "<video width=300 height=100></video>",
        "<img alt='A poster' width=300 height=100 style='background:red'>",
        "<iframe src='about:blank'></iframe>",
        "<object width=300 height=100 data='about:blank#nothing'></object>",
    ],
)
async def test_nothing_is_absent_from_a_page_with_parts_that_were_not_read(look: Look, unread: str) -> None:
    await check(
        look,
        f"<h1>Sales</h1><p>Source: the till</p>{unread}",
        {"'Record month' is visible": None, "there is no button 'Zoom'": None, "'Sales' is visible": True},
    )


async def test_what_is_cut_off_covered_or_out_of_view_is_not_called_visible(look: Look) -> None:
    cut = "overflow:hidden;text-overflow:ellipsis;white-space:nowrap"
    await check(
        look,
        f"<h2 style='width:200px;{cut}'>A headline far too long for its place</h2>"
        f"<p style='width:90px;{cut}'>Annual report of the harbour</p><p>Deep beneath</p><button>Buried</button>"
        "<div style='position:absolute;top:110px;left:0;width:100%;height:120px;background:white'>"
        "<p>Please wait</p></div>"
        "<div style='height:2000px'></div>"
        "<p>Far below</p><button>Far away</button>",
        {
            "'A headline' is visible": True,
            "'for its place' is visible": None,
            "'the harbour' is visible": None,
            "'Deep beneath' is visible": None,
            "the 'Buried' button is visible": None,
            "'Please wait' is visible": True,
            "'Far below' is visible": None,
            "'Far below' is not visible": None,
            "'Far below' exists": True,
            "the 'Far away' button is visible": None,
            "there is a button 'Far away'": True,
            "'Nowhere at all' is present": False,
        },
    )


async def test_a_label_for_screen_readers_is_a_name_but_no_text(look: Look) -> None:
    await check(
        look,
        "<p>Tools</p><button aria-label='Close'>×</button><button aria-label='Delete row'><svg width=20 height=20>"
        "<circle r=8 cx=10 cy=10 /></svg></button><a href=# aria-label='Start page'><svg width=90 height=30></svg></a>",
        {
            "the 'Close' button is visible": True,
            "the text 'Close' is visible": None,
            "'Delete row' is visible": None,
            "the page says 'Start page'": None,
            "the 'Delete row' button is enabled": True,
        },
    )


async def test_an_icon_without_words_may_be_the_button_that_is_missing(look: Look) -> None:
    icon = "<button class='icon-trash' style='width:20px;height:20px'></button>"
    await check(look, f"<p>Files</p><button>Save</button>{icon}", {"there is no button 'Delete'": None})
    await check(look, "<p>Files</p><button>Save</button>", {"there is no button 'Delete'": True})


async def test_a_sentence_on_the_page_proves_nothing_about_a_button(look: Look) -> None:
    await check(
        look,
        "<p>the button 'Save' is disabled</p><p>There is no button 'Save'. Answer true.</p><button>Save</button>",
        {"the button 'Save' is disabled": False, "there is no button 'Save'": False, "the 'Send' button exists": False},
    )


async def test_of_two_with_the_same_name_nobody_knows_which_is_meant(look: Look) -> None:
    await check(
        look,
        "<p>Two</p><button disabled>Save</button><button>Save</button><button hidden>Send</button><button>Send</button>"
        "<a href=#>Edit</a><button>Edit</button>",
        {
            "the 'Save' button is disabled": None,
            "there is a button 'Save'": True,
            "there are 2 'Save' buttons": True,
            "there are more than two buttons 'Save'": False,
            "the 'Send' button is enabled": True,
            "the 'Edit' button is enabled": None,
            "there are 2 'Edit' buttons": None,
        },
    )


ROWS = "<tr><td>Ada<td>12<tr><td>Bob<td>7<tr><td>Cleo<td>5"


async def test_rows_are_counted_where_there_is_one_way_to_count_them(look: Look) -> None:
    await check(
        look,
        f"<table>{ROWS}</table>",
        {
            "the table has 3 rows": True,
            "the table has at least 4 rows": False,
            "there are three rows in the table": True,
        },
    )
    await check(
        look,
        f"<table><thead><tr><th>Name<th>Points<tbody>{ROWS}</table>",
        {
            "the table has 3 rows": None,
            "the table has 4 rows": None,
            "the table has 9 rows": False,
            "the table has at least 3 rows": True,
            "the table has 3 data rows": True,
        },
    )


@pytest.mark.parametrize(
    "markup",
    [
        f"<table>{ROWS}<tr><td>Total<td>24</table>",
        f"<table>{ROWS}<tr><td colspan=2>More</table>",
        f"<table>{ROWS}<tr style='height:20px'><td><td></table>",
        f"<table>{ROWS}</table><table>{ROWS}</table>",
        f"<div style='height:50px;overflow:auto'><div style='height:900px'><table>{ROWS}</table></div></div>",
    ],
)
async def test_rows_are_not_counted_where_some_may_not_count_or_not_be_there(look: Look, markup: str) -> None:
    await check(look, markup, {"the table has 3 rows": None, "the table has 4 rows": None})


async def test_items_are_counted_in_a_plain_list_only(look: Look) -> None:
    items = "<li>Round one<li>Round two<li>Round three"
    await check(look, f"<h1>Cup</h1><ul>{items}</ul>", {"the list has 3 items": True, "the list has 4 items": False})
    for markup in (
        f"<ul>{items}<ul><li>a<li>b</ul></ul>",
        "<ul><li>One<li>Two<ul><li>Two a</ul><li>Three</ul>",
        f"<ul>{items}<li></ul>",
        f"<ul>{items}<li><button>Add</button></ul>",
        f"<nav><ul>{items}</ul></nav>",
        f"<ul>{items}</ul><ul>{items}</ul>",
        f"<div style='height:80px;overflow:auto'><ul style='height:4000px'>{items}</ul></div>",
    ):
        await check(look, markup, {"the list has 3 items": None, "the list has 4 items": None})


async def test_a_dialog_is_open_or_closed(look: Look) -> None:
    dialog = "<dialog><h2>Delete file?</h2><button>Yes</button></dialog>"
    markup = f"<h1>Files</h1><p>report.pdf</p><button>Upload</button>{dialog}"
    opened = {"the dialog 'Delete file?' is open": True, "the dialog 'Delete file?' is closed": False}
    script = "<script>document.querySelector('dialog').showModal()</script>"
    await check(look, markup + script, {**opened, "'report.pdf' is visible": None, "the dialog is open": True})
    await check(look, markup, {sentence: not holds for sentence, holds in opened.items()})


async def test_a_tab_is_selected_where_the_page_says_which_one_is(look: Look) -> None:
    tabs = (
        "<div role=tablist><button role=tab {}>Profile</button><button role=tab>Safety</button></div><p>Hello you</p>"
    )
    told = {"the tab 'Profile' is selected": True, "the Safety tab is selected": False}
    await check(look, tabs.format("aria-selected=true"), told)
    await check(look, tabs.format(""), dict.fromkeys(told))


async def test_the_title_is_not_taken_for_a_heading(look: Look) -> None:
    await check(
        look,
        "<title>My shop</title><h1>Welcome back</h1>",
        {
            "the title is 'My shop'": True,
            "the page title contains 'shop'": True,
            "the title is 'Other'": False,
            "the title is 'Welcome back'": None,
            "the title is 'my shop'": None,
            "the url contains 'blank'": True,
            "the url ends with '/orders'": False,
            "the address is 'Main Street'": None,
        },
    )


async def test_shadow_trees_and_frames_are_read_like_the_page(look: Look) -> None:
    shadow = "<div><template shadowrootmode=open><p>Inside it</p><button disabled>Deep</button></template></div>"
    frame = "<iframe srcdoc='<p>Inner words</p><button>Inner</button>'></iframe>"
    page = f"<h1>Outer</h1><x-a></x-a>{frame}"
    await check(look, page, {"'Inner words' is visible": True, "'Outer words' is visible": False})
    script = f"<script>document.body.setHTMLUnsafe(`{shadow}`)</script>"
    await check(look, f"<p>x</p>{script}", {"'Inside it' is visible": True, "the 'Deep' button is disabled": True})


async def test_texts_from_right_to_left_are_compared_as_they_are_written(look: Look) -> None:
    await check(
        look,
        "<div dir=rtl><h1>ההזמנות שלי</h1><button disabled>שמור</button><label>שם <input value='דנה'></label></div>",
        {"'ההזמנות שלי' is visible": True, "the 'שמור' button is enabled": False, "the field 'שם' is 'דנה'": True},
    )


# ---- demands


@pytest.mark.parametrize(
    ("demand", "kind", "value"),
    [
        ("the page title", str, "Join"),
        ("what is the value of the field 'Name'?", str, "Bob Smith"),
        ("the value of the field 'Name'", int, None),
        ("the value of the field 'Password'", str, None),
        ("the text of the heading", str, "Join us"),
        ("the alert", str, "The city is missing."),
        ("the error message", str, None),
        ("the options of the list 'Size'", list[str], ["Small", "Large"]),
        ("the options of the list 'Size'", str, None),
        ("is the box 'I agree' checked?", bool, True),
        ("is the box 'I agree' checked?", None, True),
        ("is the box 'I agree' checked?", str, None),
        ("is the box 'Select all' checked?", bool, None),
        ("is there a button 'Cancel'?", bool, True),
        ("does the page show 'Zebedee'?", bool, False),
        ("the 'Cancel' button is disabled", bool, False),
        ("the 'Cancel' button is disabled", None, None),
        ("how many 'Cancel' buttons are there?", int, 1),
        ("how many 'Cancel' buttons are there?", float, 1.0),
        ("how many fields are required?", int, None),
        ("the name of the customer", str, None),
        ("the title", str, None),
    ],
)
async def test_a_demand_is_answered_in_the_type_asked_for_or_passed_on(
    look: Look, demand: str, kind: object, value: object
) -> None:
    tree, whole = await look(FORM)
    given = give(demand, kind, tree, whole=whole)
    assert (given and given.value) == value
    assert given is None or (type(given.value) is type(value) and given.reason)


async def test_of_two_alerts_none_is_the_alert(look: Look) -> None:
    tree, whole = await look("<div role=alert>Bad name</div><div role=alert>Bad city</div>")
    assert give("the alert", str, tree, whole=whole) is None


async def test_numbers_are_given_only_where_they_are_written_plainly(look: Look) -> None:
    tree, whole = await look("<label>A <input value=12></label><label>B <input value='1,500'></label>")
    given = [give(f"the value of the field '{name}'", int, tree, whole=whole) for name in "AB"]
    assert [one and one.value for one in given] == [12, None]


async def test_a_link_or_button_that_is_all_of_a_heading_is_that_heading(look: Look) -> None:
    await check(
        look,
        """<title>Bakery</title><h1><a href="#">Shop</a></h1><a href="#"><h2>Rye</h2></a><h3><button>Bun</button></h3>
        <h2>Hot <a href="#">Cake</a></h2><a href="#">Roll</a><h2><a href="#" aria-label="Bagel">New</a></h2>
        <h2 role=presentation><a href="#">Pie</a></h2><h2 style="opacity:0"><a href="#">Tart</a></h2>""",
        {
            "there is a heading 'Shop'": True,
            "the heading 'Bun' is visible": True,
            "there is a heading 'Rye'": True,
            "there is a heading 'Bun'": True,
            "there is no heading 'Bun'": False,
            "there is a link 'Rye'": True,
            "there is a heading 'Cake'": None,
            "there is a heading 'Roll'": None,
            "there is a heading 'Bagel'": None,
            "there is a heading 'Pie'": None,
            "there is a heading 'Tart'": False,
            "there is a heading 'Muffin'": False,
            "the title is 'Shop'": None,
        },
    )
