"""`askonce migrate midscene`: says what differs for a project, and writes what it needs here."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, field, replace
from io import StringIO
from pathlib import Path
from typing import Any

from askonce.cli.check_files import FileChecker
from askonce.cli.migration.difference import Difference
from askonce.cli.migration.environment_names import (
    MigratedEnvironments,
    migrate_environments,
    referenced_names,
    rename_references,
)
from askonce.cli.migration.javascript_calls import javascript_calls
from askonce.cli.migration.midscene_project import (
    MidsceneProject,
    command_differences,
    find_project,
    is_utf8,
    read_text,
)
from askonce.cli.migration.script_renames import rename_keys
from askonce.cli.tally import counted
from askonce.cli.terminal import Verbosity
from askonce.config import read_settings
from askonce.errors import AskonceError, ConfigError
from askonce.lazy import dataclass
from askonce.recordings.midscene_cache import ImportedCache, read_midscene
from askonce.recordings.recording_writer import write_recordings
from askonce.recordings.stores import MIDSCENE_SUFFIX, SUFFIX, checked_id
from askonce.script.batch_config import is_config
from askonce.script.batch_files import shown_path

RECORDINGS = Path("askonce_run") / "recordings"
_HIDDEN = 0o600


@dataclass(frozen=True, slots=True)
class MigrateOptions:
    """Options of `askonce migrate midscene`."""

    folder: Path
    output: Path | None = None
    force: bool = False
    as_json: bool = False


@dataclass(slots=True)
class Migration:
    """What was found, by its kind, and the files to write."""

    differences: dict[str, list[Difference]] = field(default_factory=dict[str, list[Difference]])
    texts: dict[Path, str] = field(default_factory=dict[Path, str])
    """By their places in the output."""
    counts: dict[str, int] = field(default_factory=dict[str, int])
    secret: set[Path] = field(default_factory=set[Path])
    """Files that only their owner may read."""

    def add(self, kind: str, *differences: Difference) -> None:
        self.differences.setdefault(kind, []).extend(differences)

    @property
    def works(self) -> bool:
        return not any(each.effect == "fails" for several in self.differences.values() for each in several)


def migrate(options: MigrateOptions, verbosity: Verbosity) -> int:
    """Print what differs and write ours; returns 1 if something of the project cannot run here."""
    folder = options.folder
    if not folder.is_dir():
        raise ConfigError(f"folder not found: {folder}", remedy="name the folder of the Midscene project")
    output = options.output or folder / "askonce"
    project = find_project(folder, output)
    if project.is_empty:
        raise ConfigError(
            f"there is nothing of Midscene in {folder}",
            remedy="name the folder with its YAML scripts, midscene_run/cache, .env or package.json",
        )
    migration = read_project(project)
    written = _write(migration, output, force=options.force)
    if options.as_json:
        print(json.dumps(_as_data(migration, written), ensure_ascii=False, indent=2))
    else:
        _tell(migration, written, verbosity)
    return 0 if migration.works else 1


def read_project(project: MidsceneProject) -> Migration:
    """Everything that becomes of a project. Nothing is written."""
    migration = Migration()
    project = _without_unreadable(project, migration)
    used = frozenset[str]().union(*(referenced_names(read_text(path)) for path in project.scripts))
    environments = migrate_environments({project.shown(path): read_text(path) for path in project.environments}, used)
    for file, environment in environments.files.items():
        migration.texts[Path(file)] = environment.text
        migration.secret.add(Path(file))
        migration.add("environment", *environment.differences, *_unusable(environment.text, file))
    _add_scripts(migration, project, environments)
    for path in project.caches:
        _add_cache(migration, path, project.shown(path))
    for path in project.packages:
        migration.add("commands", *command_differences(path, project.shown(path)))
    for path in project.configs:
        what = "the project of the Test Runner is code, which is not run here"
        remedy = "run its YAML cases with askonce run; write a node of its own as an action in Python"
        migration.add("commands", Difference(project.shown(path), 1, path.name, what, remedy))
    called = 0
    for path in project.code:
        calls = tuple(javascript_calls(read_text(path), project.shown(path)))
        called += bool(calls)
        migration.add("calls", *calls)
    migration.counts = {
        "scripts": len(project.scripts),
        "caches": len(project.caches),
        "environment": len(project.environments),
        "code": called,
    }
    return migration


def _without_unreadable(project: MidsceneProject, migration: Migration) -> MidsceneProject:
    """The project without environments and caches that are not UTF-8: a copy would hold other words."""
    kinds = {"environment": project.environments, "caches": project.caches}
    readable = {kind: tuple(path for path in paths if is_utf8(path)) for kind, paths in kinds.items()}
    for kind, paths in kinds.items():
        for path in sorted({*paths} - {*readable[kind]}):
            what = f"{path.name} is not written in UTF-8, and is left out"
            migration.add(kind, Difference(project.shown(path), 1, path.name, what, "save it as UTF-8", "fails"))
    return replace(project, environments=readable["environment"], caches=readable["caches"])


def _unusable(text: str, file: str) -> list[Difference]:
    """What our settings do not take, by its name: its value may be a secret."""
    from dotenv import dotenv_values

    try:
        read_settings({name: value for name, value in dotenv_values(stream=StringIO(text)).items() if value})
    except ConfigError as error:
        name = error.message.split()[0]
        line = next((number for number, line in enumerate(text.splitlines(), 1) if name in line), 1)
        return [Difference(file, line, name, f"{name} cannot be used as it is", error.remedy)]
    return []


def _add_scripts(migration: Migration, project: MidsceneProject, environments: MigratedEnvironments) -> None:
    """Check the scripts as `askonce check` does; values of the environment are not read, so none can be shown."""
    checker = FileChecker({}, environment={})
    for path in sorted(project.scripts, key=lambda path: not is_config(path)):  # a batch says more about its files
        try:
            checker.add(str(path))
        except AskonceError as error:
            remedy, shown = error.remedy, project.shown(path)
            migration.add("scripts", Difference(shown, 1, path.name, error.message, remedy, "fails"))
    problems = {Path(file.source.name).resolve(): file for file in checker.checked}
    for path in project.scripts:
        shown = project.shown(path)
        text, renamed = rename_keys(read_text(path), shown)
        if is_utf8(path):
            migration.texts[path.relative_to(project.folder)] = rename_references(text, environments.renamed)
        migration.add("scripts", *renamed, *_renamed_references(text, shown, environments.renamed))
        checked = problems.get(path.resolve())
        for problem in checked.problems if checked else ():
            if (
                problem.message.startswith("the environment variable ")
                and problem.message.split()[3] in environments.names
            ):
                continue
            key = _key_at(checked.source.text if checked else "", problem.location.line, problem.location.column)
            effect = "fails" if problem.severity == "error" else "differs"
            line = problem.location.line
            migration.add("scripts", Difference(shown, line, key, problem.message, problem.suggestion, effect))


def _renamed_references(text: str, file: str, renamed: Mapping[str, str]) -> Iterator[Difference]:
    for number, line in enumerate(text.splitlines(), 1):
        for name in sorted(referenced_names(line) & renamed.keys()):
            yield Difference(file, number, name, f"{name} is {renamed[name]}", effect="renamed")


def _key_at(text: str, line: int, column: int) -> str:
    """The word that stands at a place."""
    lines = text.splitlines()
    rest = lines[line - 1][max(column - 1, 0) :] if 0 < line <= len(lines) else ""
    return rest.partition(":")[0].strip("\"' -")[:60]


def _add_cache(migration: Migration, path: Path, shown: str) -> None:
    id = path.name.removesuffix(MIDSCENE_SUFFIX)
    try:
        checked_id(id)
        imported: ImportedCache = read_midscene(read_text(path), shown)
    except AskonceError as error:
        remedy = "it will be recorded again at the next run"
        what = f"the cache cannot be taken over: {error.message.splitlines()[0]}"
        migration.add("caches", Difference(shown, 1, id, what, remedy))
        return
    for remark in imported.remarks:
        migration.add("caches", Difference(shown, 1, id, remark.removeprefix(f"{shown}: ")))
    place = RECORDINGS / f"{id}{SUFFIX}"
    if place in migration.texts:
        what = f"another cache is called {id} too, and was taken over"
        migration.add("caches", Difference(shown, 1, id, what, "rename it, or migrate its folder by itself"))
    elif imported.file.size:
        migration.texts[place] = write_recordings(imported.file)


def _write(migration: Migration, output: Path, *, force: bool) -> list[Path]:
    """Write all files, or none where one would be overwritten."""
    places = {output / place: place for place in migration.texts}
    there = [path for path in places if os.path.lexists(path)]
    if there and not force:
        raise ConfigError(
            f"{shown_path(there[0])} is there already{f', and {len(there) - 1} more' if len(there) > 1 else ''}",
            remedy="choose another folder with --output, or pass --force to overwrite",
        )
    for path, place in places.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            mode = _HIDDEN if place in migration.secret else 0o666
            if path.is_symlink():
                path.unlink()  # what it leads to stays as it is
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), mode)
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
                if place in migration.secret:
                    path.chmod(_HIDDEN)  # also one that was there
                file.write(migration.texts[place])
        except OSError as error:
            remedy = "choose another folder with --output"
            raise ConfigError(f"{path} could not be written: {error.strerror}", remedy=remedy) from error
    return list(places)


def _as_data(migration: Migration, written: Sequence[Path]) -> dict[str, Any]:
    kinds = ("scripts", "caches", "environment", "commands", "calls")
    return {
        "works": migration.works,
        "counts": migration.counts,
        **{kind: [asdict(each) for each in migration.differences.get(kind, ())] for kind in kinds},
        "written": [str(path) for path in written],
    }


_TITLES = {
    "scripts": "Scripts",
    "caches": "Caches",
    "environment": "Environment",
    "commands": "Commands",
    "calls": "Calls in code, and the Python for each",
}


def _tell(migration: Migration, written: Sequence[Path], verbosity: Verbosity) -> None:
    for kind, title in _TITLES.items():
        several = migration.differences.get(kind, [])
        if several:
            print(f"{title}")
            for each in sorted(several, key=lambda each: (each.file, each.line)):
                print(f"  {'✗' if each.effect == 'fails' else '•'} {each}")
    if verbosity.quiet:
        return
    for path in written:
        print(f"Written: {shown_path(path)}")
    counts = migration.counts
    told = ", ".join(
        counted(number, noun)
        for number, noun in (
            (counts["scripts"], "script"),
            (counts["caches"], "cache"),
            (counts["environment"], "environment"),
            (counts["code"], "file of code"),
        )
        if number
    )
    differing = sum(each.effect != "same" for several in migration.differences.values() for each in several)
    print(f"{told or 'nothing to run'}; {counted(differing, 'difference')}")
    print("Pictures, pages and files that scripts name by relative paths are not copied.")
