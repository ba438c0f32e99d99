"""Gestures of the embedded model that need places and not only elements, on real pages."""

from __future__ import annotations

from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings

PARAGRAPHS = """<button onclick="document.title = getSelection().toString().replace(/\\s+/g, ' ').trim()">Save</button>
<p style="width:120px">The first of them has several words and lines.</p><p>The second one.</p>"""

LIST = """<style>li { height: 30px; cursor: move }</style><ul id=list><li>5</li><li>-7</li><li>22</li><li>1</li></ul>
<script>let held = null;
const under = y => [...list.children].find(li => y < li.getBoundingClientRect().bottom) || list.lastElementChild;
list.onmousedown = event => { held = event.target.closest('li'); event.preventDefault() };
onmouseup = event => { if (!held) return; const there = under(event.y), after = held.offsetTop < there.offsetTop;
if (there !== held) there.insertAdjacentElement(after ? 'afterend' : 'beforebegin', held); held = null;
document.title = [...list.children].map(li => li.textContent).join() }</script>"""


async def act(page: Page, html: str, instruction: str) -> str:
    await page.set_content(f"<title>start</title>{html}")
    async with launch.page(page, settings=Settings(runs=None, patience=0.2)) as agent:
        await agent.act(instruction)
    return await page.title()


async def test_a_paragraph_over_several_lines_is_selected_whole(web_page: Page) -> None:
    told = "highlight the text in the 1st paragraph and click Save"
    assert await act(web_page, PARAGRAPHS, told) == "The first of them has several words and lines."


async def test_a_list_is_sorted_by_hand(web_page: Page) -> None:
    assert await act(web_page, LIST, "sort the numbers in ascending order by dragging") == "-7,1,5,22"


async def test_an_item_goes_to_its_place(web_page: Page) -> None:
    assert await act(web_page, LIST, 'drag "22" to the top') == "22,5,-7,1"
