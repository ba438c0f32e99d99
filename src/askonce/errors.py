"""All errors, as one tree. Every error says what happened and, where possible, how to fix it.

AskonceError
├── ConfigError            a setting or an argument is missing or wrong
│   └── ScriptError        a script cannot be played as it is written
├── ScreenError            the screen could not be seen or touched
│   ├── ScreenClosed       the page, app or device is gone
│   │   └── ScreenUnavailable  the device is locked, offline or unplugged, and may come back
│   ├── ScreenMoved        it navigated away while an action was under way
│   │   └── TargetMoved    another element came to the place of one before it was touched
│   ├── NotAllowed         a host, a folder or a file is not allowed
│   └── NotOperable        the element cannot take this action
│       └── TypingInDoubt  a text was refused, and a part of it may stand in the field
├── ModelError             the model gave no usable answer
│   ├── ModelUnavailable   it could not be reached, or refused the request
│   ├── ModelTimeout       it took longer than the time allowed for one request
│   ├── ModelNotAsked      recordings are strict, and a model would have to be asked
│   ├── UnreadableReply    it answered, but the answer cannot be parsed
│   └── CassetteMiss       a cassette that only replays holds no such request
├── InvalidAction          an action is unknown or its values do not fit
├── NotFound               no finder found the target
├── ActFailed              an act did not reach its goal
│   ├── NotRecorded        recordings are strict, and none is there for the instruction
│   ├── ReplayFailed       recordings are strict, and a recorded step no longer fits
│   ├── GaveUp             the model says that it cannot be done
│   ├── RoundLimit         the act used up its rounds
│   ├── Stalled            the same action was repeated on an unchanged screen
│   └── ActionsFailed      too many rounds in a row failed
├── ProgramError           a program cannot be run as it is written
│   ├── ProgramFailed      a run stopped before the end of its program
│   └── Unresumable        a journal and a program do not fit together
│       └── LineInDoubt    only a person can say whether the interrupted line is done
├── ScriptFailed           a script stopped before the end of its tasks
├── RunLost                this process may not act in the run any more
├── OverBudget             the budget of steps, tokens, money or time is used up
│   └── QueueLimitReached  the runs of a queue have spent what they may in a day
├── OutOfTime              the overall timeout passed (also a TimeoutError)
├── FleetError             the database or the store of a fleet cannot be used
│   ├── FleetUnavailable   it cannot be reached, and may come back
│   └── WorkerUnfit        a worker cannot play runs, such as one without room on its disk
├── TraceError             a trace could not be written or read
├── RecordingError         a recordings file could not be written or read
├── CannotTell             a statement can be judged neither true nor false from what is visible
└── CheckFailed            a statement about the screen is not true (also an AssertionError)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import datetime


class AskonceError(Exception):
    """The base class of all errors that Askonce raises on purpose.

    >>> try:
    ...     await agent.tap("the Order button", timeout=0)
    ... except AskonceError as error:
    ...     print(type(error).__name__)
    NotFound
    """

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(f"{message}\n  → {remedy}" if remedy else message)
        self.message = message
        self.remedy = remedy

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle all attributes, whatever parameters the class takes."""
        return _revive, (type(self), self.args), self.__dict__


def _revive(error: type[AskonceError], args: tuple[Any, ...]) -> AskonceError:
    revived = error.__new__(error)
    revived.args = args
    return revived


class ConfigError(AskonceError):
    """A setting or an argument is missing or wrong."""


class ScriptError(ConfigError):
    """A script cannot be played as it is written; the message names file, line, column and remedy of each problem."""


class ScreenError(AskonceError):
    """The screen could not be seen or touched."""


class ScreenClosed(ScreenError):
    """The page, app or device is gone."""


class ScreenUnavailable(ScreenClosed):
    """The device is locked, offline, unplugged or not authorized: it can be used again once somebody has seen to it."""


class ScreenMoved(ScreenError):
    """The screen navigated away while an action was under way; looking again is enough to go on."""


class TargetMoved(ScreenMoved):
    """Another element came to the place of one right before it was touched. Nothing was touched."""

    def __init__(self, message: str, *, remedy: str = "wait until the screen is still") -> None:
        super().__init__(message, remedy=remedy)


class NotAllowed(ScreenError):
    """A host, a folder or a file is not allowed."""


class NotOperable(ScreenError):
    """The element is there but cannot take this action."""


class TypingInDoubt(NotOperable):
    """A text was refused, and a part of it may have been typed. It is not typed again by itself."""

    def __init__(self, message: str, *, remedy: str = "look what the field holds: it may get the text twice") -> None:
        super().__init__(message, remedy=remedy)


