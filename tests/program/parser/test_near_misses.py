"""What is nearly a calculation or a comparison is an error at its place, and no guess of a model."""

from __future__ import annotations

import pytest

from askonce.program.checked_program import check_source

GIVEN = ("n", "items", "table")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("set {x} to 3 +", "3 +"),
        ("set {x} to 3 * * 4", "3 * * 4"),
        ("set {x} to (3 + 4", "(3 + 4"),
        ("set {x} to 3 + 4)", "3 + 4)"),
        ("set {x} to {n} -", "{n} -"),
        ("set {x} to / 2", "/ 2"),
        ("set {x} to {n} plus", "{n} plus"),
        ("set {x} to 50%", "50%"),
        ("{x} = 3 /", "3 /"),
        ("set {n} to", "set {n} to"),
        ("let {n} be", "let {n} be"),
        ("{n} =", "{n} ="),
        ("increase {n} by", "increase {n} by"),
        ("Task return a object contains world rank", "Task return a object contains world rank"),
        ("Execute task \"F\", {n} is 'it''s'", "Execute task \"F\", {n} is 'it''s'"),
        ("increase {n} by 2 *", "2 *"),
        ("tell user 3 +", "3 +"),
        ("add 3 + to {items}", "3 +"),
        ("calculate 3 *, record as {x}", "3 *"),
        ('filter {table} to rows where "age" is greater then 3', "is greater then"),
        ("if {n} is greater then 3, stop the program", "is greater then"),
        ("if {n} is greater then 3:", "is greater then"),
        ("if {n} is greater 3:", "is greater"),
        ("if {n} is bigger then 3 and the page is red:", "is bigger then"),
        ("if the page is red or {n} is less then 3:", "is less then"),
        ("while {n} is equel to 4:", "is equel to"),
        ("repeat until {n} is at lest 4:", "is at lest"),
        ('if {n} strats with "b":', "strats with"),
        ("if {n} is greater than or equal 3:", "is greater than or equal"),
        ("if {n} >:", ">"),
        ("if > 3:", ">"),
        ("if {n} is:", "is"),
        ("if {n} > 3 +:", "3 +"),
        ("if {n} + > 3:", "{n} +"),
        ("if {n} = > 3:", "> 3"),
        ("Set list 007, 08 as {x}", "007, 08"),
        ("set {x} to [7, 08]", "[7, 08]"),
        ("add 007 to {items}", "007"),
        ("if {n} is 007:", "if {n} is 007:"),
        ("Set list 1,200, 3 as {x}", "1,200, 3"),
        ("set {x} to 1,200", "1,200"),
        ("set {x} to 2024-10-12", "2024-10-12"),
        ("Set list 12; 14 as {x}", "12; 14"),
        ("Set list 10:30, 11:00 as {x}", "10:30, 11:00"),
        ("set {x} to 10:30", "10:30"),
        ("Create a list {x} with items $5, $7", "$5, $7"),
    ],
)
def test_the_place_is_named(line: str, fault: str) -> None:
    source = f"{line}\n    stop the program\n" if line.endswith(":") else f"{line}\n"
    errors = check_source(source, given=GIVEN).errors
    places = [line[error.location.column - 1 :][: error.location.length] for error in errors]
    assert fault in places
    assert all(error.location.line == 1 and error.suggestion for error in errors)


@pytest.mark.parametrize(
    "line",
    [
        "set {x} to the price of the tea",
        "set {x} to {n} plus the tax on the page",
        "set {x} to 5 apples",
        "return to the home page",
        "create a list of 5 products, record as {x}",
        "set {x} to -{n}",
        'set {x} to "50%"',
        "if {n} is visible:",
        'if {n} is shown in "Contacts":',
        'if {n} appears under "Contacts":',
        "if {n} > the number on the page:",
        "if the price is greater then 3:",
        "if the page says 3 +:",
        "go to the shop, then 3 + 4 times press the button",
        "set the alarm to 10:30",
        "Set list 1,2,3 as {x}",
        "Set list 0, 0.5, 300 as {x}",
        'Set list "007", "1,200", "10:30" as {x}',
        "set {x} to 2024 - 10 - 12",
    ],
)
def test_what_a_model_can_do_stays_a_step_or_a_question(line: str) -> None:
    source = f"{line}\n    stop the program\n" if line.endswith(":") else f"{line}\n"
    assert not check_source(source, given=GIVEN).errors
