"""A batch as a person sees it go on."""

from __future__ import annotations

import io

from rich.console import Console

from understudy.cli.batch_progress import BatchProgress
from understudy.script.batch_summary import Attempt
from understudy.script.playing import Moment


def shown(progress: BatchProgress) -> str:
    console = Console(file=io.StringIO(), width=100)
    console.print(progress)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_every_script_that_is_being_played_has_a_line_that_says_what_it_does() -> None:
    now = 10.0
    progress = BatchProgress(Console(file=io.StringIO()), ["a.yaml", "b.yaml", "c.yaml"], 3, clock=lambda: now)
    progress.began(0, 1)
    progress.began(2, 2)
    now = 14.0
    progress.moved(2, Moment("item-started", 0, "log in", 7, 'aiTap: "Save"\x1b[2J'))

    assert shown(progress).splitlines() == [
        "▸ a.yaml  4 s  opening the page",
        '▸ c.yaml (attempt 2)  4 s  log in › aiTap: "Save"·[2J',
        "0 of 3 ended, 0 not passed · 4 s",
    ]
    progress.ended(0, Attempt("failed", error="no"), again=False)
    assert shown(progress).splitlines()[1:] == ["1 of 3 ended, 1 not passed · 4 s"]


def test_what_ended_is_told_and_of_a_single_script_also_its_items() -> None:
    told = io.StringIO()
    progress = BatchProgress(Console(file=told, width=100), ["a.yaml"], 1)
    with progress:
        progress.began(0, 1)
        progress.moved(0, Moment("item-ended", 0, "log in", 7, "aiTap: Save", "done"))
        progress.ended(0, Attempt("failed", error="a.yaml:9: no\n  → yes", duration=1.0), again=True)
        progress.began(0, 2)
        progress.ended(0, Attempt("success", duration=0.5), again=False)

    assert told.getvalue().splitlines() == [
        "  ✓ line 7: aiTap: Save",
        "↻ a.yaml (1.0 s) failed and is played again",
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
