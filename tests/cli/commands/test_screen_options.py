"""Commands on a kind of screen that is not a web page: the fake one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fake_screens import SIGN_IN, write_login

from askonce.cli.app import run

pytestmark = pytest.mark.usefixtures("here")


def test_an_act_runs_on_a_fake_screen(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_login(here)

    assert run(["act", SIGN_IN, "--fake", "login.yaml", "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert [step["action"] for step in told["steps"]] == ["Type(Email, text='ada@x')", 'Tap(the button "Sign in")']


def test_a_program_and_a_script_run_on_the_fake_screen_that_is_named(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_login(here)
    (here / "other.yaml").write_text("- {button: Other}\n")
    Path("sub").mkdir()
    Path("sign-in.stp").write_text('Type "ada@x" into Email\nPress the button "Sign in"\n')
    flow = "[{aiTap: the button Sign in}, {aiAssert: 'the text \"Welcome\" is visible'}]"
    Path("sub/script.yaml").write_text(f"fake: {{file: ../other.yaml}}\ntasks:\n- name: a\n  flow: {flow}\n")

    assert run(["run", "sign-in.stp", "sub", "--fake", "login.yaml"]) == 0, capsys.readouterr().err
    assert run(["run", "sub"]) == 1
    assert "--mobile cannot be set for scripts" in _refused(capsys, "run", "sub", "--mobile")


def _write_scripts(here: Path) -> None:
    write_login(here)
    tasks = "tasks:\n- name: a\n  flow: [{aiAssert: 'the button \"Sign in\" is visible'}]\n"
    Path("a-fake.yaml").write_text(f"fake: {{file: login.yaml}}\n{tasks}")
    Path("b-web.yaml").write_text(f"web: {{url: 'http://127.0.0.1:1/'}}\n{tasks}")
    Path("c-none.yaml").write_text(f"web: {{}}\n{tasks}")


@pytest.mark.parametrize("dry_run", [[], ["--dry-run"]])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a-fake.yaml", "--url", "b"], "--url belongs to web screens, and a-fake.yaml runs on a fake screen"),
        (["a-fake.yaml", "--screen", "web"], "--screen belongs to web screens, and a-fake.yaml runs on a fake screen"),
        (["b-web.yaml", "--fake", "login.yaml"], "--fake belongs to fake screens, and b-web.yaml runs on a web screen"),
        (["c-none.yaml", "--fake", "login.yaml"], "--fake belongs to fake screens, and c-none.yaml runs on a web"),
        (["a-fake.yaml", "b-web.yaml", "--fake", "login.yaml"], "and b-web.yaml runs on a web screen"),
        (["b-web.yaml", "a-fake.yaml", "--url", "b"], "and a-fake.yaml runs on a fake screen"),
    ],
)
def test_scripts_are_not_run_on_another_kind_of_screen_than_the_option_names(
    arguments: list[str], message: str, dry_run: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _write_scripts(here)

    told = _refused(capsys, "run", *arguments, *dry_run)

    assert message in told
    assert "→ leave out --" in told
    assert not list(here.rglob("summary-*.json")), "something was run"


def test_a_script_that_names_its_kind_of_screen_takes_an_option_of_that_kind(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _write_scripts(here)

    assert run(["run", "a-fake.yaml", "--screen", "fake", "--fake", "login.yaml"]) == 0, capsys.readouterr().err
    assert run(["run", "b-web.yaml", "--url", "http://127.0.0.1:2/", "--dry-run"]) == 0, capsys.readouterr().err


def test_a_session_is_kept_on_a_fake_screen(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_login(here)
    assert run(["session", "start", "--fake", "login.yaml"]) == 0
    try:
        assert "is open on fake://start" in capsys.readouterr().out
        assert run(["tap", "the button Sign in"]) == 0
        assert run(["session", "list", "--json"]) == 0
        out = capsys.readouterr().out
        assert json.loads(out[out.index("{") :])["sessions"][0]["address"] == "fake://welcome"
    finally:
        assert run(["session", "stop"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--fake", "a.yaml", "--url", "b"], "--fake belongs to fake screens and --url to web screens"),
        (["--fake", "a.yaml", "--headed"], "--headed is not an option of fake screens"),
        (["--fake", "a.yaml", "--session", "s"], "--fake and --session cannot be combined"),
        (["--screen", "phone"], "--screen: there is no kind of screen named 'phone'"),
        (["--screen", "fake", "--cdp", "x"], "--cdp is not an option of fake screens"),
        (["--screen", "fake"], "add --fake FILE: "),
        (["--screen", "interface"], "an interface screen lacks module"),
        (["--fake", "no.yaml"], "no.yaml could not be read"),
        (["--fale", "a.yaml"], "did you mean --fake?"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in _refused(capsys, "act", "x", *arguments)


def _refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert run(list(arguments)) == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("option", [["--screen", "web"], ["--mobile"]])
def test_an_act_on_a_page_without_an_address_is_refused(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    told = _refused(capsys, "act", "tap the button", *option)
    assert "needs --url" in told
    assert "add --url URL" in told
