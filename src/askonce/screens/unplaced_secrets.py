"""Secrets of which nobody knows the place: what of a picture may show one, and what surely does not.

What looks as it did before the secret was typed shows nothing of it. All else on a screen without elements may, until
the screen is known to be elsewhere; on a page with elements, the surfaces may that got the keys.
"""

from __future__ import annotations

import io
import math
import operator
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from askonce.errors import ScreenClosed, ScreenError, ScreenMoved
from askonce.geometry import Box
from askonce.lazy import dataclass
from askonce.screens.field_labels import FIELDS
from askonce.screens.screen_protocol import Addressed, DrawnSurfaces, Inspectable, Screen, Shot, SurfaceLocator
from askonce.screens.secret_painter import paint_over
from askonce.screens.ui_tree import Node, Tree
from askonce.values import Mask
from askonce.values.typed_secrets import TypedSecret

if TYPE_CHECKING:
    from PIL.Image import Image

WITHHELD = "picture withheld: a secret was typed here, and its place cannot be known"
_HIDDEN = "hidden: a secret was typed here"
_LINE = 14
"""How high a line has to be to say so, in pixels."""
_MARGIN = 6
"""Pixels around what has changed that may belong to it."""
_MOST = 0.5
"""How much of a picture may be hidden before there is no sense in showing the rest."""
_RING, _CORNER = 6, 16
"""How wide a ring around what has the focus is at most, and how round its corners are, in pixels."""
_LARGE = 0.25
"""How much of a picture a ring goes around at least."""
_ALIKE = 0.5
"""How alike lines are that may be the same behind a backdrop; lines of other pages are hardly alike at all."""
_UNREAD = frozenset({"canvas", "video", "object", "embed"})
_FRAMES = frozenset({"iframe", "frame"})


