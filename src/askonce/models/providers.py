"""Providers of models: those that are suggested, and which of them answer nobody without a key."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict


class Provider(BaseModel):
    """A provider, one of its models, and the prefix of its keys, if they have one."""

    model_config = ConfigDict(defer_build=True)

    name: str
    base_url: str
    model: str
    note: str
    key: str = ""


class _ProviderTable(BaseModel):
    model_config = ConfigDict(defer_build=True)

    suggested: tuple[Provider, ...]
    keyed: tuple[str, ...]
    """Those that answer nobody without a key, by the end of their host."""


def providers() -> Sequence[Provider]:
    """The providers to choose from."""
    return _table().suggested


def needs_key(host: str) -> bool:
    """Whether the provider at this host answers nobody without a key."""
    return any(host == name or host.endswith(f".{name}") for name in _table().keyed)


@cache
def _table() -> _ProviderTable:
    return _ProviderTable.model_validate_json((files("askonce.models") / "providers.json").read_bytes())
