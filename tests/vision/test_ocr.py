"""Texts read from real screenshots."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser
from shipped_fonts import SANS, font_style

from askonce.errors import ConfigError
from askonce.geometry import Frame, Size
from askonce.screens import Shot
from askonce.vision import ocr
from askonce.vision.ocr import has_ocr, read_texts

VIEW = Size(420, 260)
MARKUP = f"""{font_style(SANS)}
<style>button {{ font: 13px {SANS} }}</style>
<body style="margin:0;font:16px {SANS}">
<nav style="position:absolute;left:20px;top:20px"><a>Mugs</a><a style="margin-left:24px">Plates</a></nav>
<p style="position:absolute;left:20px;top:50px;margin:0">Fresh from the kiln today</p>
<button id=save style="position:absolute;left:20px;top:100px">Save</button>
<label style="position:absolute;left:20px;top:162px">City</label>
<input style="position:absolute;left:90px;top:160px;width:160px;height:24px">
<label style="position:absolute;left:20px;top:200px">Street</label>
<input style="position:absolute;left:20px;top:222px;width:160px;height:24px">
</body>
"""


def not_installed(package: str) -> None:
    """What is said of a package that is not there."""


async def shoot(chromium: Browser, scale: float) -> Shot:
    page = await chromium.new_page(viewport={"width": VIEW.width, "height": VIEW.height}, device_scale_factor=scale)
    await page.set_content(MARKUP)
    await page.evaluate("() => document.fonts.load('16px DejaVuSans')")
    image = await page.screenshot()
    await page.close()
    return Shot(image, "image/png", Frame.whole(VIEW, VIEW.scaled(scale)))


@pytest.mark.parametrize("scale", [1, 2])
async def test_texts_are_read_in_order_with_their_places(chromium: Browser, scale: float) -> None:
    pytest.importorskip("rapidocr")
    tree = await read_texts(await shoot(chromium, scale))
    assert [node.text for node in tree] == ["Mugs", "Plates", "Fresh from the kiln today", "Save", "City", "Street"]
    assert tree.shows("from the kiln")
    save = next(node for node in tree if node.text == "Save")
    assert abs(save.box.center.x - 42) < 6
    assert abs(save.box.center.y - 110) < 5
    assert not save.actionable


async def test_a_text_beside_or_above_a_frame_is_a_label(chromium: Browser) -> None:
    pytest.importorskip("rapidocr")
    tree = await read_texts(await shoot(chromium, 1))
    assert {node.text for node in tree if node.role == "label"} == {"City", "Street"}


async def test_a_line_that_did_not_change_is_not_read_again(chromium: Browser) -> None:
    pytest.importorskip("rapidocr")
    page = await chromium.new_page(viewport={"width": VIEW.width, "height": VIEW.height})
    await page.set_content(MARKUP.replace("Mugs", "Bowls"))
    await read_texts(Shot(await page.screenshot(), "image/png", Frame.whole(VIEW, VIEW)))
    lines = ocr._reader()._lines
    before = lines.looked_at
    await page.evaluate("() => { document.querySelector('p').textContent = 'Cold from the cellar today' }")
    changed = await read_texts(Shot(await page.screenshot(), "image/png", Frame.whole(VIEW, VIEW)))
    await page.close()
    assert changed.shows("Cold from the cellar today")
    assert changed.shows("Bowls")
    assert 0 < lines.looked_at - before <= 2


async def test_a_picture_without_texts_has_none(chromium: Browser) -> None:
    pytest.importorskip("rapidocr")
    page = await chromium.new_page(viewport={"width": 120, "height": 90})
    image = await page.screenshot()
    await page.close()
    size = Size(120, 90)
    assert list(await read_texts(Shot(image, "image/png", Frame.whole(size, size)))) == []


async def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "find_spec", not_installed)
    size = Size(1, 1)
    assert not has_ocr()
    with pytest.raises(ConfigError, match=r"pip install askonce\[vision\]"):
        await read_texts(Shot(b"", "image/png", Frame.whole(size, size)))
