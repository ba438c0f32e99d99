"""`understudy doctor`: is everything here that a run needs, and what to do about what is not."""

from __future__ import annotations

import asyncio
import platform
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel, TypeAdapter
from rich.console import Console
from rich.text import Text

from understudy.cli.environment import read_environment
from understudy.cli.terminal import for_people, plain
from understudy.config import ModelSettings, Settings, read_settings
from understudy.errors import ConfigError, UnderstudyError
from understudy.models import Message, Request
from understudy.models.building import build_model
from understudy.screens.web.browser import find_browser, launch_browser
from understudy.screens.web.options import BrowserOptions
from understudy.version import VERSION

PATIENCE = 20.0
"""Seconds that a model gets to answer a tiny question."""


class Provider(BaseModel):
    """Where a model can be had, and an example of one."""

    name: str
    base_url: str
    model: str
    note: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What one look found: good or not, and what to do if not, or to have more."""

    name: str
    good: bool
    said: str
    remedy: str = ""


def examine() -> int:
    """Look at everything, tell it, and return the exit code: 1 when something needed is missing."""
    console = for_people(sys.stdout)
    try:
        settings = read_settings(read_environment())
    except ConfigError as error:
        settings = Settings()
        findings = [Finding("settings", False, error.message, error.remedy)]
    else:
        findings = asyncio.run(_look_at_models(settings))
    findings = [_look_at_python(), asyncio.run(_look_at_browser(settings.browser)), *findings, _look_at_runs(settings)]
    for finding in findings:
        _tell(console, finding)
    if any(finding.name == "model" and finding.remedy for finding in findings):
        _tell_providers(console, providers())
    return 0 if all(finding.good for finding in findings) else 1


def providers() -> Sequence[Provider]:
    data = (files("understudy.cli") / "providers.json").read_bytes()
    return TypeAdapter(list[Provider]).validate_json(data)


def _look_at_python() -> Finding:
    return Finding("understudy", True, f"{VERSION} on Python {platform.python_version()}")


async def _look_at_browser(chosen: Path | None) -> Finding:
    from playwright.async_api import async_playwright

    program = chosen or find_browser()
    if program is None:
        return Finding(
            "browser",
            False,
            "no Chrome, Chromium or Edge was found",
            "install one, or run `playwright install chromium`, or set UNDERSTUDY_BROWSER to one that is elsewhere",
        )
    started = time.perf_counter()
    try:
        async with async_playwright() as playwright:
            browser = await launch_browser(playwright, BrowserOptions(executable=program))
            await browser.close()
    except UnderstudyError as error:
        return Finding("browser", False, error.message, error.remedy)
    return Finding("browser", True, f"{program} starts ({time.perf_counter() - started:.1f} s)")


async def _look_at_models(settings: Settings) -> list[Finding]:
    roles = settings.models
    if roles is None:
        return [
            Finding(
                "model",
                True,
                "none is set: plain instructions are carried out by the embedded one, from the elements of the page",
                "for all else set UNDERSTUDY_MODEL_NAME, UNDERSTUDY_MODEL_BASE_URL and UNDERSTUDY_MODEL_API_KEY, "
                "in the environment or in a file .env here",
            )
        ]
    used = {id(one): one for one in (roles.default, roles.planning, roles.insight) if one}
    return [await _look_at_model(one) for one in used.values()]


async def _look_at_model(settings: ModelSettings) -> Finding:
    """Ask it something tiny."""
    where = settings.base_url or "OpenAI"
    try:
        model = build_model(replace(settings, retries=0, timeout=min(settings.timeout, PATIENCE)))
        try:
            reply = await model.ask(Request((Message("user", ("Reply with the one word: ready",)),)))
        finally:
            await model.close()
    except UnderstudyError as error:
        remedy = error.remedy or "check UNDERSTUDY_MODEL_NAME, UNDERSTUDY_MODEL_BASE_URL and UNDERSTUDY_MODEL_API_KEY"
        return Finding("model", False, f"{settings.name} at {where}: {error.message}", remedy)
    said = f"{settings.name} at {where} answers in {reply.seconds:.1f} s (family {model.family.name})"
    return Finding("model", True, said)


def _look_at_runs(settings: Settings) -> Finding:
    """Traces need a folder that can be written to."""
    if settings.runs is None:
        return Finding("runs", True, "no traces are kept, since UNDERSTUDY_RUNS is empty")
    there = next(folder for folder in (settings.runs.absolute(), *settings.runs.absolute().parents) if folder.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        said = f"{settings.runs.absolute()} cannot be written: {error.strerror}"
        return Finding("runs", False, said, "set UNDERSTUDY_RUNS to a folder of yours")
    return Finding("runs", True, f"go to {settings.runs.absolute()}")


def _tell(console: Console, finding: Finding) -> None:
    mark, style = ("✓", "bold green") if finding.good else ("✗", "bold red")
    console.print(Text(f"{mark} {finding.name:<11}", style) + Text(plain(finding.said)))
    if finding.remedy:
        console.print(Text("  → ", "bold") + Text(plain(finding.remedy)))


def _tell_providers(console: Console, known: Sequence[Provider]) -> None:
    rows = [("provider", "UNDERSTUDY_MODEL_BASE_URL", "UNDERSTUDY_MODEL_NAME, for example")]
    rows += [(provider.name, provider.base_url or "(leave it out)", provider.model) for provider in known]
    name_width, url_width = (max(len(row[column]) for row in rows) for column in (0, 1))
    console.print()
    for row, style in zip(rows, ("bold", *[""] * len(known)), strict=True):
        console.print(Text(f"{row[0]:<{name_width}}  {row[1]:<{url_width}}  {row[2]}", style))
