"""Mutation tests of one room: changes its code a little, and looks whether the tests of that room notice.

    make mutants ROOM=values             # all mutants
    make mutants ROOM=program QUICK=1    # a random sample, in a few minutes

Prints the score, and each change that no test noticed with its file, line and diff. Uses mutmut, in a copy of the tree
under `.mutants/`, which keeps the results: a second run goes on where the first one stopped.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("src", "tests", "examples", "scripts", "pyproject.toml", "README.md", "LICENSE", "CONTRIBUTING.md")
NOTICED = ("killed", "timeout", "segfault", "suspicious")
MISSED = ("survived", "no tests")
CHANGED = re.compile(r"[-+](?![-+]{2} )")
SAMPLE = 60
LONGEST = 300.0
SEED = 20

# mutmut 3.8 reads an attribute that pytest 9.2 no longer has. A survivor runs every test, so few examples are enough.
PLUGIN = """
import pytest
from hypothesis import settings

if not hasattr(pytest.Item, "_nodeid"):
    pytest.Item._nodeid = property(lambda item: item.nodeid)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems():
    settings.register_profile("mutants", derandomize=True, deadline=None, max_examples=15, database=None)
    settings.load_profile("mutants")
"""

CONFIG = """
[tool.mutmut]
source_paths = ["src/askonce"]
only_mutate = [{files}]
pytest_add_cli_args_test_selection = [{tests}]
pytest_add_cli_args = ["-p", "mutants_plugin", "-p", "no:cacheprovider", "-m", "not long"]
do_not_mutate_patterns = ['raise \\w+', 'logger\\.\\w+']
use_setproctitle = false
"""


@dataclass(frozen=True)
class Room:
    """A room of the package and its tests, such as `values` or `insight/exact`."""

    name: str

    @property
    def sources(self) -> list[str]:
        module, package = f"src/askonce/{self.name}.py", f"src/askonce/{self.name}"
        return [module] if (ROOT / module).is_file() else [f"{package}/*"] if (ROOT / package).is_dir() else []

    @property
    def tests(self) -> list[str]:
        parent, _, name = self.name.rpartition("/")
        folder = Path("tests", parent)
        found = [folder / name, *(path.relative_to(ROOT) for path in (ROOT / folder).glob(f"test_{name}*.py"))]
        return [path.as_posix() for path in found if (ROOT / path).exists()]


@dataclass(frozen=True)
class Mutant:
    name: str
    status: str

    @property
    def function(self) -> tuple[str, str, str]:
        """The module, the class or nothing, and the function: `askonce.values.xǁSecretǁ__init____mutmut_3`."""
        module, _, mangled = self.name.rpartition("__mutmut_")[0].rpartition(".")
        parts = mangled.split("ǁ")
        return (module, parts[1], parts[2]) if len(parts) == 3 else (module, "", mangled.removeprefix("x_"))


class Workspace:
    """The copy of the tree in which mutmut works."""

    def __init__(self, room: Room, folder: Path) -> None:
        self._folder = folder
        for name in COPIED:
            copied = folder / name
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, copied, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                copied.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, copied)
        (folder / "plugins").mkdir(exist_ok=True)
        (folder / "plugins" / "mutants_plugin.py").write_text(PLUGIN, "utf-8")
        config = CONFIG.format(files=_quoted(room.sources), tests=_quoted(room.tests))
        with open(folder / "pyproject.toml", "a", encoding="utf-8") as file:
            file.write(config)

    def mutmut(self, *words: str, seconds: float | None = None) -> str:
        """What mutmut prints. One that takes too long is stopped; its results so far are kept."""
        command = [sys.executable, "-m", "mutmut", *words]
        paths = [str(self._folder / "plugins"), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        process = subprocess.Popen(
            command, cwd=self._folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        try:
            return process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)  # it stops its children
            return process.communicate()[0]

    def mutants(self) -> list[Mutant]:
        lines = self.mutmut("results", "--all", "true").splitlines()
        return [Mutant(*line.strip().rsplit(": ", 1)) for line in lines if "__mutmut_" in line]

    def describe(self, mutant: Mutant) -> Iterator[str]:
        """The file and line of a change, and its diff: mutmut counts lines from the start of the function."""
        module, owner, function = mutant.function
        path = Path("src", *module.split("."))
        path = path.with_suffix(".py") if (self._folder / path.with_suffix(".py")).is_file() else path / "__init__.py"
        first = _line_of(ast.parse((self._folder / path).read_text("utf-8")), owner, function)
        diff = self.mutmut("show", mutant.name).splitlines()
        number = mutant.name.rpartition("__mutmut_")[2]
        yield f"\n{path.as_posix()}:{first + _offset(diff)}: {mutant.status} (mutant {number} of {function})"
        yield from (f"    {line}" for line in diff if CHANGED.match(line))


def _line_of(tree: ast.Module, owner: str, function: str) -> int:
    bodies = [node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == owner] or [tree.body]
    for node in bodies[0]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == function:
            return node.lineno
    return 1


def _offset(diff: Sequence[str]) -> int:
    """How many lines below the start of the function the first change is."""
    offset = 0
    for line in diff:
        if hunk := re.match(r"@@ -(\d+)", line):
            offset = int(hunk[1]) - 1
        elif CHANGED.match(line):
            return offset
        elif line.startswith(" "):
            offset += 1
    return offset


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)


def run(room: Room, sample: int, seconds: float, children: int) -> Iterator[str]:
    """Run the mutants of a room, and yield the lines of the result."""
    workspace = Workspace(room, ROOT / ".mutants" / room.name.replace("/", "-"))
    prepared = workspace.mutmut("run", "no-such-mutant*", "--max-children", str(children))
    mutants = workspace.mutants()
    if not mutants:
        yield prepared
        raise SystemExit(f"no mutants of {room.name}: its tests fail, or it has no functions")
    chosen = {mutant.name for mutant in mutants}
    if 0 < sample < len(mutants):
        chosen = set(random.Random(SEED).sample(sorted(chosen), sample))
    yield f"{room.name}: {len(mutants)} mutants, {len(chosen)} chosen; tests: {', '.join(room.tests)}"
    left = sorted(mutant.name for mutant in mutants if mutant.name in chosen and mutant.status == "not checked")
    if left:
        workspace.mutmut("run", *left, "--max-children", str(children), seconds=seconds or None)
    checked = [mutant for mutant in workspace.mutants() if mutant.name in chosen]
    for mutant in checked:
        if mutant.status in MISSED:
            yield from workspace.describe(mutant)
    yield _score(checked)


def _score(checked: Sequence[Mutant]) -> str:
    counts = Counter(mutant.status for mutant in checked)
    noticed, missed = (sum(counts[status] for status in group) for group in (NOTICED, MISSED))
    score = f"{noticed / (noticed + missed):.0%}" if noticed + missed else "none"
    parts = ", ".join(f"{number} {status}" for status, number in counts.most_common())
    return f"\nscore: {score} ({parts})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("room", help="a room of the package, such as values, program or insight/exact")
    parser.add_argument(
        "--quick", action="store_true", help=f"a random sample of {SAMPLE} mutants, at most {LONGEST:g} seconds"
    )
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="a random sample of N mutants")
    parser.add_argument("--seconds", type=float, default=0, metavar="N", help="stop after so long")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="mutants at the same time (1)")
    options = parser.parse_args()
    room = Room(options.room.strip("/"))
    if not room.sources or not room.tests:
        raise SystemExit(f"there is no room src/askonce/{room.name} with tests")
    if options.quick:
        options.sample, options.seconds = options.sample or SAMPLE, options.seconds or LONGEST
    for line in run(room, options.sample, options.seconds, options.jobs):
        print(line, flush=True)


if __name__ == "__main__":
    main()
