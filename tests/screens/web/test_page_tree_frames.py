"""Frames inside pages, and numbers that stay."""

from __future__ import annotations

import pytest
from playwright.async_api import ElementHandle, Frame, Page, Route
from tree_words import only, roles

from askonce.errors import ScreenClosed
from askonce.screens import Tree
from askonce.screens.web.page_tree import read_tree

INNER = (
    "<!doctype html><body style='margin:0'><button style='margin:10px' onclick='this.textContent=\"hit\"'>{}</button>"
)


async def serve(page: Page, pages: dict[str, str]) -> None:
    """Answers for made-up hosts, so that frames can come from other origins."""

    async def answer(route: Route) -> None:
        body = pages.get(route.request.url)
        await (route.fulfill(body=body, content_type="text/html") if body is not None else route.abort())

    await page.route("**/*", answer)


def numbers(tree: Tree) -> dict[str, int]:
    return {node.name or node.text: node.number for node in tree}


async def test_frames_of_any_origin_are_read_where_they_stand(page: Page) -> None:
    frame = "<iframe src='{}' style='border:5px solid;padding:7px;margin-left:100px;width:500px;height:{}px'></iframe>"
    await serve(
        page,
        {
            "http://a.test/": "<!doctype html><p>Outer</p>" + frame.format("http://b.test/", 300),
            "http://b.test/": "<!doctype html><p>Middle</p>" + frame.format("http://a.test/in", 80),
            "http://a.test/in": INNER.format("Deep"),
        },
    )
    await page.goto("http://a.test/")
    tree = await read_tree(page)
    assert roles(tree) == ["text Outer", "iframe", "text Middle", "iframe", "button Deep"]
    assert [node.depth for node in tree] == [0, 0, 1, 1, 2]
    button = only(tree, actionable=True)
    assert button.frame == "http://a.test/in"
    await page.mouse.click(button.box.center.x, button.box.center.y)
    assert (await read_tree(page)).shows("hit")


async def test_frames_in_a_scaled_frame_are_read_where_they_are_painted(page: Page) -> None:
    style = "transform:scale(.5);transform-origin:0 0;width:600px;height:400px"
    inner = "<body style='margin:0'><iframe src='/in' style='margin-left:200px;border:0'></iframe>"
    await serve(
        page,
        {
            "http://a.test/": f'<iframe style="{style}" srcdoc="{inner}"></iframe>',
            "http://a.test/in": INNER.format("Small"),
        },
    )
    await page.goto("http://a.test/")
    button = only(await read_tree(page), actionable=True)
    await page.mouse.click(button.box.center.x, button.box.center.y)
    assert (await read_tree(page)).shows("hit")


async def test_only_the_part_of_a_frame_in_view_is_read(page: Page) -> None:
    await page.set_content(
        "<iframe style='height:3000px' srcdoc='<p>near</p><div style=\"height:2000px\"></div><p>far</p>'></iframe>"
    )
    tree = await read_tree(page)
    assert tree.shows("near")
    assert not tree.shows("far")


async def test_what_the_page_lays_over_a_frame_covers_what_is_in_it(page: Page) -> None:
    style = "<style>button { position: absolute; left: 400px }</style>"
    inner = f"{style}<button style='left:0'>Left</button><button>Right</button>"
    await page.set_content(
        f'<body style="margin:0"><iframe style="border:0;width:600px;height:100px" srcdoc="{inner}"></iframe>'
        "<div style='position:fixed;left:300px;top:0;width:300px;height:100px;background:#fff'></div>"
    )
    tree = await read_tree(page)
    assert {node.name: "covered" in node.states for node in tree if node.actionable} == {"Left": False, "Right": True}


async def test_hidden_frames_are_not_read(page: Page) -> None:
    await page.set_content(
        "<iframe hidden srcdoc='<p>no</p>'></iframe><iframe style='opacity:0' srcdoc='<p>no</p>'></iframe><p>yes</p>"
    )
    assert roles(await read_tree(page)) == ["text yes"]


async def test_a_frame_that_cannot_be_read_leaves_the_rest(page: Page) -> None:
    broken = "<script>Array.prototype[Symbol.iterator] = null; Array.prototype.slice = null</script><p>lost</p>"
    await page.set_content(f"<p>kept</p><iframe srcdoc='{broken}'></iframe><iframe srcdoc='<p>also</p>'></iframe>")
    assert roles(await read_tree(page)) == ["text kept", "iframe", "iframe", "text also"]


