"""Elements seen in a picture of a real page. The boxes are those of the page itself, the rest is read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page
from shipped_fonts import SANS, font_style

from askonce import launch
from askonce.config import Settings
from askonce.embedded.decision import decide
from askonce.embedded.planning_state import PlanningState
from askonce.errors import GaveUp
from askonce.geometry import Box, Frame, Point, Size
from askonce.history import PlannerQuestion
from askonce.insight.exact import judge
from askonce.prompts.element_list import list_elements
from askonce.screens import Node, Shot, Tree
from askonce.screens.eyes import Eyes
from askonce.screens.fake import FakeScreen
from askonce.screens.screen_protocol import Edge
from askonce.values import Mask
from askonce.vision import seen_tree
from askonce.vision.ocr import PictureText
from askonce.vision.seen_tree import commitment_doubt, place_doubt, reading_doubt, see_tree

pytest.importorskip("rapidocr")

VIEW = Size(480, 320)
MARKUP = f"""{font_style(SANS)}
<style>* {{ font: 15px {SANS}; box-sizing: border-box }} [data-role], p {{ position: absolute; margin: 0 }}
input[type=text] {{ width: 180px; height: 30px; padding: 0 8px }} button {{ height: 32px }}</style>
<body style="margin:0">
<p style="left:20px;top:26px">City</p>
<input type=text data-role=textbox placeholder="Where to" style="left:90px;top:20px">
<p style="left:20px;top:66px">Name</p>
<input type=text data-role=textbox value="Ann Lee" style="left:90px;top:60px">
<input type=checkbox checked data-role=checkbox style="left:20px;top:110px;width:16px;height:16px;margin:0">
<p style="left:42px;top:108px">Gift wrap</p>
<div data-role=row style="left:20px;top:150px;width:400px;height:44px;border:1px solid #888">
  <p style="left:12px;top:12px">Kettle</p><button data-role=button style="left:280px;top:5px;width:90px">Remove</button>
</div>
<div data-role=row style="left:20px;top:200px;width:400px;height:44px;border:1px solid #888">
  <p style="left:12px;top:12px">Teapot</p><button data-role=button style="left:280px;top:5px;width:90px">Remove</button>
