"""Requests of an action whose answers are still to come: those that only say "later", and what is asked again."""

from __future__ import annotations

import pytest
from local_site import Show, Site, let_time_pass

from askonce.geometry import Point


@pytest.fixture
def show(show_on_kept_page: Show) -> Show:
    return show_on_kept_page


async def late_after(show: Show, site: Site, script: str, before: str = "") -> list[str]:
    """What is late after a tap that runs a script, on a page that ran another one when it came."""
    site.serve("/", f"<script>{before}; onclick = async () => {{ {script} }}</script>")
    screen = await show(site.home)
    await screen.settle()
    await let_time_pass(screen)
    await screen.tap(Point(300, 300))
    await screen.settle()
    return [each.by for each in await screen.late_answers() if each.told is not None or each.is_due]


@pytest.mark.parametrize(
    ("answer", "is_late"),
    [
        ('{"state": "processing"}', True),
        ('{"data": {"createContact": {"status": "PENDING"}}}', True),
        ('{"data": {"type": "contacts", "attributes": {"state": "processing"}}}', True),
        ('{"data": {"statusUrl": "/jobs/7"}}', True),
        ('{"status": "ok", "data": {"name": "Ann"}}', False),
        ('{"contacts": [{"name": "Bob", "status": "pending"}]}', False),
        ('{"data": {"task": {"title": "Ann", "status": "open"}}}', False),
    ],
)
async def test_an_answer_that_only_says_later_is_late(show: Show, site: Site, answer: str, is_late: bool) -> None:
    site.serve("/add", answer, kind="application/json")
    late = await late_after(show, site, "await fetch('/add', {method: 'POST', body: 'Ann is running'})")
    assert late == (["POST /add, which was only taken in"] if is_late else [])


async def test_a_record_that_was_sent_as_one_that_waits_is_not_late(show: Show, site: Site) -> None:
    site.serve("/add", '{"data": {"task": {"status": "pending"}}}', kind="application/json")
    sent = "JSON.stringify({title: 'still running', status: 'pending'})"
    assert await late_after(show, site, f"await fetch('/add', {{method: 'POST', body: {sent}}})") == []


ASKING = "const ask = (body) => fetch('/ask', {method: 'POST', body});"


@pytest.mark.parametrize(
    ("script", "before", "is_late"),
    [
        ("for (const _ of [1, 2]) await ask('how is 7')", "", True),
        ("await ask('add'); await ask('list')", "", False),
        ("for (const _ of [1, 2]) await ask('any news')", "ask('any news')", False),
        ("for (const _ of [1, 2]) await ask('how is 7')", "ask('any news')", True),
        ("for (const _ of [1, 2]) await fetch('/ask?7')", "", True),
        ("for (const at of [1, 2]) await fetch(`/count?${at}`, {method: 'POST'})", "", False),
        ("for (const at of [1, 2]) navigator.sendBeacon('/count', 'click')", "", False),
    ],
)
async def test_what_is_asked_again_and_again_is_late_whatever_the_method(
    show: Show, site: Site, script: str, before: str, is_late: bool
) -> None:
    site.serve("/ask", "{}", kind="application/json")
    site.serve("/count", "{}", kind="application/json")
    late = await late_after(show, site, script, f"{ASKING} {before}")
    assert any("again and again" in each for each in late) is is_late
