"""What is kept of an act or a single action that worked.

These are the values that stand in the files, so they are checked when they are read. Texts may hold `{name}` where
a passed value stood: the same recording serves for another value.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from askonce.screens.expectation import Expectation
from askonce.vision.patches import Patch


class RecordedModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Anchor(RecordedModel):
    """The evidence by which an element that was found once is found again. See `resolving` for how it is weighed."""

    role: str = ""
    name: str = ""
    attributes: dict[str, str] = {}
    """Those that a person chose and that will be the same next time: a test id, a name, a link's address."""
    label: str = ""
    """The text beside a field without a name."""
    row: tuple[str, ...] = ()
    """Texts in the same row, item or card that tell it from its like."""
    inside: tuple[str, ...] = ()
    """The named containers around it, the nearest first, such as `dialog "Delete?"`."""
    ordinal: int | None = None
    """Its place among its like, from 1; from -1 backwards when it was asked for as the last."""
    part: int | None = None
    """When the place counts rows or cards: which of its role it is inside of one, from 1."""
    like: int | None = None
    """How many there were of its like, where nothing but the place tells them apart."""
    around: tuple[str, ...] = ()
    """The roles around it, the nearest first: what its like have in common with it."""
    frame: str = ""
    paths: tuple[str, ...] = ()
    """Selectors from robust to exact; frames are joined by ` |>>| `."""
    patch: Patch | None = None
    """How it looked, where the screen knows no element there."""

    @property
    def is_counted(self) -> bool:
        """Whether it was asked for by its place, whatever stands there."""
        return self.ordinal is not None and self.like is None


class RecordedStep(RecordedModel):
    """One action that worked, what it was for, and what was to be seen afterwards."""

    intent: str = ""
    action: str
    params: dict[str, Any] = {}
    """The fields of the action; targets by their words."""
    anchors: dict[str, Anchor] = {}
    """By the name of the field that holds the target."""
    expects: tuple[Expectation, ...] = ()


class Recording(RecordedModel):
    """An instruction that was carried out, as steps that carry it out again."""

    instruction: str
    screen: str
    page: str = ""
    """Where it began: a path with `*` for what differs from visit to visit."""
    only: dict[str, str] = {}
    """Values that the steps do not name and yet depend on: it holds for these alone."""
    steps: tuple[RecordedStep, ...] = Field(min_length=1)

    @property
    def key(self) -> tuple[object, ...]:
        return ("act", self.instruction, self.screen, self.page, tuple(sorted(self.only.items())))


class RecordedTarget(RecordedModel):
    """A target that was found once by its words, without a plan."""

    prompt: str
    screen: str
    page: str = ""
    anchor: Anchor

    @property
    def key(self) -> tuple[object, ...]:
        return ("target", self.prompt, self.screen, self.page)


class RecordingFile(RecordedModel):
    """All that is kept under one id: one file."""

    recordings: tuple[Recording, ...] = ()
    sightings: tuple[RecordedTarget, ...] = ()

    def with_entries(self, *entries: Recording | RecordedTarget) -> RecordingFile:
        """The same with `entries`; each replaces the one with the same key, if there is one."""
        recordings = {one.key: one for one in self.recordings}
        sightings = {one.key: one for one in self.sightings}
        for entry in entries:
            match entry:
                case Recording():
                    recordings[entry.key] = entry
                case RecordedTarget():
                    sightings[entry.key] = entry
        return RecordingFile(recordings=tuple(recordings.values()), sightings=tuple(sightings.values()))

    def limited_to(self, keys: AbstractSet[tuple[object, ...]]) -> RecordingFile:
        """The same with the entries of these keys only."""
        return RecordingFile(
            recordings=tuple(one for one in self.recordings if one.key in keys),
            sightings=tuple(one for one in self.sightings if one.key in keys),
        )
