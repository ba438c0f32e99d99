"""Steps that read something off the screen, or look for something on it, and do nothing. No recording has them: they
stand between recorded steps in what is exported."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal, cast, get_args

from askonce.actions.action_sentence import quoted, tidy
from askonce.lazy import dataclass, regex
from askonce.recordings.recording import Anchor, RecordedStep

ReadingVerb = Literal["query", "ask", "check", "wait_for", "locate"]
_VERBS = frozenset(get_args(ReadingVerb))
_SHAPE = regex(r"(?:string|number|boolean|date)(?:\[\])?\s*,\s*", re.IGNORECASE)
_OPTIONS = {
    "within": "a part of the page alone",
    "whole_page": "all of the page at once",
    "scroll": "a list that is longer than the screen",
    "deep": "the section of an element first",
}
"""How something is looked at, in words that follow "look at"."""


class NotCarried(Exception):
    """A format has no words for a step; the message says why."""


@dataclass(frozen=True, slots=True)
class ScreenReading:
    """What is read, with the method of an agent that reads it."""

    verb: ReadingVerb
    words: str | Mapping[str, str]
    name: str = ""
    """The variable that takes what is read."""
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """As the method takes them: `within`, `whole_page`, `scroll`, `deep`, `timeout`."""
    anchor: Anchor | None = None
    """Where an element was that is looked for."""

    def as_step(self) -> RecordedStep:
        params = {"words": self.words, "name": self.name, "options": dict(self.options)}
        return RecordedStep(
            action=self.verb, params=params, anchors={"target": self.anchor} if self.anchor else {}, intent=str(self)
        )

    def __str__(self) -> str:
        words = ", ".join(self.words) if isinstance(self.words, Mapping) else tidy(self.words)
        match self.verb:
            case "query":
                return f"Read {words}"
            case "ask":
                return f"Find out {words}"
            case "check":
                return f"Check that {words}"
            case "wait_for":
                return f"Wait until {words}"
            case "locate":
                return f"Locate {words}"

    @property
    def said(self) -> str:
        """What is asked for, without the shape of the answer."""
        words = " ".join(self.words) if isinstance(self.words, Mapping) else tidy(self.words)
        return _SHAPE.sub("", words, count=1) if _SHAPE.match(words) else words

    def refuse_options(self, *carried: str) -> None:
        """Raise for an option that a format does not have: without it something else would be read."""
        for name, says in _OPTIONS.items():
            if self.options.get(name) and name not in carried:
                raise NotCarried(f"it cannot look at {says}")


def reading_of(step: RecordedStep) -> ScreenReading | None:
    """What a step reads; None for one that does something."""
    if step.action not in _VERBS:
        return None
    return ScreenReading(
        cast("ReadingVerb", step.action),
        step.params["words"],
        str(step.params["name"]),
        step.params["options"],
        step.anchors.get("target"),
    )


def script_item(reading: ScreenReading) -> dict[str, Any]:
    """It as an item of a script."""
    reading.refuse_options("deep" if reading.verb == "locate" else "")
    kept: dict[str, Any] = {"name": reading.name} if reading.name else {}
    limit = reading.options.get("timeout")
    wait: dict[str, Any] = {"timeout": round(limit * 1000)} if limit else {}
    match reading.verb:
        case "query":
            return {"aiQuery": reading.words, **kept}
        case "ask":
            return {"aiAsk": reading.words, **kept}
        case "check":
            return {"aiWaitFor": reading.words, **wait} if wait else {"aiAssert": reading.words}
        case "wait_for":
            return {"aiWaitFor": reading.words, **wait}
        case "locate":
            return {"aiLocate": reading.words, **kept, **({"deepLocate": True} if reading.options.get("deep") else {})}


def program_line(reading: ScreenReading) -> str:
    """It as a line of a program."""
    reading.refuse_options()
    if not isinstance(reading.words, str):
        raise NotCarried("it reads one value at a time")
    words = tidy(reading.words).rstrip(".?")
    match reading.verb:
        case "query":
            words = reading.said.rstrip(".?")
            if re.match(r"[{\[]", words):
                raise NotCarried("it says in plain words what is read, without a shape")
            return f"On the screen, read {words}, record as {{{reading.name}}}"
        case "ask":
            return f"On the screen, find out {words}, record as {{{reading.name}}}"
        case "check" | "wait_for":
            return f"{'Check that' if reading.verb == 'check' else 'Wait until'} {words}"
        case "locate":
            raise NotCarried(f"it says what to do with {quoted(words)}, not where that is")
