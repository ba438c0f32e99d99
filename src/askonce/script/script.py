"""A loaded script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from askonce.diagnostics.problem import Problem
from askonce.lazy import dataclass
from askonce.screens.kind_registry import AnyKind
from askonce.screens.option_fields import Section
from askonce.script.flow_blocks import all_items
from askonce.script.script_models import AgentOptions, Config, ScriptTask
from askonce.script.script_targets import kind_of
from askonce.values import Secret

Target = Section
"""The target section of a script."""


@dataclass(frozen=True, slots=True)
class Script:
    """A script with its target, options, tasks, and the values of {name}."""

    path: Path
    source: str
    kind: str
    """The kind of screen it runs on."""
    target: Target
    agent: AgentOptions
    config: Config
    tasks: tuple[ScriptTask, ...]
    variables: Mapping[str, Any]
    secrets: Mapping[str, Secret]
    allowed_hosts: tuple[str, ...] = ()
    cleans_up: bool = False
    """The last task is run whatever came of those before it."""
    ours: bool = True
    """It uses something that Midscene does not have, such as values; in others braces are text."""
    warnings: tuple[Problem, ...] = ()
    """Warnings about keys that have no effect."""
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    """The environment variables that it was filled with, apart from secrets."""
    shown: str = ""
    """What messages call it, if not by its path."""

    @property
    def name(self) -> str:
        """The name of the file, without its ending."""
        return self.path.stem

    @property
    def lines(self) -> frozenset[int]:
        """The lines of its items, where it can be paused."""
        return frozenset(item.place.line for task in self.tasks for item in all_items(task.flow))

    @property
    def screen_kind(self) -> AnyKind | None:
        """The kind of screen it runs on; None if it is not supported yet."""
        return kind_of(self.kind)
