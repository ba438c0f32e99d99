"""Reading lists that are longer than the screen, in parts that are joined."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser
from sights import looking, opened, reading, rows_in

from askonce.errors import ScreenMoved
from askonce.geometry import Box
from askonce.insight.answers import Answer
from askonce.insight.evidence import Evidence
from askonce.insight.long_lists import read_long
from askonce.screens.eyes import Eyes
from askonce.screens.fake import FakeScreen
from askonce.screens.fake.widgets import Text
from askonce.trace import Usage
from askonce.values import Mask


def rows(start: int, end: int) -> list[str]:
    return [f"Row {number:03}" for number in range(start, end)]


def lines(texts: list[str]) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


async def test_a_list_that_fits_is_read_once(chromium: Browser) -> None:
    async with opened(chromium, lines(rows(0, 5))) as (_, eyes):
        answer = await read_long(reading(), looking(eyes), eyes)
    assert (answer.value, answer.usage.calls) == (rows(0, 5), 1)
    assert answer.reason == "5 rows read in 1 part"


async def test_a_long_page_is_read_to_its_end_and_left_where_it_was(chromium: Browser) -> None:
    told: list[int] = []
    async with opened(chromium, lines(rows(0, 60))) as (screen, eyes):
        await screen.scroll(0, 500)
        await screen.settle()
        answer = await read_long(reading(), looking(eyes), eyes, progress=told.append)
        assert await screen.evaluate("scrollY") == 500
    assert answer.value == rows(0, 60)
    calls = answer.usage.calls
    assert calls <= 6
    assert (answer.source, answer.usage) == ("model", Usage(calls=calls, prompt_tokens=10 * calls))
    assert told == sorted(told)
    assert (told[0] < 30, told[-1]) == (True, 60)


async def test_the_box_that_holds_the_list_is_scrolled_and_not_the_page(chromium: Browser) -> None:
    page = f"""<div id=menu style='height:200px;overflow:auto'>{lines([f"Menu {n}" for n in range(50)])}</div>
        <div id=list style='height:300px;overflow:auto'>{lines(rows(0, 40))}</div>
        <div style='height:3000px'>Below</div>"""
    async with opened(chromium, page) as (screen, eyes):
        answer = await read_long(reading(), looking(eyes), eyes)
        assert await screen.evaluate("[scrollY, menu.scrollTop, list.scrollTop]") == [0, 0, 0]
    assert answer.value == rows(0, 40)


async def test_a_region_names_the_box_to_scroll(chromium: Browser) -> None:
    page = f"""<div style='height:250px;overflow:auto'>{lines(rows(0, 30))}</div>
        <div style='height:250px;overflow:auto'>{lines(rows(100, 130))}</div>"""

    def lower(evidence: Evidence) -> list[str]:
        assert evidence.tree
        return [node.words for node in evidence.tree if node.words.startswith("Row 1") and node.box.height > 15]

    async with opened(chromium, page) as (_, eyes):
        answer = await read_long(reading(lower), looking(eyes), eyes, within=Box(0, 250, 800, 250))
    assert answer.value == rows(100, 130)


VIRTUAL = """<style>p { position: absolute; width: 100% }</style>
<div id=box style='height:600px;overflow:auto'><div id=all style='height:300000px;position:relative'></div></div>
<script>const pool = Array.from({length: 24}, () => all.appendChild(document.createElement("p")));
const draw = () => { const first = Math.floor(box.scrollTop / 30);
  pool.forEach((row, place) => { const n = first + place; row.hidden = n >= 10000;
    row.style.top = n * 30 + "px"; row.textContent = `Row ${n}` }) };