class ModelError(AskonceError):
    """The model gave no usable answer. Never raised for a check that is false."""

    def __init__(self, message: str, *, remedy: str = "", raw: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.raw = raw


class ModelUnavailable(ModelError):
    """The model could not be reached, or refused the request. What is `final` is not asked again."""

    def __init__(
        self, message: str, *, remedy: str = "", raw: str = "", status: int | None = None, final: bool = False
    ) -> None:
        super().__init__(message, remedy=remedy, raw=raw)
        self.status = status
        self.final = final


class ModelTimeout(ModelError):
    """One request took longer than the time allowed for it."""


class ModelNotAsked(ModelError):
    """Recordings are strict, and what was asked for takes a model. Nothing was sent."""


class UnreadableReply(ModelError):
    """The model answered, but the answer cannot be parsed; `raw` holds it."""


class CassetteMiss(ModelError):
    """A cassette that only replays holds no such request."""


class InvalidAction(AskonceError):
    """An action is unknown, or its values do not fit its declaration."""


class NotFound(AskonceError):
    """No finder found the target; `tried` lists each that was asked and why it failed.

    The message begins with the reason of the last one: it is the model, where one was asked, and knows the most.
    `hint` asks whether something was meant that comes close, `waited` is for how many seconds it was looked for, and
    `unasked` says why no model was asked.
    """

    def __init__(
        self,
        target: str,
        tried: tuple[tuple[str, str], ...],
        *,
        hint: str = "",
        waited: float = 0.0,
        unasked: str = "",
        remedy: str = "",
    ) -> None:
        within = f" within {waited:g} s" if waited else ""
        reason = f": {tried[-1][1]}" if tried else ""
        ways = "".join(f"\n  - {finder}: {said}" for finder, said in tried[:-1])
        more = "".join(f"\n  {line}" for line in (hint, unasked) if line)
        super().__init__(f"could not find {target!r} on the screen{within}{reason}{ways}{more}", remedy=remedy)
        self.target = target
        self.tried = tried
        self.hint = hint
        self.waited = waited


class ActFailed(AskonceError):
    """An act did not reach its goal; `steps` lists what was done until then."""

    def __init__(self, message: str, *, remedy: str = "", steps: tuple[str, ...] = ()) -> None:
        done = "".join(f"\n  {number}. {step}" for number, step in enumerate(steps, 1))
        super().__init__(message + (f"\nDone until then:{done}" if steps else ""), remedy=remedy)
        self.steps = steps


class NotRecorded(ActFailed):
    """Recordings are strict, and there is none that carries out the instruction here. Nothing was done."""


class ReplayFailed(ActFailed):
    """Recordings are strict, and a recorded step no longer fits the screen: the message names it."""


class GaveUp(ActFailed):
    """The model says that the instruction cannot be carried out."""


class RoundLimit(ActFailed):
    """The act used up its rounds."""


class Stalled(ActFailed):
    """The same action was done on the same screen three times, and nothing changed."""


class ActionsFailed(ActFailed):
    """Too many rounds in a row failed; the cause is the last real failure."""


class ProgramError(AskonceError):
    """A program cannot be run as it is written; the message names line, column and remedy of each problem."""


class ProgramFailed(ProgramError):
    """A run stopped before the end of its program: `line` says where, the cause why. The journal has what was done."""

    def __init__(self, message: str, *, remedy: str = "", line: int = 0) -> None:
        super().__init__(message, remedy=remedy)
        self.line = line


class Unresumable(ProgramError):
    """A journal and a program do not fit together, so the run cannot be resumed."""


class LineInDoubt(Unresumable):
    """The line at which the run was interrupted may be done already, and only a person can say so."""


class ScriptFailed(AskonceError):
    """A script stopped before the end of its tasks: `line` says where, the cause why, `results` what it had by then."""

    def __init__(self, message: str, *, remedy: str = "", line: int = 0, results: dict[str, Any] | None = None) -> None:
        super().__init__(message, remedy=remedy)
        self.line = line
        self.results = results or {}


class RunLost(AskonceError):
    """This process may not act in the run any more: another may be at its screen by now. Nothing was done since."""


class OverBudget(AskonceError):
    """The budget of steps, tokens, money or time is used up."""


class QueueLimitReached(OverBudget):
    """The runs of a queue of a fleet have spent what they may in a day; `until` says when the next one begins."""

    def __init__(self, message: str, *, remedy: str = "", until: datetime) -> None:
        super().__init__(message, remedy=remedy)
        self.until = until


class OutOfTime(AskonceError, TimeoutError):
    """The overall timeout passed."""


class FleetError(AskonceError):
    """The database or the store of a fleet cannot be used."""


class FleetUnavailable(FleetError):
    """The database or the store of a fleet cannot be reached; it may come back."""


class WorkerUnfit(FleetError):
    """A worker of a fleet cannot play runs, such as one without room on its disk. The run is not at fault."""


class TraceError(AskonceError):
    """A trace could not be written or read."""


class RecordingError(AskonceError):
    """A recordings file could not be written or read. A file that cannot be read is never overwritten."""


class CannotTell(AskonceError):
    """What is visible does not decide whether a statement is true, or does not hold the value asked for."""


class CheckFailed(AskonceError, AssertionError):
    """A statement about the screen is not true."""
