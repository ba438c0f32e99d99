"""Things that a screen lists, as people speak of them, and what is done with one of them or with several."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.embedded.grammar.entry_phrases import Amount, read_amount
from askonce.embedded.listed_entries import read_entries
from askonce.errors import GaveUp
from askonce.language.numerals import singular

TABLE = """<title></title><table><tr><th>Name</th><th>Role</th><th></th></tr>
<tr><td>Ann</td><td>Admin</td><td><button onclick="document.title += 'edit ann '">Edit</button>
<button title=Delete onclick="document.title += 'delete ann '">🗑</button></td></tr>
<tr><td>Bob</td><td>Guest of Ann</td><td><button onclick="document.title += 'edit bob '">Edit</button>
<button title=Delete onclick="document.title += 'delete bob '; this.closest('tr').remove()">🗑</button></td></tr>
</table>"""

WRITERS = ("@ann", "@bob", "@annabel", "@ann", "@bob", "@ann")
POSTS = "".join(
    [
        '<title></title><div style="height:150px;overflow:auto">',
        *(
            f"""<div style="height:60px"><p>{who} wrote</p>
            <button onclick="document.title += '{place}'" aria-label=Like>♥</button></div>"""
            for place, who in enumerate(WRITERS)
        ),
        "</div>",
    ]
)

MAILS = "".join(
    [
        "<title></title><div id=inbox>",
        *(
            f"""<div role=listitem style="cursor:pointer" onclick="unfold('{who}')"><b>{who}</b>
            <span>Hello from {who}</span>
            <button title=Star onclick="event.stopPropagation();
            this.textContent = '★'; document.title += 'star {who}'">☆</button></div>"""
            for who in ("Ann", "Bob")
        ),
        """</div><div id=mail hidden><h2>Mail</h2><button onclick="compose()">Reply</button></div>
        <div id=form hidden><textarea id=text></textarea>
        <button onclick="document.title += text.value">Send</button></div>
        <script>function unfold(who) { document.title += who + ' hears:'; inbox.remove(); mail.hidden = false }
        function compose() { mail.remove(); form.hidden = false }</script>""",
    ]
)

BOXES = "<title></title>" + "".join(
    f"""<label><input type=checkbox onchange="document.title += '{name}'"> {name}</label>""" for name in "abcde"
)

GOODS = """<title></title><article aria-label="Red mug"><h3>Red mug</h3>
<button aria-label="Add to basket: Red mug" onclick="document.title += 'red'">Add</button></article>
<article aria-label="Blue mug"><h3>Blue mug</h3>
<button aria-label="Add to basket: Blue mug" onclick="document.title += 'blue'">Add</button></article>
<a href="#b" id=b>Basket</a><p role=status id=s></p>"""
COUNTED = GOODS.replace("+= 'blue'", "+= 'blue'; b.innerText = 'Basket (1)'")
REFUSED = GOODS.replace("+= 'blue'", "+= 'blue'; s.innerText = 'Blue mug could not be added to the basket'")
DUMB = MAILS.replace("this.textContent = '★'; ", "")
STARRED = MAILS.replace("<button title=Star", "<button title=Star aria-pressed=true")


async def act(page: Page, html: str, instruction: str, **values: Any) -> str:
    await page.set_content(html)
    async with launch.page(page, settings=Settings(runs=None, patience=0.2)) as agent:
        await agent.act(instruction, **values)
    return (await page.title()).strip()


@pytest.mark.parametrize(
    ("words", "name", "amount"),
    [
        ("the row of Bob", "Bob", Amount()),
        ("2 posts by @dis", "@dis", Amount("any", 2)),
        ("all posts by @x", "@x", Amount("all")),
        ("both posts by @x", "@x", Amount("all", 2)),
        ("the user @leo", "@leo", Amount()),
        ("Ann's latest email", "Ann", Amount()),
        ("the message from Cora", "Cora", Amount()),
        ("the email Cora sent to me", "Cora", Amount()),
        ('the row of "Terms of use"', "Terms of use", Amount()),
    ],
)
def test_listed_things_are_known_by_a_name_and_how_many_are_meant(words: str, name: str, amount: Amount) -> None:
    entries = read_entries(words)
    assert entries is not None
    assert entries.name is not None
    assert (entries.name.text, entries.amount) == (name, amount)


@pytest.mark.parametrize("words", ["row 3", "the Save button", "Terms"])
def test_what_counts_or_names_something_else_is_no_listed_thing(words: str) -> None:
    assert read_entries(words) is None


@pytest.mark.parametrize(
    ("words", "amount", "rest"),
    [
        ("the first three boxes", Amount("first", 3), "boxes"),
        ("the last 2 links", Amount("last", 2), "links"),
        ("all the links", Amount("all"), "links"),
        ("the box", Amount(), "box"),
        ('"all" links', Amount(), '"all" links'),
    ],
)
def test_words_for_how_many_are_taken_off(words: str, amount: Amount, rest: str) -> None:
    assert read_amount(words) == (amount, rest)


def test_plurals_are_led_back_to_one_thing() -> None:
    plurals = ["boxes", "entries", "buttons", "address"]
    assert [singular(word) for word in plurals] == ["box", "entry", "button", "address"]


@pytest.mark.parametrize(
    ("told", "title"),
    [
        ("click Edit in the row of Bob", "edit bob"),
        ("For the user Ann, click Edit", "edit ann"),
        ("delete the row of Bob", "delete bob"),
        ("find the row of Ann and click Edit", "edit ann"),
        ("find the row of Bob, then delete it", "delete bob"),
    ],
)
async def test_what_belongs_to_a_row_is_pressed_in_that_row(web_page: Page, told: str, title: str) -> None:
    assert await act(web_page, TABLE, told) == title


