"""What a report says of runs, as data: the page, the JSON, the Markdown and the JUnit file are all made from it.

The JSON form is `Report` with the fields that have their default left out. `VERSION` goes up when a field changes its
meaning or goes; new fields may come at any time.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from askonce.trace import Blob
from askonce.trace.events import Edges, How

FORMAT = "askonce-report"
VERSION = 1

Status = Literal["done", "failed", "stopped", "unfinished"]
"""`unfinished` is what was under way when a run was killed, or still is."""
Kind = Literal["program", "line", "pass", "act", "round", "step"]
"""A program has lines, a loop has passes, a pass has lines; a line is executed or is an act; an act has rounds, in each
of which a model planned; and steps, each of which is one action. What was replayed has steps without rounds."""


class _Part(BaseModel):
    """What the parts of a report have in common: fields of a newer version are passed over."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)


class Spent(_Part):
    """What models used."""

    calls: int = 0
    """Answers that came."""
    prompt_tokens: int = 0
    """Tokens that were sent."""
    cached_tokens: int = 0
    """Those among them that the provider had kept from before."""
    completion_tokens: int = 0
    """Tokens that came back."""
    cost: float = 0.0
    """Money, in the currency of the prices that were set; 0 without any."""

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
    """The name of the picture in the store of the run."""
    screen: Edges | None = None
    """The part of the screen it shows, in screen units: what boxes and points are counted in."""
    address: str = ""
    """The page that it shows, on screens that have addresses."""
    at: float = 0.0
    """Seconds since the run began."""
    behind: int = 0
    """How many actions were done since it was taken."""


class FinderAttempt(_Part):
    """The result of one finder of the chain."""

    finder: str
    """Which finder."""
    said: str
    """What it found, or why it passed."""


class TargetSearch(_Part):
    """One target that was looked for; without a box it was not found."""

    target: str
    """The words for what was looked for."""
    finder: str = ""
    """The finder that found it."""
    box: Edges | None = None
    """Where it was found: left, top, right, bottom in screen units."""
    area: Edges | None = None
    """The part of the screen that was searched, where that was not the whole."""
    attempts: tuple[FinderAttempt, ...] = ()
    """The result of each finder, in the order in which they were tried."""
    seconds: float = 0.0
    """How long it took."""


class Sent(_Part):
    """One message as it was sent; its parts are names of texts and pictures in the store."""

    role: str
    """Whose message it is: system, user or assistant."""
    parts: tuple[Blob, ...]
    """Names in the store; texts end with .txt."""


class ModelCall(_Part):
    """One question to a model, and its answer if there was one."""

    role: str
    """What was asked for: planning, insight, or default for all else, such as where something is."""
    model: str
    """The name of the model."""
    sent: tuple[Sent, ...] = ()
    """The messages."""
    answer: str = ""
    """The reply, word for word."""
    error: str = ""
    """Why there was no usable reply."""
    is_answered: bool = True
    """False while it is under way, or when the run was killed meanwhile."""
    spent: Spent = Spent()
    """What it used."""
    at: float = 0.0
    """Seconds since the run began."""
    seconds: float = 0.0
    """How long the answer took."""


class ReportedPlan(_Part):
    """What was read from a model's reply."""

    thought: str = ""
    """What it thought."""
    log: str = ""
    """What it is about to do, in few words."""
    memory: str = ""
    """What it wants to remember."""
    actions: tuple[str, ...] = ()
    """The actions it asked for."""
    expects: tuple[str, ...] = ()
    """What is to be so after them."""
    sub_goals: tuple[str, ...] = ()
    """What is to be reached on the way."""
    complete: bool | None = None
    """True when it says that all is done, False when it gives up."""
    message: str = ""
    """Its last word."""


class ReportedExpectation(_Part):
    """Something that was to be so after an action, and whether it was."""

    text: str
    """What was expected, in words."""
    holds: bool
    """Whether it was so."""


class ReportedAssignment(_Part):
    """A variable that was set."""

    name: str
    """Its name."""
    value: str
    """Its value, in few words."""


