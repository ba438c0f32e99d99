"""`askonce doctor`: what it finds, and what it says to do about it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from doctor_findings import found

from askonce.cli.app import run
from askonce.cli.doctor.checklist import all_checks
from askonce.cli.doctor.checkup import examine
from askonce.cli.doctor.findings import DoctorContext, Finding, HealthCheck
from askonce.cli.doctor.model_health import check_models
from askonce.cli.doctor.network_health import check_proxies
from askonce.cli.doctor.settings_health import check_settings
from askonce.cli.terminal import Verbosity
from askonce.config import ModelRoles, ModelSettings
from askonce.screens.web.browser_health import check_display
from askonce.screens.web.browser_launch import find_browser, find_browsers
from askonce.testing import ModelServer

pytestmark = pytest.mark.usefixtures("here")


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


def test_an_env_file_that_cannot_be_read_is_a_finding(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / ".env").write_bytes(b"ASKONCE_ROUNDS=\xff\xfe")

    assert examine(Verbosity(), checks=[HealthCheck("Settings", check_settings)]) == 1
    assert "✗ .env" in capsys.readouterr().out


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
