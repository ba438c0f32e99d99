"""Gestures on the pages of the sample shop, in a real browser."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page

from askonce import launch
from askonce.config import Settings
from askonce.geometry import Point
from askonce.models.scripted_model import ScriptedModel
from askonce.recorder.hand_recorder import HandRecorder
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import MemoryRecordings
from askonce.screens.gestures import HandChoose, HandDrag, HandHover, HandKeys, HandPress, HandScroll, HandText
from askonce.testing.shop import SampleShop
from askonce.values import Secret

PIN = "emitaet"[::-1]


async def point(page: Page, selector: str) -> Point:
    """Where a person sees it, once it is in view."""
    locator = page.locator(selector).first
    await locator.scroll_into_view_if_needed()
    box = await locator.bounding_box()
    assert box
    return Point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


async def test_a_visit_to_the_shop_is_recorded_and_replayed_with_no_model(own_page: Page, tmp_path: Path) -> None:
    store = MemoryRecordings()
    with SampleShop() as shop:
        await own_page.goto(shop.url)
        async with launch.page(own_page, settings=Settings(runs=tmp_path)) as agent:
            recorder = HandRecorder(agent, "buy a red mug")
            await recorder.perform(HandPress(await point(own_page, "text=Only necessary")))
            await recorder.perform(HandPress(await point(own_page, "text=Log in")))
            await recorder.perform(HandPress(await point(own_page, "input[name=user]")))
            for text in ("bo", "bb"):
                await recorder.perform(HandText(text))
            for keys in ("Backspace", "Tab"):
                await recorder.perform(HandKeys(keys))
            await recorder.perform(HandText(PIN))
            await recorder.perform(HandKeys("Enter"))
            await recorder.perform(HandScroll(Point(400, 300), 0, 400))
            await recorder.perform(HandPress(await point(own_page, "article a:text-is('Red mug')")))
            await recorder.perform(HandChoose(await point(own_page, "select >> nth=0"), ("Large (450 ml)",)))
            await recorder.perform(HandChoose(await point(own_page, "select >> nth=1"), ("Round",)))
            await recorder.perform(HandPress(await point(own_page, "text=Add to basket")))
            assert [step.words for step in recorder.steps] == [
                "Tap the button 'Only necessary'",
                "Tap the link 'Log in'",
                "Type \"bob\" into the field 'User name'",
                "Type \"{password}\" into the field 'Password'",
                "Press Enter",
                "Tap the link 'Red mug'",
                "Choose \"Large (450 ml)\" in the list 'Size'",
                "Choose \"Round\" in the list 'Handle'",
                "Tap the first button 'Add to basket'",
            ]
            assert not recorder.problems
            store.update("shop", lambda _: recorder.recording())
        await own_page.context.clear_cookies()
        await own_page.goto(shop.url)
        model, kept = ScriptedModel([]), Recordings(store, "shop", strategy="strict")
        async with launch.page(own_page, model=model, recordings=kept, settings=Settings(runs=None)) as agent:
            result = await agent.act(recorder.title, password=Secret(PIN))
            assert (result.how, model.asked) == ("replayed", [])
            await agent.check('the text "Red mug is in your basket" is visible')


WIDGETS = """<button onmouseenter="more.textContent = 'Sub-entries'">Menu</button>
<label>City <input id=city></label><p id=saved>-</p>
<div id=rich contenteditable role=textbox aria-label=Letter style="height: 60px"></div>
<canvas id=board role=img aria-label=Board width=200 height=100></canvas><p id=places></p><p id=more></p><script>
city.onkeydown = event => { if (event.key == "Tab") city.value = "Berlin"; };
city.onblur = () => saved.textContent = "saved " + city.value;
board.onclick = event => places.textContent += Math.round(event.offsetX / 50);
</script>"""


async def test_what_a_page_does_with_tab_lines_and_places_is_recorded_or_told(own_page: Page, tmp_path: Path) -> None:
    await own_page.set_content(WIDGETS)
    async with launch.page(own_page, settings=Settings(runs=tmp_path)) as agent:
        recorder = HandRecorder(agent)
        corner = await point(own_page, "#board")
        for gesture in (
            HandPress(await point(own_page, "#city")), HandText("Ber"), HandKeys("Tab"),
            HandPress(await point(own_page, "#rich")), HandText("hi"), HandKeys("Enter"), HandText("two"),
            HandPress(corner), HandPress(Point(corner.x + 50, corner.y)), HandHover(await point(own_page, "button")),
        ):  # fmt: skip
            await recorder.perform(gesture)
        await recorder.finish()
        texts = [step.value or step.words for step in recorder.steps]
        assert texts[:3] == ["Ber", "Press Tab", "hi\ntwo"]
        assert texts[3:] == ["Tap the picture 'Board'", "Tap the picture 'Board'", "Point at the button 'Menu'"]
        assert recorder.problems == ["Tap the picture 'Board': where in it it was touched is not recorded"]
        assert await own_page.inner_text("#saved") == "saved Berlin"


ROWS = """<style>li, div { width: 400px; height: 60px } input { float: left }</style>
<ul><li><input type=checkbox><label>Buy milk</label><li><input type=checkbox><label>Call Anna</label></ul>
<p draggable=true id=card>Card</p><div id=done>Done</div><p id=said></p><script>
for (const row of document.querySelectorAll("label")) {
  row.style.display = "block"
  row.ondblclick = () => said.textContent = "edit " + row.textContent
}
done.ondragover = event => event.preventDefault()
done.ondrop = () => done.textContent = "Done: Card"
</script>"""


async def test_a_text_stands_for_all_of_the_part_that_it_is_in(own_page: Page) -> None:
    await own_page.set_content(ROWS)
    async with launch.page(own_page, settings=Settings(runs=None)) as agent:
        recorder = HandRecorder(agent)
        beside, corner = await point(own_page, "li:nth-child(2) label"), await point(own_page, "#done")
        halves = HandPress(beside), HandPress(beside, count=2, is_second=True)
        for gesture in (*halves, HandDrag(await point(own_page, "#card"), corner)):
            await recorder.perform(gesture)
        assert [step.words for step in recorder.steps] == [
            "Double-click 'Call Anna'",
            "Drag the draggable 'Card' onto 'Done'",
        ]
        await own_page.evaluate("said.innerHTML += '<label><input type=checkbox>I agree</label>'")
        agree = await own_page.locator("#said label").bounding_box()
        assert agree
        await recorder.perform(HandPress(Point(agree["x"] + agree["width"] - 4, agree["y"] + agree["height"] / 2)))
        assert recorder.steps[-1].words == "Tap the checkbox 'I agree'"
        assert not recorder.problems
        assert await own_page.inner_text("#said") == "edit Call Anna\nI agree"


EDITORS = """<style>* { margin: 0 }</style><p id=news>Nothing is new today in all the world</p>
<div id=rich contenteditable role=textbox aria-label=Letter style="width: 300px; height: 60px"></div>
<textarea id=chat aria-label=Chat></textarea><ul id=sent></ul><script>
document.execCommand("defaultParagraphSeparator", false, "p");
chat.onkeydown = event => {
  if (event.key != "Enter") return;
  event.preventDefault(); sent.append(Object.assign(document.createElement("li"), { textContent: chat.value }));
  chat.value = "";
};
</script>"""


async def test_enter_does_what_the_page_makes_of_it_and_a_selection_is_no_step(own_page: Page, tmp_path: Path) -> None:
    await own_page.set_content(EDITORS)
    async with launch.page(own_page, settings=Settings(runs=tmp_path)) as agent:
        recorder = HandRecorder(agent)
        for gesture in (
            HandPress(await point(own_page, "#rich")), HandText("one"), HandKeys("Enter"), HandText("two"),
            HandDrag(Point(5, 8), Point(90, 8)),
            HandPress(await point(own_page, "#chat")), HandText("hello"), HandKeys("Enter"),
        ):  # fmt: skip
            await recorder.perform(gesture)
        await recorder.finish()
        assert [step.value or step.words for step in recorder.steps] == ["one\ntwo", "hello", "Press Enter"]
        assert await own_page.inner_html("#rich") == "one<p>two</p>"
        assert await own_page.inner_text("#sent") == "hello"
