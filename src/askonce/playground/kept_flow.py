"""What was kept of a sitting: asks that worked, in an order, as recordings that can be proved and exported."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, cast

from askonce.actions import Action
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.recorder.value_names import value_name
from askonce.recordings.exports import Export, export_pytest, export_stp, export_yaml
from askonce.recordings.exports.export_result import refuse_nothing
from askonce.recordings.exports.reading_steps import ReadingVerb, ScreenReading, reading_of
from askonce.recordings.exports.step_sentences import CHECK, action_sentence, checked_statement, expectation_in
from askonce.recordings.page_keys import page_of
from askonce.recordings.recording import Entry, RecordedStep, RecordedTarget, Recording, RecordingFile
from askonce.recordings.recording_writer import write_recordings
from askonce.values import Secret

KeptFormat = Literal["recording", "yaml", "pytest", "stp"]
Proof = Literal["unproven", "proven", "failed", "not tried"]
_EXPORTS: Mapping[str, Callable[..., Export]] = {"yaml": export_yaml, "pytest": export_pytest, "stp": export_stp}
_SAID_IN = {"query": "demand", "ask": "question", "check": "statement", "wait_for": "statement", "locate": "target"}
"""What only looks at the screen, and the field that says at what."""
_LOOKS = ("within", "whole_page", "scroll", "deep", "timeout")
"""The fields that say how."""
_PATIENCE, _LONGEST = 10, 600
"""Seconds that a check waits for what it says, and the most that a recorded one can."""
UNPROVEN = "not proven: nobody has run all of it from the start yet"


@dataclass(slots=True)
class KeptItem:
    """One thing that worked, as steps that can be done again."""

    number: int
    """That of the ask."""
    tool: str
    title: str
    recording: Recording
    values: Mapping[str, str | Secret]
    address: str
    """Where the screen was before it."""
    arguments: Mapping[str, Any]
    """Those of the ask: what only reads is asked again with them."""
    targets: Sequence[RecordedTarget] = ()
    """The elements that it found by their words."""
    answer: str = ""
    """What it said."""
    proof: Proof = "unproven"
    reason: str = ""

    @property
    def reading(self) -> ScreenReading | None:
        """What it reads, if it does nothing else."""
        return reading_of(self.recording.steps[0])

    def fields(self) -> dict[str, Any]:
        steps = [_sentence(step) for step in self.recording.steps]
        return {
            "ask": self.number,
            "tool": self.tool,
            "title": self.title,
            "steps": steps,
            "proof": self.proof,
            "reason": self.reason,
        }


class KeptFlow:
    """The kept items in their order. What changes the order makes all of them unproven: each begins where the one
    before it ends."""

    def __init__(self) -> None:
        self.items: list[KeptItem] = []

    @property
    def is_proven(self) -> bool:
        return bool(self.items) and all(item.proof == "proven" for item in self.items)

    def at(self, place: int) -> KeptItem:
        if not 0 <= place < len(self.items):
            kept = f"there are {len(self.items)}, counted from 0" if self.items else "nothing is kept yet"
            raise ConfigError(f"nothing is kept at {place}", remedy=kept)
        return self.items[place]

    def add(self, item: KeptItem) -> None:
        self.items.append(item)
        self._doubt()

    def move(self, place: int, to: int) -> None:
        item = self.at(place)
        self.at(to)
        if place != to:
            self.items.remove(item)
            self.items.insert(to, item)
            self._doubt()

    def rename(self, place: int, title: str) -> None:
        title = " ".join(title.split())
        if not title:
            raise ConfigError("a title needs words", remedy="say what is done, such as: Log in")
        self.at(place).title = title

    def remove(self, place: int) -> None:
        self.items.remove(self.at(place))
        self._doubt()

    def _doubt(self) -> None:
        for item in self.items:
            item.proof, item.reason = "unproven", ""

    # ---- what comes out

    def export(self, format: KeptFormat) -> Export:
        """All of it in another form, with a remark if it is not proven."""
        if not self.items:
            raise ConfigError("nothing is kept yet", remedy="keep something that worked first")
        made = self._recorded() if format == "recording" else self._exported(format)
        return made if self.is_proven else Export(made.text, (UNPROVEN, *made.remarks))

    def _recorded(self) -> Export:
        done = [item.recording for item in self.items if not item.reading]
        targets = [target for item in self.items for target in item.targets]
        remarks = [
            f"left out: {item.reading}, since a recording keeps what is done, and where it was done"
            for item in self.items
            if item.reading and not (item.targets and item.tool == "locate")
        ]
        file = RecordingFile().with_entries(*refuse_nothing([*done, *targets], remarks))
        if len(file.recordings) < len(done):
            remarks.append("what was kept more than once is in it once: it is asked for by its words")
        return Export(write_recordings(file), tuple(remarks))

    def _exported(self, format: KeptFormat) -> Export:
        titles: dict[str, int] = {}
        recordings: list[Recording] = []
        for item in self.items:
            count = titles[item.title] = titles.get(item.title, 0) + 1
            title = item.title if count == 1 else f"{item.title} ({count})"
            recordings.append(item.recording.model_copy(update={"instruction": title}))
        first = self.items[0].address
        plain = {
            name: value for item in self.items for name, value in item.values.items() if not isinstance(value, Secret)
        }
        url = first if first.startswith(("http://", "https://", "file://")) else ""
        return _EXPORTS[format](recordings, url=url, values=plain)


def _sentence(step: RecordedStep) -> str:
    reading = reading_of(step)
    return str(reading) if reading else checked_statement(step) or action_sentence(step)


def recording_of(
    tool: str,
    arguments: Mapping[str, Any],
    entries: Sequence[Entry],
    action: type[Action[Any]] | None,
    *,
    screen: str,
    address: str,
    why: str = "",
    taken: Collection[str] = (),
) -> Recording:
    """What was recorded of an ask that worked: of an instruction or an action; what only looks is one step.

    `why` says why something else was done than to replay it, or why it is not recorded; `taken` are names of values.
    """
    if tool in _SAID_IN:
        step = _looking_step(tool, arguments, entries, taken)
        return Recording(instruction=step.intent, screen=screen, page=page_of(address), steps=(step,))
    recorded = [entry for entry in entries if isinstance(entry, Recording)]
    if recorded and (tool == "act" or action):
        return recorded[-1]
    if action and not action.target_fields():
        params = {name: value for name, value in arguments.items() if name in action.model_fields}
        step = RecordedStep(action=action.title(), params=params)
        return Recording(instruction=action_sentence(step), screen=screen, page=page_of(address), steps=(step,))
    if tool == "act" or action:
        raise ConfigError(
            f"nothing of this is recorded, so it cannot be done again without a model{f' ({why})' if why else ''}",
            remedy="ask for it in words that say what to do, on a page where something is left to do",
        )
    raise ConfigError(
        f"{tool} is not a step of a flow",
        remedy=f"keep what does something, reads or checks: act, {', '.join(_SAID_IN)} or a single action",
    )


def _looking_step(
    tool: str, arguments: Mapping[str, Any], entries: Sequence[Entry], taken: Collection[str]
) -> RecordedStep:
    """The step of an ask that does nothing. A statement about the page is one that recordings have."""
    words: Any = arguments[_SAID_IN[tool]]
    options = {name: arguments[name] for name in _LOOKS if arguments.get(name)}
    if tool in {"check", "wait_for"} and options.keys() <= {"timeout"} and options.get("timeout", 0) <= _LONGEST:
        statement = " ".join(str(words).split())
        expected = expectation_in(statement)
        wait = {"seconds": options.get("timeout") or _PATIENCE, "until": statement}
        intent = f"{CHECK if tool == 'check' else 'Wait until '}{statement}"
        return RecordedStep(intent=intent, action="Wait", params=wait, expects=(expected,) if expected else ())
    if tool == "locate" and re.fullmatch(r"\s*\[?\d+\]?\s*", words):
        raise ConfigError(f"the number {words} names another element later", remedy="locate it by words")
    targets = [entry for entry in entries if isinstance(entry, RecordedTarget)]
    reading = ScreenReading(
        cast("ReadingVerb", tool), words, "", options, targets[-1].anchor if targets and tool == "locate" else None
    )
    name = value_name(reading.said, taken) if tool in {"query", "ask", "locate"} else ""
    return replace(reading, name=name).as_step()
