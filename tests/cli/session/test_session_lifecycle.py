"""Kept browser sessions, as a person or a coding agent drives them from a shell. One is shared by all tests here."""

from __future__ import annotations

import json
import os
import shlex
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from askonce.cli.app import run
from askonce.cli.commands.session import commands
from askonce.cli.session import session_client
from askonce.cli.session.session_registry import SessionRecord, SessionRegistry
from askonce.cli.session.verb_examples import GIVES
from askonce.cli.session.wire_protocol import Handshake, SessionReply, SessionRequest, line, prove
from askonce.testing import Fault, ModelServer
from askonce.testing.shop import ACCOUNTS, SampleShop
from askonce.trace import ActEnded, RunEnded, read_trace

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are looked at with ps")

PASSWORD = ACCOUNTS["bob"]
DONE = '<complete success="true">It is done.</complete>'
TRUE = "the link 'Log in' is visible"
FALSE = "the text 'Blue whale' is visible"


@dataclass
class Kept:
    """A kept session with a page of the sample shop, and the model that it asks."""

    shop: SampleShop
    model: ModelServer
    registry: SessionRegistry
    folder: Path

    @property
    def record(self) -> SessionRecord:
        record = self.registry.find("default")
        assert record
        return record

    def talk(self, sent: bytes) -> list[Any]:
        """What comes back when these bytes are sent, up to the end of the connection."""
        with socket.create_connection(("127.0.0.1", self.record.port), timeout=30) as connection:
            got: list[Any] = []
            with connection.makefile("rb") as lines, suppress(ConnectionError):  # it may hang up in the middle
                connection.sendall(sent)
                connection.shutdown(socket.SHUT_WR)
                got += (json.loads(one) for one in lines)
            return got


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    folder = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch, SampleShop() as shop, ModelServer() as model:
        for name in os.environ:
            if name.startswith(("ASKONCE_", "MIDSCENE_", "OPENAI_")) and name != "ASKONCE_BROWSER":
                patch.delenv(name)
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        patch.setenv("SHOP_PASSWORD", PASSWORD)
        patch.setenv("PIN", "4711-secret-pin")
        patch.chdir(folder)
        (folder / ".env").write_text(
            f"ASKONCE_MODEL_NAME=scripted\nASKONCE_MODEL_BASE_URL={model.url}\n"
            "ASKONCE_MODEL_API_KEY=sk-scripted\nASKONCE_MODEL_FAMILY=generic\nASKONCE_MODEL_RETRIES=0\n"
        )
        assert run(["session", "start", "--url", shop.url, "--secret", "password=SHOP_PASSWORD"]) == 0
        try:
            yield Kept(shop, model, SessionRegistry(folder / "state" / "askonce" / "sessions"), folder)
        finally:
            run(["session", "stop", "--all"])


