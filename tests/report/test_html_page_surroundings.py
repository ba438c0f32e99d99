"""What the right side of a report shows around a part: its line, what the page did, the elements, and the page."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from page_rig import Desk
from page_traces import EVIL
from PIL import Image

from askonce.report.report_files import write_report
from askonce.trace import (
    ActEnded,
    ActStarted,
    CallerLine,
    ConsoleMessage,
    ElementsSeen,
    Looked,
    PageLogged,
    PageRequest,
    RunEnded,
    RunStarted,
    Snapped,
    Trace,
)

LISTED = f"""\
[1] link "Home"
[2] region "Products"
  [3] button "Buy"
text {EVIL!r}"""
BOXES = {"1": [10, 10, 60, 30], "2": [0, 40, 200, 190], "3": [20, 60, 100, 90]}
AROUND = f"def test_tea(agent):\n    # {EVIL}\n    agent.tap('the exit')"


@pytest.fixture(scope="module")
def around(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a tap that failed on a page that logs, loads, and is kept."""
    trace = Trace(tmp_path_factory.mktemp("around") / "run")
    picture = io.BytesIO()
    Image.new("RGB", (200, 200), "white").save(picture, "PNG")
    source = CallerLine(file="tests/test_tea.py", line=12, code="agent.tap('the exit')", first=10)
    source = source.model_copy(update={"around": trace.keep_text(AROUND)})
    trace.emit(RunStarted(version="9.9", screen="web", environment=(("browser", "chromium 1"),)))
    trace.emit(ActStarted(act=1, instruction="Tap(the exit)", model="", sees="", rounds=1, caller=source))
    shot = trace.keep_image(picture.getvalue(), "image/png")
    trace.emit(Looked(act=1, round=1, shot=shot, screen=(0, 0, 200, 200), address="http://shop.test/"))
    trace.emit(ElementsSeen(act=1, round=1, elements=trace.keep_packed({"list": LISTED, "boxes": BOXES})))
    trace.emit(
        PageLogged(
            act=1,
            round=1,
            messages=(
                ConsoleMessage(at=1.0, level="error", text=EVIL, place="http://shop.test/shop.js:3", times=4),
                ConsoleMessage(at=1.0, level="log", text="chatter"),
            ),
            more_messages=5,
            requests=(
                PageRequest(at=1.0, method="GET", url=f"http://shop.test/{EVIL}", kind="fetch", status=200, size=2048),
                PageRequest(at=1.0, method="POST", url="http://shop.test/buy", kind="fetch", status=500, seconds=0.2),
                PageRequest(at=1.0, method="GET", url="http://shop.test/x", kind="image", failure="net::ERR_ABORTED"),
            ),
        )
    )
    page = trace.store.keep(b"<p>as it was", ".html")
    trace.emit(Snapped(act=1, round=1, page=page, address="http://shop.test/"))
    trace.emit(ActEnded(act=1, outcome="failed", error="could not find 'the exit'"))
    trace.emit(RunEnded())
    trace.close()
    assert trace.folder
    return write_report(trace.folder)


async def test_a_part_shows_its_line_and_what_the_page_did(around: Path, desk: Desk) -> None:
    reader = await desk.open(around)
    source = await reader.section("Source")
    assert "tests/test_tea.py:12" in source
    here = reader.page.locator(".source .here")
    assert await here.inner_text() == "    agent.tap('the exit')"
    assert await here.evaluate("(line) => line.parentElement.style.counterReset") == "line 9"

    console = await reader.section("Console")
    assert "7 · 1 error" in console
    assert f"{EVIL} × 4 http://shop.test/shop.js:3" in console
    assert "and 5 more" in console
    network = await reader.section("Network")
    assert "3 · 1 failure" in network
    rows = await reader.page.locator(".network tbody tr").all_inner_texts()
    assert [row.split("\t")[0].split()[-1] for row in rows] == ["200", "500", "net::ERR_ABORTED"]
    assert "2.0 kB" in rows[0]
    assert await reader.run("window.evil") is None


async def test_an_element_is_marked_on_the_picture_and_the_other_way_round(around: Path, desk: Desk) -> None:
    reader = await desk.open(around)
    await reader.section("Elements")
    lines = reader.page.locator(".seen-list li")
    await lines.first.wait_for()
    assert await lines.all_inner_texts() == LISTED.split("\n")
    await lines.nth(2).hover()
    mark = reader.page.locator(".shots rect.seen")
    assert [await mark.get_attribute(name) for name in ("x", "y", "width", "height")] == ["20", "60", "80", "30"]

    overlay = reader.page.locator(".shots svg")
    width = (await overlay.bounding_box() or {})["width"]
    await overlay.hover(position={"x": width * 0.15, "y": width * 0.1})
    active = reader.page.locator('.seen-list [aria-selected="true"]')
    assert await active.inner_text() == '[1] link "Home"'

    await reader.page.get_by_label("Search in the elements").fill("button")
    assert await reader.page.locator(".seen-list li:visible").all_inner_texts() == ['  [3] button "Buy"']
    await reader.page.locator(".seen-list").press("ArrowDown")
    assert await active.inner_text() == '  [3] button "Buy"'


async def test_a_failure_is_opened_as_a_page_and_copied_as_an_issue(around: Path, desk: Desk) -> None:
    reader = await desk.open(around)
    link = reader.page.get_by_role("link", name="Open the page as it was")
    target = around.parent / (await link.get_attribute("href") or "")
    assert target.read_bytes() == b"<p>as it was"
    assert await link.get_attribute("rel") == "noopener noreferrer"

    await reader.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    await reader.page.get_by_role("button", name="Copy as issue").click()
    await reader.until("window.copied")
    copied = await reader.run("window.copied")
    assert copied.startswith("# Tap the exit: could not find 'the exit'\n")
    for told in ("`tests/test_tea.py:12`", "- POST `http://shop.test/buy`: 500", "browser: `chromium 1`"):
        assert told in copied
