"""Images for the trials of vision and locating."""

from __future__ import annotations

import io
from random import Random

from askonce.cli.verify.family_fit import hits
from askonce.geometry import Box, Frame, Size
from askonce.lazy import dataclass
from askonce.models import Image
from askonce.models.families import FAMILIES, Family
from askonce.models.families.image_preparation import fitting_size
from askonce.screens.fake import Button
from askonce.screens.fake.widgets import draw

LABELS = ("Anchor", "Basket", "Candle", "Dragon", "Engine", "Feather", "Guitar", "Hammer", "Island", "Jacket")
SCREENS = (Size(1280, 800), Size(390, 844))
"""A desktop and a phone; a third image is larger than the family allows."""
LARGE = Size(1280, 720)
BUTTON = Size(104, 40)
COUNT = 6
"""The number of buttons in one image."""


@dataclass(frozen=True, slots=True)
class TrialScreen:
    """A screen of labelled buttons, the first of which is to be found, and the size of its image."""

    buttons: tuple[Button, ...]
    frame: Frame

    @property
    def label(self) -> str:
        return self.buttons[0].label

    @property
    def box(self) -> Box:
        """The box of that button, in screen units."""
        return self.buttons[0].box

    def picture(self) -> Image:
        return Image(draw(self.buttons, self.frame), "image/png", self.frame)


def draw_words(words: str) -> Image:
    """An image with large dark text on white."""
    from PIL import Image as Picture
    from PIL import ImageDraw, ImageFont

    size = Size(640, 240)
    picture = Picture.new("RGB", (size.width, size.height), "white")
    at = (size.width / 2, size.height / 2)
    ImageDraw.Draw(picture).text(at, words, fill="#102040", font=ImageFont.load_default(72), anchor="mm")
    out = io.BytesIO()
    picture.save(out, "PNG")
    return Image(out.getvalue(), "image/png", Frame.whole(size, size))


def plan_screens(family: Family, random: Random) -> list[TrialScreen]:
    """A desktop, a phone, and a screen so large that the family scales its image down."""
    screens = [*((screen, 1.0) for screen in SCREENS), (LARGE, scale_beyond(family))]
    sought = random.sample(LABELS, len(screens))
    return [_plan_screen(*screen, label, random) for screen, label in zip(screens, sought, strict=True)]


def scale_beyond(family: Family) -> float:
    """The scale at which the large screen exceeds the family's limits; 2 when it has none."""
    scale = 2.0
    while family.image.longest or family.image.pixels:
        size = LARGE.scaled(scale)
        if fitting_size(size, family.image.longest, family.image.pixels) != size:
            break
        scale += 0.25
    return scale


def tells_apart(box: Box, size: Size) -> bool:
    """Whether a right answer for this box is wrong when another family reads it.

    In some places two notations agree, such as x before y and y before x on the diagonal.
    """
    ways = [FAMILIES[name] for name in ("generic", "gemini", "gpt-5", "kimi")]
    return not any(
        hits(reader, {"bbox": writer.write_box(box, size)}, size, box)
        for writer in ways
        for reader in ways
        if (reader.order, reader.scale) != (writer.order, writer.scale)
        and not (reader.scale == "unit-or-pixels" and writer.scale == "pixels")
    )


def _plan_screen(screen: Size, scale: float, label: str, random: Random) -> TrialScreen:
    frame = Frame.whole(screen, screen.scaled(scale))
    while True:
        places = _places(screen, random)
        if tells_apart(frame.box_to_image(places[0]), frame.image):
            break
    others = random.sample([other for other in LABELS if other != label], len(places) - 1)
    return TrialScreen(
        tuple(Button(words, place) for words, place in zip((label, *others), places, strict=True)), frame
    )


def _places(screen: Size, random: Random) -> list[Box]:
    """Random boxes that do not touch: each in its own cell of a grid."""
    across, down = screen.width // (BUTTON.width + 20), screen.height // (BUTTON.height + 20)
    width, height = screen.width / across, screen.height / down
    fields = random.sample([(column, row) for column in range(across) for row in range(down)], COUNT)
    return [
        Box(
            round(column * width + random.uniform(2, width - BUTTON.width - 2)),
            round(row * height + random.uniform(2, height - BUTTON.height - 2)),
            BUTTON.width,
            BUTTON.height,
        )
        for column, row in fields
    ]
