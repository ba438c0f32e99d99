"""What is said of single lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_flow_analysis import problems

from askonce.diagnostics.excerpt import format_problems
from askonce.program.checked_program import check_source

PROGRAMS = sorted((Path(__file__).parents[1] / "programs").glob("*.stp"))
OUTSIDE = (
    "terms_N", "systemStatus", "summary", "condition_1", "condition_2", "fruitBasket", "age", "user_age", "my_car",
    "client", "company_market_cap_table", "company_data_table", "domestic_sales_table", "overseas_sales_table",
    "user_name", "current_city",
)  # fmt: skip
"""What the examples, some of them mere fragments, expect to be there."""


@pytest.mark.parametrize("path", PROGRAMS, ids=[path.stem for path in PROGRAMS])
def test_a_program_that_is_right_has_no_errors(path: Path) -> None:
    before = path.with_name("intro_tasks.stp").read_text("utf-8") if path.stem == "intro_calls" else ""
    source = before + path.read_text("utf-8")
    assert not format_problems(path.name, source, check_source(source, given=OUTSIDE).errors)


@pytest.mark.parametrize("label", ["1.", "2)", "(3)", "Step 4:"])
def test_a_label_before_a_line_is_a_warning(label: str) -> None:
    (told,) = problems(f"{label} Open the settings")
    assert told.startswith(f"1:1: warning: the label '{label}'")


def test_a_number_that_belongs_to_the_sentence_is_no_label() -> None:
    assert not problems("10 minutes before the meeting, mute the phone")


def test_a_step_without_an_app_is_a_warning_where_there_are_several() -> None:
    source = """
        In the Contacts app, add Ada and save her.
        Send Ada the message "hello"
        In the Messages app, send Ada the message "hello"
        """
    (told,) = problems(source)
    assert told.startswith("2:1: warning: this step does not say which app to use")


def test_steps_that_work_on_what_is_known_need_no_app() -> None:
    assert not problems(
        """
        In the Contacts app, read all names, record as {names}
        Analyse which of {names} are given names, record as {given}
        Open URL "https://names.example"
        Send the list from the Contacts app to the printer
        In the Messages app, send {given} to Ada
        """
    )


def test_one_app_need_not_be_named_again() -> None:
    assert not problems("In the Contacts app, add Ada and save her.\nDelete Ben")


def test_apps_at_hand_count_as_several() -> None:
    (told,) = problems("Delete Ben", apps=("Contacts", "Messages"))
    assert "which app to use" in told


def test_a_question_to_the_user_is_an_error_when_nobody_is_there() -> None:
    source = 'Ask user "How old?", get response as {age}'
    assert not problems(source)
    (told,) = problems(source, unattended=True)
    assert "error: this asks the user, and nobody is there to answer" in told


def test_a_header_without_a_block_is_an_error_told_once() -> None:
    told = problems("Repeat 3 times:\nTell user 3")
    assert len(told) == 1
    assert ": error: " in told[0]


def test_a_block_under_a_plain_line_is_an_error() -> None:
    told = problems("Open the settings\n    Tap it")
    assert len(told) == 1
    assert told[0].startswith("2:")
    assert ": error: " in told[0]
