"""A button that is in every row of a list is found in its own row, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drawn_rows import Look, draw_rows
from shipped_fonts import MONO, SANS, SERIF

from askonce.geometry import Box
from askonce.vision.patches import Patch, cut_patch, find_patch

MUGS = ["Red mug", "Red mug XL", "Red rnug", "Red mug."]
ITEMS = ["Item 3", "Item 8", "Item 1", "Item l"]
LOOKS = {
    "plain": Look(),
    "small serif": Look(SERIF, size=10),
    "typewriter": Look(MONO, size=11, scale=1.5),
    "sharp and grey": Look(SANS, scale=2, ink="#999999", button="#111111", stripe="#f3f3f3"),
    "dark": Look(SERIF, paper="#181818", stripe="#202020", ink="#cccccc", button="#333333"),
    "pale": Look(MONO, size=12, ink="#c0c0c0", button="#ffffff", stripe="#f8f8f8"),
    "cards": Look(SANS, scale=1.5, pitch=60, is_card=True),
}


def cut(labels: list[str], label: str, look: Look) -> Patch:
    drawn = draw_rows(labels, look)
    patch = cut_patch(drawn.shot, drawn.buttons[label])
    assert patch
    return patch


def is_at(found: Box | None, place: Box) -> bool:
    return found is not None and abs(found.left - place.left) <= 1 and abs(found.top - place.top) <= 1


@pytest.mark.parametrize(("place", "look"), list(enumerate(LOOKS.values())), ids=LOOKS)
def test_the_button_of_a_row_is_never_found_in_another(place: int, look: Look) -> None:
    pytest.importorskip("numpy")
    labels = ITEMS if place % 2 else MUGS
    label, others = labels[0], labels[1:]
    patch = cut(labels, label, look)
    assert patch.alike == len(labels)
    assert is_at(find_patch(patch, draw_rows(labels, look).shot), draw_rows(labels, look).buttons[label])
    assert find_patch(patch, draw_rows(others, look).shot) is None
    assert find_patch(patch, draw_rows(others[:1], look).shot) is None


@pytest.mark.parametrize("look", [LOOKS["plain"], LOOKS["sharp and grey"]], ids=["plain", "sharp and grey"])
def test_a_row_that_moved_is_found_and_one_that_was_alone_is_not_taken_for_another(look: Look) -> None:
    pytest.importorskip("numpy")
    patch = cut(MUGS, "Red rnug", look)
    for drawn in (draw_rows(MUGS, look, scrolled=30), draw_rows(MUGS[2:] + MUGS[:2], look)):
        assert is_at(find_patch(patch, drawn.shot), drawn.buttons["Red rnug"])
    alone = cut(["Red mug"], "Red mug", look)
    assert alone.alike == 1
    assert is_at(
        find_patch(alone, draw_rows(["Red mug"], look, scrolled=6).shot),
        draw_rows(["Red mug"], look, scrolled=6).buttons["Red mug"],
    )
    assert find_patch(alone, draw_rows(["Red mug XL"], look).shot) is None


@pytest.mark.parametrize(
    "changed",
    [
        {"scale": 1.5},
        {"scale": 2},
        {"paper": "#222222", "stripe": "#222222", "ink": "#eeeeee"},
        {"font": SERIF},
        {"ink": "#888888"},
        {"button_left": 300},
    ],
    ids=["sharper", "much sharper", "dark", "another font", "paler", "narrower"],
)
def test_a_list_that_is_drawn_otherwise_gives_the_right_row_or_none(changed: dict[str, object]) -> None:
    pytest.importorskip("numpy")
    look = Look()
    patch = cut(MUGS, "Red mug", look)
    now = replace(look, **changed)  # type: ignore[arg-type]
    drawn = draw_rows(MUGS, now)
    found = find_patch(patch, drawn.shot)
    assert found is None or is_at(found, drawn.buttons["Red mug"])
    assert find_patch(patch, draw_rows(MUGS[1:], now).shot) is None


@pytest.mark.parametrize("hovered", MUGS[:2])
def test_a_row_under_the_pointer_is_not_taken_for_another(hovered: str) -> None:
    pytest.importorskip("numpy")
    patch = cut(MUGS, "Red mug", Look())
    drawn = draw_rows(MUGS, Look(), hovered=hovered)
    found = find_patch(patch, drawn.shot)
    assert found is None or is_at(found, drawn.buttons["Red mug"])
    assert find_patch(patch, draw_rows(MUGS[1:], Look(), hovered=hovered).shot) is None


def test_a_row_whose_label_is_out_of_view_is_not_found() -> None:
    """A table that was scrolled to the side: nothing in view tells its rows apart."""
    pytest.importorskip("numpy")
    patch = cut(MUGS, "Red mug", Look())
    shot = draw_rows([""], replace(Look(), button_left=100)).shot
    assert find_patch(patch, shot) is None


def test_two_places_in_the_same_surroundings_are_not_told_apart() -> None:
    pytest.importorskip("numpy")
    patch = cut(["Red mug", "Blue mug"], "Red mug", Look())
    assert find_patch(patch, draw_rows(["Red mug", "Red mug"], Look()).shot) is None
