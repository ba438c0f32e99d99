"""Scripts and programs as tests: each file is one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from askonce.agent import Agent
from askonce.agent.program_setup import PROGRAM_SUFFIX
from askonce.errors import AskonceError, ScriptFailed
from askonce.lazy import regex
from askonce.plugin.agent_fixture import leave, opened
from askonce.plugin.attempts import show, steps_in
from askonce.plugin.failure_sections import TITLE
from askonce.plugin.mark_options import TestOptions
from askonce.plugin.node_ids import recordings_id
from askonce.plugin.pytest_session import ATTEMPTS, SESSION
from askonce.screens.screen_choice import choose_screen
from askonce.script.player import ScriptResult, play
from askonce.script.script_loader import load_script
from askonce.trace import read_trace

_SCRIPT_SUFFIXES = {".yaml", ".yml"}
_TASKS = regex(rb"^tasks\s*:", re.MULTILINE)
"""By which a script is known from other files of YAML: recordings, settings of other tools."""


def collect(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The file as tests, if it is a script or a program. What is named on the command line is taken as one."""
    if path.suffix == PROGRAM_SUFFIX:
        return CollectedScript.from_parent(parent, path=path)  # pyright: ignore[reportUnknownMemberType]
    if path.suffix in _SCRIPT_SUFFIXES and (parent.session.isinitpath(path) or _TASKS.search(path.read_bytes())):
        return CollectedScript.from_parent(parent, path=path)  # pyright: ignore[reportUnknownMemberType]
    return None


class CollectedScript(pytest.File):
    """A file with one test in it."""

    def collect(self) -> Iterator[pytest.Item]:
        kind = ProgramTest if self.path.suffix == PROGRAM_SUFFIX else ScriptTest
        yield kind.from_parent(self, name=self.path.stem)  # pyright: ignore[reportUnknownMemberType]


class _FileTest(pytest.Item):
    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> object:  # pyright: ignore
        """Our errors name file and line themselves; the traceback through our code helps nobody."""
        if isinstance(excinfo.value, AskonceError):
            return excinfo.getrepr(style="value", chain=False)
        return super().repr_failure(excinfo)


class ScriptTest(_FileTest):
    """A YAML script. Its recordings go by the name of its file, unless it says otherwise."""

    def runtest(self) -> None:
        session = self.config.stash[SESSION]
        script = load_script(self.path)
        kind, limited = script.screen_kind, bool(script.allowed_hosts or session.settings.allowed_hosts)
        host = session.hosts.get(kind, script.target, limited=limited) if kind else None
        result = session.hosts.runner.run(play(script, host=host, settings=session.settings, headed=session.headed))
        self._tell(result)
        if not result.success:
            raise ScriptFailed(result.error or f"it ended as {result.result_type}") from None

    def _tell(self, result: ScriptResult) -> None:
        if result.trace is None:
            return
        session = self.config.stash[SESSION]
        counts = session.count(self)
        for entry in read_trace(result.trace):
            counts.write(entry)
        report = session.add(self, result.trace, "passed" if result.success else "failed", result.error)
        if not result.success:
            lines = [*steps_in(result.trace, failed=True), ("report", report.as_uri() if report else "")]
            self.add_report_section("call", TITLE, show(lines))


class ProgramTest(_FileTest):
    """A program. It begins on the page that pytest's --base-url names."""

    _agent: Agent | None = None

    def setup(self) -> None:
        session = self.config.stash[SESSION]
        kept = session.settings.runs or session.settings.recordings.store
        url: str = self.config.getoption("base_url", None) or ""
        screen = choose_screen({"url": url} if url else {}, "mark")
        options = TestOptions(
            session.settings,
            screen,
            recordings=recordings_id(self.nodeid.partition("::")[0]) if kept else None,
        )
        self.stash[ATTEMPTS] = []
        host = session.hosts.get(screen.kind, screen.options, limited=bool(session.settings.allowed_hosts))
        self._opening = opened(options, host, title=self.nodeid, headed=session.headed)
        self._agent = session.hosts.runner.run(self._opening.__aenter__())
        self._attempt = session.begin(self, self._agent, session.hosts.runner)

    def runtest(self) -> None:
        assert self._agent
        self.config.stash[SESSION].hosts.runner.run(self._agent.run(self.path))

    def teardown(self) -> None:
        if self._agent is None:
            return
        session = self.config.stash[SESSION]
        with session.ending(self._attempt):
            session.hosts.runner.run(leave(self._opening, passed=self._attempt.outcome == "passed"))
