"""The page of the playground, in a real browser, on the sample shop and beside it on a lamp in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
import pytest_asyncio
from axe_rig import faults
from playground_rig import connected
from playwright.async_api import Browser, Locator, Page, expect
from visitor_rig import LAPTOP, PHONE, Visitor, visitor

from askonce import launch
from askonce.agent import Agent
from askonce.config import RecordingSettings, Settings
from askonce.embedded import EmbeddedModel
from askonce.geometry import Box
from askonce.models.factory import Models
from askonce.playground.model_choice import ModelChoice
from askonce.playground.playground_options import PlaygroundOptions
from askonce.playground.server import Playground, serve
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens.fake import Button, FakeScreen, Text
from askonce.testing.shop import SampleShop

SHOP = (800.0, 600.0)
SETTINGS = Settings(runs=None, recordings=RecordingSettings(patience=0.1), patience=0.5)
SIDE = ".session:not([hidden]) .side"
PANELS = ["Ask", "Record", "Kept", "Program", "Settings"]


@pytest.fixture(scope="module")
def shop() -> Iterator[SampleShop]:
    with SampleShop() as shop:
        yield shop


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def driven(chromium: Browser) -> AsyncIterator[Page]:
    """The page that the playground shows."""
    context = await chromium.new_context(viewport={"width": int(SHOP[0]), "height": int(SHOP[1])})
    yield await context.new_page()
    await context.close()


class Lamp(FakeScreen):
    def __init__(self) -> None:
        self.button = Button("Light", Box(20, 60, 100, 30), on_tap=self.press)
        super().__init__([self.button])

    def press(self) -> None:
        self.show(self.button, Text("It is on", Box(20, 100, 200, 30)))


def agent_on(screen: FakeScreen, recordings: Recordings | None = None) -> Agent:
    return Agent(screen, Models.of(EmbeddedModel()), settings=SETTINGS, recordings=recordings)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where files are opened and saved."""
    folder = tmp_path_factory.mktemp("folder")
    (folder / "count.stp").write_text("set {total} to 1\nset {total} to {totl} + 1\n", "utf-8")
    return folder


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def playground(driven: Page, folder: Path) -> AsyncIterator[Playground]:
    """With two sessions: one on the page, one on a lamp."""
    settings, models = Settings(runs=folder / "runs"), ModelChoice(None)
    recordings = Recordings(MemoryRecordings(), "page")
    async with (
        serve(PlaygroundOptions(settings=settings, folder=folder)) as playground,
        launch.page(driven, settings=settings, model=models.models, recordings=recordings) as agent,
    ):
        await playground.adopt(agent, models)
        lamp = await playground.adopt(agent_on(Lamp(), Recordings(MemoryRecordings(), "lamp")))
        lamp.fresh = lambda: nullcontext(agent_on(Lamp()))
        yield playground


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shared_person(chromium: Browser, playground: Playground) -> AsyncIterator[Visitor]:
    async with visitor(chromium, playground) as person:
        yield person


@pytest_asyncio.fixture(loop_scope="session")
async def person(shared_person: Visitor, driven: Page, shop: SampleShop) -> AsyncIterator[Visitor]:
    """The one who came first and has the keyboard; the shop is as it begins."""
    await shared_person.page.mouse.move(1, 1)  # whatever lies under the pointer is looked at
    await driven.goto(shop.url)
    yield shared_person
    assert shared_person.troubles == []


@pytest_asyncio.fixture(loop_scope="session")
async def lamp(shared_person: Visitor) -> AsyncIterator[Visitor]:
    """The same one, in the session beside it."""
    await shared_person.show("2")
    yield shared_person
    await shared_person.show("1")
    assert shared_person.troubles == []


async def middle(element: Locator) -> tuple[float, float]:
    box = await element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def test_a_hand_goes_through_to_the_screen(person: Visitor, driven: Page) -> None:
    await person.tap(*await middle(driven.get_by_role("searchbox")), SHOP)
    await person.page.keyboard.type("honey")
    await expect(driven.get_by_role("searchbox")).to_have_value("honey")
    await person.page.keyboard.press("Enter")

    await driven.wait_for_url("**/?q=honey")
    await expect(person.session.locator(".address-field")).to_have_value(driven.url)
    await expect(person.session.locator(".view .trouble")).to_have_count(0)


