"""The dots of a password field are counted where they can be, and nothing else is taken for them."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser
from rigs.sights import opened

from askonce.geometry import Box
from askonce.vision.password_dots import password_dots

FIELD = Box(20, 20, 300, 48)
PAGE = """<style>body {{ margin: 0 }} input {{ position: absolute; left: 20px; top: 20px; width: 300px; height: 48px;
 box-sizing: border-box; {look} }}</style><input {kind} value='{held}'>{more}"""
LOOKS = {
    "plain": "font: 16px sans-serif; padding: 6px",
    "large": "font: 28px sans-serif; padding: 10px; letter-spacing: 4px",
    "dark": "font: 16px sans-serif; padding: 8px; background: #222; color: #eee; border: 1px solid #555",
    "line": "font: 18px serif; padding: 6px; border: 0; border-bottom: 2px solid #999",
}
EYE = """<svg style='position: absolute; left: 290px; top: 36px' width=16 height=16>
<path d='M1 8h14M4 4h8' stroke=black /></svg>"""


async def counted(chromium: Browser, look: str, kind: str, held: str, more: str = "") -> int | None:
    html = PAGE.format(look=LOOKS[look], kind=kind, held=held, more=more)
    async with opened(chromium, html) as (screen, _):
        row = password_dots(await screen.capture(), FIELD)
    return row.count if row else None


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("held", ["grue", "sesame-4711"])
async def test_each_letter_is_a_dot(chromium: Browser, look: str, held: str) -> None:
    assert await counted(chromium, look, "type=password", held) in {len(held), None}


async def test_dots_that_stand_apart_are_surely_counted_also_with_a_caret_and_an_icon(chromium: Browser) -> None:
    assert await counted(chromium, "large", "type=password autofocus", "grue", EYE) == 4


@pytest.mark.parametrize("held", ["", "0000", "grue", "11", "o o o", "....x", "lllll"])
async def test_what_is_written_is_no_row_of_dots(chromium: Browser, held: str) -> None:
    assert await counted(chromium, "plain", "type=text", held) is None
