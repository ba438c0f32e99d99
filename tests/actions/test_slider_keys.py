"""A slider that a page makes itself goes to a number by keys, or it is told that it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.async_api import Page

from askonce.actions import Found, Target, Type
from askonce.errors import NotOperable
from askonce.screens.web import WebScreen, open_page_screen

SLIDER = """<div id=track style="width: 300px; padding: 20px"><div id=thumb role=slider tabindex=0 aria-label=Volume
aria-valuemin=0 aria-valuemax=100 aria-valuenow=30 style="width: 20px; height: 20px; background: teal"></div></div>
<script>
window.clicks = 0;
track.onclick = () => clicks++;
const moves = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5 };
const move = (by) => {
  const now = Math.min(100, Math.max(0, Number(thumb.ariaValueNow) + by));
  setTimeout(() => {
    thumb.ariaValueNow = now;
    thumb.style.marginLeft = `${now * 2.8}px`;
  }, 10);
};
thumb.onkeydown = ({ key }) => moves[key] && move(moves[key]);
</script>"""
MIRRORED = "<script>for (const key in moves) moves[key] *= -1</script>"
UPRIGHT = "<script>delete moves.ArrowRight; delete moves.ArrowLeft</script>"
UNEVEN = (
    "<script>thumb.onkeydown = ({ key }) => move(Math.sign(moves[key]) * (thumb.ariaValueNow < 50 ? 5 : 10))</script>"
)
IN_WORDS = """<script>const say = () => thumb.setAttribute("aria-valuetext", `${thumb.ariaValueNow} %`);
say(); new MutationObserver(say).observe(thumb, { attributeFilter: ["aria-valuenow"] })</script>"""
DEAF = "<script>thumb.onkeydown = null</script>"
UNFOCUSED = "<script>thumb.removeAttribute('tabindex')</script>"
IN_OTHER_WORDS = """<script>const say = () => thumb.setAttribute("aria-valuetext", WORDS);
say(); new MutationObserver(say).observe(thumb, { attributeFilter: ["aria-valuenow"] })</script>"""
WORDS = (
    "`−${thumb.ariaValueNow}`",
    "`${thumb.ariaValueNow / 10}`.replace('.', ',')",
    "`Step 6 of ${thumb.ariaValueNow}`",
)
LOST = """<input id=other aria-label=Other><script>window.heard = [];
other.onkeydown = ({ key }) => heard.push(key);
thumb.addEventListener("keydown", () => thumb.ariaValueNow > 40 && other.focus())</script>"""
STUCK = "<script>const go = thumb.onkeydown; thumb.onkeydown = (event) => thumb.ariaValueNow < 50 && go(event)</script>"
UNTOLD = "<script>thumb.removeAttribute('aria-valuenow')</script>"


async def type_into(page: Page, markup: str, text: str) -> WebScreen:
    await page.set_content(markup)
    screen = await open_page_screen(page)
    node = next(node for node in await screen.tree() if node.role == "slider")
    target = Target(prompt="Volume")
    point = replace(node.point or node.box.center, element=node.number)
    target.set_found(Found(node.box, "tree", node, point))
    await Type(target=target, text=text).perform(screen)
    return screen


@pytest.mark.parametrize("also", ["", MIRRORED, UPRIGHT, UNEVEN, IN_WORDS])
@pytest.mark.parametrize("text", ["70", "5", "30"])
async def test_a_slider_goes_to_a_number_by_keys(web_page: Page, also: str, text: str) -> None:
    screen = await type_into(web_page, SLIDER + also, text)
    assert await screen.evaluate("[Number(thumb.ariaValueNow), clicks]") == [int(text), 0]


@pytest.mark.parametrize(
    ("also", "text", "told"),
    [
        ("", "101", "write a number from 0 to 100"),
        ("", "loud", "write a number from 0 to 100"),
        ("", "32", "a key moves it by 5"),
        (DEAF, "70", "takes neither text nor keys\n.*drag its handle"),
        (UNFOCUSED, "70", "takes neither text nor keys\n.*drag its handle"),
        (STUCK, "70", "stands at 50, and not at 70"),
        (UNTOLD, "70", "does not tell at which number it stands"),
    ],
)
async def test_a_slider_that_does_not_come_to_a_number_is_told(web_page: Page, also: str, text: str, told: str) -> None:
    with pytest.raises(NotOperable, match=told):
        await type_into(web_page, SLIDER + also, text)


async def test_a_range_of_the_browser_is_set_as_before(web_page: Page) -> None:
    screen = await type_into(web_page, "<input type=range aria-label=Volume>", "70")
    assert await screen.evaluate("document.querySelector('input').value") == "70"


@pytest.mark.parametrize("words", WORDS)
async def test_what_people_are_told_of_a_slider_is_not_taken_for_its_number(web_page: Page, words: str) -> None:
    screen = await type_into(web_page, SLIDER + IN_OTHER_WORDS.replace("WORDS", words), "70")
    assert await screen.evaluate("Number(thumb.ariaValueNow)") == 70


async def test_no_further_key_goes_to_what_takes_the_focus_from_a_slider(web_page: Page) -> None:
    with pytest.raises(NotOperable, match="lost the focus"):
        await type_into(web_page, SLIDER + LOST, "90")
    assert await web_page.evaluate("heard") == []
