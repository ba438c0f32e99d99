"""What all exports share: the result, the selected recordings, and passed values."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

from pydantic import ValidationError

from askonce.actions import Action
from askonce.actions.action_sentence import tidy
from askonce.actions.builtin import built_in
from askonce.errors import ConfigError
from askonce.lazy import dataclass, regex
from askonce.recordings.recording import Anchor, RecordedStep, Recording, RecordingFile
from askonce.recordings.slots import slots_in
from askonce.screens.expectation import Expectation
from askonce.values import SLOT_NAME

SLOT = regex(rf"(?<!\{{)\{{({SLOT_NAME})\}}(?!\}})")
_LAST_TAG = regex(r"/([a-z][\w-]*)(?:\[\d+\])?$")
FORM_TAGS = frozenset({"", "input", "textarea", "select"})
"""Elements with a value of their own, and those of which nothing is known; what others hold is rich text."""
_BRACES = regex(rf"\{{+(?P<name>{SLOT_NAME})\}}+")

_TAKEN = frozenset({
    "DISPLAY", "EDITOR", "HOME", "HOST", "HOSTNAME", "LANG", "LANGUAGE", "LOGNAME", "MAIL", "NAME", "PATH", "PWD",
    "SHELL", "TEMP", "TERM", "TMP", "TZ", "USER", "USERNAME",
})  # fmt: skip
"""Environment variables that the system sets, so a test cannot use them."""


@dataclass(frozen=True, slots=True)
class Export:
    """The text of the file, and remarks for the user: steps left out, values to pass."""

    text: str
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportValues:
    """The values that the steps use. Those that are not known come from the environment at run time."""

    names: tuple[str, ...]
    known: Mapping[str, str]

    @property
    def unknown(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if name not in self.known)


def in_order(recordings: Sequence[Recording]) -> tuple[list[Recording], list[str]]:
    """The recordings as one flow, and remarks on those left out. Of several for different values, the first is used."""
    if not recordings:
        raise ConfigError("there is no recording to export", remedy="run the instruction once with recordings on")
    taken: dict[tuple[str, str, str], Recording] = {}
    remarks: list[str] = []
    for recording in recordings:
        first = taken.setdefault((recording.instruction, recording.screen, recording.page), recording)
        if first is not recording:
            differing = ", ".join(f"{name}={value!r}" for name, value in recording.only.items()) or "other values"
            remarks.append(f"left out: {tidy(recording.instruction)!r} as recorded for {differing}")
    return [_with_escapes(recording) for recording in taken.values()], remarks


def _with_escapes(recording: Recording) -> Recording:
    """The recording with `{{name}}` for braces that are meant: in its texts all that is in braces is a name.

    A recording tells which are meant by `verbatim`, scripts and programs by doubling them.
    """
    steps = (RecordedStep.model_validate(_escaped(step.model_dump(), step.verbatim)) for step in recording.steps)
    return recording.model_copy(update={"steps": tuple(step.model_copy(update={"verbatim": ()}) for step in steps)})


def _escaped(value: Any, verbatim: Collection[str]) -> Any:
    match value:
        case str():
            return _BRACES.sub(lambda found: _doubled(found, verbatim), value)
        case dict():
            return {key: _escaped(item, verbatim) for key, item in cast("dict[str, Any]", value).items()}
        case list() | tuple():
            return [_escaped(item, verbatim) for item in cast("list[Any]", value)]
        case Expectation():
            return replace(value, text=_escaped(value.text, verbatim), value=_escaped(value.value, verbatim))
        case _:
            return value


def _doubled(braces: re.Match[str], verbatim: Collection[str]) -> str:
    is_slot = SLOT.fullmatch(braces.group()) and braces["name"] not in verbatim
    return braces.group() if is_slot else f"{{{braces.group()}}}"


def without_escapes(text: str) -> str:
    """A text that nothing is put into, as it is meant."""
    return _BRACES.sub(lambda found: found.group() if SLOT.fullmatch(found.group()) else found.group()[1:-1], text)


Part = TypeVar("Part")


def refuse_nothing(parts: list[Part], remarks: Sequence[str]) -> list[Part]:
    """What is exported, or an error where all of it was left out."""
    if not parts:
        why = "; ".join(remark for remark in remarks if remark.startswith("left out"))
        raise ConfigError(f"nothing of it can be written in this form ({why})", remedy="choose another form")
    return parts


def values_of(recordings: Sequence[Recording], passed: Mapping[str, str]) -> ExportValues:
    """The values that `recordings` use, in the order in which they are needed."""
    names: dict[str, None] = {}
    for recording in recordings:
        for step in recording.steps:
            names |= dict.fromkeys(sorted(slots_in([step])))
    held = {name: value for recording in recordings for name, value in recording.only.items()}
    return ExportValues(tuple(names), {name: value for name, value in (held | dict(passed)).items() if name in names})


def variable_for(name: str) -> str:
    """The environment variable for a value that is not in the recording."""
    variable = "".join(letter if f"a{letter}".isidentifier() else "_" for letter in name.upper())
    return f"TEST_{variable}" if variable in _TAKEN else variable


def start_of(first: Recording, url: str) -> str:
    """The URL at which a recording starts: its first page, unless `url` itself has a path."""
    names_page = bool(urlsplit(url).path.strip("/") or urlsplit(url).query)
    if names_page or not first.page.strip("/") or "*" in first.page:
        return url
    return url.rstrip("/") + first.page


def parts_of(text: str) -> Iterator[tuple[str, str]]:
    """Split a text at its slots: each piece with the name of the value after it, empty after the last."""
    end = 0
    for slot in SLOT.finditer(text):
        yield without_escapes(text[end : slot.start()]), slot[1]
        end = slot.end()
    yield without_escapes(text[end:]), ""


def read_action(step: RecordedStep) -> Action[Any] | None:
    """The step's action as declared; None for custom actions and for values that do not fit."""
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
    """The description of a target: the words it was found by, else its name."""
    words = step.params.get(field)
    if isinstance(words, str) and tidy(words):
        return tidy(words)
    anchor = step.anchors.get(field)
    if anchor is None:
        return field
    name = tidy(anchor.name or anchor.label)
    return f"the {anchor.role or 'element'}{f' {name!r}' if name else ''}"


def tag_of(anchor: Anchor | None) -> str:
    """The HTML tag of an element, as its exact path tells it; empty where nothing does."""
    found = _LAST_TAG.search(anchor.paths[-1]) if anchor and anchor.paths else None
    return found[1] if found else ""


def recordings_of(recorded: RecordingFile) -> list[Recording]:
    """The recordings of a file. A step without an anchor gets the sighting with the same words."""
    seen = {(sighting.screen, sighting.prompt): sighting.anchor for sighting in recorded.sightings}

    def known(step: RecordedStep, screen: str) -> RecordedStep:
        words = {name: value for name, value in step.params.items() if isinstance(value, str)}
        found = {name: seen[screen, value] for name, value in words.items() if (screen, value) in seen}
        return step.model_copy(update={"anchors": found | step.anchors}) if found else step

    return [
        recording.model_copy(update={"steps": tuple(known(step, recording.screen) for step in recording.steps)})
        for recording in recorded.recordings
    ]
