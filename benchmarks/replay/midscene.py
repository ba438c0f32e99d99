"""The flow with Midscene.js from npm, its cache warm, asking the same model server."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from askonce import launch
from askonce.actions import Action
from askonce.config import ModelSettings, Settings
from askonce.geometry import Box
from askonce.screens.web.browser_launch import find_browser
from askonce.testing import Asked
from replay.acts import TASKS
from replay.flow import Values
from replay.site import Site

PACKAGES = ("@midscene/web@1.13.1", "playwright@1.65.0", "@playwright/test@1.65.0")
SCRIPT = Path(__file__).with_name("midscene.mjs")
THANKS = "Thank you for telling us"
WIDTH, HEIGHT = 1280, 800
LONGEST_LINE = 2**20

Places = Mapping[str, Box]


def install(folder: Path) -> None:
    """Put the packages into `folder`, which may hold them already."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise SystemExit("--with-midscene needs node and npm: install Node.js 20 or newer")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    quiet = {**os.environ, "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1"}
    command = (npm, "install", "--no-audit", "--no-fund", "--silent", *PACKAGES)
    if subprocess.run(command, cwd=folder, env=quiet, check=False).returncode:
        raise SystemExit(f"npm could not install {' and '.join(PACKAGES)} into {folder}")
    shutil.copy(SCRIPT, folder)


def moves_with(values: Values) -> list[tuple[str, str, str]]:
    """The flow step by step: what to do, with what, and what to type or choose."""
    known = values[" ".join(task.values for task in TASKS)]
    moves = [move for task in TASKS for moves in task.rounds for move in moves]
    return [
        (action, target.format(**known), (fields.get("text") or fields.get("options", [""])[0]).format(**known))
        for action, target, fields in moves
    ]


async def find_places(page: Page, values: Values, model: ModelSettings) -> Places:
    """Where each target of the flow is when its turn comes; walks the flow with the finders of ours."""
    places: dict[str, Box] = {}
    async with launch.page(page, model=model, settings=Settings(runs=None)) as agent:
        for kind, target, value in moves_with(values):
            places[target] = (await agent.locate(target)).box
            field = {"Type": {"text": value}, "Select": {"options": [value]}}.get(kind, {})
            action: Action[Any] = agent.actions.read(kind, {"target": {"prompt": target}, **field})
            await agent.do(action)
    return places


class Guide:
    """Answers what Midscene.js asks on its first run: where a target is, and whether its words speak of an order."""

    def __init__(self, places: Places) -> None:
        self._places = places

    def __call__(self, asked: Asked) -> str | None:
        if "order-sensitive" in asked.text:
            return '{"isOrderSensitive": false}'
        for target, box in self._places.items():
            if f"Find: {target}" in asked.text:
                corners = (box.left / WIDTH, box.top / HEIGHT, box.right / WIDTH, box.bottom / HEIGHT)
                return json.dumps({"bbox": [round(1000 * corner) for corner in corners]})
        return None


class Midscene:
    """Midscene.js in a process of its own, with its own browser of the same kind."""

    def __init__(self, process: asyncio.subprocess.Process, site: Site, folder: Path) -> None:
        self._process = process
        self._site = site
        self._cache = {"id": "flow", "strategy": "read-write", "cacheDir": str(folder)}

    async def run(self, cookies: list[Any], values: Values, options: Mapping[str, Any]) -> float:
        """Seconds that one run of the flow took. The first one fills the cache."""
        order = {
            "url": self._site.url,
            "cookies": cookies,
            "moves": moves_with(values),
            "thanks": THANKS,
            "cache": self._cache,
            "options": options,
        }
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        answer = json.loads(await self._process.stdout.readline() or b'{"error": "the process ended"}')
        if "error" in answer:
            raise RuntimeError(f"Midscene.js could not run the flow: {answer['error']}")
        return answer["seconds"]


@asynccontextmanager
async def open_midscene(packages: Path, runs: Path, site: Site, model: ModelSettings) -> AsyncGenerator[Midscene, None]:
    await asyncio.to_thread(install, packages)
    variables = {
        "BROWSER": str(find_browser() or ""),
        "MIDSCENE_MODEL_NAME": model.name,
        "MIDSCENE_MODEL_BASE_URL": model.base_url,
        "MIDSCENE_MODEL_API_KEY": model.api_key.reveal() if model.api_key else "",
        "MIDSCENE_MODEL_FAMILY": "qwen3-vl",
        "MIDSCENE_RUN_DIR": str(runs),
    }
    process = await asyncio.create_subprocess_exec(
        "node",
        SCRIPT.name,
        cwd=packages,
        env={**os.environ, **variables},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LONGEST_LINE,
    )
    try:
        yield Midscene(process, site, runs / "cache")
    finally:
        if process.stdin:
            process.stdin.close()
        await process.wait()
