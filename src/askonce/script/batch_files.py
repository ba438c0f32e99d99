"""The files of a batch, from file names, folders and patterns, and one shard of them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from askonce.errors import ConfigError
from askonce.lazy import dataclass, regex

PROGRAM_SUFFIX = ".stp"
SCRIPT_SUFFIXES = (".yaml", ".yml")
SUFFIXES = (*SCRIPT_SUFFIXES, PROGRAM_SUFFIX)

_PATTERN = regex(r"[*?\[]")
_TASKS = regex(r"""(?m)^(?:\ufeff)?["']?(?:tasks|cases)["']?[ \t]*:""")
_LEFT_OUT = {"node_modules", "__pycache__", "askonce_run", "midscene_run"}


@dataclass(frozen=True, slots=True)
class Shard:
    """One of several shards of a batch, each run on its own machine."""

    number: int
    """From 1."""
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def share(self, files: Sequence[Path]) -> list[Path]:
        """The files of this shard, in the given order.

        The files are sorted by name before they are divided, so that every machine computes the same shards whatever
        the order. The sizes of shards differ by one file at most.
        """
        order = sorted(range(len(files)), key=lambda place: files[place].as_posix())
        chosen = set(order[self.number - 1 :: self.of])
        return [path for place, path in enumerate(files) if place in chosen]


def read_shard(text: str) -> Shard:
    """`2/5` is the second of five shards."""
    found = re.fullmatch(r"\s*(\d{1,6})\s*/\s*(\d{1,6})\s*", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise ConfigError(f"{text!r} is not a shard of a batch", remedy="for example --shard 2/5, the second of five")
    return Shard(int(found[1]), int(found[2]))


def is_script(path: Path) -> bool:
    """Whether a file is a program or looks like a script, even a broken one."""
    if path.suffix.lower() == PROGRAM_SUFFIX:
        return True
    try:
        return path.suffix.lower() in SCRIPT_SUFFIXES and has_tasks(path.read_text("utf-8", "replace"))
    except OSError:
        return False


def find_files(named: Iterable[str], folder: Path, *, belongs: Callable[[Path], bool] = is_script) -> list[Path]:
    """The files, in the given order; those of a folder sorted by name. One that is named twice is there twice.

    Folders and patterns match only files that belong to a batch: scripts and programs, not a YAML file without tasks.
    A file that is given by name is always used.
    """
    found: list[Path] = []
    for name in named:
        several = list(_meant(name, folder, belongs))
        if not several:
            raise ConfigError(
                f"there are no scripts in {name}" if (folder / name).is_dir() else f"no script matches {name}",
                remedy="scripts are .yaml files with tasks, programs are .stp files",
            )
        found += several
    return found


def has_tasks(text: str) -> bool:
    """Whether a YAML file looks like a script, without parsing it."""
    return bool(_TASKS.search(text))


def is_pattern(name: str) -> bool:
    """Whether a name stands for all files that match it."""
    return bool(_PATTERN.search(name))


def shown_path(path: Path) -> str:
    """A path relative to the current folder, for messages."""
    try:
        return os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)


def _meant(name: str, folder: Path, belongs: Callable[[Path], bool]) -> Iterator[Path]:
    path = Path(os.path.normpath(folder.absolute() / name))
    if path.is_dir():
        yield from (inner for inner in sorted(path.rglob("*")) if _is_own(inner, path) and belongs(inner))
    elif path.exists() or not is_pattern(name):
        if path.suffix.lower() not in SUFFIXES:
            raise ConfigError(
                f"{name} is neither a script nor a program" if path.exists() else f"file not found: {name}",
                remedy="scripts end in .yaml or .yml, programs in .stp",
            )
        if not path.exists():
            raise ConfigError(f"file not found: {name}", remedy="check the name")
        yield path
    else:
        yield from (match for match in _matches(path, name) if match.is_file() and belongs(match))


def _matches(path: Path, name: str) -> list[Path]:
    """Paths that match a pattern, which may be absolute."""
    parts = path.parts
    first = next(number for number, part in enumerate(parts) if _PATTERN.search(part))
    start = Path(*parts[:first])
    try:
        return sorted(found for found in start.glob("/".join(parts[first:])) if _is_own(found, start))
    except ValueError as error:
        raise ConfigError(
            f"{name} is not a valid pattern: {error}", remedy="** matches folders, * matches any characters"
        ) from None


def _is_own(path: Path, within: Path) -> bool:
    """Whether a file is the user's own: not hidden and not written by a run."""
    return not any(part.startswith(".") or part in _LEFT_OUT for part in path.relative_to(within).parts)
