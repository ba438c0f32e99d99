"""What is recorded of an act or a single action that worked.

These are the contents of the files, so they are validated when they are read. Texts contain `{name}` in place of a
passed value, so that a recording works for other values too.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from hashlib import sha256
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from askonce.recordings.sent_forms import FormFate
from askonce.screens.expectation import Expectation
from askonce.values import Instruction
from askonce.vision.patches import Patch

_MOST_SCREENS = 4


class RecordedModel(BaseModel):
    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)


class Anchor(RecordedModel):
    """The evidence by which an element is found again. `anchor_resolver` decides how it is used."""

    role: str = ""
    name: str = ""
    attributes: dict[str, str] = {}
    """Attributes that a person chose and that will be the same next time: a test id, a name, a link's address."""
    label: str = ""
    """The text beside a field without a name."""
    text: str = ""
    """What a person reads on it, or beside a field, where that is not its name."""
    row: tuple[str, ...] = ()
    """Texts in the same row, item or card that the instruction mentions, or that similar elements do not have."""
    columns: tuple[str, ...] = ()
    """Where each text of `row` is: the header of its column, `heading`, or its position among the texts, from 1."""
    inside: tuple[str, ...] = ()
    """The named containers around it, the nearest first, such as `dialog "Delete?"`."""
    under: tuple[str, ...] = ()
    """Headings over it, and the header of its column, that the instruction mentions or similar elements do not have."""
    captions: tuple[str, ...] = ()
    """The texts right before it, the nearest first; the empty ones do not matter."""
    heading: str = ""
    """The heading over it, where nobody mentions that. If it changes, an attribute must confirm the element."""
    region: str = ""
    """The nearest named container around it, where nobody mentions that. If it is another one, `beside` must tell that
    it was only renamed."""
    beside: tuple[str, ...] = ()
    """What else is in `region`, as `button "Share"`."""
    ordinal: int | None = None
    """Its position among similar elements, from 1; from -1 backwards when it was asked for as the last."""
    part: int | None = None
    """When `ordinal` counts rows or cards: its position among elements of its role inside the row, from 1."""
    like: int | None = None
    """How many similar elements there were, if only the position distinguishes them."""
    around: tuple[str, ...] = ()
    """The roles around it, the nearest first. Similar elements share them."""
    frame: str = ""
    paths: tuple[str, ...] = ()
    """Selectors from robust to exact; frames are joined by ` |>>| `."""
    patch: Patch | None = None
    """Its picture: of an element without a name, or of a place where the screen has no element."""

    @property
    def is_counted(self) -> bool:
        """Whether it was asked for by its position, whatever is there."""
        return self.ordinal is not None and self.like is None


class SameValues(RecordedModel):
    """What was seen too, but may come from the values of that time: it is expected only where they are the same."""

    values: dict[str, str] = {}
    """The values that had been used, by name, as `of` writes them."""
    expects: tuple[Expectation, ...] = Field(min_length=1)

    @staticmethod
    def of(names: Iterable[str], instruction: Instruction) -> dict[str, str]:
        """Values in a form that can be compared and tells nothing else; no secrets."""
        known = {name: instruction.values.get(name) for name in sorted(names)}
        return {
            name: sha256(f"{name}={value}".encode()).hexdigest()[:12]
            for name, value in known.items()
            if isinstance(value, str)
        }

    def fit(self, instruction: Instruction) -> bool:
        return self.values == self.of(self.values, instruction)


class EndPage(RecordedModel):
    """What the page showed on which an act ended. `recordings.end_page` compares it."""

    shows: tuple[str, ...] = ()
    """Texts of that page alone, such as its headings and the names of its controls."""
    around: tuple[str, ...] = ()
    """Texts that other pages of the site have too."""
    password: bool = False
    """Whether it asked for a password: another time, that would be a form to sign in."""


