"""Keeps how an element looked, and finds it again.

Two pictures match if their most different spot does: with a mean, "Item 3" and "Item 8" would be the same. What differs
between renderings (edges of letters, half a pixel, another scale) is blurred first.
"""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from askonce.errors import ConfigError
from askonce.geometry import Box, Frame, Point, Size
from askonce.screens.screen_protocol import Shot
from askonce.vision.template_search import can_search, search

if TYPE_CHECKING:
    from PIL import Image

_MOST_PIXELS = 10_000
_LEAST_SIDE = 6
_LEAST_CONTRAST = 24
_COLOURS = 32
_EXACT = 0.01
_SAME = 0.13
_RIVAL = 0.1
_CLEARLY_OTHER = 0.45
_SAME_AROUND = 0.28
_MARGIN_ACROSS, _MARGIN_DOWN = 240, 90
_AROUND_SHADES = 8
_LEAST_SEEN = 0.6
_NEARBY = 6


class Patch(BaseModel):
    """A small picture of an element with its surroundings. Lengths are in screen units, pictures are PNG in base64."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)

    picture: str
    width: float
    height: float
    across: float
    """Where its centre was, as a fraction of the screen: 0 is the left edge, 1 the right one."""
    down: float
    around: str
    """The surroundings, in a few shades of grey. Not scaled down: rows may differ by a single letter."""
    before: float
    """How far the surroundings extend to the left of the element, and above it."""
    above: float
    alike: int | None = None
    """How many places looked the same, including this one; None if they were not counted."""


def cut_patch(shot: Shot, box: Box) -> Patch | None:
    """The element in `box` as a patch; None if it is too small, outside the picture, or too plain to be found again."""
    view = _PatchView.of(shot)
    place = view.snapped(box)
    if place is None:
        return None
    scale = min(1.0, math.sqrt(_MOST_PIXELS / place.area))
    written = _written(view.cut(place, Size(round(place.width), round(place.height)).scaled(scale)), _COLOURS)
    picture = _read(written)  # decoded again, so that cutting and finding use the same picture
    if _contrast(picture) < _LEAST_CONTRAST:
        return None
    region = shot.frame.region
    wide = Box(
        place.left - _MARGIN_ACROSS,
        place.top - _MARGIN_DOWN,
        place.width + 2 * _MARGIN_ACROSS,
        place.height + 2 * _MARGIN_DOWN,
    )
    wide = wide.intersection(region) or place
    around = view.cut(wide, Size(round(wide.width), round(wide.height))).convert("L")
    middle = place.center
    patch = Patch(
        picture=written,
        width=round(place.width, 2),
        height=round(place.height, 2),
        across=round((middle.x - region.left) / region.width, 4),
        down=round((middle.y - region.top) / region.height, 4),
        around=_written(around, _AROUND_SHADES),
        before=round(place.left - wide.left, 2),
        above=round(place.top - wide.top, 2),
    )
    if not can_search():
        return patch
    return patch.model_copy(update={"alike": max(1, len(_fits(patch, picture, view)))})


def find_patch(patch: Patch, shot: Shot) -> Box | None:
    """Where the element of `patch` is now: the one place that looks the same, or None.

    If several do, or did when it was cut, the surroundings decide which one it is.
    """
    view = _PatchView.of(shot)
    fits = _fits(patch, _read(patch.picture), view)
    if len(fits) == 1 and patch.alike == 1:
        return fits[0].box
    around = _read(patch.around)
    ranked = sorted((_Fit(fit.box, _distance_around(patch, around, fit.box, view)) for fit in fits), key=_by_distance)
    if not ranked or ranked[0].distance > _SAME_AROUND:
        return None
    others = ranked[1:]
    if any(math.isinf(fit.distance) for fit in others):  # its surroundings are not visible
        return None
    least = max(_SAME_AROUND, ranked[0].distance + _RIVAL)
    return ranked[0].box if all(fit.distance > least for fit in others) else None


def is_patch_at(patch: Patch, shot: Shot, place: Box) -> bool:
    """Whether what is in `place` looks like the element of `patch`, whatever surrounds it."""
    view, picture = _PatchView.of(shot), _read(patch.picture)
    middle, blurred, contrast = place.center, _blurred(picture), max(_contrast(picture), 1)
    corner = middle.offset(-patch.width / 2, -patch.height / 2)
    steps = (0.0, -0.5, 0.5, -1.0, 1.0)
    boxes = (Box(corner.x + dx, corner.y + dy, patch.width, patch.height) for dy in steps for dx in steps)
    size = Size(*picture.size)
    return any(
        _worst_spot(blurred, _blurred(view.cut(box, size)), contrast) <= _SAME
        for box in boxes
        if _is_inside(box, view.frame.region)
    )


@dataclass(frozen=True, slots=True)
class _Fit:
    """A place on the screen, and how much its most different spot differs."""

    box: Box
    distance: float


def _by_distance(fit: _Fit) -> float:
    return fit.distance


@dataclass(frozen=True, slots=True)
class _PatchView:
    """An opened shot, cut in screen units."""

    picture: Image.Image
    frame: Frame

    @classmethod
    def of(cls, shot: Shot) -> _PatchView:
        from PIL import Image

        with Image.open(io.BytesIO(shot.image)) as opened:
            picture = opened.convert("RGB")
        return cls(picture, shot.frame.resized(Size(*picture.size)))

    def snapped(self, box: Box) -> Box | None:
        """`box` on whole pixels and inside the picture, so that cropping does not blend pixels."""
        inside = box.intersection(self.frame.region)
        if inside is None or min(inside.width, inside.height) < _LEAST_SIDE:
            return None
        exact = self.frame.box_to_image(inside)
        # Slightly less, so that an edge that is on a pixel except for a rounding error stays there.
        edges = (math.floor(exact.left + 0.01), math.floor(exact.top + 0.01))
        ends = (math.ceil(exact.right - 0.01), math.ceil(exact.bottom - 0.01))
        return self.frame.box_to_screen(Box.of_edges(*edges, *ends))

    def cut(self, box: Box, size: Size) -> Image.Image:
        """What is in `box`, as a picture of `size`; the box must lie inside."""
        from PIL import Image

        place = self.frame.box_to_image(box)
        width, height = self.picture.size
        edges = (max(0.0, place.left), max(0.0, place.top), min(width, place.right), min(height, place.bottom))
        shrinks = place.width > size.width * 1.01
        filter = Image.Resampling.BOX if shrinks else Image.Resampling.BILINEAR
        return self.picture.resize((size.width, size.height), filter, box=edges)


# ---- places that look the same


def _fits(patch: Patch, picture: Image.Image, view: _PatchView) -> list[_Fit]:
    """All places that look like `picture`, including those only slightly worse than the best."""
    blurred = _blurred(picture)
    contrast = max(_contrast(picture), 1)
    step = patch.width / picture.width
    size = Size(*picture.size)

    def at(corners: Iterable[Point]) -> Iterator[_Fit]:
        for corner in corners:
            box = Box(corner.x, corner.y, patch.width, patch.height)
            if _is_inside(box, view.frame.region):
                yield _Fit(box, _worst_spot(blurred, _blurred(view.cut(box, size)), contrast))

    found: list[_Fit] = []
    for corner in _corners(patch, picture, view, step):
        best = next(at([corner]), None)
        if best is None or best.distance > _CLEARLY_OTHER:
            continue
        for reach in (step, step / 2):
            if best.distance > _EXACT:
                best = min(best, *at(_about(best.box, reach)), key=_by_distance)
        found.append(best)
    return _apart([fit for fit in found if fit.distance <= _SAME or _is_rival(fit, found)])


def _is_rival(fit: _Fit, found: Sequence[_Fit]) -> bool:
    best = min(fit.distance for fit in found)
    return best <= _SAME and fit.distance < best + _RIVAL


def _corners(patch: Patch, picture: Image.Image, view: _PatchView, step: float) -> Iterator[Point]:
    """Upper left corners to try: on the whole screen, or, without numpy, around where it was."""
    region = view.frame.region
    if not can_search():
        middle = Point(region.left + patch.across * region.width, region.top + patch.down * region.height)
        corner = middle.offset(-patch.width / 2, -patch.height / 2)
        reach = range(-_NEARBY, _NEARBY + 1, 2)
        yield from (corner.offset(dx * step, dy * step) for dy in reach for dx in reach)
        return
    whole = view.cut(region, Size(round(region.width / step), round(region.height / step)))
    for x, y in search(picture, whole):
        yield Point(region.left + x * step, region.top + y * step)


def _about(box: Box, step: float) -> Iterator[Point]:
    """The places one step from a box, to each side and diagonally."""
    steps = (-step, 0.0, step)
    return (Point(box.left + dx, box.top + dy) for dy in steps for dx in steps if dx or dy)


def _is_inside(box: Box, region: Box) -> bool:
    return (
        box.left >= region.left - 1
        and box.top >= region.top - 1
        and box.right <= region.right + 1
        and box.bottom <= region.bottom + 1
    )


def _apart(fits: Sequence[_Fit]) -> list[_Fit]:
    """One fit for each place: those that overlap a better one are left out."""
    kept: list[_Fit] = []
    for fit in sorted(fits, key=_by_distance):
        if not any(other.box.contains(fit.box.center) for other in kept):
            kept.append(fit)
    return kept


def _distance_around(patch: Patch, around: Image.Image, box: Box, view: _PatchView) -> float:
    """How much the surroundings of `box` differ from the stored ones, in the visible part."""
    wide = Box(box.left - patch.before, box.top - patch.above, around.width, around.height)
    seen = wide.intersection(view.frame.region)
    if seen is None or seen.area < _LEAST_SEEN * wide.area:
        return math.inf
    edges = (
        round(seen.left - wide.left),
        round(seen.top - wide.top),
        round(seen.right - wide.left),
        round(seen.bottom - wide.top),
    )
    kept = around.convert("L").crop(edges)
    now = view.cut(seen, Size(*kept.size)).convert("L")
    return _worst_spot(_blurred(kept), _blurred(now), max(_contrast(kept), 1), spot=1)


# ---- pictures


def _worst_spot(kept: Image.Image, now: Image.Image, contrast: int, spot: int = 2) -> float:
    """The largest difference of two blurred pictures anywhere, as a part of the contrast of the first.

    `spot` is how many pixels around each one are averaged.
    """
    from PIL import ImageChops, ImageFilter

    spots = ImageChops.difference(kept, now).filter(ImageFilter.BoxBlur(spot))
    return max(high for _, high in _extremes(spots)) / contrast


def _contrast(picture: Image.Image) -> int:
    return max(high - low for low, high in _extremes(_blurred(picture)))


def _extremes(picture: Image.Image) -> list[tuple[int, int]]:
    """The darkest and the brightest value of each band."""
    bands = [band.getextrema() for band in picture.split()]
    return [(int(low), int(high)) for low, high in bands]  # type: ignore[arg-type]


def _blurred(picture: Image.Image) -> Image.Image:
    from PIL import ImageFilter

    return picture.filter(ImageFilter.BoxBlur(1))


def _written(picture: Image.Image, colours: int) -> str:
    """A picture as text, with few colours to keep it short."""
    out = io.BytesIO()
    picture.quantize(colours).save(out, "PNG", optimize=True)
    return base64.b64encode(out.getvalue()).decode()


def _read(text: str) -> Image.Image:
    from PIL import Image

    try:
        with Image.open(io.BytesIO(base64.b64decode(text))) as opened:
            return opened.convert("RGB")
    except (ValueError, OSError, SyntaxError) as error:  # what Pillow raises for bytes that are not a PNG
        raise ConfigError(
            f"a recorded picture cannot be read: {text[:20]!r}…", remedy="delete the recording that contains it"
        ) from error
