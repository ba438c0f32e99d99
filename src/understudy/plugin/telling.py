"""Puts what an agent knows of a failure into pytest's own report of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from understudy.agent.reading import soft_failure
from understudy.plugin.attaching import attach_to_html
from understudy.plugin.attempt import Attempt

TITLE = "Understudy"


def raise_soft_failures(attempts: Sequence[Attempt]) -> None:
    """A test whose soft checks failed fails as it ends."""
    failed = [attempt for attempt in attempts if attempt.agent.soft_failures]
    if failed:
        error = soft_failure([verdict for attempt in failed for verdict in attempt.agent.soft_failures])
        failed[0].soft = error
        raise error


def tell(
    item: pytest.Item, call: pytest.CallInfo[None], report: pytest.TestReport, attempts: Sequence[Attempt]
) -> None:
    """Note how a phase of a test ended, and tell of its failure."""
    error = call.excinfo.value if call.excinfo else None
    for attempt in attempts:
        if report.when == "teardown":
            if attempt.is_late and attempt.picture:
                report.sections.append((f"{TITLE}, at teardown", f"picture: {attempt.picture}"))
        elif report.failed and error:
            attempt.fail(error)
            report.sections.append((TITLE, attempt.told()))
            attach_to_html(item.config, report, attempt)
        elif report.skipped:
            attempt.outcome = "skipped"
        elif report.when == "call":
            attempt.outcome = "passed"
    if report.failed and call.excinfo and any(attempt.soft is error for attempt in attempts):
        # No line of the test raised it, so there is no traceback to show.
        report.longrepr = call.excinfo.getrepr(style="value")
