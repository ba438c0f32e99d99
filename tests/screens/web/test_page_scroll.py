"""Scrolling by distance and to edges: the page, and what lies under a point."""

from __future__ import annotations

import pytest
from local_site import Show, Site, middle

from askonce.geometry import Point
from askonce.screens.web import WebScreen


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


PAGE = """<style>html { scroll-behavior: smooth }</style><body style='height:4000px;width:3000px'>
<div id=box style='position:absolute;left:50px;top:50px;width:300px;height:300px;overflow:auto'>
<div style='width:2000px;height:2000px'>inner</div></div>"""


async def test_a_distance_is_scrolled_exactly(show: Show) -> None:
    screen = await show(PAGE)
    await screen.scroll(120, 450)
    assert await screen.evaluate("[scrollX, scrollY, box.scrollTop]") == [120, 450, 0]
    await screen.scroll(-20, -50)
    assert await screen.evaluate("[scrollX, scrollY]") == [100, 400]


async def test_what_lies_under_a_point_is_scrolled_and_the_page_when_that_is_at_its_end(show: Show) -> None:
    screen = await show(PAGE)
    at = await middle(screen, "#box")
    await screen.scroll(0, 500, at=at)
    assert await screen.evaluate("[scrollY, box.scrollTop]") == [0, 500]
    await screen.scroll_to("bottom", at=at)
    assert await screen.evaluate("[scrollY, box.scrollTop]") == [0, 1700]
    await screen.scroll(0, 60, at=at)
    assert await screen.evaluate("[scrollY, box.scrollTop]") == [60, 1700]


@pytest.mark.parametrize(
    ("edge", "end"), [("bottom", [0, 3400]), ("right", [2200, 0]), ("top", [0, 0]), ("left", [0, 0])]
)
async def test_every_edge_is_reached(show: Show, edge: str, end: list[int]) -> None:
    screen = await show(PAGE)
    if edge in {"top", "left"}:
        await screen.scroll(900, 900)
        end = [900, 0] if edge == "top" else [0, 900]
    await screen.scroll_to(edge)  # type: ignore[arg-type]
    assert await screen.evaluate("[scrollX, scrollY]") == end


async def test_a_page_whose_main_pane_scrolls_is_scrolled_there(show: Show) -> None:
    screen = await show(
        """<style>html, body { height: 100%; overflow: hidden }</style><div style='display:flex;height:100%'>
        <nav style='width:200px;overflow:auto'><div style='height:3000px'>nav</div></nav>
        <main style='flex:1;overflow:auto'><div style='height:3000px'>main</div></main></div>"""
    )
    await screen.scroll(0, 400)
    tops = "[document.querySelector('nav').scrollTop, document.querySelector('main').scrollTop]"
    assert await screen.evaluate(tops) == [0, 400]


async def test_a_screenful_is_that_of_the_area_which_scrolls(show: Show) -> None:
    screen = await show(
        """<style>html, body { height: 100%; margin: 0; overflow: hidden }</style>
        <div id=list style='height:200px;overflow:auto'>
        <p style='margin:0;height:20px'>one</p><div style='height:3000px'>more</div></div>"""
    )
    await screen.scroll_screenful(0, 0.75, at=Point(10, 10))  # a small element in it
    assert await screen.evaluate("list.scrollTop") == 150
    await screen.scroll_screenful(0, -0.5)  # the page does not scroll, so it is the list again
    assert await screen.evaluate("list.scrollTop") == 50


async def test_frames_of_any_origin_and_shadow_roots_scroll(show: Show, site: Site) -> None:
    site.serve(
        "/inner", "<body style='height:3000px'><script>onscroll = () => parent.postMessage(scrollY, '*')</script>"
    )
    site.serve(
        "/",
        f"""<body style='margin:0;zoom:1.25'><iframe src='{site.other}/inner' style='width:300px;height:200px'></iframe>
        <div id=host></div><script>onmessage = (event) => window.told = event.data;
        host.attachShadow({{mode: "open"}}).innerHTML =
        "<div style='height:100px;overflow:auto'><p style='height:900px'>x</p></div>"</script>""",
    )
    screen = await show(site.home)
    await screen.settle()
    await screen.scroll(0, 300, at=Point(100, 100))
    await screen.settle()
    assert await screen.evaluate("window.told") == 300
    await screen.scroll(0, 70, at=await middle(screen, "#host"))
    assert await screen.evaluate("host.shadowRoot.firstChild.scrollTop") == pytest.approx(70, abs=1)


async def test_what_only_listens_to_the_wheel_gets_its_turn(show: Show) -> None:
    screen = await show(
        "<style>html, body { overflow: hidden }</style><canvas width=400 height=400></canvas>"
        "<script>onwheel = (event) => document.title = event.deltaY</script>"
    )
    await screen.scroll(0, 240, at=Point(100, 100))
    await screen.settle()
    assert await screen.evaluate("document.title") == "240"


ENDLESS = """<script>const more = () => { for (let n = 0; n < 30; n++) document.body.append(Object.assign(
document.createElement("p"), {textContent: "row"})); pages-- }; let pages = %s; more();
onscroll = () => { if (pages > 0 && scrollY + innerHeight > document.body.scrollHeight - 50) fetch("/rows").then(more) }
</script>"""


async def rows(screen: WebScreen) -> int:
    return await screen.evaluate("document.querySelectorAll('p').length")


async def test_a_list_that_loads_more_is_followed_to_its_end(show: Show, site: Site) -> None:
    site.serve("/rows")
    site.serve("/", "<body>" + ENDLESS % "4")
    screen = await show(site.home)
    await screen.scroll_to("bottom")
    assert await rows(screen) == 120


async def test_a_list_without_an_end_is_left_after_a_while(show: Show, site: Site) -> None:
    site.serve("/rows")
    site.serve("/", "<body>" + ENDLESS % "1e9")
    screen = await show(site.home)
    await screen.scroll_to("bottom")
    assert 120 < await rows(screen) < 1000
