"""Reports are made from traces alone, also from those of runs that were killed."""

from __future__ import annotations

import io
import itertools
import re
from pathlib import Path

import pytest
from PIL import Image

from understudy.errors import TraceError
from understudy.report import view, write_report
from understudy.trace import (
    Acted,
    ActEnded,
    ActStarted,
    Answered,
    Asked,
    Located,
    Looked,
    MessageRef,
    Noted,
    Planned,
    RunEnded,
    RunStarted,
    Trace,
    read_trace,
)
from understudy.trace.events import Tried
from understudy.values import Mask, Secret

EVIL = '<script>alert("x")</script>'


def picture(colour: str = "#cfe8ff") -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (200, 100), colour).save(data, "PNG")
    return data.getvalue()


def start(folder: Path, mask: Mask | None = None) -> Trace:
    ticks = itertools.count(1_700_000_000)
    trace = Trace(folder, mask=mask, clock=lambda: float(next(ticks)))
    trace.emit(RunStarted(version="9.9", screen="web"))
    return trace


def begin_act(trace: Trace, instruction: str = "buy the red mug", act: int = 1) -> None:
    trace.emit(ActStarted(act=act, instruction=instruction, model="some-model", sees="both", rounds=20))


def play_round(trace: Trace, number: int = 1, *, act: int = 1, thought: str = "The mug is there.") -> None:
    """One round in which everything went well."""
    place = {"act": act, "round": number}
    shot = trace.keep_image(picture(), "image/png")
    system, elements = trace.keep_text("You operate a screen."), trace.keep_text("[1] button Red mug")
    trace.emit(Looked(**place, shot=shot, screen=(0, 0, 400, 200), address="http://shop.example/", elements=elements))
    trace.emit(
        Asked(
            **place,
            role="planning",
            model="some-model",
            messages=(MessageRef(role="system", parts=(system,)), MessageRef(role="user", parts=(elements, shot))),
        )
    )
    trace.emit(
        Answered(
            **place,
            role="planning",
            model="some-model",
            text="<thought>…</thought>",
            prompt_tokens=1200,
            completion_tokens=40,
            cost=0.002,
            seconds=0.5,
        )
    )
    trace.emit(Planned(**place, thought=thought, log="Tap the mug", actions=("Tap(the red mug)",)))
    trace.emit(Located(**place, target="the red mug", finder="planned", box=(10, 20, 110, 60)))
    trace.emit(Acted(**place, action="Tap(the red mug)", point=(60, 40), seconds=0.01, settled=0.05))


def page_of(folder: Path) -> str:
    return write_report(folder).read_text("utf-8")


def test_a_report_tells_what_was_asked_what_happened_and_what_it_cost(tmp_path: Path) -> None:
    trace = start(tmp_path)
    begin_act(trace)
    play_round(trace)
    trace.emit(ActEnded(act=1, outcome="done", message="The red mug is in the basket.", rounds=1, seconds=3.0))
    trace.emit(RunEnded())

    run, page = view(read_trace(tmp_path)), page_of(tmp_path)

    assert run.outcome == "done"
    assert run.finished
    assert (run.usage.calls, run.usage.tokens, run.usage.cost) == (1, 1240, 0.002)
    for told in ("buy the red mug", "The red mug is in the basket.", "1,240", "$0.0020", "found by planned"):
        assert told in page


def test_a_killed_run_is_reported_up_to_its_last_whole_event(tmp_path: Path) -> None:
    trace = start(tmp_path)
    begin_act(trace)
    play_round(trace)
    trace.close()
    with (tmp_path / "trace.jsonl").open("a") as file:
        file.write('{"number": 9, "at": 17000')

    run, page = view(read_trace(tmp_path)), page_of(tmp_path)

    assert run.outcome == "unfinished"
    assert not run.finished
    assert run.acts[0].usage.calls == 1
    assert run.acts[0].actions == 1
    assert "Not finished" in page


