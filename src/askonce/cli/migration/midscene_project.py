"""The files of a Midscene project: scripts, batches, caches, environments, commands and code."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from askonce.cli.migration.difference import Difference
from askonce.cli.migration.javascript_calls import SUFFIXES as CODE_SUFFIXES
from askonce.cli.migration.shown_command import show_command
from askonce.diagnostics.source_text import SourceError
from askonce.diagnostics.yaml_nodes import YamlMapping, value_of
from askonce.lazy import dataclass
from askonce.recordings.stores import MIDSCENE_SUFFIX
from askonce.script.batch_files import SCRIPT_SUFFIXES
from askonce.script.script_yaml import parse_script

_PASSED_OVER = frozenset({"node_modules", "dist", "build", "coverage", "askonce_run", "site-packages", "vendor"})
_LARGEST = 2_000_000
"""The most bytes of a file that somebody has written."""
_COMMAND = re.compile(r"(?:npx\s+(?:--?\S+\s+)*)?(?<![\w./-])(?:@midscene/cli|midscene)(?:@[\w.-]+)?(?=\s|$)")
_CONFIG = re.compile(r"midscene\.config\.(?:[cm]?[jt]s)")


@dataclass(frozen=True, slots=True)
class MidsceneProject:
    """What there is in a folder, each in the order of its paths."""

    folder: Path
    scripts: tuple[Path, ...] = ()
    """Batches too."""
    caches: tuple[Path, ...] = ()
    environments: tuple[Path, ...] = ()
    code: tuple[Path, ...] = ()
    packages: tuple[Path, ...] = ()
    configs: tuple[Path, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.scripts or self.caches or self.environments or self.code or self.packages or self.configs)

    def shown(self, path: Path) -> str:
        return path.relative_to(self.folder).as_posix()


def find_project(folder: Path, left_out: Path) -> MidsceneProject:
    """Look through a folder, without what was installed or built, and without `left_out`."""
    found: dict[str, list[Path]] = {
        name: [] for name in ("scripts", "caches", "environments", "code", "packages", "configs")
    }
    for path in _files(folder, left_out.resolve()):
        if kind := _kind(path):
            found[kind].append(path)
    return MidsceneProject(folder, **{name: tuple(paths) for name, paths in found.items()})


def read_text(path: Path) -> str:
    """The text of a file; what is not UTF-8 in it is replaced."""
    return path.read_bytes().decode("utf-8-sig", "replace")


def is_utf8(path: Path) -> bool:
    """Whether nothing of a file's text was replaced when it was read."""
    try:
        path.read_bytes().decode()
    except UnicodeDecodeError:
        return False
    return True


def command_differences(path: Path, shown: str) -> Iterator[Difference]:
    """The scripts of a package.json that call Midscene, with the command of ours."""
    text = read_text(path)
    try:
        data: Any = json.loads(text)
    except ValueError:
        return
    scripts: object = cast("dict[str, Any]", data).get("scripts") if isinstance(data, dict) else None
    for name, command in (cast("dict[str, Any]", scripts) if isinstance(scripts, dict) else {}).items():
        if isinstance(command, str) and _COMMAND.search(command):
            at = text.find(json.dumps(name, ensure_ascii=False))
            line = text.count("\n", 0, max(at, 0)) + 1
            told = show_command(command, _COMMAND)
            yield Difference(shown, line, name, f"{told} is {_COMMAND.sub(_command, told)}")


def _command(found: re.Match[str]) -> str:
    """A script is run; other commands have their own name."""
    after = found.string[found.end() :].split()
    return "askonce" if after[:1] == ["model"] else "askonce run"


def _files(folder: Path, left_out: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        here = Path(place)
        folders[:] = sorted(
            name
            for name in folders
            if name not in _PASSED_OVER and not name.startswith(".") and (here / name).resolve() != left_out
        )
        for name in sorted(files):
            path = here / name
            if path.is_file() and path.stat().st_size <= _LARGEST:
                yield path


def _kind(path: Path) -> str:
    name = path.name
    if name.endswith(MIDSCENE_SUFFIX):
        return "caches"
    if name == ".env" or (name.startswith(".env.") and not name.endswith((".example", ".sample", ".template"))):
        return "environments" if "MIDSCENE_" in read_text(path) else ""
    if name == "package.json":
        return "packages" if _COMMAND.search(read_text(path)) else ""
    if _CONFIG.fullmatch(name):
        return "configs"
    if path.suffix.lower() in SCRIPT_SUFFIXES:
        return "scripts" if is_midscene_script(read_text(path)) else ""
    if path.suffix in CODE_SUFFIXES and not name.endswith((".min.js", ".d.ts")):
        return "code"
    return ""


def is_midscene_script(text: str) -> bool:
    """Whether YAML is a script, a batch or cases, and not the file of another tool that also has tasks or files.

    One that cannot be read counts if it looks like one: its problems are told.
    """
    if not re.search(r"(?m)^(?:tasks|cases|files)[ \t]*:", text):
        return False
    try:
        root = parse_script(text)
    except SourceError:
        return bool(re.search(r"(?m)^\s*-?\s*(?:flow|ai[A-Z]\w*|ai)\s*:", text))
    data: Any = value_of(root) if isinstance(root, YamlMapping) else {}
    tasks = data.get("tasks") or data.get("cases")
    if isinstance(tasks, list):
        return any(isinstance(task, dict) and {"flow", "steps"} & task.keys() for task in cast("list[Any]", tasks))
    files: Any = data.get("files")
    return bool(files) and not {"compilerOptions", "version"} & data.keys() and ".y" in json.dumps(files)
