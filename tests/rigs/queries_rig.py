"""What the tests of reading the screen have in common: a model server, an agent on a page, replies, and the trace."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from askonce import launch
from askonce.agent import Agent
from askonce.config import ModelRoles, ModelSettings, Settings
from askonce.testing import ModelServer
from askonce.trace import Noted, read_trace
from askonce.trace.events import ActEnded, ActStarted

NO_FILES = Settings(runs=None, patience=0.2)


def value(value: Any, reason: str = "as it stands there") -> str:
    return json.dumps({"reason": reason, "value": value})


def verdict(holds: object, reason: str = "as can be seen") -> str:
    return json.dumps({"reason": reason, "verdict": holds})


@asynccontextmanager
async def reader(
    page: Page,
    server: ModelServer,
    html: str = "",
    *,
    runs: Path | None = None,
    model: ModelSettings | ModelRoles | None = None,
    context: str = "",
) -> AsyncGenerator[Agent, None]:
    """An agent on a page that shows `html`."""
    if html:
        await page.set_content(html)
    settings = replace(NO_FILES, runs=runs) if runs else NO_FILES
    async with launch.page(page, model=model or server.settings(), settings=settings, context=context) as agent:
        yield agent


def told(agent: Agent) -> list[tuple[str, str, str]]:
    """Each entry of the trace: what was asked, the notes on it, and how it ended."""
    assert agent.trace.folder is not None
    entries: list[tuple[str, str, str]] = []
    title, notes = "", list[str]()
    for entry in read_trace(agent.trace.folder):
        match entry.event:
            case ActStarted(instruction=title):
                notes = []
            case Noted(text=text):
                notes.append(text)
            case ActEnded(outcome=outcome):
                entries.append((title, " | ".join(notes), outcome))
            case _:
                pass
    return entries


def files_with(text: str, folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]


def is_picture(path: str) -> bool:
    return Path(path).read_bytes()[:4] in {b"\x89PNG", b"\xff\xd8\xff\xe0"}
