"""The cases of a test in a table, by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet


def cases(table: Mapping[str, Any], *, again: str = "") -> list[ParameterSet]:
    """All of a table. Those whose names stand in `again`, with commas between them, go the same way through the code as
    another one, in other words: they are played with the long tests."""
    names = {name.strip() for name in again.split(",")} - {""}
    assert names <= table.keys(), names - table.keys()
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)), id=name, marks=pytest.mark.long if name in names else ()
        )
        for name, case in table.items()
    ]
