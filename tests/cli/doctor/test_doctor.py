"""`askonce doctor`: what it finds, and what it says to do about it."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.console import Console

from askonce.cli.app import run
from askonce.cli.doctor.checklist import all_checks
from askonce.cli.doctor.checkup import examine
from askonce.cli.doctor.extras_health import Extra, check_extra
from askonce.cli.doctor.finding_lines import print_finding, print_groups, print_outcome
from askonce.cli.doctor.findings import DoctorContext, Finding, FindingGroup, HealthCheck
from askonce.cli.doctor.folder_health import check_files, check_folder
from askonce.cli.doctor.model_health import check_models
from askonce.cli.doctor.network_health import check_proxies
from askonce.cli.doctor.settings_health import check_settings, read_usable, settings_read, shown
from askonce.cli.doctor.subprocess_probe import probe
from askonce.cli.terminal import Verbosity
from askonce.config import SETTINGS, ModelRoles, ModelSettings, RecordingSettings, Settings
from askonce.screens.web.browser_health import check_display
from askonce.screens.web.browser_launch import find_browser, find_browsers
from askonce.testing import Fault, ModelServer

pytestmark = pytest.mark.usefixtures("here")


def found(findings: Sequence[Finding], name: str) -> Finding:
    (finding,) = (finding for finding in findings if finding.name == name)
    return finding


def of_environment(environment: dict[str, str], process: dict[str, str] | None = None) -> DoctorContext:
    return DoctorContext(read_usable(environment), environment, environment if process is None else process)


# ---- all of it


def test_one_look_at_everything_finds_only_what_is_wrong(
    server: ModelServer, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.reply("ready")
    (here / ".env").write_text(
        f"ASKONCE_MODEL_NAME=scripted\nASKONCE_MODEL_BASE_URL={server.url}\nASKONCE_MODEL_API_KEY=sk-scripted\n"
    )

    assert run(["doctor", "--json", "--cdp", "http://127.0.0.1:1"]) == 1

    told = json.loads(capsys.readouterr().out)
    assert not told["good"]
    assert {one["group"] for one in told["findings"]} == {look.group for look in all_checks()}
    failing = [one for one in told["findings"] if one["needed"] and not one["good"]]
    assert [one["name"] for one in failing] == ["cdp"]
    assert "--remote-debugging-port" in failing[0]["remedy"]
    browser = next(one for one in told["findings"] if one["name"] == "browser")
    assert "starts without a window" in browser["said"]


def test_without_a_model_it_says_which_one_plans_and_where_others_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert examine(Verbosity(), checks=[HealthCheck("Models", check_models)]) == 0

    told = capsys.readouterr().out
    assert "✓ model" in told
    assert "embedded" in told
    assert "ASKONCE_MODEL_API_KEY" in told
    assert "https://openrouter.ai/api/v1" in told
    assert "✓ everything required is available" in told


def test_quietly_only_what_is_to_be_mended_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    async def look(here: DoctorContext) -> Sequence[Finding]:
        return [Finding("fine", True, "is fine"), Finding("broken", False, "is broken", "mend it")]

    assert examine(Verbosity(quiet=True), checks=[HealthCheck("Things", look)]) == 1

    told = capsys.readouterr().out
    assert "broken" in told
    assert "mend it" in told
    assert "fine" not in told


# ---- settings


async def test_settings_are_told_with_where_they_are_set_and_keys_by_their_end() -> None:
    environment = {
        "ASKONCE_MODEL_NAME": "gpt-5",
        "ASKONCE_MODEL_API_KEY": "sk-0123456789abcd",
        "ASKONCE_ROUNDS": "7",
    }

    findings = await check_settings(of_environment(environment, {"ASKONCE_ROUNDS": "7"}))

    assert [(one.name, one.said, one.good) for one in findings] == [
        ("ASKONCE_MODEL_NAME", "gpt-5 (.env)", True),
        ("ASKONCE_MODEL_API_KEY", "set, ends in …abcd (.env)", True),
        ("ASKONCE_ROUNDS", "7 (environment)", True),
    ]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("ASKONCE_MODEL_API_KEY", "short-key", "set"),
        ("OPENAI_API_KEY", "sk-0123456789abcd", "set, ends in …abcd"),
        ("ASKONCE_MODEL_PROXY", "http://me:pw@127.0.0.1:8080", "http://•••@127.0.0.1:8080"),
        ("ASKONCE_RECORDINGS_STORE", "s3://bucket/x?token=abc", "s3://bucket/x?…"),
        ("ASKONCE_MODEL_EXTRA_BODY", '{"user": "me"}', "an object with user"),
        ("ASKONCE_MAX_TOKENS", "5000", "5000"),
    ],
)
def test_values_are_shown_without_what_is_secret_in_them(name: str, value: str, said: str) -> None:
    assert shown(name, value) == said


async def test_every_value_that_does_not_fit_is_told_and_the_others_are_used() -> None:
    environment = {
        "ASKONCE_MODEL_NAME": "gpt-5",
        "ASKONCE_MODEL_TIMEOUT": "soon",
        "ASKONCE_PLANNING_MODEL_FAMILY": "gemni",
        "ASKONCE_SEES": "nothing",
        "ASKONCE_ROUNDS": "7",
    }

    findings = await check_settings(of_environment(environment))

    assert {one.name for one in findings if one.fails} == {
        "ASKONCE_MODEL_TIMEOUT",
        "ASKONCE_PLANNING_MODEL_FAMILY",
        "ASKONCE_SEES",
    }
    assert found(findings, "ASKONCE_MODEL_TIMEOUT").said == "cannot be 'soon' (environment)"
    assert "a number above 0" in found(findings, "ASKONCE_MODEL_TIMEOUT").remedy
    assert "'gemini'" in found(findings, "ASKONCE_PLANNING_MODEL_FAMILY").said
    usable = read_usable(environment)
    assert usable.models is not None
    assert (usable.act.rounds, usable.models.default.timeout) == (7, 180.0)


async def test_a_misspelt_name_is_told_with_the_one_that_was_meant() -> None:
    findings = await check_settings(of_environment({"ASKONCE_ROUNDZ": "3", "ASKONCE_SHOP_PIN": "1"}))

    assert found(findings, "ASKONCE_ROUNDZ").fails
    assert "ASKONCE_ROUNDS" in found(findings, "ASKONCE_ROUNDZ").remedy
    assert not found(findings, "ASKONCE_SHOP_PIN").fails, "it may be a variable of the user's own"


async def test_a_key_without_a_model_is_told() -> None:
    findings = await check_settings(of_environment({"ASKONCE_MODEL_API_KEY": "k"}))

    assert found(findings, "settings").said == "ASKONCE_MODEL_API_KEY is set, but no model is named"
    assert read_usable({"ASKONCE_MODEL_API_KEY": "k", "ASKONCE_ROUNDS": "4"}).act.rounds == 4


async def test_variables_of_midscene_are_told_as_read_or_as_passed_over() -> None:
    theirs = {"MIDSCENE_MODEL_NAME": "qwen3-vl", "MIDSCENE_MODEL_TIMEOUT": "9000", "MIDSCENE_CACHE": "1"}

    alone = await check_settings(of_environment(theirs))
    beside = await check_settings(of_environment({**theirs, "ASKONCE_MODEL_NAME": "gpt-5"}))

    assert found(alone, "MIDSCENE_MODEL_TIMEOUT").said == "9000 (environment)"
    assert "MIDSCENE_CACHE" in found(alone, "Midscene's").said
    assert "because ASKONCE_MODEL_NAME is set: MIDSCENE_CACHE, MIDSCENE_MODEL_NAME" in found(beside, "Midscene's").said


def test_an_env_file_that_cannot_be_read_is_a_finding(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / ".env").write_bytes(b"ASKONCE_ROUNDS=\xff\xfe")

    assert examine(Verbosity(), checks=[HealthCheck("Settings", check_settings)]) == 1
    assert "✗ .env" in capsys.readouterr().out


def test_every_documented_setting_is_one_that_is_read() -> None:
    assert {setting.name for setting in SETTINGS} <= settings_read({"ASKONCE_MODEL_NAME": "any"})


# ---- models


async def test_a_model_is_told_with_its_family_and_what_it_sees(server: ModelServer) -> None:
    server.reply("ready")
    default = server.settings("qwen3-vl-plus", family="")
    roles = ModelRoles(default, planning=server.settings("unheard-of", family=""))

    findings = await check_models(DoctorContext(Settings(models=roles)))

    assert [one.name for one in findings] == ["default", "planning", "insight"]
    assert "family qwen3-vl, from its name, sees screenshot and elements" in findings[0].said
    assert "family generic, because its name is unknown" in findings[1].said
    assert "askonce model verify" in findings[1].remedy
    assert findings[2].said == "same model as default"
    assert len(server.requests) == 2


async def test_a_provider_that_refuses_is_quoted(server: ModelServer) -> None:
    server.reply(Fault.status(401, "this key is not known"))

    finding = (await check_models(DoctorContext(Settings(models=ModelRoles(server.settings())))))[0]

    assert finding.fails
    assert "this key is not known" in finding.said
    assert "check the API key" in finding.remedy


async def test_a_key_that_no_model_uses_is_told() -> None:
    findings = await check_models(DoctorContext(environment={"OPENAI_API_KEY": "sk-0123456789"}))

    assert "ASKONCE_MODEL_NAME" in found(findings, "key").remedy
    assert not any(one.fails for one in findings)


# ---- browsers, files, extras, network


def test_all_browsers_are_found_in_the_order_in_which_one_is_chosen(here: Path) -> None:
    for name in ("msedge", "chromium"):
        (here / name).touch(0o755)

    browsers = list(find_browsers(platform="win32", home=here, path=str(here)))

    assert [browser.name for browser in browsers] == ["chromium", "msedge"]
    assert find_browser(platform="win32", home=here, path=str(here)) == browsers[0]


@pytest.mark.parametrize(
    ("program", "platform", "process", "good"),
    [
        ("chrome", "linux", {"DISPLAY": ":0"}, True),
        ("chrome", "linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("chrome", "darwin", {}, True),
        ("chrome", "linux", {}, False),
        ("chromium-headless-shell", "linux", {"DISPLAY": ":0"}, False),
    ],
)
def test_a_window_needs_a_display_and_a_browser_that_has_one(
    program: str, platform: str, process: dict[str, str], good: bool
) -> None:
    finding = check_display(Path(program), process, platform)

    assert finding.good is good
    assert not finding.needed


def test_a_folder_for_runs_that_cannot_be_one_is_told(here: Path) -> None:
    (here / "runs").write_text("")

    finding = check_folder("runs", here / "runs" / "deeper", "ASKONCE_RUNS")

    assert finding.fails
    assert "is a file" in finding.said
    assert "ASKONCE_RUNS" in finding.remedy


def test_a_folder_that_is_not_there_yet_is_looked_at_where_it_would_be_made(here: Path) -> None:
    finding = check_folder("runs", here / "a" / "b", "ASKONCE_RUNS")

    assert finding.said.startswith(f"written to {here / 'a' / 'b'}; ")
    assert "free" in finding.said
    assert not (here / "a").exists()


@pytest.mark.parametrize(
    ("store", "good", "told"),
    [("memory://shop", True, "readable and writable"), ("nowhere://x", False, "nowhere")],
)
async def test_a_shared_store_is_tried(store: str, good: bool, told: str) -> None:
    settings = Settings(runs=None, recordings=RecordingSettings(store=store))

    findings = await check_files(DoctorContext(settings))

    assert found(findings, "recordings").good is good
    assert told in found(findings, "recordings").said


async def test_a_package_that_is_installed_and_broken_is_a_finding(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "onnxruntime.py").write_text("raise ImportError('libcudart.so.12: cannot open shared object file')")
    monkeypatch.syspath_prepend(here)
    monkeypatch.setenv("PYTHONPATH", str(here))

    finding = await check_extra(Extra("vision", "reads texts", ("onnxruntime",)))

    assert not finding.good
    assert not finding.needed
    assert "cannot be imported: ImportError: libcudart.so.12" in finding.said
    assert 'pip install "askonce[vision]"' in finding.remedy


async def test_a_package_that_is_missing_is_named() -> None:
    finding = await check_extra(Extra("vision", "reads texts", ("json", "no_such_package")))

    assert finding.said == "not installed (no_such_package); reads texts"
    assert not finding.needed


async def test_a_program_that_hangs_is_ended() -> None:
    ended = await probe([sys.executable, "-c", "import time; time.sleep(600)"], patience=0.2)

    assert not ended.good
    assert "did not end within 0.2 s" in ended.output


def test_a_proxy_that_catches_this_machine_is_told_with_what_to_set() -> None:
    local = ModelRoles(ModelSettings("a", base_url="http://127.0.0.1:8000/v1"))
    caught = check_proxies({"HTTP_PROXY": "me:pw@proxy:3128", "no_proxy": "corp.example"}, local)
    distant = check_proxies({"HTTP_PROXY": "http://proxy:3128"}, None)
    spared = check_proxies({"https_proxy": "http://proxy:3128", "NO_PROXY": "localhost, 127.0.0.1"}, local)

    assert found(caught, "NO_PROXY").fails
    assert found(caught, "NO_PROXY").remedy == "set NO_PROXY=corp.example,127.0.0.1,localhost"
    assert found(caught, "HTTP_PROXY").said == "http://•••@proxy:3128"
    assert not found(distant, "NO_PROXY").good
    assert not found(distant, "NO_PROXY").fails
    assert found(spared, "NO_PROXY").good


# ---- telling


def told(width: int, *, terminal: bool) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=terminal, color_system=None, soft_wrap=True)
    finding = Finding("browser", False, "it does not start: " + "a long reason " * 5, "install another one")
    print_finding(console, finding, 8)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_long_finding_goes_on_under_its_beginning_in_a_terminal() -> None:
    lines = told(60, terminal=True).splitlines()

    assert lines[0].startswith("  ✗ browser   it does not start: a long reason")
    assert lines[1].startswith(" " * 14 + "a long reason")
    assert lines[-1] == " " * 14 + "→ install another one"
    assert max(map(len, lines)) <= 60


def test_a_long_finding_is_one_line_elsewhere() -> None:
    assert len(told(60, terminal=False).splitlines()) == 2


def test_the_last_line_names_what_is_to_be_mended_and_counts_what_is_optional() -> None:
    console = Console(file=io.StringIO(), soft_wrap=True)
    optional = Finding("ffmpeg", False, "not installed", needed=False)

    print_outcome(console, [FindingGroup("Optional", (optional,))])
    print_outcome(console, [FindingGroup("Web", (Finding("browser", False, "none"), optional))])

    assert isinstance(console.file, io.StringIO)
    good, bad = console.file.getvalue().splitlines()
    assert good == "✓ everything required is available; optional and not available: 1"
    assert bad == "✗ fix these first: Web (browser)"


def test_names_are_aligned_within_their_group() -> None:
    console = Console(file=io.StringIO(), soft_wrap=True)

    print_groups(console, [FindingGroup("Web", (Finding("a", True, "one"), Finding("longer", True, "two")))])

    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue().splitlines() == ["Web", "  ✓ a       one", "  ✓ longer  two", ""]
