"""Words that came after a press are known as new by a note that always has the same length."""

from __future__ import annotations

import pytest

from askonce.embedded.press_words import has_new_words, write_words
from askonce.geometry import Box, Size
from askonce.screens import Node, Tree


def text(words: str) -> Node:
    return Node(1, "text", "", Box(0, 0, 90, 20), text=words)


def screen(*words: str) -> Tree:
    return Tree(tuple(map(text, words)), Size(480, 320), seen=True)


NOTED = write_words(screen("Account", "Plan: Basic", "Items: 0", "Bill to Ann"))


@pytest.mark.parametrize("words", ["Your plan is Pro now", "Items: 1", "Plan: Pro"])
def test_words_that_were_not_there_are_new(words: str) -> None:
    assert has_new_words(text(words), NOTED)


@pytest.mark.parametrize("words", ["", "Account", "Plan:Basic", "plan - basic", "Items: O", "BiII to Ann"])
def test_words_that_were_there_are_not_new_however_they_are_read(words: str) -> None:
    assert not has_new_words(text(words), NOTED)


def test_on_a_full_screen_most_new_words_are_known_as_such() -> None:
    noted = write_words(screen(*(f"Row {number} of the long list" for number in range(150))))
    assert len(noted) == len(NOTED)
    assert sum(has_new_words(text(f"Order {number} was sent"), noted) for number in range(100)) > 80
