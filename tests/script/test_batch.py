"""Batches as they are run from the command line, in a real browser and with the model that comes along."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from batch_site import Site

from askonce.cli.app import run
from askonce.config import Settings, read_settings
from askonce.script.batch import Batch, BatchOptions, Ledger
from askonce.script.batch_summary import ScriptOutcome
from askonce.script.script_loader import load_script

GREET = """\
web:
  url: {url}
tasks:
  - name: greet
    flow:
      - aiInput: Name field
        value: Ann
      - aiTap: Greet button
  - name: look
    flow:
      - aiAssert: the page shows "{text}"
"""
LOOK = """\
web:
  url: {url}
{more}
tasks:
  - name: look
    flow:
      - aiAssert: the page shows "{text}"
"""


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as site:
        yield site


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Commands run in an empty folder, and with no settings but those of the test."""
    for name in os.environ:
        if name.startswith(("ASKONCE_", "MIDSCENE_", "OPENAI_")) and name != "ASKONCE_BROWSER":
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, "utf-8")


def write_look(name: str, url: str, text: str, more: str = "") -> None:
    write(name, LOOK.format(url=url, text=text, more=more))


def read(name: str = "s.json") -> dict[str, Any]:
    return json.loads(Path(name).read_text("utf-8"))


def types(told: dict[str, Any]) -> list[str]:
    return [one["resultType"] for one in told["results"]]


def heed_control_c() -> None:
    """What a shell starts in the background ignores Ctrl-C, and passes that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "askonce", "run", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_control_c,
        start_new_session=True,
    )


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_a_batch_that_was_killed_is_taken_up_where_it_stood_and_what_passed_is_left_alone(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    failing = {"s01", "s04", "s10"}
    for number in range(12):
        name = f"s{number:02}"
        page = "slow" if number == 7 else f"form/{name}"
        write(
            f"e2e/{name}.yaml", GREET.format(url=f"{site.url}/{page}", text="Bob" if name in failing else "Hello Ann")
        )
    words = ["e2e", "--concurrent", "4", "--continue-on-error", "--summary", "s.json", "--junit", "j.xml"]
    process = start(*words)
    assert site.reached.wait(60), process.communicate()
    process.kill()
    process.communicate()

    killed = read()
    assert killed["summary"]["total"] == 12
    assert killed["summary"]["successful"] >= 2
    assert killed["results"][7]["resultType"] == "notExecuted"
    assert len(ElementTree.parse("j.xml").getroot()) == 12
    passed = {one["script"] for one in killed["results"] if one["success"]}
    asked = {path: count for path, count in site.asked.items() if f"e2e/{path[-3:]}.yaml" in passed}
    failed_before = {one["script"] for one in killed["results"] if one["resultType"] == "failed"}

    site.gate.set()
    code = run(["run", *words, "--resume-failed"])

    told = capsys.readouterr().err
    assert code == 1, told
    assert "9 of 12 passed, 3 failed" in told
    ended = read()
    assert {Path(one["script"]).stem for one in ended["results"] if not one["success"]} == failing
    assert ended["summary"] | {"totalDuration": 0, "generatedAt": ""} == {
        "total": 12, "successful": 9, "failed": 3, "partialFailed": 0, "notExecuted": 0,
        "totalDuration": 0, "generatedAt": "",
    }  # fmt: skip
    assert {path: site.asked[path] for path in asked} == asked
    for one in ended["results"]:
        assert len(one["attempts"]) == (2 if one["script"] in failed_before else 1)
        assert Path(one["report"]).is_file()
        assert one["success"] == (one["error"] is None)
    assert "e2e/s04.yaml:11: " in ended["results"][4]["error"]
    root = ElementTree.parse("j.xml").getroot()
    assert (root.get("tests"), root.get("failures")) == ("24", "3")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_control_c_leaves_good_files_and_the_code_of_one_who_was_stopped(site: Site) -> None:
    write_look("a.yaml", f"{site.url}/form", "Greeter")
    write("b.yaml", LOGIN.replace("http://127.0.0.1:1/", site.url).replace("/login", "/slow"))
    write_look("c.yaml", f"{site.url}/form", "Greeter")
    process = start("a.yaml", "b.yaml", "c.yaml", "--summary", "s.json", "--junit", "j.xml")
    assert site.reached.wait(60), process.communicate()

    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the browser and its driver hear of it too
    _, told = process.communicate(timeout=60)

    assert process.returncode == 130, told
    assert "Traceback" not in told
    assert "1 of 3 passed, 2 not run" in told
    assert f"Report: {Path('s.html').absolute()}" in told
    assert "b.yaml" in Path("s.html").read_text("utf-8")
    left = read()
    assert types(left) == ["success", "notExecuted", "notExecuted"]
    assert left["results"][1]["error"] == "stopped before it finished"
    assert Path(left["results"][1]["report"]).is_file()
    assert len(list(ElementTree.parse("j.xml").getroot().iter("skipped"))) == 2


def test_one_that_fails_is_played_again_and_each_attempt_is_kept(site: Site) -> None:
    write_look("a.yaml", f"{site.url}/moody", "Well", "  output: out.json\nagent:\n  reportFileName: moody")

    assert run(["run", "a.yaml", "--retry", "2", "--summary", "s.json"]) == 0

    (told,) = read()["results"]
    assert [one["resultType"] for one in told["attempts"]] == ["failed", "success"]
    assert [one["output"] for one in told["attempts"]] == ["out.attempt-1.json", "out.json"]
    assert "“Well”" in told["attempts"][0]["error"]
    reports = [one["report"] for one in told["attempts"]]
    assert len(set(reports)) == 2
    assert all(Path(one).is_file() for one in reports)


def test_after_a_failure_nothing_more_is_begun_unless_it_shall_go_on(
    site: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIN", "hunter2")
    write_look("a.yaml", f"{site.url}/form", "{pin}", "secrets:\n  pin: PIN")
    write_look("b.yaml", f"{site.url}/form", "Greeter")

    assert run(["run", "*.yaml", "--json"]) == 1

    told = capsys.readouterr()
    assert types(json.loads(told.out)) == ["failed", "notExecuted"]
    assert "{pin}" in told.err
    (summary,) = Path("askonce_run/output").glob("summary-*.json")
    assert "hunter2" not in told.out + told.err + summary.read_text()

    assert run(["run", "--resume-failed", "--continue-on-error"]) == 1
    assert types(read(str(summary))) == ["failed", "success"]
    assert list(summary.parent.glob("summary-*.json")) == [summary]


LOGIN = """\
web:
  url: http://127.0.0.1:1/
