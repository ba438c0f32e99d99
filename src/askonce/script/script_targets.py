"""The targets of scripts: one section for each kind of screen, with the options that all targets share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import create_model

from askonce.screens.kind_registry import AnyKind, screen_kinds
from askonce.screens.option_fields import Section
from askonce.script.script_models import AgentOptions, Config, ScriptFile


@cache
def target_models() -> Mapping[str, type[Section]]:
    """The model of each target, by its key."""
    by_key: dict[str, type[Section]] = {}
    for kind in screen_kinds():
        model = _with_common_keys(kind)
        by_key |= dict.fromkeys(kind.section_keys, model)
    return by_key


@cache
def file_model() -> type[ScriptFile]:
    """A whole script, with a field for each target."""
    fields: dict[str, Any] = {key: (model | None, None) for key, model in target_models().items()}
    return create_model(ScriptFile.__name__, __base__=ScriptFile, __doc__=ScriptFile.__doc__, **fields)


def kind_of(key: str) -> AnyKind | None:
    """The kind of screen for a key of a script; None if not supported yet."""
    return screen_kinds().by_key().get(key)


def kind_name(key: str) -> str:
    """The canonical name of a key."""
    kind = kind_of(key)
    return kind.name if kind else key


def same_keys(keys: list[str]) -> list[str]:
    """The keys that mean the same as the first."""
    return [key for key in keys if kind_name(key) == kind_name(keys[0])]


def _with_common_keys(kind: AnyKind) -> type[Section]:
    """Scripts may name the output, and older ones the agent's options, in the section of their target."""
    section = kind.section
    return create_model(kind.title, __base__=(section, Config, AgentOptions), __doc__=section.__doc__)
