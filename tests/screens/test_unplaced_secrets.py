"""Secrets that were typed where no element shows them are in no picture that is kept or sent."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from drawn_screen import FIELD, SIZE, AddressedScreen, DrawnScreen, letters_in, stripes_in
from PIL import Image, ImageDraw
from playwright.async_api import Browser
from replies import say
from rigs.sights import opened

from askonce.agent import Agent
from askonce.config import Settings, ShotSettings
from askonce.errors import CannotTell, ScreenError
from askonce.geometry import Box, Size
from askonce.models.factory import Models
from askonce.planning.secret_entry import begin_unseen_entry
from askonce.playground.live_view import secret_boxes
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens import Node, Shot, Tree
from askonce.screens.eyes import Eyes
from askonce.screens.unplaced_secrets import WITHHELD, unread_surfaces
from askonce.screens.web import open_page_screen
from askonce.testing import ScriptedModel
from askonce.tools.screen_tools import ScreenshotTool
from askonce.tools.tool_arguments import ToolContext
from askonce.trace import Entry, Looked, Trace
from askonce.values import Mask, Secret

KEY = Secret("sesame-4711")
DRAWS = """<p>Board</p><canvas id=c width=300 height=100 tabindex=0 style="display:block"></canvas>
<input aria-label=Key>
<script>let s = ''; const x = c.getContext('2d'); x.fillStyle = '#f00';
document.addEventListener('keydown', e => { if (e.key.length == 1 && document.activeElement.tagName != 'INPUT') {
  s += e.key; x.fillRect(10 + 20 * s.length, 20, 12, 60) } })</script>"""


PAINTS = """let s = ''; const x = c.getContext('2d'); x.fillStyle = '#f00';
function paint() { x.clearRect(0, 0, 300, 100); for (let i = 0; i < s.length; i++) x.fillRect(10 + 20 * i, 20, 12, 60) }
"""
LISTENS = PAINTS + "document.addEventListener('keydown', e => { if (e.key.length == 1) { s += e.key; paint() } });"
CANVAS = "<canvas id=c width=300 height=100></canvas>"
SHADOW = (
    """<div id=h tabindex=0></div><script>const r = h.attachShadow({mode: 'MODE'});