@pytest.fixture
def at_home(kept: Kept) -> Kept:
    """The session on the first page of the shop."""
    assert run(["navigate", kept.shop.url]) == 0
    return kept


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that goes well prints."""
    capsys.readouterr()
    code = run([*arguments])
    told = capsys.readouterr()
    assert code == 0, told.err
    return told.out.rstrip("\n")


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, code: int) -> str:
    """What a command that fails tells."""
    capsys.readouterr()
    assert run([*arguments]) == code
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    return told.err


def promised(verb: str) -> set[str]:
    """The keys that the help of a verb names."""
    return {"outcome", *GIVES[verb].split(", ")}


# ---- driving


def test_steps_follow_each_other_in_one_browser(at_home: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "type", "the search field", "mug", "--enter").startswith("Done: Type")
    assert said(capsys, "query", "the value of the search field") == "mug"
    assert said(capsys, "back").startswith("Done: Back")
    assert "Everything for a good cup" in said(capsys, "tabs")
    assert said(capsys, "scroll", "down").startswith("Done: Scroll")
    found = json.loads(said(capsys, "locate", "the search field", "--json"))
    assert (found["outcome"], found["finder"], found.keys()) == ("done", "local", promised("locate"))
    assert json.loads(said(capsys, "tabs", "--json")).keys() == {"outcome", "tabs"}
    assert json.loads(said(capsys, "query", "the title of the page", "--json")).keys() == promised("query")
    assert said(capsys, "wait-for", TRUE).startswith("True")


def test_the_examples_of_the_help_work_on_the_sample_shop_without_a_model(
    at_home: Kept, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = len(at_home.model.requests)
    steps = [shlex.split(line)[1:] for line in str(commands.info.epilog).splitlines()]
    steps = [step for step in steps if step[0] != "session"]

    assert [step[0] for step in steps] == ["tap", "check"]
    assert [said(capsys, *step).partition(":")[0] for step in steps] == ["Done", "True"]
    assert len(at_home.model.requests) == asked
    said(capsys, "back")


def test_an_element_is_named_by_its_number_in_the_list_and_one_that_is_not_there_exits_with_one(
    at_home: Kept, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = said(capsys, "elements", "log in").splitlines()
    (number,) = (one.strip().partition(" ")[0] for one in listed if 'link "Log in"' in one)

    assert said(capsys, "tap", number) == f"Done: Tap({number} link 'Log in')"
    assert said(capsys, "query", "the address of the page").endswith("/login")
    assert "list the elements again" in refused(capsys, "tap", "[99999]", code=1)
    assert "Nowhere" in refused(capsys, "tap", "the button 'Nowhere'", "--timeout", "0", code=1)
    said(capsys, "back", "--timeout", "10")


def test_a_false_check_exits_with_one(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "check", TRUE).startswith("True")
    assert "is not true" in refused(capsys, "check", FALSE, code=1)
    assert run(["check", FALSE, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["kind"] == "CheckFailed"


def test_a_screenshot_is_written_as_its_name_says(
    kept: Kept, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(capsys, "screenshot", "-o", str(tmp_path / "page.png")) == str(tmp_path / "page.png")
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
    own = Path(said(capsys, "screenshot"))
    assert own.parent == kept.folder
    assert own.stat().st_size > 1000
    assert "use one of" in refused(capsys, "screenshot", "-o", "page.txt", code=2)


def test_what_does_not_fit_is_told_before_a_session_is_asked(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    assert "times" in refused(capsys, "tap", "Save", "--times", "0", code=2)
    assert "the timeout cannot be -1" in refused(capsys, "tap", "Save", "--timeout", "-1", code=2)
    assert "direction" in refused(capsys, "scroll", "sideways", code=2)
    assert "TARGET" in refused(capsys, "tap", code=2)
    assert "there is no action named 'swipe'" in refused(capsys, "swipe", "up", code=2)


def test_an_act_without_an_address_is_done_in_the_session(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    kept.model.reply(DONE, when="buy the")

    assert run(["act", "buy the {colour} mug", "--var", "colour=red"]) == 0

    told = capsys.readouterr()
    assert told.out == "It is done.\n"
    assert "▶ buy the red mug" in told.err


def test_the_report_of_a_session_is_written_while_it_is_open(
    kept: Kept, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "hover", "the link 'Log in'")
    said(capsys, "session", "report", "-o", str(tmp_path / "report.html"))

    assert "Hover" in (tmp_path / "report.html").read_text("utf-8")


# ---- stopping


def test_control_c_stops_the_act_and_leaves_the_session_usable(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    kept.model.reply(Fault.slow(threading.Event()), when="wait for ever")
    command = [sys.executable, "-m", "askonce", "act", "wait for ever"]
    acting = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=_heed_control_c)
    assert kept.model.wait_for(lambda model: any("wait for ever" in one.text for one in model.requests), 60)

    acting.send_signal(signal.SIGINT)
    _, told = acting.communicate(timeout=60)

    assert (acting.returncode, "■ stopped" in told) == (130, True), told
    assert kept.model.wait_for(lambda model: bool(model.abandoned))
    assert said(capsys, "check", TRUE)
    trace = Path(json.loads(said(capsys, "session", "show", "--json"))["trace"])
    acts = {entry.event.act: entry.event for entry in read_trace(trace) if isinstance(entry.event, ActEnded)}
    assert "stopped" in {act.outcome for act in acts.values()}


def _heed_control_c() -> None:
    """What a shell starts in the background ignores Ctrl-C, and passes that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


# ---- secrets


def test_a_secret_is_typed_for_real_and_written_down_nowhere(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "type", "the search field", "{pin} and {password}", "--secret", "pin=PIN")

    assert said(capsys, "query", "the value of the search field") == "{pin} and {password}"
    assert said(capsys, "check", "the value of the search field is '{pin} and {password}'", "--secret", "pin=PIN")
    assert "pin is a secret" in refused(capsys, "tap", "{pin}", "--var", "pin=1", "--secret", "pin=PIN", code=2)
    written = [one for one in kept.folder.rglob("*") if one.suffix in {".jsonl", ".txt", ".log", ".json", ".html"}]
    assert {one.suffix for one in written} >= {".jsonl", ".log", ".json"}
    assert not [one for one in written if any(word in one.read_text("utf-8") for word in (PASSWORD, "4711-secret"))]


# ---- who may ask


def test_only_its_user_can_read_how_a_session_is_reached(kept: Kept) -> None:
    for path in (kept.registry.folder, *kept.registry.folder.iterdir()):
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path


def test_who_does_not_know_the_token_gets_nothing(kept: Kept) -> None:
    wrong = Handshake(proof=prove("no-such-token", "client", "guess"), challenge="mine")

    (greeting, refusal) = kept.talk(line(wrong))

    assert greeting.keys() == {"challenge"}
    assert refusal["failure"]["message"] == "the token is wrong"
    assert session_client.is_open(kept.registry, kept.record)


