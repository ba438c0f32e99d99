"""What one process of a pytest session shares: its settings, the folder of its report, and the runs in it.

Imports nothing heavy: it is made in every session, and most have no test with an agent.
"""

from __future__ import annotations

import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

import pytest

from askonce.plugin.session_counts import SessionCounts

if TYPE_CHECKING:
    from askonce.agent import Agent
    from askonce.config import Settings
    from askonce.plugin.attempt_records import Outcome, RunRecord, RunRecords
    from askonce.plugin.attempts import AgentRun
    from askonce.plugin.session_hosts import SessionHosts
    from askonce.sync.coroutine_runner import Runner
    from askonce.trace.run_counts import RunCounts

ATTEMPTS = pytest.StashKey["list[AgentRun]"]()
"""The runs of a test; there as soon as it asked for an agent."""
COUNTS = pytest.StashKey["list[RunCounts]"]()
"""How the acts of a test were done, in each of its runs."""
SESSION = pytest.StashKey["PytestSession"]()
STAMP = "askonce_stamp"
"""The key under which a worker of pytest-xdist gets the name of the session."""

_NO_TRACES = "--askonce-report has nothing to show: ASKONCE_RUNS is set to nothing, so runs leave no traces"


class PytestSession:
    """What one process of a session shares."""

    def __init__(self, config: pytest.Config) -> None:
        given = cast("dict[str, Any]", getattr(config, "workerinput", {}))
        self.worker: str = given.get("workerid", "")
        self.stamp: str = given.get(STAMP) or f"{datetime.now():%Y%m%d-%H%M%S}-{uuid4().hex[:6]}"
        self.was_used = False
        """Whether any test of any process had an agent."""
        self.counts = SessionCounts()
        self.failed: set[str] = set()
        self.merged: tuple[Path, Sequence[RunRecord]] | None = None
        self._config = config
        self._records: RunRecords | None = None
        self._opened: SessionHosts | None = None

    @property
    def headed(self) -> bool:
        """Whether the browser is to be seen, by the option of pytest-playwright."""
        return bool(self._config.getoption("headed", False))

    @cached_property
    def settings(self) -> Settings:
        from askonce.plugin.mark_options import read_session_settings

        return read_session_settings(
            self._config.rootpath,
            model=self._config.getoption("askonce_model"),
            strategy=self._config.getoption("askonce_recordings"),
        )

    @cached_property
    def folder(self) -> Path | None:
        """Where the report goes; None when runs leave no files."""
        if named := self.named_folder:
            return named
        return self.settings.runs / "reports" / self.stamp if self.settings.runs else None

    @cached_property
    def hosts(self) -> SessionHosts:
        """What screens of tests share, such as a browser; started with the first of them."""
        from askonce.plugin.session_hosts import SessionHosts

        self._opened = SessionHosts(self.settings, headed=self.headed)
        return self._opened

    def close(self) -> None:
        if self._opened:
            self._opened.close()

    @property
    def named_folder(self) -> Path | None:
        named: str | None = self._config.getoption("askonce_report")
        return (self._config.invocation_params.dir / named).resolve() if named else None

    def begin(self, item: pytest.Item, agent: Agent, runner: Runner | None) -> AgentRun:
        """A run begins: write it down, so that it is known of even if this process is killed."""
        from askonce.plugin.attempts import AgentRun

        attempt = AgentRun(agent, runner)
        agent.trace.subscribe(self.count(item))
        if self.named_folder and agent.trace.folder is None:
            warnings.warn(pytest.PytestWarning(_NO_TRACES), stacklevel=2)
        if agent.trace.folder:
            attempt.record = self._begin(item, agent.trace.folder)
        if self.folder and attempt.record:
            attempt.report = self.folder.resolve() / attempt.record.report
        others = [run for run in item.stash[ATTEMPTS] if not run.is_closed]
        item.stash[ATTEMPTS] = [*others, attempt]
        return attempt

    def count(self, item: pytest.Item) -> RunCounts:
        """What counts one more run of a test."""
        from askonce.trace.run_counts import RunCounts

        item.stash.setdefault(COUNTS, []).append(counts := RunCounts())
        return counts

    def add(self, item: pytest.Item, trace: Path, outcome: Outcome, reason: str) -> Path | None:
        """Note a run that is over already. Where its report is, if there is one."""
        record = self._begin(item, trace)
        if self._records is None or record is None:
            return None
        self._records.end(record, outcome, reason)
        return self._records.folder / record.report

    def _begin(self, item: pytest.Item, trace: Path) -> RunRecord | None:
        from askonce.plugin.attempt_records import RunRecords

        if self.folder is None:
            return None
        self.was_used = True
        self._records = self._records or RunRecords(self.folder.resolve(), self.worker)
        record = self._records.begin(item.nodeid, trace)
        item.user_properties.append(("askonce_report", str(self._records.folder / record.report)))
        return record

    @contextmanager
    def ending(self, attempt: AgentRun) -> Generator[None, None, None]:
        """A run ends within this block; its report is written whatever happens there."""
        from askonce.plugin.attachments import attach_to_allure

        attempt.is_closed = True
        try:
            yield
        except BaseException as error:
            attempt.fail(error)
            raise
        finally:
            if self._records and attempt.record:
                self._records.end(attempt.record, attempt.outcome or "failed", attempt.reason or _reason(attempt))
                attach_to_allure(self._config, attempt)

    def merge(self) -> None:
        """One page for all processes."""
        from askonce.plugin.session_report import merge

        self.merged = merge(self.folder, self.failed) if self.folder else None


def _reason(attempt: AgentRun) -> str:
    return "" if attempt.outcome else "the test did not finish"
