"""`askonce report`, as a person runs it."""

from __future__ import annotations

import json
import os
import sys
import webbrowser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from report_rig import Story, write_trace

from askonce.cli.app import run
from askonce.report.json_form import read_json

GOOD, BAD = "20260131-120000-aaaaaa", "20260131-120500-bbbbbb"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with two runs in it, of which the later one failed."""
    for name in os.environ:
        if name.startswith(("ASKONCE_", "MIDSCENE_", "OPENAI_")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    write_trace(tmp_path / "askonce_run" / "traces" / GOOD, Story().buy())
    write_trace(tmp_path / "askonce_run" / "traces" / BAD, Story().miss())
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    code = run(["report", *words])
    told = capsys.readouterr()
    assert code == 0, told.err
    return told.out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["report", *words]) in {1, 2}
    told = capsys.readouterr()
    assert told.out == ""
    assert "Traceback" not in told.err
    return told.err


@pytest.mark.parametrize("named", [(), ("latest",), (BAD,), (f"askonce_run/traces/{BAD}",)])
def test_a_run_goes_by_its_folder_by_its_name_or_as_the_latest(
    here: Path, capsys: pytest.CaptureFixture[str], named: tuple[str, ...]
) -> None:
    page = here / "askonce_run" / "traces" / BAD / "report.html"

    assert said(capsys, *named) == f"{page}\n"
    assert "leave the shop" in page.read_text("utf-8")


def test_the_page_is_opened_when_asked(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)

    said(capsys, GOOD, "-o", "deep/my.html", "--open")

    assert opened == [(here / "deep" / "my.html").as_uri()]
    assert (here / "deep" / "my.html").is_file()


def test_markdown_alone_goes_to_standard_output_and_no_page_is_written(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(capsys, "--markdown", BAD, "--link", "https://ci.example/r.html")

    assert told.startswith("### ❌ leave the shop\n")
    assert f"https://ci.example/r.html#{BAD}/a1s1" in told
    assert not list(here.rglob("*.html"))


def test_one_command_writes_several_forms_and_names_them(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "-o", "a.html", "--markdown=a.md", "--json=a.json", "--junit", "out/a.xml")

    assert told.splitlines() == [str(here / name) for name in ("a.html", "a.md", "out/a.xml", "a.json")]
    assert (here / "a.md").read_text("utf-8").startswith("### ❌")
    assert read_json((here / "a.json").read_text("utf-8")).runs[0].id == BAD
    root = ElementTree.parse(here / "out" / "a.xml").getroot()
    assert (root.get("failures"), root.findtext("testsuite/system-out")) == ("1", f"report: {here / 'a.html'}#{BAD}")


def test_what_goes_to_standard_output_is_there_alone(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", GOOD, "--json", "-o", "a.html"]) == 0

    told = capsys.readouterr()
    assert json.loads(told.out)["title"] == "buy the red mug"
    assert told.err == f"{here / 'a.html'}\n"


def test_runs_are_merged_from_folders_and_from_json_with_failures_first(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, GOOD, "--json=good.json")

    told = said(capsys, "merge", "good.json", BAD, "askonce_run", "-o", "suite.html", "--markdown")

    assert told.startswith("### ❌ 1 of 2 failed\n")
    assert told.index("leave the shop") < told.index("buy the red mug")
    assert (here / "suite.html").is_file()
    page = Path(said(capsys, "merge", "askonce_run").strip())
    assert page.parent == here / "askonce_run" / "reports"
    assert "1 of 2 failed" in page.read_text("utf-8")


def test_a_folder_that_is_called_merge_can_still_be_named(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_trace(here / "merge", Story().buy())
    assert said(capsys, "./merge") == f"{here / 'merge' / 'report.html'}\n"


def test_a_page_is_made_from_json_too(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, GOOD, "--json=good.json")
    assert said(capsys, "good.json") == f"{here / 'good.html'}\n"


def test_pictures_lie_beside_the_page_when_asked(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blobs = here / "askonce_run" / "traces" / GOOD / "blobs"
    blobs.mkdir()
    (blobs / "1.png").write_bytes(b"not really a picture")

    said(capsys, GOOD, "-o", "out/a.html", "--folder")
    assert [path.read_bytes() for path in (here / "out").rglob("1.png")] == [b"not really a picture"]


def test_a_run_can_be_had_as_a_film_and_a_file_gets_nothing_that_moves(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    blobs = here / "askonce_run" / "traces" / GOOD / "blobs"
    blobs.mkdir()
    Image.new("RGB", (40, 20), "#cfe8ff").save(blobs / "1.png")

    assert run(["report", GOOD, "-o", "page.html", "--film", "run.webp"]) == 0
    assert capsys.readouterr() == (f"{here / 'page.html'}\n{here / 'run.webp'}\n", "")
    with Image.open(here / "run.webp") as film:
        assert getattr(film, "n_frames", 0) > 1


@pytest.mark.parametrize(
    ("words", "told", "remedy"),
    [
        (["20260131-120000-aaaaab"], "no trace at 20260131-120000-aaaaab", f"such as {GOOD}"),
        (["summary.md"], "no trace at summary.md", "--markdown=summary.md"),
        (["askonce_run"], "has 2 runs", "askonce report merge askonce_run"),
        ([GOOD, BAD], "a report shows one run", f"merge {GOOD} {BAD}"),
        (["merge"], "nothing to merge", "give runs"),
        (["merge", "empty"], "no run to merge in empty", "name folders"),
        (["empty"], "no run found in empty", "give the folder of a run"),
        (["notes.txt"], "no trace at notes.txt", "give the folder of a run"),
        (["broken.json"], "broken.json is not JSON", "--json wrote"),
        (["broken"], "broken/trace.jsonl:1 is not a trace event", "damaged"),
        ([GOOD, "-o", "notes.txt/a.html"], "could not write the report to notes.txt/a.html", "another file"),
        ([GOOD, "--junit", "notes.txt/a.xml"], "could not write notes.txt/a.xml", "another file"),
        ([GOOD, "--json", "--markdown"], "--markdown and --json cannot both go to standard output", "--json=FILE"),
        (["merge", "askonce_run", "--film", "a.webp"], "a film shows one run, but there are 2", "give one"),
    ],
)
def test_what_cannot_be_done_is_told_with_what_to_do(
    here: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str, remedy: str
) -> None:
    (here / "empty").mkdir()
    (here / "broken").mkdir()
    (here / "broken" / "trace.jsonl").write_text("{}\n")
    (here / "broken.json").write_text("{")
    (here / "notes.txt").write_text("")

    error = refused(capsys, *words)

    assert told in error
    assert remedy in error


def test_nothing_is_left_where_a_report_could_not_be_put(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "taken").mkdir()

    refused(capsys, GOOD, "-o", "taken")
    refused(capsys, GOOD, "--markdown=taken")

    assert sorted(path.name for path in here.iterdir()) == ["askonce_run", "taken"]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes with names are those of POSIX")
def test_a_pipe_is_written_to_and_stays_one(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(here / "pipe")
    reader = os.open(here / "pipe", os.O_RDONLY | os.O_NONBLOCK)

    said(capsys, GOOD, "--markdown=pipe")

    told = os.read(reader, 60_000)
    os.close(reader)
    assert told.startswith("### ✅".encode())
    assert (here / "pipe").is_fifo()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a permission there")
@pytest.mark.parametrize("form", ["--markdown=link", "-olink"])
def test_what_a_link_leads_to_is_written_and_it_stays_one(
    here: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    (here / "link").symlink_to("page")

    said(capsys, GOOD, form)

    assert (here / "link").is_symlink()
    assert "buy" in (here / "page").read_text("utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names of files are text")
def test_a_folder_whose_name_is_no_text_can_be_told_of(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = os.fsdecode(b"caf\xe9")
    write_trace(here / name, Story().buy())

    assert [one.id for one in read_json(said(capsys, name, "--json"), "").runs] == ["caf\ufffd"]
    said(capsys, name, "-o", "page.html")


def test_without_any_run_there_is_no_latest_one(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKONCE_RUNS", "elsewhere")
    assert "no runs in elsewhere/traces" in refused(capsys)
    monkeypatch.setenv("ASKONCE_RUNS", "")
    assert "no runs since ASKONCE_RUNS is empty" in refused(capsys)


def test_the_schema_of_reports_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", "report"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "Askonce report"


@pytest.mark.parametrize("option", ["--json=", "--markdown=", "--junit="])
def test_a_file_that_is_not_named_is_asked_for_instead_of_passed_over(
    capsys: pytest.CaptureFixture[str], option: str
) -> None:
    assert f"{option} has no file name" in refused(capsys, option)
