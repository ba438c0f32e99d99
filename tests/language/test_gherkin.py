"""Scenarios in Gherkin are read line by line, and what cannot be read is named."""

from __future__ import annotations

import pytest

from askonce.errors import ConfigError
from askonce.language.gherkin import read_scenario

WHOLE = """
@smoke
Scenario: a mug
  # what is there already
  Given the basket is empty
  And I am logged in
  When I search for mug
  but we press Enter
  Then the page shows "Red mug"
  And no error is shown
"""


def test_each_step_says_what_to_do_or_what_has_to_be_true() -> None:
    assert [(step.line, step.kind, step.instruction) for step in read_scenario(WHOLE)] == [
        (5, "given", "make sure that the basket is empty"),
        (6, "given", "make sure that I am logged in"),
        (7, "when", "search for mug"),
        (8, "when", "press Enter"),
        (9, "then", 'the page shows "Red mug"'),
        (10, "then", "no error is shown"),
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "has no steps"),
        ("Scenario: nothing", "has no steps"),
        ("And I press Save", r"line 1 .*And I press Save\n.*write Given, When or Then before And"),
        ("When I press Save\nscenario: b", "line 2 .*one scenario"),
        ("Scenario: a\nScenario: b\nWhen I press Save", "line 2 .*one scenario"),
        ("When I fill in:\n| name | Ann |", "line 2 .*tables are not supported"),
        ('When I write\n"""', "line 2 .*longer texts are not supported"),
        ("Feature: a shop\nWhen I press Save", "line 1 .*with all values in it"),
        ("When", "line 1 .*begin it with Given"),
        ("I press Save", "line 1 .*begin it with Given"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=f"(?s){problem}"):
        read_scenario(text)
