"""The set-up script: bounded, and clear about what went wrong."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "setup.py"


@pytest.fixture(scope="module")
def setup() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPT))


def test_a_command_that_stays_silent_is_stopped(setup: dict[str, Any]) -> None:
    waits = [sys.executable, "-c", "import time; print('waiting', flush=True); time.sleep(600)"]

    with pytest.raises(setup["Failed"], match="took too long"):
        setup["run"](waits, most=600, silence=0.3)


def test_a_command_that_fails_is_told_with_its_last_words(setup: dict[str, Any]) -> None:
    fails = [sys.executable, "-c", "print('the disk is full'); raise SystemExit(3)"]

    with pytest.raises(setup["Failed"], match=r"ended with 3:\n    the disk is full"):
        setup["run"](fails, most=60)


def test_a_program_that_is_not_there_is_named(setup: dict[str, Any]) -> None:
    with pytest.raises(setup["Failed"], match="no-such-program did not start"):
        setup["run"](["no-such-program"], most=60)


def test_packages_are_installed_again_when_the_project_file_changes(setup: dict[str, Any], tmp_path: Path) -> None:
    wanted = setup["packages_wanted"]
    (tmp_path / "pyproject.toml").write_text("[project]")
    wanted.__globals__["ROOT"] = str(tmp_path)
    before = wanted()
    (tmp_path / "pyproject.toml").write_text("[project]\ndependencies = []")

    assert wanted() != before


def test_an_interpreter_that_is_too_old_gets_a_sentence(setup: dict[str, Any]) -> None:
    restart = setup["restart_with_newer_python"]
    restart.__globals__["LEAST"] = (3, 99)

    with pytest.raises(SystemExit, match=r"needs Python 3\.99 or newer"):
        restart()


def test_packages_come_from_where_the_settings_of_pip_say(setup: dict[str, Any]) -> None:
    settings = r"""
:env:.find-links='/opt/wheels /opt/more'
global.cert='/etc/ca.crt'
global.extra-index-url='\nfile:///a/simple\nfile:///b/simple'
global.timeout='60'
"""
    assert setup["uv_environment"](settings) == {
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_FIND_LINKS": "/opt/wheels,/opt/more",
        "SSL_CERT_FILE": "/etc/ca.crt",
        "UV_INDEX": "file:///a/simple file:///b/simple",
    }


@pytest.mark.parametrize(
    ("line", "count"), [("Successfully installed rich-1 typer-2", 2), ("Installed 121 packages in 1s", 121), ("ok", 0)]
)
def test_what_was_installed_is_counted(setup: dict[str, Any], line: str, count: int) -> None:
    assert setup["installed_in"](line) == count
