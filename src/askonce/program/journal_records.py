"""What a journal holds: one record for each transition of a run, from which the run can be built up again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Any

from askonce.lazy import dataclass
from askonce.program.counter import CounterMove
from askonce.screens.expectation import Expectation
from askonce.trace import Usage

JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RunBegan:
    """A run began with this program and these variables; secrets among them are known by name only."""

    program: str
    given: tuple[JsonObject, ...] = ()
    """The changes that set the variables which were passed."""
    secrets: tuple[str, ...] = ()
    task: str = ""


@dataclass(frozen=True, slots=True)
class FilledField:
    """A field and what it holds; of a box to tick, "on" or "off"."""

    role: str
    label: str
    content: str


@dataclass(frozen=True, slots=True)
class FilledForm:
    """What lines have filled in on a page and may not have sent yet."""

    address: str = ""
    fields: tuple[FilledField, ...] = ()


@dataclass(frozen=True, slots=True)
class StatementDone:
    """A statement was carried out. Its changes and its moves are one record: a kill leaves both or neither."""

    moves: tuple[CounterMove, ...] = ()
    changes: tuple[JsonObject, ...] = ()
    told: str | None = None
    message: str = ""
    """What came of it, in words."""
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    form: FilledForm | None = None
    """What is filled in now; None if that did not change."""


@dataclass(frozen=True, slots=True)
class FormLost:
    """What was filled in is not there any more: the run goes on from the first line that filled it in."""


@dataclass(frozen=True, slots=True)
class ActionStarted:
    """An action is about to be done. Unless `ActionEnded` follows, nobody knows whether it was."""

    action: str
    expects: tuple[Expectation, ...] = ()
    is_announced: bool = False
    """Whether `ActionTouching` follows before anything is done. In journals of earlier versions it does not."""


@dataclass(frozen=True, slots=True)
class ActionTouching:
    """The targets of the action are found, and it reaches the screen now."""

    is_repeatable: bool = False
    """Whether doing it twice does no harm."""


@dataclass(frozen=True, slots=True)
class ActionEnded:
    """The action that was about to be done was done, or failed."""

    output: str = ""
    error: str = ""
    is_unknown: bool = False
    """After an interruption: whether it was done can only be seen on the screen; `output` says what was seen."""


@dataclass(frozen=True, slots=True)
class BeliefChanged:
    """The belief lines of a reply, with what its actions were expected to bring."""

    lines: tuple[str, ...] = ()
    expects: tuple[Expectation, ...] = ()
    usage: Usage = field(default_factory=Usage)
    """What was spent since the record before."""


@dataclass(frozen=True, slots=True)
class BeliefEdited:
    """Somebody changed the belief while the run was paused."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VariablesEdited:
    """Somebody changed variables while the run was paused."""

    changes: tuple[JsonObject, ...]


@dataclass(frozen=True, slots=True)
class ExpectationsChecked:
    held: tuple[Expectation, ...] = ()
    unmet: tuple[Expectation, ...] = ()


@dataclass(frozen=True, slots=True)
class StatementFailed:
    """A step failed and is tried once more, or the run ends with it."""

    error: str
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class StatementUndone:
    """Nothing of a statement that was interrupted or failed has happened, so it may be done from its beginning."""

    reason: str
    """How that is known."""


@dataclass(frozen=True, slots=True)
class ProgramReplaced:
    """The program is another one from the current line on."""

    program: str
    reason: str
    diff: str = ""
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class RunResumed:
    """A run was taken up again; with `program`, after somebody had edited it."""

    program: str = ""


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The program finished."""

    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    checked: str = ""
    """What the final check said."""


JournalRecord = (
    RunBegan
    | StatementDone
    | FormLost
    | ActionStarted
    | ActionTouching
    | ActionEnded
    | BeliefChanged
    | BeliefEdited
    | VariablesEdited
    | ExpectationsChecked
    | StatementFailed
    | StatementUndone
    | ProgramReplaced
    | RunResumed
    | RunFinished
)

KINDS: Mapping[str, type[JournalRecord]] = MappingProxyType(
    {
        "began": RunBegan,
        "did": StatementDone,
        "lost": FormLost,
        "acting": ActionStarted,
        "touching": ActionTouching,
        "acted": ActionEnded,
        "believed": BeliefChanged,
        "belief": BeliefEdited,
        "variables": VariablesEdited,
        "verified": ExpectationsChecked,
        "held": StatementFailed,
        "undone": StatementUndone,
        "replanned": ProgramReplaced,
        "resumed": RunResumed,
        "ended": RunFinished,
    }
)
"""The name of each record in a journal file. Journals of earlier versions have these names, so they stay."""
