"""Icons told by their pictures: of sets that training has not seen, and on real pages."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from askonce.actions import Found, Target
from askonce.geometry import Box, Size
from askonce.language.icon_words import icon_words
from askonce.locate import Passed
from askonce.locate.element_description import own_words
from askonce.locate.local import LocalFinder
from askonce.locate.recorded_finder import find_anchor
from askonce.prompts.element_list import list_elements
from askonce.recordings.anchor_builder import make_anchor
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node
from askonce.screens.eyes import Eyes
from askonce.screens.web import Device, PageOptions, WebScreen, open_browser_screen
from askonce.values import Instruction, Mask
from askonce.vision import icons
from askonce.vision.icons import (
    IconGuess,
    has_icons,
    is_unnamed_icon,
    means_other,
    named_tree,
    read_icons,
    unnamed_icons,
)
from askonce.vision.patches import cut_patch

pytestmark = pytest.mark.skipif(not has_icons(), reason="icons are told by their pictures with the extra vision")

HERE = Path(__file__).parent
SIDE, ACROSS = 32, 24
DRAWN = {
    "bin": '<path d="M3 6h18M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6m3 0V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2"/>',
    "glass": '<circle cx="11" cy="11" r="8"/><line x1="21" y1="21" x2="16.65" y2="16.65"/>',
    "cross": '<line x1="18" y1="6" x2="6" y2="18"/><line x1="6" y1="6" x2="18" y2="18"/>',
    "pencil": '<path d="M17 3a2.828 2.828 0 1 1 4 4L7.5 20.5 2 22l1.5-5.5L17 3z"/>',
}


def button(drawn: str, *, label: str = "", style: str = "", key: str = "") -> str:
    named = f' aria-label="{label}"' if label else ""
    return (
        f'<button{named} {key} style="padding:8px;{style}"><svg width="20" height="20" viewBox="0 0 24 24" fill="none" '
        f'stroke="currentColor" stroke-width="2" stroke-linecap="round">{DRAWN[drawn]}</svg></button>'
    )


TOOLBAR = "".join(button(drawn) for drawn in DRAWN)


def seen(rows: list[IconGuess | None]) -> list[str]:
    return [guess.concept if guess else "" for guess in rows]


def held_out(*, inverted: bool = False) -> tuple[list[str], list[str]]:
    """What the icons of held-out sets mean, and what is told of them."""
    import numpy
    from PIL import Image

    listed: list[tuple[str, str]] = json.loads((HERE / "held_out_icons.json").read_text("utf-8"))
    sheet = numpy.asarray(Image.open(HERE / "held_out_icons.png").convert("RGB"))
    sheet = 255 - sheet if inverted else sheet
    cuts = [sheet[place // ACROSS * SIDE :, place % ACROSS * SIDE :][:SIDE, :SIDE] for place in range(len(listed))]
    return [meaning for _, meaning in listed], seen(read_icons(cuts))


@pytest.mark.parametrize("inverted", [False, True], ids=["light", "dark"])
def test_icons_of_sets_that_training_has_not_seen_are_told_or_left_unknown(inverted: bool) -> None:
    meant, said = held_out(inverted=inverted)
    named = [(told, meaning) for told, meaning in zip(said, meant, strict=True) if meaning != "other"]
    others = [told for told, meaning in zip(said, meant, strict=True) if meaning == "other"]
    right = sum(told == meaning for told, meaning in named)
    wrong = sum(told not in {"", meaning} for told, meaning in named)
    assert right >= 0.83 * len(named)
    assert wrong <= 0.02 * len(named)
    assert sum(bool(told) for told in others) <= 0.075 * len(others)  # processors round a little differently


def test_every_concept_that_can_be_told_has_words_and_there_are_at_least_150() -> None:
    told = json.loads((Path(icons.__file__).parent / "icons.json").read_text("utf-8"))["sure"]
    assert set(told) <= set(icon_words().concepts)
    assert len(told) >= 150


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def web_screen(chromium: Browser) -> AsyncIterator[WebScreen]:
    screen = await open_browser_screen(chromium, PageOptions(device=Device(viewport=Size(800, 600))))
    yield screen
    await screen.close()


async def shown(screen: WebScreen, markup: str) -> Eyes:
    await screen.evaluate("html => { document.body.innerHTML = html }", f"<main style='margin:20px'>{markup}</main>")
    return Eyes(screen, Mask())


async def test_unnamed_icons_are_listed_as_guesses_and_named_ones_as_they_are(web_screen: WebScreen) -> None:
    eyes = await shown(web_screen, TOOLBAR + button("bin", label="Empty the basket"))
    tree = await named_tree(eyes)
    assert tree
    text = list_elements(tree)
    assert 'button (icon "delete")' in text
    assert '(icon "search")' in text
    assert 'button "Empty the basket"' in text


@pytest.mark.parametrize("words", ["the magnifying glass", "the search icon", "the search button"])
async def test_an_unnamed_icon_is_found_by_what_people_call_it(web_screen: WebScreen, words: str) -> None:
    eyes = await shown(web_screen, TOOLBAR)
    tree = await eyes.tree()
    assert tree
    buttons = [node for node in tree if node.role == "button"]
    found = await LocalFinder().find(Target(prompt=words), eyes)
    assert isinstance(found, Found)
    assert found.box == buttons[1].box


@pytest.mark.parametrize("words", ["the bin", "the trash icon", "delete button"])
async def test_what_would_delete_something_is_not_found_on_a_guess(web_screen: WebScreen, words: str) -> None:
    found = await LocalFinder().find(Target(prompt=words), await shown(web_screen, TOOLBAR))
    assert isinstance(found, Passed)
    assert "looks like 'delete', which is not to be used on a guess" in found.reason


async def test_the_icon_beside_a_name_is_found_and_two_alike_are_not_guessed(web_screen: WebScreen) -> None:
    rows = "".join(f"<tr><td>{name}</td><td>{TOOLBAR}</td></tr>" for name in ("Ann", "Bob"))
    eyes = await shown(web_screen, f"<table>{rows}</table>")
    beside = await LocalFinder().find(Target(prompt="the magnifying glass in the row of Bob"), eyes)
    assert isinstance(beside, Found)
    tree = await eyes.tree()
    bob = next(node for node in tree or () if node.text == "Bob" or node.name == "Bob")
    assert abs(beside.box.center.y - bob.box.center.y) < 20
    assert isinstance(await LocalFinder().find(Target(prompt="the magnifying glass"), eyes), Passed)


async def test_an_icon_in_line_with_one_that_was_not_told_is_found_only_by_what_chooses_it(
    web_screen: WebScreen,
) -> None:
    blank = button("glass").replace("<svg", '<svg opacity="0"', 1)
    drawn = {"Ann": button("glass"), "Bob": blank, "Cid": button("glass")}
    rows = "".join(f"<tr><td>{name}</td><td>{icon}</td></tr>" for name, icon in drawn.items())
    eyes = await shown(web_screen, f"<table>{rows}</table>")
    second = await LocalFinder().find(Target(prompt="the second magnifying glass"), eyes)
    assert isinstance(second, Passed)
    assert "others may be the same" in second.reason
    assert isinstance(await LocalFinder().find(Target(prompt="the magnifying glass in the row of Cid"), eyes), Found)


@pytest.mark.parametrize(
    ("said", "look"),
    [
        ("3", "font: 9px sans-serif"),
        ("12", "font: bold 10px/16px sans-serif; width: 16px; border-radius: 8px; inset: 2px 2px auto auto"),
    ],
)
async def test_of_two_equal_icons_one_with_a_badge_none_is_guessed(web_screen: WebScreen, said: str, look: str) -> None:
    """A badge of two digits may hide all by which its icon is told."""
    count = f"<b style='position: absolute; top: 0; right: 0; background: #e11; color: white; {look}'>{said}</b>"
    counted = button("glass", style="position: relative").replace("</button>", f"{count}</button>")
    alone, both = await shown(web_screen, button("glass")), button("glass") + counted
    assert isinstance(await LocalFinder().find(Target(prompt="the magnifying glass"), alone), Found)
    eyes = await shown(web_screen, both)
    assert isinstance(await LocalFinder().find(Target(prompt="the magnifying glass"), eyes), Passed)


async def test_a_page_whose_icons_have_names_costs_no_look_and_a_picture_is_looked_at_once(
    web_screen: WebScreen,
) -> None:
    reader = icons._reader()
    named = "".join(button(drawn, label=f"Do {drawn}") for drawn in DRAWN)
    before = reader.looked_at
    eyes = await shown(web_screen, named)
    assert await named_tree(eyes) is await eyes.tree()
    assert isinstance(await LocalFinder().find(Target(prompt="the bin"), eyes), Passed)
    assert reader.looked_at == before
    for _ in range(3):
        await named_tree(await shown(web_screen, TOOLBAR))
    assert reader.looked_at <= before + len(DRAWN)


async def test_words_for_an_unnamed_icon_lead_back_to_it(web_screen: WebScreen) -> None:
    tree = await named_tree(await shown(web_screen, TOOLBAR))
    assert tree
    icon = next(node for node in tree if node.name == "delete")
    assert own_words(icon, tree) == "the delete icon"


async def test_an_icon_that_stands_for_something_else_is_not_the_recorded_one(web_screen: WebScreen) -> None:
    eyes = await shown(web_screen, button("bin") + button("pencil"))
    tree, shot = await eyes.tree(), await eyes.shot()
    bin_, pencil = (node for node in tree or () if node.role == "button")
    patch = cut_patch(shot, bin_.box)
    assert patch
    assert means_other(patch.picture, shot, pencil.box)
    assert not means_other(patch.picture, shot, bin_.box)


async def test_fields_texts_and_what_is_out_of_proportion_are_no_icons(web_screen: WebScreen) -> None:
    markup = "<input><input type=checkbox><button>Save</button><div onclick='1' style='width:600px;height:20px'></div>"
    tree = await (await shown(web_screen, markup)).tree()
    assert tree
    assert unnamed_icons(tree) == []


def test_a_blank_or_tiny_picture_is_unknown() -> None:
    import numpy

    blank = numpy.full((24, 24, 3), 200, numpy.uint8)
    assert read_icons([blank, blank[:4, :4]]) == [None, None]


def test_an_icon_is_known_by_all_words_of_its_concept() -> None:
    words = icon_words()
    assert {"bin", "trash"} <= set(words.synonyms("delete"))
    assert words.synonyms("trash")[0] == "delete"
    assert words.synonyms("no such thing") == ()


def test_only_what_can_be_touched_and_has_no_words_is_an_unnamed_icon() -> None:
    small = Box(0, 0, 24, 24)
    assert is_unnamed_icon(Node(1, "button", "", small, actionable=True))
    assert not is_unnamed_icon(Node(1, "button", "Save", small, actionable=True))
    assert not is_unnamed_icon(Node(1, "img", "", small))
    assert is_unnamed_icon(Node(1, "clickable", "white box", small, actionable=True, attributes={"icon": "white box"}))


def _drawn(drawn: str, colour: str) -> str:
    """An SVG file as the address of an image."""
    markup = (
        "<svg xmlns='http://www.w3.org/2000/svg' width='24' height='24' viewBox='0 0 24 24' fill='none' "
        f"stroke='{colour}' stroke-width='2' stroke-linecap='round'>{DRAWN[drawn]}</svg>"
    )
    return "data:image/svg+xml," + quote(markup.replace('"', "'"))


def _painted(style: str, inside: str = "", *, ground: str = "#fff") -> str:
    inside = inside or f'<span style="display:block;width:24px;height:24px;{style}"></span>'
    return f'<button style="width:40px;height:40px;padding:8px;border:0;background:{ground}">{inside}</button>'


PAINTS = {
    "background": _painted(f"background:url({_drawn('glass', 'navy')})"),
    "sprite": _painted(
        f"background:url({_drawn('bin', 'black')}) -24px 0 no-repeat,url({_drawn('glass', 'black')}) 0 0 no-repeat"
    ),
    "image": _painted("", f'<img src="{_drawn("glass", "crimson")}" alt="" width="24" height="24">'),
    "mask": _painted(f"background:#9cf;mask:url({_drawn('glass', 'black')})", ground="#222"),
    "symbol": f'<svg width="0" height="0"><symbol id="i1" viewBox="0 0 24 24">{DRAWN["glass"]}</symbol></svg>'
    + _painted("", '<svg width="24" height="24" fill="none" stroke="green" stroke-width="2"><use href="#i1"/></svg>'),
}


@pytest.mark.parametrize("paint", PAINTS)
async def test_an_icon_is_told_however_a_page_paints_it(web_screen: WebScreen, paint: str) -> None:
    eyes = await shown(web_screen, PAINTS[paint])
    await web_screen.evaluate("() => Promise.all([...document.images].map(image => image.decode()))")
    tree = await named_tree(eyes)
    assert [node.name for node in tree or () if node.role == "button"] == ["search"]


async def test_an_icon_of_a_font_is_told_on_light_and_on_dark(web_screen: WebScreen) -> None:
    font = base64.b64encode((HERE / "icon_font.woff2").read_bytes()).decode()  # a cross at U+E001
    style = (
        f"<style>@font-face {{ font-family: signs; src: url(data:font/woff2;base64,{font}) }} "
        ".x { width: 40px; height: 40px; font: 24px/24px signs; border: 0 } .x::before { content: '\\e001' }</style>"
    )
    colours = ("color:#000;background:#fff", "color:#eee;background:#222")
    buttons = "".join(f'<button class="x" style="{colour}"></button>' for colour in colours)
    eyes = await shown(web_screen, style + buttons)
    await web_screen.evaluate("() => document.fonts.load('24px signs', '\\ue001').then(() => document.fonts.ready)")
    tree = await named_tree(eyes)
    assert [node.name for node in tree or () if node.role == "button"] == ["close", "close"]


HEART = "M12 21C5 15 2 12 2 8a5 5 0 0 1 10-2 5 5 0 0 1 10 2c0 4-3 7-10 13z"


@pytest.mark.parametrize(("fill", "drawn"), [("currentColor", "filled"), ("none", "empty")])
async def test_a_heart_is_listed_as_filled_or_as_empty(web_screen: WebScreen, fill: str, drawn: str) -> None:
    heart = (
        f'<svg width="24" height="24" fill="{fill}" stroke="currentColor" stroke-width="2"><path d="{HEART}"/></svg>'
    )
    tree = await named_tree(await shown(web_screen, _painted("", heart)))
    assert tree
    assert f'button (icon "heart", {drawn})' in list_elements(tree)


async def test_a_replay_follows_an_icon_to_its_new_place_and_never_takes_another(web_screen: WebScreen) -> None:
    tree = await (eyes := await shown(web_screen, button("bin") + button("pencil"))).tree()
    assert tree
    pencil = [node for node in tree if node.role == "button"][1]
    patch = cut_patch(await eyes.shot(), pencil.box)
    anchor = make_anchor(pencil, Outline(tree), Instruction("edit it")).model_copy(update={"patch": patch})
    eyes = await shown(web_screen, button("pencil") + button("bin"))
    first = next(node for node in await eyes.tree() or () if node.role == "button")
    found = await find_anchor(anchor, web_screen, eyes, Instruction("edit it"))
    assert isinstance(found, Found)
    assert found.box == first.box
    for others in (button("bin"), button("bin") + button("cross"), button("bin") * 2):
        gone = await find_anchor(anchor, web_screen, await shown(web_screen, others), Instruction("edit it"))
        assert isinstance(gone, Passed)


def test_what_an_icon_behind_a_badge_is_stays_possible_and_what_it_is_not_does_not() -> None:
    import numpy
    from PIL import Image

    listed: list[tuple[str, str]] = json.loads((HERE / "held_out_icons.json").read_text("utf-8"))
    sheet = numpy.asarray(Image.open(HERE / "held_out_icons.png").convert("RGB"))
    own, other = list[bool](), list[bool]()
    inks: list[tuple[str, Any]] = []
    for number, (_, concept) in enumerate(listed[:240]):
        top, left = number // ACROSS * SIDE, number % ACROSS * SIDE
        picture = numpy.pad(sheet[top : top + SIDE, left : left + SIDE], ((4, 4), (4, 4), (0, 0)), mode="edge")
        picture[2:14, 24:36] = (220, 20, 20)
        inks.append((concept, icons.icon_ink(picture)))
    for (concept, _), reading in zip(inks, icons._reader().read([ink for _, ink in inks]), strict=True):
        if reading and reading.guess is None:
            own += [concept in reading.possible] if concept != "other" else []
            other += [name in reading.possible for name in ("settings", "search", "share") if name != concept]
    assert len(own) > 20
    assert sum(own) >= 0.95 * len(own)
    assert sum(other) <= 0.15 * len(other)
