"""The examples run as they stand, with nothing but this machine."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from askonce.testing.shop import ACCOUNTS, SampleShop

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
README = (ROOT / "README.md").read_text("utf-8")


@pytest.fixture(autouse=True)
def without_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No model but the embedded one. Runs go to an empty folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("ASKONCE_MODEL_NAME", "MIDSCENE_MODEL_NAME", "ASKONCE_RUNS", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(name, raising=False)


def run(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    runpy.run_path(str(EXAMPLES / name))
    return capsys.readouterr().out


def test_the_example_that_reads_and_checks_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("read_and_check.py", capsys).startswith("1 red mug, on the page 'Your basket")


def test_the_example_with_a_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("run_program.py", capsys) == '["Red mug", "Blue mug"] are in the basket\n'


def test_the_example_that_replays_with_another_value_plans_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay.py", capsys).splitlines() == ["bob: asked, 3 steps", "alice: replayed, 3 steps"]


@pytest.mark.long
def test_the_example_test_the_example_script_and_the_test_in_the_readme_pass_under_pytest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["-m", "pytest", "-q", "--rootdir", tmp_path, "-c", tmp_path / "pytest.ini", "--askonce-scripts"]
    (tmp_path / "pytest.ini").write_text("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
    monkeypatch.setenv("SHOP_PASSWORD", ACCOUNTS["bob"])
    with SampleShop() as shop:
        monkeypatch.setenv("SHOP_URL", shop.url)
        (block,) = re.findall(
            r"^```python\n([^`]*def test_the_shop_has_teapots.*?)^```", README, re.DOTALL | re.MULTILINE
        )
        (tmp_path / "test_readme_block.py").write_text(block.replace("https://shop.example", shop.url))
        ran = subprocess.run(
            [sys.executable, *map(str, command), tmp_path, EXAMPLES / "test_basket.py", EXAMPLES / "basket.yaml"],
            capture_output=True,
            text=True,
        )

    assert "5 passed" in ran.stdout, ran.stdout + ran.stderr
    assert [line.product.name for line in shop.visits[-1].lines] == ["Red mug", "Blue mug"]


def test_the_examples_are_short() -> None:
    files = [path for path in EXAMPLES.iterdir() if path.is_file()]

    assert len(files) >= 5
    assert all(len(path.read_text("utf-8").splitlines()) < 60 for path in files)
