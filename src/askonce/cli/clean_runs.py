"""`askonce clean`: takes old traces and reports away."""

from __future__ import annotations

import json
from dataclasses import replace

from askonce.agent.program_setup import is_resumable
from askonce.cli.dotenv import read_environment
from askonce.cli.tally import counted
from askonce.config import read_settings
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.script.batch_files import shown_path
from askonce.trace.old_runs import OldRun, old_runs, remove


@dataclass(frozen=True, slots=True)
class CleanOptions:
    """Options of `askonce clean`; None where the settings apply."""

    days: float | None = None
    megabytes: float | None = None
    dry_run: bool = False
    as_json: bool = False


def clean_runs(options: CleanOptions) -> int:
    """Print what is too old or too much, and remove it unless this is a dry run."""
    settings = read_settings(read_environment())
    if settings.runs is None:
        raise ConfigError("there is no folder for runs", remedy="set ASKONCE_RUNS to the folder that holds them")
    keep = settings.keep
    keep = replace(keep, days=keep.days if options.days is None else options.days)
    keep = replace(keep, megabytes=keep.megabytes if options.megabytes is None else options.megabytes)
    old = old_runs(settings.runs, keep, is_resumable)
    left = 0
    if not options.dry_run:
        found, old = len(old), remove(old)
        left = found - len(old)
    if options.as_json:
        rows = [{"folder": str(run.folder), "bytes": run.size, "reason": run.reason} for run in old]
        print(json.dumps({"removed": rows}, ensure_ascii=False, indent=2))
    else:
        for run in old:
            print(_line(run))
        print(_total(old, dry_run=options.dry_run))
    if left:
        raise ConfigError(
            f"{counted(left, 'folder')} could not be removed",
            remedy=f"see who may write in {shown_path(settings.runs)}",
        )
    return 0


def _line(run: OldRun) -> str:
    return f"{shown_path(run.folder)}  {_megabytes(run.size)}  {'too old' if run.reason == 'age' else 'too much'}"


def _total(old: list[OldRun], *, dry_run: bool) -> str:
    if not old:
        return "nothing to remove"
    would = "would be removed" if dry_run else "removed"
    return f"{counted(len(old), 'folder')}, {_megabytes(sum(run.size for run in old))} {would}"


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB"
