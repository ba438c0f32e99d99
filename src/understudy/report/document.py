"""What a report says of runs, as data: the page, the JSON, the Markdown and the JUnit file are all made from it.

The JSON form is `Report` with the fields that have their default left out. `VERSION` goes up when a field changes its
meaning or goes; new fields may come at any time.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from understudy.trace import Blob
from understudy.trace.events import Edges, How

FORMAT = "understudy-report"
VERSION = 1

Status = Literal["done", "failed", "stopped", "unfinished"]
"""`unfinished` is what was under way when a run was killed, or still is."""
Kind = Literal["program", "line", "pass", "act", "round", "step"]
"""A program has lines, a loop has passes, a pass has lines; a line is executed or is an act; an act has rounds, in each
of which a model planned; and steps, each of which is one action. What was replayed has steps without rounds."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Spent(_Part):
    """What models used."""

    calls: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens


class Times(_Part):
    """Where the time went, in seconds."""

    model: float = 0.0
    """Waiting for a model's answer."""
    screen: float = 0.0
    """Looking at the screen and acting on it."""
    settle: float = 0.0
    """Waiting until the screen came to rest after an action."""
    ours: float = 0.0
    """All the rest."""


class Picture(_Part):
    """A picture of the screen."""

    blob: Blob
    screen: Edges | None = None
    """The part of the screen it shows, in screen units: what boxes and points are counted in."""
    address: str = ""
    at: float = 0.0
    """Seconds since the run began."""
    behind: int = 0
    """How many actions were done since it was taken."""


class Attempt(_Part):
    """What one finder of the chain said."""

    finder: str
    said: str


class Search(_Part):
    """One target that was looked for; without a box it was not found."""

    target: str
    finder: str = ""
    box: Edges | None = None
    area: Edges | None = None
    """The part of the screen that was searched, where that was not the whole."""
    attempts: tuple[Attempt, ...] = ()
    seconds: float = 0.0


class Sent(_Part):
    """One message as it was sent; its parts are names of texts and pictures in the store."""

    role: str
    parts: tuple[Blob, ...]


class Ask(_Part):
    """One question to a model, and its answer if there was one."""

    role: str
    model: str
    sent: tuple[Sent, ...] = ()
    answer: str = ""
    error: str = ""
    is_answered: bool = True
    spent: Spent = Spent()
    at: float = 0.0
    seconds: float = 0.0


class Plan(_Part):
    """What was read from a model's reply."""

    thought: str = ""
    log: str = ""
    memory: str = ""
    actions: tuple[str, ...] = ()
    expects: tuple[str, ...] = ()
    sub_goals: tuple[str, ...] = ()
    complete: bool | None = None
    message: str = ""


class Expectation(_Part):
    """Something that was to be so after an action, and whether it was."""

    text: str
    holds: bool


class Assignment(_Part):
    """A variable that was set."""

    name: str
    value: str


class Node(_Part):
    """One part of a run. `spent` and `times` hold also what the parts below it took."""

    id: str
    kind: Kind
    title: str
    status: Status
    how: How | Literal[""] = ""
    why: str = ""
    at: float = 0.0
    """Seconds since the run began."""
    seconds: float = 0.0
    spent: Spent = Spent()
    times: Times = Times()
    message: str = ""
    error: str = ""
    notes: tuple[str, ...] = ()
    number: int = 0
    """Of a line in its program, of a pass, of a round."""
    of: int | None = None
    """How many passes the loop has, if that was known."""
    before: Picture | None = None
    after: Picture | None = None
    searches: tuple[Search, ...] = ()
    params: str = ""
    """What the action was called with, as JSON."""
    point: tuple[float, float] | None = None
    output: str = ""
    asks: tuple[Ask, ...] = ()
    plan: Plan | None = None
    elements: Blob | None = None
    """The list of elements that the model was shown."""
    expected: tuple[Expectation, ...] = ()
    assigned: tuple[Assignment, ...] = ()
    believed: tuple[str, ...] = ()
    doubted: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    source: str = ""
    """The text of a program, as it ended up."""
    changes: tuple[str, ...] = ()
    """How a program was changed while it ran, as diffs with the reason before them."""
    children: tuple[Node, ...] = ()


class Failure(_Part):
    """Something that went wrong, and where."""

    node: str
    title: str
    error: str


class Span(_Part):
    """A stretch of the timeline that did not go into our own work."""

    kind: Literal["model", "screen", "settle"]
    start: float
    end: float
    node: str


class Counts(_Part):
    """How many there were of each."""

    acts: int = 0
    steps: int = 0
    lines: int = 0
    asked: int = 0
    replayed: int = 0
    healed: int = 0


class Run(_Part):
    """One run of an agent."""

    id: str
    """What it is called in links: the name of its trace folder, or a number."""
    title: str
    """What was asked, in few words."""
    status: Status
    finished: bool
    """Whether the run came to its own end."""
    started: float
    """Seconds since the epoch."""
    seconds: float
    version: str
    """The Understudy that ran it."""
    screen: str
    models: tuple[str, ...] = ()
    answer: str = ""
    """Its last word."""
    error: str = ""
    spent: Spent = Spent()
    times: Times = Times()
    counts: Counts = Counts()
    failures: tuple[Failure, ...] = ()
    nodes: tuple[Node, ...] = ()
    spans: tuple[Span, ...] = ()


class Report(_Part):
    """One run, or those of a suite, failures first."""

    format: Literal["understudy-report"] = FORMAT
    version: Literal[1] = VERSION
    title: str
    runs: tuple[Run, ...]
