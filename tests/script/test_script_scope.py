"""Values of a script: braces around names, and what may count as an amount."""

from __future__ import annotations

import math

import pytest

from askonce.errors import ConfigError
from askonce.script.script_scope import Scope
from askonce.values import Instruction


@pytest.mark.parametrize(
    "value",
    [math.nan, math.inf, -math.inf, "nan", "inf", "-3", -3, True, None, "soon", pytest.param(10**400, id="huge")],
)
def test_what_is_no_number_from_0_on_is_no_amount(value: object) -> None:
    with pytest.raises(ConfigError, match=r"sleep must be a number that is not negative, but \{pause\} is "):
        Scope({"pause": value}, {}).amount("{pause}", "sleep")


@pytest.mark.parametrize(("value", "amount"), [(0, 0), ("1.5", 1.5), (1e300, 1e300)])
def test_a_number_by_name_is_an_amount(value: object, amount: float) -> None:
    assert Scope({"pause": value}, {}).amount("{pause}", "sleep") == amount


BRACES = "{city} {{city}} {{ city }} {{{city}}} ${{city}} {{city}"


def ways(scope: Scope, text: str) -> list[str]:
    """What a text says as an instruction, as a field of an action, and as a text with its values."""
    sentence, values = scope.prepare(text)
    field, named = scope.prepare_field(text)
    return [
        str(Instruction.of(sentence, values)),
        Instruction.of(field, named).fill(field, secrets=True),
        scope.fill(text),
    ]


def test_braces_stand_as_they_are_written_in_a_script_of_midscene() -> None:
    assert ways(Scope({}, {}, ours=False), BRACES) == [BRACES] * 3


def test_doubled_braces_are_single_ones_in_a_script_of_ours_and_around_the_name_of_a_result() -> None:
    text = "{city} {{city}} {{{city}}} {{city.name}}"
    ours, theirs = Scope({"city": "Rome"}, {}), Scope({}, {}, {"city"}, ours=False)
    theirs.set("city", "Rome")

    assert ways(ours, text) == ways(theirs, text) == ["Rome {city} {{city}} {city.name}"] * 3
