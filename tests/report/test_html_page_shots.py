"""Pictures before and after a part, with marks that lie on what was found, at any zoom."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_rig import PHONE, Desk, Edges, Reader
from page_traces import begin, picture

from askonce.report.report_files import write_report
from askonce.trace import Acted, ActEnded, ActStarted, Located, Looked

FIELD, BUTTON = (20.0, 20.0, 220.0, 50.0), (20.0, 60.0, 120.0, 90.0)
"""Where the widgets of the notes are, in units of a screen of 400 × 300."""
SLACK = 6.5
"""How far a mark may stand out around its target, in pixels of the page."""


async def place_of(reader: Reader, box: Edges) -> Edges:
    """Where a part of the screen is seen in the first picture."""
    left, top, right, bottom = await reader.edges(".shots img")
    across, down = (right - left) / 400, (bottom - top) / 300
    return left + box[0] * across, top + box[1] * down, left + box[2] * across, top + box[3] * down


def middle(box: Edges) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


async def mark_fits(reader: Reader, box: Edges) -> None:
    mark, target = await reader.edges("rect.target"), await place_of(reader, box)
    assert middle(mark) == pytest.approx(middle(target), abs=0.75)
    for part in (0, 1):
        assert 0 <= target[part] - mark[part] <= SLACK
        assert 0 <= mark[part + 2] - target[part + 2] <= SLACK


async def test_the_mark_lies_on_the_target_at_every_zoom_and_size(done: Path, desk: Desk) -> None:
    reader = await desk.open(done, "#a1r2")
    await reader.pictures_are_there()
    zoom = reader.page.locator(".shots .zoom")
    assert await zoom.inner_text() == "Fit"
    await mark_fits(reader, BUTTON)
    await reader.press("z")
    assert await zoom.inner_text() == "100 %"
    left, _, right, _ = await reader.edges(".shots img")
    assert right - left == 800, "its own size is that of its pixels"
    await mark_fits(reader, BUTTON)
    for button, word in (("Larger", "140 %"), ("Smaller", "100 %"), ("Smaller", "71 %")):
        await reader.page.get_by_role("button", name=button).click()
        assert await zoom.inner_text() == word
        await mark_fits(reader, BUTTON)
    await reader.press("k")
    assert await zoom.inner_text() == "71 %", "the zoom stays from part to part"
    await zoom.click()
    await reader.pictures_are_there()
    for width in (900, 2000):
        await reader.page.set_viewport_size({"width": width, "height": 700})
        await reader.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        await mark_fits(reader, FIELD)


async def test_a_picture_larger_than_its_frame_is_moved_with_the_pointer(done: Path, desk: Desk) -> None:
    reader = await desk.open(done, "#a1r2")
    await reader.pictures_are_there()
    await reader.press("z")
    x, y = middle(await reader.edges(".shots .frame"))
    mouse = reader.page.mouse
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x - 80, y - 40)
    await mouse.up()
    assert await reader.run("[find('.shots .frame').scrollLeft, find('.shots .frame').scrollTop]") == [80, 40]
    await reader.page.keyboard.down("Control")
    await mouse.wheel(0, -100)
    await reader.page.keyboard.up("Control")
    await reader.until("find('.shots .zoom').innerText === '115 %'")
    await mark_fits(reader, BUTTON)


async def test_on_a_phone_pictures_stand_below_each_other_with_the_point_in_its_mark(done: Path, desk: Desk) -> None:
    reader = await desk.open(done, "#a1r1", size=PHONE)
    await reader.pictures_are_there()
    first, second = [await reader.edges(".shots figure", number) for number in (0, 1)]
    assert first[3] <= second[1]
    assert first[2] - first[0] > 330
    await mark_fits(reader, FIELD)
    assert middle(await reader.edges("circle.point")) == pytest.approx(middle(await place_of(reader, FIELD)), abs=1)


async def test_the_area_that_was_searched_is_drawn_too(hostile: Path, desk: Desk) -> None:
    reader = await desk.open(hostile, "#a1r1")
    await reader.pictures_are_there()
    left, top, right, bottom = await reader.edges(".shots img")
    area = await reader.edges("rect.area")
    assert area == pytest.approx((left, top, (left + right) / 2, (top + bottom) / 2), abs=2)
    assert await reader.page.locator("rect.target").count() == 1, "other steps on such a picture are not of this part"


async def test_a_picture_that_was_only_taken_afterwards_says_so_and_has_no_marks(shelf: Path, desk: Desk) -> None:
    trace = begin(shelf / "later")
    trace.emit(ActStarted(act=1, instruction="Tap(Add)", model="", sees="", rounds=1))
    trace.emit(Located(act=1, round=1, target="Add", finder="local", box=BUTTON))
    trace.emit(Acted(act=1, round=1, action="Tap(Add)", point=(70, 75)))
    shot = trace.keep_image(picture(), "image/png")
    trace.emit(Looked(act=1, round=1, shot=shot, screen=(0, 0, 400, 300)))
    trace.emit(ActEnded(act=1, outcome="done"))
    trace.close()
    reader = await desk.open(write_report(shelf / "later"))

    await reader.pictures_are_there()
    assert await reader.page.locator("#details figcaption").all_inner_texts() == ["After"]
    assert not await reader.page.locator("#details svg").count()


async def test_pictures_that_steps_share_say_how_many_actions_lie_between(shelf: Path, desk: Desk) -> None:
    trace = begin(shelf / "shared")
    trace.emit(ActStarted(act=1, instruction="fill in the form", model="", sees="", rounds=1))
    first, second = (trace.keep_image(picture(colour), "image/png") for colour in ("red", "blue"))
    trace.emit(Looked(act=1, round=1, shot=first, screen=(0, 0, 400, 300)))
    for number in (1, 2):
        trace.emit(Located(act=1, round=number, target="Add", finder="recorded", box=BUTTON))
        trace.emit(Acted(act=1, round=number, action="Tap(Add)", point=(70, 75)))
    trace.emit(Looked(act=1, round=3, shot=second, screen=(0, 0, 400, 300), shared=1))
    trace.emit(ActEnded(act=1, outcome="done", how="replayed"))
    trace.close()
    page = write_report(shelf / "shared")

    captions: dict[str, list[str]] = {}
    for step in ("a1s1", "a1s2"):
        reader = await desk.open(page, f"#{step}")
        await reader.pictures_are_there()
        shown = await reader.page.locator("#details figcaption").all_inner_texts()
        captions[step] = [" ".join(caption.split()) for caption in shown]
    assert captions == {
        "a1s1": ["Before", "After · taken 1 action later"],
        "a1s2": ["Before · taken 1 action earlier", "After"],
    }


async def test_before_and_after_are_shown_together_or_alone(done: Path, desk: Desk) -> None:
    reader = await desk.open(done, "#a1r2")
    await reader.pictures_are_there()
    captions = reader.page.locator(".shots figcaption b")
    assert await captions.all_inner_texts() == ["Before", "After"]
    first, second = [await reader.edges(".shots figure", number) for number in (0, 1)]
    assert first[2] <= second[0], "side by side"
    assert await reader.page.locator(".shots svg").count() == 1, "marks are on the picture before the action"
    for shown in (["Before"], ["After"], ["Before", "After"]):
        await reader.press("b")
        assert await captions.all_inner_texts() == shown
    await reader.page.get_by_role("button", name="After", exact=True).click()
    assert await captions.all_inner_texts() == ["After"]
    assert "fake://start" in await reader.page.locator(".shots figcaption").inner_text()
    assert await reader.page.locator(".shots img").get_attribute("alt") == "After: fake://start"
    await reader.press("k")
    assert await captions.all_inner_texts() == ["After"], "the choice stays"
