"""What a plain statement claims and what a plain demand asks for, once they are read."""

from __future__ import annotations

from typing import Literal

from askonce.insight.exact.statement_words import CountComparison, Part
from askonce.lazy import dataclass
from askonce.screens.ui_tree import State


@dataclass(frozen=True, slots=True)
class Subject:
    """What is spoken of. A `quote` may be a text or the name of a thing; a `thing` without a name is the only one of
    its kind; an `entry` is a thing of a kind that only the application knows, such as a product."""

    what: Literal["text", "quote", "thing", "entry", "title", "address", "page"]
    name: str = ""
    kind: str = ""
    quoted: bool = True
    definite: bool = False
    """Whether "the" was said: then one thing is meant, not any."""
    word: str = ""
    """The very words for a title or an address: some of them are plainer than others."""

    def __str__(self) -> str:
        if self.what == "quote":
            return f"“{self.name}”"
        return f"the {self.kind or self.what}" + (f" “{self.name}”" if self.name else "")


@dataclass(frozen=True, slots=True)
class ShownClaim:
    """It can be seen, or with `anywhere` at least be scrolled to."""

    subject: Subject
    holds: bool
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class StateClaim:
    subject: Subject
    state: State
    holds: bool


@dataclass(frozen=True, slots=True)
class TextClaim:
    """A field holds, or the title or the address is or contains, this text."""

    subject: Subject
    how: Literal["is", "contains", "starts", "ends", "empty"]
    text: str
    holds: bool


@dataclass(frozen=True, slots=True)
class CountedGroup:
    """Things that can be counted: rows of a table, items of a list, all things of a kind, or those of a name."""

    part: Part | None = None
    container: Subject | None = None
    kind: str = ""
    name: str = ""

    def __str__(self) -> str:
        called = f" called “{self.name}”" if self.name else ""
        return str(self.part) if self.part else f"elements of the kind {self.kind}{called}"

    @property
    def is_whole_kind(self) -> bool:
        """Whether all things of a kind are meant, whatever they are called."""
        return self.part is None and not self.name


@dataclass(frozen=True, slots=True)
class CountClaim:
    group: CountedGroup
    comparison: CountComparison
    number: int
    holds: bool = True
    in_view: bool = False


@dataclass(frozen=True, slots=True)
class Badge:
    """The number on the only element that bears a name and a number, as on "Basket 2"."""

    owner: str
    of_things: bool = False
    """Whether the things in it were asked for: where the page is about it, it may show others than its number says."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table: in the row of `owner`, in the column that is called one of `columns`."""

    owner: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CellClaim:
    cell: Cell
    value: str
    holds: bool = True


@dataclass(frozen=True, slots=True)
class ChoiceClaim:
    """What is chosen or entered under a label."""

    label: str
    value: str
    holds: bool = True
    chosen: bool = False
    """Whether it was said to be chosen: then nothing that is typed counts."""


@dataclass(frozen=True, slots=True)
class DoneClaim:
    """The entry of this name is ticked off."""

    name: str
    holds: bool = True


@dataclass(frozen=True, slots=True)
class BadgeClaim:
    """The number on something, such as the counter of the basket."""

    badge: Badge
    number: int
    holds: bool = True


@dataclass(frozen=True, slots=True)
class AnyClaim:
    """Ways to read one sentence: the screen has to tell which one was meant."""

    readings: tuple[Claim, ...]


Claim = ShownClaim | StateClaim | TextClaim | CountClaim | CellClaim | ChoiceClaim | DoneClaim | BadgeClaim | AnyClaim


@dataclass(frozen=True, slots=True)
class CountingText:
    """A text that counts things, such as "3 items left"."""

    noun: tuple[str, ...]
    rest: tuple[str, ...] = ()
    of_table: bool = False
    """Whether the rows of the only table are what is counted."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What is asked for: a text or a value of a subject, its options, a number of things, or whether claims hold."""

    what: Literal[
        "title", "address", "value", "text", "options", "count", "truth", "cell", "choice", "column", "counter", "badge"
    ]
    subject: Subject | None = None
    group: CountedGroup | None = None
    claims: tuple[Claim, ...] = ()
    cells: tuple[Cell, ...] = ()
    """The cells that may be meant; for a column, one whose owner is what the table lists."""
    label: str = ""
    counter: CountingText | None = None
    badge: Badge | None = None
