"""The summary of a batch: a JSON file that is complete after each write, and can be read to run what is left."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.script.player import ResultType, ScriptResult, TaskResult, TaskStatus

RESULT_TYPES: tuple[ResultType, ...] = ("success", "failed", "partialFailed", "notExecuted")


@dataclass(frozen=True, slots=True)
class ScriptAttempt:
    """One attempt to run a script."""

    result_type: ResultType
    output: Path | None = None
    report: Path | None = None
    error: str = ""
    duration: float = 0.0
    """Seconds."""
    tasks: tuple[TaskResult, ...] = ()
    trace: Path | None = None

    @property
    def success(self) -> bool:
        return self.result_type == "success"

    @staticmethod
    def of(result: ScriptResult) -> ScriptAttempt:
        return ScriptAttempt(
            result.result_type,
            result.output,
            result.report,
            result.error,
            result.duration,
            tuple(result.tasks),
            result.trace,
        )


@dataclass(frozen=True, slots=True)
class ScriptOutcome:
    """The outcome of a script in a batch; the last attempt counts."""

    script: Path
    attempts: tuple[ScriptAttempt, ...] = ()

    @property
    def last(self) -> ScriptAttempt:
        return self.attempts[-1] if self.attempts else ScriptAttempt("notExecuted")

    @property
    def success(self) -> bool:
        return self.last.success


def summarize(outcomes: Sequence[ScriptOutcome], folder: Path) -> dict[str, Any]:
    """The summary; paths are relative to `folder`, durations in milliseconds."""
    counts = {kind: sum(outcome.last.result_type == kind for outcome in outcomes) for kind in RESULT_TYPES}
    results = [_result(outcome, folder) for outcome in outcomes]
    return {
        "summary": {
            "total": len(outcomes),
            "successful": counts["success"],
            "failed": counts["failed"],
            "partialFailed": counts["partialFailed"],
            "notExecuted": counts["notExecuted"],
            "totalDuration": sum(result["duration"] for result in results),
            "generatedAt": datetime.now().astimezone().isoformat(timespec="seconds"),
        },
        "results": results,
    }


def _result(outcome: ScriptOutcome, folder: Path) -> dict[str, Any]:
    last = _attempt(outcome.last, folder)
    return {
        "script": _told(outcome.script, folder),
        "success": outcome.success,
        "resultType": last["resultType"],
        "output": last["output"],
        "report": last["report"],
        "attempts": [
            {"attempt": number, "success": attempt.success, **_attempt(attempt, folder)}
            for number, attempt in enumerate(outcome.attempts, 1)
        ],
        "error": last["error"],
        "duration": last["duration"],
    }


def _attempt(attempt: ScriptAttempt, folder: Path) -> dict[str, Any]:
    return {
        "resultType": attempt.result_type,
        "output": _told(attempt.output, folder),
        "report": _told(attempt.report, folder),
        "trace": _told(attempt.trace, folder),
        "error": attempt.error or None,
        "duration": _milliseconds(attempt.duration),
        "tasks": [
            {
                "name": task.name,
                "status": task.status,
                "error": task.error or None,
                "line": task.line,
                "duration": _milliseconds(task.seconds),
            }
            for task in attempt.tasks
        ],
    }


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def _told(path: Path | None, folder: Path) -> str | None:
    """A path relative to the summary's folder, so that both can be moved together."""
    if path is None:
        return None
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # another drive
        return path.as_posix()


class _SummaryModel(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, defer_build=True)


class _TaskEntry(_SummaryModel):
    name: str
    status: TaskStatus
    error: str | None = None
    line: int = 0
    duration: float = 0.0

    def value(self) -> TaskResult:
        return TaskResult(self.name, self.status, self.error or "", self.line, self.duration / 1000)


class _AttemptEntry(_SummaryModel):
    result_type: ResultType
    output: str | None = None
    report: str | None = None
    trace: str | None = None
    error: str | None = None
    duration: float = 0.0
    tasks: list[_TaskEntry] = Field(default=[])

    def value(self, folder: Path) -> ScriptAttempt:
        return ScriptAttempt(
            self.result_type,
            _path(self.output, folder),
            _path(self.report, folder),
            self.error or "",
            self.duration / 1000,
            tuple(task.value() for task in self.tasks),
            _path(self.trace, folder),
        )


class _ResultEntry(_AttemptEntry):
    script: str
    attempts: list[_AttemptEntry] = Field(default=[])


class _Summary(_SummaryModel):
    results: list[_ResultEntry]


def read_summary(path: Path) -> list[ScriptOutcome]:
    """The outcomes of an earlier batch."""
    try:
        read = _Summary.model_validate(json.loads(path.read_text("utf-8-sig")))
    except OSError as error:
        raise ConfigError(
            f"the summary {path} could not be read: {error.strerror}",
            remedy="give the summary of an earlier run with --summary, or run without --resume-failed",
        ) from None
    except (ValueError, ValidationError, RecursionError) as error:
        first = str(error).splitlines()
        raise ConfigError(
            f"{path} is not a summary: {'; '.join(first[:2])}", remedy="name the summary of an earlier run"
        ) from None
    folder = path.absolute().parent
    return [_outcome(result, folder) for result in read.results]


def _outcome(result: _ResultEntry, folder: Path) -> ScriptOutcome:
    attempts = tuple(attempt.value(folder) for attempt in result.attempts)
    if not attempts and result.result_type != "notExecuted":
        attempts = (result.value(folder),)
    return ScriptOutcome(_normal(folder / result.script), attempts)


def _path(text: str | None, folder: Path) -> Path | None:
    return _normal(folder / text) if text else None


def _normal(path: Path) -> Path:
    return Path(os.path.normpath(path))
