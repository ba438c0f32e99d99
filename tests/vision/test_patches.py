"""Patches cut from real screenshots, and where they are found again."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize
from shipped_fonts import MONO, SANS, SERIF, font_style

from askonce.errors import ConfigError
from askonce.geometry import Box, Frame, Size
from askonce.screens import Shot
from askonce.vision import template_search
from askonce.vision.patches import Patch, cut_patch, find_patch

FONTS = (SANS, SERIF, MONO)
VIEW = Size(600, 400)
ARROWS = {"next": "M9 18l6-6-6-6", "previous": "M15 18l-6-6 6-6", "plus": "M12 5v14M5 12h14"}


def not_installed(package: str) -> None:
    """What is said of a package that is not there."""


def icon(name: str, left: float, top: float, colour: str = "#333") -> str:
    return (
        f"<svg id='{name}' style='position:absolute;left:{left}px;top:{top}px' width=24 height=24 viewBox='0 0 24 24' "
        f"fill=none stroke='{colour}' stroke-width=2><path d='{ARROWS[name]}'/></svg>"
    )


def rows(*names: str) -> str:
    return "".join(
        f"<div style='position:absolute;top:{20 + 60 * place}px;left:20px;width:400px'>{name}"
        f"<button data-of='{name}' style='position:absolute;left:180px'>Delete</button></div>"
        for place, name in enumerate(names)
    )


class Studio:
    """Draws markup and takes its picture at any scale."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._pages: dict[float, Page] = {}

    async def draw(self, markup: str, scale: float = 1) -> Page:
        if scale not in self._pages:
            view: ViewportSize = {"width": VIEW.width, "height": VIEW.height}
            self._pages[scale] = await self._browser.new_page(viewport=view, device_scale_factor=scale)
        page = self._pages[scale]
        style = f"<style>body {{ margin: 0; font: 16px {SANS} }} button {{ font: 13px {SANS} }}</style>"
        await page.set_content(f"{font_style(*FONTS)}{style}<body>{markup}")
        await page.evaluate("() => Promise.all([...document.fonts].map((font) => font.load()))")
        return page

    async def shoot(self, markup: str, scale: float = 1) -> Shot:
        page = await self.draw(markup, scale)
        return Shot(await page.screenshot(), "image/png", Frame.whole(VIEW, VIEW.scaled(scale)))

    async def cut(self, markup: str, selector: str) -> Patch:
        shot = await self.shoot(markup)
        patch = cut_patch(shot, await self.box_of(selector))
        assert patch
        return patch

    async def box_of(self, selector: str) -> Box:
        place = await self._pages[1].locator(selector).bounding_box()
        assert place
        return Box(place["x"], place["y"], place["width"], place["height"])

    async def close(self) -> None:
        for page in self._pages.values():
            await page.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def studio(chromium: Browser) -> AsyncIterator[Studio]:
    studio = Studio(chromium)
    yield studio
    await studio.close()


def is_at(found: Box | None, left: float, top: float) -> bool:
    return found is not None and abs(found.left - left) <= 1 and abs(found.top - top) <= 1


@pytest.mark.parametrize("scale", [1, 2, 3])
async def test_an_element_that_moved_is_found_at_any_whole_scale(studio: Studio, scale: int) -> None:
    pytest.importorskip("numpy")
    patch = await studio.cut(icon("next", 40, 40), "#next")
    shot = await studio.shoot("<h1>News</h1>" + icon("previous", 300, 120) + icon("next", 431, 287), scale)
    assert is_at(find_patch(patch, shot), 431, 287)


async def test_a_place_in_an_empty_field_is_found_again(studio: Studio) -> None:
    field = "<div style='padding: 60px'>Name <input style='width: 200px; height: 20px'> <button>Save</button></div>"
    shot = await studio.shoot(field)
    box = await studio.box_of("input")
    around = Box(box.center.x - 12, box.center.y - 12, 24, 24)
    patch = cut_patch(shot, around)
    assert patch
    assert is_at(find_patch(patch, shot), around.left, around.top)


