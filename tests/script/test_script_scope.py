"""Values of a script: what may count as an amount."""

from __future__ import annotations

import math

import pytest

from askonce.errors import ConfigError
from askonce.script.script_scope import Scope


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
