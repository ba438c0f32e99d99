"""Providers of models."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from pydantic import BaseModel, TypeAdapter


class Provider(BaseModel):
    """A provider, one of its models, and the prefix of its keys, if they have one."""

    name: str
    base_url: str
    model: str
    note: str
    key: str = ""


def providers() -> Sequence[Provider]:
    data = (files("askonce.cli.doctor") / "providers.json").read_bytes()
    return TypeAdapter(list[Provider]).validate_json(data)
