"""One element of a picture, as it is told from what was detected and read there.

All boxes are in pixels of the picture.
"""

from __future__ import annotations

from dataclasses import field
from typing import Protocol

from askonce.geometry import Box
from askonce.lazy import dataclass


class Detected(Protocol):
    """What a detector says of one element."""

    @property
    def box(self) -> Box: ...
    @property
    def role(self) -> str: ...
    @property
    def confidence(self) -> float: ...
    @property
    def checked(self) -> bool | None: ...


@dataclass(frozen=True, slots=True)
class FittedDetection:
    """What a detector says of one element, held against how it is drawn."""

    box: Box
    role: str
    confidence: float
    checked: bool | None
    is_told: bool = False
    """Whether its kind is told by its look, and is another one than the detector says."""


@dataclass(frozen=True, slots=True)
class SeenElement:
    """One element of a picture: what the detector took for a control, or a text outside of controls."""

    role: str
    box: Box
    name: str = ""
    text: str = ""
    value: str | None = None
    placeholder: str = ""
    sign: str = ""
    """What OCR read in an icon: its name where nobody knows what the icon stands for."""
    is_checked: bool = False
    is_unclear: bool = False
    """Whether it cannot be told if it is ticked: the detector does not know, or its inside does not look so."""
    is_framed: bool = False
    """Whether a text has a frame around it: it may be a button that the detector missed."""
    is_large: bool = False
    """Whether a text is written larger than most, as titles are."""
    is_below_label: bool = False
    """Whether the name of a field stands right above it."""
    is_bar: bool = False
    """Whether it is wide and its words stand at its beginning, as on the head of a section."""
    is_drawn: bool = False
    """Whether a field has an edge all around."""
    is_doubtful: bool = False
    """Whether it may be a field and is not known as one: a button whose words do not stand in its middle, a panel
    with nothing in it that is as high as the fields are."""
    is_actionable: bool = False
    behind: str = ""
    """Whether it lies behind a dialog: `surely`, `perhaps`, or not."""
    sure: float = 1.0
    """How sure it is that the words are right, from 0 to 1."""
    inside: tuple[SeenElement, ...] = field(default_factory=tuple)
