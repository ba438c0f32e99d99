"""What the list says about changes since the last look."""

from __future__ import annotations

import re
from typing import Any

from playwright.async_api import Page

from askonce.geometry import Box, Size
from askonce.prompts.element_list import list_elements
from askonce.screens import Node, Tree
from askonce.screens.web.page_tree import read_tree


def node(number: int, role: str, name: str = "", *, top: float = 0, **more: Any) -> Node:
    return Node(number, role, name, Box(0, top, 100, 20), **more)


def text(number: int, words: str, *, top: float = 0, **more: Any) -> Node:
    return node(number, "text", text=words, top=top, **more)


def button(number: int, name: str, *, top: float = 0, **more: Any) -> Node:
    return node(number, "button", name, top=top, actionable=True, **more)


def tree(*nodes: Node, **more: Any) -> Tree:
    return Tree(nodes, Size(1000, 800), "Title", "https://shop.example/", **more)


def since(before: Tree, now: Tree, *, repainted: bool | None = None) -> str:
    last = list_elements(now, before=before, repainted=repainted).splitlines()[-1]
    return last.removeprefix("Since the last look: ") if last.startswith("Since") else ""


async def test_the_list_says_what_changed(page: Page) -> None:
    await page.set_content(
        "<input aria-label=Mail><label><input type=checkbox>News</label><button id=go>Subscribe</button>"
    )
    before = await read_tree(page)
    await page.fill("input", "bob@example.org")
    await page.check("[type=checkbox]")
    await page.evaluate("go.outerHTML = '<p>Thank you</p><dialog open aria-label=More><button>Close</button></dialog>'")
    assert since(before, await read_tree(page)) == (
        'opened dialog "More" with 1 button; [1] textbox "Mail" now = "bob@example.org"; '
        '[2] checkbox "News" now checked; new text "Thank you"; gone button "Subscribe"'
    )


async def test_scrolling_is_told_instead_of_all_that_it_moves(page: Page) -> None:
    await page.set_content("<!doctype html>" + "".join(f"<p>line {i}</p>" for i in range(99)))
    before = await read_tree(page)
    await page.evaluate("scrollTo(0, 720)")
    now = await read_tree(page)
    assert since(before, now) == "scrolled down by 1.0 screens"
    assert since(now, now) == "nothing in this list"
    assert re.match(
        r'Page "" about:blank; page goes on above: 1\.0 screens; page goes on below: \d', list_elements(now)
    )


async def test_scrolling_a_box_is_told_instead_of_all_that_it_moves(page: Page) -> None:
    rows = "".join(f"<p>line {i}</p>" for i in range(99))
    await page.set_content(f"<div aria-label=Lines style='height:200px;overflow:auto'>{rows}</div>")
    before = await read_tree(page)
    await page.evaluate("document.querySelector('div').scrollTop = 500")
    assert since(before, await read_tree(page)) == 'scrolled inside [1] region "Lines"'


def test_new_elements_are_marked_in_the_list_and_counted() -> None:
    before = tree(button(1, "A"), button(2, "B", top=40))
    now = tree(button(1, "A"), button(2, "B", top=40), button(3, "C", top=80))
    told = list_elements(now, before=before).splitlines()[1:]
    assert told == [
        '[1] button "A"',
        '[2] button "B"',
        '[3]* button "C"',
        "Since the last look: 1 new, marked *",
    ]


def test_an_overlay_that_opened_is_told_by_what_is_in_it() -> None:
    links = [node(i, "link", f"Link {i}", actionable=True, parent=2) for i in range(3, 34)]
    now = tree(button(1, "Menu"), node(2, "overlay"), *links, text(40, "In it", parent=2))
    assert since(tree(button(1, "Menu")), now) == "opened overlay with 31 links"
    assert "*" not in list_elements(now, before=tree(button(1, "Menu")))
    assert since(now, tree(button(1, "Menu"))) == "closed overlay"


def test_few_new_texts_are_named_messages_first() -> None:
    now = tree(button(1, "A"), *(text(i, f"text {i}", top=i * 30) for i in range(2, 10)), node(10, "alert", "Failed"))
    told = since(tree(button(1, "A")), now)
    assert told.startswith('new alert "Failed"; new text "text 2"')
    assert told.endswith("; also new: 4 texts")


def test_another_content_is_told_as_such() -> None:
    before = tree(*(button(i, f"Old {i}", top=i * 30) for i in range(1, 6)))
    now = tree(*(button(i, f"New {i}", top=i * 30) for i in range(11, 16)), text(20, "Hello"))
    assert since(before, now) == "most of what is shown is new"
    assert "*" not in list_elements(now, before=before)