</div>
<button data-role=button style="left:20px;top:260px;width:90px">Save</button>
</body>"""
BOXES = """() => [...document.querySelectorAll("[data-role]")].map((element) => {
  const box = element.getBoundingClientRect();
  return [element.dataset.role, box.left, box.top, box.right, box.bottom, element.checked ?? null];
})"""


@dataclass(frozen=True)
class Detection:
    box: Box
    role: str
    confidence: float
    checked: bool | None


class Canvas:
    """A page as a screen that can be seen and touched, and knows no elements."""

    kind = "canvas"

    def __init__(self, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
        self._page = page
        self._monkeypatch = monkeypatch

    async def capture(self) -> Shot:
        return (await look(self._page, self._monkeypatch))[0]

    async def size(self) -> Size:
        return VIEW

    async def settle(self) -> None: ...

    def news(self) -> Sequence[str]:
        return ()

    async def close(self) -> None: ...

    async def tap(self, at: Point, *, count: int = 1) -> None:
        await self._page.mouse.click(at.x, at.y, click_count=count)

    async def hold(self, at: Point, seconds: float) -> None: ...

    async def drag(self, start: Point, end: Point) -> None: ...

    async def type(self, text: str, *, delay: float = 0.0) -> None:
        await self._page.keyboard.type(text)

    async def clear(self) -> None:
        await self._page.keyboard.press("Control+A")
        await self._page.keyboard.press("Delete")

    async def press(self, keys: str) -> None:
        await self._page.keyboard.press(keys)


async def look(page: Page, monkeypatch: pytest.MonkeyPatch) -> tuple[Shot, Tree]:
    """A picture of the page, and the elements that are seen in it."""
    found = [
        Detection(Box.of_edges(*edges), role, 0.9, checked if role == "checkbox" else None)
        for role, *edges, checked in await page.evaluate(BOXES)
    ]
    monkeypatch.setattr(seen_tree, "_detect", lambda pixels: found)
    seen_tree._look.cache_clear()
    shot = Shot(await page.screenshot(), "image/png", Frame.whole(VIEW, VIEW))
    return shot, await see_tree(shot)


@pytest_asyncio.fixture(loop_scope="session")
async def page(chromium: Browser) -> AsyncIterator[Page]:
    page = await chromium.new_page(viewport={"width": VIEW.width, "height": VIEW.height})
    await page.set_content(MARKUP)
    await page.evaluate("() => document.fonts.load('15px DejaVuSans')")
    yield page
    await page.close()


def named(tree: Tree, role: str, name: str) -> list[Node]:
    return [node for node in tree if node.role == role and node.name == name]


async def test_words_belong_to_the_controls_that_show_them_or_stand_beside_them(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, tree = await look(page, monkeypatch)
    assert [node.role for node in tree if node.actionable] == [
        *("textbox", "textbox", "checkbox", "listitem", "button", "listitem", "button", "button"),
    ]
    (city,), (name,) = named(tree, "textbox", "City"), named(tree, "textbox", "Name")
    assert (city.value, city.attributes["placeholder"]) == (None, "Where to")
    assert name.value == "Ann Lee"
    (gift,) = named(tree, "checkbox", "Gift wrap")
    assert "checked" in gift.states
    kettle, teapot = (node for node in tree if node.role == "listitem")
    assert [node.words for node in tree if node.parent == kettle.number] == ["Kettle", "Remove"]
    assert [node.words for node in tree if node.parent == teapot.number] == ["Teapot", "Remove"]


async def test_elements_keep_their_numbers_and_a_number_never_moves_to_another_row(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes = Eyes(FakeScreen(), Mask())
    first = seen_tree._numbered((await look(page, monkeypatch))[1], eyes)
    await page.evaluate("() => document.querySelector('[data-role=row]').remove()")
    await page.evaluate("() => { document.querySelector('[data-role=row]').style.top = '150px' }")
    second = seen_tree._numbered((await look(page, monkeypatch))[1], eyes)
    assert named(second, "button", "Save")[0].number == named(first, "button", "Save")[0].number
    of_kettle, of_teapot = named(first, "button", "Remove")
    (left,) = named(second, "button", "Remove")
    assert left.number != of_kettle.number
    assert not first.find(left.number) or left.number == of_teapot.number


async def test_a_box_across_two_fields_is_neither_of_them(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    shot, _ = await look(page, monkeypatch)
    off = Detection(Box.of_edges(90, 35, 270, 65), "textbox", 0.9, None)
    monkeypatch.setattr(seen_tree, "_detect", lambda pixels: [off])
    seen_tree._look.cache_clear()
    assert not [node for node in await see_tree(shot) if node.role == "textbox"]


async def test_a_seen_tree_says_so_and_proves_nothing(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    _, tree = await look(page, monkeypatch)
    assert "seen in the picture; names may be misread" in list_elements(tree)
    assert judge('the text "Gift wrap" is visible', tree) is None
    assert judge('the text "Nowhere" is visible', tree) is None


async def test_an_act_without_a_model_fills_in_and_presses_what_is_only_seen(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Canvas(page, monkeypatch)
    await page.evaluate("""() => document.querySelectorAll('button')[2].onclick = () => {
      document.title = "saved";
      document.body.insertAdjacentHTML("beforeend", '<p style="left:140px;top:266px">Your entry has been saved</p>');
    }""")
    async with launch.screen(screen, settings=Settings(runs=None, patience=0.0)) as agent:
        await agent.act('type "Rome" into City and click Save')
        assert await page.evaluate("() => document.querySelector('input').value") == "Rome"
        assert await page.title() == "saved"
        with pytest.raises(GaveUp, match="only seen in a picture"):
            await agent.act('if the text "Gift wrap" is visible, click Save')
        with pytest.raises(GaveUp, match="Remove"):
            await agent.act("click Remove")


MISSED = f"""{font_style(SANS)}
<style>* {{ font: 15px {SANS}; box-sizing: border-box }} body > * {{ position: absolute; margin: 0 }}</style>
<body style="margin:0">
<p style="left:20px;top:12px">Full name</p>
<div style="left:20px;top:36px;width:180px;height:32px;border:1px solid #888;border-radius:4px"></div>
<div style="left:20px;top:90px;width:180px;height:90px;border:1px solid #888;padding:12px">Kettle<br>
  <span style="display:inline-block;padding:8px 20px;background:#146;color:#fff">Choose</span></div>
<div style="left:220px;top:90px;width:180px;height:90px;border:1px solid #888;padding:12px">Teapot<br>
  <span style="display:inline-block;padding:8px 20px;background:#146;color:#fff">Choose</span></div>
