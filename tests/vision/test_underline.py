"""Lines under words, drawn pixel by pixel."""

from __future__ import annotations

from typing import Any

import pytest

from askonce.vision.underline import find_underline

numpy: Any = pytest.importorskip("numpy")


def words(*, base: bool = False) -> Any:
    """The stems of some letters, which may stand on strokes as those of E and Z do."""
    is_ink = numpy.zeros((20, 60), bool)
    for left in range(4, 56, 6):
        is_ink[4:14, left : left + 2] = True
        is_ink[13, left : left + 5] |= base
    return is_ink


def test_a_line_under_words_is_found_without_the_letters_that_reach_through_it() -> None:
    is_ink = words(base=True)
    is_ink[16, 4:56] = True
    is_ink[14:19, 28:30] = True  # a letter that reaches down, and the gap in the line around it
    is_ink[16, [26, 27, 30, 31]] = False
    is_line = find_underline(is_ink)
    assert is_line is not None
    assert is_line.any(axis=1).nonzero()[0].tolist() == [16]
    assert not is_line[16, 26:32].any()


def test_strokes_that_letters_stand_on_are_no_line() -> None:
    assert find_underline(words(base=True)) is None
    assert find_underline(words()) is None