def test_a_keeper_that_does_not_know_the_token_is_told_nothing(kept: Kept, tmp_path: Path) -> None:
    """Somebody else may listen on the port of a session that was killed."""
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        impostor = threading.Thread(target=_pretend, args=(server, heard))
        impostor.start()
        registry = SessionRegistry(tmp_path)
        record = kept.record.model_copy(update={"port": server.getsockname()[1]})
        assert registry.add(record)
        with pytest.raises(session_client.SessionGone):
            session_client.ask(registry, record, SessionRequest(tool="type", secrets={"password": PASSWORD}))
        impostor.join()

    assert registry.names() == []
    assert heard
    assert not any(word.encode() in b"".join(heard) for word in (PASSWORD, record.token))


def _pretend(server: socket.socket, heard: list[bytes]) -> None:
    connection, _ = server.accept()
    with connection:
        connection.sendall(line(Handshake(challenge="c")))
        heard.append(connection.recv(2**16))
        connection.sendall(line(Handshake(proof="made up")))
        heard.append(connection.recv(2**16))


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sent=st.binary(max_size=200) | st.text(max_size=50).map(str.encode) | st.just(b'{"proof": "\\ud800"}\n'))
def test_any_bytes_get_an_answer_and_harm_nobody(kept: Kept, sent: bytes) -> None:
    told = kept.talk(sent)

    assert all("failure" in one or "challenge" in one for one in told)
    assert "Traceback" not in kept.record.log.read_text("utf-8")


def test_a_request_that_is_too_long_or_unknown_is_refused(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    kept.talk(b"x" * (2**20 + 10) + b"\n")
    unknown = session_client.ask(kept.registry, kept.record, SessionRequest(tool="dance"))
    assert unknown.failure
    assert "there is no action named 'dance'" in unknown.failure.message
    assert isinstance(unknown, SessionReply)
    assert said(capsys, "session", "list").startswith("default")


# ---- several, and their ends


@pytest.mark.long
def test_a_second_session_has_a_name_and_one_that_was_killed_is_noticed(
    kept: Kept, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "already open" in refused(capsys, "session", "start", "--url", kept.shop.url, code=2)
    said(capsys, "session", "start", "--session", "other", "--url", f"{kept.shop.url}login")
    assert "several sessions are open: default, other" in refused(capsys, "elements", code=2)
    assert said(capsys, "query", "the address of the page", "--session", "other").endswith("/login")
    monkeypatch.setenv("ASKONCE_SESSION", "other")
    about = json.loads(said(capsys, "session", "show", "--json"))
    assert about["name"] == "other"
    below = _processes_below(about["pid"])
    assert len(below) > 2

    os.kill(about["pid"], signal.SIGKILL)

    _wait_for_the_end_of(below)
    assert "the session other is gone" in refused(capsys, "elements", code=1)
    assert "there is no session other" in refused(capsys, "elements", code=2)
    assert list(read_trace(Path(about["trace"])))
    monkeypatch.delenv("ASKONCE_SESSION")
    assert said(capsys, "session", "list").startswith("default")


def test_a_session_that_cannot_be_opened_says_why_at_once(
    kept: Kept, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKONCE_BROWSER", "/nowhere/chrome")

    told = refused(capsys, "session", "start", "--session", "lost", "--url", kept.shop.url, code=2)

    assert "/nowhere/chrome" in told
    assert kept.registry.names() == ["default"]


def test_stopping_closes_the_browser_and_ends_the_trace(kept: Kept, capsys: pytest.CaptureFixture[str]) -> None:
    about = json.loads(said(capsys, "session", "show", "--json"))
    below = _processes_below(about["pid"])

    assert said(capsys, "session", "stop") == "The session default is closed."

    assert kept.registry.names() == []
    _wait_for_the_end_of({about["pid"], *below})
    assert isinstance(list(read_trace(Path(about["trace"])))[-1].event, RunEnded)
    assert "start one: askonce session start" in refused(capsys, "tap", "Save", code=2)
    assert "--url" in refused(capsys, "act", "buy the mug", code=2)


def _processes_below(pid: int) -> set[int]:
    told = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(child): int(parent) for child, parent in (row.split() for row in told.splitlines())}
    below = {pid}
    while more := {child for child, parent in parents.items() if parent in below} - below:
        below |= more
    return below - {pid}


def _wait_for_the_end_of(processes: set[int]) -> None:
    """Until all of them have ended; the test's own time limit ends the waiting."""
    while True:
        told = subprocess.run(["ps", "-eo", "pid=,stat="], capture_output=True, text=True, check=True).stdout
        running = {int(pid) for pid, state in (row.split() for row in told.splitlines()) if state[0] != "Z"}
        if not running & processes:
            return
