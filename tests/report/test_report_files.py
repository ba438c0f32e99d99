"""Pages are made from traces alone, and hold what the traces hold: no secret, nothing that a page could obey."""

from __future__ import annotations

import shutil
from base64 import b64encode
from pathlib import Path

import pytest
from report_rig import Story, write_trace

from askonce.errors import TraceError
from askonce.report import write_report
from askonce.report.report_files import write_page
from askonce.report.run_folders import gather
from askonce.trace import ActEnded, ActStarted, Answered, Asked, Looked, MessageRef, Noted, RunStarted, Trace
from askonce.values import Mask, Secret

EVIL = '</script><script>alert("x")</script><!--'


def test_a_report_is_beside_its_trace_or_where_it_is_wanted(tmp_path: Path) -> None:
    trace = write_trace(tmp_path / "trace", Story().buy())

    assert write_report(trace) == trace / "report.html"
    out = write_report(trace, tmp_path / "new" / "my.html")
    assert out == tmp_path / "new" / "my.html"
    assert out.read_text("utf-8").startswith("<!doctype html>")


def test_a_folder_without_a_trace_is_our_own_error(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="no trace at"):
        write_report(tmp_path)


def test_secrets_of_a_run_are_in_its_report_by_name_only(tmp_path: Path) -> None:
    mask = Mask()
    mask.learn({"password": Secret("teatime")})
    trace = Trace(tmp_path, mask=mask)
    trace.emit(ActStarted(act=1, instruction="log in with teatime", model="m", sees="both", rounds=1))
    sent = (MessageRef(role="user", parts=(trace.keep_text("type teatime"),)),)
    trace.emit(Asked(act=1, round=1, role="planning", model="m", messages=sent))
    trace.emit(Answered(act=1, round=1, role="planning", model="m", text="I type teatime now"))
    trace.close()

    page = write_report(tmp_path).read_text("utf-8")

    assert "teatime" not in page
    assert all(told in page for told in ("log in with {password}", "type {password}", "I type {password} now"))


def test_text_from_the_screen_and_from_the_model_cannot_end_the_data_that_holds_it(tmp_path: Path) -> None:
    trace = Trace(tmp_path)
    trace.emit(RunStarted(version="1", screen="web", title=EVIL))
    trace.emit(ActStarted(act=1, instruction=EVIL, model=EVIL, sees="both", rounds=1))
    sent = (MessageRef(role="user", parts=(trace.keep_text(EVIL),)),)
    trace.emit(Asked(act=1, round=1, role="planning", model="m", messages=sent))
    trace.emit(Noted(act=1, round=1, text=EVIL))
    trace.emit(ActEnded(act=1, outcome="failed", message=EVIL, error=EVIL))
    trace.close()

    page = write_report(tmp_path).read_text("utf-8")

    assert 'alert(\\"x\\")' in page
    assert "<script>alert" not in page
    assert "<!--" not in page.partition("<body>")[2].rpartition("<script>")[0]


def test_what_was_sent_in_every_round_is_held_once(tmp_path: Path) -> None:
    trace = Trace(tmp_path)
    trace.emit(ActStarted(act=1, instruction="buy", model="m", sees="both", rounds=2))
    for number in (1, 2):
        sent = (MessageRef(role="system", parts=(trace.keep_text("You operate a screen."),)),)
        trace.emit(Asked(act=1, round=number, role="planning", model="m", messages=sent))
    trace.close()

    assert write_report(tmp_path).read_text("utf-8").count("You operate a screen.") == 1


def test_a_picture_that_is_gone_takes_nothing_else_with_it(tmp_path: Path) -> None:
    trace = Trace(tmp_path)
    trace.emit(ActStarted(act=1, instruction="buy the mug", model="m", sees="both", rounds=2))
    trace.emit(Looked(act=1, round=1, shot=trace.keep_image(b"no picture", "image/png"), screen=(0, 0, 9, 9)))
    trace.emit(Looked(act=1, round=1, elements=trace.keep_text("[1] button Mug")))
    trace.close()
    for file in (tmp_path / "blobs").glob("*.png"):
        file.unlink()

    page = write_report(tmp_path).read_text("utf-8")

    assert "buy the mug" in page
    assert "[1] button Mug" in page


@pytest.mark.parametrize("folder", [False, True])
@pytest.mark.parametrize("order", [("whole", "bare"), ("bare", "whole")])
def test_a_picture_of_several_runs_is_shown_when_one_of_them_still_has_it(
    tmp_path: Path, order: tuple[str, str], folder: bool
) -> None:
    for name in order:
        trace = Trace(tmp_path / name)
        trace.emit(ActStarted(act=1, instruction=name, model="m", sees="both", rounds=2))
        trace.emit(Looked(act=1, round=1, shot=trace.keep_image(b"no picture", "image/jpeg"), screen=(0, 0, 9, 9)))
        trace.close()
    shutil.rmtree(tmp_path / "bare" / "blobs")
    gathered = gather([tmp_path / name for name in order])

    page = write_page(gathered.report, gathered.stores, tmp_path / "there" / "page.html", folder=folder)

    held = [file.read_bytes() for file in (tmp_path / "there" / "page_files").glob("*")]
    assert held == [b"no picture"] if folder else b64encode(b"no picture").decode() in page.read_text("utf-8")
