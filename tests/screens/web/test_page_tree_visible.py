"""What can be seen is in the tree, what cannot is not; and what is covered is marked."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page
from tree_words import Read, only, roles

from askonce.screens.web.page_tree import read_tree

SPACE = "<div style='height:3000px'></div>"


@pytest.mark.parametrize(
    "markup",
    [
        "<p style='display:none'>X</p>",
        "<p hidden>X</p>",
        "<p style='visibility:hidden'>X</p>",
        "<p style='opacity:0'>X<button>X</button></p>",
        "<p style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)'>X</p>",
        "<p style='clip-path:inset(50%)'>X</p>",
        "<p style='content-visibility:hidden'>X</p>",
        "<p style='text-indent:-9999px'>X</p>",
        "<p style='position:absolute;left:-9999px'>X</p>",
        "<p style='font-size:0'>X</p>",
        "<div style='height:0;overflow:hidden'>X<button>X</button></div>",
        "<details><summary>More</summary>X</details>",
        "<dialog>X</dialog>",
        "<div popover>X</div>",
        "<template>X</template><noscript>X</noscript><script>X = 1</script><style>X{}</style>",
        "<select><option>More<option>X</select>",
        f"{SPACE}<p>X</p>",
        "<div style='height:50px;overflow:auto'><div style='height:200px'></div><p>X</p></div>",
        "<div style='width:100px;overflow:hidden'><div style='width:500px;margin-left:200px'>X</div></div>",
        "<input type=hidden value=X>",
    ],
)
async def test_what_nobody_sees_is_not_there(read: Read, markup: str) -> None:
    tree = await read(f"<h1>Seen</h1>{markup}")
    assert tree.shows("Seen")
    assert not tree.shows("X")
    assert not any(node.name == "X" for node in tree)


@pytest.mark.parametrize(
    "markup",
    [
        "<p style='visibility:hidden'><span style='visibility:visible'>X</span></p>",
        "<div style='height:0'><p>X</p></div>",
        "<div style='display:contents'><p>X</p></div>",
        "<div style='width:0;height:0;overflow:hidden'><p style='position:fixed;top:0'>X</p></div>",
        "<div style='height:0;overflow:hidden'><p style='position:absolute;top:0'>X</p></div>",
        f"{SPACE}<div style='height:9px'><p style='position:fixed;right:9px;bottom:9px;padding:30px'>X</p></div>",
        "<dialog open>X</dialog>",
        "<details open><summary>More</summary>X</details>",
        "<div style='height:100%'><div style='height:100%'><p>X</p></div></div>",
        "<svg width=99 height=40><text y=20>X</text></svg>",
        "<style>p::after{content:'X'}</style><p></p>",
        "<p aria-hidden=true>X</p>",
    ],
)
async def test_what_is_seen_is_there(read: Read, markup: str) -> None:
    assert (await read(markup)).shows("X")


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p><b>12</b> items</p>", "12 items"),
        ("<p>inter<wbr>na<i>tion</i>al</p>", "international"),
        ("<p>€<span style='display:inline-block'>12</span></p>", "€12"),
        ("<p><span style='margin-right:9px'>One</span><span>Two</span></p>", "One Two"),
        ("<p>one<br>two</p>", "one two"),
        ("<p>20&nbsp;000&nbsp;€</p>", "20 000 €"),
        ("<p>Donau&shy;dampf\u200bschiff</p>", "Donaudampfschiff"),
        ("<p style='text-transform:uppercase'>straße</p>", "STRASSE"),
        ("<p dir=rtl>السعر <bdi>\u200e12.00\u200f</bdi> ريال</p>", "السعر 12.00 ريال"),
        ("<p>Done 👩\u200d🚀 ❤\ufe0f</p>", "done 👩🚀 ❤"),
        ("<p>cafe\u0301 \ufb01t</p>", "café fit"),
        ("<p>See <a href=#>the terms</a> now</p>", "see the terms now"),
        ("<div style='display:flex'><span>Total</span><span>36.00</span></div>", "Total 36.00"),
        ("<input value='in a field'>", "in a field"),
        ("<pre>a\n   b</pre>", "a b"),
        ("<ul><li>One<li>Two</ul>", "One Two"),
    ],
)
async def test_text_is_read_as_a_person_reads_it(read: Read, markup: str, text: str) -> None:
    tree = await read(markup)
    assert tree.shows(text)
    assert not tree.shows(text + " never")


async def test_every_visible_word_is_there_once(read: Read) -> None:
    tree = await read(
        "<h1>alpha</h1><p>beta <b>gamma</b> <a href=#>delta</a></p>"
        "<table><tr><td>epsilon<td><button>zeta</button></table>"
    )
    words = " ".join(node.words for node in tree).split()
    assert words == ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]


async def test_only_the_visible_lines_of_a_long_text_are_read(read: Read) -> None:
    tree = await read("<pre>" + "\n".join(f"line-{i}." for i in range(5000)) + "</pre>")
    assert tree.shows("line-3.")
    assert not tree.shows("line-300.")


async def test_the_page_says_how_far_it_goes_on(read: Read, page: Page) -> None:
    await page.set_content(f"<!doctype html><body style='margin:0'>{SPACE}")
    await page.evaluate("scrollTo(0, 1000)")
    tree = await read_tree(page)
    assert (tree.above, tree.below, str(tree.view)) == (1000, 1280, "1280x720")


async def test_a_body_with_its_own_scroll_bar_says_how_far_it_goes_on(page: Page) -> None:
    style = "<style>html, body { height: 100%; margin: 0; overflow: hidden } body { overflow: auto }</style>"
    await page.set_content(f"<!doctype html>{style}<p>X</p><div style='height:2000px'></div>")
    await page.evaluate("document.body.scrollTop = 500")
    tree = await read_tree(page)
    assert tree.above == 500
    assert tree.below > 700


async def test_a_box_that_scrolls_says_so_and_hides_what_is_scrolled_out(read: Read) -> None:
    rows = "".join(f"<p style='margin:0;height:20px'>row-{i}</p>" for i in range(50))
    tree = await read(f"<div style='height:100px;overflow:auto'>{rows}</div>")
    assert "scrolls" in tree.nodes[0].states
    assert (tree.nodes[0].attributes["above"], tree.nodes[0].attributes["below"]) == ("0", "900")
    assert tree.shows("row-4")
    assert not tree.shows("row-5")


async def test_a_box_is_the_part_in_view(read: Read) -> None:
    node = only(await read("<button style='position:absolute;left:0;top:700px;width:50px;height:100px'>x</button>"))
    assert (node.box.top, node.box.bottom) == (700, 720)


async def test_a_covered_button_is_marked_and_its_cover_is_a_layer(read: Read) -> None:
    tree = await read(
        "<button>Under</button><div style='position:fixed;inset:0;background:#0008'>"
        "<button style='margin:300px'>Over</button></div>"
    )
    assert [(node.role, node.name, "covered" in node.states) for node in tree] == [
        ("button", "Under", True),
        ("overlay", "", False),
        ("button", "Over", False),
    ]


async def test_a_half_covered_button_has_another_point_to_touch(read: Read) -> None:
    tree = await read(
        "<button style='position:absolute;left:0;top:0;width:200px;height:40px'>Wide</button>"
        "<div style='position:absolute;left:60px;top:0;width:300px;height:40px;background:red'></div>"
    )
    node = only(tree, actionable=True)
    assert "covered" not in node.states
    assert node.point is not None
    assert node.point.x < 60


async def test_what_lets_the_touch_through_covers_nothing(read: Read) -> None:
    tree = await read("<button>Under</button><div style='position:fixed;inset:0;pointer-events:none'></div>")
    assert "covered" not in only(tree).states


async def test_text_under_something_transparent_is_not_covered(read: Read) -> None:
    tree = await read("<p>Words</p><div style='position:fixed;inset:0'></div>")
    assert "covered" not in only(tree).states


async def test_text_that_lets_the_touch_through_is_not_covered_by_what_lies_behind(read: Read) -> None:
    tree = await read(
        "<div style='position:relative;z-index:0'><input style='width:200px'>"
        "<span style='position:absolute;left:9px;pointer-events:none'>Mail</span></div>"
    )
    assert [sorted(node.states) for node in tree] == [[], []]


async def test_a_modal_dialog_covers_the_rest(page: Page) -> None:
    await page.set_content(
        "<button>Under</button><dialog><h2>Sure?</h2><button>Yes</button></dialog><script>document.querySelector('dialog').showModal()</script>"
    )
    tree = await read_tree(page)
    assert [(node.role, node.name, "covered" in node.states) for node in tree if node.role != "heading"] == [
        ("button", "Under", True),
        ("dialog", "Sure?", False),
        ("button", "Yes", False),
    ]


async def test_a_link_that_wraps_is_touched_on_its_words(page: Page) -> None:
    await page.set_content(
        "<p style='width:300px'>some words before that fill the line <a href='#' onclick='title=1'>linked words</a></p>"
    )
    node = only(await read_tree(page), actionable=True)
    point = node.point or node.box.center
    await page.mouse.click(point.x, point.y)
    assert await page.evaluate("document.querySelector('a').title") == "1"


async def test_an_invisible_file_input_over_a_painted_box_can_be_used(read: Read) -> None:
    tree = await read(
        "<div style='position:relative;width:200px;height:60px'>Drop here"
        "<input type=file style='position:absolute;inset:0;opacity:0;width:100%'></div>"
    )
    assert roles(tree) == ["text Drop here", "button"]
    assert tree.nodes[1].attributes["type"] == "file"


async def test_shadow_roots_are_read_in_the_order_they_show(page: Page) -> None:
    await page.set_content(
        "<x-box><b slot=end>last</b><button>first</button>lost?</x-box><script>"
        "customElements.define('x-box', class extends HTMLElement {"
        "connectedCallback() { this.attachShadow({mode: 'open'}).innerHTML ="
        "'<p>top</p><slot></slot><p>middle</p><slot name=end>none</slot>' } })</script>"
    )
    assert roles(await read_tree(page)) == ["text top", "button first", "text lost?", "text middle", "text last"]


async def test_a_button_in_a_shadow_root_is_hit_through_it(page: Page) -> None:
    await page.set_content(
        "<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML ="
        "'<div style=\"width:90px\"><button>In</button></div>'</script>"
    )
    assert only(await read_tree(page), actionable=True).states == frozenset()


@pytest.mark.parametrize("pinch", [None, 2.0])
async def test_positions_are_right_on_a_phone_however_it_is_zoomed(chromium: Browser, pinch: float | None) -> None:
    context = await chromium.new_context(viewport={"width": 390, "height": 700}, is_mobile=True, has_touch=True)
    page = await context.new_page()
    button = (
        "<button style='position:absolute;left:800px;top:900px;width:100px;height:60px' onclick='title=1'>x</button>"
    )
    await page.set_content(f"<body style='margin:0'><div style='width:1200px;height:2000px'>{button}</div>")
    if pinch:
        protocol = await context.new_cdp_session(page)
        await protocol.send(  # pyright: ignore[reportUnknownMemberType]
            "Input.synthesizePinchGesture", {"x": 800, "y": 900, "scaleFactor": pinch}
        )
    tree = await read_tree(page)
    point = only(tree, actionable=True).box.center
    assert point.x < tree.view.width
    await page.touchscreen.tap(point.x, point.y)
    assert await page.evaluate("document.querySelector('button').title") == "1"
    await context.close()


async def test_a_very_long_list_is_read_where_it_is_seen(page: Page) -> None:
    rows = "".join(f"<tr><td>row-{i}<td><button>Go</button></tr>" for i in range(3000))
    await page.set_content(f"<!doctype html><table>{rows}</table>")
    await page.evaluate("scrollTo(0, 30000)")
    tree = await read_tree(page)
    cells = "[...document.querySelectorAll('td:first-child')]"
    below = f"(y) => {cells}.find((cell) => cell.getBoundingClientRect().top >= y).textContent"
    top, bottom = await page.evaluate(f"[40, 640].map({below})")
    assert tree.shows(top)
    assert tree.shows(bottom)
    assert len(tree.nodes) < 200


async def test_a_fixed_entry_of_a_very_long_list_is_still_seen(page: Page) -> None:
    rows = [f"<p>row-{i}</p>" for i in range(1000)]
    rows.insert(700, "<p style='position:fixed;right:0;bottom:0;width:99px;height:99px;background:#fff'>Chat</p>")
    await page.set_content(f"<div>{''.join(rows)}</div>")
    assert (await read_tree(page)).shows("Chat")


async def test_a_notice_keeps_its_words_where_it_lies_over_a_button(read: Read) -> None:
    notice = "<p role=status style='position:fixed;top:0;left:0;z-index:2;margin:0;width:200px;height:60px'>Saved</p>"
    tree = await read(f"{notice}<button>Covered</button>")
    assert "covered" in only(tree, actionable=True).states
    assert tree.shows("Saved")


@pytest.mark.parametrize(
    ("style", "is_hidden"),
    [("background:#111", True), ("background:rgba(0,0,0,.5)", False), ("background:#111;opacity:.6", False)],
)
async def test_what_lies_under_something_opaque_is_hidden_and_under_a_veil_it_is_not(
    read: Read, style: str, is_hidden: bool
) -> None:
    tree = await read(f"<p>X</p><button>X</button><div style='position:fixed;inset:0;{style}'></div>")
    nodes = [node for node in tree if "X" in node.words]
    assert len(nodes) == 2
    assert all("covered" in node.states and ("hidden" in node.attributes) is is_hidden for node in nodes)
