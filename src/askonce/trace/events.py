"""The events of a run. A trace is a sequence of these, stored on disk as JSON.

`act` numbers the acts of a run and `round` the rounds of an act, so that events can be arranged as a tree.
"""

from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field

from askonce.lazy import dataclass
from askonce.trace.shot_store import Blob

Outcome = Literal["done", "failed", "stopped"]
How = Literal["asked", "replayed", "healed"]
Edges = tuple[float, float, float, float]
"""left, top, right, bottom in screen units."""


@dataclass(frozen=True, slots=True)
class _OurWord:
    """Marks a field with fixed values of Askonce. It is not masked, even when a secret happens to be equal."""


Word = Annotated[str, _OurWord()]


class _Event(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True)


class CallerLine(BaseModel):
    """A line of a test, a script or any other code of the user, with `around`: the lines from `first` on."""

    model_config = ConfigDict(defer_build=True, frozen=True)
    file: str
    """As seen from its project."""
    line: int
    code: str = ""
    first: int = 0
    around: Blob | None = None


class RunStarted(_Event):
    """A run began, with the version of Askonce and the kind of screen."""

    type: Literal["run-started"] = "run-started"
    version: Word
    screen: Word
    title: str = ""
    environment: tuple[tuple[str, str], ...] = ()
    """What it runs on, as names and values: versions, browser, size of the view."""


class RunEnded(_Event):
    type: Literal["run-ended"] = "run-ended"


class ActStarted(_Event):
    type: Literal["act-started"] = "act-started"
    act: int
    instruction: str
    model: Word
    sees: Word
    rounds: int
    caller: CallerLine | None = None
    """The line that asked for it."""


class Looked(_Event):
    """The screen was observed; `shot` is absent when no picture was needed. `withheld` says why it is black.

    `shared` is how many actions before the last one have no picture of their own, and have their results in this one.
    `is_earlier` says that the screen could not be captured, and that the picture is the last one before that.
    """

    type: Literal["looked"] = "looked"
    act: int
    round: int
    shot: Blob | None = None
    screen: Edges | None = None
    address: str = ""
    elements: Blob | None = None
    withheld: str = ""
    shared: int = 0
    is_earlier: bool = False
    seconds: float = 0.0


class ElementsSeen(_Event):
    """The elements that were looked through, where no planner was shown them."""

    type: Literal["elements-seen"] = "elements-seen"
    act: int
    round: int
    elements: Blob


class MessageRef(BaseModel):
    """One message as it was sent; its parts are kept in the store."""

    model_config = ConfigDict(defer_build=True, frozen=True)
    role: Word
    parts: tuple[Blob, ...]


class Asked(_Event):
    """A question went to a model."""

    type: Literal["asked"] = "asked"
    act: int
    round: int
    role: Word
    model: Word
    messages: tuple[MessageRef, ...]


class Answered(_Event):
    """The model's reply, word for word, or why there was none."""

    type: Literal["answered"] = "answered"
    act: int
    round: int
    role: Word
    model: Word
    text: str = ""
    error: str = ""
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0


class Planned(_Event):
    """What was read from a planning reply."""

    type: Literal["planned"] = "planned"
    act: int
    round: int
    thought: str = ""
    log: str = ""
    memory: str = ""
    actions: tuple[str, ...] = ()
    expects: tuple[str, ...] = ()
    sub_goals: tuple[str, ...] = ()
    complete: bool | None = None
    message: str = ""


class Tried(BaseModel):
    """The result of one finder for a target."""

    model_config = ConfigDict(defer_build=True, frozen=True)
    finder: Word
    said: str


class Located(_Event):
    """A target was searched for; `box` is absent when it was not found. `area` is the part of the screen that was
    searched, if not all of it."""

    type: Literal["located"] = "located"
    act: int
    round: int
    target: str
    finder: Word = ""
    box: Edges | None = None
    area: Edges | None = None
    tried: tuple[Tried, ...] = ()
    seconds: float = 0.0
    waited: float = 0.0
    """How many of the seconds it was waited for the screen to change."""


class Acted(_Event):
    """An action ran, or failed."""

    type: Literal["acted"] = "acted"
    act: int
    round: int
    action: str
    params: str = ""
    point: tuple[float, float] | None = None
    output: str = ""
    error: str = ""
    seconds: float = 0.0
    settled: float = 0.0


class Expected(_Event):
    """Whether an expectation after the last actions was met, and how long that was waited for."""

    type: Literal["expected"] = "expected"
    act: int
    round: int
    met: tuple[str, ...] = ()
    unmet: tuple[str, ...] = ()
    seconds: float = 0.0


class Noted(_Event):
    """Something worth recording that is not an action: a retry, a failed round, a rejected completion, a new tab."""

    type: Literal["noted"] = "noted"
    act: int
    round: int
    text: str
    warns: bool = False
    """Whether a person should see it in any case."""


class ConsoleMessage(BaseModel):
    """What a page wrote to its console; the level `exception` is for an error that nothing in the page caught."""

    model_config = ConfigDict(defer_build=True, frozen=True)
    at: float
    """Seconds since the epoch."""
    level: Word
    text: str
    place: str = ""
    times: int = 1


class PageRequest(BaseModel):
    """A request of a page: `status` is 0 and `failure` says why when there was no answer."""

    model_config = ConfigDict(defer_build=True, frozen=True)
    at: float
    """Seconds since the epoch."""
    method: str
    url: str
    kind: Word
    status: int = 0
    size: int | None = None
    seconds: float = 0.0
    failure: str = ""


