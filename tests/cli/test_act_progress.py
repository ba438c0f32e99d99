"""What a person sees of a run while it happens."""

from __future__ import annotations

import io
import itertools

import pytest
from rich.console import Console

from askonce.cli.act_progress import ActProgress
from askonce.cli.terminal import new_console
from askonce.trace import (
    Acted,
    ActEnded,
    ActStarted,
    Answered,
    Asked,
    Event,
    Expected,
    Located,
    Looked,
    Noted,
    Planned,
    Trace,
    Tried,
)

STARTED = ActStarted(act=1, instruction="buy the mug", model="some-model", sees="both", rounds=20)


def shown(*events: Event, verbose: bool = False) -> str:
    """What is printed where there is no terminal."""
    file = io.StringIO()
    with ActProgress(new_console(file), verbose=verbose) as progress:
        trace = Trace()
        trace.subscribe(progress)
        for event in events:
            trace.emit(event)
    return file.getvalue()


def test_each_step_is_told_when_it_is_done() -> None:
    told = shown(
        STARTED,
        Looked(act=1, round=1),
        Asked(act=1, round=1, role="planning", model="some-model", messages=()),
        Answered(act=1, round=1, role="planning", model="some-model", prompt_tokens=900, completion_tokens=100),
        Planned(act=1, round=1, log="Put it into the basket"),
        Located(act=1, round=1, target="the mug", finder="planned", box=(0, 0, 1, 1)),
        Acted(act=1, round=1, action="Tap(the mug)", output="a tab opened"),
        Noted(act=1, round=1, text="looking again"),
        ActEnded(act=1, outcome="done", rounds=1, actions=1, calls=1, tokens=1000, seconds=2.0),
    )

    assert [line.rstrip() for line in told.splitlines()] == [
        "▶ buy the mug",
        "  Put it into the basket",
        "  ✓ Tap(the mug) → a tab opened",
        "  · looking again",
        "",
        "         time  actions  calls  tokens",
        "✓ done  2.0 s        1      1   1,000",
    ]


def test_a_failed_step_is_told_with_its_reason() -> None:
    told = shown(
        STARTED,
        Located(act=1, round=1, target="the exit"),
        Acted(act=1, round=1, action="Tap(the door)", error="it is covered"),
        ActEnded(act=1, outcome="failed", error="no way out", cost=0.5, how="healed"),
    )

    assert "✗ the exit: not found" in told
    assert "✗ Tap(the door): it is covered" in told
    assert told.splitlines()[-1].split("  ")[0] == "✗ failed"
    assert told.splitlines()[-1].endswith("$0.5000  1 healed")


def test_text_from_a_page_cannot_steer_the_terminal() -> None:
    told = shown(Acted(act=0, round=0, action="Tap(\x1b]0;owned\x07[red]x[/red])"))

    assert "\x1b" not in told
    assert "\x07" not in told
    assert "[red]x[/red]" in told


def test_a_terminal_gets_a_line_that_says_what_is_going_on() -> None:
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, color_system=None, width=100)
    seconds = itertools.count()
    with ActProgress(console, clock=lambda: float(next(seconds))) as progress:
        trace = Trace()
        trace.subscribe(progress)
        trace.emit(STARTED)
        trace.emit(Answered(act=1, round=1, role="planning", model="m", prompt_tokens=1000, completion_tokens=234))
        trace.emit(Asked(act=1, round=2, role="planning", model="some-model", messages=()))
        console.print(progress)

    told = file.getvalue()
    assert "asking some-model · round 2 · " in told
    assert "0 actions · 1 call · 1,234 tokens" in told


def test_the_line_is_there_while_the_page_opens_and_never_takes_two(capsys: pytest.CaptureFixture[str]) -> None:
    console = Console(force_terminal=True, color_system=None, width=30)
    progress = ActProgress(console, clock=lambda: 3.0)

    console.print(progress)

    assert capsys.readouterr().out == "⠋ opening the page · 0 s · 0 …\n"


def test_on_request_model_calls_finders_times_and_reasons_are_told_too() -> None:
    events: list[Event] = [
        STARTED,
        Looked(act=1, round=1, seconds=0.25, address="https://shop.example"),
        Answered(
            act=1,
            round=1,
            role="planning",
            model="some-model",
            prompt_tokens=900,
            cached_tokens=700,
            completion_tokens=100,
            seconds=1.25,
        ),
        Located(
            act=1,
            round=1,
            target="the mug",
            finder="model",
            box=(0, 0, 1, 1),
            tried=(Tried(finder="recorded", said="it is gone"), Tried(finder="model", said="found")),
        ),
        Acted(act=1, round=1, action="Tap(the mug)", seconds=0.5, settled=0.75),
        Expected(act=1, round=1, unmet=("the basket holds a mug",)),
        ActEnded(act=1, outcome="done", how="healed", why="step 2 was not as it was"),
    ]

    told = shown(*events, verbose=True)

    assert [line.strip() for line in told.splitlines() if line.startswith("    ")][:-1] == [
        "looked in 0.25 s at https://shop.example",
        "planning: some-model, 900 (700 cached) + 100 tokens, 1.2 s",
        "the mug: found by model, 0.00 s; recorded: it is gone",
        "Tap(the mug): 0.50 s, then 0.75 s until the screen settled",
        "expectation not met: the basket holds a mug",
        "healed: step 2 was not as it was",
    ]
    assert "tokens," not in shown(*events)


def test_a_long_remark_is_cut_unless_all_is_wanted() -> None:
    remark = Noted(act=1, round=1, text="why " * 100)

    assert len(shown(remark)) < 220
    assert len(shown(remark, verbose=True)) > 390


def test_a_quiet_console_shows_nothing() -> None:
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, quiet=True)
    with ActProgress(console) as progress:
        trace = Trace()
        trace.subscribe(progress)
        trace.emit(STARTED)

    assert file.getvalue() == ""
