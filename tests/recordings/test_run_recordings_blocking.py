"""Recordings through the doors that users take: blocking, with and without a model, over real HTTP."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from replay_rig import Site, tap
from replies import say

from askonce.config import ModelRoles, RecordingSettings, Settings, read_settings
from askonce.errors import GaveUp
from askonce.sync import launch
from askonce.testing import ModelServer

PAGE = "<button onclick='note.textContent=`Gone`'>{}</button><p id=note></p>"
DONE = say(tap("the button Go"), expect='visible "Gone"', done="ok")


def settings(folder: Path, model: object = None) -> Settings:
    kept = RecordingSettings(commit="on-pass", patience=0.3)
    browser = read_settings().browser
    return Settings(runs=folder, recordings=kept, models=model, browser=browser)  # pyright: ignore[reportArgumentType]


def fail_after_an_act(site: Site, models: Settings) -> None:
    with launch.web(site.home, settings=models, recordings="it") as agent:
        agent.act("go")
        raise AssertionError


@pytest.mark.long
def test_a_run_that_passed_is_replayed_without_any_model_and_one_that_failed_is_not_kept(
    site: Site, tmp_path: Path
) -> None:
    site.pages["/"] = PAGE.format("Go")
    file = tmp_path / "recordings" / "it.yaml"
    with ModelServer() as server:
        server.script([DONE, DONE])
        models = settings(tmp_path, ModelRoles(server.settings()))
        with pytest.raises(AssertionError):
            fail_after_an_act(site, models)
        assert not file.exists()
        with launch.web(site.home, settings=models, recordings="it") as agent:
            assert agent.act("go").how == "asked"
        assert "instruction: go" in file.read_text()
    with launch.web(site.home, settings=settings(tmp_path), recordings="it") as agent:
        result = agent.act("go")
        assert (result.how, result.usage.calls) == ("replayed", 0)
    site.pages["/"] = PAGE.format("Start")
    before = file.read_bytes()
    with (
        pytest.raises(GaveUp, match="'go'"),
        launch.web(site.home, settings=settings(tmp_path), recordings="it") as agent,
    ):
        agent.act("go")
    assert file.read_bytes() == before


ON_A_PAGE = """
import pytest
from pathlib import Path
from askonce.config import RecordingSettings, Settings, read_settings
from askonce.screens.web import find_browser
from askonce.sync import launch

@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    program = read_settings().browser or find_browser()
    return {**browser_type_launch_args, "executable_path": program, "args": ["--no-sandbox"]}

def test_it(page):
    page.goto(SITE)
    with launch.page(page, settings=Settings(runs=Path(FOLDER)), recordings="it") as agent:
        assert agent.act("go").how == "replayed"
    assert page.inner_text("#note") == "Gone"
"""


@pytest.mark.long
def test_a_recording_is_replayed_on_the_page_of_pytest_playwright(site: Site, tmp_path: Path) -> None:
    site.pages["/"] = PAGE.format("Go")
    kept = tmp_path / "recordings" / "it.yaml"
    kept.parent.mkdir()
    kept.write_text(
        """askonce: 1
recordings:
- instruction: go
  screen: web
  page: /
  steps:
  - Tap: {target: the button Go}
    anchors:
      target: {role: button, name: Go}
    expects:
    - visible: Gone
"""
    )
    test = tmp_path / "test_on_a_page.py"
    test.write_text(f"SITE, FOLDER = {site.home!r}, {str(tmp_path)!r}\n{ON_A_PAGE}")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
