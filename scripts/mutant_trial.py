"""One run of pytest in a process of its own: which tests call which functions, or whether they notice a mutant."""

from __future__ import annotations

import importlib
import json
import os
import resource
import signal
import sys
import threading
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import hypothesis
import pytest

HEAVY = (
    "PIL.Image",
    "mcp",
    "openai",
    "playwright.async_api",
    "playwright.sync_api",
    "pydantic",
    "rich.console",
    "typer",
)
"""Loaded once, before each run gets its process: nothing that is changed."""

ARGUMENTS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not long", "-o", "addopts=--strict-markers")
EXAMPLES = 15
"""How many examples hypothesis tries: a mutant that survives runs all of its tests."""


@dataclass
class TestMap:
    """Which tests call which functions, how long they take, and which of them fail."""

    __test__ = False

    calls: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """For each function, as `path:line`, the tests that call it; the empty name is the collection of tests."""
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    browser: list[str] = field(default_factory=list[str])
    failed: list[str] = field(default_factory=list[str])

    @classmethod
    def read(cls, path: Path) -> TestMap:
        return cls(**json.loads(path.read_text("utf-8")))


class Observer:
    """The plugin of the first run: it notes the calls of each test."""

    def __init__(self, sources: Path, output: Path, *, browser: bool) -> None:
        self._prefix, self._output, self._browser = str(sources) + os.sep, output, browser
        self._context, self._seen = "", set[Any]()
        self._calls = defaultdict[str, set[str]](set)
        self._fixtures: dict[str, list[str]] = {}
        self._map = TestMap()

    def _trace(self, frame: FrameType, _event: str, _argument: object) -> None:
        code = frame.f_code
        if code in self._seen:
            return
        self._seen.add(code)
        if code.co_filename.startswith(self._prefix):
            place = f"{code.co_filename.removeprefix(self._prefix)}:{code.co_firstlineno}"
            self._calls[place].add(self._context)

    def _enter(self, context: str) -> str:
        before, self._context = self._context, context
        self._seen.clear()
        return before

    def start(self) -> None:
        sys.settrace(self._trace)
        threading.settrace(self._trace)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        _fewer_examples()
        if not self._browser:
            items[:] = [item for item in items if "chromium" not in getattr(item, "fixturenames", ())]
        for item in items:
            names: Sequence[str] = getattr(item, "fixturenames", ())
            for name in names:
                self._fixtures.setdefault(f"fixture {name}", []).append(item.nodeid)
            if "chromium" in names:
                self._map.browser.append(item.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.start()
        before = self._enter(item.nodeid)
        try:
            return (yield)
        finally:
            self._enter(before)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        """What a shared fixture calls counts for every test that uses it, not only for the first one."""
        if fixturedef.scope == "function":
            return (yield)
        before = self._enter(f"fixture {fixturedef.argname}")
        try:
            return (yield)
        finally:
            self._enter(before)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._map.seconds[report.nodeid] = self._map.seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self._map.failed.append(report.nodeid)

    def _tests_of(self, context: str) -> list[str]:
        """A fixture that a test asks for by a call is not known to be used by it: then as if at collection."""
        return self._fixtures.get(context, [""] if context.startswith("fixture ") else [context])

    def pytest_sessionfinish(self) -> None:
        sys.settrace(None)
        for place, contexts in self._calls.items():
            tests = {test for context in contexts for test in self._tests_of(context)}
            self._map.calls[place] = sorted(tests)
        self._output.write_text(json.dumps(vars(self._map)), "utf-8")


class Selection:
    """The plugin of a mutant's run: the tests to run, in this order. It writes down the first one that fails."""

    def __init__(self, tests: Sequence[str], output: Path) -> None:
        self._ranks, self._output = {test: rank for rank, test in enumerate(tests)}, output

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        _fewer_examples()
        items[:] = sorted(
            (item for item in items if item.nodeid in self._ranks), key=lambda item: self._ranks[item.nodeid]
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self._output.exists():
            self._output.write_text(report.nodeid, "utf-8")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self._output.exists():
            self._output.write_text(f"the import of {report.nodeid}", "utf-8")


def _fewer_examples() -> None:
    hypothesis.settings.register_profile(
        "mutants", derandomize=True, deadline=None, max_examples=EXAMPLES, database=None
    )
    hypothesis.settings.load_profile("mutants")


def preload() -> None:
    """Import what every run needs, so that its process starts with it."""
    for name in HEAVY:
        try:
            importlib.import_module(name)
        except ImportError:
            continue  # an optional package: tests that need it are skipped or import it themselves


def observe(folder: Path, tests: Sequence[str], output: Path, log: Path, *, browser: bool) -> None:
    """Run all tests once, those with a browser only if asked for, and write the `TestMap` into `output`."""

    def work() -> int:
        observer = Observer(folder / "src", output, browser=browser)
        observer.start()
        return pytest.main([*ARGUMENTS, *tests], plugins=[observer])

    _run(work, folder, log, None)


def run_tests(folder: Path, tests: Sequence[str], limit: float, log: Path) -> tuple[str, str]:
    """The status of a mutant (killed, survived, timeout), and the test that noticed it."""
    output = log.with_suffix(".first")
    output.unlink(missing_ok=True)
    files = dict.fromkeys(test.partition("::")[0] for test in tests)

    def work() -> int:
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        return pytest.main([*ARGUMENTS, "-x", *files], plugins=[Selection(tests, output)])

    code = _run(work, folder, log, limit)
    noticed_by = output.read_text("utf-8") if output.exists() else ""
    if code is None:
        return "timeout", noticed_by
    if code == pytest.ExitCode.OK:
        return "survived", ""
    return "killed", noticed_by or "pytest itself does not start"


def _run(work: Callable[[], int], folder: Path, log: Path, limit: float | None) -> int | None:
    """The exit code of `work` in a process of its own, or None for one that took longer than its limit.

    This process has a single thread, so that it may fork. The child leads a process group: its browsers end with it.
    """
    child = os.fork()
    if not child:
        _become_child(work, folder, log, limit)
    try:
        return _wait(child, limit)
    finally:
        _end_group(child)


def _become_child(work: Callable[[], int], folder: Path, log: Path, limit: float | None) -> None:
    code = 70
    try:
        os.setsid()
        with open(log, "wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 5))
        os.chdir(folder)
        source = str(folder / "src")
        sys.path.insert(0, source)
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [source, os.environ.get("PYTHONPATH")]))
        code = int(work())
    except BaseException:  # noqa: BLE001 - the end of this process; the log holds the reason
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _wait(child: int, limit: float | None) -> int | None:
    deadline = None if limit is None else time.monotonic() + limit
    while deadline is None or time.monotonic() < deadline:
        pid, status = os.waitpid(child, os.WNOHANG if deadline else 0)
        if pid:
            code = os.waitstatus_to_exitcode(status)
            return None if code in (-signal.SIGXCPU, -signal.SIGKILL) else code
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def _end_group(child: int) -> None:
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        return  # nothing of it is left
