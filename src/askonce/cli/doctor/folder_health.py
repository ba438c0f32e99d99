"""Checks the folders for runs and recordings: whether they are writable, and have free space."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from askonce.cli.doctor.findings import DoctorContext, Finding
from askonce.cli.doctor.subprocess_probe import probe
from askonce.config import Settings

READING = frozenset({"read-only", "strict"})
"""What to do with recordings that writes none."""
LEAST_ROOM = 50_000_000
LITTLE_ROOM = 1_000_000_000
"""In bytes; a long run with an image for every step takes some hundred megabytes."""


async def check_files(context: DoctorContext) -> Sequence[Finding]:
    settings = context.settings
    findings: list[Finding] = []
    if settings.runs is None:
        findings.append(Finding("runs", True, "no traces are kept, because ASKONCE_RUNS is empty"))
    else:
        findings.append(check_folder("runs", settings.runs, "ASKONCE_RUNS"))
    return [*findings, *await _check_recordings(settings)]


def check_folder(name: str, folder: Path, variable: str, needed: bool = True) -> Finding:
    """Check a folder; if it does not exist yet, check its nearest parent."""
    folder = folder.absolute()
    parent = next(place for place in (folder, *folder.parents) if place.exists())
    remedy = f"set {variable} to a writable folder"
    if not parent.is_dir():
        return Finding(name, False, f"{folder} cannot be created: {parent} is a file", remedy, needed)
    try:
        with tempfile.TemporaryFile(dir=parent):
            free = shutil.disk_usage(parent).free
    except OSError as error:
        return Finding(name, False, f"{folder} is not writable: {error.strerror}", remedy, needed)
    message = f"written to {folder}; {_amount(free)} free"
    if free < LITTLE_ROOM:
        remedy = f"free some space, or set {variable} to a folder on another disk"
        return Finding(name, False, message, remedy, needed=needed and free < LEAST_ROOM)
    return Finding(name, True, message)


async def _check_recordings(settings: Settings) -> list[Finding]:
    kept, variable = settings.recordings, "ASKONCE_RECORDINGS_STORE"
    if kept.strategy == "off":
        return [Finding("recordings", True, "off, because of ASKONCE_RECORDINGS")]
    if "://" in kept.store:
        how = "read" if kept.strategy in READING else "write"
        tried = await probe([sys.executable, "-m", "askonce.cli.doctor.store_probe", kept.store, how])
        message, _, remedy = tried.output.partition(" → ")
        return [Finding("recordings", tried.good, message, "" if tried.good else remedy)]
    if kept.store:
        return [check_folder("recordings", Path(kept.store), variable, kept.strategy not in READING)]
    if settings.runs is None:
        return [Finding("recordings", True, "not kept", f"to keep them, set {variable}", needed=False)]
    return [Finding("recordings", True, f"written to {(settings.runs / 'recordings').absolute()}")]


def _amount(size: int) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"
