"""One run of a test with an agent: its outcome, a picture of its failure, and what the report says."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from textwrap import shorten

from askonce.agent import Agent
from askonce.errors import AskonceError, CheckFailed
from askonce.lazy import dataclass
from askonce.plugin.attempt_records import Outcome, RunRecord
from askonce.report.failure_evidence import evidence
from askonce.report.from_trace import read_run, walk
from askonce.screens.eyes import Eyes
from askonce.screens.page_evidence import keep_page_log, keep_snapshot, safe_url
from askonce.screens.report_pictures import keep_picture
from askonce.sync.coroutine_runner import Runner
from askonce.trace import Noted, read_trace
from askonce.trace.recorder import SHOTS_FOLDER

_PICTURE = "\n  picture: "
_MOST = 2000
_MOST_OF_REASON = 300
"""Enough to know it by: pytest shows the whole error right above."""


@dataclass(slots=True)
class AgentRun:
    """What is known of a run. Without a trace on disk it has neither record, report nor picture."""

    agent: Agent
    runner: Runner | None = None
    """Where the agent runs; None when it is awaited, so that only its own fixture can use it."""
    record: RunRecord | None = None
    report: Path | None = None
    outcome: Outcome | None = None
    reason: str = ""
    is_step: bool = True
    """Whether a step of the agent failed, not something else in the test."""
    picture: Path | None = None
    is_late: bool = False
    """Whether the picture was taken after the failure was reported."""
    is_closed: bool = False

    def fail(self, error: BaseException) -> None:
        self.outcome = "failed"
        self.is_step = isinstance(error, AskonceError)
        reason = str(error) if self.is_step else f"{type(error).__name__}: {error}"
        self.reason = self.agent.trace.mask(reason)[:_MOST]
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
            kept = await keep_picture(Eyes(self.agent.screen, trace.mask), trace)
        except AskonceError:
            return  # it is gone, which may well be why the test failed
        except Exception as error:  # noqa: BLE001 - whatever a screen of another package does, pytest reports the test
            trace.emit(Noted(act=trace.act, round=trace.round, text=f"no picture: {type(error).__name__}: {error}"))
            return
        self.picture = trace.folder / SHOTS_FOLDER / kept
        if not self.is_step:  # a step of the agent has kept its own
            evidence = self.agent.settings.evidence
            keep_page_log(self.agent.screen, trace, unfinished=True)
            if evidence.snapshots:
                await keep_snapshot(self.agent.screen, trace)

    def describe(self) -> str:
        """The failing step, why it failed, where, and where more is to be seen."""
        folder = self.agent.trace.folder
        details = show(
            [
                *(steps_in(folder, failed=self.is_step) if folder else ()),
                ("page", safe_url(self.agent.known_address)),
                ("picture", str(self.picture) if self.picture else ""),
                ("report", self.report.as_uri() if self.report else ""),
            ]
        )
        soft = "".join(
            f"\n  - {failure.statement}" for failure in self.agent.soft_failures if failure.statement not in self.reason
        )
        return self.agent.trace.mask(details + (f"\nsoft checks that failed:{soft}" if soft else ""))


def show(lines: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"{name + ':':10} {text}" for name, text in lines if text)


def steps_in(trace: Path, *, failed: bool) -> list[tuple[str, str]]:
    """The last step of a run that `failed`, and why; or else just the last one."""
    run = read_run(read_trace(trace))
    wrong = evidence(run)[-1:] if failed else ()
    if not wrong:
        acts = [node for node in walk(run.nodes) if node.kind == "act"]
        return [("last step", f"{acts[-1].title} ({acts[-1].status})")] if acts else []
    failure, line, step = wrong[0], wrong[0].line, wrong[0].step
    where = f"line {line.number}: {line.title}" if line else failure.title
    reason = shorten(failure.error.partition("\n")[0], _MOST_OF_REASON, placeholder=" …")
    action = f" → {step.title}" if step and step.action and step.title != where else ""
    return [("step", where + action), ("reason", reason)]