def test_what_was_only_drawn_again_is_not_new() -> None:
    before = tree(button(1, "Save"), text(2, "Saved 3 of 9", top=40), text(3, "Old words", top=80))
    now = tree(button(11, "Save"), text(12, "Saved 3 of 9", top=40), text(13, "New words", top=80))
    assert since(before, now) == 'text "New words" was "Old words"'


def test_clocks_are_not_told() -> None:
    before = tree(text(1, "Time left: 9 / 10sec"), text(2, "12:30:01", top=40), text(3, "2 items", top=80))
    now = tree(text(1, "Time left: 8 / 10sec"), text(12, "12:30:02", top=40), text(3, "3 items", top=80))
    assert since(before, now) == 'text "3 items" was "2 items"'
    assert (
        since(tree(text(1, "Train at 9:30")), tree(text(1, "Bus at 9:30"))) == 'text "Bus at 9:30" was "Train at 9:30"'
    )


async def test_texts_that_are_others_at_every_look_are_not_told(page: Page) -> None:
    await page.set_content(
        "<p id=ticker>a</p><p id=calm>A</p><script>"
        "let now = 0; performance.now = () => now;"
        "const turn = (word) => { now += 1000; ticker.innerHTML = word }</script>"
    )
    trees = [await read_tree(page)]
    for word in ("b", "c", "d", "e"):
        await page.evaluate(f"turn('{word}')")
        trees.append(await read_tree(page))
    assert since(trees[0], trees[1]) == 'text "b" was "a"'
    await page.evaluate("turn('f'); calm.innerHTML = 'B'")
    assert since(trees[-1], await read_tree(page)) == 'text "B" was "A"'


def test_another_page_is_not_compared() -> None:
    before = Tree((button(1, "A"),), Size(9, 9), address="https://a.example/")
    assert since(before, tree(button(2, "B"))) == "another page than before"


def region(number: int, above: str) -> Node:
    return node(number, "region", states=frozenset({"scrolls"}), attributes={"above": above})


def test_what_a_scrolled_list_shows_at_a_place_is_not_what_stood_there() -> None:
    """Rows that are drawn anew, and rows that are used again for others."""
    before = tree(
        region(1, "0"), text(2, "Scranton, PA", parent=1), text(3, "Mon Oct 17", parent=1, top=40),
        node(4, "checkbox", parent=1, top=80, actionable=True),
    )  # fmt: skip
    now = tree(
        region(1, "80"), text(12, "Mon Oct 17", parent=1), text(3, "Gate 9", parent=1, top=40),
        node(4, "checkbox", parent=1, top=80, actionable=True, states=frozenset({"checked"})),
    )  # fmt: skip
    assert since(before, now) == "scrolled inside [1] region"


CHAT = """
<div id=chat style='height:160px;overflow:auto'></div><button>Send</button>
<script>
function row(words) {
  const made = document.createElement("div");
  made.style = "height:30px";
  made.innerHTML = `<button>${words}</button>`;
  return made;
}
for (let i = 0; i < 50; i++) chat.append(row("Reply " + i));
</script>"""


async def test_a_row_put_before_those_in_a_region_is_new_and_what_it_pushes_out_is_not_gone(page: Page) -> None:
    await page.set_content(CHAT)
    before = await read_tree(page)
    await page.evaluate("chat.prepend(row('Newest'))")
    now = await read_tree(page)
    assert since(before, now) == "1 new, marked *"
    assert any('* button "Newest"' in line for line in list_elements(now, before=before).splitlines())
    assert since(now, before) == 'gone button "Newest"'


async def test_a_row_that_replaces_the_last_one_out_of_view_pushes_nothing_away(page: Page) -> None:
    await page.set_content(CHAT)
    before = await read_tree(page)
    await page.evaluate("chat.prepend(row('Newest')); chat.lastChild.remove()")
    assert since(before, await read_tree(page)) == "1 new, marked *"


async def test_a_row_that_goes_from_the_head_of_a_region_is_gone_and_no_scrolling(page: Page) -> None:
    await page.set_content(CHAT)
    before = await read_tree(page)
    await page.evaluate("chat.firstChild.remove()")
    assert since(before, await read_tree(page)) == 'gone button "Reply 0"'


