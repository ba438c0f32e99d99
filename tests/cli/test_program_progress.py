"""What a person sees of a program while it runs."""

from __future__ import annotations

import io
import itertools

import pytest
from rich.console import Console

from askonce.cli.program_progress import ProgramProgress, passes_of
from askonce.cli.terminal import new_console
from askonce.trace import (
    Acted,
    ActEnded,
    Answered,
    Asked,
    Event,
    LineEnded,
    LineStarted,
    Noted,
    ProgramEnded,
    ProgramStarted,
    Replanned,
    Trace,
)

PROGRAM = "Set {x} to 1\nFor each {note} in {notes}:\n    Add a note {note}\nOpen the list"
STARTED = ProgramStarted(program=PROGRAM)
STEP = LineStarted(line=3, words="Add a note {note}", iterations=(2,), total=20)


def shown(*events: Event) -> list[str]:
    """What is printed where there is no terminal."""
    file = io.StringIO()
    with ProgramProgress(new_console(file)) as progress:
        trace = Trace()
        trace.subscribe(progress)
        for event in events:
            trace.emit(event)
    return [line.rstrip() for line in file.getvalue().splitlines()]


def test_lines_that_took_something_are_told_and_others_are_not() -> None:
    told = shown(
        STARTED,
        LineEnded(line=1, outcome="done"),
        STEP,
        Acted(act=1, round=1, action="Tap(Add)"),
        ActEnded(act=1, outcome="done", how="healed"),
        LineEnded(line=3, iterations=(2,), outcome="done", actions=2, calls=1, how="healed"),
        ProgramEnded(outcome="done", lines=9, actions=2, calls=1, tokens=1500, seconds=2.0, cost=0.5),
    )

    assert told == [
        "▶ program, 4 lines",
        "✓ line 3 (pass 2): Add a note {note} [2 actions, 1 call, healed]",
        "",
        "         time  actions  calls  tokens     cost  steps",
        "✓ done  2.0 s        2      1   1,500  $0.5000  1 healed",
    ]


def test_what_goes_wrong_is_told_with_its_line() -> None:
    told = shown(
        ProgramStarted(program=PROGRAM, resumed_at=3),
        Acted(act=1, round=1, action="Tap(Add)", error="it is covered"),
        Noted(act=1, round=1, text="looking again"),
        LineEnded(line=3, outcome="failed", message="gave up"),
        Replanned(line=3, reason="no such button", diff="", program="Open the list"),
        LineEnded(line=1, outcome="done", actions=1),
        ProgramEnded(outcome="stopped"),
    )

    assert told == [
        "▶ program, resumes at line 3",
        "  ✗ Tap(Add): it is covered",
        "  · looking again",
        "✗ line 3: Add a note {note}: gave up",
        "  ↻ the program was changed: no such button",
        "✓ line 1: Open the list [1 action, 0 calls]",
        "",
        "            time  actions  calls  tokens",
        "■ stopped  0.0 s        0      0       0",
    ]


def test_a_terminal_shows_the_program_with_its_current_line_and_what_it_used() -> None:
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, color_system=None, width=100)
    seconds = itertools.count()
    with ProgramProgress(console, clock=lambda: float(next(seconds))) as progress:
        trace = Trace()
        trace.subscribe(progress)
        trace.emit(STARTED)
        trace.emit(STEP)
        trace.emit(Answered(act=1, round=1, role="planning", model="m", prompt_tokens=1000, completion_tokens=234))
        trace.emit(Asked(act=1, round=2, role="planning", model="some-model", messages=()))
        console.print(progress)

    told = file.getvalue()
    assert "▶   3     Add a note {note}  (pass 2 of 20)" in told
    assert "    4 Open the list" in told
    assert "asking some-model · " in told
    assert "0 actions · 1 call · 1,234 tokens" in told


def test_what_a_program_tells_stays_on_standard_output_although_progress_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = io.StringIO()
    with ProgramProgress(Console(file=file, force_terminal=True)):
        print("the answer")
    assert capsys.readouterr().out == "the answer\n"
    assert "the answer" not in file.getvalue()


def test_while_a_person_is_asked_nothing_is_drawn_and_the_question_stays() -> None:
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=100)
    with ProgramProgress(console) as progress:
        trace = Trace()
        trace.subscribe(progress)
        trace.emit(STARTED)
        trace.emit(STEP)
        with progress.aside():
            before = len(file.getvalue())
            trace.emit(Asked(act=1, round=1, role="planning", model="some-model", messages=()))
            file.write("How many? 7\n")
            assert file.getvalue()[before:] == "How many? 7\n"
            asked = len(file.getvalue())
        console.print("on")
    up = "\x1b[1A"
    assert up not in file.getvalue()[asked:].partition("on")[0]
    assert up in file.getvalue()[:before]


def test_passes_of_nested_loops_are_told_from_the_outermost_on() -> None:
    assert passes_of(()) == ""
    assert passes_of((2, 3)) == "pass 2 › 3"
    assert passes_of((2, 3), 20) == "pass 2 › 3 of 20"


def test_the_same_remark_is_made_once() -> None:
    told = shown(STARTED, *[Noted(act=1, round=1, text=text) for text in ("look again", "other", "look again")])
    assert [line for line in told if "·" in line] == ["  · look again", "  · other"]
