"""Sums and equations are worked out exactly, or not at all."""

from __future__ import annotations

import pytest

from askonce.embedded.arithmetic import solve, work_out


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("3 + 4", "7"),
        ("12 x 2 =", "24"),
        ("7 − 9 = ?", "-2"),
        ("10 / 4", "2.5"),
        ("2 * (3 + 4)", "14"),
        ("3 plus 4 times 2", "11"),
        ("8 divided by 2", "4"),
        ("-3 - -4", "1"),
    ],
)
def test_a_sum_is_worked_out(text: str, answer: str) -> None:
    assert work_out(text) == answer


@pytest.mark.parametrize("text", ["1 / 3", "8 ÷ 0", "5", "hello", "3 +", "(1 + 2", "2 3 + 1", "x + 1", "", "1+" * 300])
def test_what_is_no_sum_or_has_no_exact_answer_stays_open(text: str) -> None:
    assert work_out(text) is None


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("2x + 3 = 7", "2"),
        ("1 + x = 21", "20"),
        ("4 - x = 80", "-76"),
        ("3 x = 9", "3"),
        ("2(x + 1) = x + 6", "4"),
    ],
)
def test_an_equation_is_solved_for_its_unknown(text: str, answer: str) -> None:
    assert solve(text, "x") == answer


@pytest.mark.parametrize("text", ["x = x", "x * x = 4", "x =", "3 = 3", "y + 1 = 2", "1 / x = 2"])
def test_an_equation_without_one_answer_stays_open(text: str) -> None:
    assert solve(text, "x") is None
