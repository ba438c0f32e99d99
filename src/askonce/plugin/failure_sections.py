"""Puts what an agent knows of a failure into pytest's own report of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from askonce.agent.screen_reader import soft_failure
from askonce.plugin.attachments import attach_to_html
from askonce.plugin.attempts import AgentRun, show

TITLE = "Askonce"


def raise_soft_failures(attempts: Sequence[AgentRun]) -> None:
    """A test whose soft checks failed fails as it ends."""
    if verdicts := [verdict for attempt in attempts for verdict in attempt.agent.soft_failures]:
        raise soft_failure(verdicts)


def report_failure(
    config: pytest.Config, call: pytest.CallInfo[None], report: pytest.TestReport, attempts: Sequence[AgentRun]
) -> None:
    """Note how a phase of a test ended, and report its failure."""
    for attempt in attempts:
        if report.when == "teardown":
            if attempt.is_late and attempt.picture:
                report.sections.append((f"{TITLE}, at teardown", show([("picture", str(attempt.picture))])))
        elif report.failed and call.excinfo:
            attempt.fail(call.excinfo.value)
            report.sections.append((TITLE, attempt.describe()))
            attach_to_html(config, report, attempt)
        elif report.skipped:
            attempt.outcome = "skipped"
        elif report.when == "call":
            attempt.outcome = "passed"
