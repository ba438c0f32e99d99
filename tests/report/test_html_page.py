"""The page of a report as a whole, in a real browser: its summary, its safety, and where its pictures come from."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from page_rig import LAPTOP, NARROWEST, ODD, PHONE, WIDE, Desk
from page_traces import ARABIC, CHINESE, ENDLESS, EVIL, PASSWORD, begin

from askonce.report.document import Report
from askonce.report.report_files import report_of, write_page, write_report
from askonce.trace import FolderStore, RunEnded


async def test_the_summary_tells_what_was_asked_what_became_of_it_and_what_it_cost(done: Path, desk: Desk) -> None:
    reader = await desk.open(done)
    summary = await reader.page.locator("#summary").inner_text()

    assert await reader.heading() == ("done", "add a note with {word}, and 1 more")
    for told in ("steps\n3", "2 acts", "model calls\n2", "scripted"):
        assert told in summary
    assert "1 asked" in summary
    assert not await reader.page.locator(".failures").count()
    assert (await reader.page.title()).startswith("add a note with {word} · ")


async def test_what_failed_and_why_stands_on_top_and_leads_to_its_place(failed: Path, desk: Desk) -> None:
    reader = await desk.open(failed)
    failures = await reader.page.locator(".failures li").all_inner_texts()

    assert "could not find 'the purple teapot' on the screen" in failures[0]
    assert "there is no Send button" in failures[1]
    assert "the purple teapot" in await reader.selected(), "what failed first is shown first"
    await reader.page.locator(".failures a").nth(1).click()
    await reader.until("tree.selected.key === 'a2r2'")
    assert await reader.selected() == "Look about"
    assert "there is no Send button" in await reader.details()


async def test_a_killed_run_says_so_and_shows_what_it_was_doing(killed: Path, desk: Desk) -> None:
    reader = await desk.open(killed)

    summary = await reader.page.locator("#summary").inner_text()
    assert "not finished" in summary
    assert "had not finished" in summary
    assert await reader.selected() == "Asking what to do"
    assert "There was no answer." in await reader.section("Model")
    await reader.pictures_are_there()


async def test_a_run_in_which_nothing_was_asked_has_a_page_too(tmp_path: Path, desk: Desk) -> None:
    trace = begin(tmp_path, ARABIC)
    trace.emit(RunEnded())
    trace.close()

    reader = await desk.open(write_report(tmp_path))
    await reader.press(*"jknpbzf", "Escape", "Home", "ArrowRight")

    assert "Nothing was asked" in await reader.details()
    assert await reader.heading() == ("done", ARABIC)
    assert await reader.run("getComputedStyle(document.querySelector('h1 [dir]')).direction") == "rtl"


async def test_a_suite_shows_failures_first_and_leads_to_each_run(suite: Path, desk: Desk) -> None:
    reader = await desk.open(suite, "#done/a1r2")

    assert await reader.heading() == ("failed", "2 of 4 failed")
    assert "passed\n2 of 4" in await reader.page.locator("#summary").inner_text()
    assert await reader.selected() == "Add it"
    await reader.page.locator("#tree").focus()
    await reader.press("Home")
    assert "the purple teapot" in (await reader.rows())[0]
    assert "came to its own end" in await reader.section("Run")
    await reader.follow("killed")
    assert "not finished" in await reader.page.locator("#details .facts").inner_text()


async def test_a_failure_whose_place_in_a_file_is_known_is_told_once_with_it(failed: Path, desk: Desk) -> None:
    run = report_of(failed.with_suffix("")).runs[0]
    placed = run.model_copy(update={"error": f"shop.yaml:7: {run.failures[0].error}", "failures": run.failures[:1]})
    made = failed.with_name("placed.html")
    reader = await desk.open(write_page(Report(title="", runs=(placed,)), {}, made))

    (told,) = await reader.page.locator(".failures li").all_inner_texts()
    assert "shop.yaml:7: " in told


async def test_a_link_leads_to_a_run_by_any_name(suite: Path, desk: Desk) -> None:
    reader = await desk.open(suite)
    assert "purple teapot" in await reader.selected()
    await reader.page.locator(".failures a").nth(1).click()
    await reader.until("tree.selected.node.id === 'a2r2'")
    await reader.page.reload()
    assert await reader.selected() == "Look about"
    await reader.page.locator(".crumbs a").first.click()
    await reader.until("!tree.selected.node")
    assert await reader.run("tree.selected.run.id") == ODD


async def test_no_text_of_a_run_is_ever_markup(hostile: Path, desk: Desk) -> None:
    reader = await desk.open(hostile)
    for number in range(1, 5):
        for key in (f"a{number}", f"a{number}r1"):
            await reader.follow(key)
            await reader.open_everything()
    await reader.press("?", "Escape", "/")
    await reader.page.keyboard.type("<script>window.evil")

    assert await reader.run("window.evil") is None
    assert await reader.run("[...document.querySelectorAll('script:not([type])')].length") == 1
    assert await reader.run("document.querySelectorAll('[onerror], img[src=x]').length") == 0
    assert await reader.page.locator(".failures a").inner_text() == EVIL
    assert (await reader.rows())[:2] == [EVIL, EVIL]
    assert await reader.page.locator("[role=treeitem] mark").first.inner_text() == "<script>window.evil"


async def test_a_script_that_came_into_the_page_would_not_run(done: Path, desk: Desk) -> None:
    reader = await desk.open(done)
    await reader.run(
        """() => {
        const put = (tag, fields) => document.body.appendChild(Object.assign(document.createElement(tag), fields));
        put("script", { textContent: "window.evil = 1" });
        put("div", { innerHTML: "<img src=x: onerror='window.evil = 2'>" });
        put("img", { src: "https://example.com/x.png" });
        put("a", { href: "javascript:window.evil = 3" }).click();
        }"""
    )
    assert await reader.run("fetch('https://example.com').then(() => 'came', () => 'refused')") == "refused"

    assert await reader.run("window.evil") is None
    assert len([said for said in reader.troubles if "Content Security Policy" in said]) >= 4
    assert "https://example.com/x.png" in reader.refused
    reader.forgive("Content Security Policy", "https://example.com", "x:")


async def test_nothing_is_cut_off_at_any_width(hostile: Path, desk: Desk) -> None:
    reader = await desk.open(hostile, "#a2r1")
    for width, height in (WIDE, LAPTOP, PHONE, NARROWEST):
        await reader.page.set_viewport_size({"width": width, "height": height})
        for key in ("a1", "a2r1"):
            await reader.follow(key)
            await reader.open_everything()
            assert not await reader.is_wider_than_the_screen()
            assert await reader.run(
                """[...document.querySelectorAll("#details > *")]
                .every((part) => part.scrollWidth <= find("#details").clientWidth)"""
            )


async def test_text_runs_in_the_direction_of_its_script(hostile: Path, desk: Desk) -> None:
    reader = await desk.open(hostile, "#a3r1")
    await reader.section("Plan")

    assert await reader.page.locator("#details h2").inner_text() == ARABIC
    for place in ("#details h2", "#details blockquote", ".row.selected .title", ".chain .no span"):
        assert await reader.run("(place) => getComputedStyle(document.querySelector(place)).direction", place) == "rtl"
    await reader.follow("a4")
    assert await reader.page.locator("#details h2").inner_text() == CHINESE
    assert await reader.run("getComputedStyle(document.querySelector('#details h2')).direction") == "ltr"


async def test_the_theme_follows_the_system_until_it_is_turned_and_is_kept(done: Path, desk: Desk) -> None:
    reader = await desk.open(done, dark=True)
    shade = "getComputedStyle(document.body).backgroundColor"
    dark = await reader.run(shade)
    await reader.press("t")
    light = await reader.run(shade)

    assert light != dark
    await reader.is_kept(f"{shade} === {json.dumps(light)}")
    await reader.page.locator("#theme").click()
    assert await reader.run(shade) == dark


async def test_the_list_is_made_wider_by_keys_and_stays_so(done: Path, desk: Desk) -> None:
    reader = await desk.open(done)
    left, _, right, _ = await reader.edges("#outline")
    await reader.page.get_by_role("separator").focus()
    await reader.press("ArrowRight", "ArrowRight")

    await reader.is_kept(f"find('#outline').offsetWidth === {right - left + 48}")


async def test_pictures_may_lie_in_files_beside_the_page(done: Path, desk: Desk, tmp_path: Path) -> None:
    shutil.copytree(done.with_suffix(""), tmp_path / "run")
    beside = write_report(tmp_path / "run", folder=True)
    away = write_page(
        report_of(tmp_path / "run"),
        {"run": FolderStore(tmp_path / "run" / "blobs")},
        tmp_path / "my report/index.html",
        folder=True,
    )

    for report in (beside, away):
        reader = await desk.open(report, "#a1r1")
        await reader.pictures_are_there()
        assert await reader.page.locator(".shots img").count() == 2
        shots = [url for url in reader.requested if url.endswith(".png")]
        assert len(shots) == 2
        assert all(url.startswith(report.parent.as_uri()) for url in shots)
        markup = await reader.run("document.documentElement.outerHTML")
        assert 'data-type="image' not in markup, "none is in the page itself"


def remove_pictures(folder: Path) -> None:
    """Take away those that could be shown."""
    for picture in folder.glob("*.png"):
        if picture.stat().st_size > 20:
            picture.unlink()


async def test_a_picture_that_is_missing_or_broken_is_told_of(hostile: Path, desk: Desk, tmp_path: Path) -> None:
    shutil.copytree(hostile.with_suffix(""), tmp_path / "run")
    remove_pictures(tmp_path / "run" / "blobs")
    reader = await desk.open(write_report(tmp_path / "run"), "#a1")

    for key, told in (("a1", "This picture is not there."), ("a4", "This picture cannot be shown.")):
        await reader.follow(key)
        await reader.page.get_by_text(told).wait_for()


async def test_no_secret_is_in_the_page(done: Path, killed: Path) -> None:
    for report in (done, killed):
        page = report.read_text("utf-8")
        assert PASSWORD not in page
        assert "{word}" in page


def test_an_endless_word_is_still_whole_in_the_page(hostile: Path) -> None:
    assert ENDLESS in hostile.read_text("utf-8")