r.innerHTML = '<canvas width=300 height=100></canvas>'; const c = r.firstChild;"""
    + LISTENS
    + "h.focus()</script>"
)
HOSTS = {
    "focusable host": f"<div id=h tabindex=0>{CANVAS}</div><script>{LISTENS}h.focus()</script>",
    "field of its own": f"<div role=textbox id=h tabindex=0>{CANVAS}</div><script>{LISTENS}h.focus()</script>",
    "image": f"<canvas id=c role=img aria-label=T tabindex=0 width=300 height=100></canvas>"
    f"<script>{LISTENS}c.focus()</script>",
    "open root": SHADOW.replace("MODE", "open"),
    "closed root": SHADOW.replace("MODE", "closed"),
    "field that stays empty": "<textarea id=t aria-label=T style='position:absolute;left:600px;top:400px'></textarea>"
    f"{CANVAS}<script>{PAINTS}t.oninput = () => {{ s += t.value; t.value = ''; paint() }}; t.focus()</script>",
}


def agent_for(screen: DrawnScreen, *, replies: Sequence[str] = (), trace: Trace | None = None) -> Agent:
    settings = Settings(runs=None, patience=0.2, shots=ShotSettings("actions"))
    return Agent(screen, Models.of(ScriptedModel(list(replies))), settings=settings, trace=trace or Trace())


def red_in(shot: Shot) -> int:
    with Image.open(io.BytesIO(shot.image)) as opened:
        pixels = opened.convert("RGB").tobytes()
    return sum(r > 200 and g < 60 and b < 60 for r, g, b in zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))


async def test_what_changed_since_a_secret_was_typed_is_hidden_and_the_rest_is_shown() -> None:
    screen = DrawnScreen()
    agent = agent_for(screen)
    before = await agent.screenshot()
    await agent.type(None, KEY)
    assert letters_in((await screen.capture()).image)
    shown = await agent.screenshot()
    assert letters_in(shown) == 0
    assert 0 < stripes_in(shown) < stripes_in(before)


async def test_no_picture_that_a_run_keeps_shows_it(tmp_path: Path) -> None:
    class Looks:
        def __init__(self) -> None:
            self.shots: list[Looked] = []

        def write(self, entry: Entry) -> None:
            self.shots += [entry.event] if isinstance(entry.event, Looked) else []

    looks, trace = Looks(), Trace(tmp_path)
    trace.subscribe(looks)
    agent = agent_for(DrawnScreen(), trace=trace)
    await agent.type(None, KEY)
    await agent.press("Enter")
    kept = [(tmp_path / "blobs" / look.shot).read_bytes() for look in looks.shots if look.shot]
    assert kept
    assert [letters_in(image) for image in kept] == [0] * len(kept)


async def test_a_screen_that_shows_something_else_is_withheld_as_a_whole_and_says_why() -> None:
    screen = DrawnScreen()
    agent = agent_for(screen)
    await agent.type(None, KEY)
    screen.shift = 13  # as if it were scrolled: nothing is where it was
    shot = await Eyes(screen, agent.trace.mask).shot()
    assert (shot.withheld, stripes_in(shot.image), letters_in(shot.image)) == (WITHHELD, 0, 0)
    with pytest.raises(ScreenError, match="a secret was typed here"):
        await agent.screenshot()
    with pytest.raises(CannotTell, match="a secret was typed here"):
        await agent.check("the light is green")


class Ringed(DrawnScreen):
    """A screen that paints a ring around a part of it once something is typed."""

    def __init__(self, ring: tuple[int, int, int, int]) -> None:
        super().__init__()
        self.ring = ring

    async def capture(self) -> Shot:
        shot = await super().capture()
        with Image.open(io.BytesIO(shot.image)) as opened:
            picture = opened.convert("RGB")
        if self.typed:
            ImageDraw.Draw(picture).rounded_rectangle(self.ring, radius=8, outline="purple", width=3)
        out = io.BytesIO()
        picture.save(out, "PNG")
        return replace(shot, image=out.getvalue())


async def test_a_ring_around_what_has_the_focus_does_not_withhold_the_rest() -> None:
    screen = Ringed((2, 2, 397, 297))
    agent = agent_for(screen)
    before = await agent.screenshot()
    await agent.type(None, KEY)
    shot = await Eyes(screen, agent.trace.mask).shot()
    assert (shot.withheld, letters_in(shot.image)) == ("", 0)
    assert 0.5 * stripes_in(before) < stripes_in(shot.image) < stripes_in(before)


async def test_the_sides_of_a_box_around_what_was_typed_are_hidden() -> None:
    """Its width tells how long that is."""
    screen = Ringed((14, 70, 260, 170))
    agent = agent_for(screen)
    await agent.type(None, KEY)
    with Image.open(io.BytesIO((await Eyes(screen, agent.trace.mask).shot()).image)) as picture:
        assert (128, 0, 128) not in {colour for _, colour in picture.convert("RGB").getcolors(9999) or ()}


async def test_eyes_in_this_process_still_see_it() -> None:
    screen = DrawnScreen()
    agent = agent_for(screen)
    await agent.type(None, KEY)
    eyes = Eyes(screen, agent.trace.mask)
    assert letters_in((await eyes.local_shot()).image) == letters_in((await screen.capture()).image) > 0
    assert letters_in((await eyes.shot(exact=False)).image) == letters_in((await eyes.snap()).image) == 0


async def test_a_screen_without_a_typed_secret_is_shown_as_it_is() -> None:
    screen = DrawnScreen()
    agent = agent_for(screen)
    agent.trace.mask.learn({"key": KEY})
    await agent.type(None, "mugs")
    eyes = Eyes(screen, agent.trace.mask)
    assert (await eyes.shot()).image == (await eyes.local_shot()).image == (await screen.capture()).image


async def test_another_page_is_shown_and_the_page_is_hidden_again_when_it_comes_back() -> None:
    screen = AddressedScreen()
    agent = agent_for(screen)
    await agent.type(None, KEY)
    assert letters_in(await agent.screenshot()) == 0
    screen.address = "drawn://login?step=2"  # may be the same page
    assert letters_in(await agent.screenshot()) == 0
    screen.address, letters, screen.typed = "drawn://home", screen.typed, ""
    assert await agent.screenshot() == (await screen.capture()).image
    screen.address, screen.typed = "drawn://login", letters
    assert letters_in(await agent.screenshot()) == 0


async def test_a_page_that_lies_dimmed_behind_another_one_is_not_left_yet() -> None:
    class Dimmed(AddressedScreen):
        light = 1.0

        async def capture(self) -> Shot:
            shot = await super().capture()
            with Image.open(io.BytesIO(shot.image)) as opened:
                picture = opened.point(lambda shade: round(shade * self.light))
            out = io.BytesIO()
            picture.save(out, "PNG")
            return replace(shot, image=out.getvalue())

    screen = Dimmed()
    agent = agent_for(screen)
    await agent.type(None, KEY)
    screen.address, screen.light = "drawn://question", 0.4
    with pytest.raises(ScreenError, match="a secret was typed here"):
        await agent.screenshot()
    assert await secret_boxes(screen, agent.trace.mask) == [Box.of_size(SIZE)]
    screen.light, screen.typed, screen.shift = 1.0, "", 13
    assert await agent.screenshot() == (await screen.capture()).image
    assert await secret_boxes(screen, agent.trace.mask) == []


async def test_a_model_that_sees_pictures_alone_is_not_asked_about_one_that_is_withheld() -> None:
    screen = DrawnScreen()
    model = ScriptedModel(["never read"])
    agent = Agent(screen, Models.of(model), settings=Settings(runs=None, patience=0.2))
    await agent.type(None, KEY)
    screen.shift = 13
    with pytest.raises(ScreenError, match="a secret was typed here"):
        await agent.act("press the light", sees="screenshot")
    assert model.asked == []


async def test_the_live_view_shows_nothing_of_such_a_screen() -> None:
    screen = DrawnScreen()
    agent = agent_for(screen)
    agent.trace.mask.learn({"key": KEY})
    assert await secret_boxes(screen, agent.trace.mask) == []
    await agent.type(None, KEY)
    assert await secret_boxes(screen, agent.trace.mask) == [Box.of_size(SIZE)]


async def test_a_canvas_that_got_the_keys_is_blackened_and_the_rest_of_the_page_is_shown(chromium: Browser) -> None:
    async with opened(chromium, DRAWS) as (screen, _):
        agent = Agent(screen, Models.of(ScriptedModel([])), settings=Settings(runs=None))
        await screen.evaluate("c.focus()")
        await agent.type(None, KEY, mode="append")
        assert red_in(await screen.capture()) > 100
        eyes = Eyes(screen, agent.trace.mask)
        shot, fast = await eyes.shot(), await eyes.shot(exact=False)
        assert (red_in(shot), red_in(fast), shot.withheld) == (0, 0, "")
        assert red_in(await eyes.local_shot()) > 100
        with Image.open(io.BytesIO(shot.image)) as picture:
            assert picture.convert("L").crop((0, 140, 800, 600)).getextrema()[1] == 255


@pytest.mark.parametrize("host", HOSTS)
async def test_a_canvas_is_blackened_whatever_the_elements_call_it(chromium: Browser, host: str) -> None:
    async with opened(chromium, f"<p>Board</p>{HOSTS[host]}") as (screen, _):
        agent = Agent(screen, Models.of(ScriptedModel([])), settings=Settings(runs=None))
        await agent.type(None, KEY, mode="append")
        assert red_in(await screen.capture()) > 100
        eyes = Eyes(screen, agent.trace.mask)
        shot, fast = await eyes.shot(), await eyes.shot(exact=False)
        assert (red_in(shot), red_in(fast), shot.withheld) == (0, 0, "")
        assert await secret_boxes(screen, agent.trace.mask)


async def test_a_canvas_that_replaces_another_is_blackened_where_only_the_address_has_changed(
    chromium: Browser,
) -> None:
    async with await chromium.new_page(viewport={"width": 800, "height": 600}) as page:
        markup = f"<!doctype html>{HOSTS['focusable host']}"
        await page.route("**/*", lambda route: route.fulfill(body=markup, content_type="text/html"))
        await page.goto("http://app.test/start")
        screen = await open_page_screen(page)
        agent = Agent(screen, Models.of(ScriptedModel([])), settings=Settings(runs=None))
        await agent.type(None, KEY, mode="append")
        eyes = Eyes(screen, agent.trace.mask)
        replacing = """const n = document.createElement('canvas'); document.querySelector('canvas').replaceWith(n);
            const y = n.getContext('2d'); y.fillStyle = '#f00'; y.fillRect(10, 20, 100, 60);"""
        await screen.evaluate(f"() => {{ history.pushState({{}}, '', '/other'); {replacing} }}")
        assert screen.address == "http://app.test/other"
        assert red_in(await screen.capture()) > 100
        assert red_in(await eyes.shot()) == 0
        await screen.navigate("http://app.test/elsewhere")
        eyes.blink()
        await screen.evaluate(f"() => {{ {replacing} }}")
        assert red_in(await eyes.shot()) > 100, "another page is shown"
        await screen.close()


async def test_a_canvas_is_shown_where_fields_hold_the_secret_together_or_the_field_was_replaced(
    chromium: Browser,
) -> None:
    digits = "".join(f"<input aria-label='Digit {number}' maxlength=1 size=1>" for number in range(1, 7))
    moves = "document.querySelectorAll('input').forEach((e, i, a) => e.oninput = () => a[i + 1] && a[i + 1].focus());"
    again = """<div id=w></div><script>function show(v) { w.innerHTML = '<input aria-label=Code>';
    const n = w.firstChild; n.value = v; n.oninput = () => show(n.value); n.focus() } show('')</script>"""
    for page, target in ((f"{digits}<script>{moves}</script>", "the field Digit 1"), (again, "the field Code")):
        under = CANVAS.replace("<canvas", "<canvas style='position:absolute;left:0;top:0;z-index:-1'")
        chart = f"{under}<script>const x = c.getContext('2d'); x.fillStyle = '#f00'; x.fillRect(0, 0, 300, 99)</script>"
        async with opened(chromium, page + chart) as (screen, _):
            agent = Agent(screen, Models.of(ScriptedModel([])), settings=Settings(runs=None))
            await agent.type(target, Secret("471193"))
            assert red_in(await Eyes(screen, agent.trace.mask).shot()) > 100, target


async def test_a_canvas_that_is_most_of_the_page_is_withheld_with_the_reason(chromium: Browser) -> None:
    page = HOSTS["focusable host"].replace("<canvas", "<canvas style='position:fixed;inset:0;width:100%;height:100%'")
    async with opened(chromium, page) as (screen, _):
        agent = Agent(screen, Models.of(ScriptedModel([])), settings=Settings(runs=None))
        await agent.type(None, KEY, mode="append")
        shot = await Eyes(screen, agent.trace.mask).shot()
        assert (red_in(shot), shot.withheld) == (0, WITHHELD)


async def test_a_canvas_beside_a_field_that_took_the_secret_is_shown(chromium: Browser) -> None:
    async with opened(chromium, DRAWS) as (screen, _):
        agent = Agent(screen, Models.of(ScriptedModel([])), settings=Settings(runs=None))
        await screen.evaluate("x.fillRect(10, 20, 12, 60)")
        await agent.type("the field Key", KEY)
        shot = await Eyes(screen, agent.trace.mask).shot()
        assert (red_in(shot), shot.withheld) == (red_in(await screen.capture()), "")


async def test_a_script_that_gets_a_secret_may_draw_it(chromium: Browser) -> None:
    async with opened(chromium, DRAWS) as (screen, _):
        agent = Agent(screen, Models.of(ScriptedModel([])), settings=Settings(runs=None))
        await agent.evaluate("key => { x.fillRect(10, 20, key.length * 10, 60) }", KEY)
        assert red_in(await screen.capture()) > 100
        assert red_in(await Eyes(screen, agent.trace.mask).shot()) == 0


def test_what_nobody_can_read_is_a_surface_and_a_frame_that_was_read_is_none() -> None:
    def node(number: int, role: str, box: Box, parent: int | None = None) -> Node:
        return Node(number, role, "", box, parent=parent)

    nodes = (
        node(1, "canvas", Box(0, 0, 10, 10)),
        node(2, "iframe", Box(20, 0, 10, 10)),
        node(3, "iframe", Box(40, 0, 10, 10)),
        node(4, "button", Box(42, 2, 5, 5), parent=3),
        replace(node(5, "group", Box(60, 0, 10, 10)), attributes={"surface": "yes"}),
        replace(node(6, "img", Box(80, 0, 10, 10)), attributes={"tag": "canvas"}),
    )
    assert [one.number for one in unread_surfaces(Tree(nodes, Size(100, 100)))] == [1, 2, 5, 6]


async def test_mask_and_screen_keep_apart_what_was_typed() -> None:
    screen, other = DrawnScreen(), DrawnScreen()
    agent = agent_for(screen)
    await agent.type(None, KEY)
    other.typed = "abc"
    assert letters_in((await Eyes(other, agent.trace.mask).shot()).image) > 0
    assert letters_in((await Eyes(screen, Mask()).shot()).image) > 0


class Outlined(DrawnScreen):
    """A screen that draws, and knows some of its elements."""

    def __init__(self, *nodes: Node) -> None:
        super().__init__()
        self.nodes = nodes

    async def tree(self) -> Tree:
        held = (replace(node, value=self.typed) if node.role in {"textbox", "note"} else node for node in self.nodes)
        return Tree(tuple(held), SIZE, address="drawn://app")


OTHER = Node(1, "button", "Save", Box(0, 0, 60, 20), actionable=True)


async def test_an_application_that_tells_nothing_of_its_fields_is_as_one_without_elements() -> None:
    screens: list[Outlined] = [Outlined(), Outlined(OTHER)]
    for screen in screens:
        agent = agent_for(screen)
        await agent.type(None, KEY)
        assert letters_in(await agent.screenshot()) == 0


async def test_whatever_element_shows_it_is_painted_over_and_nothing_else() -> None:
    for role, states in (("textbox", frozenset({"focused"})), ("note", frozenset[str]())):
        field = Node(2, role, "Key", FIELD, states=states)  # type: ignore[arg-type]
        screen = Outlined(OTHER, field)
        agent = agent_for(screen)
        await agent.type(None, KEY)
        assert agent.trace.mask.typed.on(screen) == ()
        shown = await agent.screenshot()
        assert letters_in(shown) == 0
        screen.shift = 13
        assert stripes_in(await agent.screenshot()) > 0, "the rest is shown, whatever changes"


async def test_a_canvas_under_a_known_field_is_hidden_unless_the_field_holds_the_secret() -> None:
    canvas = Node(3, "canvas", "", FIELD)
    for role, hidden in (("textbox", 0), ("searchbox", 1)):  # the second one gets keys and holds nothing
        screen = Outlined(canvas, Node(2, role, "Key", FIELD, value="", states=frozenset({"focused"})))
        agent = agent_for(screen)
        await agent.type(None, KEY)
        assert len(agent.trace.mask.typed.on(screen)) == hidden
        assert letters_in(await agent.screenshot()) == 0


async def test_a_client_gets_the_reason_with_the_black_picture() -> None:
    screen = DrawnScreen()
    agent = agent_for(screen)
    await agent.type(None, KEY)
    screen.shift = 13
    outcome = await ScreenshotTool().perform(ToolContext(agent, {}))
    assert outcome.text == WITHHELD
    assert outcome.picture
    assert (letters_in(outcome.picture.image), stripes_in(outcome.picture.image)) == (0, 0)


async def test_no_picture_of_an_element_is_recorded_while_a_secret_may_be_seen_around_it() -> None:
    tap = say(("Tap", {"target": {"prompt": "the stripes", "bbox": [0, 20, 300, 100]}}))
    for secret, kept in ((None, True), (KEY, False)):
        screen, store = DrawnScreen(), MemoryRecordings()
        models = Models.of(ScriptedModel([tap, say(done="ok")]))
        settings = Settings(runs=None, patience=0.2)
        async with Agent(screen, models, settings=settings, recordings=Recordings(store, "it")) as agent:
            await agent.type(None, secret or "sesame-4711")
            await agent.act("press the stripes", sees="screenshot")
        recording = next(one for one in store.read("it").recordings if one.instruction == "press the stripes")
        assert (recording.steps[0].anchors["target"].patch is not None) is kept


async def test_a_canvas_of_a_page_that_nobody_has_looked_at_yet_is_hidden_too() -> None:
    class Locating(Outlined):
        async def find_secrets(self, mask: Mask) -> Sequence[Box]:
            return []

    screen, mask = Locating(OTHER), Mask()
    mask.learn({"key": KEY})
    eyes = Eyes(screen, mask)
    await eyes.tree()
    screen.nodes = (Node(3, "canvas", "", FIELD),)  # another page
    eyes.blink()
    await begin_unseen_entry(eyes)
    await screen.type(KEY.reveal())
    assert letters_in((await eyes.shot()).image) == 0


BOARDS = """<canvas id=a width=300 height=100 style="display:block"></canvas>
<canvas id=b width=300 height=100 style="display:block"></canvas><script>
window.paint = (canvas, color) => { const x = canvas.getContext('2d'); x.fillStyle = color; x.fillRect(0, 0, 300, 100) }
paint(a, '#f00'); paint(b, '#f00')</script>"""


async def test_a_script_with_a_secret_hides_only_the_canvases_that_look_different_since(chromium: Browser) -> None:
    async with opened(chromium, BOARDS) as (screen, _):
        agent = Agent(screen, Models.of(ScriptedModel([])), settings=Settings(runs=None))

        async def shown() -> list[object]:
            with Image.open(io.BytesIO(await agent.screenshot())) as picture:
                return [picture.convert("RGB").getpixel((150, y)) for y in (50, 150)]

        await agent.evaluate("key => { window.kept = key }", KEY)
        assert await shown() == [(255, 0, 0)] * 2
        await screen.evaluate("paint(b, '#0f0')")
        assert await shown() == [(255, 0, 0), (0, 0, 0)]
        await screen.evaluate("paint(a, '#0f0')")
        assert await shown() == [(0, 0, 0)] * 2
