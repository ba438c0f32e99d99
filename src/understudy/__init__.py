"""Understudy operates user interfaces from plain language, and replays what worked.

from understudy import launch

async with launch.web("https://shop.example") as agent:
    await agent.act("put the red mug into the basket")
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from understudy import actions, errors, launch
    from understudy.actions import Action, Target, Typed
    from understudy.agent import Agent
    from understudy.config import (
        ActSettings,
        Limits,
        ModelRoles,
        ModelSettings,
        Price,
        ProgramSettings,
        RecordingSettings,
        Settings,
    )
    from understudy.errors import UnderstudyError
    from understudy.planning.result import ActResult
    from understudy.program.result import ProgramResult
    from understudy.recordings.session import Recordings
    from understudy.screens.web import BrowserOptions, PageOptions
    from understudy.values import Secret

__all__ = [
    "ActResult",
    "ActSettings",
    "Action",
    "Agent",
    "BrowserOptions",
    "Limits",
    "ModelRoles",
    "ModelSettings",
    "PageOptions",
    "Price",
    "ProgramResult",
    "ProgramSettings",
    "RecordingSettings",
    "Recordings",
    "Secret",
    "Settings",
    "Target",
    "Typed",
    "UnderstudyError",
    "actions",
    "errors",
    "launch",
]

_HOMES = {
    "ActResult": "understudy.planning.result",
    "ActSettings": "understudy.config",
    "Action": "understudy.actions",
    "Agent": "understudy.agent",
    "BrowserOptions": "understudy.screens.web",
    "Limits": "understudy.config",
    "ModelRoles": "understudy.config",
    "ModelSettings": "understudy.config",
    "PageOptions": "understudy.screens.web",
    "Price": "understudy.config",
    "ProgramResult": "understudy.program.result",
    "ProgramSettings": "understudy.config",
    "RecordingSettings": "understudy.config",
    "Recordings": "understudy.recordings.session",
    "Secret": "understudy.values",
    "Settings": "understudy.config",
    "Target": "understudy.actions",
    "Typed": "understudy.actions",
    "UnderstudyError": "understudy.errors",
}


def __getattr__(name: str) -> object:
    """Names are imported when they are first used, so that `import understudy` costs next to nothing."""
    home = _HOMES.get(name)
    if home is not None:
        return getattr(import_module(home), name)
    if name in __all__:
        return import_module(f"understudy.{name}")
    raise AttributeError(f"module 'understudy' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
