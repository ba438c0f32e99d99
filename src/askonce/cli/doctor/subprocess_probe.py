"""Tests in a separate process, where a crash or a hang becomes a finding."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

from askonce.lazy import dataclass

PATIENCE = 60.0
"""Seconds that a process has; a first import on a slow disk takes a while."""

_IMPORTS = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)"


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """How a process ended: with its output, or with the last line of its errors."""

    good: bool
    output: str


async def load(modules: Sequence[str]) -> ProbeResult:
    """Whether modules can be imported."""
    return await probe([sys.executable, "-c", _IMPORTS, *modules])


async def probe(command: Sequence[str], patience: float = PATIENCE) -> ProbeResult:
    """Run a program to its end."""
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
    except OSError as error:
        return ProbeResult(False, f"it could not be started: {error.strerror}")
    try:
        async with asyncio.timeout(patience):
            out, errors = await process.communicate()
    except TimeoutError:
        return ProbeResult(False, f"it did not end within {patience:g} s")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode == 0:
        return ProbeResult(True, out.decode("utf-8", "replace").strip())
    lines = errors.decode("utf-8", "replace").strip().splitlines()
    return ProbeResult(False, lines[-1].strip() if lines else f"it exited with code {process.returncode}")
