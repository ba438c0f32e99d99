"""`askonce run`, as a person runs it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from askonce.cli.app import run
from askonce.cli.run_program import needed_for, read_variables
from askonce.errors import ConfigError
from askonce.program.parser import read_program
from askonce.testing import Asked, Fault, ModelServer
from askonce.testing.shop import SampleShop
from askonce.values import Secret

PROGRAM = """\
Set {total} to {count} + 1
Search the shop for {term}
Tell user "searched for {term}"
Set variable {answer} to {total}
"""


@pytest.fixture(scope="module")
def shop() -> Iterator[SampleShop]:
    with SampleShop() as shop:
        yield shop


@pytest.fixture(autouse=True)
def here(here: Path) -> Path:
    """Commands run in a folder with a program, and with no settings but those of the test."""
    (here / "flow.stp").write_text(PROGRAM, "utf-8")
    return here


@pytest.fixture
def server(here: Path) -> Iterator[ModelServer]:
    """A model is set, in a `.env` file."""
    with ModelServer() as server:
        (here / ".env").write_text(
            f"ASKONCE_MODEL_NAME=scripted\nASKONCE_MODEL_BASE_URL={server.url}\n"
            "ASKONCE_MODEL_API_KEY=sk-scripted\nASKONCE_MODEL_FAMILY=generic\nASKONCE_MODEL_RETRIES=0\n"
            "ASKONCE_SEES=elements\n"
        )
        yield server


def answer(asked: Asked) -> str:
    """Search once, then say that it is done; at the end nothing is missing."""
    if "# Instruction" not in asked.last:
        return '{"reason": "all is there", "missing": []}'
    if "Results for" in asked.last:
        return '<complete success="true">searched</complete>'
    field = re.search(r"\[(\d+)\] searchbox", asked.last)
    assert field
    params = {"text": "{term}", "enter": True, "target": {"prompt": "the search box", "element": int(field[1])}}
    return f"<action-type>Type</action-type><action-param-json>{json.dumps(params)}</action-param-json>"


def test_a_program_tells_and_answers_on_standard_output_and_shows_its_progress_on_the_other(
    shop: SampleShop, server: ModelServer, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.rule(answer)

    code = run(["run", "flow.stp", "--url", shop.url, "--var", "term=mug", "--var", "count=41"])

    told = capsys.readouterr()
    assert code == 0, told.err
    assert told.out == "searched for mug\n42\n"
    assert "✓ line 2: Search the shop for {term} [1 action, 2 calls, asked]" in told.err
    assert "Report: " in told.err
    (journal,) = (here / "askonce_run" / "traces").glob("*/journal.jsonl")
    assert journal.stat().st_size


def test_a_program_gives_one_json_object_with_all_that_came_of_it_and_no_secret(
    shop: SampleShop, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SHOP_KEY", "teatime-at-four")
    (here / "told.stp").write_text('Tell user "counted"\nSet {answer} to {count} + 1\n')
    words = ["run", "told.stp", "--url", shop.url, "--var", "count=41", "--secret", "key=SHOP_KEY", "--json"]

    assert run([*words, "-q"]) == 0

    told = capsys.readouterr()
    result = json.loads(told.out)
    assert (result["outcome"], result["answer"], result["lines"], result["calls"]) == ("done", 42, 2, 0)
    assert (result["told"], result["variables"]["count"]) == (["counted"], 41)
    assert Path(result["report"]).is_file()
    assert Path(result["journal"]).is_file()
    assert "teatime" not in told.out
    assert told.err == ""


def test_a_program_that_fails_tells_machines_where_and_how_to_go_on(
    shop: SampleShop, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "fails.stp").write_text("Set {x} to 1\nPonder the universe\n")

    assert run(["run", "fails.stp", "--url", shop.url, "--json", "--no-report"]) == 1

    result = json.loads(capsys.readouterr().out)
    assert (result["outcome"], result["line"], result["report"]) == ("failed", 2, None)
    assert "the run failed at line 2" in result["error"]
    assert Path(result["journal"]).is_file()


def test_a_program_with_mistakes_is_asked_wrongly_and_nothing_is_opened(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["run", "flow.stp", "--url", "http://127.0.0.1:1/", "--var", "count=1"]) == 2

    told = capsys.readouterr().err
    assert "flow.stp:2:21: error: " in told
    assert "{term}" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nothing.stp", "--url", "http://127.0.0.1:1/"], "nothing.stp could not be read"),
        (["nothing.stp"], "nothing.stp could not be read"),
        (["flow.stp", "--var", "term=x", "--var", "count=1"], "no page to start on"),
        (["flow.stp", "--dry-run", "--var", "resume=1"], "'resume' cannot be used as a name"),
        (["flow.stp", "--dry-run", "--var", "term=@none.txt"], "none.txt could not be read"),
    ],
)
def test_what_makes_no_sense_is_named(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["run", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_a_dry_run_tells_what_each_line_takes_and_asks_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["run", "flow.stp", "--dry-run", "--var", "term=mug", "--var", "count=1"]) == 0

    told = capsys.readouterr()
    assert [line.split()[:2] for line in told.out.splitlines()] == [
        ["executed", "1"],
        ["model", "2"],
        ["executed", "3"],
        ["executed", "4"],
    ]
    assert "1 of 4 lines need a model" in told.err

    assert run(["run", "flow.stp", "--dry-run", "--json", "--var", "term=mug", "--var", "count=1"]) == 0
    lines = json.loads(capsys.readouterr().out)["lines"]
    assert lines[1] == {"line": 2, "needs": "model", "words": "Search the shop for {term}"}


def test_questions_about_the_screen_are_told_from_what_can_be_worked_out() -> None:
    source = (
        "Set {x} to 1\nif {x} > 3:\n    Go on\nif {x} > 3 and the banner is shown:\n    Close it\n"
        'While the list is long:\n    Scroll\nAsk user "Well?", get response as {y}\n'
    )
    program, _ = read_program(source)
    assert [needed_for(statement) for _, statement in program.walk()] == [
        "executed",
        "executed",
        "model",
        "question",
        "model",
        "question",
        "model",
        "person",
    ]


def test_a_run_that_failed_says_how_to_go_on_and_does_so(
    shop: SampleShop, server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["run", "flow.stp", "--url", shop.url, "--var", "term=mug", "--var", "count=41"]
    server.fail_next(Fault.status(401, "this key is not known"))
    assert run(arguments) == 1
    told = capsys.readouterr().err
    assert "this key is not known" in told
    assert re.search(r"To resume: askonce run flow.stp --url \S+ --resume \S+journal.jsonl", told)

    server.rule(answer)
    code = run(["run", "--resume", "--url", shop.url, "flow.stp"])

    told = capsys.readouterr()
    assert code == 0, told.err
    assert re.search(rf"Resuming \S+journal.jsonl, on a new screen: --url {shop.url}", told.err)
    assert "Logins of the interrupted run were not kept." in told.err
    assert "▶ program, resumes at line 2" in told.err
    assert told.out == "searched for mug\n42\n"


def test_the_command_that_resumes_names_the_variable_that_holds_a_secret(
    shop: SampleShop, here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PW", "hunter2")
    monkeypatch.setenv("PIN", "4711")
    (here / "fails.stp").write_text("Set {x} to {pw}{PIN}\nPonder the universe\n")

    assert run(["run", "fails.stp", "--url", shop.url, "--secret", "pw=PW", "--secret", "PIN", "--no-report"]) == 1

    told = capsys.readouterr().err
    assert re.search(r"To resume: askonce run fails.stp --url \S+ --secret pw=PW --secret PIN --resume \S+", told), told


def heed_control_c() -> None:
    """What a shell starts in the background ignores Ctrl-C, and passes that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_a_program_that_is_told_to_end_leaves_journal_and_report_and_says_how_to_go_on(
    shop: SampleShop, server: ModelServer
) -> None:
    server.reply(Fault.slow(60))
    words = ["run", "flow.stp", "--url", shop.url, "--var", "term=mug", "--var", "count=1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "askonce", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_control_c,
    )
    assert server.wait_for(lambda server: bool(server.requests), timeout=60)

    process.send_signal(signal.SIGTERM)
    _, told = process.communicate(timeout=60)

    assert process.returncode == 143, told
    assert "■ stopped" in told
    report = re.search(r"Report: (\S+)", told)
    assert report
    assert Path(report[1]).is_file()
    assert "Traceback" not in told
    journal = re.search(r"--resume (\S+journal.jsonl)", told)
    assert journal
    assert Path(journal[1]).is_file()


