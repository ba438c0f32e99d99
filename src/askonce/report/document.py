"""The data of a report. The HTML page, the JSON, the Markdown and the JUnit file are all made from it.

The JSON form is `Report`; fields that have their default value are left out. `VERSION` goes up when a field changes its
meaning or is removed; new fields may be added at any time.
"""

from __future__ import annotations

from typing import Literal

from askonce.report.evidence_parts import (
    Part,
    ReportedFact,
    ReportedMessage,
    ReportedRequest,
    ReportedSnapshot,
    ReportedSource,
)
from askonce.trace import Blob
from askonce.trace.events import Edges, How

FORMAT = "askonce-report"
VERSION = 1

Status = Literal["done", "failed", "stopped", "unfinished"]
"""`unfinished`: still running, or running when the run was killed."""
Kind = Literal["task", "item", "program", "line", "pass", "act", "round", "step"]
"""A script has tasks, and a task has items: acts, programs, or blocks with items. A program has lines. A loop has
passes, a pass has items or lines. A line is executed directly or is an act. An act has rounds (a model plans in each)
and steps (one action each). A replayed act has steps without rounds."""


class Spent(Part):
    """What models used."""

    calls: int = 0
    """Number of answers."""
    prompt_tokens: int = 0
    """Tokens sent."""
    cached_tokens: int = 0
    """How many of the sent tokens came from the provider's cache."""
    completion_tokens: int = 0
    """Tokens received."""
    cost: float = 0.0
    """Cost in the currency of the configured prices; 0 if no prices are set."""

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens


class Times(Part):
    """Where the time went, in seconds."""

    model: float = 0.0
    """Waiting for a model's answer."""
    screen: float = 0.0
    """Looking at the screen and acting on it."""
    settle: float = 0.0
    """Waiting for the screen: until an element came, and until it was stable after an action."""
    ours: float = 0.0
    """Everything else."""


class Picture(Part):
    """A picture of the screen."""

    blob: Blob
    """The picture's name in the run's store."""
    screen: Edges | None = None
    """The part of the screen it shows, in screen units; boxes and points use the same units."""
    address: str = ""
    """The URL of the page it shows, on screens that have addresses."""
    at: float = 0.0
    """Seconds since the run began."""
    behind: int = 0
    """How many actions were performed since it was taken."""
    ahead: int = 0
    """Of a picture after an action: how many more were performed before it was taken, whose results it shows too."""


class FinderAttempt(Part):
    """The result of one finder of the chain."""

    finder: str
    """The name of the finder."""
    said: str
    """What it found, or why it found nothing."""


class TargetSearch(Part):
    """One target that was looked for; without a box it was not found."""

    target: str
    """The description of the target."""
    finder: str = ""
    """The finder that found it."""
    box: Edges | None = None
    """Where it was found: left, top, right, bottom in screen units."""
    area: Edges | None = None
    """The part of the screen that was searched, if not all of it."""
    attempts: tuple[FinderAttempt, ...] = ()
    """The result of each finder, in the order in which they were tried."""
    seconds: float = 0.0
    """How long it took."""
    waited: float = 0.0
    """How much of that it was waited until the element came."""


class Sent(Part):
    """A message as it was sent. Its parts are names of texts and pictures in the store."""

    role: str
    """The role of the message: system, user or assistant."""
    parts: tuple[Blob, ...]
    """Names in the store; those of texts end with .txt."""


class ModelCall(Part):
    """One request to a model, and its reply if there was one."""

    role: str
    """The model's role: planning, insight, or default for everything else, such as locating elements."""
    model: str
    """The name of the model."""
    sent: tuple[Sent, ...] = ()
    """The messages sent."""
    answer: str = ""
    """The full text of the reply."""
    error: str = ""
    """Why there was no usable reply."""
    is_answered: bool = True
    """False while the request is running, or if the run was killed before the reply came."""
    spent: Spent = Spent()
    """What it used."""
    at: float = 0.0
    """Seconds since the run began."""
    seconds: float = 0.0
    """How long the reply took."""


class ReportedPlan(Part):
    """The plan read from a model's reply."""

    thought: str = ""
    """The model's reasoning."""
    log: str = ""
    """A short description of what it is about to do."""
    memory: str = ""
    """Notes the model keeps for later rounds."""
    actions: tuple[str, ...] = ()
    """The planned actions."""
    expects: tuple[str, ...] = ()
    """What is expected to be true after the actions."""
    sub_goals: tuple[str, ...] = ()
    """Intermediate goals."""
    complete: bool | None = None
    """True if the model says that the task is done, False if it gives up."""
    message: str = ""
    """The final message."""


class ReportedExpectation(Part):
    """An expectation about the screen after an action, and whether it was met."""

    text: str
    """The expectation in words."""
    holds: bool
    """Whether it was met."""


class ReportedAssignment(Part):
    """A variable that was assigned."""

    name: str
    """Its name."""
    value: str
    """Its value, shortened."""


