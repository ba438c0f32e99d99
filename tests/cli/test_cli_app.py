"""The `askonce` command, as a person runs it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from askonce.cli.app import MODULES, command_line, run
from askonce.cli.commands.session_verbs import NAMES
from askonce.report.from_trace import read_run
from askonce.testing import Asked, Fault, ModelServer
from askonce.testing.shop import SampleShop
from askonce.trace import read_trace
from askonce.version import VERSION

DONE = '<complete success="true">There is a red mug.</complete>'
TYPED = (
    '<action-type>Type</action-type><action-param-json>{"text": "{password}", "target": '
    '{"prompt": "the search field", "element": %s}}</action-param-json>'
)


@pytest.fixture(scope="module")
def shop() -> Iterator[SampleShop]:
    with SampleShop() as shop:
        yield shop


pytestmark = pytest.mark.usefixtures("here")


@pytest.fixture
def configured(server: ModelServer, here: Path) -> ModelServer:
    """A model is set, in a `.env` file."""
    (here / ".env").write_text(
        f"ASKONCE_MODEL_NAME=scripted\nASKONCE_MODEL_BASE_URL={server.url}\nASKONCE_MODEL_API_KEY=sk-scripted\n"
        "ASKONCE_MODEL_FAMILY=generic\nASKONCE_MODEL_RETRIES=0\n"
    )
    return server


def the_trace(folder: Path) -> Path:
    (trace,) = (folder / "askonce_run" / "traces").iterdir()
    return trace


def test_the_version_is_told_by_the_installed_command() -> None:
    told = subprocess.run([sys.executable, "-m", "askonce", "--version"], capture_output=True, text=True, check=True)

    assert told.stdout == f"askonce {VERSION}\n"


@pytest.mark.parametrize(
    ("option", "unneeded"),
    [
        ("--version", {"typer", "rich", "playwright", "openai", "pydantic"}),
        ("--help", {"asyncio", "playwright", "openai", "pydantic", "askonce.config"}),
    ],
)
def test_the_version_and_the_help_import_only_what_they_need(option: str, unneeded: set[str]) -> None:
    code = (
        f"import atexit, sys; atexit.register(lambda: print({unneeded} & set(sys.modules))); "
        f"sys.argv = ['askonce', '{option}']; import askonce.cli; askonce.cli.main()"
    )

    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert told.stdout.splitlines()[-1] == "set()"


def test_the_commands_of_each_module_are_known_without_loading_it() -> None:
    assert {module: tuple(command_line(module).commands) for module in MODULES} == {**MODULES, "session_verbs": NAMES}


def test_a_command_that_does_not_exist_is_a_wrong_question(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["dance"]) == 2
    assert "askonce has no command dance" in capsys.readouterr().err


def test_an_error_says_what_to_do_and_shows_no_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "nowhere"]) == 1

    told = capsys.readouterr().err
    assert "✗ no trace at nowhere" in told
    assert "→ give the folder" in told
    assert "Traceback" not in told


def test_an_error_shows_where_it_came_from_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "nowhere", "--debug"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_an_act_beyond_the_embedded_model_says_which_variable_to_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["act", "ponder the universe", "--url", "data:text/html,<button>Save</button>"]) == 1
    told = capsys.readouterr().err
    assert "not understood" in told
    assert "ASKONCE_MODEL_NAME" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--var", "term"], "is not NAME=VALUE"),
        (["--var", "rounds=3"], "'rounds' cannot be used as a name"),
        (["--secret", "password"], "password is not set in the environment"),
        (["--sees", "nothing"], "--sees cannot be 'nothing'"),
    ],
)
def test_an_option_that_makes_no_sense_is_named(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["act", "look around", "--url", "http://127.0.0.1:1/", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_an_act_tells_its_result_and_names_its_report(
    shop: SampleShop, configured: ModelServer, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configured.reply(DONE)

    assert run(["act", "is there a {colour} mug?", "--url", shop.url, "--var", "colour=red"]) == 0

    told = capsys.readouterr()
    assert told.out == "There is a red mug.\n"
    assert "▶ is there a red mug?" in told.err
    assert f"Report: {the_trace(here) / 'report.html'}" in told.err
    assert "There is a red mug." in (the_trace(here) / "report.html").read_text()


def test_a_secret_is_typed_and_shown_nowhere(
    shop: SampleShop,
    configured: ModelServer,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SHOP_PASSWORD", "teatime-at-four")

    @configured.rule
    def type_it_once(asked: Asked) -> str:
        field = re.search(r"\[(\d+)\] searchbox", asked.last)
        return TYPED % field[1] if field and "# What happened" not in asked.last else DONE

    code = run(["act", "search for {password}", "--url", shop.url, "--secret", "password=SHOP_PASSWORD"])

    told = capsys.readouterr()
    assert code == 0
    assert "teatime" not in told.out + told.err
    written = [path for path in (here / "askonce_run").rglob("*") if path.suffix in {".jsonl", ".txt", ".html"}]
    assert len(written) > 4
    assert not [path for path in written if "teatime" in path.read_text()]
    assert not [asked for asked in configured.requests if "teatime" in asked.text]


def test_a_failed_act_exits_with_one_and_still_has_a_report(
    shop: SampleShop, configured: ModelServer, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configured.reply('<complete success="false">There is no blue elephant.</complete>')

    assert run(["act", "buy the blue elephant", "--url", shop.url, "--json"]) == 1

    told = capsys.readouterr()
    result = json.loads(told.out)
    assert result["outcome"] == "failed"
    assert "There is no blue elephant." in result["error"]
    assert Path(result["report"]).is_file()
    assert "There is no blue elephant." in told.err


def heed_control_c() -> None:
    """What a shell starts in the background ignores Ctrl-C, and passes that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_control_c_stops_cleanly_and_leaves_trace_and_report(
    shop: SampleShop, configured: ModelServer, here: Path
) -> None:
    configured.reply(Fault.slow(60))
    process = subprocess.Popen(
        [sys.executable, "-m", "askonce", "act", "wait for me", "--url", shop.url],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_control_c,
        start_new_session=True,
    )
    assert configured.wait_for(lambda server: bool(server.requests), timeout=60)

    os.killpg(process.pid, signal.SIGINT)  # a terminal tells Playwright's driver as well
    _, told = process.communicate(timeout=60)

    assert process.returncode == 130, told
    assert "■ stopped" in told
    assert [words for words in ("Traceback", "never retrieved", "Exception", "closed") if words in told] == [], told
    assert read_run(read_trace(the_trace(here))).nodes[0].status == "stopped"
    assert (the_trace(here) / "report.html").is_file()
