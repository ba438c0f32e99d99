"""What was decided by what the screen showed is not done again blindly."""

from __future__ import annotations

import pytest

from askonce.recordings.recordable import borrowed, dependence
from askonce.values import Instruction, Secret


def of(text: str, **values: str) -> Instruction:
    return Instruction.of(text, values)


@pytest.mark.parametrize(
    ("instruction", "reason"),
    [
        ("put the cheapest mug into the basket", "compares"),
        ("open the newest message", "compares"),
        ("sort out those with more than 3 stars", "compares"),
        ("sort the numbers in ascending order by dragging", "compares"),
        ("mark the numbers as odd or even", "compares"),
        ("drag Bob to the 3rd position", "what stands there"),
        ("drag Bob to the top", "what stands there"),
        ("drag Bob up by one", "what stands there"),
        ("if a banner is there, close it", "condition"),
        ("close the banner when it appears", "condition"),
        ("tick each box", "as many things as there are"),
        ("delete all drafts", "as many things as there are"),
        ("press next until the list ends", "as many things as there are"),
        ("book a table for today", "time"),
        ("choose next Monday", "time"),
        ("pick the day 3 days from now", "time"),
        ("how many unread mails are there?", "answer"),
        ("open the cart and tell me the total", "answer"),
        ("find out who wrote it", "answer"),
        ("type the code shown above the field", "screen shows"),
        ("enter the number displayed in the header", "screen shows"),
    ],
)
def test_what_depends_on_the_moment_is_told_with_its_reason(instruction: str, reason: str) -> None:
    assert reason in dependence(of(instruction))


@pytest.mark.parametrize(
    "instruction",
    [
        "tap 'Show all'",
        'tap "If in doubt"',
        "choose “Every day”",
        "log in as {user}",
        "open the settings and switch to the dark theme",
        "add 3 mugs to the basket",
        "go to the next page",
        "open the first result",
        "rename the folder to Archive",
        "drag Bob onto Ann",
        "move to the next page",
    ],
)
def test_what_is_the_same_next_time_depends_on_nothing(instruction: str) -> None:
    assert dependence(of(instruction, user="everyone, if any")) == ""


@pytest.mark.parametrize(
    ("instruction", "name"),
    [
        ("click Order now", "Order now"),
        ("click order now, then log out", "Order now"),
        ("open Today", "Today"),
        ("press Select all", "Select all"),
    ],
)
def test_the_name_of_what_was_used_depends_on_nothing(instruction: str, name: str) -> None:
    assert dependence(of(instruction))
    assert dependence(of(instruction), names=[name]) == ""


@pytest.mark.parametrize(
    ("instruction", "name"),
    [("order it now", "Order"), ("click Order now for all guests", "Order now"), ("book it today", "Today")],
)
def test_what_is_said_beside_the_name_still_counts(instruction: str, name: str) -> None:
    assert dependence(of(instruction), names=[name])


def test_what_was_given_is_not_borrowed() -> None:
    seen = ["Your code is 4711. Ann Lee, Baker Street 221"]
    assert not borrowed("{code}", of("enter {code}", code="4711"), seen)
    assert not borrowed("4711", of("enter 4711"), seen)
    assert not borrowed("2", of("add two mugs"), seen)
    assert not borrowed("1", of("add a mug"), seen)
    assert not borrowed("Ann Lee", of("enter the name Ann Lee"), seen)
    assert not borrowed("{password}!", Instruction.of("log in with {password}", {"password": Secret("hunter2")}), seen)


def test_what_was_read_or_worked_out_is_borrowed() -> None:
    seen = ["Your code is 4711. What is 3 + 4? Ann Lee, Baker Street 221"]
    assert borrowed("4711", of("enter the code"), seen)
    assert borrowed("7", of("solve the sum"), seen)
    assert borrowed("Baker Street", of("enter the street"), seen)
    assert borrowed("{name} 4711", of("enter {name} and the code", name="Ann"), seen)


def test_words_of_the_planner_s_own_are_not_borrowed() -> None:
    """Nobody showed them: the next time they would be made up the same way."""
    assert not borrowed("Dear Sir or Madam", of("write a greeting"), ["Message"])
