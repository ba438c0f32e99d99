"""Installs an application from PyPI and npm, each in a folder of its own that git ignores."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[2] / ".real_apps"


@dataclass(frozen=True, slots=True)
class Environment:
    """Where the packages of an application are: the interpreter that has those of PyPI, the folder of those of npm."""

    python: Path
    node_modules: Path


class InstallError(Exception):
    """The packages of an application could not be installed."""


def environment(name: str, pypi: Sequence[str], npm: Sequence[str]) -> Environment:
    folder = FOLDER / f"{name}-{hashlib.sha256(repr((pypi, npm)).encode()).hexdigest()[:8]}"
    python = folder / "bin" / "python" if pypi else Path(sys.executable)
    return Environment(python, folder / "node_modules")


def is_installed(name: str, pypi: Sequence[str], npm: Sequence[str]) -> bool:
    return (environment(name, pypi, npm).node_modules.parent / "installed").is_file()


def install(name: str, pypi: Sequence[str], npm: Sequence[str]) -> Environment:
    """Install what is not installed yet. Other versions than the last time are another folder."""
    wanted = environment(name, pypi, npm)
    if is_installed(name, pypi, npm):
        return wanted
    folder = wanted.node_modules.parent
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another run may be installing the same
        if not is_installed(name, pypi, npm):
            _install(name, pypi, npm, wanted)
    return wanted


def _install(name: str, pypi: Sequence[str], npm: Sequence[str], wanted: Environment) -> None:
    folder = wanted.node_modules.parent
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    print(f"{name}: installing {', '.join([*pypi, *npm])}", file=sys.stderr, flush=True)
    if pypi:
        venv.create(folder, with_pip=True)
        _call([str(wanted.python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *pypi], folder, name)
    if npm:
        _call(["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", *npm], folder, name)
    (folder / "installed").touch()


def _call(command: list[str], folder: Path, name: str) -> None:
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise InstallError(f"{name}: {command[0]} is not installed") from error
    except subprocess.CalledProcessError as error:
        raise InstallError(f"{name}: {' '.join(command)} failed:\n{(error.stderr or error.stdout)[-2000:]}") from error