async def test_what_lies_under_the_pointer_is_named_and_can_be_copied(person: Visitor, driven: Page) -> None:
    at = await middle(driven.get_by_role("link", name="Log in"))
    await person.point(*at, SHOP)
    await expect(person.session.locator(".pointed")).to_have_text("link Log in")

    outline = person.session.locator(".marks .hovered")
    header = await driven.query_selector("header")
    for margin, count in (("200px", 0), ("", 1)):  # it does not stay where the element was
        await driven.evaluate("([header, margin]) => { header.style.marginTop = margin }", [header, margin])
        await expect(outline).to_have_count(count)

    before = driven.url
    await person.session.get_by_role("button", name="Inspect").click()
    await person.tap(*at, SHOP)
    pinned = person.session.get_by_label("The pinned element")
    await expect(pinned.locator("dd code").first).to_have_text("the link 'Log in'")
    await expect(pinned).to_contain_text('get_by_role("link", name="Log in"')
    await pinned.get_by_role("button", name="Unpin").click()
    await person.session.get_by_role("button", name="Use", exact=True).click()
    assert driven.url == before, "nothing was pressed"


async def test_an_ask_shows_its_run_as_the_report_does(person: Visitor, driven: Page, shop: SampleShop) -> None:
    card = await person.ask("search for {term}")
    await expect(card.locator(".trouble")).to_contain_text("term")

    await person.session.get_by_label("{term}").fill("honey")
    await person.session.get_by_role("button", name="Ask").click()
    done = person.session.locator(".ask-card[data-state=done]").first
    await expect(done.get_by_role("treeitem").first).to_contain_text("search for honey")
    await expect(done.locator("#details h2")).to_be_visible()
    await expect(done.locator("#details img").first).to_be_visible()

    await driven.goto(shop.url)
    await done.get_by_role("button", name="Again").click()
    await expect(person.session.locator(".ask-card").first.locator(".how.replayed").first).to_be_visible()
    box = person.session.get_by_label("Words", exact=True)
    await box.fill("")
    await box.press("ArrowUp")
    await expect(box).to_have_value("search for {term}")


async def test_what_went_wrong_is_said_with_its_remedy_and_markup_stays_text(person: Visitor) -> None:
    card = await person.ask("dance with <img src=x onerror=alert(1)>")

    await expect(card).to_have_attribute("data-state", "failed")
    await expect(card.locator(".trouble .remedy")).to_contain_text("What to do")
    await expect(card.locator(".ask-head .words")).to_contain_text("<img src=x onerror=alert(1)>")
    await card.get_by_role("button", name="Edit").click()
    assert await person.focused() == "Words"


async def test_what_no_picture_shows_is_shown_beside_it(person: Visitor, driven: Page) -> None:
    await person.tap(*await middle(driven.get_by_label("Sort by")), SHOP)
    choice = person.session.get_by_role("dialog", name="Choose one")
    await choice.get_by_role("listbox").select_option("Cheapest first")
    await choice.get_by_role("button", name="Choose").click()
    await driven.wait_for_url("**order=cheapest")


DIALOGS = """<title>Dialogs</title>
<style>body { margin: 0 } button { display: block; width: 200px; height: 60px }</style>
<button onclick="this.textContent = prompt('Who?', 'a')">prompt</button>
<button onclick="this.textContent = confirm('Sure?')">confirm</button>
<button onclick="alert('Careful'); this.textContent = 'warned'">alert</button>
<script>onbeforeunload = (event) => event.preventDefault()</script>"""


async def test_dialogs_are_answered_beside_the_picture(person: Visitor, driven: Page, shop: SampleShop) -> None:
    """Those that only tell something, or would keep a page that a hand leaves, are answered by the screen."""
    await driven.set_content(DIALOGS)
    buttons = driven.get_by_role("button")
    await person.tap(100, 30, SHOP)
    asked = person.session.get_by_role("dialog", name="The page asks for a text")
    await asked.get_by_label("Answer").fill("bob")
    await person.page.keyboard.press("Enter")
    await expect(buttons.nth(0)).to_have_text("bob")
    await expect(asked).to_be_hidden()

    for answer, told in (("Cancel", "false"), ("OK", "true")):
        await person.tap(100, 90, SHOP)
        await person.session.get_by_role("dialog", name="The page asks").get_by_role("button", name=answer).click()
        await expect(buttons.nth(1)).to_have_text(told)

    await person.tap(100, 150, SHOP)
    await expect(person.session.locator(".under")).to_contain_text("an alert said 'Careful'")
    await expect(buttons.nth(2)).to_have_text("warned")

    await person.session.locator(".address-field").fill(f"{shop.url}?q=honey")
    await person.page.keyboard.press("Enter")
    await driven.wait_for_url("**/?q=honey")
    await expect(person.session.locator(".view .trouble")).to_have_count(0)


