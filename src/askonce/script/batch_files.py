"""Which files a batch is made of: files, folders and patterns as they were named, and one share of them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from askonce.errors import ConfigError

PROGRAM_SUFFIX = ".stp"
SCRIPT_SUFFIXES = (".yaml", ".yml")
SUFFIXES = (*SCRIPT_SUFFIXES, PROGRAM_SUFFIX)

_PATTERN = re.compile(r"[*?\[]")
_TASKS = re.compile(r"""(?m)^(?:\ufeff)?["']?tasks["']?[ \t]*:""")
_LEFT_OUT = {"node_modules", "__pycache__", "askonce_run", "midscene_run"}


@dataclass(frozen=True, slots=True)
class Shard:
    """One of several shares of a batch, each run on a machine of its own."""

    number: int
    """From 1."""
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def share(self, files: Sequence[Path]) -> list[Path]:
        """The files of this share, in the order in which they were named.

        Which share a file belongs to follows from its place among all of them by name, so that every machine comes to
        the same answer whatever the order, and no share has more than one file more than another.
        """
        mine = set(sorted(files, key=lambda path: path.as_posix())[self.number - 1 :: self.of])
        return [path for path in files if path in mine]


def read_shard(text: str) -> Shard:
    """`2/5` is the second of five shares."""
    found = re.fullmatch(r"\s*(\d{1,6})\s*/\s*(\d{1,6})\s*", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise ConfigError(f"{text!r} is no share of a batch", remedy="for example --shard 2/5, the second of five")
    return Shard(int(found[1]), int(found[2]))


def find_files(named: Iterable[str], folder: Path) -> list[Path]:
    """The files that are meant, each once, in the order in which they were named; those of a folder by name.

    Of a folder and of a pattern only scripts and programs are taken: a YAML file without tasks is something else. A
    file that was named itself is always taken.
    """
    found: dict[Path, None] = {}
    for name in named:
        several = list(_meant(name, folder))
        if not several:
            raise ConfigError(
                f"there are no scripts in {name}" if (folder / name).is_dir() else f"no script matches {name}",
                remedy="scripts are .yaml files with tasks, programs are .stp files",
            )
        found |= dict.fromkeys(several)
    return list(found)


def is_script(path: Path) -> bool:
    """Whether a file is a program or looks like a script, also like one that is broken."""
    if path.suffix.lower() == PROGRAM_SUFFIX:
        return True
    try:
        return path.suffix.lower() in SCRIPT_SUFFIXES and has_tasks(path.read_text("utf-8", "replace"))
    except OSError:
        return False


def has_tasks(text: str) -> bool:
    """Whether a YAML file is a script, as far as can be told without reading it."""
    return bool(_TASKS.search(text))


def _meant(name: str, folder: Path) -> Iterator[Path]:
    path = Path(os.path.normpath(folder.absolute() / name))
    if path.is_dir():
        yield from (one for one in sorted(path.rglob("*")) if _belongs(one, path) and is_script(one))
    elif path.exists() or not _PATTERN.search(name):
        if path.suffix.lower() not in SUFFIXES:
            raise ConfigError(
                f"{name} is neither a script nor a program" if path.exists() else f"there is no file {name}",
                remedy="scripts end in .yaml or .yml, programs in .stp",
            )
        if not path.exists():
            raise ConfigError(f"there is no file {name}", remedy="check the name")
        yield path
    else:
        yield from (one for one in _matches(path, name) if one.is_file() and is_script(one))


def _matches(path: Path, name: str) -> list[Path]:
    """Paths that fit a pattern, which may be absolute."""
    parts = path.parts
    first = next(number for number, part in enumerate(parts) if _PATTERN.search(part))
    start = Path(*parts[:first])
    try:
        return sorted(one for one in start.glob("/".join(parts[first:])) if _belongs(one, start))
    except ValueError as error:
        raise ConfigError(f"{name} is no pattern: {error}", remedy="** stands for folders, * for any letters") from None


def _belongs(path: Path, within: Path) -> bool:
    """Whether a file is one of the user's own, and not hidden or left by a run."""
    return not any(part.startswith(".") or part in _LEFT_OUT for part in path.relative_to(within).parts)
