"""Functions: are they there, do the arguments fit, what do they see of the variables outside."""

from __future__ import annotations

from test_flow_analysis import problems

from askonce.program.call_arguments import match_arguments

AREA = """
        Define function named "area":
            Function inputs: {length} (number), {width} (number)
            Calculate {length} * {width}, record as {size}
            Function returns {size}
"""


def test_a_call_that_fits_is_clean() -> None:
    assert not problems(
        AREA
        + """
        Execute function "area", with {length} as 10 and {width} as 5, save result as {room}
        Tell user {room}
        """
    )


def test_a_call_to_an_unknown_function_names_the_one_that_is_meant() -> None:
    (told,) = problems(AREA + 'Execute function "aera", with {length} as 1 and {width} as 5, save result as {room}')
    assert told == '5:19: error: there is no function "aera" (did you mean "area"?)'


def test_a_missing_argument_is_named() -> None:
    (told,) = problems(AREA + '        Execute function "area", with {length} as 10, save result as {room}')
    assert 'error: "area" is called without {width}' in told
    assert "it takes {length}, {width}" in told


def test_an_argument_that_fits_no_input_is_named() -> None:
    told = problems(
        AREA + '        Execute function "area", with {length} as 10 and {colour} as 5, save result as {room}'
    )
    assert told == ['5:50: error: "area" has no input {colour} (it takes {length}, {width})']


def test_an_argument_by_another_name_is_taken_with_a_warning() -> None:
    (told,) = problems(
        AREA + '        Execute function "area", with {length} as 10 and {room_width} as 5, save result as {room}'
    )
    assert 'warning: "area" has no input {room_width}; {width} is assumed' in told


def test_names_are_matched_exactly_then_by_their_words() -> None:
    matched = match_arguments(["name", "phoneNumber"], ["user_name", "phone_number"])
    assert matched.inputs == {"name": "user_name", "phoneNumber": "phone_number"}
    assert matched.guessed == ("name", "phoneNumber")


def test_names_that_could_mean_several_inputs_are_not_guessed() -> None:
    matched = match_arguments(["name"], ["first_name", "last_name"])
    assert matched.unknown == ("name",)
    assert matched.missing == ("first_name", "last_name")
    assert match_arguments(["chinese_score"], ["english_score"]).unknown == ("chinese_score",)
    assert match_arguments(["first_name", "last_name"], ["name"]).unknown == ("first_name", "last_name")


def test_using_the_result_of_a_function_that_returns_nothing_is_an_error() -> None:
    (told,) = problems(
        """
        Define function named "greet":
            Tell user "hello"
        Execute function "greet", save result as {greeting}
        """
    )
    assert 'error: "greet" never returns a value, so {greeting} would be empty' in told


def test_a_function_that_may_end_without_a_value_is_a_warning() -> None:
    (told,) = problems(
        """
        Define function named "price":
            If the page shows a price:
                Function returns 5
        Execute function "price", save result as {price}
        """
    )
    assert 'warning: "price" may end without a value for {price}' in told


def test_a_function_sees_the_globals_that_are_set_before_it_is_called() -> None:
    assert not problems(
        """
        Define function named "greet":
            Tell user "hello {name}"
        Set variable {name} to "Ada"
        Execute function "greet"
        """
    )


def test_a_global_that_is_set_after_the_call_is_not_there() -> None:
    (told,) = problems(
        """
        Define function named "greet":
            Tell user "hello {name}"
        Execute function "greet"
        Set variable {name} to "Ada"
        """
    )
    assert told.startswith("2:22: error: {name} is not set yet")


def test_a_global_that_is_set_before_some_calls_only_may_be_unset() -> None:
    (told,) = problems(
        """
        Define function named "greet":
            Tell user "hello {name}"
        Define function named "greet twice":
            Execute function "greet"
            Execute function "greet"
        Execute function "greet twice"
        Set variable {name} to "Ada"
        Execute function "greet"
        """
    )
    assert told.startswith("2:22: warning: {name} may be unset here")


def test_the_locals_of_a_function_stay_in_it() -> None:
    told = problems(
        AREA + '        Execute function "area", with {length} as 1 and {width} as 2\n        Tell user {size}'
    )
    assert len(told) == 1
    assert "error: {size} is not set yet: line 3 sets it, and that comes later or in another function" in told[0]


def test_a_caller_s_locals_are_not_seen_by_what_it_calls() -> None:
    told = problems(
        """
        Define function named "inner":
            Tell user {word}
        Define function named "outer":
            Set variable {word} to "hello"
            Execute function "inner"
        Execute function "outer"
        """
    )
    assert len(told) == 1
    assert told[0].startswith("2:15: error: {word} is not set yet")


def test_a_function_may_call_itself() -> None:
    assert not problems(
        """
        Define function named "countdown":
            Function inputs: {n} (number)
            If {n} is greater than 0:
                Calculate {n} - 1, record as {next}
                Execute function "countdown", with {n} as {next}
        Execute function "countdown", with {n} as 3
        """
    )


def test_a_function_may_turn_a_global_into_something_else() -> None:
    assert not problems(
        """
        Define function named "fill":
            Record list ["a", "b"] as {things}
        Set variable {things} to 0
        Execute function "fill"
        Iterate through each item in {things}, recorded as {thing}:
            Tell user {thing}
        """
    )


def test_two_functions_of_one_name_are_an_error() -> None:
    told = problems(AREA + AREA)
    assert len(told) == 1
    assert 'error: the function "area" is defined already, in line 1' in told[0]


def test_a_return_outside_a_function_is_an_error() -> None:
    assert "error: a return is outside a function" in problems("Function returns 5")[0]


def test_a_break_in_a_function_does_not_leave_the_loop_around_the_call() -> None:
    (told,) = problems(
        """
        Define function named "leave":
            Break the loop
        Repeat 3 times:
            Execute function "leave"
        """
    )
    assert "2:5: error: break is outside a loop" in told
