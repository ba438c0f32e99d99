"""A batch as a person sees it go on."""

from __future__ import annotations

import io

from rich.console import Console

from askonce.cli.batch_progress import BatchProgress
from askonce.script.batch_summary import ScriptAttempt
from askonce.script.player import ItemProgress
from askonce.trace import Acted, ActEnded, Answered, Asked, Entry, Event


def shown(progress: BatchProgress) -> str:
    console = Console(file=io.StringIO(), width=100)
    console.print(progress)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def heard(progress: BatchProgress, number: int, event: Event) -> None:
    progress.heard(number, Entry(number=1, at=0, event=event))


def test_every_script_that_is_being_played_has_a_line_that_says_what_it_does() -> None:
    now = 10.0
    progress = BatchProgress(Console(file=io.StringIO()), ["a.yaml", "b.yaml", "c.yaml"], 3, clock=lambda: now)
    progress.began(0, 1)
    progress.began(2, 2)
    now = 14.0
    progress.moved(2, ItemProgress("item-started", 0, "log in", 7, 'aiTap: "Save"\x1b[2J'))
    heard(progress, 2, Answered(act=1, round=1, role="insight", model="m", prompt_tokens=50, completion_tokens=10))
    heard(progress, 2, Asked(act=1, round=1, role="insight", model="m", messages=()))

    assert shown(progress).splitlines() == [
        "▸ a.yaml  4 s · 0 calls · 0 tokens  opening the page",
        '▸ c.yaml (attempt 2)  4 s · 1 call · 60 tokens  log in › aiTap: "Save"·[2J › asking m',
        "0 of 3 finished, 0 failed · 4 s",
    ]
    progress.ended(0, ScriptAttempt("failed", error="no"), again=False)
    assert shown(progress).splitlines()[1:] == ["1 of 3 finished, 1 failed · 4 s"]


def test_what_ended_is_told_and_of_a_single_script_also_its_items() -> None:
    told = io.StringIO()
    progress = BatchProgress(Console(file=told, width=100), ["a.yaml"], 1)
    with progress:
        progress.began(0, 1)
        progress.moved(0, ItemProgress("item-ended", 0, "log in", 7, "aiTap: Save", "done"))
        progress.ended(0, ScriptAttempt("failed", error="a.yaml:9: no\n  → yes", duration=1.0), again=True)
        progress.began(0, 2)
        progress.ended(0, ScriptAttempt("success", duration=0.5), again=False)

    assert told.getvalue().splitlines() == [
        "  ✓ line 7: aiTap: Save",
        "↻ a.yaml (1.0 s) failed, trying again",
        "    a.yaml:9: no",
        "      → yes",
        "✓ a.yaml (0.5 s)",
    ]


def test_a_large_batch_leaves_room_on_the_terminal() -> None:
    progress = BatchProgress(Console(file=io.StringIO()), [f"{number}.yaml" for number in range(30)], 30)
    for number in range(25):
        progress.began(number, 1)
    assert len(shown(progress).splitlines()) == 22
    assert "and 5 more" in shown(progress)


def test_what_all_attempts_of_a_script_used_is_told_at_the_end() -> None:
    progress = BatchProgress(Console(file=io.StringIO()), ["a.yaml", "b.yaml"], 2)
    for attempt in (1, 2):
        progress.began(1, attempt)
        heard(progress, 1, Acted(act=1, round=1, action="Tap(Save)"))
        heard(progress, 1, Answered(act=1, round=1, role="planning", model="m", prompt_tokens=5, cost=0.25))
        heard(progress, 1, ActEnded(act=1, outcome="done", how="asked"))

    row = progress.row(1, ScriptAttempt("partialFailed", duration=1.5))

    assert (row.name, row.status, row.seconds) == ("b.yaml", "partly failed", 1.5)
    assert (row.actions, row.calls, row.tokens, row.cost, row.hows) == (2, 2, 10, 0.5, {"asked": 2})
    assert progress.row(0, ScriptAttempt("notExecuted")).status == "not run"
    assert progress.row(0, ScriptAttempt("notExecuted", error="stopped before it finished")).status == "stopped"


def test_details_of_a_script_are_told_on_request_with_its_name() -> None:
    told = io.StringIO()
    progress = BatchProgress(Console(file=told, width=100), ["a.yaml", "b.yaml"], 2, verbose=True)
    progress.began(1, 1)
    heard(progress, 1, Answered(act=1, round=1, role="planning", model="m", prompt_tokens=5))

    assert told.getvalue() == "    b.yaml: planning: m, 5 + 0 tokens, 0.0 s\n"
