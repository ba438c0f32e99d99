"""What a model reads when it is to write a program, its rest, or to look over what was done: word for word.

The texts were judged by answering them by hand for tasks of several kinds, and feeding the answers back.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from golden import assert_as_it_was

from askonce.models import Message
from askonce.program.author import author_question
from askonce.program.checked_program import check_source
from askonce.program.counter import CallFrame, Counter, LoopPass
from askonce.program.final_check import EndState, final_check_question
from askonce.program.parser import read_program
from askonce.program.replan import Situation, replan_question

GOLDEN = Path(__file__).parent / "golden"
SOURCE = """\
Record list ["Ada", "Ben"] as {people}
Iterate through each item in {people}, recorded as {person}:
    In the Mail app, send {person} a greeting
"""


def whole(messages: tuple[Message, ...]) -> str:
    return "\n\n".join(f"[{message.role}]\n{message.text}" for message in messages)


def test_the_question_for_a_program_is_as_it_was() -> None:
    question = author_question(
        "How many of {names} are on {page}?", apps=("Mail", "Notes"), given=("names",), answer=True
    )
    assert_as_it_was(whole(question), GOLDEN / "author.txt")


def test_the_rules_for_writing_stay_under_two_thousand_tokens() -> None:
    assert len(author_question("x")[0].text) / 4 < 2000


def test_the_question_for_the_rest_of_a_program_is_as_it_was() -> None:
    program, _ = read_program(SOURCE)
    counter = Counter((CallFrame((1, 0, 0), (LoopPass((1,), 2, 2),)),))
    situation = Situation(
        "there is no Mail app",
        task="Greet Ada and Ben",
        done="line 3, pass 1: sent",
        variables='person: "Ben"',
        belief="1 fact: the phone has a Messages app",
        screen='[1] button "Apps"',
    )
    assert_as_it_was(replan_question(program, counter, situation)[1].text, GOLDEN / "replan.txt")


def test_the_last_question_is_as_it_was() -> None:
    program, _ = read_program(SOURCE)
    ending = EndState("Greet Ada and Ben", progress=("3: sent",), shown='person: "Ben"', screen='[1] button "Apps"')
    assert_as_it_was(whole(final_check_question(program, ending)), GOLDEN / "finish.txt")


def test_the_lines_in_the_rules_are_what_the_language_takes_them_for() -> None:
    """Each group of example lines is read as a program of its own, with blocks and values added where needed."""
    rules = author_question("x")[0].text
    lines = rules.split("\n# Rules")[0].split("\n# The language\n")[1]
    kinds = {line: _kind(line) for line in lines.splitlines() if line.strip()}

    for line, kind in {
        "Set variable {total} to 0": "Assign",
        "Calculate {total} + {price}, record as {total}": "Assign",
        'Record list ["Lisbon", "Porto"] as {cities}': "Assign",
        'Create an object {trip} with "city" as "Porto" and "days" as 3': "Assign",
        "Create an empty list, recorded as {found}": "Assign",
        "Add {city} to {found}": "Append",
        "Get the length of {found}, record as {count}": "Assign",
        "Get the first item of {found}, record as {first}": "Assign",
        'Calculate the sum of "amount" in {payments} where "to" is "Rent", record as {rent}': "Assign",
        'Get all rows from {payments} where "amount" is greater than 100, record as {large}': "Filter",
        'Read table "prices.csv" as {prices}': "ReadFile",
        'Create an empty data table with "city" and "price" columns, recorded as {table}': "Assign",
        'Add a row of data {"city": {city}, "price": {price}} to {table}': "Append",
        'Sort {table} by "price" column from smallest to largest': "Sort",
        'Save {table} as table file "prices.csv"': "SaveFile",
        'Save text content {summary} to document "summary.txt"': "SaveFile",
        "Iterate through each item in {guests}, recorded as {guest}:": "ForEach",
        "Repeat 3 times:": "Repeat",
        "Repeat until {count} is greater than 5:": "Until",
        'While the page shows a "Next" button:': "While",
        'If {total} + {price} is less than 20 and {city} is not "Porto":': "If",
        'Execute function "book seat", with {name} as "Ada" and {seat} as 4, save result as {code}': "Call",
        "In the Calendar app, delete all events on {day}.": "Step",
        'Open URL "https://shop.example"': "Step",
        "Judge if {review} is friendly, record as {friendly}": "Step",
    }.items():
        assert kinds[line] == kind, line


def _kind(line: str) -> str:
    program, _ = read_program(line.strip() + ("\n    Open it\n" if line.endswith(":") else "\n"))
    return type(program.statements[0]).__name__ if program.statements else ""


def test_the_example_in_the_rules_is_a_program_without_problems() -> None:
    rules = author_question("x")[0].text
    (example,) = re.findall(r"```\n(.*?)```", rules, re.DOTALL)
    assert not check_source(example, asks_question=True, unattended=True).problems


@pytest.mark.parametrize("name", ["author", "replan", "finish"])
def test_the_texts_hold_no_slot_unfilled(name: str) -> None:
    text = (GOLDEN / f"{name}.txt").read_text("utf-8")
    assert "$" not in text
