"""Words of a picture that may be a secret which was typed there."""

from __future__ import annotations

import pytest
from drawn_screen import DrawnScreen

from askonce.geometry import Box, Size
from askonce.screens import Node, Tree
from askonce.screens.eyes import Eyes
from askonce.values import Mask, Secret
from askonce.values.typed_secrets import TypedSecret
from askonce.vision import read_secrets
from askonce.vision.ocr import PictureText
from askonce.vision.password_dots import DotRow
from askonce.vision.read_secrets import hide_typed, shows_beginning

FIELD = Box(100, 20, 200, 30)
TREE = Tree(
    (
        Node(1, "text", "", Box(20, 25, 60, 20), text="Key"),
        Node(2, "textbox", "Key", FIELD, value="sesarne-47I1", actionable=True),
        Node(3, "text", "", Box(20, 80, 200, 20), text="Saved: 5esame-4711"),
        Node(4, "text", "", Box(110, 28, 80, 14), text="qx"),
        Node(5, "button", "Save", Box(20, 120, 80, 30), actionable=True),
        Node(6, "button", "show", Box(270, 25, 20, 20), actionable=True, attributes={"icon": "seen 90%"}),
    ),
    Size(400, 300),
    seen=True,
)


def eyes_of(*, typed: bool) -> Eyes:
    screen, mask = DrawnScreen(), Mask()
    mask.learn({"key": Secret("sesame-4711")})
    if typed:
        mask.typed.note(screen, TypedSecret("", FIELD, before=b"before"))
    return Eyes(screen, mask)


@pytest.fixture(autouse=True)
def _read(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    """What stood there before it was typed."""
    words = tuple(PictureText(text, Box(0, 0, 9, 9), 1.0) for text in ("Key", "Save"))
    monkeypatch.setattr(read_secrets, "texts_in", lambda image: (words, Size(400, 300)))
    monkeypatch.setattr(read_secrets, "has_ocr", lambda: True)


async def test_what_looks_like_the_secret_or_stands_in_its_field_is_told_to_nobody() -> None:
    hidden = await hide_typed(TREE, eyes_of(typed=True))
    assert [(node.name, node.text, node.value) for node in hidden] == [
        ("", "Key", None),
        ("Key", "", "{key}"),
        ("", "{key}", None),
        ("", "{secret}", None),
        ("Save", "", None),
        ("show", "", None),
    ]


async def test_where_none_was_typed_words_stay_as_they_were_read() -> None:
    assert await hide_typed(TREE, eyes_of(typed=False)) is TREE


async def test_what_stands_in_the_place_of_the_field_on_another_page_is_told() -> None:
    nodes = (
        Node(1, "button", "Log out", FIELD, actionable=True),
        Node(2, "text", "", Box(20, 80, 60, 20), text="Hello"),
    )
    tree = Tree(nodes, Size(400, 300), seen=True)
    assert await hide_typed(tree, eyes_of(typed=True)) == tree


@pytest.mark.parametrize(("count", "right", "is_cut"), [(4, 160, True), (11, 220, False), (4, 290, False)])
async def test_fewer_dots_than_letters_are_a_beginning_unless_there_is_no_room_for_more(
    monkeypatch: pytest.MonkeyPatch, count: int, right: float, is_cut: bool
) -> None:
    monkeypatch.setattr(read_secrets, "password_dots", lambda *_: DotRow(count, right))
    assert await shows_beginning(eyes_of(typed=False), FIELD, "sesame-4711") is is_cut
