"""The facts about a model family, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import Any, Literal

from askonce.config import Seeing
from askonce.geometry import Box, Size
from askonce.lazy import dataclass
from askonce.models.families.coordinates import Order, Repair, Scale, Shape, Writing, read_position, write_position
from askonce.models.families.image_preparation import fitting_size, media_type_after, redraw
from askonce.models.families.thinking_fields import Body, Thinking, says_nothing
from askonce.models.messages import Image

Dialect = Literal["tags", "ui-tars", "auto-glm"]


def _nothing() -> Mapping[Any, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ImageRules:
    """The requirements for pictures that are sent."""

    multiple: int = 1
    """Pad at the right and at the bottom to multiples of this."""
    longest: int | None = None
    """Scale down until neither side is longer."""
    pixels: int | None = None
    """Scale down until there are no more pixels than this."""
    detail: str = ""
    """The `detail` to request when the reply should contain positions."""


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """The facts about a family of models.

    `shape`, `order` and `scale` say how a position is written, `sees` what a planner of this family sees of the screen
    by default, `images` how many screenshots stay in the history, `rounds` the round limit of an act. `extras` is added
    to every request, `thinking` says what the reasoning setting adds.
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
    thinking: Thinking = says_nothing
    temperature: bool = True
    """Whether requests may set a temperature."""
    repair: Repair | None = None
    knows_places: bool = False
    """Whether it knows the positions of elements in screen units, and so needs no picture to write positions."""

    def prepare(self, image: Image) -> Image:
        """The picture as it is sent, with its frame.

        The frame covers only the part that shows the screen: padding at the right and at the bottom is not part of
        `frame.image`, and `read_box` knows its size. A picture that needs no change is returned as it is, without
        decoding.
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
        """Read the box in a reply, in pixels of a picture of size `image` (the `frame.image` of what was sent).

        `right` and `bottom` are the last pixels inside, so the box of a single pixel has no width. Accepts a list, a
        list in a list, strings of numbers, and objects with one of the usual keys. Everything else raises an
        `UnreadableReply`.
        """
        return read_position(raw, image, self._writing)

    def write_box(self, box: Box, image: Size) -> list[float]:
        """How a model of this family writes `box`: the inverse of `read_box`."""
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
        """The unit of the numbers of a position, for the prompt."""
        match self.scale:
            case 1000:
                return "integers from 0 to 1000 across and down the picture, from its top left corner"
            case "pixels":
                return "pixels of the picture, from its top left corner"
            case "unit-or-pixels":
                return "decimals from 0 to 1 across and down the picture, from its top left corner"

    def body(self, reasoning: str = "auto", budget: int | None = None) -> Body:
        """The extra fields of this family's requests."""
        return {**self.extras, **self.thinking(reasoning, budget)}

    @property
    def _writing(self) -> Writing:
        return Writing(self.shape, self.order, self.scale, self.image.multiple, self.repair)