def test_variables_are_json_where_they_read_as_such(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    monkeypatch.setenv("SHOP_KEY", "hunter2")
    (here / "people.json").write_text('[{"name": "Ann"}]')
    read = read_variables(
        ["n=3", "word=mug", "items=[1, 2]", "people=@people.json", "text=a=b"], ["key=SHOP_KEY", "SHOP_KEY"]
    )
    assert read == {
        "n": 3,
        "word": "mug",
        "items": [1, 2],
        "people": [{"name": "Ann"}],
        "text": "a=b",
        "key": Secret("hunter2"),
        "SHOP_KEY": Secret("hunter2"),
    }
    with pytest.raises(ConfigError, match="not set in the environment"):
        read_variables([], ["nothing"])


def test_a_program_starts_without_what_it_does_not_use(here: Path) -> None:
    """Schemas are built when they are first used, and modules are imported by what needs them."""
    (here / "hello.stp").write_text('Press the button "Sign in"\nTell user "signed in"\n', "utf-8")
    (here / "login.yaml").write_text("pages: {start: [{button: Sign in}]}\n", "utf-8")
    late = {
        "askonce.agent.agent",
        "askonce.cli.commands.act",
        "askonce.embedded.decision",
        "askonce.embedded.skills",
        "askonce.insight.exact.statement_grammar",
        "askonce.models.cassette",
        "askonce.models.openai_client",
        "askonce.planning.dialects.ui_tars",
        "askonce.program.program_run",
        "askonce.recordings.recording",
        "rich",
    }
    unneeded = {"openai", "playwright", "mcp", "numpy", "fsspec", "pydantic_monty", "askonce.script", "urllib.request"}
    code = f"""
import atexit, sys, askonce.cli, askonce.cli.run_program
from pydantic import BaseModel

def models(kind):
    return [kind, *(model for child in kind.__subclasses__() for model in models(child))]

print([kind.__name__ for kind in models(BaseModel) if kind.__module__.startswith("askonce.") and kind.model_fields
       and kind.__pydantic_complete__])

def print_modules(event, details):
    if event == "open" and str(details[0]).endswith("trace.jsonl") and details[1] != "r":
        ours = {{name for name in sys.modules if name.startswith("askonce")}}
        print({late} & set(sys.modules), len(ours) if len(ours) > 230 else "few")

sys.addaudithook(print_modules)
atexit.register(lambda: print({unneeded} & set(sys.modules)))
sys.argv = ["askonce", "run", "hello.stp", "--fake", "login.yaml"]
askonce.cli.main()
"""

    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert told.stdout.splitlines() == ["[]", "set() few", "signed in", "set()"], told.stderr
