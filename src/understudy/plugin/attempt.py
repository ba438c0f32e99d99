"""One run of a test with an agent: how it went, a picture of its failure, and what is told of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from textwrap import shorten

from understudy.agent import Agent
from understudy.errors import CheckFailed, UnderstudyError
from understudy.plugin.records import Outcome, Record
from understudy.report import ActView, view
from understudy.screens import Navigator
from understudy.screens.eyes import Eyes
from understudy.sync.runner import Runner
from understudy.trace import Looked, read_trace
from understudy.trace.recorder import SHOTS_FOLDER

_PICTURE = "\n  picture: "
_MOST = 2000
_MOST_OF_REASON = 300
"""Enough to know it by: pytest shows the whole error right above."""


@dataclass(slots=True)
class Attempt:
    """What is known of a run. Without a trace on disk it has neither record, report nor picture."""

    agent: Agent
    runner: Runner | None = None
    """Where the agent runs; None when it is awaited, so that nobody but its own fixture can use it."""
    record: Record | None = None
    report: Path | None = None
    outcome: Outcome | None = None
    reason: str = ""
    is_step: bool = True
    """Whether a step of the agent failed, not something else in the test."""
    picture: Path | None = None
    is_late: bool = False
    """Whether the picture was taken when the failure had been told already."""
    is_closed: bool = False

    def fail(self, error: BaseException) -> None:
        self.outcome = "failed"
        self.is_step = isinstance(error, UnderstudyError)
        told = str(error) if self.is_step else f"{type(error).__name__}: {error}"
        self.reason = self.agent.trace.mask(told)[:_MOST]
        if isinstance(error, CheckFailed):
            named = self.reason.rpartition(_PICTURE)[2].splitlines()
            self.picture = Path(named[0]) if _PICTURE in self.reason and named else None
        if self.runner and self.picture is None:
            self.runner.run(self.look())

    async def look(self) -> None:
        """Keep a picture of the screen as it is now, if it can still be seen."""
        trace = self.agent.trace
        if trace.folder is None:
            return
        try:
            shot = await Eyes(self.agent.screen, trace.mask).shot()
        except UnderstudyError:
            return  # it is gone, which may well be why the test failed
        kept = trace.keep_image(shot.image, shot.media_type)
        trace.emit(Looked(act=trace.act, round=trace.round, shot=kept))
        self.picture = trace.folder / SHOTS_FOLDER / kept

    def told(self) -> str:
        """The failing step, why it failed, where, and where more is to be seen."""
        folder, screen = self.agent.trace.folder, self.agent.screen
        told = show(
            [
                *(steps_in(folder, failed=self.is_step) if folder else ()),
                ("page", screen.address if isinstance(screen, Navigator) else ""),
                ("picture", str(self.picture) if self.picture else ""),
                ("report", self.report.as_uri() if self.report else ""),
            ]
        )
        soft = "".join(f"\n  - {one.statement}" for one in self.agent.soft_failures if one.statement not in self.reason)
        return self.agent.trace.mask(told + (f"\nsoft checks that failed:{soft}" if soft else ""))


def show(lines: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"{name + ':':10} {text}" for name, text in lines if text)


def steps_in(trace: Path, *, failed: bool) -> list[tuple[str, str]]:
    """The last step of a run that `failed`, and why; or else just the last one."""
    acts = [act for act in view(read_trace(trace)).acts if act.instruction]
    wrong = next((act for act in reversed(acts) if act.outcome != "done"), None)
    if wrong is None or not failed:
        return [("last step", f"{acts[-1].instruction} ({acts[-1].outcome})")] if acts else []
    reason = shorten(wrong.error.partition("\n")[0], _MOST_OF_REASON, placeholder=" …")
    return [("step", f"{wrong.instruction}{_action(wrong)}"), ("reason", reason or f"it is {wrong.outcome}")]


def _action(act: ActView) -> str:
    """The action at which an act went wrong, where there was one."""
    steps = [step.acted for one in act.rounds for step in one.steps if step.acted and step.failed]
    return f" → {steps[-1].action}" if steps else ""
