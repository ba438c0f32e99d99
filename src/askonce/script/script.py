"""A script that was read: what is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from askonce.diagnostics.problem import Problem
from askonce.script.script_models import AgentOptions, Android, Computer, Config, Harmony, Interface, Ios, Task, Web
from askonce.values import Secret

TargetKind = Literal["web", "android", "ios", "harmony", "computer", "interface"]
Target = Web | Android | Ios | Harmony | Computer | Interface


@dataclass(frozen=True, slots=True)
class Script:
    """A script with all it needs: its target, options and tasks, and the values that {name} stands for."""

    path: Path
    source: str
    kind: TargetKind
    target: Target
    agent: AgentOptions
    config: Config
    tasks: tuple[Task, ...]
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
    def needs_own_browser(self) -> bool:
        """Whether it cannot use a browser that it shares with others."""
        target = self.target
        return not isinstance(target, Web) or bool(target.chrome_args or target.cdp_endpoint)
