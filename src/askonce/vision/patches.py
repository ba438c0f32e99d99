"""Keeps how an element looked, and finds it again.

Two pictures match if their most different spot does: with a mean, "Item 3" and "Item 8" would be the same. What differs
between renderings (edges of letters, half a pixel, another scale) is blurred first.

The same button is often in every row of a list. What is beside it says in which one: it must look as it did, to the
letter, or the element is not found. So the surroundings are compared more strictly than the element: pixel by
pixel, each by the contrast around it, since a thin grey letter is little beside a black bar.
"""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from askonce.errors import ConfigError
from askonce.geometry import Box, Frame, Point, Size
from askonce.lazy import dataclass
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
_NEARBY = 6
_MARGIN = 60
_AROUND_STEP = 4
"""How far apart the shades of the surroundings are, of 255: they compress better, and no letter is lost."""
_SAME_AROUND, _LIKE_AROUND = 0.12, 0.22
"""How much a pixel may differ, as a part of the contrast around it: in the same surroundings, and in similar ones."""
_SHADE = 20
"""How much a plain background may differ, as that of every other row does."""
_FAINT, _FAINT_ALONE = 12, 24
"""The least contrast that counts as something to see; more if nothing else looked like the element."""


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
    """The surroundings across the whole screen, in grey. Not scaled down: rows may differ by a single letter."""
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
    small = Size(round(place.width), round(place.height)).scaled(scale)
    written = _written(view.cut(place, small).quantize(_COLOURS))
    picture = _read(written)  # decoded again, so that cutting and finding use the same picture
    if _contrast(picture) < _LEAST_CONTRAST:
        return None
    region, middle = shot.frame.region, place.center
    patch = Patch(
        picture=written,
        width=round(place.width, 2),
        height=round(place.height, 2),
        across=round((middle.x - region.left) / region.width, 4),
        down=round((middle.y - region.top) / region.height, 4),
        around="",
        before=round(place.left - region.left, 2),
        above=0,
    )
    alike = [fit.box for fit in _fits(patch, picture, view)] if can_search() else []
    margin = _margin(place, alike)
    top, bottom = max(region.top, place.top - margin), min(region.bottom, place.bottom + margin)
    wide = Box(region.left, top, math.floor(region.width), math.floor(bottom - top))
    around = _grey(view.cut(wide, Size(round(wide.width), round(wide.height)))).point(_coarse_shade)
    left, above = round(place.left - wide.left), round(place.top - top)
    beside = around.crop((max(0, left - 4), above, max(1, left - 3), above + 1))
    around.paste(beside.resize((round(place.width), round(place.height))), (left, above))  # it has a picture of its own
    found = {"around": _written(around), "above": round(place.top - top, 2)}
    return patch.model_copy(update=found | ({"alike": max(1, len(alike))} if can_search() else {}))


def _margin(place: Box, alike: Sequence[Box]) -> float:
    """How far above and below an element its surroundings extend: in a list, not to the next row."""
    rows = (abs(other.top - place.top) for other in alike if abs(other.left - place.left) <= _LEAST_SIDE)
    pitch = min((row for row in rows if row > place.height / 2), default=math.inf)
    return max(_LEAST_SIDE, min(_MARGIN, pitch - place.height - _LEAST_SIDE))


def find_patch(patch: Patch, shot: Shot) -> Box | None:
    """Where the element of `patch` is now: the one place that looks the same in the same surroundings, or None."""
    if not patch.around:
        return None
    view = _PatchView.of(shot)
    surroundings = _Surroundings.of(patch)
    places = [fit.box for fit in _fits(patch, _read(patch.picture), view)]
    like = [place for place in places if surroundings.fit(place, view, _LIKE_AROUND)]
    if len(like) != 1 or surroundings.are_cut_off(like[0], view):
        return None
    return like[0] if surroundings.fit(like[0], view, _SAME_AROUND) else None


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

    def on_whole_pixels(self, box: Box) -> Box:
        """`box`, moved to the nearest pixel."""
        place = self.frame.box_to_image(box)
        moved = Box(round(place.left), round(place.top), place.width, place.height)
        return self.frame.box_to_screen(moved)

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
    return _apart([fit for fit in found if fit.distance <= _SAME or _is_rival(fit, found)], _middle(patch, view))


def _is_rival(fit: _Fit, found: Sequence[_Fit]) -> bool:
    best = min(fit.distance for fit in found)
    return best <= _SAME and fit.distance < best + _RIVAL


def _middle(patch: Patch, view: _PatchView) -> Point:
    """Where the middle of the element was."""
    region = view.frame.region
    return Point(region.left + patch.across * region.width, region.top + patch.down * region.height)


def _corners(patch: Patch, picture: Image.Image, view: _PatchView, step: float) -> Iterator[Point]:
    """Upper left corners to try: where it was and on the whole screen, or, without numpy, around where it was."""
    region = view.frame.region
    corner = _middle(patch, view).offset(-patch.width / 2, -patch.height / 2)
    if not can_search():
        reach = range(-_NEARBY, _NEARBY + 1, 2)
        yield from (corner.offset(dx * step, dy * step) for dy in reach for dx in reach)
        return
    same = view.on_whole_pixels(Box(corner.x, corner.y, patch.width, patch.height))
    yield Point(same.left, same.top)  # where an edge goes on, the search does not find this place of all
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


