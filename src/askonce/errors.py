"""What can go wrong, as one tree. Every error carries the evidence a person needs to act on it.

AskonceError
├── ConfigError            a setting or an argument is missing or wrong
│   └── ScriptError        a script cannot be played as it is written
├── ScreenError            the screen could not be seen or touched
│   ├── ScreenClosed       the page, app or device is gone
│   ├── ScreenMoved        it navigated away while an action was under way
│   ├── NotAllowed         a host, a folder or a file lies outside what was allowed
│   └── NotOperable        the element cannot take this action
├── ModelError             the model gave no usable answer
│   ├── ModelUnavailable   it could not be reached, or refused the request
│   ├── ModelTimeout       it took longer than the time allowed for one request
│   ├── UnreadableReply    it answered, but not in a form that can be read strictly
│   └── CassetteMiss       a cassette that only replays holds no such request
├── InvalidAction          an action is unknown or its values do not fit
├── NotFound               no finder found the target
├── ActFailed              an act ended without reaching its goal
│   ├── GaveUp             the model says that it cannot be done
│   ├── RoundLimit         the loop used up its rounds
│   ├── Stalled            the same was done on the same screen, again and again
│   └── ActionsFailed      too many rounds in a row failed
├── ProgramError           a program cannot be run as it is written
│   ├── ProgramFailed      a run ended before its program did
│   └── Unresumable        a journal and a program do not fit together
├── OverBudget             the budget of steps, tokens, money or time is used up
├── OutOfTime              the overall timeout passed (also a TimeoutError)
├── TraceError             a trace could not be written or read
├── RecordingError         a recordings file could not be written or read
├── CannotTell             a statement can be judged neither true nor false from what is visible
└── CheckFailed            a statement about the screen is not true (also an AssertionError)
"""

from __future__ import annotations

from typing import Any


class AskonceError(Exception):
    """The root: catch this to catch everything that Askonce raises on purpose."""

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(f"{message}\n  → {remedy}" if remedy else message)
        self.message = message
        self.remedy = remedy

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors cross processes whole, whatever the parameters of their class are."""
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


class ScreenMoved(ScreenError):
    """The screen navigated away while an action was under way; looking again is enough to go on."""


class NotAllowed(ScreenError):
    """A host, a folder or a file lies outside what was allowed."""


class NotOperable(ScreenError):
    """The element is there but cannot take this action."""


class ModelError(AskonceError):
    """The model gave no usable answer. Never raised for a check that is false."""

    def __init__(self, message: str, *, remedy: str = "", raw: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.raw = raw


class ModelUnavailable(ModelError):
    """The model could not be reached, or refused the request."""

    def __init__(self, message: str, *, remedy: str = "", raw: str = "", status: int | None = None) -> None:
        super().__init__(message, remedy=remedy, raw=raw)
        self.status = status


class ModelTimeout(ModelError):
    """One request took longer than the time allowed for it."""


class UnreadableReply(ModelError):
    """The model answered, but not in a form that can be read strictly; `raw` holds what it said."""


class CassetteMiss(ModelError):
    """A cassette that only replays holds no such request."""


class InvalidAction(AskonceError):
    """An action is unknown, or its values do not fit its declaration."""


class NotFound(AskonceError):
    """No finder found the target; `tried` says what each of them did and why it passed."""

    def __init__(self, target: str, tried: tuple[tuple[str, str], ...]) -> None:
        ways = "".join(f"\n  - {finder}: {reason}" for finder, reason in tried)
        super().__init__(f"could not find {target!r} on the screen{ways}")
        self.target = target
        self.tried = tried


class ActFailed(AskonceError):
    """An act ended without reaching its goal; `steps` says what was done until then."""

    def __init__(self, message: str, *, remedy: str = "", steps: tuple[str, ...] = ()) -> None:
        done = "".join(f"\n  {number}. {step}" for number, step in enumerate(steps, 1))
        super().__init__(message + (f"\nDone until then:{done}" if steps else ""), remedy=remedy)
        self.steps = steps


class GaveUp(ActFailed):
    """The model says that the instruction cannot be carried out."""


class RoundLimit(ActFailed):
    """The loop used up its rounds."""


class Stalled(ActFailed):
    """The same action was done on the same screen three times, and nothing changed."""


class ActionsFailed(ActFailed):
    """Too many rounds in a row failed; the cause is the last real failure."""


class ProgramError(AskonceError):
    """A program cannot be run as it is written; the message names line, column and remedy of each problem."""


class ProgramFailed(ProgramError):
    """A run ended before its program did: `line` is where, the cause is why. What was done is in the journal."""

    def __init__(self, message: str, *, remedy: str = "", line: int = 0) -> None:
        super().__init__(message, remedy=remedy)
        self.line = line


class Unresumable(ProgramError):
    """A journal and a program do not fit together, so the run cannot be taken up where it stopped."""


class OverBudget(AskonceError):
    """The budget of steps, tokens, money or time is used up."""


class OutOfTime(AskonceError, TimeoutError):
    """The overall timeout passed."""


class TraceError(AskonceError):
    """A trace could not be written or read."""


class RecordingError(AskonceError):
    """A recordings file could not be written or read; a file that cannot be read is never written over."""


class CannotTell(AskonceError):
    """A statement about the screen, or a demand, that what is visible does not decide."""


class CheckFailed(AskonceError, AssertionError):
    """A statement about the screen is not true."""
