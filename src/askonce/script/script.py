"""A script that was read: what is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from askonce.diagnostics.problem import Problem
from askonce.screens.kind_registry import AnyKind
from askonce.screens.option_fields import Section
from askonce.script.script_models import AgentOptions, Config, ScriptTask
from askonce.script.script_targets import kind_of
from askonce.values import Secret

Target = Section
"""What a script says of its screen."""


@dataclass(frozen=True, slots=True)
class Script:
    """A script with all it needs: its target, options and tasks, and the values that {name} stands for."""

    path: Path
    source: str
    kind: str
    """The kind of screen that it plays on."""
    target: Target
    agent: AgentOptions
    config: Config
    tasks: tuple[ScriptTask, ...]
    variables: Mapping[str, Any]
    secrets: Mapping[str, Secret]
    allowed_hosts: tuple[str, ...] = ()
    warnings: tuple[Problem, ...] = ()
    """What is taken over from elsewhere and has no effect here."""

    @property
    def name(self) -> str:
        """The name of the file, without its ending."""
        return self.path.stem

    @property
    def screen_kind(self) -> AnyKind | None:
        """The kind of screen that it plays on; None where there is no such kind yet."""
        return kind_of(self.kind)
