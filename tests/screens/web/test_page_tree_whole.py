"""The tree of a whole page, and bringing an element of it into view."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, Route
from tree_words import roles

from askonce.errors import ScreenClosed
from askonce.screens import Node, Tree
from askonce.screens.web.page_tree import read_tree, reveal

SPACE = "<div style='height:2000px'></div>"


def named(tree: Tree, name: str) -> Node:
    return next(node for node in tree if name in (node.name, node.text))


async def test_a_whole_page_holds_what_lies_out_of_view(page: Page) -> None:
    await page.set_content(f"<!doctype html><body style='margin:0'><button>Near</button>{SPACE}<button>Far</button>")
    await page.evaluate("scrollTo(0, 100)")
    assert roles(await read_tree(page)) == []
    tree = await read_tree(page, whole=True)
    assert [(node.name, sorted(node.states)) for node in tree] == [("Near", ["offscreen"]), ("Far", ["offscreen"])]
    assert (tree.nodes[0].box.top, tree.nodes[1].box.top > 1900) == (-100, True)
    assert tree.more == 0


async def test_what_is_scrolled_out_of_a_box_belongs_to_the_whole_page(page: Page) -> None:
    space = "<div style='height:300px'></div>"
    await page.set_content(f"<div style='height:100px;overflow:auto'><p>first</p>{space}<button>Last</button></div>")
    tree = await read_tree(page, whole=True)
    assert roles(tree) == ["region", "text first", "button Last"]
    assert ["offscreen" in node.states for node in tree] == [False, False, True]
    assert tree.nodes[2].parent == tree.nodes[0].number


async def test_what_no_scrolling_shows_is_not_on_the_whole_page(page: Page) -> None:
    for markup in (
        "<p hidden>X</p>",
        "<p style='visibility:hidden'>X</p>",
        "<p style='opacity:0'>X</p>",
        "<p style='position:absolute;left:-9999px'>X</p>",
        "<p style='position:absolute;top:-9999px'>X</p>",
        f"<div style='height:50px;overflow:hidden'>{SPACE}X</div>",
        "<p style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)'>X</p>",
    ):
        await page.set_content(f"<!doctype html>{markup}{SPACE}<p>seen</p>{markup}")
        assert roles(await read_tree(page, whole=True)) == ["text seen"], markup


async def test_what_is_in_view_is_read_alike_both_ways(page: Page) -> None:
    await page.set_content(
        f"<!doctype html><h1>Title</h1><button>Under</button><label>Mail <input value=x></label>{SPACE}"
        "<div style='position:fixed;left:0;top:60px;width:90px;height:90px;background:red'><a href=#>Over</a></div>"
    )
    seen = await read_tree(page)
    assert seen.nodes == (await read_tree(page, whole=True)).nodes
    assert "covered" in named(seen, "Under").states


async def test_a_very_long_list_stays_bounded(page: Page) -> None:
    await page.set_content("<ul>" + "".join(f"<li>Row {i} <a href=#>go</a></li>" for i in range(10_000)) + "</ul>")
    tree = await read_tree(page, whole=True)
    assert 1000 < len(tree.nodes) <= 5000
    assert tree.more > 10_000
    assert tree.shows("Row 1000")
    assert (await read_tree(page)).more == 0


@pytest.mark.parametrize("markup", ["<button>{}</button>", "<p>{}</p>"])
async def test_an_element_is_brought_into_view_by_its_number(page: Page, markup: str) -> None:
    content = f"{SPACE}{markup.format('Here')}{SPACE}"
    await page.set_content(f"<!doctype html>{SPACE}<div style='height:100px;overflow:auto'>{content}</div>{SPACE}")
    number = named(await read_tree(page, whole=True), "Here").number
    assert await reveal(page, number)
    node = (await read_tree(page)).find(number)
    assert node
    assert (node.name or node.text) == "Here"


async def test_an_element_is_brought_into_view_through_frames_and_shadows(page: Page) -> None:
    script = "<script>h.attachShadow({mode: 'open'}).innerHTML = '<button>Deep</button>'</script>"
    inner = f"{SPACE}<div id=h></div>{SPACE}{script}"
    pages = {
        "http://a.test/": f"<!doctype html>{SPACE}<iframe src=http://b.test/ height=200></iframe>{SPACE}",
        "http://b.test/": f"<!doctype html>{inner}",
    }

    async def answer(route: Route) -> None:
        await route.fulfill(body=pages.get(route.request.url, ""), content_type="text/html")

    await page.route("**/*", answer)
    await page.goto("http://a.test/")
    assert "Deep" not in roles(await read_tree(page))
    number = named(await read_tree(page, whole=True), "Deep").number
    assert await reveal(page, number)
    assert named(await read_tree(page), "Deep").number == number


async def test_what_is_gone_or_hidden_cannot_be_brought_into_view(page: Page) -> None:
    await page.set_content("<button>A</button><button>B</button>")
    first, second = (await read_tree(page)).nodes
    await page.evaluate("document.querySelector('button').remove()")
    await page.evaluate("document.querySelector('button').hidden = true")
    assert not await reveal(page, first.number)
    assert not await reveal(page, second.number)
    assert not await reveal(page, 999)
    await page.goto("about:blank")
    assert not await reveal(page, second.number)


async def test_nothing_is_brought_into_view_on_a_closed_page(page: Page) -> None:
    await page.set_content("<button>A</button>")
    number = (await read_tree(page)).nodes[0].number
    await page.close()
    with pytest.raises(ScreenClosed):
        await reveal(page, number)
