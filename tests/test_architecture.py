"""What ARCHITECTURE.md and CONTRIBUTING.md say about the tree is true, and the tree keeps the promises of its names."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import askonce
import askonce.sync

ROOT = Path(__file__).parents[1]
PACKAGE = Path(askonce.__file__).parent
TEXT = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
RECIPES = dict(
    re.findall(
        r"^## (Adding [^\n]+)\n(.*?)(?=^## |\Z)",
        (ROOT / "CONTRIBUTING.md").read_text("utf-8"),
        re.DOTALL | re.MULTILINE,
    )
)


def modules() -> list[Path]:
    return [path for path in PACKAGE.rglob("*.py") if not path.name.startswith("__")]


def test_the_modules_that_answer_questions_exist() -> None:
    table = TEXT.split("## Where to look")[1].split("\n## ")[0]
    rows = [row for row in table.splitlines() if row.startswith("| ") and "?" in row]
    named = [path for row in rows for path in re.findall(r"`([\w/]+\.\w+)`", row.rsplit("|", 2)[1])]
    assert len(rows) >= 40
    assert all(re.search(r"`[\w/]+\.\w+`", row.rsplit("|", 2)[1]) for row in rows)
    assert [path for path in named if not (PACKAGE / path).is_file()] == []


def file_of(path: str) -> Path:
    """A path as recipes write it: of the package, or of the tests and scripts. The folder, if the file is a new one."""
    place = (ROOT if path.startswith(("tests/", "scripts/")) else PACKAGE) / path
    return next(parent for parent in (place, *place.parents) if "NAME" not in str(parent.relative_to(ROOT)))


def test_there_is_a_recipe_for_each_thing_that_is_added() -> None:
    assert sorted(name.removeprefix("Adding a").removeprefix("n") for name in RECIPES) == [
        " YAML item of scripts",
        " action",
        " command of the CLI",
        " finder",
        " model family",
        " phrase of the program language",
        " screen",
        " sentence form of the embedded model",
    ]


@pytest.mark.parametrize("recipe", RECIPES)
def test_the_files_and_names_of_a_recipe_exist(recipe: str) -> None:
    text = RECIPES[recipe]
    named = re.findall(r"`(?:\w+\.)*(\w+)` in\s+`([\w./]+/[\w.]+)`", text)
    assert re.search(r"Files: \d", text)
    assert [path for path in re.findall(r"`([\w.]+/[\w./]*)`", text) if not file_of(path).exists()] == []
    assert [
        (name, path) for name, path in named if not re.search(rf"\b{name}\b", file_of(path).read_text("utf-8"))
    ] == []


def test_every_room_is_drawn_and_described() -> None:
    rooms = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    rooms -= {"__init__", "__main__", "version"}
    drawing = TEXT.split("## Rooms")[1].split("```")[1]
    described = TEXT.split("## Rooms")[1].split("## Contracts")[0].split("| room | holds |")[1]
    assert set(re.findall(r"\w+", drawing)) == rooms
    assert rooms <= set(re.findall(r"`(\w+)`", described))


def test_a_module_name_says_one_thing() -> None:
    names = Counter(path.stem for path in modules())
    assert [name for name, times in names.items() if times > 1 and name != "launch"] == []


def test_a_class_name_says_one_thing() -> None:
    public = {
        "Agent",
        "Asked",
    }  # the same thing for callers that block; a request, in the trace and as a server gets it
    written = re.compile(r"^class ((?!_)\w+)", re.MULTILINE)  # a tenth of the time that it takes to parse them
    named = Counter(name for path in modules() for name in written.findall(path.read_text("utf-8")))
    assert [name for name, times in named.items() if times > 1 and name not in public] == []


def test_tests_stand_where_their_module_stands() -> None:
    folders = {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    elsewhere = {Path("scripts"), Path()}
    assert [str(folder) for folder in folders - elsewhere if not (PACKAGE / folder).is_dir()] == []


def test_tests_are_named_after_a_module_or_its_folder() -> None:
    def is_named_so(name: str, folder: Path) -> bool:
        subjects = {path.stem for path in (PACKAGE / folder).iterdir()} | {folder.name}
        return any(f"{name}_".startswith(f"{subject}_") for subject in subjects)

    tests = [path.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")]
    inside = [path for path in tests if path.parent not in (Path("scripts"), Path())]
    assert [str(path) for path in inside if not is_named_so(path.stem.removeprefix("test_"), path.parent)] == []


def test_kinds_of_screens_are_named_by_the_registry_alone() -> None:
    """Besides it, web only where it is Playwright that users bring or get, and where a film or a phone is drawn. The
    fake screen is one to try things with."""
    kinds = [path.parent for path in PACKAGE.glob("screens/*/*_kind.py") if path.parent.name != "fake"]
    written = {path: path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}
    naming = {
        (kind.name, path.relative_to(PACKAGE).as_posix())
        for kind in kinds
        for path, text in written.items()
        if kind not in path.parents and f"askonce.screens.{kind.name}" in text
    }
    drawn = {"report/film_file.py", "testing/phone/touch_screen.py"}
    playwright = {"__init__.py", "launch.py", "sync/launch.py", "sync/blocking_agent.py"}
    assert naming - {("web", path) for path in drawn | playwright} == {
        (kind.name, "screens/kind_registry.py") for kind in kinds
    }


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = ("playwright", "openai", "PIL", "typer", "rich")
    code = f"import sys, askonce; print([name for name in {heavy!r} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"


def test_a_module_is_named_for_what_it_holds() -> None:
    usual = {"recording"}  # the noun itself
    assert [path.stem for path in modules() if path.stem.endswith("ing") and path.stem not in usual] == []


def test_the_types_of_the_blocking_agent_are_those_of_the_awaited_one() -> None:
    stubs = runpy.run_path(str(ROOT / "scripts" / "stubs.py"))
    for name in stubs["MODULES"]:
        written = stubs["stub_path"](name).read_text("utf-8")
        assert written == stubs["write_stub"](name), "python scripts/stubs.py writes them again"


@pytest.mark.parametrize(
    ("kind", "code"),
    [(askonce.Agent, "awaited_agent.py"), (askonce.sync.Agent, "blocking_agent.py")],
    ids=["awaited", "blocking"],
)
def test_type_checkers_read_code_that_uses_every_public_method(kind: type, code: str) -> None:
    tree = ast.parse((ROOT / "tests" / "types" / code).read_text("utf-8"))
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    internal = {"action_method", "answer_about", "check_about", "verdict_about", "step", "consult", "now", "running"}
    public = {name for name in dir(kind) if not name.startswith("_")} - internal - {"unblocked", "runner"}

    assert sorted(public - used) == [], "add a line that uses them"