tasks:
  - name: log in
    flow:
      - javascript: fetch("/login").then((answer) => answer.status)
        name: status
"""


def test_a_batch_of_scripts_and_programs_shares_the_login_of_its_first(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    write("login.yaml", LOGIN)
    write_look("home/a.yaml", "http://127.0.0.1:1/", "Welcome back")
    write("home/b.stp", "Click Stay\nSet variable {answer} to {number} + 1\n")
    batch = f"files: [login.yaml, home]\nconcurrent: 2\nsummary: s.json\nweb:\n  url: {site.url}/home\n"
    write("batch.yaml", batch)
    assert run(["run", "batch.yaml", "--var", "number=41"]) == 1
    assert types(read())[:2] == ["success", "failed"]

    write("batch.yaml", f"{batch}shareBrowserContext: true\n")
    code = run(["run", "batch.yaml", "--var", "number=41"])

    assert code == 0, capsys.readouterr().err
    results = read()["results"]
    assert [Path(one["script"]).name for one in results] == ["login.yaml", "a.yaml", "b.stp"]
    assert json.loads(Path(results[0]["output"]).read_text())["status"] == 200
    assert json.loads(Path(results[2]["output"]).read_text())["answer"] == 42
    assert run(["run", "batch.yaml", "--shard", "1/2"]) == 2


def test_a_broken_file_is_told_with_its_line_before_anything_is_done(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    write_look("a.yaml", f"{site.url}/form", "Greeter")
    write("b.yaml", GREET.format(url=site.url, text="x").replace("aiTap", "aiTab"))
    write("c.yaml", "tasks: [\n")
    write("d.stp", "Go to {nowhere}\n")

    assert run(["run", ".", "--url", site.url, "--concurrent", "4"]) == 2

    told = capsys.readouterr().err
    assert "b.yaml:8:9: error: " in told
    assert "did you mean aiTap?" in told
    assert "c.yaml:2:1: error: " in told
    assert "d.stp:1:7: error: " in told
    assert "3 of 4 files cannot be run; nothing was run" in told
    assert not site.asked
    assert not Path("askonce_run").exists()


def test_a_dry_run_reads_everything_and_tells_what_would_be_played(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in "abcde":
        write(f"{name}.yaml", GREET.format(url=site.url, text="x"))
    assert run(["run", ".", "--dry-run", "--shard", "2/2", "--retry", "1"]) == 0
    told = capsys.readouterr()
    assert told.out == "b.yaml\n    greet: 2 items\n    look: 1 items\nd.yaml\n    greet: 2 items\n    look: 1 items\n"
    assert "2 to run, 1 at a time, 1 retries" in told.err

    assert run(["run", "a.yaml", "--dry-run", "--json"]) == 0
    (script,) = json.loads(capsys.readouterr().out)["scripts"]
    assert script == {
        "script": "a.yaml",
        "kind": "web",
        "url": site.url,
        "tasks": [{"name": "greet", "items": 2}, {"name": "look", "items": 1}],
    }
    assert run(["run", "a.yaml", "--shard", "2/2"]) == 0
    assert not site.asked


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "no script was given"),
        (["none.yaml"], "file not found: none.yaml"),
        (["--resume-failed"], "no summary of an earlier run"),
        (["a.yaml", "--resume-failed", "--summary", "a.yaml"], "is not a summary"),
        (["a.yaml", "--shard", "3/2"], "is not a shard"),
        (["a.yaml", "--resume", "x"], "--resume works with a single program"),
        (["a.yaml", "batch.yaml"], "is a batch file"),
        (["a.yaml", "--recordings", "x:strict"], "--recordings with a name works with a single program"),
        (["a.yaml", "p.stp", "--recordings", "x"], "--recordings with a name works with a single program"),
        (["a.yaml", "p.stp"], "p.stp is a program and needs a page to start on"),
        (["a.yaml", "--summary", "a.yaml/s.json"], "could not write"),
    ],
)
def test_what_makes_no_sense_is_asked_wrongly(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write_look("a.yaml", "http://127.0.0.1:1/", "x")
    write("p.stp", "Go on\n")
    write("batch.yaml", "files: a.yaml\n")
    assert run(["run", *arguments]) == 2
    assert told in capsys.readouterr().err


TOKEN = """\
tasks:
  - name: read
    flow:
      - javascript: sessionStorage.getItem("step")
        name: step
      - javascript: sessionStorage.setItem("step", "taken")