@dataclass(frozen=True, slots=True)
class Hidden:
    """What pictures are not to show."""

    drawn: tuple[tuple[Box, bytes], ...] = ()
    """What is drawn by other means than elements, each with the picture from before a secret was typed."""
    before: tuple[bytes, ...] = ()
    """Pictures from before secrets were typed: only what is as in all of them is shown."""
    left: tuple[tuple[bytes, bytes], ...] = ()
    """The pictures from before it and the last ones, of pages that were left: these may still lie behind a dialog."""
    here: tuple[TypedSecret, ...] = ()
    """What was typed on the page that is shown."""

    def __or__(self, other: Hidden) -> Hidden:
        """What two looks hide, right before a picture and right after it."""
        before, left = dict.fromkeys(self.before + other.before), dict.fromkeys(self.left + other.left)
        here = tuple(secret for secret in self.here if secret in other.here)
        drawn = tuple(dict.fromkeys(self.drawn + other.drawn))
        return Hidden(drawn, tuple(before), tuple(left), here)

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Where something is drawn that may show a secret."""
        return tuple(dict.fromkeys(box for box, _ in self.drawn))

    def boxes_in(self, shot: Shot) -> list[Box]:
        """The same without what a picture shows as it was before the secret was typed."""
        return list(dict.fromkeys(box for box, before in self.drawn if not _is_as_before(shot, box, before)))

    def before_now(self, image: bytes) -> Sequence[bytes]:
        """The pictures to compare one with: those of pages that were left only as long as it still shows them."""
        return [*self.before, *(before for before, last in self.left if _is_still_shown(image, before, last))]


def unread_surfaces(tree: Tree) -> list[Node]:
    """The parts of a screen of which only the picture is known: what is drawn there, nobody can read."""
    nodes = tree.in_view.nodes
    frames = [node for node in nodes if node.role in _FRAMES]
    inner = [node for node in nodes if node.frame] if frames else []
    read = {node.parent for node in nodes}
    unread = [
        frame.number
        for frame in frames
        if frame.number not in read and not any(frame.box.contains(node.box.center) for node in inner)
    ]
    return [
        node
        for node in nodes
        if "surface" in node.attributes
        or node.role in _UNREAD
        or node.attributes.get("tag") in _UNREAD
        or node.number in unread
    ]


def is_known_field(node: Node | None) -> bool:
    """Whether an element tells what was typed into it."""
    return node is not None and "seen" not in node.attributes and node.role in FIELDS


async def find_hidden(screen: Screen, mask: Mask) -> Hidden:
    """What of a screen may show a secret that no element shows."""
    typed = mask.typed.on(screen)
    if not typed:
        return Hidden()
    try:
        tree = await screen.tree() if isinstance(screen, Inspectable) else None
        is_drawn = any(secret.surfaces is not None for secret in typed)
        drawn = await screen.find_surfaces() if is_drawn and isinstance(screen, SurfaceLocator) else None
    except (ScreenMoved, ScreenClosed):
        raise
    except ScreenError:
        return Hidden(before=(b"",))
    address = screen.address if isinstance(screen, Addressed) else tree.address if tree else ""
    return _hidden_on(mask, typed, tree, drawn, address)


def _hidden_on(
    mask: Mask, typed: Sequence[TypedSecret], tree: Tree | None, drawn: DrawnSurfaces | None, address: str
) -> Hidden:
    surfaces = unread_surfaces(tree) if tree else []
    boxes: list[tuple[Box, bytes]] = []
    here: list[TypedSecret] = []
    left: list[tuple[bytes, bytes]] = []
    for secret in typed:
        if secret.surfaces is None and secret.is_at(address):
            here.append(secret)
        elif secret.surfaces is None:
            left.append((secret.before, mask.typed.last(secret)))
        else:
            is_same = drawn is not None and drawn.document == secret.document
            is_here = is_same or secret.is_at(address)
            known = [node.box for node in surfaces if node.number in secret.surfaces or is_here]
            found = drawn.boxes if drawn and is_here else ()
            boxes += [(box, secret.before) for box in (*known, *found)]
    return Hidden(tuple(boxes), tuple(secret.before for secret in here), tuple(left), tuple(here))


def _is_as_before(shot: Shot, box: Box, before: bytes) -> bool:
    """Whether each pixel of a box is as in an earlier picture."""
    from PIL import Image

    if not before:
        return False
    with Image.open(io.BytesIO(shot.image)) as opened:
        now = opened.convert("RGB")
    with Image.open(io.BytesIO(before)) as opened:
        then = opened.convert("RGB")
    area = shot.frame.box_to_image(box)
    part = (math.floor(area.left), math.floor(area.top), math.ceil(area.right), math.ceil(area.bottom))
    return now.size == then.size and now.crop(part).tobytes() == then.crop(part).tobytes()


def blacken(shot: Shot, boxes: Sequence[Box]) -> Shot:
    """A picture without what is drawn in some boxes, and with the reason where these are most of it."""
    from PIL import Image, ImageDraw

    if not boxes:
        return shot
    with Image.open(io.BytesIO(shot.image)) as opened:
        covered = Image.new("L", opened.size)
    draw = ImageDraw.Draw(covered)
    for box in boxes:
        area = shot.frame.box_to_image(box)
        draw.rectangle((area.left, area.top, area.right, area.bottom), fill=255)
    is_most = covered.histogram()[-1] > _MOST * covered.width * covered.height
    if is_most:
        return _placeholder(shot)
    return replace(paint_over(shot, boxes), painted=shot.painted, hidden=(*shot.hidden, *boxes))


def withhold(shot: Shot, raw: Shot, before: Sequence[bytes]) -> Shot:
    """A picture without the lines that differ from those before a secret was typed; none of it if that is most."""
    from PIL import Image, ImageDraw

    if not before:
        return shot
    with Image.open(io.BytesIO(shot.image)) as opened:
        picture = opened.convert("RGB")
    bands = _merged([band for earlier in before for band in _changed_rows(raw.image, earlier)])
    if sum(bottom - top for top, bottom in bands) > _MOST * picture.height:
        return _placeholder(shot)
    draw = ImageDraw.Draw(picture)
    for top, bottom in bands:
        draw.rectangle((0, top, picture.width, bottom), fill="black")
        if bottom - top >= _LINE:
            draw.text((_MARGIN, (top + bottom - _LINE) // 2), _HIDDEN, fill="white")
    rows = (Box.of_edges(0, top, picture.width, bottom) for top, bottom in bands)
    return replace(_written(shot, picture), hidden=(*shot.hidden, *map(shot.frame.box_to_screen, rows)))


def _changed_rows(image: bytes, earlier: bytes) -> list[tuple[int, int]]:
    """The rows of pixels, from and to, in which a picture differs at all; whole rows, since its width tells the length
    of what was typed."""
    from PIL import Image, ImageChops

    with Image.open(io.BytesIO(image)) as opened:
        now = opened.convert("RGB")
    if not earlier:
        return [(0, now.height)]
    with Image.open(io.BytesIO(earlier)) as opened:
        then = opened.convert("RGB")
    if then.size != now.size:
        return [(0, now.height)]
    differing = _without_ring(ImageChops.difference(now, then)).getprojection()[1]
    return [(max(0, row - _MARGIN), min(now.height, row + _MARGIN)) for row, differs in enumerate(differing) if differs]


def _without_ring(difference: Image) -> Image:
    """Where pictures differ, without the sides of a ring around most of that: what has the focus has one, and it would
    count as a difference of all rows. A small box may be as wide as what was typed, and stays."""
    box = difference.getbbox()
    if box is None:
        return difference
    left, top, right, bottom = box
    is_large = (right - left) * (bottom - top) >= _LARGE * difference.width * difference.height
    sides = [(left, top, left + _RING, bottom), (right - _RING, top, right, bottom)]
    ends = [(left, top, right, top + _RING), (left, bottom - _RING, right, bottom)]
    is_ring = all(_is_full(difference.crop(side).getprojection()[1]) for side in sides) and all(
        _is_full(difference.crop(end).getprojection()[0]) for end in ends
    )
    if not is_large or not is_ring:
        return difference
    rest = difference.copy()
    for side in sides:
        rest.paste("black", side)
    for end in ends:
        rest.paste(difference.crop(end), end[:2])
    return rest


def _is_full(line: Sequence[int]) -> bool:
    """Whether something differs all along a side, but for round corners."""
    return len(line) > 2 * _CORNER and all(line[_CORNER:-_CORNER])


def _is_still_shown(image: bytes, before: bytes, last: bytes) -> bool:
    """Whether the lines in which a secret may have stood last are there still, perhaps darker."""
    from PIL import Image

    if not last:
        return True
    with Image.open(io.BytesIO(image)) as opened:
        now = opened.convert("L")
    with Image.open(io.BytesIO(last)) as opened:
        then = opened.convert("L")
    if now.size != then.size:
        return True
    parts = [_changed_part(last, before, band) for band in _merged(_changed_rows(last, before))]
    return any(_resemblance(now.crop(part).tobytes(), then.crop(part).tobytes()) > _ALIKE for part in parts)


def _changed_part(image: bytes, earlier: bytes, rows: tuple[int, int]) -> tuple[int, int, int, int]:
    """The part of some rows in which two pictures differ: what both have beside it tells nothing."""
    from PIL import Image, ImageChops

    with Image.open(io.BytesIO(image)) as opened:
        now = opened.convert("RGB")
    whole = (0, rows[0], now.width, rows[1])
    if not earlier:
        return whole
    with Image.open(io.BytesIO(earlier)) as opened:
        then = opened.convert("RGB")
    box = ImageChops.difference(now, then).crop(whole).getbbox() if now.size == then.size else None
    return (box[0], rows[0] + box[1], box[2], rows[0] + box[3]) if box else whole


def _resemblance(one: bytes, other: bytes) -> float:
    """How alike two pictures are in shades of grey, from 0 to 1, however bright they are."""
    count = len(one)
    mean, other_mean = sum(one) / count, sum(other) / count
    shared = sum(map(operator.mul, one, other)) / count - mean * other_mean
    spread = (sum(map(operator.mul, one, one)) / count - mean**2) * (
        sum(map(operator.mul, other, other)) / count - other_mean**2
    )
    return shared / math.sqrt(spread) if spread > 0 else 0.0


def _merged(bands: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for top, bottom in sorted(bands):
        if merged and top <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], bottom))
        else:
            merged.append((top, bottom))
    return merged


def _placeholder(shot: Shot) -> Shot:
    """A black picture that says why it is black, to whoever gets only that."""
    from PIL import Image, ImageDraw

    with Image.open(io.BytesIO(shot.image)) as opened:
        picture = Image.new("RGB", opened.size, "black")
    line = Image.new("RGB", (round(ImageDraw.Draw(picture).textlength(WITHHELD)) + 20, 24), "black")
    ImageDraw.Draw(line).text((10, 6), WITHHELD, fill="white")
    height = max(1, line.height * picture.width // line.width)
    picture.paste(line.resize((picture.width, height)), (0, (picture.height - height) // 2))
    return replace(_written(shot, picture), withheld=WITHHELD)


def _written(shot: Shot, picture: object) -> Shot:
    from PIL import Image

    assert isinstance(picture, Image.Image)
    out = io.BytesIO()
    picture.save(out, "PNG")
    return replace(shot, image=out.getvalue(), media_type="image/png")
