"""An agent on a web page for a command: opened as asked, and with a report whatever happened."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from askonce import launch
from askonce.agent import Agent
from askonce.config import ModelSettings, Settings
from askonce.report import write_report
from askonce.trace import Sink


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run takes place, and what is kept of it."""

    url: str = ""
    headed: bool = False
    recordings: str | None = None
    report: bool = True


class Opening:
    """Opens an agent at a place, and remembers its trace."""

    def __init__(self, place: Place, settings: Settings, model: ModelSettings | None = None) -> None:
        self._place = place
        self._settings = settings
        self._model = model
        self.trace: Path | None = None

    @asynccontextmanager
    async def agent(self, sink: Sink) -> AsyncGenerator[Agent, None]:
        place = self._place
        opened = launch.web(
            place.url, headed=place.headed, model=self._model, settings=self._settings, recordings=place.recordings
        )
        async with opened as agent:
            self.trace = agent.trace.folder
            agent.trace.subscribe(sink)
            yield agent

    def write_report(self) -> Path | None:
        """The report, if one is wanted and there is a trace to make it from."""
        return write_report(self.trace).resolve() if self.trace and self._place.report else None
