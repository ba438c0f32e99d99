"""The tree on the left of a report: its rows, folding, searching, keys, links, and long runs."""

from __future__ import annotations

from pathlib import Path

from page_rig import Desk, Reader


async def open_tree(desk: Desk, report: Path, link: str = "") -> Reader:
    """The page with the tree in focus."""
    reader = await desk.open(report, link)
    await reader.page.locator("#tree").focus()
    return reader


async def test_rows_tell_how_a_part_was_done_how_it_ended_how_long_it_took_and_what_it_asked(
    healed: Path, desk: Desk
) -> None:
    reader = await desk.open(healed)
    assert (await reader.rows())[0] == "note Ann"
    asked, replayed, mended = [await reader.row(f"note {name}") for name in ("Ann", "Bob", "Cid")]
    assert "1×" in asked
    assert "replayed" in replayed
    assert "×" not in replayed
    assert "healed" in mended
    assert all(" ms" in row or " s" in row for row in (asked, replayed, mended))
    spoken = await reader.page.locator("[role=treeitem]").first.get_attribute("aria-label")
    assert (spoken or "").startswith("note Ann, done, asked, ")


async def test_passes_of_a_loop_are_folded_and_open_one_by_one(program: Path, desk: Desk) -> None:
    reader = await open_tree(desk, program)
    assert not any(row.startswith("Pass") for row in await reader.rows())
    await reader.pick("For each {note} in {notes}")
    await reader.press("ArrowRight")
    passes = [row for row in await reader.rows() if row.startswith("Pass")]
    assert passes == ["Pass 1 of 3", "Pass 2 of 3", "Pass 3 of 3"]
    assert "replayed" in await reader.row("Pass 2")
    await reader.press("ArrowRight", "ArrowRight")
    assert (await reader.selected()).endswith("Add a note {note}")
    await reader.press("ArrowLeft", "ArrowLeft")
    assert await reader.selected() == "Pass 1 of 3"
    await reader.press("ArrowLeft", "ArrowLeft", "ArrowLeft")
    assert "For each" in await reader.selected()
    assert not any(row.startswith("Pass") for row in await reader.rows())


async def test_every_part_is_reached_by_keys_alone(done: Path, desk: Desk) -> None:
    reader = await desk.open(done)
    rows = await reader.rows()
    seen = [await reader.selected()]
    for _ in rows:
        await reader.press("ArrowDown")
        seen.append(await reader.selected())
    assert seen == [*rows, rows[-1]]
    await reader.press("Home")
    assert await reader.selected() == rows[0]
    await reader.press("End")
    assert await reader.selected() == rows[-1]
    await reader.press("ArrowUp", "ArrowUp")
    assert await reader.selected() == rows[-3]
    await reader.press("ArrowLeft", "ArrowLeft")
    assert await reader.rows() == [rows[0], rows[-1]], "the first left goes up, the second folds"
    await reader.press("ArrowRight", "ArrowRight")
    assert await reader.selected() == rows[1]


async def test_letters_lead_from_step_to_step_and_from_failure_to_failure(failed: Path, desk: Desk) -> None:
    reader = await desk.open(failed)
    first = await reader.selected()
    assert "purple teapot" in first
    await reader.press("j")
    assert await reader.selected() == "Press Add"
    await reader.press("k")
    assert await reader.selected() == first
    await reader.press("n")
    assert await reader.selected() == "Look about"
    row = reader.page.locator("[role=treeitem]", has_text="Look about")
    assert "failed" in (await row.get_attribute("class") or "")
    assert "failed" in (await row.get_attribute("aria-label") or "")
    assert await row.get_attribute("aria-level") == "2"
    await reader.press("p")
    assert await reader.selected() == first
    await reader.press("?")
    keys = reader.page.get_by_role("dialog")
    assert "next failure" in await keys.inner_text()
    await reader.press("n")
    assert await reader.selected() == first, "under a dialog nothing moves"
    await reader.press("Escape")
    assert not await keys.is_visible()


async def test_a_search_shows_what_fits_and_where_it_belongs(program: Path, desk: Desk) -> None:
    reader = await desk.open(program)
    everything = await reader.rows()
    await reader.press("/")
    await reader.page.keyboard.type("BLOG")
    rows = await reader.rows()
    assert any("Post the notes to the blog" in row for row in rows)
    assert not any("Set variable" in row for row in rows)
    assert rows[0].startswith("Record list"), "what is above a hit is shown too"
    assert {text.lower() for text in await reader.page.locator("[role=treeitem] mark").all_inner_texts()} == {"blog"}
    await reader.press("Enter")
    assert "blog" in (await reader.selected()).lower()
    await reader.page.locator("#search").fill("nothing has such words")
    assert await reader.page.get_by_text("Nothing fits.").is_visible()
    await reader.press("Escape")
    assert await reader.page.locator("#search").input_value() == ""
    assert await reader.rows() == everything
    assert not await reader.page.get_by_text("Nothing fits.").is_visible()
    await reader.page.locator("#search").fill('"eggs"]')
    assert (await reader.rows())[-1].endswith("as {notes}"), "values of variables are searched too"


