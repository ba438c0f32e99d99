"""Gestures of the embedded model that need places and not only elements, on real pages."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.errors import GaveUp

PARAGRAPHS = """<button onclick="document.title = getSelection().toString().replace(/\\s+/g, ' ').trim()">Save</button>
<p style="width:120px">The first of them has several words and lines.</p><p>The second one.</p>"""

BALL = """<div style="position:relative;height:200px;width:300px"><div id=ball style="position:absolute;left:100px;
top:80px;width:30px;height:30px;background:red;cursor:move">Ball</div></div><script>
ball.onmousedown = down => { onmousemove = move => {
ball.style.left = 100 + move.x - down.x + 'px'; ball.style.top = 80 + move.y - down.y + 'px';
document.title = [ball.offsetLeft < 100, Math.abs(ball.offsetTop - 80) < 3].join() };
onmouseup = () => { onmousemove = null } }</script>"""

LIST = """<style>li { height: 30px; cursor: move }</style><ul id=list><li>5</li><li>-7</li><li>22</li><li>1</li></ul>
<script>let held = null;
const under = y => [...list.children].find(li => y < li.getBoundingClientRect().bottom) || list.lastElementChild;
list.onmousedown = event => { held = event.target.closest('li'); event.preventDefault() };
onmouseup = event => { if (!held) return; const there = under(event.y), after = held.offsetTop < there.offsetTop;
if (there !== held) there.insertAdjacentElement(after ? 'afterend' : 'beforebegin', held); held = null;
document.title = [...list.children].map(li => li.textContent).join() }</script>"""


AREA = """<textarea id=t style='width:100px;height:60px'></textarea>
<button onclick='document.title = t.offsetWidth > 110'>Ok</button>"""


async def act(page: Page, html: str, instruction: str) -> str:
    await page.set_content(f"<title>start</title>{html}")
    async with launch.page(page, settings=Settings(runs=None)) as agent:
        await agent.act(instruction)
    return await page.title()


async def test_a_paragraph_over_several_lines_is_selected_whole(web_page: Page) -> None:
    told = "highlight the text in the 1st paragraph and click Save"
    assert await act(web_page, PARAGRAPHS, told) == "The first of them has several words and lines."


async def test_a_thing_that_stands_free_is_dragged_to_one_side(web_page: Page) -> None:
    assert await act(web_page, BALL, "drag the Ball left") == "true,true"


async def test_a_list_is_sorted_by_hand(web_page: Page) -> None:
    assert await act(web_page, LIST, "sort the numbers in ascending order by dragging") == "-7,1,5,22"


async def test_an_item_goes_to_its_place(web_page: Page) -> None:
    assert await act(web_page, LIST, 'drag "22" to the top') == "22,5,-7,1"


async def test_a_text_area_is_drawn_wider_by_its_corner(web_page: Page) -> None:
    assert await act(web_page, AREA, "make the width of the text area larger, then click Ok") == "true"
    fixed = AREA.replace("height:60px", "height:60px;resize:none")
    with pytest.raises(GaveUp, match="keeps its size"):
        await act(web_page, fixed, "make the width of the text area larger, then click Ok")