<u style="left:20px;top:210px">Terms of sale</u>
<p style="left:220px;top:210px">Read <span style="color:#00e">the guide</span> or <u>ask us</u> now</p>
</body>"""


async def test_what_the_detector_misses_is_told_by_how_it_is_drawn(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    await page.set_content(MISSED)
    await page.evaluate("() => document.fonts.load('15px DejaVuSans')")
    _, tree = await look(page, monkeypatch)
    assert [(node.role, node.name) for node in tree if node.actionable] == [
        ("textbox", "Full name"),
        ("button", "Choose"),
        ("button", "Choose"),
        ("link", "Terms of sale"),
        ("link", "the guide"),
        ("link", "ask us"),
    ]
    kettle, teapot = (node for node in tree if node.role == "group")
    assert [node.words for node in tree if node.parent == kettle.number] == ["Kettle", "Choose"]
    assert [node.words for node in tree if node.parent == teapot.number] == ["Teapot", "Choose"]


def test_a_panel_that_is_closed_in_its_corner_is_a_dialog() -> None:
    panel = Node(1, "group", "", Box(100, 100, 200, 120))
    icon = {"seen": "100%", "icon": "seen 97%"}
    close = Node(2, "button", "close", Box(270, 104, 20, 20), actionable=True, parent=1, attributes=icon)
    save = Node(3, "button", "Save", Box(120, 180, 60, 24), actionable=True, parent=1, attributes={"seen": "99%"})
    moved = replace(close, box=Box(120, 104, 20, 20))
    assert seen_tree.as_dialog(panel, Tree((panel, close, save), VIEW)).role == "dialog"
    sign = replace(close, name="x", attributes={"seen": "100%"})
    assert seen_tree.as_dialog(panel, Tree((panel, sign, save), VIEW)).role == "dialog"
    assert seen_tree.as_dialog(panel, Tree((panel, moved, save), VIEW)).role == "group"
    assert seen_tree.as_dialog(panel, Tree((panel, close), VIEW)).role == "group"


def test_what_commits_is_used_only_if_it_was_read_surely_and_is_called_just_so() -> None:
    box = Box(0, 0, 60, 20)
    sure = Node(1, "button", "Delete account", box, actionable=True, attributes={"seen": "99%"})
    blurred = Node(1, "button", "Delete account", box, actionable=True, attributes={"seen": "70%"})
    icon = Node(1, "button", "delete", box, actionable=True, attributes={"seen": "100%", "icon": "seen 99%"})
    known = Node(1, "button", "Delete account", box, actionable=True)
    assert not commitment_doubt(sure, sure.name, "click Delete account")
    assert not commitment_doubt(known, known.name, "remove it")
    assert commitment_doubt(sure, sure.name, "remove the account")
    assert commitment_doubt(blurred, blurred.name, "click Delete account")
    assert commitment_doubt(icon, icon.name, "click delete")


@pytest.mark.parametrize(
    ("concept", "said"),
    [("check", "click accept"), ("close", "cancel it"), ("power", "click shut down"), ("flag", "report it")],
)
def test_an_icon_is_no_guess_for_words_that_commit(concept: str, said: str) -> None:
    icon = Node(1, "button", concept, Box(0, 0, 20, 20), actionable=True, attributes={"icon": "seen 99%"})
    assert repr(concept) in commitment_doubt(icon, icon.name, said)
    assert not commitment_doubt(icon, icon.name, f"click the {concept} icon")


@pytest.mark.parametrize(
    ("second", "sure", "least"), [("Delete", 0.95, 0.95), ("Delete", 0.8, 0.6), ("Delate", 0.99, 0.6), ("", 0.0, 0.6)]
)
def test_a_doubtful_word_that_commits_is_sure_only_if_a_second_reading_says_the_same_surely(
    monkeypatch: pytest.MonkeyPatch, second: str, sure: float, least: float
) -> None:
    asked: list[Box] = []

    def read_parts(image: bytes, boxes: Sequence[Box]) -> list[PictureText]:
        asked.extend(boxes)
        return [PictureText(second, box, sure, sure) for box in boxes]

    monkeypatch.setattr(seen_tree, "read_parts", read_parts)
    doubtful = PictureText("Delete", Box(10, 10, 60, 24), 0.9, 0.6)
    plain = PictureText("Details", Box(10, 50, 60, 24), 0.9, 0.6)
    assert [text.least for text in seen_tree._confirmed(b"", [doubtful, plain])] == [least, 0.6]
    assert [(box.left, box.right, box.height < 24) for box in asked] == [(10, 70, True)]


async def test_a_bar_has_its_words_at_its_beginning_and_a_button_in_its_middle(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    await page.set_content(f"""{font_style(SANS)}<style>* {{ font: 15px {SANS}; box-sizing: border-box }}
    [data-role] {{ position: absolute; left: 20px; width: 400px; height: 30px; padding: 4px 8px; background: #cde }}
    </style><body style="margin:0"><div data-role=button style="top:20px">Section 2</div>
    <div data-role=button style="top:80px;text-align:center">Submit</div></body>""")
    await page.evaluate("() => document.fonts.load('15px DejaVuSans')")
    _, tree = await look(page, monkeypatch)
    bars = [node for node in tree if "bar" in node.attributes]
    assert [(node.role, node.name) for node in bars] == [("button", "Section 2")]


async def test_a_box_that_is_said_to_be_ticked_and_looks_empty_is_not_touched(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    await page.evaluate("() => { document.querySelector('input[type=checkbox]').checked = false }")
    shot, tree = await look(page, monkeypatch)
    assert named(tree, "checkbox", "Gift wrap")
    found = [Detection(Box.of_edges(20, 110, 36, 126), "checkbox", 0.9, checked) for checked in (True, None)]
    for detection in found:
        monkeypatch.setattr(seen_tree, "_detect", lambda pixels, detection=detection: [detection])
        seen_tree._look.cache_clear()
        unclear = await see_tree(shot)
        (box,) = named(unclear, "checkbox", "Gift wrap")
        assert "whether 'Gift wrap' is ticked" in place_doubt(box)
        for instruction in ("tick Gift wrap", "untick Gift wrap", "click Gift wrap"):
            decision = decide(PlanningState(PlannerQuestion(instruction, {}, tree=unclear)))
            assert (decision.actions, decision.done) == ([], False)


FIELDS = f"""{font_style(SANS)}
<style>* {{ font: 15px {SANS}; box-sizing: border-box }} body > * {{ position: absolute; margin: 0; left: 20px }}
div, input {{ width: 180px; height: 30px; border: 1px solid #777; padding: 4px 8px }}</style>
<body style="margin:0">
<input type=text data-role=textbox style="top:20px"><div style="top:60px"></div>
<input type=text data-role=textbox style="top:100px"><div style="top:140px" data-role=button>Ann Lee</div>
<button data-role=button style="top:190px;width:180px;height:30px">Save</button>
</body>"""


async def test_what_may_be_a_field_that_was_missed_is_marked(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    await page.set_content(FIELDS)
    await page.evaluate("() => document.fonts.load('15px DejaVuSans')")
    _, tree = await look(page, monkeypatch)
    assert [node.role for node in tree if "drawn" in node.attributes] == ["textbox", "textbox"]
    doubtful = [(node.role, node.name) for node in tree if "doubtful" in node.attributes]
    assert doubtful == [("group", ""), ("button", "Ann Lee")]


ENTRIES = """<style>body { margin: 0 } input { position: absolute; left: 20px; width: 180px; height: 30px }</style>
<input type=text data-role=textbox style="top:20px"><input type=text data-role=textbox style="top:70px">
<input type=text data-role=textbox style="top:120px">"""


class Scrolled(Canvas):
    """The same, with a page that is scrolled."""

    async def scroll(self, dx: float, dy: float, *, at: Point | None = None) -> None:
        await self._page.mouse.wheel(dx, dy)

    async def scroll_to(self, edge: Edge, *, at: Point | None = None) -> None:
        await self._page.evaluate("(top) => scrollTo(0, top)", 0 if edge == "top" else 9999)


async def test_fields_without_names_are_counted_once_the_top_of_the_page_is_seen(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    await page.set_content(ENTRIES)
    screen = Scrolled(page, monkeypatch)
    focused = "() => [...document.querySelectorAll('input')].indexOf(document.activeElement)"
    async with launch.screen(screen, settings=Settings(runs=None, patience=0.0)) as agent:
        await agent.act("click the 2nd textbox")
        assert await page.evaluate(focused) == 1
        await page.evaluate("() => { document.querySelector('input').dataset.role = 'button' }")
        await page.evaluate("() => document.activeElement.blur()")
        with pytest.raises(GaveUp, match="cannot be counted"):
            await agent.act("click the 2nd textbox")
        assert await page.evaluate(focused) == -1


TAKEN_WRONGLY = f"""{font_style(SANS)}
<style>* {{ font: 15px {SANS}; box-sizing: border-box }} body > * {{ position: absolute; margin: 0; left: 20px }}
div {{ width: 180px; height: 34px; border: 1px solid #777 }}
div p {{ position: absolute; left: 40px; top: 7px; margin: 0 }}
div input {{ position: absolute; left: 12px; top: 9px; width: 16px; height: 16px; margin: 0 }}</style>
<body style="margin:0">
<p style="top:20px">Pass phrase</p><div style="top:44px" data-role=button></div>
<div style="top:100px"><input type=checkbox data-role=checkbox><p>Express</p></div>
<input type=checkbox data-role=checkbox style="top:160px;width:16px;height:16px">
<p style="top:158px;left:42px">Alarm</p>
<p style="top:200px;left:42px">Alarm</p>
</body>"""


async def test_an_empty_frame_is_a_field_and_a_frame_around_a_box_is_no_button(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    await page.set_content(TAKEN_WRONGLY)
    await page.evaluate("() => document.fonts.load('15px DejaVuSans')")
    _, tree = await look(page, monkeypatch)
    assert [(node.role, node.name) for node in tree if node.actionable] == [
        ("textbox", "Pass phrase"),
        ("checkbox", "Express"),
        ("checkbox", "Alarm"),
    ]


async def test_a_box_is_not_used_where_its_name_is_written_again_beside_what_may_be_another_one(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    await page.set_content(TAKEN_WRONGLY)
    await page.evaluate("() => document.fonts.load('15px DejaVuSans')")
    _, tree = await look(page, monkeypatch)
    (alarm,), (express,) = named(tree, "checkbox", "Alarm"), named(tree, "checkbox", "Express")
    assert "another checkbox" in place_doubt(alarm)
    assert place_doubt(express) == ""
    for instruction in ("tick Alarm", "untick Alarm", "click Alarm"):
        decision = decide(PlanningState(PlannerQuestion(instruction, {}, tree=tree)))
        assert (decision.actions, decision.done) == ([], False)


MOVING = f"""{font_style(SANS)}
<style>* {{ font: 15px {SANS} }} button {{ position: absolute; left: 20px; width: 120px; height: 32px }}</style>
<body style="margin:0" onclick="document.title = event.target.textContent; event.target.textContent = 'Done'">
<button data-role=button style="top:20px">Save</button><button data-role=button style="top:200px">Empty</button>
</body>"""


class Moving(Canvas):
    """A screen on which another control has come to a place since the first picture."""

    is_moved = False

    async def capture(self) -> Shot:
        shot = await super().capture()
        if not self.is_moved:
            self.is_moved = True
            for place, top in enumerate(("200px", "20px")):
                await (
                    self._page.locator("button").nth(place).evaluate("(button, top) => { button.style.top = top }", top)
                )
        return shot


async def test_what_moved_since_it_was_seen_is_touched_where_it_is_now(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    await page.set_content(MOVING)
    await page.evaluate("() => document.fonts.load('15px DejaVuSans')")
    settings = Settings(runs=None, patience=0.5)
    async with launch.screen(Moving(page, monkeypatch), settings=settings) as agent:
        await agent.act("click Save")
    assert await page.title() == "Save"


async def test_fields_with_their_words_below_them_do_not_get_those_of_their_neighbours(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = "".join(
        f"<input type=text data-role=textbox style='left:20px;top:{20 + 60 * place}px'>"
        f"<p style='left:20px;top:{54 + 60 * place}px'>{name}</p>"
        for place, name in enumerate(("First name", "Last name", "City"))
    )
    await page.evaluate("(markup) => document.body.innerHTML = markup", fields)
    _, tree = await look(page, monkeypatch)
    assert [node.name for node in tree if node.role == "textbox"] == ["", "", ""]


@pytest.mark.parametrize("role", ["button", "checkbox", "textbox", "text"])
def test_words_that_were_not_read_surely_are_no_name_beside_nearly_the_same_or_if_their_strokes_are_hard_to_count(
    role: str,
) -> None:
    """ "Plan III" was read as "Plan II" with 69 % certainty."""

    def doubt(sure: str, *names: str) -> str:
        nodes = [
            Node(place, role, name, Box(0, 40 * place, 80, 20), actionable=True, attributes={"seen": sure})
            for place, name in enumerate(names)
        ]
        return reading_doubt(nodes[0], Tree(tuple(nodes), VIEW, seen=True))

    for names in (("Plan II",), ("Gate 11",), ("Bin A", "Bin B"), ("Save all", "Save als")):
        assert "may be other words" in doubt("69%", *names), names
        assert doubt("80%", *names) == ""
    assert doubt("41%", "All", "New") == ""
    assert doubt("59%", "Full name", "Last name", "City") == ""
