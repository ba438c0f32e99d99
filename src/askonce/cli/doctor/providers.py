"""Where models can be had."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from pydantic import BaseModel, TypeAdapter


class Provider(BaseModel):
    """Where a model can be had, an example of one, and how its keys begin where they tell themselves apart."""

    name: str
    base_url: str
    model: str
    note: str
    key: str = ""


def providers() -> Sequence[Provider]:
    data = (files("askonce.cli.doctor") / "providers.json").read_bytes()
    return TypeAdapter(list[Provider]).validate_json(data)
