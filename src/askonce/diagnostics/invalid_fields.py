"""What pydantic found wrong with the fields of a model, in one line."""

from __future__ import annotations

from pydantic import ValidationError

_OWN = "Value error, "
"""What pydantic writes before a message of ours."""


def invalid_fields(error: ValidationError) -> str:
    """For example `direction: Input should be 'up' or 'down'; distance: Input should be a valid number`."""
    found = (
        (".".join(map(str, problem["loc"])) or "it", problem["msg"].removeprefix(_OWN)) for problem in error.errors()
    )
    return "; ".join(f"{place}: {message}" for place, message in found)
