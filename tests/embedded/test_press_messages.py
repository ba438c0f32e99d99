"""What words that come after a press say of it."""

from __future__ import annotations

import pytest

from askonce.embedded.press_messages import (
    answers,
    asks_to_go,
    is_renamed,
    is_status,
    speaks_of,
    tells_of_other,
    tells_outcome,
    thanks_for,
)


@pytest.mark.parametrize(
    "text",
    [
        "Saved 3 min ago",
        "Edited 5m ago",
        "Synced an hour ago",
        "Vor 3 Minuten gespeichert",
        "Il y a 2 minutes",
        "3分前",
        "Draft saved automatically",
    ],
)
def test_a_text_tells_of_what_was_before_a_press_or_without_one(text: str) -> None:
    assert tells_of_other(text)
    assert is_status(text)


@pytest.mark.parametrize("text", ["Saved just now", "Edited a few seconds ago", "Updated at 10:05", "Maria is typing"])
def test_a_status_is_kept_up_by_itself_and_may_tell_of_a_press(text: str) -> None:
    assert is_status(text)
    assert not tells_of_other(text)


@pytest.mark.parametrize(
    "text",
    ["Weighs two kilos", "Open today from 7:30", "Ready in 20 minutes", "Il y a 2 articles", "目前没有文章", "13"],
)
def test_what_a_press_may_show_is_no_status(text: str) -> None:
    assert not is_status(text)


@pytest.mark.parametrize(
    ("text", "called", "is_told"),
    [
        ("Message sent", "Send", True),
        ("Blue mug was added to your cart", "Add to cart", True),
        ("Your order has been placed", "Place order", True),
        ("Order received", "Order", True),
        ("Room booked. See you soon!", "Book", True),
        ("Profile saved successfully", "Save", True),
        ("All changes saved", "Save", False),
        ("Draft saved automatically", "Save", False),
        ("Bob sent a photo", "Send", False),
        ("New order received", "Order", False),
        ("Message sent 3 min ago", "Send", False),
        ("Message could not be sent", "Send", False),
        ("Ann has joined", "Send", False),
    ],
)
def test_a_text_tells_that_just_what_was_pressed_is_done(text: str, called: str, is_told: bool) -> None:
    assert tells_outcome(text, called) is is_told


def test_thanks_are_for_what_commits_to_something() -> None:
    assert thanks_for("Thank you for your answers", "Submit")
    assert not thanks_for("Thank you for your answers", "Details")
    assert not thanks_for("Ann has joined", "Submit")


def test_words_are_the_same_in_another_form() -> None:
    assert speaks_of("It is saved", "Save")
    assert speaks_of("Message sent", "Send")
    assert not speaks_of("Ann has joined", "Save")


@pytest.mark.parametrize(
    ("label", "called", "is_done"),
    [
        ("Following", "Follow", True),
        ("Added", "Add to bag", True),
        ("Done", "Submit", True),
        ("Skip", "Skip in 3", False),
        ("Book a seat", "Learn more", False),
    ],
)
def test_a_control_says_that_it_is_done(label: str, called: str, is_done: bool) -> None:
    assert is_renamed(label, called) is is_done


@pytest.mark.parametrize(
    ("called", "is_going"),
    [
        ("Close", True),
        ("the Dismiss button", True),
        ("Remove", True),
        ("Löschen", True),
        ("Save for later", False),
        ("Undo", False),
    ],
)
def test_a_control_makes_something_go(called: str, is_going: bool) -> None:
    assert asks_to_go(called) is is_going


@pytest.mark.parametrize(
    ("text", "called", "is_answer"),
    [
        ("84 euro", "Pay", False),
        ("2 new messages", "Delete", False),
        ("All changes saved", "Share", False),
        ("Draft saved", "Publish", False),
        ("Reconnecting", "Mute", False),
        ("Are you sure?", "Delete", True),
        ("The card was declined", "Pay", True),
        ("Your lamp is on its way", "Buy", True),
        ("Weighs two kilos", "Details", True),
        ("Hello world", "Run", True),
    ],
)
def test_what_commits_to_something_is_answered_with_how_it_went(text: str, called: str, is_answer: bool) -> None:
    assert answers(text, called) is is_answer