async def test_rows_that_a_change_pushes_into_a_region_that_is_scrolled_are_not_new(page: Page) -> None:
    await page.set_content(CHAT)
    await page.evaluate("chat.style.overflowAnchor = 'none'; chat.scrollTop = 300")
    before = await read_tree(page)
    await page.evaluate("chat.prepend(row('Newest'))")
    assert since(before, await read_tree(page)).startswith("moved: ")


async def test_a_panel_that_opens_above_a_region_that_gives_way_is_no_scrolling(page: Page) -> None:
    rows = "".join(f"<p><button>Do {i}</button></p>" for i in range(99))
    await page.set_content(
        "<body style='margin:0;height:100vh;display:flex;flex-direction:column'>"
        "<div id=panel hidden style='height:200px'><p>Panel text</p></div>"
        f"<div style='flex:1;min-height:0;overflow:auto'>{rows}</div>"
    )
    before = await read_tree(page)
    await page.evaluate("panel.hidden = false")
    now = await read_tree(page)
    assert since(before, now) == 'new text "Panel text"'
    assert since(now, before) == 'gone text "Panel text"'


async def test_scrolling_a_region_sideways_is_told(page: Page) -> None:
    tabs = "".join(f"<button>Tab {i}</button>" for i in range(30))
    await page.set_content(f"<div id=tabs style='width:300px;overflow-x:auto;white-space:nowrap'>{tabs}</div>")
    before = await read_tree(page)
    await page.evaluate("tabs.scrollLeft = 200")
    assert since(before, await read_tree(page)) == "scrolled inside [1] region"


def test_scrolling_sideways_is_told_as_such() -> None:
    def columns(first: int, at: float) -> list[Node]:
        return [Node(i, "text", "", Box(at + i * 100, 0, 90, 20), text=f"column {i}") for i in range(first, first + 6)]

    assert since(tree(*columns(1, 0)), tree(*columns(2, -100))) == "scrolled sideways"


def test_another_list_at_the_same_places_is_not_compared_line_by_line() -> None:
    before = tree(*(text(i, name, top=i * 30) for i, name in enumerate(("Ada", "Bob", "Cleo", "Dan"), 1)))
    now = tree(*(text(i, name, top=(i - 10) * 30) for i, name in enumerate(("Eve", "Finn", "Gus", "Hana"), 11)))
    assert " was " not in since(before, now)
    assert 'new text "Eve"' in since(before, now)


def test_what_was_drawn_again_elsewhere_is_neither_new_nor_gone() -> None:
    before = tree(button(1, "Save"), text(2, "Total: 12", top=40), button(3, "Edit", top=80), button(4, "Edit", top=99))
    now = tree(
        button(1, "Save"), text(9, "Saved", top=40), text(12, "Total: 12", top=70),
        button(13, "Edit", top=110), button(14, "Edit", top=130),
    )  # fmt: skip
    assert since(before, now) == 'new text "Saved"'


def test_what_was_pushed_out_of_view_is_not_gone() -> None:
    before = tree(button(1, "More"), button(2, "Imprint", top=770), below=0)
    now = tree(button(1, "More"), text(3, "Details", top=30), below=300)
    assert since(before, now) == 'new text "Details"'
    assert since(now, before) == 'gone text "Details"'


def test_what_has_changed_places_is_told() -> None:
    before = tree(node(1, "listitem", "A"), node(2, "listitem", "B", top=40))
    now = tree(node(2, "listitem", "B"), node(1, "listitem", "A", top=40))
    assert since(before, now) == 'moved: listitem "B", listitem "A"'


def test_a_change_of_title_address_or_focus_alone_is_told() -> None:
    before = tree(button(1, "A"), button(2, "B", top=40))
    focused = tree(button(1, "A", states=frozenset({"focused"})), button(2, "B", top=40))
    assert since(before, focused) == 'only the focus, now on [1] button "A"'
    assert since(focused, before) == "only that the focus is gone"
    other = Tree(before.nodes, before.view, "Other", "https://shop.example/#about")
    assert since(before, other) == 'title was "Title"; address was https://shop.example/'


def test_that_nothing_changed_is_told_with_what_the_picture_says() -> None:
    before = tree(button(1, "A"), text(2, "12:30:01", top=40))
    now = tree(button(1, "A"), text(2, "12:30:02", top=40))
    assert since(before, now) == "nothing in this list"
    assert since(before, now, repainted=True) == "nothing in this list; the picture changed"
    assert since(before, now, repainted=False) == "nothing changed"
    assert since(before, tree(button(1, "B"), text(2, "12:30:02", top=40)), repainted=True) == '[1] button "B" was "A"'
