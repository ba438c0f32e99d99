"""Sentences that begin like control flow, or like another phrase, and are none."""

from __future__ import annotations

import pytest

from askonce.program.expression_tree import ConditionValue, FileExists, Reference, TextTemplate
from askonce.program.parser import read_program
from askonce.program.syntax_tree import Assign, If, Step, Tell

NEAR_MISSES = [
    "Format the report as a table:",
    "For the following persons:",
    "Otherwise, notify the user",
    "Otherwise engaged people get no mail",
    "Wait a while",
    "If you like, take a look at the news",
    "If possible, use the dark theme",
    "If in doubt, leave it out.",
    "Iterate quickly",
    "Iterate on the design",
    "Whilst you are there, close the banner",
    "While waiting, read the news",
    "While you are at it, empty the cart",
    "Repeat the message to Bob",
    "Repeat the message to Bob 3 times",
    "Repeat after me",
    "break the news to Ann",
    "Break the video into chapters",
    "Return the book",
    "Return to the home page",
    "Continue shopping",
    "Continue to the checkout",
    "Continue with Google",
    "stop the music",
    "Stop the timer",
    "define the goal",
    "Define a task",
    "Else Marie is a friend",
    "Elsewhere on the page, open the menu",
    "Notify Ann",
    "Format the cell as a number",
    "For each other they care",
    "For the record, open the archive",
    "Forward the mail to Bob",
    "Ifrah is a name; search it",
    "Sort the mail",
    "Set the alarm to 7:30",
    "Set up the printer",
    "Store the file in the cloud",
    "Record a video",
    "Record the meeting as a podcast",
    "Print the page",
    "Tell Ann about the party",
    "Send a message to the user group",
    "Add milk to the shopping list",
    "Add the book to the cart",
    "Create a list of movies in the app",
    "Create an object in the scene",
    "Save the draft",
    "Save the picture to the album",
    "Read the news",
    "Read the first mail",
    "Get a coffee",
    "Merge the duplicates",
    "Filter the mails by date",
    "Execute the plan",
    "Run the task manager",
    "Call Ann",
    "Call the function room",
    "Ask Ann for her number",
    "Loop the video",
    "Do the dishes",
    "Task inputs are missing",
    "Skip the intro",
    "Exit the app",
    "Leave the group",
    "当前页面向下滚动",
    "当地天气怎么样",
]


@pytest.mark.parametrize("words", NEAR_MISSES)
def test_a_near_miss_is_a_step_in_plain_words(words: str):
    program, problems = read_program(words + "\n")
    (statement,) = program.statements
    assert isinstance(statement, Step), statement
    assert statement.instruction == TextTemplate((words,))
    assert statement.results == ()
    assert not problems


def test_save_as_a_name_in_an_app_is_no_result():
    program, _ = read_program("In the Markor app, write a note and save it as {file_name}")
    assert program.statements == (
        Step(TextTemplate(("In the Markor app, write a note and save it as ", Reference("file_name"))), "Markor"),
    )


def test_adding_in_an_app_is_a_step():
    program, _ = read_program("In the Contacts app, add {name} to {group}")
    assert isinstance(program.statements[0], Step)


def test_checking_whether_a_file_exists_is_no_condition():
    program, problems = read_program('Check if file "x" exists')
    assert program.statements == (Assign(Reference("file_exists"), ConditionValue(FileExists(TextTemplate(("x",))))),)
    assert not problems


def test_judging_is_no_condition():
    program, _ = read_program("Judge if the banner is shown, record as {b}")
    assert program.statements == (Step(TextTemplate(("Judge if the banner is shown",)), "", ("b",)),)


def test_keywords_inside_quotes_do_not_count():
    program, problems = read_program('Search for "if you go: else"\nType "repeat 5 times:"')
    assert all(isinstance(one, Step) for one in program.statements)
    assert not problems


def test_otherwise_with_a_comma_belongs_to_the_if_right_above():
    program, _ = read_program('if {a} > 3:\n    open the door\nOtherwise, notify user "closed"')
    (statement,) = program.statements
    assert isinstance(statement, If)
    assert statement.otherwise == (Tell(TextTemplate(("closed",))),)


def test_notify_does_not_make_otherwise_an_else_if():
    program, _ = read_program("if {a} > 3:\n    open the door\nOtherwise, notify Ann")
    (statement,) = program.statements
    assert isinstance(statement, If)
    assert len(statement.branches) == 1
    assert statement.otherwise == (Step(TextTemplate(("notify Ann",))),)
