"""Lines of text, as a network that says what it is told to reads them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from askonce.vision.line_reader import LineReader, ReadLine

numpy: Any = pytest.importorskip("numpy")
pytest.importorskip("cv2")


def read(words: str) -> ReadLine:
    """What is told of a line in which a network surely sees these letters."""
    letters = ["", *dict.fromkeys(words)]
    sure = numpy.zeros((1, 2 * len(words), len(letters)), numpy.float32)
    for place, letter in enumerate(words):
        sure[0, 2 * place, letters.index(letter)] = 0.9
        sure[0, 2 * place + 1, 0] = 0.9
    recognizer = SimpleNamespace(session=lambda _: sure, postprocess_op=SimpleNamespace(character=letters))
    return LineReader(recognizer).read([numpy.zeros((20, 100, 3), numpy.uint8)])[0]


@pytest.mark.parametrize(
    ("seen", "words", "is_sure"),
    [
        ("Delete", "Delete", True),
        ("■ Delete", "Delete", True),  # a shape is no word
        ("不 Delete", "Delete", False),  # an icon, or "do not"
        ("İptal", "İptal", True),
        ("Instal", "Instal", True),
        ("AIl", "All", True),
    ],
)
def test_what_stands_before_the_words_as_an_icon_does_leaves_a_doubt_if_it_is_a_letter(
    seen: str, words: str, is_sure: bool
) -> None:
    line = read(seen)
    assert line.words == words
    assert (line.least > 0.8) == is_sure
