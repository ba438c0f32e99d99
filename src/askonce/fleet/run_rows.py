"""Rows of a fleet's tables, as values."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, LiteralString, cast, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict

from askonce.lazy import dataclass
from askonce.script.player import ResultType, TaskStatus

RunState = Literal["waiting", "running", "passed", "failed", "cancelled", "set_aside", "needs_answer", "postponed"]
STATES: tuple[RunState, ...] = get_args(RunState)
OVER: frozenset[RunState] = frozenset({"passed", "failed", "cancelled", "set_aside", "needs_answer"})
"""States that a run leaves only if somebody asks for it."""
Answer = Literal["", "done", "repeat", "anew"]
"""What is known of the line at which a program was interrupted; `anew` begins the program again."""


def storable(text: str) -> str:
    """A text as PostgreSQL can keep it."""
    return text.replace("\0", "\\0").encode("utf-8", "backslashreplace").decode()


_Text = Annotated[str, BeforeValidator(storable)]
"""What a script or a page says, which may be anything."""


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True)


class TaskEntry(_Value):
    """How a task of a script ended."""

    name: _Text
    status: TaskStatus
    error: _Text = ""
    line: int = 0
    seconds: float = 0.0


class AttemptResult(_Value):
    """What came of an attempt. Paths are those in the folder of the attempt in the store."""

    result_type: ResultType
    error: _Text = ""
    seconds: float = 0.0
    tasks: tuple[TaskEntry, ...] = ()
    trace: str | None = None
    report: str | None = None
    output: str | None = None
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run as the table has it."""

    id: str
    batch: str
    number: int
    queue: str
    need: str
    name: str
    priority: int
    lock: str | None
    schedule: str | None
    state: RunState
    attempt: int
    retries_left: int
    kills: int
    worker: str | None
    job: int | None
    beat: datetime | None
    cancel_wanted: bool
    not_before: datetime | None
    submitted: datetime
    started: datetime | None
    ended: datetime | None
    why: str
    place: str
    """Where it is, while it is running."""

    @staticmethod
    def of(row: dict[str, Any]) -> RunRow:
        return RunRow(**{name: row[name] for name in COLUMNS})

    @property
    def is_over(self) -> bool:
        return self.state in OVER


COLUMNS = tuple(RunRow.__annotations__)
SELECTED = cast("LiteralString", ", ".join(f"runs.{name}" for name in COLUMNS))
"""The columns of a run, without its order."""


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """An attempt to play a run."""

    run: str
    attempt: int
    worker: str
    started: datetime
    ended: datetime | None
    outcome: str
    """A state of runs, `lost` where the worker was lost, `given_back`; empty while it is under way."""
    why: str
    result: AttemptResult | None

    @staticmethod
    def of(row: dict[str, Any]) -> AttemptRow:
        text = row["result_json"]
        result = AttemptResult.model_validate_json(text) if text else None
        return AttemptRow(
            row["run"], row["attempt"], row["worker"], row["started"], row["ended"], row["outcome"], row["why"], result
        )


@dataclass(frozen=True, slots=True)
class WorkerRow:
    """A worker that is up, or was lost without a word."""

    id: str
    host: str
    process: int
    slots: int
    queues: list[str]
    needs: list[str]
    started: datetime
    beat: datetime
    is_alive: bool
    running: int
