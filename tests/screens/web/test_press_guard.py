"""What comes out of a press that reached its element goes there too, or nowhere: clicks of a finger, second clicks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from local_site import Show, Site

from askonce.errors import NotOperable, TargetMoved
from askonce.geometry import Point, Size
from askonce.screens.web import Device, WebScreen


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


TOUCHED = Device(viewport=Size(800, 600), touch=True)
PHONE = Device(viewport=Size(800, 600), touch=True, mobile=True)
MOUSE = Device(viewport=Size(800, 600))
HEAR = """<style>body { margin: 0 } button { display: block; width: 200px; height: 40px }</style>
<script>
window.heard = [];
const hear = ({ type, target }) => heard.push(`${type} ${target.textContent?.trim()}`);
for (const name of ["mousedown", "click", "dblclick"]) document.addEventListener(name, hear, true);
</script>"""
BEGUN = "the press began there, and the click of it was kept back"
"""It is not pressed again by itself: the page may have done something when it was touched."""
TIP = f"""{HEAR}<div id=tip style="height: 40px">A tip</div><button>Save</button><button>Delete</button>"""


async def aimed(screen: WebScreen, words: str) -> Point:
    node = next(node for node in await screen.tree() if words in (node.name or node.text))
    return replace(node.point or node.box.center, element=node.number)


async def opened(show: Show, site: Site, markup: str, device: Device = MOUSE) -> WebScreen:
    screen = await show(site.serve("/", f"<!doctype html><meta charset=utf-8>{markup}"), device=device)
    await screen.settle()
    return screen


@pytest.mark.parametrize("device", [TOUCHED, PHONE], ids=["touched", "phone"])
@pytest.mark.parametrize("when", ["pointerdown", "touchstart", "pointerup", "touchend"])
async def test_a_page_that_moves_under_a_finger_has_no_neighbour_clicked(
    show: Show, site: Site, when: str, device: Device
) -> None:
    screen = await opened(show, site, f"{TIP}<script>addEventListener('{when}', () => tip.remove())</script>", device)
    with pytest.raises(NotOperable, match=f"{BEGUN}.*Delete"):
        await screen.tap(await aimed(screen, "Save"))
    assert await screen.evaluate("heard") == []
    await screen.tap(await aimed(screen, "Save"))
    assert await screen.evaluate("heard") == ["mousedown Save", "click Save"]


async def test_a_button_that_leaves_the_finger_for_a_bare_place_is_not_taken_for_pressed(
    show: Show, site: Site
) -> None:
    markup = f"{HEAR}<div id=tip style='height: 40px'></div><button>Save</button>"
    screen = await opened(show, site, f"{markup}<script>ontouchend = () => tip.remove()</script>", TOUCHED)
    with pytest.raises(NotOperable, match=BEGUN):
        await screen.tap(await aimed(screen, "Save"))


@pytest.mark.parametrize("is_frame", [False, True], ids=["overlay", "frame"])
async def test_what_opens_under_a_finger_gets_no_click_of_it(show: Show, site: Site, is_frame: bool) -> None:
    inside = f"{HEAR}<button style='width: 400px; height: 300px'>Delete</button>"
    site.serve("/in", inside)
    over = "<iframe src=/in></iframe>" if is_frame else "<button style='width: 400px; height: 300px'>Delete</button>"
    size = "border: 0; width: 400px; height: 300px"
    style = f"<style>#over {{ position: fixed; left: 0; top: 300px }} iframe {{ {size} }}</style>"
    opens = "<script>ontouchend = () => over.style.top = 0</script>"
    screen = await opened(show, site, f"{HEAR}<button>Open</button>{style}<div id=over>{over}</div>{opens}", TOUCHED)
    with pytest.raises(NotOperable, match=BEGUN):
        await screen.tap(await aimed(screen, "Open"))
    assert [await frame.evaluate("heard") for frame in screen.page.frames] == [[]] * (1 + is_frame)


COVER = "<div id=cover hidden style='position: fixed; inset: 0; z-index: 9'></div>"


@pytest.mark.parametrize("device", [MOUSE, TOUCHED], ids=["mouse", "touched"])
@pytest.mark.parametrize("markup", [
    f"{COVER}<button onmousedown='cover.hidden = false; window.done = true'>Sort</button>",
    "<button onmousedown=\"document.body.style.pointerEvents = 'none'; window.done = true\">Sort</button>",
    "<button onpointerdown=\"document.body.style.pointerEvents = 'none'; window.done = true\">Sort</button>",
    "<ul><li onmousedown='this.parentNode.hidden = window.done = true'>Sort</ul>",
    "<ul><li onmousedown='this.remove(); window.done = true'>Sort</ul>",
    "<p><button onmousedown='this.outerHTML = this.outerHTML; window.done = true'>Sort</button></p>",
    "<div style='padding: 40px' id=b><button onmousedown='window.done = true'>Sort</button></div>"
    "<script>onpointerdown = ({ pointerId }) => b.setPointerCapture(pointerId)</script>",
])  # fmt: skip
async def test_a_press_that_does_something_where_it_goes_down_is_no_miss(
    show: Show, site: Site, markup: str, device: Device
) -> None:
    """The rest of it comes to what has opened there, or to what both stand in, as it does with a person."""
    screen = await opened(show, site, markup, device)
    await screen.tap(await aimed(screen, "Sort"))
    assert await screen.evaluate("window.done")


async def test_a_click_does_not_go_to_the_card_around_a_button_that_moved(show: Show, site: Site) -> None:
    moves = "onmousedown=\"this.style.marginLeft = '300px'\""
    card = f"<div role=button tabindex=0 aria-label=Card style='height: 200px'><button {moves}>Save</button></div>"
    screen = await opened(show, site, HEAR + card)
    with pytest.raises(NotOperable, match=f"{BEGUN}.*Card"):
        await screen.tap(await aimed(screen, "Save"))
    assert await screen.evaluate("heard") == ["mousedown Save"]


async def test_a_menu_that_a_held_finger_opens_gets_no_click_at_its_end(show: Show, site: Site) -> None:
    menu = "<div id=menu hidden style='position: fixed; left: 0; top: 0'><button>Delete</button></div>"
    opens = "<script>ontouchstart = () => setTimeout(() => menu.hidden = false, 30)</script>"
    screen = await opened(show, site, f"{HEAR}<div style='height: 40px'>Photo</div>{menu}{opens}", TOUCHED)
    await screen.hold(await aimed(screen, "Photo"), 0.3)
    assert await screen.evaluate("[menu.hidden, heard]") == [False, []]


ROWS = f"""{HEAR}<style>li {{ height: 30px }}</style><ul id=list><li>Ant<li>Bee<li>Cat</ul>"""
FIRST = {
    "an overlay opens": "over.style.top = 0",
    "the row moves": "list.prepend(row)",
    "all is drawn anew": "list.innerHTML = '<li>Cat<li>Ant<li>Bee'",
}
OVER = "<button id=over style='position: fixed; left: 0; top: 400px; width: 600px; height: 200px'>Delete</button>"


@pytest.mark.parametrize("is_framed", [False, True], ids=["alone", "beside a frame"])
@pytest.mark.parametrize("first", FIRST)
async def test_a_second_click_reaches_what_the_first_one_reached_or_nothing(
    show: Show, site: Site, first: str, is_framed: bool
) -> None:
    site.serve("/in", "<p>A frame")
    frame = "<iframe src=/in style='position: fixed; right: 0; top: 0; width: 200px'></iframe>" * is_framed
    does = f"<script>onclick = ({{ target: row }}) => {{ onclick = null; {FIRST[first]} }}</script>"
    screen = await opened(show, site, ROWS + OVER + frame + does)
    with pytest.raises(NotOperable, match="the first click came through"):
        await screen.tap(await aimed(screen, "Cat"), count=2)
    assert await screen.evaluate("heard") == ["mousedown Cat", "click Cat"]


@pytest.mark.parametrize("first", [
    "row.className = 'chosen'",
    "row.setAttribute('aria-selected', true), list.innerHTML = list.innerHTML",
    "list.style.paddingTop = '5px'",
])  # fmt: skip
async def test_a_second_click_reaches_a_row_that_the_first_one_has_chosen(show: Show, site: Site, first: str) -> None:
    screen = await opened(
        show, site, f"{ROWS}<script>onclick = ({{ target: row }}) => {{ onclick = null; {first} }}</script>"
    )
    await screen.tap(await aimed(screen, "Cat"), count=2)
    heard = await screen.evaluate("heard")
    assert [text for text in heard if text.startswith("click")] == ["click Cat", "click Cat"]
    assert "dblclick Cat" in heard


async def test_the_first_of_two_clicks_that_misses_is_a_plain_miss(show: Show, site: Site) -> None:
    screen = await opened(show, site, ROWS)
    at = await aimed(screen, "Cat")
    await screen.evaluate("list.prepend(list.lastElementChild)")
    with pytest.raises(TargetMoved, match="Bee"):
        await screen.tap(at, count=2)
    assert await screen.evaluate("heard") == []
