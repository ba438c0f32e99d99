"""What all exports share: their result, the recordings that take part, and passed values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from pydantic import ValidationError

from askonce.actions import Action
from askonce.actions.action_wording import tidy
from askonce.actions.builtin import built_in
from askonce.errors import ConfigError
from askonce.recordings.recording import RecordedStep, Recording, RecordingFile
from askonce.recordings.slots import slots_in
from askonce.values import SLOT_NAME

SLOT = re.compile(rf"(?<!\{{)\{{({SLOT_NAME})\}}(?!\}})")

_TAKEN = frozenset({
    "DISPLAY", "EDITOR", "HOME", "HOST", "HOSTNAME", "LANG", "LANGUAGE", "LOGNAME", "MAIL", "NAME", "PATH", "PWD",
    "SHELL", "TEMP", "TERM", "TMP", "TZ", "USER", "USERNAME",
})  # fmt: skip
"""Variables that systems set themselves, to something else than a test needs."""


@dataclass(frozen=True, slots=True)
class Export:
    """The text of the file, and what its reader has to know or do: steps left out, values to pass."""

    text: str
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportValues:
    """The passed values that the steps name; those without a known text come from the environment when it runs."""

    names: tuple[str, ...]
    known: Mapping[str, str]

    @property
    def unknown(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if name not in self.known)


def in_order(recordings: Sequence[Recording]) -> tuple[list[Recording], list[str]]:
    """The recordings as one flow, and remarks on those left out: of one for several values, the first is taken."""
    if not recordings:
        raise ConfigError("there is no recording to export", remedy="run the instruction once with recordings on")
    taken: dict[tuple[str, str, str], Recording] = {}
    remarks: list[str] = []
    for one in recordings:
        first = taken.setdefault((one.instruction, one.screen, one.page), one)
        if first is not one:
            differing = ", ".join(f"{name}={value!r}" for name, value in one.only.items()) or "other values"
            remarks.append(f"left out: {tidy(one.instruction)!r} as recorded for {differing}")
    return list(taken.values()), remarks


def values_of(recordings: Sequence[Recording], passed: Mapping[str, str]) -> ExportValues:
    """The values that `recordings` name, in the order in which they are needed."""
    names: dict[str, None] = {}
    for recording in recordings:
        for step in recording.steps:
            names |= dict.fromkeys(sorted(slots_in([step])))
    held = {name: value for recording in recordings for name, value in recording.only.items()}
    return ExportValues(tuple(names), {name: value for name, value in (held | dict(passed)).items() if name in names})


def variable_for(name: str) -> str:
    """The environment variable from which a value is read that the recording does not hold."""
    variable = "".join(letter if f"a{letter}".isidentifier() else "_" for letter in name.upper())
    return f"TEST_{variable}" if variable in _TAKEN else variable


def start_of(first: Recording, url: str) -> str:
    """The address at which a recording begins: the page where it began, unless `url` names a page itself."""
    names_page = bool(urlsplit(url).path.strip("/") or urlsplit(url).query)
    if names_page or not first.page.strip("/") or "*" in first.page:
        return url
    return url.rstrip("/") + first.page


def parts_of(text: str) -> Iterator[tuple[str, str]]:
    """A text piece by piece: each with the name of the value that follows it, empty after the last."""
    end = 0
    for slot in SLOT.finditer(text):
        yield text[end : slot.start()], slot[1]
        end = slot.end()
    yield text[end:], ""


def read_action(step: RecordedStep) -> Action[Any] | None:
    """The step's action by its declaration; None for actions of the user's own and for values that do not fit."""
    declared = built_in(step.action)
    if declared is None:
        return None
    known = step.params.keys() | step.anchors.keys()
    words = {name: target_words(step, name) for name in declared.target_fields() if name in known}
    try:
        return declared.model_validate({**step.params, **words})
    except ValidationError:
        return None


def target_words(step: RecordedStep, field: str = "target") -> str:
    """The words for a target: those it was found by, else what it is called."""
    words = step.params.get(field)
    if isinstance(words, str) and tidy(words):
        return tidy(words)
    anchor = step.anchors.get(field)
    if anchor is None:
        return field
    name = tidy(anchor.name or anchor.label)
    return f"the {anchor.role or 'element'}{f' {name!r}' if name else ''}"


def recordings_of(recorded: RecordingFile) -> list[Recording]:
    """The recordings of a file; a step that knows no element itself has what was seen by the same words."""
    seen = {(one.screen, one.prompt): one.anchor for one in recorded.sightings}

    def known(step: RecordedStep, screen: str) -> RecordedStep:
        words = {name: value for name, value in step.params.items() if isinstance(value, str)}
        found = {name: seen[screen, value] for name, value in words.items() if (screen, value) in seen}
        return step.model_copy(update={"anchors": found | step.anchors}) if found else step

    return [
        one.model_copy(update={"steps": tuple(known(step, one.screen) for step in one.steps)})
        for one in recorded.recordings
    ]