class ReportNode(_Part):
    """One part of a run. `spent` and `times` hold also what the parts below it took."""

    id: str
    """What it is called in links; no two parts of a run have the same."""
    kind: Kind
    """What kind of part it is."""
    title: str
    """What was to be done, in few words."""
    status: Status
    """How it ended."""
    how: How | Literal[""] = ""
    """Whether a model was asked, a recording replayed, or one healed."""
    why: str = ""
    """Why it was done so."""
    at: float = 0.0
    """Seconds since the run began."""
    seconds: float = 0.0
    """How long it took."""
    spent: Spent = Spent()
    """What models used."""
    times: Times = Times()
    """Where the time went."""
    message: str = ""
    """What it ended with."""
    error: str = ""
    """Why it failed."""
    notes: tuple[str, ...] = ()
    """Remarks: a retry, a new tab, a reply that could not be used."""
    number: int = 0
    """Of a line in its program, of a pass, of a round."""
    of: int | None = None
    """How many passes the loop has, if that was known."""
    before: Picture | None = None
    """The last picture before it."""
    after: Picture | None = None
    """The first picture after it."""
    searches: tuple[TargetSearch, ...] = ()
    """The targets that were looked for."""
    action: str = ""
    """The action of a step by its name, with what it was called with; its title says the same in plain words."""
    params: str = ""
    """What the action was called with, as JSON."""
    point: tuple[float, float] | None = None
    """Where the action took place, in screen units."""
    output: str = ""
    """What the action returned."""
    asks: tuple[ModelCall, ...] = ()
    """The questions to models that belong to no part below it."""
    plan: ReportedPlan | None = None
    """What was read from the planner's reply."""
    elements: Blob | None = None
    """The list of elements that the model was shown."""
    expected: tuple[ReportedExpectation, ...] = ()
    """What was to be so after it."""
    assigned: tuple[ReportedAssignment, ...] = ()
    """Variables that the line set."""
    believed: tuple[str, ...] = ()
    """What the run took to be so from then on."""
    doubted: tuple[str, ...] = ()
    """What it no longer took to be so."""
    told: tuple[str, ...] = ()
    """What the program told its user."""
    source: str = ""
    """The text of a program, as it ended up."""
    changes: tuple[str, ...] = ()
    """How a program was changed while it ran, as diffs with the reason before them."""
    children: tuple[ReportNode, ...] = ()
    """The parts of it, in their order."""


class ReportedFailure(_Part):
    """Something that went wrong, and where."""

    node: str
    """The id of the part that it came down to."""
    title: str
    """What was to be done."""
    error: str
    """Why it was not."""


class TimelineSpan(_Part):
    """A stretch of the timeline that did not go into our own work."""

    kind: Literal["model", "screen", "settle"]
    """What it went into."""
    start: float
    """Seconds since the run began."""
    end: float
    """Seconds since the run began."""
    node: str
    """The id of the part that it belongs to."""


class Counts(_Part):
    """How many there were of each."""

    acts: int = 0
    """Acts, also those that are steps of programs."""
    steps: int = 0
    """Actions."""
    lines: int = 0
    """Lines of programs, each as often as it was carried out."""
    asked: int = 0
    """Acts for which a model was asked."""
    replayed: int = 0
    """Acts that were replayed from recordings."""
    healed: int = 0
    """Acts that were replayed, and asked for where the recording did not fit any more."""


class Run(_Part):
    """One run of an agent."""

    id: str
    """What it is called in links: the name of its trace folder, or a number."""
    title: str
    """What was asked, in few words."""
    status: Status
    """How it ended: the worst of its parts."""
    outcome: str = ""
    """What a test runner calls that, where one ran it: passed, failed, skipped, died."""
    finished: bool
    """Whether the run came to its own end."""
    started: float
    """Seconds since the epoch."""
    seconds: float
    """From the first event to the last."""
    version: str
    """The Askonce that ran it."""
    screen: str
    """The kind of screen."""
    models: tuple[str, ...] = ()
    """The models that were asked."""
    answer: str = ""
    """Its last word."""
    error: str = ""
    """Why it failed, by the first of its failures."""
    spent: Spent = Spent()
    """What models used."""
    times: Times = Times()
    """Where the time went."""
    counts: Counts = Counts()
    """How many parts there are."""
    failures: tuple[ReportedFailure, ...] = ()
    """What went wrong at the top, one for each part that is not done."""
    nodes: tuple[ReportNode, ...] = ()
    """Its parts: programs and acts."""
    spans: tuple[TimelineSpan, ...] = ()
    """The timeline."""


class Report(_Part):
    """One run, or those of a suite, failures first."""

    format: Literal["askonce-report"] = FORMAT
    """By which a report is known."""
    version: Literal[1] = VERSION
    """The version of this format."""
    title: str
    """What it is about, in few words."""
    runs: tuple[Run, ...]
    """The runs, failures first."""
