"""Secrets in pictures: elements that show one are painted over before the picture leaves the process.

Secrets in texts are replaced by their names in `values.secret_mask`.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

from askonce.geometry import Box
from askonce.screens.screen_protocol import Shot
from askonce.screens.ui_tree import Tree
from askonce.values import Mask


def boxes_with_secrets(mask: Mask, tree: Tree | None) -> list[Box]:
    """Where elements show a secret, by what a tree knows of them."""
    shown = [node.box for node in tree or () if mask.hides(" ".join((node.words, *node.options)))]
    return [*shown, *boxes_withheld(mask, tree)]


def boxes_withheld(mask: Mask, tree: Tree | None) -> list[Box]:
    """Where fields show what may be left of a secret, be it too little to be known elsewhere."""
    if tree is None:
        return []
    withheld = tree.withheld_values(mask)
    return [node.box for node in tree if node.number in withheld and not mask.hides(node.words)]


def paint_over(shot: Shot, boxes: Sequence[Box]) -> Shot:
    """The same picture with the boxes in black."""
    from PIL import Image, ImageDraw

    if not boxes:
        return shot
    with Image.open(io.BytesIO(shot.image)) as opened:
        picture = opened.convert("RGB")
    draw = ImageDraw.Draw(picture)
    for box in boxes:
        area = shot.frame.box_to_image(box)
        draw.rectangle((area.left, area.top, area.right, area.bottom), fill="black")
    out, kind = io.BytesIO(), shot.media_type.removeprefix("image/")
    is_lossy = kind in {"jpeg", "webp"}
    picture.save(out, kind.upper() if is_lossy else "PNG", quality=90)
    media_type = shot.media_type if is_lossy else "image/png"
    return replace(shot, image=out.getvalue(), media_type=media_type, painted=(*shot.painted, *boxes))
