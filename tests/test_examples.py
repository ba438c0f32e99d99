"""The examples run as they stand, with nothing but this machine."""

from __future__ import annotations

import builtins
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from shop_answers import answer

from askonce.testing import Asked, ModelServer
from askonce.testing.shop import ACCOUNTS, SampleShop

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
DESKTOP = ("Xvfb", "dbus-daemon", "mousepad")


@pytest.fixture(autouse=True)
def without_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No model but the embedded one. Runs go to an empty folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("ASKONCE_MODEL_NAME", "MIDSCENE_MODEL_NAME", "ASKONCE_RUNS", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """The model that is set in the environment."""
    with ModelServer() as server:
        for name, value in {"NAME": "scripted", "BASE_URL": server.url, "API_KEY": "k", "FAMILY": "generic"}.items():
            monkeypatch.setenv(f"ASKONCE_MODEL_{name}", value)
        yield server


def run(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    runpy.run_path(str(EXAMPLES / name))
    return capsys.readouterr().out


@pytest.mark.long  # the guide to get started acts and checks so, test_queries asks
def test_the_example_that_reads_and_checks_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("read_and_check.py", capsys).startswith("1 red mug, on the page 'Your basket")


@pytest.mark.long  # the demo runs a program with a loop
def test_the_example_with_a_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("run_program.py", capsys) == '["Red mug", "Blue mug"] are in the basket\n'


def test_the_example_that_replays_with_another_value_plans_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay.py", capsys).splitlines() == ["bob: asked, 3 steps", "alice: replayed, 3 steps"]


@pytest.mark.long  # test_agent_web does the same
def test_the_example_that_fills_a_basket_runs(server: ModelServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.rule(answer)

    assert "the red mug is in the basket" in run("fill_basket.py", capsys)


def test_the_example_with_an_action_of_its_own_runs(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    questions: list[str] = []
    monkeypatch.setattr(builtins, "input", lambda question: questions.append(question) or "the blue one")

    @server.rule
    def ask(asked: Asked) -> str:
        if "the blue one" in asked.last:
            return '<complete success="true">You want the blue one.</complete>'
        return '<action-type>AskPerson</action-type><action-param-json>{"question": "Which?"}</action-param-json>'

    assert "You want the blue one." in run("own_action.py", capsys)
    assert questions == ["Which? "]


def test_the_example_test_passes() -> None:
    runpy.run_path(str(EXAMPLES / "test_offline.py"))["test_the_search_finds_the_teapots"]()


@pytest.mark.long
def test_the_example_test_and_the_example_script_pass_under_pytest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["-m", "pytest", "-q", "--rootdir", tmp_path, "-c", tmp_path / "pytest.ini", "--askonce-scripts"]
    (tmp_path / "pytest.ini").write_text("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
    monkeypatch.setenv("SHOP_PASSWORD", ACCOUNTS["bob"])
    with SampleShop() as shop:
        monkeypatch.setenv("SHOP_URL", shop.url)
        ran = subprocess.run(
            [sys.executable, *map(str, command), EXAMPLES / "test_basket.py", EXAMPLES / "basket.yaml"],
            capture_output=True,
            text=True,
        )

    assert "4 passed" in ran.stdout, ran.stdout + ran.stderr
    assert [line.product.name for line in shop.visits[-1].lines] == ["Red mug", "Blue mug"]


@pytest.mark.long
@pytest.mark.skipif(not all(map(shutil.which, DESKTOP)), reason=f"apt install {' '.join(DESKTOP).lower()}")
def test_the_example_on_a_desktop_is_replayed_with_another_note(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("Xlib", reason="pip install 'askonce[desktop]'")
    first, second = run("desktop_note.py", capsys).splitlines()
    assert first == "asked, asked, asked, asked: buy milk"
    assert second == "replayed, replayed, replayed, replayed: call Ann"


@pytest.mark.long
@pytest.mark.timeout(400)
def test_the_same_script_runs_on_the_web_and_on_each_kind_of_phone_and_replays(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("uiautomator2", reason="pip install uiautomator2: the device server comes with it")
    ways = dict(line.split(": ", 1) for line in run("same_script.py", capsys).splitlines())
    kinds = ("web", "android", "ios", "harmony")
    assert {kind: ways[f"{kind} first"] for kind in kinds} == dict.fromkeys(kinds, "asked, asked, asked, asked")
    assert {kind: ways[f"{kind} again"] for kind in kinds} == dict.fromkeys(kinds, ", ".join(["replayed"] * 4))


def test_the_examples_are_short() -> None:
    files = [path for path in EXAMPLES.iterdir() if path.is_file()]

    assert len(files) >= 5
    assert all(len(path.read_text("utf-8").splitlines()) < 60 for path in files)