async def test_a_row_that_is_not_there_is_declined_and_nothing_is_pressed(web_page: Page) -> None:
    with pytest.raises(GaveUp, match="nothing in a list is called 'Cid'"):
        await act(web_page, TABLE, "delete the row of Cid")
    assert await web_page.title() == ""


async def test_all_posts_of_one_person_are_found_over_a_list_that_scrolls(web_page: Page) -> None:
    assert await act(web_page, POSTS, 'click "Like" on all posts by @ann') == "035"


async def test_as_many_posts_as_are_asked_for_are_pressed_and_no_more(web_page: Page) -> None:
    assert await act(web_page, POSTS, 'click "Like" on 2 posts by @ann') == "03"


async def test_a_mail_is_answered_by_opening_it_and_sending_what_is_written(web_page: Page) -> None:
    told = 'Find the mail by Bob and reply to them with the text "Yes, gladly."'
    assert await act(web_page, MAILS, told) == "Bob hears:Yes, gladly."


async def test_an_icon_beside_the_thing_that_was_found_is_pressed(web_page: Page) -> None:
    assert await act(web_page, MAILS, "Find the mail by Ann and mark it as important") == "star Ann"


@pytest.mark.parametrize(
    ("told", "title"),
    [
        ("tick the first three boxes", "abc"),
        ("click the last 2 checkboxes", "de"),
    ],
)
async def test_an_amount_says_which_of_several_are_meant(web_page: Page, told: str, title: str) -> None:
    assert await act(web_page, BOXES, told) == title


async def test_more_than_there_are_is_declined(web_page: Page) -> None:
    with pytest.raises(GaveUp, match="there are 5 of them"):
        await act(web_page, BOXES, "click the first 7 checkboxes")
    assert await web_page.title() == ""


async def test_a_thing_is_added_by_the_button_that_has_its_name(web_page: Page) -> None:
    assert await act(web_page, COUNTED, "add {thing} to the basket", thing="Blue mug") == "blue"


async def test_what_has_a_star_already_is_not_pressed_again(web_page: Page) -> None:
    assert await act(web_page, STARRED, "star the mail by Ann") == ""


@pytest.mark.parametrize(
    ("html", "instruction", "reason"),
    [
        (DUMB, "star the mail by Ann", "no effect of it can be seen"),
        (GOODS, "add Blue mug to the basket", "no effect of it can be seen"),
        (REFUSED, "add Blue mug to the basket", "Blue mug could not be added"),
    ],
)
async def test_a_press_without_an_effect_that_can_be_seen_is_not_done(
    web_page: Page, html: str, instruction: str, reason: str
) -> None:
    with pytest.raises(GaveUp, match=reason):
        await act(web_page, html, instruction)
    assert await web_page.title() in {"star Ann", "blue"}


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("<h1>Log in to use your basket</h1><label>Password <input type=password></label>", "a login is asked for"),
        ("<h1>Welcome to the shop</h1><a href='#'>Basket 0</a>", "no effect of it can be seen"),
    ],
)
async def test_another_page_is_no_proof_that_a_thing_was_added(web_page: Page, page: str, why: str) -> None:
    html = f"""<a href="#">Basket</a><h2>Blue mug</h2><template id=other>{page}</template>
    <button aria-label="Add to basket: Blue mug" onclick="document.body.innerHTML = other.innerHTML">Add</button>"""
    with pytest.raises(GaveUp, match=why):
        await act(web_page, html, "add Blue mug to the basket")


async def test_texts_go_into_one_field_each(web_page: Page) -> None:
    html = """<title></title><label>Name <input></label><label>City <input></label>
    <script>function tell() { document.title = [...document.querySelectorAll("input")].map(one => one.value).join("|") }
    </script><button onclick="tell()">Go</button>"""
    told = 'type "Bob" into Name and "Dublin" into City, then click Go'
    assert await act(web_page, html, told) == "Bob|Dublin"


@pytest.mark.parametrize(
    ("told", "title"),
    [
        ('tick a unless the check box "b" is unchecked', ""),
        ('Unless the text "zebra" is visible, tick a', "a"),
        ('tick b unless the text "zebra" is visible', "b"),
    ],
)
async def test_a_part_is_left_out_where_its_exception_holds(web_page: Page, told: str, title: str) -> None:
    assert await act(web_page, BOXES, told) == title


ORDERS = """<title></title><table><tr><th>Order<th>Customer<th>Items<th></tr>
<tr><td>1001<td>Ann<td>7<td><button onclick="document.title='refund 1001'">Refund</button></tr>
<tr><td><a href="#2">1002</a><td>Bob<td>1001<td><button onclick="document.title='refund 1002'">Refund</button></tr>
</table>"""


@pytest.mark.parametrize("number", ["1001", "1002"])
async def test_a_row_is_called_by_the_number_that_it_begins_with(web_page: Page, number: str) -> None:
    assert await act(web_page, ORDERS, f"click Refund in the row of {number}") == f"refund {number}"


async def test_a_number_further_on_is_only_mentioned_in_a_row(web_page: Page) -> None:
    with pytest.raises(GaveUp, match="'7' is only mentioned"):
        await act(web_page, ORDERS, "click Refund in the row of 7")
    assert await web_page.title() == ""