class RecordedStep(RecordedModel):
    """One action that worked, its intent, and what was expected afterwards."""

    intent: str = ""
    action: str
    params: dict[str, Any] = {}
    """The fields of the action; targets by their descriptions."""
    anchors: dict[str, Anchor] = {}
    """By the name of the field with the target."""
    focus: Anchor | None = None
    """What had the focus, where it types or presses keys without naming an element: nothing else gets them."""
    needs: tuple[Expectation, ...] = ()
    """What has to be seen before it is done: values that no step names, such as whose conversation is open."""
    expects: tuple[Expectation, ...] = ()
    same_values: SameValues | None = None
    dialog: str = ""
    """The browser dialog that was open, as `confirm "Delete it?"`: only that one is answered again."""
    changes: bool = False
    """Whether the screen changed, where nothing of that will be the same next time: then it must change again."""
    rewritten: bool = False
    """Whether the field that it filled held something else before a later step: then it need not hold it that long."""
    leaves: bool = False
    """Whether the row or dialog of its element was gone at the end: then it must go again."""
    form: FormFate = ""
    """What became of the form that it sent: one that was gone or emptied must not be there again as it was."""
    error: bool = False
    """Whether the page came with an HTTP error, or any failure may be told: then that is no deviation."""
    confirmed: bool = False
    """Whether the page that came said that it worked: then one that says nothing of the kind is a deviation."""
    failures: tuple[str, ...] = ()
    """What was told afterwards that reads like a failure, as "Check your inbox" does: that is no deviation either."""
    end: EndPage | None = None
    """What the page showed after it, where it is the last step: one that shows nothing of that is a deviation."""
    verbatim: tuple[str, ...] = ()
    """Names whose braces are part of the texts of this step, as in a template that was typed: no value goes there."""

    def filled_by(self, instruction: Instruction) -> Instruction:
        """The instruction with the values that go into this step."""
        values = instruction.values
        if values.keys().isdisjoint(self.verbatim):
            return instruction
        kept = {name: value for name, value in values.items() if name not in self.verbatim}
        return Instruction(instruction.text, kept, instruction.images)

    def row_names(self, instruction: Instruction) -> tuple[str, ...]:
        """The texts by which the rows of its elements are known, filled with the values of `instruction`."""
        return tuple(instruction.fill(text, secrets=True) for anchor in self.anchors.values() for text in anchor.row)

    def expected_for(self, instruction: Instruction) -> tuple[Expectation, ...]:
        """What is expected afterwards with the values of `instruction`; slots are open."""
        also = self.same_values.expects if self.same_values and self.same_values.fit(instruction) else ()
        return (*self.expects, *also)


def is_same_step(made: RecordedStep, recorded: RecordedStep) -> bool:
    """Whether a step is the recorded one: the same action with the same input, on the same element."""

    def identity(step: RecordedStep) -> tuple[object, ...]:
        given = {name: value for name, value in step.params.items() if name not in step.anchors}
        anchors = {
            name: anchor.model_copy(update={"paths": (), "patch": None})
            for name, anchor in {**step.anchors, "focus": step.focus}.items()
            if anchor
        }
        return step.action, given, anchors, step.dialog

    is_known = all(anchor.role for anchor in made.anchors.values())
    return is_known and identity(made) == identity(recorded)


class Recording(RecordedModel):
    """An instruction that was carried out, as steps that can be replayed."""

    instruction: str
    screen: str
    page: str = ""
    """The page where it started: a path with `*` for what differs from visit to visit."""
    only: dict[str, str] = {}
    """Values that the steps depend on without naming them. The recording applies only to these."""
    images: dict[str, str] = {}
    """The pictures that the instruction referred to, by name, as digests. The recording applies only to these."""
    steps: tuple[RecordedStep, ...] = Field(min_length=1)

    @property
    def key(self) -> tuple[object, ...]:
        held = (tuple(sorted(self.only.items())), tuple(sorted(self.images.items())))
        return ("act", self.instruction, self.screen, self.page, *held)


class RecordedTarget(RecordedModel):
    """A target that was found by its description, without a plan."""

    prompt: str
    screen: str
    page: str = ""
    images: dict[str, str] = {}
    """The pictures that the description referred to, by name, as digests."""
    anchor: Anchor

    @property
    def key(self) -> tuple[object, ...]:
        return ("target", self.prompt, self.screen, self.page, tuple(sorted(self.images.items())))


class NothingToDo(RecordedModel):
    """An instruction for which nothing had to be done, and the screens on which that was so."""

    instruction: str
    screen: str
    page: str = ""
    seen: tuple[str, ...] = Field(min_length=1)
    """The last few screens, as `screen_digest` gives them."""

    @property
    def key(self) -> tuple[object, ...]:
        return ("nothing", self.instruction, self.screen, self.page)

    def after(self, earlier: NothingToDo | None) -> NothingToDo:
        """The same with the screens of an earlier entry."""
        screens = dict.fromkeys((*(earlier.seen if earlier else ()), *self.seen))
        return self.model_copy(update={"seen": tuple(screens)[-_MOST_SCREENS:]})


