"""A failure as an issue: everything that somebody needs to see it happen again, and nothing that is read as markup."""

from __future__ import annotations

import pytest
from report_rig import BEGAN, Story

from askonce.errors import TraceError
from askonce.report.document import Report, Run
from askonce.report.issue_text import issue_of, issues
from askonce.trace import ActStarted, Blob, CallerLine, ConsoleMessage, PageLogged, PageRequest, RunStarted, Snapped


def failed_run() -> Run:
    story = Story()
    story.events[0] = RunStarted(version="9.9", screen="web", environment=(("browser", "chromium 1"),))
    story.begin("put the red mug into the basket")
    story.play_round("Tap(the red mug)", "Tap(Add)")
    story.end(message="It is in.")
    caller = CallerLine(file="tests/test_shop.py", line=12, code='agent.check("Basket 1")')
    story.act += 1
    story.tell(
        ActStarted(act=2, instruction='check: "Basket 1" is visible', model="", sees="", rounds=1, caller=caller)
    )
    story.look("http://shop.example/basket")
    story.tell(
        PageLogged(
            act=2,
            round=0,
            messages=(
                ConsoleMessage(at=BEGAN + 99, level="error", text="500 `oops` @ann", place="shop.js:3", times=2),
                ConsoleMessage(at=BEGAN + 99, level="log", text="chatter"),
            ),
            requests=(
                PageRequest(at=BEGAN + 99, method="POST", url="http://shop.example/add", kind="fetch", status=500),
                PageRequest(at=BEGAN + 99, method="GET", url="http://shop.example/ok", kind="fetch", status=200),
            ),
        ),
        Snapped(act=2, round=0, page=Blob("s.html")),
    )
    story.end("failed", error="'\"Basket 1\" is visible' is not true: <b>Basket 0</b>\n  picture: /home/ann/x.png")
    return story.run("run-1")


def test_an_issue_says_what_was_done_what_was_expected_and_what_happened() -> None:
    [(id, text)] = issues(failed_run())

    assert id == "a2"
    assert text.splitlines()[0].startswith("# check")
    steps = text.partition("**Steps**")[2].partition("**Expected**")[0].strip().splitlines()
    assert steps == [
        "1. Open `http://shop.example/`",
        "2. put the red mug into the basket",
        "   - Tap the red mug",
        "   - Tap the red mug",
        '3. check: "Basket 1" is visible ← **failed**',
    ]
    assert '**Expected**\n\n"Basket 1" is visible\n' in text
    assert "```text\n'\"Basket 1\" is visible' is not true: <b>Basket 0</b>\n```" in text
    assert "/home/ann" not in text
    assert '`tests/test_shop.py:12`\n\n```text\nagent.check("Basket 1")\n```' in text
    assert "- ``500 `oops` @ann`` × 2 (`shop.js:3`)" in text
    assert "chatter" not in text
    assert "- POST `http://shop.example/add`: 500" in text
    assert "/ok" not in text
    for fact in (
        "Askonce: `9.9`",
        "page: `http://shop.example/basket`",
        "browser: `chromium 1`",
        "models: `some-model`",
    ):
        assert f"- {fact}" in text
    assert "- picture: `run-1/blobs/2.png`" in text
    assert "- page: `run-1/blobs/s.html`" in text


def test_what_fails_outside_the_parts_of_a_run_has_an_issue_too() -> None:
    run = Story().buy().run().model_copy(update={"status": "failed", "error": "AssertionError: 3 != 4"})

    [(id, text)] = issues(run)
    assert id == ""
    assert "AssertionError: 3 != 4" in text
    assert "1. Open `http://shop.example/`" in text
    assert "**Expected**" not in text


def test_a_long_run_is_told_from_its_end() -> None:
    story = Story()
    for number in range(40):
        story.begin(f"act {number}")
        story.end()
    story.begin("the last")
    story.end("failed", error="no")
    [(_, text)] = issues(story.run())

    assert "   … 16 more\n17. act 16\n" in text
    assert "41. the last ← **failed**" in text


def test_a_run_that_went_well_has_no_issue() -> None:
    run = Story().buy().run()
    assert issues(run) == []
    with pytest.raises(TraceError, match="nothing failed"):
        issue_of(Report(title="fine", runs=(run,)))
