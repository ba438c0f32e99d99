"""Which variables are set where, and what they hold."""

from __future__ import annotations

from textwrap import dedent

import pytest

from askonce.diagnostics.excerpt import format_problems
from askonce.program.checked_program import check_source


def problems(source: str, **options: object) -> list[str]:
    """The problems of a program, as `line:column: severity: message (suggestion)`."""
    found = check_source(dedent(source).lstrip("\n"), **options).problems  # type: ignore[arg-type]
    return [
        f"{one.location.line}:{one.location.column}: {one.severity}: {one.message} ({one.suggestion})" for one in found
    ]


def test_a_program_in_which_everything_is_set_first_is_clean() -> None:
    assert not problems(
        """
        Set variable {name} to "Ada"
        In the Contacts app, find the number of {name}, record as {number}
        Create an object {person} with "name" as {name} and "number" as {number}
        Tell user "{person.name}: {person.number}"
        """
    )


def test_a_misspelt_variable_is_pointed_at_with_the_one_that_is_meant() -> None:
    source = (
        'Record list ["Ada", "Ben"] as {contact_list}\n'
        "Iterate through each item in {contct_list} as {one}:\n    Call {one}\n"
    )

    assert format_problems("calls.stp", source, check_source(source).problems) == dedent(
        """\
        calls.stp:2:30: error: {contct_list} is not set anywhere before this line
          Iterate through each item in {contct_list} as {one}:
                                       ^^^^^^^^^^^^^
          → did you mean {contact_list}?"""
    )


def test_upper_and_lower_case_are_told_apart_and_guessed() -> None:
    assert problems("Set variable {ID} to 3\nTell user {id}") == [
        "2:11: error: {id} is not set anywhere before this line (did you mean {ID}?)"
    ]


def test_a_variable_that_nobody_sets_is_an_error_unless_it_is_given() -> None:
    source = "Tell user {terms}"
    assert problems(source) == [
        "1:11: error: {terms} is never set (set it before this line, or pass terms from outside)"
    ]
    assert not problems(source, given=("terms",))


def test_a_variable_that_is_set_later_only_is_an_error() -> None:
    (told,) = problems(
        """
        Tell user {total}
        Set variable {total} to 3
        """
    )
    assert told.startswith("1:11: error: {total} is not set yet: line 2 sets it")


def test_a_variable_set_in_one_branch_only_may_be_unset() -> None:
    (told,) = problems(
        """
        Set variable {age} to 20
        If {age} is greater than 18:
            Set variable {group} to "adult"
        Tell user {group}
        """
    )
    assert told.startswith("4:11: warning: {group} may be unset here: line 3 is not always reached before")


@pytest.mark.parametrize("way_out", ['Set variable {group} to "minor"', "Stop the program"])
def test_a_variable_set_on_every_way_is_set(way_out: str) -> None:
    assert not problems(
        f"""
        Set variable {{age}} to 20
        If {{age}} is greater than 18:
            Set variable {{group}} to "adult"
        Otherwise:
            {way_out}
        Tell user {{group}}
        """
    )


def test_a_loop_that_may_not_run_sets_nothing_for_sure() -> None:
    told = problems(
        """
        In the Contacts app, read all names, record as {names}
        Iterate through each item in {names}, recorded as {name}:
            Set variable {last} to {name}
        Tell user "{last} {name}"
        """
    )
    assert [one.split(" here")[0] for one in told] == [
        "4:12: warning: {last} may be unset",
        "4:19: warning: {name} may be unset",
    ]


def test_a_loop_with_a_fixed_number_of_passes_sets_its_variables() -> None:
    assert not problems(
        """
        Repeat 3 times:
            Read the number of unread messages, record as {count}
        Tell user {count}
        """
    )


def test_what_is_set_before_a_break_is_set_after_the_loop() -> None:
    assert not problems(
        """
        Repeat 3 times:
            If the page shows an error:
                Set variable {outcome} to "error"
                Break the loop
            Set variable {outcome} to "fine"
        Tell user {outcome}
        """
    )


def test_a_variable_set_later_in_the_loop_may_be_unset_in_the_first_pass() -> None:
    (told,) = problems(
        """
        Repeat 3 times:
            If {loop.iteration} is greater than 1:
                Tell user {previous}
            Set variable {previous} to {loop.iteration}
        """
    )
    assert "warning: {previous} may be unset here: line 4" in told


