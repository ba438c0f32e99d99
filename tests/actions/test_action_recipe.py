"""A new action is one class in one file: everything else that knows actions derives from it.

The class is put into a copy of the package, as the recipe in CONTRIBUTING says, and the copy is asked for it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import askonce

RECIPE = Path(__file__).parents[2] / "CONTRIBUTING.md"

PROBE = Path(__file__).parents[1] / "rigs" / "new_action_probe.py"


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a copy of the package knows of an action after the recipe was followed."""
    copy = tmp_path_factory.mktemp("scratch") / "askonce"
    shutil.copytree(Path(askonce.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    declared = recipe_class()
    module = copy / "actions" / "gesture_actions.py"
    source = module.read_text("utf-8").replace('__all__ = ["', '__all__ = ["Stamp", "', 1)
    module.write_text(f"{source}\n\n{declared}", "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(copy.parent)}
    asked = subprocess.run([sys.executable, str(PROBE)], capture_output=True, text=True, env=environment, timeout=100)
    assert asked.returncode == 0, asked.stderr
    answer: dict[str, Any] = json.loads(asked.stdout)
    assert answer["from"].startswith(str(copy))
    return answer


def recipe_class() -> str:
    """The class in the recipe, without its imports: the module has them."""
    example = re.search(r"^(class Stamp.*?)```", RECIPE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert example
    return example[1]


def test_models_read_it_in_the_prompt(known: dict[str, Any]) -> None:
    assert "- Stamp {target: target, word: string}: Press a rubber stamp onto an element." in known["prompt"]


def test_it_is_exported_to_users_and_a_method_of_the_agent(known: dict[str, Any]) -> None:
    assert known["public"]
    assert known["method"] == "stamped paid"


def test_it_has_a_command_with_help_and_example(known: dict[str, Any]) -> None:
    assert known["verb"]
    assert known["examples"] == ['askonce stamp "the letter" paid']
    assert known["help"]["word"] == "What the stamp says."


def test_it_has_a_tool(known: dict[str, Any]) -> None:
    assert known["tool"] == ["Press a rubber stamp onto an element.", ["target", "word"]]


def test_it_is_an_item_of_scripts(known: dict[str, Any]) -> None:
    assert known["yaml"] == ["Stamp", "the letter", {"word": "paid"}]


def test_the_film_shows_its_gesture_and_the_report_its_wording(known: dict[str, Any]) -> None:
    assert known["report"] == ["choose", "Stamp “paid” on the letter", "paid"]


def test_exports_write_it(known: dict[str, Any]) -> None:
    exports = known["exports"]
    assert 'page.get_by_role("button", name="Letter", exact=True).click()' in exports["pytest"]
    assert 'Stamp "paid" on the letter' in exports["stp"]
    assert "Stamp: the letter" in exports["yaml"]
