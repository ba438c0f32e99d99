"""What a run would refuse is told before anything is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from askonce.script.script_loader import examine_script

WEB, ANDROID = "web: {url: x}", "android: {deviceId: a}"


def told(
    target: str, item: str, *, rehearsed: bool, environment: dict[str, str] | None = None
) -> list[tuple[str, str]]:
    text = f"{target}\ntasks:\n  - name: one\n    flow:\n      - {item}\n"
    examined = examine_script(text, Path("a.yaml"), environment=environment or {}, rehearsed=rehearsed)
    assert (examined.script is None) == bool(examined.errors)
    return [(problem.severity, f"{problem.message}: {problem.suggestion}") for problem in examined.problems]


@pytest.mark.parametrize("rehearsed", [True, False])
@pytest.mark.parametrize(
    ("target", "item", "says"),
    [
        (WEB, "Swipe: {direction: up}", "add touch: true"),
        (WEB, "launch: com.app", "launch needs Launcher"),
        (ANDROID, "aiTap: it\n        fileChooserAccept: a.txt", "aiTap needs FileChoosers"),
        (WEB, "runWdaRequest: {method: GET, endpoint: /status}", "runWdaRequest needs WdaRequests"),
        (ANDROID, "javascript: document.title", "javascript needs Scripted"),
        (ANDROID, "repeat: 2\n        do: [aiHover: it]", "aiHover needs Mouse"),
        ("android: {exposeRunAdbShellAction: false}", "runAdbShell: ls", "runAdbShell is switched off"),
        ("harmony: {deviceId: a}", "runHdcShell: ls", "allowHdcShell: true"),
    ],
)
def test_an_item_that_the_screen_cannot_do_is_refused_by_a_check_as_by_a_run(
    target: str, item: str, says: str, rehearsed: bool
) -> None:
    [(severity, message)] = told(target, item, rehearsed=rehearsed)

    assert severity == "error"
    assert says in message


@pytest.mark.parametrize(
    ("target", "item"),
    [
        (WEB, "javascript: document.title"),
        (WEB, "aiHover: it"),
        (WEB, "aiPinch: it\n        direction: in"),
        (WEB, "ai: it\n        fileChooserAccept: [a.txt]\n        fileChooserAllowedDir: ."),
        (WEB, "registerFileChooserAccept: {files: a.txt}"),
        (WEB, "Navigate: http://localhost"),
        ("web: {url: x, touch: true}", "Swipe: {direction: up}"),
        (ANDROID, "Swipe: {direction: up}"),
        (ANDROID, "PullGesture: {direction: down}"),
        (ANDROID, "javascript: ''"),
        ("android: {exposeRunAdbShellAction: true}", "runAdbShell: ls"),
        ("ios: {wdaPort: 8100}", "runWdaRequest: {method: GET, endpoint: '/session/{sessionId}/url'}"),
        ("harmony: {allowHdcShell: true}", "runHdcShell: {command: ls}"),
        ("interface: {module: m}", "Swipe: {direction: up}"),
    ],
)
def test_what_the_screen_can_do_is_fine(target: str, item: str) -> None:
    assert told(target, item, rehearsed=False) == []


def test_a_command_that_the_environment_may_allow_is_a_warning_in_a_check_and_refused_by_a_run() -> None:
    for rehearsed, severity in ((True, "warning"), (False, "error")):
        [(found, message)] = told(ANDROID, "runAdbShell: ls", rehearsed=rehearsed)
        assert found == severity
        assert "ASKONCE_ADB_SHELL=true" in message
    allowed = {"ASKONCE_ADB_SHELL": "true"}
    assert told(ANDROID, "runAdbShell: ls", rehearsed=False, environment=allowed) == []