async def test_a_click_with_a_key_held_is_refused_with_a_word(person: Visitor, driven: Page) -> None:
    before = driven.url
    await person.page.keyboard.down("Shift")
    await person.tap(*await middle(driven.get_by_role("link", name="Log in")), SHOP)
    await person.page.keyboard.up("Shift")
    trouble = person.session.locator(".view .trouble")
    await expect(trouble).to_contain_text("A click with Shift held cannot be passed on to the screen.")
    await trouble.get_by_role("button", name="Dismiss").click()
    assert driven.url == before


async def test_what_a_hand_does_is_recorded_and_can_be_changed(person: Visitor, driven: Page) -> None:
    page, shown = person.page, person.session
    await shown.get_by_role("tab", name="Record").click()
    await shown.get_by_role("button", name="Start recording").click()
    await expect(shown.get_by_role("button", name="Stop")).to_be_visible()
    link = driven.get_by_role("link", name="Log in")
    await driven.mouse.move(1, 599)
    await person.point(*await middle(link), SHOP)
    await driven.wait_for_function("element => element.matches(':hover')", arg=await link.element_handle())
    await person.tap(*await middle(driven.get_by_role("searchbox")), SHOP)
    await page.keyboard.type("honey")
    await page.keyboard.press("Enter")
    steps = shown.locator(".step")
    await expect(steps).to_have_count(2)
    await expect(steps.first).to_contain_text("honey")

    await steps.last.get_by_role("button", name="Rename").click()
    await shown.get_by_label("Words of the step").fill("Search for it")
    await page.keyboard.press("Enter")
    await expect(steps.last).to_contain_text("Search for it")
    await steps.first.get_by_role("button", name="Make the value a variable").click()
    await shown.get_by_label("Name of the variable").fill("term")
    await page.keyboard.press("Enter")
    await expect(steps.first).to_contain_text("{term}")

    await shown.get_by_role("button", name="Add check").click()
    await person.tap(*await middle(driven.get_by_role("heading", name="Forest honey")), SHOP)
    await shown.get_by_role("button", name="Forest honey").first.click()
    await expect(steps).to_have_count(3)
    await shown.get_by_role("button", name="Stop").click()
    await shown.get_by_role("region", name="Export").get_by_label("Format").select_option("yaml")
    await shown.get_by_role("button", name="Show").click()
    recording = shown.get_by_role("tabpanel", name="Record", exact=True)
    await expect(recording.get_by_label("The export", exact=True)).to_contain_text("Forest {term}")


async def test_a_keyboard_alone_reaches_everything_and_is_never_caught(person: Visitor, driven: Page) -> None:
    page, shown = person.page, person.session
    await shown.get_by_role("tab", name="Ask").focus()
    for panel in [*PANELS[1:], PANELS[0]]:
        await page.keyboard.press("ArrowRight")
        assert await person.focused() == panel
        await expect(shown.get_by_role("tabpanel", name=panel, exact=True)).to_be_visible()

    await page.keyboard.press("Alt+l")
    assert "Keyboard of the screen" in await person.focused()
    await driven.evaluate("document.activeElement.blur()")
    await page.keyboard.press("Tab")
    await driven.wait_for_function("document.activeElement !== document.body")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    assert await person.focused() == "Use"

    await page.keyboard.press("Alt+i")
    for name in ("l", "ArrowDown", "ArrowUp"):
        await page.keyboard.press(name)
    await expect(shown.locator(".pointed")).to_have_text("link Log in")
    await page.keyboard.press("Enter")
    await expect(shown.get_by_label("The pinned element").get_by_role("heading")).to_have_text("link Log in")
    assert await person.focused() == "Copy the words that lead to it"
    await shown.get_by_role("button", name="Unpin").press("Enter")
    assert "Elements of the screen" in await person.focused()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Alt+i")
    await shown.get_by_role("button", name="Use", exact=True).focus()

    reached: list[str] = []
    while "Words" not in reached and len(reached) < 40:
        await page.keyboard.press("Tab")
        reached.append(await person.focused())
        if "Keyboard of the screen" in reached[-1]:
            await shown.locator(".splitter").focus()  # Tab belongs to the screen there
    assert {"Inspect", "Ask", "Tool", "Words"} <= set(reached)


async def test_who_watches_is_told_and_takes_over(person: Visitor, playground: Playground) -> None:
    banner = person.session.get_by_text("You are watching.")
    async with connected(playground, "1") as other:
        await other.ask("writer.take")
        await expect(banner).to_be_visible()
        await person.session.get_by_role("button", name="Take over").click()
        await expect(banner).to_be_hidden()
        assert not (await other.told("writer", is_you=False))["is_you"]