box.onscroll = draw; draw()</script>"""


async def test_a_list_of_ten_thousand_rows_that_shows_only_some_is_read_to_the_limit(chromium: Browser) -> None:
    async with opened(chromium, VIRTUAL) as (screen, eyes):
        answer = await read_long(reading(), looking(eyes), eyes, limit=120)
        assert await screen.evaluate("box.scrollTop") == 0
    assert answer.value == [f"Row {number}" for number in range(120)]
    assert answer.more == "stopped at the limit of 120 rows, there is more"


async def test_the_end_of_a_list_that_shows_only_some_is_reached(chromium: Browser) -> None:
    async with opened(chromium, VIRTUAL.replace("10000", "70").replace("300000", "2100")) as (_, eyes):
        answer = await read_long(reading(), looking(eyes), eyes)
    assert answer.value == [f"Row {number}" for number in range(70)]


async def test_rows_that_load_late_are_waited_for(chromium: Browser) -> None:
    page = (
        lines(rows(0, 30))
        + """<div id=busy hidden>Loading…</div><script>let n = 30, asked = false;
        onscroll = () => { if (asked || n >= 90 || scrollY + innerHeight < document.body.scrollHeight - 60) return;
          asked = true; busy.hidden = false; setTimeout(() => { asked = false; busy.hidden = true;
            for (let i = 0; i < 30; i++) busy.insertAdjacentHTML("beforebegin", `<p>Row 0${n++}</p>`) }, 1500) }
        </script>"""
    )
    async with opened(chromium, page) as (_, eyes):
        answer = await read_long(reading(), looking(eyes), eyes)
    assert answer.value == rows(0, 90)


@pytest.mark.parametrize("height", [240, *(pytest.param(height, marks=pytest.mark.long) for height in (60, 150))])
async def test_what_is_pinned_to_the_top_hides_no_row(chromium: Browser, height: int) -> None:
    page = f"""<div style='position:sticky;top:0;height:{height}px;background:#ddd'>Header</div>{lines(rows(0, 50))}
        <div style='position:fixed;bottom:0;height:40px;width:100%;background:#ddd'>Bar</div><p></p><p></p>"""

    def uncovered(evidence: Evidence) -> list[str]:
        assert evidence.tree
        seen = [node for node in evidence.tree if "covered" not in node.states and node.box.bottom > height + 10]
        return [node.words for node in seen if node.words.startswith("Row")]

    async with opened(chromium, page) as (_, eyes):
        answer = await read_long(reading(uncovered), looking(eyes), eyes)
    assert answer.value == rows(0, 50)


@pytest.mark.parametrize(
    "texts",
    [
        ["Row same"] * 60,
        [f"Row {number // 3}" for number in range(60)],
        ["Row a", "Row b"] * 30,
        [*rows(0, 20), *rows(0, 20), *rows(0, 20)],
    ],
    ids=["all", "threes", "pairs", "blocks"],
)
async def test_rows_that_are_there_twice_stay(chromium: Browser, texts: list[str]) -> None:
    async with opened(chromium, lines(texts)) as (_, eyes):
        answer = await read_long(reading(), looking(eyes), eyes)
    assert answer.value == texts


async def test_rows_that_come_in_above_while_the_list_is_read_do_no_harm(chromium: Browser) -> None:
    async with opened(chromium, "<div id=head></div>" + lines(rows(0, 60))) as (screen, eyes):
        plain_read = reading()
        parts = 0

        async def read(evidence: Evidence) -> Answer[list[Any]]:
            nonlocal parts
            parts += 1
            await screen.evaluate("head.insertAdjacentHTML('afterend', '<p>News</p>')")
            return await plain_read(evidence)

        answer = await read_long(read, looking(eyes), eyes)
    assert parts > 2
    assert answer.value == rows(0, 60)


async def test_rows_that_go_while_the_list_is_read_leave_no_gap(chromium: Browser) -> None:
    page = "<div id=lead style='height:450px'>Lead</div>" + lines(rows(0, 60))
    async with opened(chromium, "<style>* { overflow-anchor: none }</style>" + page) as (screen, eyes):
        plain_read = reading()

        async def read(evidence: Evidence) -> Answer[list[Any]]:
            answer = await plain_read(evidence)
            await screen.evaluate("scrollY > 700 && document.getElementById('lead')?.remove()")
            return answer

        answer = await read_long(read, looking(eyes), eyes)
    assert answer.value == rows(0, 60)


async def test_a_list_that_becomes_another_one_is_an_error(chromium: Browser) -> None:
    async with opened(chromium, lines(rows(0, 60))) as (screen, eyes):
        plain_read = reading()

        async def read(evidence: Evidence) -> Answer[list[Any]]:
            answer = await plain_read(evidence)
            await screen.evaluate("document.querySelectorAll('p').forEach(p => p.textContent += Math.random())")
            return answer

        with pytest.raises(ScreenMoved, match="changed while it was read"):
            await read_long(read, looking(eyes), eyes)


async def test_a_row_cut_at_the_edge_and_read_badly_is_corrected_by_the_next_part(chromium: Browser) -> None:
    def careless(evidence: Evidence) -> list[dict[str, str]]:
        assert evidence.tree
        found = [node for node in evidence.tree if node.words.startswith("Row")]
        return [{"name": n.words[:7], "price": n.words[8:] if n.box.height >= 17 else ""} for n in found]

    texts = [f"Row {number:03} {number}.50" for number in range(50)]
    page = "<style>p { line-height: 47px; height: 47px }</style>" + lines(texts)
    async with opened(chromium, page) as (_, eyes):
        answer = await read_long(reading(careless), looking(eyes), eyes)
    assert answer.value == [{"name": text[:7], "price": text[8:]} for text in texts]


async def test_a_list_that_begins_further_down_is_found(chromium: Browser) -> None:
    page = f"<div style='height:1500px'>Intro</div>{lines(rows(0, 30))}<div style='height:2500px'>Comments</div>"
    async with opened(chromium, page) as (_, eyes):
        answer = await read_long(reading(), looking(eyes), eyes)
    assert answer.value == rows(0, 30)


async def test_a_gap_between_two_parts_of_a_list_is_passed_over(chromium: Browser) -> None:
    page = f"{lines(rows(0, 20))}<div style='height:900px'>Advert</div>{lines(rows(20, 40))}"
    async with opened(chromium, page) as (_, eyes):
        answer = await read_long(reading(), looking(eyes), eyes)
    assert answer.value == rows(0, 40)


async def test_a_screen_that_knows_no_elements_is_followed_by_its_pictures() -> None:
    widgets = [Text(f"Row {number}", Box(0, 50 * number, 300, 40)) for number in range(30)]
    known = FakeScreen(widgets)

    class Plain:
        """The same, without the verbs for elements and changes."""

        kind = "plain"

        def __getattr__(self, name: str) -> object:
            if name in {"tree", "wait_for_change", "whole_tree", "reveal"}:
                raise AttributeError(name)
            return getattr(known, name)

    eyes = Eyes(Plain(), Mask())  # type: ignore[arg-type]

    async def look() -> Evidence:
        return Evidence(tree=await known.tree())

    answer = await read_long(reading(rows_in), look, eyes)
    assert answer.value == [f"Row {number}" for number in range(30)]