"""


def test_a_setup_prepares_the_others_and_a_script_that_is_listed_twice_runs_twice(site: Site) -> None:
    write("login.yaml", LOGIN + '      - javascript: sessionStorage.setItem("step", "ready")\n')
    write("read.yaml", f"web:\n  url: {site.url}/nowhere\n{TOKEN}")
    command = ["run", "read.yaml", "read.yaml", "--share-browser-context", "--summary", "s.json"]
    command += ["--web.url", f"{site.url}/home", "--web.viewport-width=700"]
    assert run([*command, "--setup", "login.yaml"]) == 0
    results = read()["results"]
    assert [Path(one["script"]).name for one in results] == ["login.yaml", "read.yaml", "read.yaml"]
    assert [json.loads(Path(one["output"]).read_text())["step"] for one in results[1:]] == ["ready", "taken"]
    assert site.asked["/home"] == 3
    assert [attempt["attempt"] for one in results for attempt in one["attempts"]] == [1, 1, 1]
    assert run([*command, "--setup", "read.yaml"]) == 2

    write("login.yaml", LOGIN + '      - aiAssert: the page shows "Nobody says this"\n')
    assert run([*command, "--setup", "login.yaml", "--continue-on-error"]) == 1
    assert types(read()) == ["failed", "notExecuted", "notExecuted"]


def test_the_session_of_a_script_that_failed_in_part_or_in_whole_is_shared_as_well(site: Site) -> None:
    fails = '      - javascript: throw new Error("no")\n'
    begins = LOGIN + '      - javascript: sessionStorage.setItem("step", "ready")\n'
    write("login.yaml", f"{begins}  - name: look\n    continueOnError: true\n    flow:\n{fails}")
    write("read.yaml", f"web:\n  url: {site.url}/home\n{TOKEN}")
    write("stop.yaml", f"{begins.replace('ready', 'stopped')}{fails}")
    command = ["run", "read.yaml", "stop.yaml", "read.yaml", "--share-browser-context", "--continue-on-error"]
    command += ["--summary", "s.json", "--web.url", f"{site.url}/home", "--setup", "login.yaml"]
    assert run(command) == 1
    assert types(read()) == ["partialFailed", "success", "failed", "success"]
    first, last = (json.loads(Path(read()["results"][n]["output"]).read_text())["step"] for n in (1, 3))
    assert (first, last) == ("ready", "stopped")


def test_a_setup_needs_a_shared_context(capsys: pytest.CaptureFixture[str]) -> None:
    write("login.yaml", LOGIN)
    write("batch.yaml", "files: [login.yaml]\nsetup: login.yaml\n")
    assert run(["run", "batch.yaml"]) == 2
    assert "add shareBrowserContext: true, or --share-browser-context" in capsys.readouterr().err
    assert run(["run", "batch.yaml", "--share-browser-context"]) == 2
    assert "login.yaml prepares the other scripts and is one of them" in capsys.readouterr().err


async def test_windows_that_are_kept_stay_until_the_batch_ends(site: Site) -> None:
    site.gate.set()
    script = f"web:\n  url: {site.url}/form\ntasks:\n  - name: tick\n    flow:\n      - javascript: |\n"
    write("tick.yaml", script + '          setInterval(() => fetch("/slow"), 20)\n')
    outcomes, seen = [ScriptOutcome(Path("tick.yaml"))], list[bool]()

    async def linger() -> None:
        site.reached.clear()
        seen.append(await asyncio.to_thread(site.reached.wait, 20))

    settings = Settings(runs=None, browser=read_settings().browser)
    batch = Batch([load_script("tick.yaml")], BatchOptions(keep_window=True), settings, Ledger(outcomes, ["tick"]))
    assert [outcome.success for outcome in await batch.play(linger=linger)] == [True]
    assert seen == [True]