class ReportNode(Part):
    """One part of a run. `spent` and `times` include the parts below it."""

    id: str
    """Used in links; unique within a run."""
    kind: Kind
    """What kind of part it is."""
    title: str
    """What was to be done, in a few words."""
    status: Status
    """How it ended."""
    how: How | Literal[""] = ""
    """Whether a model was asked, or a recording was replayed or healed."""
    why: str = ""
    """Why it was done this way."""
    at: float = 0.0
    """Seconds since the run began."""
    seconds: float = 0.0
    """How long it took."""
    spent: Spent = Spent()
    """What models used."""
    times: Times = Times()
    """Where the time went."""
    message: str = ""
    """The final message."""
    error: str = ""
    """Why it failed."""
    notes: tuple[str, ...] = ()
    """Remarks, such as a retry, a new tab, or an unusable reply."""
    caller: ReportedSource | None = None
    """The line of the test, the script or other code that asked for it."""
    file: str = ""
    """The file of the program, as seen from its project."""
    number: int = 0
    """The number of the line, pass, round or task; of an item, that of its line."""
    of: int | None = None
    """How many passes the loop has, if known, or how many tasks the script has."""
    before: Picture | None = None
    """The last picture taken before it."""
    after: Picture | None = None
    """The first picture taken after it."""
    searches: tuple[TargetSearch, ...] = ()
    """The targets that were looked for."""
    action: str = ""
    """The name of the step's action with its parameters. The title says the same in plain words."""
    params: str = ""
    """The parameters of the action, as JSON."""
    point: tuple[float, float] | None = None
    """Where the action took place, in screen units."""
    output: str = ""
    """What the action returned."""
    asks: tuple[ModelCall, ...] = ()
    """Requests to models that do not belong to a part below it."""
    plan: ReportedPlan | None = None
    """The plan read from the model's reply."""
    elements: Blob | None = None
    """The elements as they were seen: a text, or a packed `ElementList` (its name ends with .json.gz)."""
    messages: tuple[ReportedMessage, ...] = ()
    """What the page wrote to its console from here to the next step."""
    more_messages: int = 0
    """How many more messages there were."""
    requests: tuple[ReportedRequest, ...] = ()
    """What the page asked of the network from here to the next step."""
    more_requests: int = 0
    """How many more requests there were."""
    snapshot: ReportedSnapshot | None = None
    """The page as it was when this failed."""
    expected: tuple[ReportedExpectation, ...] = ()
    """The expectations checked after it."""
    assigned: tuple[ReportedAssignment, ...] = ()
    """Variables the line assigned."""
    believed: tuple[str, ...] = ()
    """Facts that the run believed from then on."""
    doubted: tuple[str, ...] = ()
    """Facts that the run no longer believed."""
    told: tuple[str, ...] = ()
    """Messages from the program to the user."""
    source: str = ""
    """The text of the program, with all changes made during the run."""
    changes: tuple[str, ...] = ()
    """Changes to the program during the run: diffs, each preceded by its reason."""
    children: tuple[ReportNode, ...] = ()
    """Its parts, in order."""


class ReportedFailure(Part):
    """Something that went wrong, and where."""

    node: str
    """The id of the part that caused the failure."""
    title: str
    """What was to be done."""
    error: str
    """Why it failed."""


class TimelineSpan(Part):
    """A span of the timeline spent on a model, on the screen, or waiting."""

    kind: Literal["model", "screen", "settle"]
    """What the time was spent on."""
    start: float
    """Seconds since the run began."""
    end: float
    """Seconds since the run began."""
    node: str
    """The id of the part that it belongs to."""


class Counts(Part):
    """How many parts of each kind there were."""

    tasks: int = 0
    """Tasks of a script."""
    acts: int = 0
    """Acts, including the steps of programs."""
    steps: int = 0
    """Actions."""
    lines: int = 0
    """Executed program lines; a line counts each time it is executed."""
    asked: int = 0
    """Acts for which a model was asked."""
    replayed: int = 0
    """Acts that were replayed from recordings."""
    healed: int = 0
    """Acts that were replayed, with a model asked where the recording no longer matched."""


class Run(Part):
    """One run of an agent."""

    id: str
    """Used in links: the name of the trace folder, or a number."""
    title: str
    """What was asked, in a few words."""
    status: Status
    """The worst status among its parts."""
    outcome: str = ""
    """The outcome in the test runner's words, if one ran it: passed, failed, skipped, died."""
    finished: bool
    """Whether the run ended normally."""
    started: float
    """Seconds since the epoch."""
    seconds: float
    """Time from the first event to the last."""
    version: str
    """The version of Askonce."""
    screen: str
    """The kind of screen."""
    environment: tuple[ReportedFact, ...] = ()
    """What it ran on: versions, browser, size of the view."""
    models: tuple[str, ...] = ()
    """The models that were asked."""
    answer: str = ""
    """The final message."""
    error: str = ""
    """The error of its first failure."""
    spent: Spent = Spent()
    """What models used."""
    times: Times = Times()
    """Where the time went."""
    counts: Counts = Counts()
    """How many parts there are."""
    failures: tuple[ReportedFailure, ...] = ()
    """One failure for each top-level part that did not succeed."""
    nodes: tuple[ReportNode, ...] = ()
    """Its parts: tasks, programs and acts."""
    spans: tuple[TimelineSpan, ...] = ()
    """The timeline."""


class Report(Part):
    """The report of one run, or of all runs of a suite."""

    format: Literal["askonce-report"] = FORMAT
    """Identifies the file as a report."""
    version: Literal[1] = VERSION
    """The version of this format."""
    title: str
    """A short title."""
    runs: tuple[Run, ...]
    """The runs, failures first."""
