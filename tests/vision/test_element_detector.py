"""What can be touched, found in pictures: pages of UI kits that training has not seen."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from askonce.geometry import Box
from askonce.vision.element_detector import ROLES, detect, has_detector

pytestmark = pytest.mark.skipif(not has_detector(), reason="elements are found in pictures with the extra vision")

HERE = Path(__file__).parent
SAME, SEEN = 0.5, 0.55


def share(a: Box, b: Box) -> float:
    wide = min(a.right, b.right) - max(a.left, b.left)
    tall = min(a.bottom, b.bottom) - max(a.top, b.top)
    return wide * tall / (a.width * a.height + b.width * b.height - wide * tall) if min(wide, tall) > 0 else 0.0


def test_most_of_what_can_be_touched_on_kits_never_seen_is_found_and_little_else() -> None:
    import numpy
    from PIL import Image

    asked = found = said = right_roles = states = right_states = 0
    with zipfile.ZipFile(HERE / "held_out_elements.zip") as archive:
        for name, truth in json.loads(archive.read("truth.json")).items():
            pixels = numpy.asarray(Image.open(io.BytesIO(archive.read(name))).convert("RGB"))
            free = [(Box.of_edges(*row[:4]), row[4], row[5], row[6] >= SEEN) for row in truth["boxes"]]
            asked += sum(counts for *_, counts in free)
            for detection in detect(pixels):
                assert detection.role in ROLES
                assert detection.box.right <= pixels.shape[1] + 1
                assert detection.box.bottom <= pixels.shape[0] + 1
                assert (detection.checked is None) == (detection.role not in {"checkbox", "radio", "switch"})
                best = max(free, key=lambda thing: share(thing[0], detection.box), default=None)
                if best is None or share(best[0], detection.box) < SAME:
                    said += 1
                    continue
                free = [thing for thing in free if thing is not best]
                if not best[3]:
                    continue
                said += 1
                found += 1
                right_roles += best[1] == detection.role
                if best[2] >= 0 and detection.checked is not None:
                    states += 1
                    right_states += bool(best[2]) == detection.checked
    told = f"found {found} of {asked} with {said}, {right_roles} with their role, {right_states} of {states} states"
    assert found >= 0.76 * asked, told
    assert found >= 0.84 * said, told
    assert right_roles >= 0.9 * found, told
    assert right_states >= 0.8 * states, told


def test_an_empty_or_tiny_picture_holds_nothing_and_one_without_colours_is_refused() -> None:
    import numpy

    assert detect(numpy.full((400, 600, 3), 255, numpy.uint8)) == []
    assert detect(numpy.zeros((4, 300, 3), numpy.uint8)) == []
    with pytest.raises(ValueError, match="3 colours"):
        detect(numpy.zeros((400, 600), numpy.uint8))


def test_what_lies_behind_a_dialog_is_told_and_a_bright_card_on_a_dark_page_hides_nothing() -> None:
    import numpy
    from PIL import Image, ImageDraw

    from askonce.vision.backdrop import find_backdrop, lit_part
    from askonce.vision.picture_panels import find_panels

    page = Image.new("RGB", (900, 600), "white")
    drawn = ImageDraw.Draw(page)
    for row in range(4):
        for column in range(5):
            left, top = 40 + 170 * column, 40 + 140 * row
            drawn.rounded_rectangle((left, top, left + 110, top + 36), 6, fill=(30, 90, 200))
            drawn.text((left + 38, top + 12), "Save", fill="white")
    assert lit_part(numpy.asarray(page)) is None
    assert len(detect(numpy.asarray(page))) >= 15
    dimmed = Image.blend(page, Image.new("RGB", page.size), 0.4)
    drawn = ImageDraw.Draw(dimmed)
    dialog = Box.of_edges(340, 150, 531, 381)
    drawn.rectangle((340, 150, 530, 380), fill="white")
    drawn.rounded_rectangle((380, 320, 490, 356), 6, fill=(30, 90, 200))
    drawn.text((418, 332), "Save", fill="white")
    pixels = numpy.asarray(dimmed)
    assert lit_part(pixels) == dialog
    backdrop = find_backdrop(pixels, find_panels(pixels))
    assert backdrop is not None
    assert backdrop.is_sure
    found = [detection for detection in detect(pixels) if not backdrop.covers(detection.box)]
    assert found
    assert all(dialog.contains(detection.box.center) for detection in found)
    card = Image.new("RGB", (900, 600), (24, 24, 28))
    drawn = ImageDraw.Draw(card)
    drawn.rectangle((250, 150, 650, 450), fill="white")
    drawn.text((20, 20), "Help and support", fill=(150, 150, 150))
    assert lit_part(numpy.asarray(card)) is None
