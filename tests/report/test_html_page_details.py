"""What the right side of a report says of a part: plans, finders, expectations, variables, questions, and the time."""

from __future__ import annotations

import re
from pathlib import Path

from page_rig import Desk
from page_traces import EVIL, PASSWORD
from report_rig import Story, write_trace

from askonce.report.report_files import write_report


async def test_a_round_shows_its_plan_what_was_found_and_what_was_expected(done: Path, desk: Desk) -> None:
    reader = await desk.open(done, "#a1r1")
    plan = await reader.section("Plan")
    for told in ("thinking", "Type the word", "Type(the field, text='{word}')", "the word is set"):
        assert told in plan
    found = await reader.section("Search")
    assert "the field" in found
    assert "by planned at 20, 20, 220, 50" in found
    assert '"text": "{word}"' in await reader.section("Parameters")

    await reader.turn("Plan")
    await reader.press("j")
    assert not await reader.page.locator(".plan").is_visible(), "what was closed is closed in the next part"
    assert "It is added." in await reader.section("Plan")
    assert await reader.page.locator("details[open]", has_text="Parameters").count(), "and what was opened is open"
    checks = reader.page.locator(".checks li")
    assert await checks.all_text_contents() == ['met: field "Title" is ""', 'met: visible "1 added"']
    assert "yes" in (await checks.first.get_attribute("class") or "")


async def test_a_question_shows_all_that_was_sent_and_answered_with_secrets_masked(done: Path, desk: Desk) -> None:
    reader = await desk.open(done, "#a1r1")
    model = await reader.section("Model")
    assert "1 call" in model
    assert "scripted" in model
    assert "<thought>thinking</thought>" in model
    assert re.search(r"planning · [\d,]+ in, [\d,]+ out", model)
    await reader.page.locator("details.sent summary").click()
    sent = reader.page.locator("details.sent .message")
    await sent.first.wait_for()
    assert await sent.locator(".role").all_inner_texts() == ["system", "user"]
    assert "add a note with {word}" in await sent.nth(1).inner_text()
    assert PASSWORD not in await reader.run("document.documentElement.outerHTML")
    assert "Title" in await reader.section("Elements")


async def test_a_question_that_got_no_answer_says_why(shelf: Path, desk: Desk) -> None:
    story = Story()
    story.begin()
    story.next_round()
    story.ask("", error="status 401: no such key")
    story.end("failed", error="it was refused")
    reader = await desk.open(write_report(write_trace(shelf / "refused", story)))

    assert await reader.selected() == "The model did not answer"
    assert await reader.page.locator("#details .callout.bad").first.inner_text() == "status 401: no such key"


async def test_a_failure_shows_its_error_and_what_each_finder_said(failed: Path, desk: Desk) -> None:
    reader = await desk.open(failed)
    assert (
        "could not find 'the purple teapot' on the screen"
        in await reader.page.locator(".callout.bad").first.inner_text()
    )
    await reader.pictures_are_there()
    assert await reader.page.locator(".shots img").count() == 1, "where nothing was found one wants to see the screen"
    search = await reader.section("Search")
    assert "not found" in search
    chain = await reader.page.locator(".chain li").all_inner_texts()
    assert [said.split()[0] for said in chain] == ["local", "model"]
    assert "no element is called 'the purple teapot'" in chain[0]

    await reader.press("j")
    checks = reader.page.locator(".checks li")
    assert await checks.all_text_contents() == ['not met: visible "Sent"']
    assert "no" in (await checks.first.get_attribute("class") or "").split()
    await reader.press("n")
    assert "gives up" in await reader.section("Plan")
    assert "there is no Send button" in await reader.section("Plan")