async def test_half_a_pixel_and_changed_surroundings_make_no_difference(studio: Studio) -> None:
    pytest.importorskip("numpy")
    link = "<a id='save' style='position:absolute;left:{}px;top:{}px'>Save draft</a>"
    patch = await studio.cut(link.format(50, 60), "#save")
    shot = await studio.shoot("<p style='background:gold'>Something new</p>" + link.format(222.5, 300.5))
    assert is_at(find_patch(patch, shot), 222.5, 300.5)


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        (icon("next", 40, 40), icon("previous", 40, 40)),
        (icon("plus", 40, 40), icon("plus", 40, 40, colour="#aaa")),
        (icon("plus", 40, 40, colour="#a33"), icon("plus", 40, 40)),
        ("<button>Item 3</button>", "<button>Item 8</button>"),
        ("<button>Save</button>", "<button>Sale</button>"),
        ("<button>Save</button>", "<button disabled>Save</button>"),
        ("<input type=checkbox>", "<input type=checkbox checked>"),
    ],
    ids=["next, previous", "grey", "red", "a digit", "a letter", "disabled", "ticked"],
)
async def test_what_only_looks_similar_is_not_found(studio: Studio, kept: str, shown: str) -> None:
    patch = await studio.cut(kept, "body > *")
    assert find_patch(patch, await studio.shoot(kept))
    assert find_patch(patch, await studio.shoot(shown)) is None
    assert find_patch(patch, await studio.shoot(shown, scale=2)) is None


async def test_of_several_alike_the_surroundings_tell_which(studio: Studio) -> None:
    pytest.importorskip("numpy")
    patch = await studio.cut(rows("Ada Lovelace", "Grace Hopper", "Alan Turing"), "[data-of='Grace Hopper']")
    shot = await studio.shoot(
        "<style>div { margin-top: 37px }</style>" + rows("Ada Lovelace", "Grace Hopper", "Alan Turing")
    )
    place = await studio.box_of("[data-of='Grace Hopper']")
    assert patch.alike == 3
    assert is_at(find_patch(patch, shot), place.left, place.top)


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize(("left", "right"), [("Ada Lovelace", "Grace Hopper"), ("Ann", "Bob"), ("Item 3", "Item 8")])
async def test_one_of_several_is_not_found_when_only_another_is_left(
    studio: Studio, left: str, right: str, font: str
) -> None:
    pytest.importorskip("numpy")
    style = f"<style>body {{ font-family: {font} !important }}</style>"
    patch = await studio.cut(style + rows(left, right), f"[data-of='{right}']")
    assert find_patch(patch, await studio.shoot(style + rows(left))) is None
    assert find_patch(patch, await studio.shoot(style + rows(right)))


async def test_several_alike_in_like_surroundings_are_not_told_apart(studio: Studio) -> None:
    pytest.importorskip("numpy")
    apart = icon("next", 40, 40) + icon("next", 500, 340).replace("id='next'", "")
    patch = await studio.cut(icon("next", 40, 40), "#next")
    assert find_patch(patch, await studio.shoot(icon("next", 300, 200) + icon("next", 301, 350))) is None
    assert patch.alike == 1
    assert (await studio.cut(apart, "#next")).alike == 2


async def test_plain_tiny_and_unseen_boxes_give_no_patch(studio: Studio) -> None:
    shot = await studio.shoot("<div style='width:200px;height:100px;background:navy'></div>" + icon("next", 40, 240))
    assert cut_patch(shot, Box(20, 20, 80, 40)) is None
    assert cut_patch(shot, Box(50, 245, 4, 4)) is None
    assert cut_patch(shot, Box(700, 500, 40, 40)) is None
    assert cut_patch(shot, Box(40, 240, 24, 24))


async def test_without_numpy_only_the_former_place_is_looked_at(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(template_search, "find_spec", not_installed)
    patch = await studio.cut(icon("next", 40, 40), "#next")
    assert patch.alike is None
    assert is_at(find_patch(patch, await studio.shoot(icon("next", 43, 38))), 43, 38)
    assert find_patch(patch, await studio.shoot(icon("next", 140, 40))) is None
    assert find_patch(patch, await studio.shoot(icon("next", 40, 40) + "<h1>Another page, quite another</h1>")) is None


async def test_a_patch_is_small_and_plain_text(studio: Studio) -> None:
    markup = (
        "<button style='padding:10px 60px'>Add to basket</button><h1>Mugs and plates</h1><p>Fresh from the kiln</p>"
    )
    patch = await studio.cut(markup, "button")
    text = patch.model_dump_json()
    assert text.isascii()
    assert len(text) < 8_000
    assert Patch.model_validate_json(text) == patch


async def test_a_picture_that_was_spoilt_is_named_with_what_to_do(studio: Studio) -> None:
    markup = icon("next", 40, 40)
    spoilt = (await studio.cut(markup, "#next")).model_copy(update={"picture": "bm8gcGljdHVyZQ=="})
    with pytest.raises(ConfigError, match="delete the recording"):
        find_patch(spoilt, await studio.shoot(markup))
