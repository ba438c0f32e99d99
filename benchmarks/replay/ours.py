"""The flow as acts of ours: recorded once, then replayed."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from askonce import Secret, launch
from askonce.agent import Agent
from askonce.config import ModelSettings, Settings, ShotSettings
from askonce.recordings.run_recordings import Recordings
from askonce.recordings.stores import FolderRecordings
from replay.acts import TASKS
from replay.flow import Values


def open_agent(page: Page, model: ModelSettings, folder: Path, *, shots: bool) -> AbstractAsyncContextManager[Agent]:
    """An agent that keeps its trace and its recordings in `folder`."""
    settings = Settings(runs=folder, shots=ShotSettings("actions" if shots else "rounds"))
    recordings = Recordings(FolderRecordings(folder / "recordings"), "flow")
    return launch.page(page, model=model, settings=settings, recordings=recordings)


async def run_acts(agent: Agent, values: Values) -> list[str]:
    """How each act ended: asked, replayed or healed."""
    ended: list[str] = []
    for task in TASKS:
        passed: dict[str, Any] = {**values[task.values]}
        if "password" in passed:
            passed["password"] = Secret(values.password)
        result = await agent.act(task.instruction, **passed)
        ended.append(result.how)
    return ended
