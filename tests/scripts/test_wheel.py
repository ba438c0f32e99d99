"""What is looked at in a wheel before it is installed."""

from __future__ import annotations

import runpy
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
WHEEL: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "wheel.py"))
README = (ROOT / "README.md").read_text("utf-8")
METADATA = """\
Metadata-Version: 2.4
Name: askonce
Version: 0.1.0
License-Expression: MIT
Classifier: Programming Language :: Python :: 3 :: Only
Classifier: Programming Language :: Python :: 3.11
Classifier: Programming Language :: Python :: 3.14
Classifier: Typing :: Typed
Provides-Extra: android
Provides-Extra: desktop
Provides-Extra: fleet
Provides-Extra: mcp
Provides-Extra: shared
Provides-Extra: otel
Provides-Extra: playground
Provides-Extra: vision
Description-Content-Type: text/markdown
"""
ENTRIES = """\
[console_scripts]
askonce = askonce.cli:main

[pytest11]
askonce = askonce.plugin.hooks
"""


def packed(folder: Path, *, leaving_out: str = "", metadata: str = METADATA, entries: str = ENTRIES) -> Path:
    """A wheel with the files of the package."""
    path = folder / "askonce-0.1.0-py3-none-any.whl"
    sources = (file for file in (ROOT / "src" / "askonce").rglob("*") if "__pycache__" not in file.parts)
    names = [file.relative_to(ROOT / "src").as_posix() for file in sources if file.is_file()]
    with zipfile.ZipFile(path, "w") as wheel:
        for name in (*names, "askonce-0.1.0.dist-info/licenses/LICENSE"):
            if name != leaving_out:
                wheel.writestr(name, "")
        wheel.writestr("askonce-0.1.0.dist-info/METADATA", f"{metadata}\n{README}")
        wheel.writestr("askonce-0.1.0.dist-info/entry_points.txt", entries)
    return path


def test_a_whole_wheel_passes_and_names_its_pythons(tmp_path: Path) -> None:
    wheel = packed(tmp_path)
    WHEEL["compare_files"](wheel)
    assert WHEEL["pythons_in"](WHEEL["read_metadata"](wheel)) == ["3.11", "3.14"]


@pytest.mark.parametrize(
    "name", ["askonce/prompts/files/plan.txt", "askonce/sync/blocking_agent.pyi", "askonce/models/providers.json"]
)
def test_a_file_that_is_not_in_the_wheel_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(SystemExit, match=f"the wheel and src differ in {name}$"):
        WHEEL["compare_files"](packed(tmp_path, leaving_out=name))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"leaving_out": "askonce-0.1.0.dist-info/licenses/LICENSE"}, "holds no LICENSE"),
        ({"metadata": METADATA.replace("License-Expression: MIT\n", "")}, "names no licence"),
        ({"metadata": METADATA.replace("markdown", "x-rst")}, "not declared as Markdown"),
        ({"metadata": METADATA.replace("Provides-Extra: vision\n", "")}, "the extras are not"),
        ({"entries": ENTRIES.replace("askonce = askonce.plugin.hooks", "")}, "does not find the plugin"),
    ],
)
def test_metadata_that_lacks_something_is_refused(tmp_path: Path, changes: dict[str, str], told: str) -> None:
    with pytest.raises(SystemExit, match=told):
        WHEEL["read_metadata"](packed(tmp_path, **changes))
