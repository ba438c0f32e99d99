"""A recorded text counts where it stands in whole words, and where nothing says the opposite."""

from __future__ import annotations

import pytest

from askonce.geometry import Box, Size
from askonce.recordings.recorded_texts import is_said
from askonce.screens import Node, Tree


def shown(*texts: str) -> Tree:
    nodes = [Node(number, "text", text, Box(0, number * 20, 100, 20)) for number, text in enumerate(texts, 1)]
    return Tree(tuple(nodes), Size(800, 600))


@pytest.mark.parametrize(
    ("text", "screen"),
    [
        ("Saved", "Saved"),
        ("Saved", "Your changes are SAVED!"),
        ("Saved", "Draft saved. It was sent to Ann as well."),
        ("Saved.", "Saved. Is anything wrong?"),
        ("Saved.", "Saved. If it is missing tomorrow, write to us."),
        ("Inbox", "Inbox3"),
        ("Nothing was saved", "Nothing was saved"),
        ("for mugs", "No results for mugs"),
        ("für Tassen", "Keine Treffer für Tassen"),
        ("A very long na…", "A very long name"),
        ("保存しました", "設定を保存しました"),
        ("บันทึกแล้ว", "ข้อมูลบันทึกแล้ว"),
    ],
)
def test_a_text_in_a_longer_one_is_said(text: str, screen: str) -> None:
    assert is_said(text, shown("Home", screen))


@pytest.mark.parametrize(
    ("text", "screen"),
    [
        ("Connected", "Disconnected"),
        ("Active", "Inactive"),
        ("Active", "non-active"),
        ("Order 12", "Order 123"),
        ("Saved", "Error: not saved"),
        ("Saved", "Saved: no"),
        ("Saved", "Saved. The connection was lost"),
        ("Saved.", "Saved. The connection was lost"),
        ("Saved", "Something went wrong. Saved"),
        ("Verified", "Could not be verified"),
        ("Welcome, bob", "You are not welcome, bob"),
        ("Подключено", "Не подключено"),
        ("gespeichert", "Wurde nicht gespeichert"),
    ],
)
def test_a_part_of_a_word_and_a_text_that_is_denied_are_not(text: str, screen: str) -> None:
    assert not is_said(text, shown("Home", screen))


def test_one_place_that_says_it_is_enough_and_neighbours_may_say_it_together() -> None:
    assert is_said("Saved", shown("Not saved", "Saved"))
    assert is_said("Your order is saved", shown("Your order", "is saved"))
    assert not is_said("order is save", shown("Your order", "is saved"))
