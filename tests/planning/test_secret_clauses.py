"""Whether a field holds the secret that was typed into it, also where the page writes it in its own way."""

from __future__ import annotations

import pytest

from askonce.geometry import Box, Size
from askonce.planning.secret_clauses import is_secret, with_secrets
from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation
from askonce.values import Instruction, Secret

CLAUSE = Expectation("field", "[1]", "{code}")


def held(value: str, *states: str) -> Tree:
    field = Node(1, "textbox", "Code", Box(0, 0, 90, 20), value=value, states=frozenset(states))  # pyright: ignore[reportArgumentType]
    return Tree((field,), Size(800, 600))


def typing(code: str | Secret) -> Instruction:
    return Instruction.of("type {code} into Code", {"code": code})


@pytest.mark.parametrize(
    ("code", "value", "expected"),
    [
        ("471193", "471193", True),
        ("471193", "471-193", True),
        ("4711 9300", "47119300", True),
        ("s3same-4711", "S3SAME-4711", True),
        ("s3same-4711", "s3s ame-47 11", True),
        ("471193", "47119", False),
        ("0042", "42", False),
        ("471193", "", False),
        ("471193", "******", False),
        ("471193", "4711933", False),
        ("s3same-4711", "s3same4711", False),
        ("s3same-4711", "34711", False),
        ("p@ss-word!", "password", False),
    ],
)
def test_a_secret_is_held_whole_or_not_at_all(code: str, value: str, expected: bool) -> None:
    tree = held(value)
    assert with_secrets(CLAUSE, typing(Secret(code)), tree).holds(tree) is expected


@pytest.mark.parametrize(("dots", "expected"), [(6, True), (5, False), (0, False)])
def test_of_a_password_the_length_has_to_do(dots: int, expected: bool) -> None:
    tree = held("•" * dots, "password")
    assert with_secrets(CLAUSE, typing(Secret("471193")), tree).holds(tree) is expected


def test_other_clauses_and_plain_values_stay_as_they_are() -> None:
    tree = held("471193")
    assert with_secrets(CLAUSE, typing("471193"), tree) is CLAUSE
    shown = Expectation("visible", "{code}")
    assert with_secrets(shown, typing(Secret("471193")), tree) is shown
    assert [is_secret(clause, typing(Secret("471193"))) for clause in (CLAUSE, shown)] == [True, False]
