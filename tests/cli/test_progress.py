"""What a person sees of a run while it happens."""

from __future__ import annotations

import io
import itertools

from rich.console import Console

from understudy.cli.progress import Progress
from understudy.cli.terminal import for_people
from understudy.trace import Acted, ActEnded, ActStarted, Answered, Asked, Event, Located, Looked, Noted, Planned, Trace

STARTED = ActStarted(act=1, instruction="buy the mug", model="some-model", sees="both", rounds=20)


def shown(*events: Event) -> str:
    """What is printed where there is no terminal."""
    file = io.StringIO()
    with Progress(for_people(file)) as progress:
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

    assert told.splitlines() == [
        "▶ buy the mug",
        "  Put it into the basket",
        "  ✓ Tap(the mug) → a tab opened",
        "  · looking again",
        "✓ done after 2.0 s: 1 rounds, 1 actions, 1 calls, 1,000 tokens",
    ]


def test_a_failed_step_is_told_with_its_reason() -> None:
    told = shown(
        STARTED,
        Located(act=1, round=1, target="the exit"),
        Acted(act=1, round=1, action="Tap(the door)", error="it is covered"),
        ActEnded(act=1, outcome="failed", error="no way out", cost=0.5),
    )

    assert "✗ the exit: not found" in told
    assert "✗ Tap(the door): it is covered" in told
    assert "✗ failed after" in told
    assert "$0.5000" in told


def test_text_from_a_page_cannot_steer_the_terminal() -> None:
    told = shown(Acted(act=0, round=0, action="Tap(\x1b]0;owned\x07[red]x[/red])"))

    assert "\x1b" not in told
    assert "\x07" not in told
    assert "[red]x[/red]" in told


def test_a_terminal_gets_a_line_that_says_what_is_going_on() -> None:
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, color_system=None, width=100)
    seconds = itertools.count()
    with Progress(console, clock=lambda: float(next(seconds))) as progress:
        trace = Trace()
        trace.subscribe(progress)
        trace.emit(STARTED)
        trace.emit(Answered(act=1, round=1, role="planning", model="m", prompt_tokens=1000, completion_tokens=234))
        trace.emit(Asked(act=1, round=2, role="planning", model="some-model", messages=()))
        console.print(progress)

    told = file.getvalue()
    assert "asking some-model · " in told
    assert "round 2 · 1 calls · 1,234 tokens" in told
