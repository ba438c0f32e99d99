"""Which lines on a screen that is only seen are one text."""

from __future__ import annotations

import pytest

from askonce.embedded.text_blocks import text_blocks, words_of
from askonce.geometry import Box
from askonce.screens import Node


def line(words: str, top: float, *, left: float = 20, actionable: bool = False) -> Node:
    box = Box(left, top, 8 * len(words), 16)
    return Node(1, "text", "", box, text=words, actionable=actionable)


@pytest.mark.parametrize(
    ("lines", "blocks"),
    [
        ((line("Sending is for members.", 20), line("Ask the owner.", 40)), ["Sending is for members. Ask the owner."]),
        ((line("Only for", 20), line("members", 40)), ["Only for members"]),
        ((line("Price", 20), line("Name", 40)), ["Price", "Name"]),
        ((line("Oaks grow slowly here.", 20), line("Some are very old.", 44)), None),
        ((line("Sending is for", 20), line("members", 20, left=140)), ["Sending is for members"]),
        ((line("me on a lead.", 10, left=130), line("Select a row", 20)), ["me on a lead. Select a row"]),
        ((line("Delete this photo now?", 20), line("Yes", 40, actionable=True)), None),
        ((line("Sending is for members.", 20), line("Ask the owner.", 40, left=400)), None),
    ],
)
def test_lines_are_one_text_where_they_go_on(lines: tuple[Node, ...], blocks: list[str] | None) -> None:
    expected = blocks or [each.words for each in lines]
    assert [words_of(block) for block in text_blocks(lines)] == expected