class PageLogged(_Event):
    """What pages did since the last event of this kind, in the order in which it began; and how much more there was."""

    type: Literal["page-logged"] = "page-logged"
    act: int
    round: int
    messages: tuple[ConsoleMessage, ...] = ()
    more_messages: int = 0
    requests: tuple[PageRequest, ...] = ()
    more_requests: int = 0


class Snapped(_Event):
    """A failed page was kept as a file that a browser opens, or `missing` says why not."""

    type: Literal["snapped"] = "snapped"
    act: int
    round: int
    page: Blob | None = None
    address: str = ""
    missing: str = ""
    seconds: float = 0.0


class ActEnded(_Event):
    type: Literal["act-ended"] = "act-ended"
    act: int
    outcome: Outcome
    message: str = ""
    error: str = ""
    rounds: int = 0
    actions: int = 0
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    how: How | Literal[""] = ""
    why: str = ""


class ProgramStarted(_Event):
    """A program began or was resumed."""

    type: Literal["program-started"] = "program-started"
    program: str
    variables: tuple[str, ...] = ()
    resumed_at: int = 0
    """The line at which it resumes; 0 when it starts at the beginning."""
    file: str = ""
    """The file it was read from, as seen from its project."""
    caller: CallerLine | None = None
    """The line that asked for it."""


class _OfLine(_Event):
    line: int
    iterations: tuple[int, ...] = ()
    """The iteration of each open loop, outermost first."""
    depth: int = 0
    """The depth of the call stack."""


class LineStarted(_OfLine):
    """A line of a program is about to run."""

    type: Literal["line-started"] = "line-started"
    words: str
    total: int | None = None
    """How many iterations the innermost open loop has, if known."""


class LineEnded(_OfLine):
    type: Literal["line-ended"] = "line-ended"
    outcome: Outcome
    message: str = ""
    actions: int = 0
    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0
    how: How | Literal[""] = ""


class Assigned(_OfLine):
    """A variable was set or appended to; `value` is a short form."""

    type: Literal["assigned"] = "assigned"
    name: str
    value: str


class Told(_OfLine):
    """A program sent a message to its user."""

    type: Literal["told"] = "told"
    message: str


class Believed(_OfLine):
    """The belief of a run changed: the lines of a reply, and entries that became doubtful."""

    type: Literal["believed"] = "believed"
    changes: tuple[str, ...] = ()
    doubted: tuple[str, ...] = ()


class Replanned(_OfLine):
    """A program was changed from this line on during its run."""

    type: Literal["replanned"] = "replanned"
    reason: str
    diff: str
    program: str


class ProgramEnded(_Event):
    type: Literal["program-ended"] = "program-ended"
    outcome: Outcome
    answer: str = ""
    error: str = ""
    line: int = 0
    lines: int = 0
    actions: int = 0
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0


OfProgram = ProgramStarted | LineStarted | LineEnded | Assigned | Told | Believed | Replanned | ProgramEnded
"""Events of a running program. The events of its steps, which are acts, come between them."""


class TaskStarted(_Event):
    """A task of a script began."""

    type: Literal["task-started"] = "task-started"
    name: str
    number: int
    """Its place in the script, from 1."""
    of: int
    """How many tasks the script has."""


class TaskEnded(_Event):
    type: Literal["task-ended"] = "task-ended"
    outcome: Outcome
    error: str = ""
    continued: bool = False
    """Whether the script went on although the task failed."""


class ItemStarted(_Event):
    """An item of a task began: an action, a question, or a block with items of its own."""

    type: Literal["item-started"] = "item-started"
    line: int
    words: str


class PassStarted(_Event):
    """The next pass of the innermost loop began."""

    type: Literal["pass-started"] = "pass-started"
    number: int
    of: int | None = None


class ItemEnded(_Event):
    type: Literal["item-ended"] = "item-ended"
    outcome: Outcome
    message: str = ""


OfScript = TaskStarted | TaskEnded | ItemStarted | PassStarted | ItemEnded
"""Events of a running script. What its items do comes between them."""

Event = (
    RunStarted
    | RunEnded
    | ActStarted
    | Looked
    | ElementsSeen
    | Asked
    | Answered
    | Planned
    | Located
    | Acted
    | Expected
    | Noted
    | PageLogged
    | Snapped
    | ActEnded
    | ProgramStarted
    | LineStarted
    | LineEnded
    | Assigned
    | Told
    | Believed
    | Replanned
    | ProgramEnded
    | TaskStarted
    | TaskEnded
    | ItemStarted
    | PassStarted
    | ItemEnded
)


class Entry(BaseModel):
    """An event with its number and its time (seconds since the epoch): one line of a trace."""

    model_config = ConfigDict(defer_build=True, frozen=True)
    number: int
    at: float
    event: Annotated[Event, Field(discriminator="type")]


@cache
def our_words_in(event: type[BaseModel]) -> frozenset[str]:
    """The fields that hold fixed values of Askonce or names of blobs. Text in all others came from outside."""
    return frozenset(
        name
        for name, field in event.model_fields.items()
        if any(isinstance(mark, _OurWord) for mark in field.metadata) or _is_ours(field.annotation)
    )


def _is_ours(annotation: Any) -> bool:
    return annotation is Blob or get_origin(annotation) is Literal or any(map(_is_ours, get_args(annotation)))