async def test_a_program_shows_its_lines_variables_beliefs_and_how_it_was_changed(program: Path, desk: Desk) -> None:
    reader = await desk.open(program, "#p1l3i2")
    here = reader.page.locator(".source [aria-current=step]")
    assert (await here.inner_text()).strip() == "Add a note {note}"
    variables = await reader.section("Variables")
    assert re.search(r'notes\s+\["milk", "bread", "eggs"\]', variables)
    assert "replayed" in await reader.page.locator("#details .facts").inner_text()

    await reader.follow("p1l3i1")
    assert "the list is open" in await reader.section("Variables and belief")

    await reader.follow("p1l4")
    assert re.search(r"count\s+\(set here\)\s+3", await reader.section("Variables"))
    assert (await here.inner_text()).startswith("Set variable {count}")

    await reader.press("j")
    assert "3 notes were added" in await reader.page.locator(".callout.told").inner_text()

    await reader.follow("p1l6")
    assert await reader.page.locator("#details h2").inner_text() == "Post the notes to the blog"
    assert not await here.count(), "where another line stands now, none is marked"

    await reader.follow("p1")
    source = await reader.section("Program")
    assert "-Post the notes to the blog" in source
    assert '+Tell user "there is no blog"' in source


async def test_what_was_replayed_and_healed_says_why(healed: Path, desk: Desk) -> None:
    reader = await desk.open(healed, "#a3")
    details = await reader.details()
    assert "healed" in await reader.page.locator("#details .facts").inner_text()
    assert details.count("there is no button 'Add'") == 1
    assert "Put it in." in await reader.section("Parts")
    await reader.page.locator(".parts a", has_text="Put it in.").click()
    await reader.until("tree.selected.key === 'a3r3'")
    assert await reader.page.locator(".crumbs a").all_inner_texts() == ["note Cid"]


async def test_every_section_of_a_hostile_run_says_word_for_word_what_was_there(hostile: Path, desk: Desk) -> None:
    reader = await desk.open(hostile, "#a1r1")
    for name in ("Plan", "Search", "Expected", "Model", "Elements", "Parameters"):
        assert "<script>window.evil = 1</script></script>" in await reader.section(name), name
    await reader.page.locator("details.sent summary").click()
    await reader.page.locator("details.sent .message").first.wait_for()
    assert "\x1b[31m" in await reader.run("document.querySelector('details.sent pre').textContent")
    assert EVIL in await reader.page.locator(".shots .address").first.inner_text()


async def test_the_timeline_tells_where_the_time_went_and_leads_to_it(hostile: Path, desk: Desk) -> None:
    reader = await desk.open(hostile)
    legend = await reader.page.locator(".legend .key").all_inner_texts()
    seconds = {"s": 1.0, "ms": 0.001}
    told = [re.fullmatch(r"\s*([a-z ]+?) ([\d.]+) (m?s)\s+(\d+) %", one) for one in legend]
    assert [one and one[1] for one in told] == ["model", "screen", "waiting for the page", "our own work"]
    assert abs(sum(float(one[2]) * seconds[one[3]] for one in told if one) - 20.5) < 0.2
    assert 99 <= sum(int(one[4]) for one in told if one) <= 101
    band = reader.page.get_by_role("img", name="Where the time went")
    assert "model 1.0 s, 5 percent" in (await band.get_attribute("aria-label") or "")

    span = await reader.run("report.runs[0].spans.filter((span) => span.kind === 'model')[2]")
    box = await band.bounding_box()
    assert box
    at = (span["start"] + span["end"]) / 2 / 20.5
    await band.click(position={"x": at * box["width"], "y": box["height"] / 3})
    assert (
        await reader.run("tree.selected.key") == await reader.run("(id) => items.get(id).key", span["node"]) == "a3r1"
    )
    await band.hover(position={"x": at * box["width"], "y": box["height"] / 3})
    assert "model 250 ms" in await reader.page.locator(".tip").inner_text()

    await reader.page.get_by_role("button", name="This part").click()
    assert "model 250 ms" in await reader.page.locator(".legend").inner_text()
    await reader.page.get_by_role("button", name="Whole run").click()
    assert "model 1.0 s" in await reader.page.locator(".legend").inner_text()
