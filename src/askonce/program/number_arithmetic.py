"""Arithmetic on two numbers: exact where both are whole, within bounds."""

from __future__ import annotations

import math
from typing import Any, Literal, assert_never

from askonce.program.data_types import BITS


def calculate(operator: Literal["+", "-", "*", "/", "//", "%", "**"], left: int | float, right: int | float) -> Any:
    """The result. If a variable cannot hold it: `ZeroDivisionError`, `OverflowError` or `ValueError`."""
    match operator:
        case "+":
            result: Any = left + right
        case "-":
            result = left - right
        case "*":
            result = left * right
        case "/":
            result = left / right
        case "//":
            result = left // right
        case "%":
            result = left % right
        case "**":
            if isinstance(left, int) and isinstance(right, int) and left.bit_length() * abs(right) > BITS:
                raise OverflowError
            result = left**right
        case _:
            assert_never(operator)
    if isinstance(result, complex) or (not isinstance(result, int) and not math.isfinite(result)):
        raise ValueError
    if isinstance(result, int) and result.bit_length() > BITS:
        raise OverflowError
    return result