class ValueSource(RecordedModel):
    """Where a value stood that was read. `askonce.insight.value_sources` reads it there again, or says nothing."""

    kind: Literal["label", "column", "words", "field", "price", "entries"]
    """By the text before it, the header of its column, the words around it in its element, the name of its field, its
    currency, or as a number of entries."""
    label: str = ""
    """The text before it, the header, the name of the field, or the container of the entries, as `list "Contacts"`."""
    before: str = ""
    after: str = ""
    """What stands around it in its element, such as `contacts` after the number in "3 contacts"."""
    decimals: int | None = None
    """How many digits stand after the point of a number; None for a text."""
    digits: bool = False
    """Whether a text has digits: then it always has."""
    follows: str = ""
    """The text after it, where a label stands before it: without the value the label would have that beside it."""
    item: str = ""
    """The text by which its row or card is known: a passed value."""
    headings: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    entry: str = ""
    """The role of the entries that were counted."""
    echoes: int = 0
    """How many elements besides speak of it. Where there are more or fewer, another one may be meant."""


class Reading(RecordedModel):
    """What a step read off the screen and where that stood, so that it is read again without a model."""

    instruction: str
    screen: str
    page: str = ""
    """The page on which it was read."""
    after_steps: bool = False
    """Whether the recorded steps of the instruction lead there."""
    only: dict[str, str] = {}
    """Values that were passed and stand nowhere beside what was read. The reading applies only to these."""
    controls: tuple[str, ...] = ()
    """What was entered, ticked and chosen on the page: with another filter the same words mean something else."""
    values: dict[str, ValueSource] = Field(min_length=1)
    """By the variable."""

    @property
    def key(self) -> tuple[object, ...]:
        only = tuple(sorted(self.only.items()))
        return ("reading", self.instruction, self.screen, self.page, self.after_steps, only)


Entry = Recording | RecordedTarget | NothingToDo | Reading


class RecordingFile(RecordedModel):
    """Everything recorded under one id: one file."""

    recordings: tuple[Recording, ...] = ()
    sightings: tuple[RecordedTarget, ...] = ()
    nothing_to_do: tuple[NothingToDo, ...] = ()
    readings: tuple[Reading, ...] = ()

    def with_entries(self, *entries: Entry) -> RecordingFile:
        """A copy with `entries`; each replaces the entry with the same key, if any."""
        recordings = {recording.key: recording for recording in self.recordings}
        sightings = {sighting.key: sighting for sighting in self.sightings}
        nothing_to_do = {needless.key: needless for needless in self.nothing_to_do}
        readings = {reading.key: reading for reading in self.readings}
        for entry in entries:
            match entry:
                case Recording():
                    recordings[entry.key] = entry
                case RecordedTarget():
                    sightings[entry.key] = entry
                case NothingToDo():
                    nothing_to_do[entry.key] = entry.after(nothing_to_do.get(entry.key))
                case Reading():
                    readings[entry.key] = entry
        return RecordingFile(
            recordings=tuple(recordings.values()),
            sightings=tuple(sightings.values()),
            nothing_to_do=tuple(nothing_to_do.values()),
            readings=tuple(readings.values()),
        )

    @property
    def size(self) -> int:
        """How many entries there are."""
        return len(self.recordings) + len(self.sightings) + len(self.nothing_to_do) + len(self.readings)

    def without_needless(self, instructions: AbstractSet[str], keys: AbstractSet[tuple[object, ...]]) -> RecordingFile:
        """A copy that does not know when nothing had to be done for these instructions, except by these keys."""
        kept = tuple(
            needless
            for needless in self.nothing_to_do
            if needless.instruction not in instructions or needless.key in keys
        )
        return self.model_copy(update={"nothing_to_do": kept})

    def limited_to(self, keys: AbstractSet[tuple[object, ...]]) -> RecordingFile:
        """A copy with only the entries of these keys."""
        return RecordingFile(
            recordings=tuple(recording for recording in self.recordings if recording.key in keys),
            sightings=tuple(sighting for sighting in self.sightings if sighting.key in keys),
            nothing_to_do=tuple(needless for needless in self.nothing_to_do if needless.key in keys),
            readings=tuple(reading for reading in self.readings if reading.key in keys),
        )
