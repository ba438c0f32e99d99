"""Looking twice: first for the section that holds the element, then for the element in an enlarged picture of it."""

from __future__ import annotations

import io
from dataclasses import replace

from askonce.actions import Found, Target
from askonce.geometry import Box, Frame, Size
from askonce.locate.finder import NotAsked, Passed
from askonce.locate.model_finder import cannot_see, settled
from askonce.locate.position_question import ask_where
from askonce.models import Image, Model
from askonce.screens import Shot
from askonce.screens.eyes import Eyes

MARGIN = 100.0
"""How much is seen around a section on each side, in pixels of the picture."""
LEAST_AREA = 160_000.0
"""How many pixels of the picture are looked at, at the least."""
LEAST_ENLARGED, MOST_ENLARGED = 2, 4
MOST_SIDE = 1_600
"""How many pixels a side an enlarged picture has at the most, unless twice as large needs more: models see no more."""


class DeepFinder:
    """For targets that ask for it. A place that the planner named serves as the section and saves a question."""

    name = "deep"

    def __init__(self, model: Model) -> None:
        self._model = model

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed:
        if not target.deep:
            return NotAsked("no deeper look was asked for")
        blind = cannot_see(self._model, target)
        if blind:
            return blind
        shot, tree = await eyes.shot(), await eyes.tree()
        if shot.withheld:
            return Passed(shot.withheld)
        whole = Image(shot.image, shot.media_type, shot.frame)
        section = target.planned or await ask_where(self._model, "section", target, whole)
        if isinstance(section, Passed):
            return section
        enlarged = enlarge(shot, section)
        answer = await settled(await ask_where(self._model, "locate", target, enlarged), tree, eyes, self.name)
        return answer if isinstance(answer, Passed) else replace(answer, area=enlarged.frame.region)


def enlarge(shot: Shot, section: Box) -> Image:
    """A picture of the section (in screen units) and what surrounds it, two to four times as large."""
    from PIL import Image as Picture

    around = shot.frame.box_to_image(section).widened(
        MARGIN, least_area=LEAST_AREA, within=Box.of_size(shot.frame.image)
    )
    left, top, right, bottom = (round(edge) for edge in (around.left, around.top, around.right, around.bottom))
    width, height = right - left, bottom - top
    enlarged = min(max(MOST_SIDE // max(width, height), LEAST_ENLARGED), MOST_ENLARGED)
    size = Size(width * enlarged, height * enlarged)
    with Picture.open(io.BytesIO(shot.image)) as opened:
        cut = opened.convert("RGB").crop((left, top, right, bottom))
        cut = cut.resize((size.width, size.height))  # pyright: ignore[reportUnknownMemberType]
    out = io.BytesIO()
    cut.save(out, "PNG")
    region = shot.frame.box_to_screen(Box.of_edges(left, top, right, bottom))
    return Image(out.getvalue(), "image/png", Frame(region, size))