def _apart(fits: Sequence[_Fit], middle: Point) -> list[_Fit]:
    """One fit for each place: those that overlap a better one are left out. Along an edge or in an empty field, where
    many are as good as each other, the one counts that is nearest to where it was."""

    def rank(fit: _Fit) -> tuple[float, float]:
        center = fit.box.center
        return max(fit.distance, _EXACT), math.dist((center.x, center.y), (middle.x, middle.y))

    kept: list[_Fit] = []
    for fit in sorted(fits, key=rank):
        if not any(other.box.contains(fit.box.center) for other in kept):
            kept.append(fit)
    return kept


# ---- what is around the element


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What was around the element of a patch, without the element itself."""

    picture: Image.Image
    contrast: Image.Image
    element: Box
    """Where the element is in the picture."""
    faint: int

    @classmethod
    def of(cls, patch: Patch) -> _Surroundings:
        picture = _read(patch.around).convert("L")
        element = Box(patch.before, patch.above, patch.width, patch.height)
        faint = _FAINT_ALONE if patch.alike == 1 else _FAINT
        return cls(picture, _local_contrast(picture), element, faint)

    def fit(self, place: Box, view: _PatchView, share: float) -> bool:
        """Whether no visible pixel around `place` differs by more than a share of its contrast."""
        from PIL import ImageChops

        tolerance = self.contrast.point([_SHADE if at < self.faint else max(3, share * at) for at in range(256)])
        for box in (view.on_whole_pixels(place), place):
            seen = self._seen(box, view)
            kept = self.picture.crop(seen)
            now = _grey(view.cut(self._placed(box, seen), Size(*kept.size)))
            now.paste(*self._own(kept, seen))
            difference = ImageChops.difference(kept, now)
            if not ImageChops.subtract(difference, tolerance.crop(seen)).getbbox():
                return True
        return False

    def are_cut_off(self, place: Box, view: _PatchView) -> bool:
        """Whether something of them would be out of view: it may be what tells this place from another."""
        left, top, right, bottom = self._seen(view.on_whole_pixels(place), view)
        width, height = self.picture.size
        hidden = ((0, 0, left, height), (right, 0, width, height), (0, 0, width, top), (0, bottom, width, height))
        strips = [self.picture.crop(strip) for strip in hidden if strip[2] > strip[0] and strip[3] > strip[1]]
        return any(_contrast(strip) >= self.faint for strip in strips)

    def _seen(self, place: Box, view: _PatchView) -> tuple[int, int, int, int]:
        """The edges of the part of the picture that is on the screen with the element at `place`."""
        region = view.frame.region
        left, top = place.left - self.element.left, place.top - self.element.top
        width, height = self.picture.size
        return (
            max(0, math.ceil(region.left - left - 0.01)),
            max(0, math.ceil(region.top - top - 0.01)),
            min(width, math.floor(region.right - left + 0.01)),
            min(height, math.floor(region.bottom - top + 0.01)),
        )

    def _placed(self, place: Box, seen: tuple[int, int, int, int]) -> Box:
        """A part of the picture, on the screen."""
        left, top = place.left - self.element.left, place.top - self.element.top
        return Box.of_edges(left + seen[0], top + seen[1], left + seen[2], top + seen[3])

    def _own(self, kept: Image.Image, seen: tuple[int, int, int, int]) -> tuple[Image.Image, tuple[int, int]]:
        """The element in a part of the picture, slightly wider, and where it is there: it is compared on its own."""
        left = max(0, math.floor(self.element.left) - 2 - seen[0])
        top = max(0, math.floor(self.element.top) - 2 - seen[1])
        right = min(kept.width, math.ceil(self.element.right) + 2 - seen[0])
        bottom = min(kept.height, math.ceil(self.element.bottom) + 2 - seen[1])
        return kept.crop((left, top, right, bottom)), (left, top)


def _local_contrast(picture: Image.Image) -> Image.Image:
    """How far apart the brightest and the darkest spot within eight pixels of each one are."""
    from PIL import Image, ImageChops, ImageFilter

    third = (max(1, picture.width // 3), max(1, picture.height // 3))  # quick, and nothing is lost
    near = Image.Resampling.NEAREST
    highest = picture.filter(ImageFilter.MaxFilter(3)).resize(third, near).filter(ImageFilter.MaxFilter(5))
    lowest = picture.filter(ImageFilter.MinFilter(3)).resize(third, near).filter(ImageFilter.MinFilter(5))
    return ImageChops.difference(highest, lowest).resize(picture.size, near)


# ---- pictures


def _worst_spot(kept: Image.Image, now: Image.Image, contrast: int) -> float:
    """The largest difference of two blurred pictures anywhere, as a part of the contrast of the first."""
    from PIL import ImageChops, ImageFilter

    spots = ImageChops.difference(kept, now).filter(ImageFilter.BoxBlur(2))
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


def _grey(picture: Image.Image) -> Image.Image:
    """A picture in grey. Not as an eye sees it: the red and the green of a palette are equally bright."""
    return picture.convert("L", (0.6, 0.1, 0.3, 0))


def _coarse_shade(shade: int) -> int:
    return min(255, round(shade / _AROUND_STEP) * _AROUND_STEP)


def _written(picture: Image.Image) -> str:
    """A picture as text."""
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
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
