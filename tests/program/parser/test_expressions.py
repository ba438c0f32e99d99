"""What stands for a value, and what only looks like a calculation."""

from __future__ import annotations

import pytest

from askonce.program.expression_tree import Arithmetic, Expression, TextTemplate
from askonce.program.parser import read_program
from askonce.program.syntax_tree import Assign


def _value(text: str) -> Expression:
    statement = read_program(f"Set {{it}} to {text}\n")[0].statements[0]
    assert isinstance(statement, Assign)
    return statement.value


@pytest.mark.parametrize(
    "text",
    ["2024-05-01", "01/02/2024", "1/2/3", "1-2-3", "030-123-456", "+49-30-123456", "555-0101", "12/05", "05/12"],
)
def test_dates_and_numbers_of_phones_are_not_calculated(text: str) -> None:
    assert _value(text) == TextTemplate((text,))


@pytest.mark.parametrize("text", ["5-3", "10/2", "8-0", "2024 - 05 - 01", "1 - 2 - 3", "(1-2)-3", "1-2*3"])
def test_what_is_written_as_a_calculation_is_calculated(text: str) -> None:
    assert isinstance(_value(text), Arithmetic)