async def test_filters_show_only_what_ended_or_was_done_in_one_way(suite: Path, desk: Desk) -> None:
    reader = await desk.open(suite)
    filters = reader.page.locator("#filters")
    await filters.get_by_text("replayed").click()
    assert [row for row in await reader.rows() if row in ("note Ann", "note Bob", "note Cid")] == ["note Bob"]
    await filters.get_by_text("healed").click()
    assert (await reader.rows())[1:] == ["note Bob", "note Cid"]
    assert await filters.locator("[aria-pressed=true]").count() == 2
    await reader.page.locator("#search").fill("Cid")
    assert (await reader.rows())[1:] == ["note Cid"]
    await reader.press("Escape")
    await filters.get_by_text("failed").click()
    rows = await reader.rows()
    assert any("teapot" in row for row in rows)
    assert not any("note Bob" in row for row in rows)
    await reader.follow("healed/a1")
    assert await reader.selected() == "note Ann", "a link shows its part also when a filter would hide it"


async def test_each_part_has_a_link_that_leads_back_to_it(done: Path, desk: Desk) -> None:
    reader = await desk.open(done, "#a1r2")
    assert await reader.selected() == "Add it"
    await reader.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await reader.page.get_by_role("button", name="Copy link").click()
    await reader.page.get_by_role("button", name="Copied").wait_for()
    assert await reader.run("navigator.clipboard.readText()") == f"{reader.address}#a1r2"
    await reader.pick("Type the word")
    assert await reader.run("location.hash") == "#a1r1"
    await reader.run("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    await reader.page.get_by_role("button", name="Copy link").click()
    assert await reader.page.get_by_label("Link to this part").input_value() == f"{reader.address}#a1r1"

    await reader.follow("a2")
    assert await reader.page.locator("#details h2").inner_text() == "Tap the button Add"
    await reader.page.go_back()
    await reader.until("tree.selected.key === 'a1r1'")


async def test_a_link_to_what_is_shown_within_another_part_leads_there(program: Path, desk: Desk) -> None:
    reader = await desk.open(program, "#a3")
    assert (await reader.selected()).endswith("Add a note {note}")
    assert "pass 3" in (await reader.page.locator(".crumbs").inner_text()).lower()


async def test_a_link_to_nowhere_shows_the_page_as_without_one(done: Path, desk: Desk) -> None:
    reader = await desk.open(done, "#%E0%A4%A")
    assert await reader.selected() == "add a note with {word}"
    await reader.pick("Add it")
    for link in ("nowhere", "%E0%A4%A", "a1/../../x"):
        await reader.run("(link) => { location.hash = link; }", link)
        assert await reader.selected() == "Add it"


async def test_what_is_folded_away_does_not_stay_selected(healed: Path, desk: Desk) -> None:
    reader = await open_tree(desk, healed, "#a1s2")
    await reader.page.locator("[role=treeitem]", has_text="note Ann").locator(".turn").click()
    assert await reader.selected() == "note Ann"
    await reader.press("ArrowDown")
    assert await reader.selected() == "note Bob"


async def test_a_thousand_steps_are_in_the_tree_but_few_rows_in_the_document(long_run: Path, desk: Desk) -> None:
    reader = await open_tree(desk, long_run)
    assert await reader.selected() == "Step 10 of task 10", "the first failure"
    filters = reader.page.locator("#filters")
    await filters.get_by_role("button", name="fold all").click()
    assert await reader.run("tree.rows.length") == 100
    assert await reader.selected() == "Task number 10"
    await filters.get_by_role("button", name="open all").click()
    assert await reader.run("tree.rows.length") == 1100
    await reader.page.locator("#tree").focus()
    await reader.press("Home")
    assert (await reader.rows())[0] == "Task number 1"
    for share in (0.5, 1):
        await reader.run("(share) => { tree.element.scrollTop = share * tree.element.scrollHeight; }", share)
        await reader.run("new Promise(requestAnimationFrame)")
        assert 5 < len(await reader.rows()) < 60
    assert (await reader.rows())[-1] == "Step 10 of task 100"
    await reader.press("End")
    assert await reader.selected() == "Step 10 of task 100"
    await reader.page.locator("#search").fill("task 77")
    await reader.until("find('[role=treeitem]')")
    assert (await reader.rows())[:2] == ["Task number 77", "Step 1 of task 77"]


async def test_on_a_phone_a_tap_on_a_row_brings_its_details_into_view(done: Path, desk: Desk) -> None:
    reader = await desk.open(done, size=(390, 480))
    top = "document.querySelector('#details h2').getBoundingClientRect().top"
    assert await reader.run(f"{top} > innerHeight / 2")
    await reader.pick("Add it")
    await reader.until(f"{top} > 0 && {top} < innerHeight / 2")
    assert await reader.page.locator("#details h2").inner_text() == "Add it"
