"""What is wrong with the fields of a model, in one line."""

from __future__ import annotations

from typing import Self

import pytest
from pydantic import BaseModel, ValidationError, field_validator, model_validator

from askonce.diagnostics.invalid_fields import invalid_fields


class Parcel(BaseModel):
    to: str = ""
    weights: list[float] = []

    @field_validator("to")
    @classmethod
    def _is_a_town(cls, value: str) -> str:
        if value == "Foo":
            raise ValueError(f"{value!r} is not a town")
        return value

    @model_validator(mode="after")
    def _has_weight(self) -> Self:
        if self.to and not self.weights:
            raise ValueError("a parcel weighs something")
        return self


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"to": "Foo"}, "to: 'Foo' is not a town"),
        ({"to": "Oslo"}, "it: a parcel weighs something"),
        ({"to": "Foo", "weights": [1, None]}, "to: 'Foo' is not a town; weights.1: Input should be a valid number"),
    ],
)
def test_each_field_is_named_with_the_bare_reason(given: dict[str, object], said: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Parcel.model_validate(given)

    assert invalid_fields(caught.value) == said
