"""Workers that share what one process has collected.

A worker of pytest-xdist imports and collects everything for itself, which takes as long as many of the tests do. These
are forked when that is done. Each takes one file after the other, so that the tests of a file share what they open.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import traceback
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from multiprocessing.connection import Connection, wait
from typing import Any

import pytest
from _pytest._io import TerminalWriter

_Files = list[list[pytest.Item]]


def run_in_workers(session: pytest.Session, count: int) -> None:
    """Run what the session has collected in as many processes, and report it as if it had run here."""
    files = [list(items) for _, items in groupby(session.items, key=lambda item: item.path)]
    with _Queue(len(files)) as queue:
        session.config._tmp_path_factory.getbasetemp()  # one for all, with a folder for each
        living = {worker.told: worker for worker in (_start(session, files, queue, name) for name in range(count))}
        terminal = session.config.pluginmanager.getplugin("terminalreporter")
        if terminal:
            terminal.showfspath = False  # several at once
        while living:
            for told in wait(list(living)):
                assert isinstance(told, Connection)
                if not living[told].pass_on(session):
                    del living[told]
            if session.shouldfail or session.shouldstop:
                list(queue)
    if session.shouldfail:
        raise session.Failed(session.shouldfail)


class _Queue:
    """Numbers, each of which one process gets. A pipe hands out as much at once as was written at once."""

    SIZE = 4

    def __init__(self, length: int) -> None:
        self._read, write = os.pipe()
        for number in range(length):
            os.write(write, number.to_bytes(self.SIZE, "little"))
        os.close(write)

    def __iter__(self) -> Iterator[int]:
        while number := os.read(self._read, self.SIZE):
            yield int.from_bytes(number, "little")

    def __enter__(self) -> _Queue:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._read)


# ---- in the process that has collected


@dataclass
class _Worker:
    told: Connection
    process: multiprocessing.context.ForkProcess
    running: str = "worker"
    end: str = "The worker vanished"

    def pass_on(self, session: pytest.Session) -> bool:
        """Hand what a worker has told to the plugins of this process. False when it has ended."""
        try:
            name, values = self.told.recv()
        except EOFError:
            self.process.join()
            if self.end:
                _report_death(session, self.running, f"{self.end} (exit code {self.process.exitcode})")
            return False
        if name == "end":
            self.end = values["why"]
            return True
        if name == "pytest_runtest_logstart":
            self.running = values["nodeid"]
        elif name == "pytest_runtest_logreport":
            report = session.config.hook.pytest_report_from_serializable(config=session.config, data=values["report"])
            values = {"report": report}
        if name == "pytest_warning_recorded":
            text, category, *place = values["warning_message"]
            values["warning_message"] = warnings.WarningMessage(text, type(category, (Warning,), {}), *place)
            session.config.hook.pytest_warning_recorded.call_historic(kwargs=values)
        else:
            getattr(session.config.hook, name)(**values)
        return True


def _start(session: pytest.Session, files: _Files, queue: _Queue, name: int) -> _Worker:
    fork = multiprocessing.get_context("fork")
    told, tell = fork.Pipe(duplex=False)
    process = fork.Process(target=_work, args=(session, files, queue, f"worker{name}", tell))
    process.start()
    tell.close()
    return _Worker(told, process)


def _report_death(session: pytest.Session, nodeid: str, why: str) -> None:
    path = nodeid.split("::")[0]
    text = f"{why}\nWhat follows in {path} has not run"
    report = pytest.TestReport(nodeid, (path, None, path), {}, "failed", text, "call")
    session.config.hook.pytest_runtest_logreport(report=report)


# ---- in a worker


def _work(session: pytest.Session, files: _Files, queue: _Queue, name: str, tell: Connection) -> None:
    config = session.config
    config.pluginmanager.unregister(name="terminalreporter")
    config.pluginmanager.register(_Reporter(config, tell), "terminalreporter")
    capture = config.pluginmanager.getplugin("capturemanager")
    if capture:  # into files of its own; those of before stay open for who took hold of them when it was imported
        capture._global_capturing = None
        capture.start_global_capturing()
    factory = config._tmp_path_factory
    factory._basetemp = factory.mktemp(name, numbered=False)
    items = (item for number in queue for item in files[number])
    try:
        item = next(items, None)
        while item:
            following = next(items, None)  # taken before the last of a file runs, which else ends the browser
            config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            item = following
        tell.send(("end", {"why": ""}))
    except BaseException as error:
        tell.send(("end", {"why": traceback.format_exc()}))
        raise SystemExit(1) from error


class _Reporter:
    """Tells the process that has collected of each thing that plugins are told of here."""

    def __init__(self, config: pytest.Config, tell: Connection) -> None:
        self._config = config
        self._tell = tell

    @property
    def _tw(self) -> TerminalWriter:
        """Where plugins write that think of a terminal: what a test that takes too long does goes into its report."""
        return TerminalWriter(sys.stderr)

    def _send(self, name: str, values: Mapping[str, Any]) -> None:
        self._tell.send((name, values))

    def pytest_runtest_logstart(self, nodeid: str, location: tuple[str, int | None, str]) -> None:
        self._send("pytest_runtest_logstart", {"nodeid": nodeid, "location": location})

    def pytest_runtest_logfinish(self, nodeid: str, location: tuple[str, int | None, str]) -> None:
        self._send("pytest_runtest_logfinish", {"nodeid": nodeid, "location": location})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._send("pytest_runtest_logreport", {"report": data})

    def pytest_warning_recorded(
        self,
        warning_message: warnings.WarningMessage,
        when: str,
        nodeid: str,
        location: tuple[str, int, str] | None,
    ) -> None:
        warned = (
            str(warning_message.message),
            warning_message.category.__name__,
            warning_message.filename,
            warning_message.lineno,
        )
        self._send(
            "pytest_warning_recorded", {"warning_message": warned, "when": when, "nodeid": nodeid, "location": location}
        )