async def test_a_frame_that_hangs_does_not_hold_up_the_page(page: Page) -> None:
    busy = (
        "<p>busy</p><script>const trim = String.prototype.trim; let wait = 1500; String.prototype.trim = function () {"
        "const end = Date.now() + wait; wait = 0; while (Date.now() < end); return trim.call(this) }</script>"
    )
    await page.set_content(f'<p>calm</p><iframe srcdoc="{busy}"></iframe>')
    assert roles(await read_tree(page, patience=0.2)) == ["text calm", "iframe"]
    assert roles(await read_tree(page)) == ["text calm", "iframe", "text busy"]


async def test_the_focused_field_in_a_frame_is_the_only_focus(page: Page) -> None:
    await page.set_content(
        "<input aria-label=a><iframe srcdoc='<input aria-label=b><input aria-label=c>'></iframe>"
        "<iframe srcdoc='<input aria-label=d autofocus>'></iframe>"
    )
    await page.frames[1].focus("[aria-label=c]")
    assert [node.name for node in await read_tree(page) if "focused" in node.states and node.actionable] == ["c"]


async def test_an_element_keeps_its_number_as_long_as_it_lives(page: Page) -> None:
    await page.set_content("<div id=box><button>A</button><p>text</p></div>")
    before = numbers(await read_tree(page))
    await page.evaluate(
        "box.prepend(Object.assign(document.createElement('button'), {textContent: 'New'}));box.append(box.children[1])"
    )
    await page.evaluate("document.querySelector('p').style.color = 'red'")
    after = numbers(await read_tree(page))
    assert (after["A"], after["text"]) == (before["A"], before["text"])
    assert after["New"] not in before.values()


async def test_a_number_is_never_given_twice(page: Page) -> None:
    await serve(
        page,
        {"http://a.test/": "<button>A</button><iframe src='/f'></iframe>", "http://a.test/f": "<button>F</button>"},
    )
    seen: set[int] = set()
    for _ in range(3):
        await page.goto("http://a.test/")
        first = {node.number for node in await read_tree(page)}
        await page.evaluate("document.querySelector('button').outerHTML = '<button>B</button>'")
        second = {node.number for node in await read_tree(page)}
        assert len(first) == len(second) == len(first & second) + 1
        assert not seen & (first | second)
        seen |= first | second


async def test_numbers_stay_apart_when_frames_come_and_go(page: Page) -> None:
    await page.set_content("<button>A</button><iframe srcdoc='<button>F</button>'></iframe>")
    first = numbers(await read_tree(page))
    await page.evaluate("document.body.append(Object.assign(document.createElement('button'), {textContent: 'C'}))")
    await page.frames[1].evaluate(
        "document.body.append(Object.assign(document.createElement('button'), {textContent: 'G'}))"
    )
    second = await read_tree(page)
    assert {name: number for name, number in numbers(second).items() if name in first} == first
    assert len({node.number for node in second}) == len(second.nodes)


async def test_a_closed_page_is_our_own_error(page: Page) -> None:
    await page.close()
    with pytest.raises(ScreenClosed):
        await read_tree(page)


async def test_reading_while_the_page_moves_on_gives_a_tree_or_our_own_error(page: Page) -> None:
    from asyncio import gather

    from askonce.errors import ScreenError

    await serve(page, {f"http://a.test/{i}": f"<p>page {i}</p>" for i in range(10)})
    for i in range(10):
        results = await gather(
            page.goto(f"http://a.test/{i}"), *(read_tree(page) for _ in range(3)), return_exceptions=True
        )
        assert all(isinstance(result, Tree | ScreenError) for result in results[1:])


async def test_the_element_of_a_frame_is_asked_for_once_and_again_where_it_is_lost(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    await serve(
        page,
        {
            "http://a.test/": "<p>Outer</p><iframe src='http://a.test/in'></iframe>",
            "http://a.test/in": INNER.format("Old"),
            "http://a.test/other": INNER.format("New"),
        },
    )
    await page.goto("http://a.test/")
    owners: list[ElementHandle] = []
    frame_element = Frame.frame_element

    async def noted(frame: Frame) -> ElementHandle:
        owners.append(await frame_element(frame))
        return owners[-1]

    monkeypatch.setattr(Frame, "frame_element", noted)
    for whole in (False, True, False):
        assert (await read_tree(page, whole=whole)).shows("Old")
    assert len(owners) == 1
    await owners[0].dispose()  # as where its document was left, which is heard of later
    assert (await read_tree(page)).shows("Old")
    assert len(owners) == 2
    await page.evaluate(
        """() => new Promise((loaded) => { const other = document.createElement("iframe");
        other.onload = loaded; other.src = "/other"; document.querySelector("iframe").replaceWith(other) })"""
    )
    assert (await read_tree(page)).shows("New")
    assert len(owners) == 3
    assert not (await read_tree(page)).shows("Old")
    assert len(owners) == 3