def test_a_failure_is_shown_with_its_reason_at_the_top(tmp_path: Path) -> None:
    trace = start(tmp_path)
    begin_act(trace)
    tried = (Tried(finder="planned", said="no box was given"), Tried(finder="model", said="nothing like it"))
    trace.emit(Located(act=1, round=1, target="the exit", tried=tried))
    trace.emit(Noted(act=1, round=1, text="round 1 failed"))
    trace.emit(ActEnded(act=1, outcome="failed", error="could not find 'the exit' on the screen"))

    page = page_of(tmp_path)

    top = page[page.index("<header>") : page.index("</header>")]
    assert "could not find &#x27;the exit&#x27;" in top
    assert "no box was given" in page
    assert "round 1 failed" in page


def test_text_from_the_screen_and_from_the_model_is_never_markup(tmp_path: Path) -> None:
    trace = start(tmp_path)
    begin_act(trace, instruction=EVIL)
    play_round(trace, thought=EVIL)
    trace.emit(Acted(act=1, round=1, action=EVIL, output=EVIL, error=EVIL))
    trace.emit(ActEnded(act=1, outcome="failed", message=EVIL, error=EVIL))

    page = page_of(tmp_path)

    assert "<script" not in page
    assert page.count("&lt;script&gt;") >= 6


def test_a_report_loads_nothing_from_anywhere(tmp_path: Path) -> None:
    trace = start(tmp_path)
    begin_act(trace)
    play_round(trace)

    page = page_of(tmp_path)

    assert "default-src 'none'" in page
    sources = re.findall(r'\b(?:src|href)="([^"]+)"', page)
    assert sources
    assert all(source.startswith(("data:", "#")) for source in sources)


def test_boxes_and_points_are_drawn_in_the_units_of_the_screen(tmp_path: Path) -> None:
    trace = start(tmp_path)
    begin_act(trace)
    play_round(trace)

    page = page_of(tmp_path)

    assert 'viewBox="0 0 400 200"' in page
    assert '<rect x="10" y="20" width="100" height="40"' in page
    assert '<circle cx="60" cy="40"' in page


def test_a_text_that_was_sent_in_every_round_is_kept_once(tmp_path: Path) -> None:
    trace = start(tmp_path)
    begin_act(trace)
    play_round(trace, 1)
    play_round(trace, 2)

    page = page_of(tmp_path)

    assert page.count("You operate a screen.") == 1
    assert "the same text as before" in page


def test_single_actions_between_acts_stand_on_their_own(tmp_path: Path) -> None:
    trace = start(tmp_path)
    begin_act(trace)
    play_round(trace)
    trace.emit(ActEnded(act=1, outcome="done", message="bought"))
    trace.emit(Acted(act=1, round=1, action="Back()"))
    begin_act(trace, "log out", act=2)
    trace.emit(ActEnded(act=2, outcome="done", message="bye"))

    acts = view(read_trace(tmp_path)).acts

    assert [act.instruction for act in acts] == ["buy the red mug", "", "log out"]
    assert [act.actions for act in acts] == [1, 1, 0]


def test_a_picture_that_is_gone_is_named_and_the_rest_still_shown(tmp_path: Path) -> None:
    trace = start(tmp_path)
    begin_act(trace)
    play_round(trace)
    for file in (tmp_path / "blobs").glob("*.png"):
        file.unlink()

    page = page_of(tmp_path)

    assert "could not read" in page
    assert "The mug is there." in page


def test_secrets_of_a_run_are_in_its_report_by_name_only(tmp_path: Path) -> None:
    mask = Mask()
    mask.learn({"password": Secret("teatime")})
    trace = start(tmp_path, mask)
    begin_act(trace)
    play_round(trace, thought="I type teatime now")

    page = page_of(tmp_path)

    assert "teatime" not in page
    assert "I type {password} now" in page


def test_a_report_can_be_written_elsewhere(tmp_path: Path) -> None:
    start(tmp_path / "trace").close()

    out = write_report(tmp_path / "trace", tmp_path / "new" / "my.html")

    assert out == tmp_path / "new" / "my.html"
    assert out.read_text("utf-8").startswith("<!doctype html>")


def test_a_folder_without_a_trace_is_our_own_error(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="no trace at"):
        write_report(tmp_path)