def test_the_count_of_passes_means_something_inside_loops_only() -> None:
    (told,) = problems("Tell user {loop.iteration}")
    assert "error: {loop.iteration} has a value inside a loop only" in told


def test_the_count_of_passes_is_gone_after_the_loop() -> None:
    (told,) = problems(
        """
        Repeat 3 times:
            Tell user {loop.iteration}
        Tell user {loop.iteration}
        """
    )
    assert told.startswith("3:11: error: {loop.iteration} has a value inside a loop only")


def test_a_step_that_changes_a_variable_needs_it_first() -> None:
    (told,) = problems("Increase {count} by what the page shows, record as {count}")
    assert told.startswith("1:10: error: {count} is not set before this line, which uses it")


def test_a_step_may_name_its_result_in_its_sentence() -> None:
    assert not problems(
        """
        Set variable {average} to 92
        Calculate {grade} from {average}, 90 and above for A, 80-89 for B
        Tell user {grade}
        """
    )


def test_a_list_has_to_be_there_before_something_is_added() -> None:
    (told,) = problems('Add "x" to {found}')
    assert "error: {found} is never set" in told


def test_an_attribute_that_an_object_lacks_is_a_warning() -> None:
    (told,) = problems(
        """
        Create a list of objects named {guests}, with the following items:
            An object with "name" set to "Ada" and "seat" set to 4
            An object with "name" set to "Ben" and "seat" set to 7
        Iterate through each item in {guests}, recorded as {guest}:
            Tell user {guest.nmae}
        """
    )
    assert 'warning: {guest} has no "nmae" (did you mean {guest.name}?)' in told


def test_an_attribute_that_is_set_afterwards_is_known() -> None:
    assert not problems(
        """
        Create an object {car} with "brand" as "Tesla"
        Set {color} of {car} to "Red"
        Tell user {car.color}
        """
    )


@pytest.mark.parametrize(("value", "what"), [("3", "a number"), ('"Ada and Ben"', "a text"), ("true", "a boolean")])
def test_a_loop_over_something_that_is_no_collection_is_an_error(value: str, what: str) -> None:
    (told,) = problems(
        f"""
        Set variable {{things}} to {value}
        Iterate through each item in {{things}}, recorded as {{thing}}:
            Tell user {{thing}}
        """
    )
    assert f"2:30: error: {{things}} is {what}: there is nothing in it to loop over" in told


def test_a_loop_over_a_text_is_told_how_to_make_it_a_list() -> None:
    (told,) = problems(
        """
        Read text from file "notes.txt" as {notes}
        Iterate through each line in {notes}, recorded as {line}:
            Tell user {line}
        """
    )
    assert 'make a list of it first: "Split {notes} into a list, record as {items}"' in told


def test_a_number_of_times_has_to_be_a_number() -> None:
    (told,) = problems(
        """
        Record list ["a", "b"] as {names}
        Repeat {names} times:
            Tell user "hello"
        """
    )
    assert "error: {names} is a list, not a number of times" in told


def test_adding_to_a_number_is_an_error() -> None:
    (told,) = problems(
        """
        Set variable {total} to 0
        Add 5 to {total}
        """
    )
    assert "error: {total} is a number, not a list or a table" in told


def test_lines_after_one_that_leaves_the_block_are_never_reached() -> None:
    told = problems(
        """
        Repeat 3 times:
            Break the loop
            Tell user "never"
            Tell user "neither"
        Stop the program
        Tell user "too late"
        """
    )
    assert [one.split(" (")[0] for one in told] == [
        "3:5: warning: this line is never reached",
        "6:1: warning: this line is never reached",
    ]


@pytest.mark.parametrize("line", ["Break the loop", "Continue with the next item"])
def test_leaving_a_loop_outside_of_one_is_an_error(line: str) -> None:
    (told,) = problems(line)
    assert "is outside a loop" in told


def test_a_question_needs_an_answer_on_every_way() -> None:
    unset, maybe, done = (
        'Tell user "hello"',
        "If the page shows a price:\n    Set variable {answer} to 3",
        "Set variable {answer} to 3",
    )
    assert "error: the task asks a question, and {answer} is never set" in problems(unset, asks_question=True)[0]
    assert (
        "warning: the task asks a question, and {answer} is not set in every branch"
        in problems(maybe, asks_question=True)[0]
    )
    assert not problems(done, asks_question=True)
    assert not problems(unset)
