"""What is known about a model family. A family is a few lines of facts; what follows from them is here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from askonce.config import Reasoning, Seeing
from askonce.geometry import Box, Size
from askonce.models.families.coordinates import Order, Repair, Scale, Shape, Writing, read_position, write_position
from askonce.models.families.image_preparation import fitting_size, media_type_after, redraw
from askonce.models.messages import Image

Dialect = Literal["tags", "ui-tars", "auto-glm"]
Body = Mapping[str, Any]


def _nothing() -> Mapping[Any, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ImageRules:
    """How pictures have to be when they are sent."""

    multiple: int = 1
    """Pad at the right and at the bottom to multiples of this."""
    longest: int | None = None
    """Scale down until neither side is longer."""
    pixels: int | None = None
    """Scale down until there are no more pixels than this."""
    detail: str = ""
    """The `detail` to ask for where the reply is to hold positions."""


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """The facts about a family of models, and what the engine asks of them.

    `shape`, `order` and `scale` say how a position is written, `sees` how a planner of this family sees the screen
    when nobody says otherwise, `images` how many screenshots stay in the history, `rounds` the limit of an act.
    `extras` goes into every request, `reasoning` what each way of thinking adds to it.
    """

    name: str
    shape: Shape = "box"
    order: Order = "xy"
    scale: Scale = 1000
    key: str = "bbox"
    dialect: Dialect = "tags"
    rounds: int = 20
    images: int = 1
    sees: Seeing = "both"
    image: ImageRules = ImageRules()
    extras: Body = field(default_factory=_nothing)
    reasoning: Mapping[Reasoning, Body] = field(default_factory=_nothing)
    temperature: bool = True
    """Whether requests may set one."""
    repair: Repair | None = None
    knows_places: bool = False
    """Whether it knows the places of elements in screen units, and so writes positions without a picture."""

    def prepare(self, image: Image) -> Image:
        """The picture as it is to be sent, with its frame.

        The frame speaks of the part that shows the screen: padding added at the right and at the bottom moves
        nothing, so it is no part of `frame.image`, and `read_box` knows how far it reaches. A picture that is fine
        as it is comes back untouched and undecoded.
        """
        size = image.frame.image
        content = fitting_size(size, self.image.longest, self.image.pixels)
        canvas = self._writing.padded(content)
        if canvas == content == size:
            return image
        return replace(
            image,
            data=redraw(image.data, image.media_type, content, canvas),
            media_type=media_type_after(image.media_type),
            frame=image.frame.resized(content),
        )

    def read_box(self, raw: object, image: Size) -> Box:
        """The box a reply names, in pixels of a picture of size `image` (the `frame.image` of what was sent).

        `right` and `bottom` are the last pixels inside, so a single pixel is a box of no width. Accepts a list, a
        list in a list, strings of numbers, and objects with one of the usual keys; everything else is an
        `UnreadableReply`.
        """
        return read_position(raw, image, self._writing)

    def write_box(self, box: Box, image: Size) -> list[float]:
        """What a model of this family would write for `box`, where a box that was read would stand."""
        return write_position(box, image, self._writing)

    @property
    def position_form(self) -> str:
        """How a prompt tells the model to write a position."""
        match self.shape, self.order:
            case "box", "xy":
                numbers = "[x1, y1, x2, y2]"
            case "box", "yx":
                numbers = "[ymin, xmin, ymax, xmax]"
            case "point", "xy":
                numbers = "[x, y]"
            case "point", "yx":
                numbers = "[y, x]"
        return f'"{self.key}": {numbers}'

    @property
    def position_units(self) -> str:
        """What the numbers of a position count, for the prompt."""
        match self.scale:
            case 1000:
                return "integers from 0 to 1000 across and down the picture, from its top left corner"
            case "pixels":
                return "pixels of the picture, from its top left corner"
            case "unit-or-pixels":
                return "decimals from 0 to 1 across and down the picture, from its top left corner"

    def body(self, reasoning: Reasoning = "default") -> Body:
        """What this family's requests need beside the usual fields."""
        return {**self.extras, **self.reasoning.get(reasoning, {})}

    @property
    def _writing(self) -> Writing:
        return Writing(self.shape, self.order, self.scale, self.image.multiple, self.repair)