async def test_a_connection_that_is_lost_comes_back_by_itself(person: Visitor, playground: Playground) -> None:
    session = playground.sessions.get("1")
    assert session
    notice = person.session.get_by_text("The connection was lost.")
    asked, (client,) = await person.session.locator(".ask-card").count(), session.clients
    client.close()
    await notice.wait_for()
    await expect(notice).to_be_hidden()
    await expect(person.session.locator(".ask-card")).to_have_count(asked)
    assert session.clients != [client]


async def test_a_program_is_mended_run_paused_and_changed(lamp: Visitor, folder: Path) -> None:
    page, shown = lamp.page, lamp.session
    await shown.get_by_role("tab", name="Program").click()
    await shown.get_by_label("Open a file").select_option("count.stp")
    await shown.get_by_role("button", name="Write {total} at line 2").click()
    text = shown.get_by_role("textbox", name="Program", exact=True)
    await expect(text).to_have_value("set {total} to 1\nset {total} to {total} + 1\n")
    await expect(shown.locator(".program-problems li")).to_have_count(0)

    await text.press("Control+End")
    await page.keyboard.type("repeat 2 times:\ntell user {total}")
    await expect(text).to_have_value(
        "set {total} to 1\nset {total} to {total} + 1\nrepeat 2 times:\n    tell user {total}"
    )
    await text.press("Control+Home")
    await text.press("ArrowDown")
    await text.press("F9")
    await text.press("Control+Enter")
    await expect(shown.locator(".program-state")).to_have_text("Paused: line 2")
    await expect(shown.get_by_label("Breakpoint at line 2")).to_have_attribute("aria-current", "step")
    await lamp.looks(PHONE, dark=False)
    assert await faults(page, SIDE) == []
    assert not await lamp.is_wider_than_the_screen()
    await lamp.looks(LAPTOP, dark=False)

    await shown.get_by_label("Value of total, as JSON").fill("41")
    await page.keyboard.press("Enter")
    await shown.get_by_label("Add what it is to believe").fill("all is well")
    await page.keyboard.press("Enter")
    await expect(shown.locator(".belief li")).to_contain_text("from the user")
    await text.press("F10")
    await expect(shown.locator(".program-state")).to_have_text("Paused: line 3")
    await text.press("Control+Enter")
    await expect(shown.locator(".program-state")).to_have_text("Done")
    await expect(shown.locator(".program-output li")).to_have_text(["42", "42"])

    (folder / "count.stp").write_text("theirs\n", "utf-8")
    await shown.get_by_role("button", name="Save").click()
    await shown.get_by_role("button", name="Overwrite it").click()
    await expect(shown.get_by_role("button", name="Save", exact=True)).to_be_visible()
    assert "repeat 2 times" in (folder / "count.stp").read_text("utf-8")


async def test_what_worked_is_kept_and_proved_before_it_is_saved(lamp: Visitor, folder: Path) -> None:
    page, shown = lamp.page, lamp.session
    card = await lamp.ask("press the Light button")
    await card.get_by_role("button", name="Keep").click()
    card = await lamp.ask('the text "It is on" is visible', tool="check")
    await card.get_by_role("button", name="Keep").click()
    await shown.get_by_role("tab", name="Kept").click()
    panel = shown.get_by_role("tabpanel", name="Kept", exact=True)
    await panel.get_by_role("button", name="Rename: press the Light button").click()
    await panel.get_by_label("Title").fill("Light the lamp")
    await page.keyboard.press("Enter")
    await expect(panel.locator(".kept-title").first).to_have_text("Light the lamp")
    await lamp.looks(PHONE, dark=True)
    assert await faults(page, SIDE) == []
    assert not await lamp.is_wider_than_the_screen()
    await lamp.looks(LAPTOP, dark=False)

    await panel.get_by_label("Format").select_option("stp")
    await panel.get_by_role("button", name="Save").click()
    await panel.get_by_role("button", name="Run all, then save").click()
    await expect(panel.locator(".kept-state")).to_have_text("Proven from the start")
    await expect(panel.get_by_text("Saved as")).to_be_visible()
    assert "# Light the lamp" in (folder / "kept.stp").read_text("utf-8")


async def test_nothing_stands_in_the_way_of_a_screen_reader_in_any_panel(person: Visitor) -> None:
    """Those of programs and of what is kept are looked at where they have something in them."""
    for number, panel in enumerate(("Ask", "Record", "Settings")):
        await person.looks(PHONE if number == 1 else LAPTOP, dark=number == 1)
        await person.session.get_by_role("tab", name=panel).click()
        assert await faults(person.page, SIDE if number else ":root") == [], panel
        assert not await person.is_wider_than_the_screen(), panel
    await person.looks(LAPTOP, dark=False)
