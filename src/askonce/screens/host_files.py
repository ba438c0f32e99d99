"""Files of this machine that screens may take, and names for those that they leave."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from askonce.errors import ConfigError, NotAllowed, NotOperable, ScreenError

_SHOWN = 50
_LONGEST_NAME = 200
"""How many bytes the name of a file may have: file systems take 255, and a number may be added."""


def inside(folder: Path, path: str) -> Path:
    """Where a path is written that begins in `folder`: in it, unless the path is absolute."""
    return folder.absolute().joinpath(*(part for part in Path(path).parts if part != ".."))


def find_uploads(folder: Path | None, names: Sequence[str]) -> list[Path]:
    """The files named, each inside `folder` after links and `..` are followed."""
    if folder is None:
        raise NotAllowed("no folder is allowed for uploads", remedy="pass uploads=FOLDER when the screen is opened")
    root = folder.resolve()
    return [_find_upload(root, name) for name in names]


def _find_upload(root: Path, name: str) -> Path:
    try:
        path = (root / name).resolve()
        is_inside, is_file = path.is_relative_to(root), path.is_file()
    except (OSError, ValueError):  # no file can have such a name
        path, is_inside, is_file = root, True, False
    if not is_inside:
        raise NotAllowed(f"{name!r} lies outside the folder for uploads", remedy=f"there are: {_names_in(root)}")
    if not is_file:
        raise NotOperable(f"there is no file {name!r} to upload", remedy=f"there are: {_names_in(root)}")
    return path


def find_chosen(files: Sequence[str | Path], allowed: Sequence[Path]) -> list[Path]:
    """Files and folders that the user named, which have to be there and lie in each of the allowed folders.

    A path that is not absolute begins at the first allowed folder, else at the working directory.
    """
    return [_find_chosen(str(file), [folder.resolve() for folder in allowed]) for file in files]


def _find_chosen(name: str, allowed: Sequence[Path]) -> Path:
    places = [*allowed[:1], Path.cwd()]
    try:
        found = [path for place in places if (path := (place / name).resolve()).exists()] if name else []
    except (OSError, ValueError):  # no file can have such a name
        found = []
    if not found:
        raise ConfigError(
            f"there is no file {name!r} to hand over",
            remedy=f"check the name; it begins at {' or '.join(dict.fromkeys(map(str, places)))}",
        )
    inside = [path for path in found if all(path.is_relative_to(folder) for folder in allowed)]
    if not inside:
        there = _names_in(allowed[0])
        raise NotAllowed(f"{name!r} lies outside the folder for uploads, {allowed[0]}", remedy=f"there are: {there}")
    return inside[0]


def _names_in(root: Path) -> str:
    names = sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()) if root.is_dir() else []
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more if names else "none"


def safe_name(suggested: str) -> str:
    """A plain file name, whatever the server suggested."""
    name = re.sub(r"[\x00-\x1f\x7f<>:\"/\\|?*]", "_", suggested.replace("\\", "/").rsplit("/", 1)[-1]).strip(". ")
    return name.encode(errors="replace")[-_LONGEST_NAME:].decode(errors="ignore") or "download"


def free_path(folder: Path, name: str) -> Path:
    """A new file in the folder, claimed at once so that two of one name do not meet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(1000):
            stem, dot, ending = name.partition(".")
            path = folder / (f"{stem} ({number}){dot}{ending}" if number else name)
            try:
                path.touch(exist_ok=False)
            except FileExistsError:
                continue
            return path
    except OSError as error:
        raise ScreenError(f"cannot write files into {folder}: {error}") from error
    raise ScreenError(f"there are too many files named {name} in {folder}", remedy="empty the folder")
