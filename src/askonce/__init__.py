"""Askonce operates user interfaces from plain language, and replays what worked.

from askonce import launch

async with launch.web("https://shop.example") as agent:
    await agent.act("put the red mug into the basket")
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from askonce import actions, errors, launch
    from askonce.actions import Action, Target, Typed
    from askonce.agent import Agent
    from askonce.config import (
        ActSettings,
        Limits,
        ModelRoles,
        ModelSettings,
        Price,
        ProgramSettings,
        RecordingSettings,
        Settings,
    )
    from askonce.errors import AskonceError
    from askonce.insight.answers import PartialList
    from askonce.planning.act_result import ActResult
    from askonce.program.program_result import ProgramResult
    from askonce.recordings.run_recordings import Recordings
    from askonce.screens.web import BrowserOptions, PageOptions
    from askonce.values import Secret

__all__ = [
    "ActResult",
    "ActSettings",
    "Action",
    "Agent",
    "AskonceError",
    "BrowserOptions",
    "Limits",
    "ModelRoles",
    "ModelSettings",
    "PageOptions",
    "PartialList",
    "Price",
    "ProgramResult",
    "ProgramSettings",
    "RecordingSettings",
    "Recordings",
    "Secret",
    "Settings",
    "Target",
    "Typed",
    "actions",
    "errors",
    "launch",
]

_HOMES = {
    "ActResult": "askonce.planning.act_result",
    "ActSettings": "askonce.config",
    "Action": "askonce.actions",
    "Agent": "askonce.agent",
    "BrowserOptions": "askonce.screens.web",
    "Limits": "askonce.config",
    "ModelRoles": "askonce.config",
    "ModelSettings": "askonce.config",
    "PageOptions": "askonce.screens.web",
    "PartialList": "askonce.insight.answers",
    "Price": "askonce.config",
    "ProgramResult": "askonce.program.program_result",
    "ProgramSettings": "askonce.config",
    "RecordingSettings": "askonce.config",
    "Recordings": "askonce.recordings.run_recordings",
    "Secret": "askonce.values",
    "Settings": "askonce.config",
    "Target": "askonce.actions",
    "Typed": "askonce.actions",
    "AskonceError": "askonce.errors",
}


def __getattr__(name: str) -> object:
    """Names are imported when they are first used, so that `import askonce` costs next to nothing."""
    home = _HOMES.get(name)
    if home is not None:
        return getattr(import_module(home), name)
    if name in __all__:
        return import_module(f"askonce.{name}")
    raise AttributeError(f"module 'askonce' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
