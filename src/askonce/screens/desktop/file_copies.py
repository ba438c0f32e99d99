"""Files that go to a desktop and come from it: it is this machine, so they are copied."""

from __future__ import annotations

import shutil
from pathlib import Path

from askonce.errors import NotAllowed, NotOperable, ScreenError
from askonce.screens.desktop.desktop_options import DrivingOptions
from askonce.screens.host_files import find_uploads, free_path, safe_name


def copy_to(options: DrivingOptions, file: str, path: str) -> None:
    """Copy a file from the folder for uploads to a path. What is there already is not written over."""
    _check_allowed(options)
    (found,) = find_uploads(options.uploads, [file])
    try:
        goal = Path(path).expanduser()
        goal = goal / found.name if path.endswith("/") or goal.is_dir() else goal
        is_taken = goal.exists()
    except (OSError, ValueError, RuntimeError) as error:
        raise _no_path(path, error) from error
    if is_taken:
        raise NotOperable(f"there is a file {goal} already", remedy="name another path")
    try:
        goal.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(found, goal)
    except OSError as error:
        raise ScreenError(f"{file} could not be copied to {goal}: {error.strerror}") from error
    except ValueError as error:
        raise _no_path(path, error) from error


def copy_from(options: DrivingOptions, path: str) -> Path:
    """Copy a file into the folder for files of runs. Where it lies now."""
    _check_allowed(options)
    if options.files is None:
        raise NotAllowed("there is no folder for files of the desktop", remedy="set ASKONCE_RUNS to a folder")
    try:
        data = Path(path).expanduser().read_bytes()
    except OSError as error:
        raise ScreenError(f"{path} could not be read: {error.strerror}", remedy="look at the path") from error
    except (ValueError, RuntimeError) as error:
        raise _no_path(path, error) from error
    kept = free_path(options.files, safe_name(path))
    kept.write_bytes(data)
    return kept


def _no_path(path: str, error: Exception) -> NotOperable:
    why = error.strerror if isinstance(error, OSError) else error
    return NotOperable(f"{path!r} cannot be a path here: {why}", remedy="name another path")


def _check_allowed(options: DrivingOptions) -> None:
    if not options.is_trusted:
        raise NotAllowed("files of this machine are out of reach here", remedy="copy them from a script or a command")
