"""Mutation tests of one room: changes its code a little, and looks whether the tests of that room notice.

    make mutants ROOM=values             # all mutants
    make mutants ROOM=program QUICK=1    # a random sample, in a few minutes

First all tests of the room run once, to see which of them call which function. Then each change runs the tests that
call the changed function, the short ones first, until one fails. Prints the score, and each change that no test
noticed with its file, line and diff. Works in a copy of the tree under `.mutants/`, which keeps the results: a second
run repeats only what has changed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mutant_trial import TestMap, observe, preload, run_tests
from mutators import Mutant, find_mutants

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("src", "tests", "examples", "scripts", "benchmarks", "docs", "pyproject.toml", "Makefile")
NOTICED = ("killed", "timeout")
MISSED = ("survived", "no tests")
SAMPLE = 60
LONGEST = 240.0
SEED = 20


@dataclass(frozen=True)
class Room:
    """A room of the package and its tests, such as `values` or `insight/exact`."""

    name: str
    root: Path = ROOT
    package: str = "askonce"

    @property
    def sources(self) -> list[Path]:
        module, folder = Path("src", self.package, f"{self.name}.py"), Path("src", self.package, self.name)
        found = [self.root / module] if (self.root / module).is_file() else (self.root / folder).rglob("*.py")
        return sorted(path.relative_to(self.root) for path in found)

    @property
    def tests(self) -> list[str]:
        parent, _, name = self.name.rpartition("/")
        folder = Path("tests", parent)
        found = [
            folder / name,
            *(path.relative_to(self.root) for path in (self.root / folder).glob(f"test_{name}*.py")),
        ]
        return [path.as_posix() for path in found if (self.root / path).exists()]


@dataclass(frozen=True)
class Limits:
    """How many mutants run, for how long, and how long the tests of one of them may take without a change."""

    sample: int
    seed: int
    seconds: float
    seconds_each: float


class Workspace:
    """The copy of the tree in which the tests run, and the results so far."""

    def __init__(self, room: Room, folder: Path, extra_tests: Sequence[str] = (), *, browser: bool = True) -> None:
        self._room, self._folder, self._kept = room, folder, folder.with_suffix(".results")
        self._tests, self._browser = [*room.tests, *extra_tests], browser
        shutil.rmtree(folder, ignore_errors=True)
        for name in COPIED:
            path = room.root / name
            if path.is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "askonce_run")
                shutil.copytree(path, folder / name, ignore=ignored)
            elif path.is_file():
                folder.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, folder / name)
        for path in room.root.glob("*.md"):
            shutil.copyfile(path, folder / path.name)
        self._kept.mkdir(parents=True, exist_ok=True)
        self._results: dict[str, list[str]] = _read_json(self._kept / "results.json")

    @property
    def name(self) -> str:
        return self._room.name

    @property
    def log(self) -> Path:
        return self._kept / "pytest.log"

    def mutants(self) -> list[Mutant]:
        return [mutant for path in self._room.sources for mutant in find_mutants(path, self._source(path))]

    def test_map(self) -> TestMap:
        """From an earlier run, if neither the package nor its tests have changed since."""
        paths = sorted(path for name in ("src", "tests") for path in (self._folder / name).rglob("*") if path.is_file())
        state = _digest(" ".join([*self._tests, str(self._browser)]).encode(), *(path.read_bytes() for path in paths))
        kept = self._kept / f"tests-{state}.json"
        if not kept.exists():
            for old in self._kept.glob("tests-*.json"):
                old.unlink()
            observe(self._folder, self._tests, kept, self.log, browser=self._browser)
            if not kept.exists():
                raise SystemExit(f"the tests of {self._room.name} do not start; see {self.log}")
        return TestMap.read(kept)

    def check(self, mutant: Mutant, tests: Sequence[str], limit: float) -> tuple[str, str]:
        """The status of a mutant and the test that noticed it."""
        source = self._source(mutant.path)
        mutated = mutant.applied_to(source)
        files = sorted({test.partition("::")[0] for test in tests})
        key = _digest(
            mutant.name.encode(), mutated, *(self._source(Path(file)) for file in files), " ".join(tests).encode()
        )
        if key not in self._results:
            self._results[key] = list(self._run(mutant.path, source, mutated, tests, limit))
            (self._kept / "results.json").write_text(json.dumps(self._results), "utf-8")
        status, noticed_by = self._results[key]
        return status, noticed_by

    def _run(self, name: Path, source: bytes, mutated: bytes, tests: Sequence[str], limit: float) -> tuple[str, str]:
        path = self._folder / name
        written = path.stat().st_mtime
        try:
            path.write_bytes(mutated)
            os.utime(path, (written + 60, written + 60))  # a kept bytecode file of the same size is not taken for it
            return run_tests(self._folder, tests, limit, self.log)
        finally:
            path.write_bytes(source)
            os.utime(path, (written, written))

    def _source(self, path: Path) -> bytes:
        return (self._folder / path).read_bytes()


def _read_json(path: Path) -> dict[str, list[str]]:
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()[:24]


@dataclass(frozen=True)
class Choice:
    """The tests that run for a mutant, out of those that call the changed function."""

    tests: list[str]
    callers: int
    seconds: float


def choose_tests(mutant: Mutant, tests: TestMap, seconds_each: float) -> Choice:
    """Those of the module first, then the short ones, until they take `seconds_each` together."""
    stem = f"test_{mutant.path.stem}"
    module = mutant.path.relative_to("src").as_posix()
    places = [(place.rpartition(":"), names) for place, names in tests.calls.items()]
    in_file = [(int(line), names) for (path, _, line), names in places if path == module]
    callers = {name for line, names in in_file if mutant.first <= line <= mutant.last for name in names}
    if not mutant.first or "" in callers:  # it runs at import: whatever uses the module may notice
        callers = {name for _, names in in_file for name in names}
        callers |= {name for name in tests.seconds if Path(name.partition("::")[0]).stem.startswith(stem)}
    callers &= tests.seconds.keys() - set(tests.failed)
    order = {name: at for at, name in enumerate(tests.seconds)}
    browser = set(tests.browser)

    def is_elsewhere(name: str) -> bool:
        return not Path(name.partition("::")[0]).stem.startswith(stem)

    chosen, total = list[str](), 0.0
    for name in sorted(callers, key=lambda name: (is_elsewhere(name), tests.seconds[name], order[name])):
        if not chosen or total + tests.seconds[name] <= seconds_each:
            chosen.append(name)
            total += tests.seconds[name]
    chosen.sort(key=lambda name: (name in browser, is_elsewhere(name), order[name]))
    return Choice(chosen, len(callers), total)


def run(workspace: Workspace, limits: Limits) -> Iterator[str]:
    """Run the mutants of a room, and yield the lines of the result."""
    mutants = workspace.mutants()
    chosen = mutants
    if 0 < limits.sample < len(mutants):
        chosen = random.Random(limits.seed).sample(mutants, limits.sample)
    selected = f"{len(chosen)} chosen (seed {limits.seed})" if len(chosen) < len(mutants) else "all of them"
    yield f"{workspace.name}: {len(mutants)} mutants, {selected}"
    tests = workspace.test_map()
    seconds = sum(tests.seconds.values())
    yield f"tests: {len(tests.seconds)}, {len(tests.browser)} of them with a browser, {seconds:.0f} s without a change"
    for name in dict.fromkeys(tests.failed):
        yield f"left out, because it fails without a change: {name}"
    statuses, shortened, started = Counter[str](), 0, time.monotonic()
    for mutant in chosen:
        if limits.seconds and time.monotonic() - started > limits.seconds:
            statuses["not run"] += 1
            continue
        choice = choose_tests(mutant, tests, limits.seconds_each)
        status = "no tests"
        if choice.tests:
            status, _ = workspace.check(mutant, choice.tests, 4 * choice.seconds + 60)
        statuses[status] += 1
        if status in MISSED:
            shortened += len(choice.tests) < choice.callers
            yield _describe(mutant, status, choice)
    yield _score(statuses, shortened)


def _describe(mutant: Mutant, status: str, choice: Choice) -> str:
    ran = f"{len(choice.tests)} of {choice.callers} tests that call it ran" if choice.callers else "nothing calls it"
    before, after = (_indent(sign, text) for sign, text in (("-", mutant.before), ("+", mutant.after)))
    return f"\n{mutant.path.as_posix()}:{mutant.line}: {status} ({ran})\n{before}\n{after}"


def _indent(sign: str, text: str) -> str:
    return "\n".join(f"    {sign} {line}" for line in text.splitlines())


def _score(statuses: Counter[str], shortened: int) -> str:
    noticed, missed = (sum(statuses[status] for status in group) for group in (NOTICED, MISSED))
    score = f"{noticed / (noticed + missed):.0%}" if noticed + missed else "none"
    parts = ", ".join(f"{number} {status}" for status, number in statuses.most_common())
    note = f"; {shortened} of those missed did not run all tests that call them (--seconds-each)" if shortened else ""
    return f"\nscore: {score} ({parts}){note}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("room", help="a room of the package, such as values, program or insight/exact")
    parser.add_argument(
        "--quick",
        action="store_true",
        help=f"a random sample of {SAMPLE} mutants, at most {LONGEST:g} seconds for them",
    )
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="a random sample of N mutants")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help=f"another random sample ({SEED})")
    parser.add_argument("--seconds", type=float, default=0, metavar="N", help="start no mutant after so long")
    parser.add_argument(
        "--seconds-each", type=float, default=0, metavar="N", help="how long the tests of a mutant may take (10 or 60)"
    )
    parser.add_argument("--tests", nargs="*", default=[], metavar="PATH", help="tests of other rooms that run as well")
    parser.add_argument("--without-browser", action="store_true", help="leave out tests that use a browser")
    options = parser.parse_args()
    room = Room(options.room.strip("/"))
    if not room.sources or not room.tests:
        raise SystemExit(f"there is no room src/askonce/{room.name} with tests")
    if browser := shutil.which("chromium-headless-shell"):
        os.environ.setdefault("ASKONCE_BROWSER", browser)
    sample, seconds = (SAMPLE, LONGEST) if options.quick else (0, 0.0)
    limits = Limits(
        options.sample or sample,
        options.seed,
        options.seconds or seconds,
        options.seconds_each or (10 if options.quick else 60),
    )
    preload()
    folder = ROOT / ".mutants" / room.name.replace("/", "-")
    workspace = Workspace(room, folder, options.tests, browser=not options.without_browser)
    for line in run(workspace, limits):
        print(line, flush=True)


if __name__ == "__main__":
    main()
