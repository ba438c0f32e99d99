"""What the tests that play scripts have in common: a board to play on, and how a script is played on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext

from askonce.config import Settings
from askonce.script.player import ScriptResult, play
from askonce.script.script_loader import load_script
from askonce.values import Secret

BOARD = Path(__file__).parents[1] / "script" / "board"


def write_script(folder: Path, flow: str, *, head: str = "", web: str = "", name: str = "script") -> Path:
    """A script on the board: `flow` are the items of its only task, unless it has tasks of its own."""
    file = folder / f"{name}.yaml"
    lines = "".join(f"    {line}\n" for line in flow.strip("\n").splitlines())
    tasks = flow if flow.startswith("tasks:") else f"tasks:\n- name: play\n  flow:\n{lines}"
    file.write_text(f"web:\n  serve: {BOARD}\n  url: index.html\n{web}{head}{tasks}", "utf-8")
    return file


async def play_file(
    file: Path,
    host: Browser | BrowserContext | None,
    *,
    environment: dict[str, str] | None = None,
    variables: dict[str, Any | Secret] | None = None,
    settings: Settings | None = None,
    **options: Any,
) -> ScriptResult:
    script = load_script(file, environment=environment or {}, variables=variables)
    return await play(script, host=host, settings=settings or Settings(runs=file.parent / "runs"), **options)


async def play_flow(folder: Path, host: Browser | None, flow: str, **options: Any) -> ScriptResult:
    """Play items on the board, and demand that they succeed."""
    heads = {name: options.pop(name) for name in ("head", "web") if name in options}
    result = await play_file(write_script(folder, flow, **heads), host, **options)
    assert result.success, result.error
    return result


def kept(result: ScriptResult) -> Any:
    """What the output file holds."""
    assert result.output is not None
    return json.loads(result.output.read_text("utf-8"))
