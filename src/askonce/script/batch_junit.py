"""The results of a batch as JUnit XML: a suite for each script, a case for each of its tasks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from askonce.report.junit_xml import JUnitCase, JUnitSuite, Verdict, document
from askonce.script.batch_summary import ScriptAttempt, ScriptOutcome
from askonce.script.player import TaskResult, TaskStatus

_VERDICTS: Mapping[TaskStatus, Verdict] = {"done": "passed", "failed": "failure", "notRun": "skipped"}


def junit(outcomes: Sequence[ScriptOutcome], names: Sequence[str]) -> str:
    """The document; `names` are the display names of the scripts."""
    return document([_suite(outcome, name) for outcome, name in zip(outcomes, names, strict=True)])


def _suite(outcome: ScriptOutcome, name: str) -> JUnitSuite:
    cases = [_case(task) for task in _tasks(outcome.last)]
    return JUnitSuite(name, cases, text="\n".join(_remarks(outcome)))


def _case(task: TaskResult) -> JUnitCase:
    reason = task.error if task.status == "failed" else "it was not run"
    return JUnitCase(task.name, task.seconds, _VERDICTS[task.status], reason)


def _tasks(last: ScriptAttempt) -> list[TaskResult]:
    """A case for each task; if the failure belongs to none of them, a case for the script itself."""
    tasks = list(last.tasks)
    whole = TaskResult("(the script)", "failed", last.error, seconds=last.duration)
    match last.result_type:
        case "success":
            return tasks or [replace(whole, status="done")]
        case "notExecuted":
            return tasks or [replace(whole, status="notRun")]
        case "failed" | "partialFailed":
            return tasks if any(task.status == "failed" for task in tasks) else [whole, *tasks]


def _remarks(outcome: ScriptOutcome) -> Iterator[str]:
    for number, attempt in enumerate(outcome.attempts[:-1], 1):
        yield f"attempt {number} {attempt.result_type}: {attempt.error}"
        if attempt.report:
            yield f"report of attempt {number}: {attempt.report}"
    if outcome.last.report:
        yield f"report: {outcome.last.report}"
    if outcome.last.output:
        yield f"output: {outcome.last.output}"
