"""Mutation tests: which changes are made, which tests run for them, and what is printed."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"


@pytest.fixture(scope="module")
def mutators() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPTS / "mutators.py"))


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("def f(a):\n    return a < 2\n", ["a <= 2", "3", "None"]),
        ("def f(a, b):\n    if a and b:\n        raise ValueError(2)\n", ["(b)", "(a)", "pass"]),
        ("def f(a):\n    if a:\n        return\n    a.check()\n", ["(not (a))", "pass", "pass"]),
        ("def f(a):\n    a.count += 1\n", ["pass", "2"]),
        ("def f(a):\n    g(x, limit=a)\n", ["pass", "g(x)"]),
        ("def f(a):\n    return [x for x in a[:9] if x]\n", ["None", "True", ":", "10"]),
        ("LIMIT = max(a, True)\n", ["min", "False"]),
        ("def f(a: Literal[1]) -> Literal[2]:\n    logger.info(3)\n    assert_never(a)\n", []),
    ],
)
def test_a_file_is_changed_in_these_ways(mutators: dict[str, Any], source: str, changes: list[str]) -> None:
    found = list(mutators["find_mutants"](Path("a.py"), source.encode()))

    assert sorted(mutant.after for mutant in found) == sorted(changes)
    for mutant in found:
        assert source.replace(mutant.before, mutant.after) != source
        assert mutant.applied_to(source.encode()).decode().count(mutant.after)


def test_a_change_stands_at_its_bytes(mutators: dict[str, Any]) -> None:
    source = 'def f(a):\n    return "žluť" + str(a < 2)\n'.encode()
    changed = [mutant.applied_to(source).decode() for mutant in mutators["find_mutants"](Path("a.py"), source)]

    assert 'def f(a):\n    return "žluť" + str(a <= 2)\n' in changed


@pytest.mark.parametrize(
    ("decorator", "lines"),
    [("@cache", (0, 0)), ("@functools.lru_cache(9)", (0, 0)), ("@lru_cache", (0, 0)), ("@cached", (1, 3))],
)
def test_what_is_kept_for_the_process_runs_for_every_test_of_the_module(
    mutators: dict[str, Any], decorator: str, lines: tuple[int, int]
) -> None:
    source = f"{decorator}\ndef f():\n    return 2\n".encode()
    found = list(mutators["find_mutants"](Path("a.py"), source))

    assert [(mutant.first, mutant.last) for mutant in found if mutant.after == "3"] == [lines]


PROJECT = {
    "pyproject.toml": '[tool.pytest.ini_options]\nasyncio_mode = "auto"\nmarkers = ["long: takes long"]\n',
    "src/toy/__init__.py": "",
    "src/toy/room/__init__.py": "",
    "src/toy/room/weights.py": """
        async def weigh(number):
            if number > 10:
                raise ValueError("too heavy")
            return number

        def opened():
            return "scales"

        def unused():
            return "nothing"
        """,
    "tests/room/test_weights.py": """
        import pytest
        from toy.room.weights import opened, weigh

        @pytest.fixture(scope="module")
        def scales():
            return opened()

        def test_scales_are_there(scales):
            pass

        def test_scales_are_opened(scales):
            assert scales

        async def test_what_is_light_is_weighed():
            assert await weigh(3) == 3

        async def test_nothing_fails_here_that_worked_before():
            assert await weigh(3) == 4
        """,
}
RUN = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from mutants import Limits, Room, Workspace, run
root = Path(sys.argv[2])
for line in run(Workspace(Room("room", root, "toy"), root / "work" / "room"), Limits(0, 1, 0, 60)):
    print(line)
"""


@pytest.mark.long
def test_what_no_test_notices_is_printed_and_the_rest_is_counted(tmp_path: Path) -> None:
    for name, text in PROJECT.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(dedent(text), "utf-8")
    command = [sys.executable, "-c", RUN, str(SCRIPTS), str(tmp_path)]
    printed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert "fails without a change: tests/room/test_weights.py::test_nothing_fails_here" in printed
    survived = "src/toy/room/weights.py:{}: survived (1 of 1 tests that call it ran)\n    - {}\n    + {}"
    assert survived.format(3, "number > 10", "number >= 10") in printed
    assert survived.format(4, 'raise ValueError("too heavy")', "pass") in printed
    assert 'weights.py:11: no tests (nothing calls it)\n    - "nothing"\n    + None' in printed
    assert "score: 33% (3 survived, 2 killed, 1 no tests)" in printed
