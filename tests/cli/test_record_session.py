"""`askonce record` on a fake screen, with gestures from a script in place of a person."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from fake_screens import write_login

from askonce.agent import Agent
from askonce.cli.app import run
from askonce.cli.record_session import RecordOptions, record_steps
from askonce.cli.terminal import Console, Verbosity
from askonce.errors import ConfigError, ReplayFailed
from askonce.recorder.hand_recorder import HandRecorder
from askonce.recordings.recording_reader import read_recordings
from askonce.screens import Inspectable
from askonce.screens.gestures import Gesture, HandPress, HandText
from askonce.screens.screen_choice import choose_screen

PIN = "22retnuh"[::-1]


class Person:
    """Presses elements by name and types texts, one after the other."""

    def __init__(self, *doings: str, check: str = "", interrupts: bool = False) -> None:
        self._doings: Sequence[str] = doings
        self._check = check
        self._interrupts = interrupts

    async def __call__(self, recorder: HandRecorder, agent: Agent, console: Console) -> None:
        assert isinstance(agent.screen, Inspectable)
        for doing in self._doings:
            named = [node for node in await agent.screen.tree() if node.name == doing and node.actionable]
            gesture: Gesture = HandPress(named[0].box.center) if named else HandText(doing)
            await recorder.perform(gesture)
        if self._check:
            shown = next(node for node in await agent.screen.tree() if self._check in node.words)
            await recorder.add_check_at("text", shown.box.center)
        if self._interrupts:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.Event().wait()


@pytest.fixture
def options(here: Path) -> RecordOptions:
    file = write_login(here)
    return RecordOptions(choose_screen({"fake": str(file)}, "command"), here / "login.rec.yaml")


SIGN_IN = Person("Email", "ada@x", "Password", PIN, "Sign in", check="Welcome, ada@x")


def test_a_sitting_is_written_replayed_and_told(
    options: RecordOptions, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = record_steps(replace(options, title="sign in", exports=("yaml", "stp")), Verbosity(), SIGN_IN)
    told = capsys.readouterr()
    assert code == 0
    assert told.out.split() == [
        str(here / name) for name in ("login.rec.yaml", "login.rec.script.yaml", "login.rec.stp")
    ]
    assert "  1 Type \"ada@x\" into the field 'Email'" in told.err
    assert '  4 Check that the text "Welcome, ada@x" is visible' in told.err
    assert "all 4 steps were found again, with no model" in told.err
    recorded = read_recordings((here / "login.rec.yaml").read_text("utf-8"), "login")
    assert [recording.instruction for recording in recorded.recordings] == ["sign in with {password}"]
    assert PIN not in told.out + told.err
    assert not any(PIN in path.read_text("utf-8", "replace") for path in here.rglob("*.yaml"))


def test_ctrl_c_ends_the_recording_and_not_what_comes_after_it(
    options: RecordOptions, capsys: pytest.CaptureFixture[str]
) -> None:
    person = Person("Email", "ada@x", "Sign in", interrupts=True)
    assert record_steps(replace(options, as_json=True), Verbosity(), person) == 0
    told = json.loads(capsys.readouterr().out)
    assert [step["found_again"] for step in told["steps"]] == [True, True]


def test_a_recording_is_gone_on_with_after_it_was_replayed(options: RecordOptions, here: Path) -> None:
    record_steps(replace(options, title="sign in", replays=False), Verbosity(), Person("Email", "ada@x"))
    longer = replace(options, from_file=options.out, title="sign in")
    assert record_steps(longer, Verbosity(), Person("Sign in", check="Welcome, ada@x")) == 0
    (recording,) = read_recordings((here / "login.rec.yaml").read_text("utf-8"), "login").recordings
    assert [step.action for step in recording.steps] == ["Type", "Tap", "Wait"]


def test_steps_that_are_gone_on_with_on_another_page_start_where_they_started(options: RecordOptions) -> None:
    starts: list[str] = []

    class NotingPerson(Person):
        async def __call__(self, recorder: HandRecorder, agent: Agent, console: Console) -> None:
            starts.append(recorder.start)
            await super().__call__(recorder, agent, console)

    record_steps(replace(options, replays=False), Verbosity(), NotingPerson("Email", "ada@x", "Sign in"))
    assert record_steps(replace(options, from_file=options.out), Verbosity(), NotingPerson()) == 0
    assert starts[0] == starts[1]


def test_a_recording_that_no_longer_fits_is_not_gone_on_with(options: RecordOptions, here: Path) -> None:
    record_steps(replace(options, replays=False), Verbosity(), Person("Email", "ada@x"))
    before = (here / "login.rec.yaml").read_text("utf-8")
    (here / "login.rec.yaml").write_text(before.replace("Email", "E-mail address"), "utf-8")
    with pytest.raises(ReplayFailed, match=r"step 1 of .* could not be done again"):
        record_steps(replace(options, from_file=options.out), Verbosity(), Person("Sign in"))


def test_another_recording_is_added_to_a_file(options: RecordOptions, here: Path) -> None:
    for title in ("enter", "enter again", "enter"):
        added = replace(options, title=title, append=True, replays=False)
        assert record_steps(added, Verbosity(), Person("Email", "ada@x")) == 0
    recorded = read_recordings((here / "login.rec.yaml").read_text("utf-8"), "login")
    assert [recording.instruction for recording in recorded.recordings] == ["enter", "enter again", "enter (2)"]


def test_a_sitting_without_a_step_says_so(options: RecordOptions, capsys: pytest.CaptureFixture[str]) -> None:
    assert record_steps(options, Verbosity(), Person()) == 1
    assert "Nothing was recorded" in capsys.readouterr().err
    assert options.out
    assert not options.out.exists()


def test_without_a_file_it_goes_to_the_recordings_of_runs(options: RecordOptions, here: Path) -> None:
    plain = replace(options, out=None, title="Enter a name", replays=False)
    for _ in range(2):
        assert record_steps(plain, Verbosity(), Person("Email", "ada@x")) == 0
    folder = here / "askonce_run" / "recordings"
    assert sorted(path.name for path in folder.glob("*.yaml")) == ["enter-a-name-2.yaml", "enter-a-name.yaml"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"exports": ("word",)}, "--export cannot be 'word'"),
        ({"append": True, "out": None}, "--append does not say to which file"),
        ({"append": True, "from_file": Path("a.yaml")}, "--append and --from cannot be combined"),
        ({"from_file": Path("nowhere.yaml")}, "nowhere.yaml could not be read"),
        ({"out": Path("steps.txt")}, "a recording is a .yaml file"),
        ({"headed": True}, "a fake screen is recorded in the live view"),
        ({"uploads": Path("nowhere")}, "nowhere is not a folder"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: RecordOptions, changes: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        record_steps(replace(options, **changes), Verbosity(), Person())


def test_a_file_is_not_replaced(options: RecordOptions, capsys: pytest.CaptureFixture[str]) -> None:
    assert options.out
    options.out.write_text("precious", "utf-8")
    with pytest.raises(ConfigError, match="is there already"):
        record_steps(options, Verbosity(), Person())
    assert run(["record", "--fake", "login.yaml", "--export", "word"]) == 2
    assert "--export cannot be 'word'" in capsys.readouterr().err


def test_an_export_never_takes_the_place_of_another_file(options: RecordOptions, here: Path) -> None:
    own = here / "test_login_rec.py"
    own.write_text("mine", "utf-8")
    with pytest.raises(ConfigError, match=r"--export pytest: .*test_login_rec.py is there already"):
        record_steps(replace(options, exports=("stp", "pytest")), Verbosity(), SIGN_IN)
    assert (own.read_text("utf-8"), options.out and options.out.exists()) == ("mine", False)
