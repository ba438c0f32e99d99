"""An agent for a command: on the screen that the command line describes, and with a report whatever happened."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from askonce import launch
from askonce.cli.recordings_option import RecordingsOption
from askonce.config import ModelSettings, Settings
from askonce.lazy import dataclass
from askonce.screens.screen_choice import ScreenChoice
from askonce.screens.screen_kind import OpenContext
from askonce.trace import Sink

if TYPE_CHECKING:
    from askonce.agent import Agent


@dataclass(frozen=True, slots=True)
class ScreenRun:
    """The screen that a run opens, and what is kept of the run."""

    screen: ScreenChoice | None = None
    """None where the command line does not say it: then scripts do."""
    headed: bool = False
    recordings: RecordingsOption = field(default_factory=RecordingsOption)
    report: bool = True


class AgentOpener:
    """Opens the agent of a run, and remembers its trace."""

    def __init__(self, run: ScreenRun, settings: Settings, model: ModelSettings | None = None) -> None:
        self._run = run
        self._settings = run.recordings.require_name().apply(settings)
        self._model = model
        self.trace: Path | None = None

    @asynccontextmanager
    async def agent(self, sink: Sink) -> AsyncGenerator[Agent, None]:
        run = self._run
        assert run.screen, "commands refuse a run without a screen"
        context = OpenContext(self._settings, headed=run.headed)
        async with launch.opened(run.screen, context, model=self._model, recordings=run.recordings.name) as agent:
            self.trace = agent.trace.folder
            agent.trace.subscribe(sink)
            yield agent

    def write_report(self) -> Path | None:
        """The report, if one is wanted and there is a trace to make it from."""
        from askonce.report import write_report

        return write_report(self.trace).resolve() if self.trace and self._run.report else None
