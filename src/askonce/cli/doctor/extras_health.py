"""Checks what is optional: extras of the package, the pytest plugin, ffmpeg."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Sequence
from importlib.metadata import entry_points
from importlib.util import find_spec

from askonce.cli.doctor.findings import DoctorContext, Finding
from askonce.cli.doctor.subprocess_probe import load, probe
from askonce.lazy import dataclass


@dataclass(frozen=True, slots=True)
class Extra:
    """Packages that are installed together, and what they are for."""

    name: str
    use: str
    modules: tuple[str, ...]


EXTRAS = (
    Extra("vision", "reads text in images", ("numpy", "onnxruntime", "rapidocr")),
    Extra("mcp", "serves coding agents", ("mcp",)),
    Extra("playground", "serves the playground and the recorder", ("starlette", "uvicorn", "websockets")),
    Extra("otel", "sends spans to backends of OpenTelemetry", ("opentelemetry",)),
    Extra(
        "fleet", "runs scripts on many machines", ("cryptography", "fsspec", "procrastinate", "psycopg", "psycopg_pool")
    ),
    Extra("shared", "stores recordings in buckets and other shared stores", ("fsspec",)),
)
PLUGIN = "askonce"


async def check_extras(context: DoctorContext) -> Sequence[Finding]:
    checks = (*map(check_extra, EXTRAS), _check_plugin(context), _check_ffmpeg(context))
    return await asyncio.gather(*checks)


async def check_extra(extra: Extra) -> Finding:
    """Whether it is installed, and whether it can be imported: an installed package can be broken."""
    missing = [module for module in extra.modules if find_spec(module) is None]
    install = f'pip install "askonce[{extra.name}]"'
    if missing:
        some = f" ({', '.join(missing)})" if len(missing) < len(extra.modules) else ""
        return Finding(extra.name, False, f"not installed{some}; {extra.use}", install, needed=False)
    loaded = await load(extra.modules)
    if loaded.good:
        return Finding(extra.name, True, f"installed; {extra.use}", needed=False)
    message = f"installed, but cannot be imported: {loaded.output}"
    return Finding(extra.name, False, message, f"reinstall it: {install} --force-reinstall", needed=False)


async def _check_plugin(context: DoctorContext) -> Finding:
    if find_spec("pytest") is None:
        message = "pytest is not installed; the plugin gives tests an agent"
        return Finding("pytest", False, message, "pip install pytest", needed=False)
    found = entry_points(group="pytest11", name=PLUGIN)
    if not found:
        message = "pytest does not know the plugin"
        return Finding(
            "pytest", False, message, "reinstall askonce, so that its entry points are registered", needed=False
        )
    (plugin, *_) = found
    loaded = await load([plugin.module])
    if not loaded.good:
        return Finding(
            "pytest", False, f"the plugin cannot be imported: {loaded.output}", "pip install -U pytest", False
        )
    if context.process.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD"):
        message = "the plugin is not loaded, because PYTEST_DISABLE_PLUGIN_AUTOLOAD is set"
        return Finding("pytest", False, message, f"run `pytest -p {plugin.module}`", needed=False)
    return Finding("pytest", True, "the plugin is installed; it gives tests an agent", needed=False)


async def _check_ffmpeg(context: DoctorContext) -> Finding:
    program = shutil.which("ffmpeg", path=context.process.get("PATH"))
    if program is None:
        message = "not installed; writes the film of a run as MP4"
        return Finding("ffmpeg", False, message, "install ffmpeg with your system's packages", needed=False)
    tried = await probe([program, "-version"])
    message = tried.output.partition(" Copyright")[0].partition("\n")[0]
    return Finding("ffmpeg", tried.good, f"{message}, at {program}", needed=False)
