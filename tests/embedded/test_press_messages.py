"""What words that come after a press say of it."""

from __future__ import annotations

import pytest

from askonce.embedded.press_messages import (
    asks,
    asks_to_go,
    is_renamed,
    is_status,
    may_be_hint,
    speaks_of,
    tells_of_other,
    tells_of_press_alone,
    tells_outcome,
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
    ("text", "called"),
    [
        ("Message sent", "Send"),
        ("Blue mug was added to your cart", "Add to cart"),
        ("Your order has been placed", "Place order"),
        ("Order received", "Order"),
        ("Room booked. See you soon!", "Book"),
        ("Invitation sent", "Invite"),
        ("The lists were merged", "Merge"),
        ("Exported as CSV", "Export"),
        ("Printed two pages", "Print"),
        ("Copied", "Copy"),
        ("Order cancelled", "Cancel order"),
        ("Ihre Nachricht wurde gesendet", "Senden"),
        ("Profile saved successfully", "Save"),
        ("Profil erfolgreich gespeichert", "Speichern"),
        ("Guardado con éxito", "Guardar"),
        ("Changes saved", "Save changes"),
        ("Your draft has been saved", "Save draft"),
    ],
)
def test_a_text_tells_that_just_what_was_pressed_is_done(text: str, called: str) -> None:
    assert tells_outcome(text, called)
    assert tells_of_press_alone(text, called)


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("All changes saved", "Save"),
        ("All changes saved", "Save changes"),
        ("Saved just now", "Save"),
        ("Gespeichert", "Speichern"),
        ("Thank you for your answers", "Submit"),
        ("It is on its way", "Send"),
        ("Done", "Archive"),
    ],
)
def test_a_text_tells_the_outcome_and_may_come_without_a_press(text: str, called: str) -> None:
    assert tells_outcome(text, called)
    assert not tells_of_press_alone(text, called)


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("Draft saved automatically", "Save"),
        ("Message sent 3 min ago", "Send"),
        ("Bob sent a photo", "Send"),
        ("New order received", "Order"),
        ("Last published on Monday", "Publish"),
        ("Ann has joined", "Send"),
        ("Draft saved", "Publish"),
        ("All changes saved", "Share"),
        ("84 euro", "Pay"),
        ("Thank you for your answers", "Details"),
    ],
)
def test_what_comes_of_something_else_is_no_outcome(text: str, called: str) -> None:
    assert not tells_outcome(text, called)


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("You have no right to publish", "Publish"),
        ("Exporting is part of the paid plan", "Export"),
        ("Published pages can be exported", "Export"),
        ("Deleted photos stay in the bin for a month", "Delete"),
        ("Photos are deleted from all devices", "Delete"),
        ("Shows what was deleted", "Delete"),
        ("Your order has to be 10 euro or more", "Order"),
        ("Message could not be sent", "Send"),
        ("Settings", "Settings"),
        ("Reset", "Reset"),
    ],
)
def test_a_hint_at_what_a_control_does_or_why_it_does_not_is_no_outcome(text: str, called: str) -> None:
    assert not tells_outcome(text, called)


def test_only_a_text_of_some_length_may_be_a_hint() -> None:
    assert may_be_hint("You have no right to publish")
    assert not may_be_hint("No")
    assert not may_be_hint("Oaks grow slowly")


def test_a_question_has_nothing_else_in_it() -> None:
    assert asks("Are you sure?")
    assert not asks("Want more? Upgrade your plan.")


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
