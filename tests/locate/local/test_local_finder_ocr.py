"""The local finder on a screen that does not know its elements: it sees them in the picture, and reads its texts."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence

import pytest
import pytest_asyncio
from playwright.async_api import Browser
from shipped_fonts import SANS, font_style

from askonce.actions import Found, Target
from askonce.geometry import Box, Point, Size
from askonce.locate import Passed
from askonce.locate.local import LocalFinder, local_finder
from askonce.locate.local.local_finder import match_text, pieced_texts
from askonce.locate.local.matcher import Match, match
from askonce.screens import Node, Shot, Tree
from askonce.screens.eyes import Eyes
from askonce.screens.web import WebScreen, open_page_screen
from askonce.values import Mask

FORM = f"""
{font_style(SANS)}
<style>body, input, button {{ font: 16px {SANS} }}
button {{ padding: 5px 16px; margin-left: 24px; border: 1px solid #556; border-radius: 4px; background: #dde }}</style>
<body style="margin:0">
<h2 style="margin:12px 20px">Your order</h2>
<p style="margin:12px 20px">Nothing is paid before it is sent.</p>
<label style="position:absolute;left:20px;top:110px" for=mail>Mail address</label>
<input id=mail style="position:absolute;left:160px;top:106px;width:200px;height:24px">
<div style="position:absolute;top:170px;left:20px">Red mug <button id=red>Remove</button></div>
<div style="position:absolute;top:210px;left:20px">Blue plate <button id=blue>Remove</button></div>
<button id=send style="position:absolute;top:270px;left:20px">Send order</button>
<a id=help href="#" style="position:absolute;top:272px;left:200px">Help</a>
</body>
"""


class Window:
    """A page as a desktop would show it: something to look at and to point at."""

    kind = "desktop"

    def __init__(self, page: WebScreen) -> None:
        self._page = page

    async def capture(self) -> Shot:
        return await self._page.capture()

    async def size(self) -> Size:
        return await self._page.size()

    async def settle(self) -> None:
        await self._page.settle()

    def news(self) -> Sequence[str]:
        return self._page.news()

    async def close(self) -> None:
        await self._page.close()

    async def tap(self, at: Point, *, count: int = 1) -> None:
        await self._page.tap(at, count=count)

    async def hold(self, at: Point, seconds: float) -> None:
        await self._page.hold(at, seconds)

    async def drag(self, start: Point, end: Point) -> None:
        await self._page.drag(start, end)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def form(chromium: Browser) -> AsyncIterator[tuple[Eyes, dict[str, Box]]]:
    pytest.importorskip("rapidocr")
    page = await chromium.new_page(viewport={"width": 480, "height": 320})
    await page.set_content(FORM)
    await page.evaluate("document.fonts.ready.then(() => null)")
    screen = await open_page_screen(page)
    places = {
        name: Box(place["x"], place["y"], place["width"], place["height"])
        for name in ("red", "blue", "send", "help")
        if (place := await page.locator(f"#{name}").bounding_box())
    }
    yield Eyes(Window(screen), Mask()), places
    await screen.close()
    await page.close()


@pytest.mark.parametrize(
    ("prompt", "name"),
    [
        ("the Send order button", "send"),
        ("Send order", "send"),
        ('the "Help" link', "help"),
        ("the Remove button next to Blue plate", "blue"),
        ("the Remove button in the row of Red mug", "red"),
    ],
)
async def test_what_can_be_read_is_found_by_its_words(
    form: tuple[Eyes, dict[str, Box]], prompt: str, name: str
) -> None:
    eyes, places = form
    found = await LocalFinder().find(Target(prompt=prompt), eyes)
    assert isinstance(found, Found)
    assert found.finder == "local"
    assert places[name].contains(found.touch)


@pytest.mark.parametrize(
    ("prompt", "reason"),
    [
        ("the Remove button", "2 elements fit|also written"),
        (
            "the second Remove button",
            "cannot be counted|no element is called|only 1 of them",
        ),  # as elements, or as texts
        ("Mail address", "seems to be the label"),
        ("the Cancel button", "no element is called"),
    ],
)
async def test_ties_labels_and_what_is_not_there_are_passed_on(
    form: tuple[Eyes, dict[str, Box]], prompt: str, reason: str
) -> None:
    passed = await LocalFinder().find(Target(prompt=prompt), form[0])
    assert isinstance(passed, Passed)
    assert re.search(reason, passed.reason)


@pytest.mark.parametrize("prompt", ["Your order", "Send order", "Help"])
async def test_words_that_are_no_field_are_no_place_to_type(form: tuple[Eyes, dict[str, Box]], prompt: str) -> None:
    target = Target(prompt=prompt)
    target.set_typed_into()
    passed = await LocalFinder().find(target, form[0])
    assert isinstance(passed, Passed)
    assert "no field of that name" in passed.reason


async def test_a_field_that_is_only_seen_is_a_place_to_type(form: tuple[Eyes, dict[str, Box]]) -> None:
    target = Target(prompt="Mail address")
    target.set_typed_into()
    found = await LocalFinder().find(target, form[0])
    assert isinstance(found, Found)
    assert Box(160, 100, 210, 40).contains(found.touch)


async def test_without_the_extra_the_reason_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Picture:
        kind = "picture"

    monkeypatch.setattr(local_finder, "has_ocr", lambda: False)
    monkeypatch.setattr(local_finder, "can_see_elements", lambda: False)
    passed = await LocalFinder().find(Target(prompt="OK"), Eyes(Picture(), Mask()))  # type: ignore[arg-type]
    assert isinstance(passed, Passed)
    assert "askonce[vision]" in passed.reason


def texts(*words: str) -> Tree:
    nodes = (Node(place, "text", "", Box(20, 40 * place, 90, 20), text=one) for place, one in enumerate(words, 1))
    return Tree(tuple(nodes), Size(480, 320))


@pytest.mark.parametrize("other", ["Detete", "Delete Rename", "Delete"])
def test_a_text_that_may_be_there_twice_is_doubted(other: str) -> None:
    assert isinstance(match_text("the Delete button", texts("Delete", "Save")), Match)
    assert isinstance(match_text("the Delete button", texts("Delete", "Save", other)), Passed)


def seen(*placed: tuple[str, float, float]) -> Tree:
    """Texts that were only seen, at a place each."""
    nodes = (
        Node(number, "text", "", Box(left, top, 9 * len(words), 20), text=words, attributes={"seen": "99%"})
        for number, (words, left, top) in enumerate(placed, 1)
    )
    return Tree(tuple(nodes), Size(480, 320), seen=True)


def test_texts_that_stand_close_together_are_one_text() -> None:
    tree = seen(
        ("Basket", 20, 10), ("3", 80, 10), ("Oats and honey", 20, 60), ("for breakfast", 20, 84), ("9", 300, 10)
    )
    assert {node.text for node in pieced_texts(tree)} == {"Basket 3", "Oats and honey for breakfast"}
    found = match("Basket 3", pieced_texts(tree))
    assert isinstance(found, Match)
    assert found.node.box == Box(20, 10, 54, 20)


def test_a_sentence_that_holds_the_words_is_no_second_one() -> None:
    assert isinstance(match_text("Kettle", texts("Kettle", "our Kettle is not for sale")), Match)
    assert isinstance(match_text("Kettle", texts("Kettle", "Kettle Teapot")), Passed)


@pytest.mark.parametrize(
    "prompt", ["Teapots link", "teapots link", "the Teapots link", "teapots button", "teapots tab"]
)
def test_a_text_may_be_whatever_is_pressed(prompt: str) -> None:
    assert isinstance(match_text(prompt, texts("Teapots", "Coffee")), Match)
    assert isinstance(match_text(prompt, texts("Teapots", "Teapots")), Passed)
    assert isinstance(match_text("teapots field", texts("Teapots", "Coffee")), Passed)


def test_numbers_tell_texts_apart() -> None:
    found = match_text("Item 2", texts("Item 1", "Item 2", "Item 3"))
    assert isinstance(found, Match)
    assert found.node.number == 2
