"""Old runs: which of the folders that runs leave behind are too many, and taking them away."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

from askonce.config import KeepSettings
from askonce.lazy import dataclass, regex
from askonce.trace.file_locks import file_locked
from askonce.trace.recorder import TRACE_FILE

STAMP = ".cleaned"
"""Its time is that of the last cleaning."""
_DAY = 24 * 60 * 60.0
_MEGABYTE = 1_000_000
_MOST_AT_ONCE = 100
"""How many folders the end of a run takes away; the others have to wait for the next run."""
_NAME = regex(r"\d{8}-\d{6}-[0-9a-f]{6}")
"""How runs, and sessions of pytest, name their folders."""
_OPEN = "records-*.jsonl"
"""What a session of pytest writes until it ends."""
_MADE = (TRACE_FILE, "index.html", _OPEN)
"""One of these is in each folder that a run or a session has made."""

IsResumable = Callable[[Path], bool]
"""Whether the run of a folder was interrupted, and can be resumed."""


@dataclass(frozen=True, slots=True)
class OldRun:
    """A folder that is to be taken away."""

    folder: Path
    size: int
    """In bytes."""
    reason: Literal["age", "size"]


@dataclass(frozen=True, slots=True)
class _Kept:
    """The folder of a run or of a session of pytest."""

    folder: Path
    size: int
    last: float
    """When it was last written to, in seconds since the epoch."""


def old_runs(runs: Path, keep: KeepSettings, is_resumable: IsResumable, *, spared: float = 0.0) -> list[OldRun]:
    """What is older than `keep` allows, and the oldest of what takes more room; oldest first.

    Never the latest run, one that is in progress, one that can be resumed, one of the last `spared` seconds, or
    anything that no run has made.
    """
    now = time.time()
    found = sorted((*_folders(runs / "traces"), *_folders(runs / "reports")), key=lambda kept: kept.folder.name)
    latest = {kept.folder.parent: kept.folder for kept in found}
    # A session of pytest reads the traces of its tests at its end. One that was killed does not, and is forgotten.
    sessions = [kept for kept in found if any(kept.folder.glob(_OPEN)) and kept.last > now - _DAY]
    since = min((_time_of(kept) for kept in sessions), default=None)
    total = sum(kept.size for kept in found)
    old: list[OldRun] = []
    for kept in found:
        is_old = keep.days is not None and kept.last < now - keep.days * _DAY
        is_much = keep.megabytes is not None and total > keep.megabytes * _MEGABYTE
        is_spared = kept.last > now - spared or kept.folder in latest.values()
        is_spared = is_spared or (since is not None and _time_of(kept) >= since)
        if not (is_old or is_much) or is_spared or _is_in_use(kept.folder) or is_resumable(kept.folder):
            continue
        total -= kept.size
        old.append(OldRun(kept.folder, kept.size, "age" if is_old else "size"))
    return old


def remove(old: Sequence[OldRun]) -> list[OldRun]:
    """Take folders away; returns those that are gone now. What cannot be removed is passed over."""
    for run in old:
        shutil.rmtree(run.folder, ignore_errors=True)
    return [run for run in old if not run.folder.exists()]


def clean_daily(runs: Path, keep: KeepSettings, is_resumable: IsResumable) -> None:
    """Take away what is too old or too much, at most once a day. Nothing of this makes a run fail."""
    stamp = runs / STAMP
    with suppress(OSError):
        if not runs.is_dir() or (stamp.exists() and stamp.stat().st_mtime > time.time() - _DAY):
            return
        old = old_runs(runs, keep, is_resumable, spared=_DAY)  # somebody may still look at their reports
        remove(old[:_MOST_AT_ONCE])
        if len(old) <= _MOST_AT_ONCE:
            stamp.touch()


def _folders(place: Path) -> list[_Kept]:
    try:
        inside = [path for path in place.iterdir() if _NAME.fullmatch(path.name)]
    except OSError:
        return []
    return [_measured(path) for path in inside if path.is_dir() and not path.is_symlink() and _is_ours(path)]


def _is_ours(folder: Path) -> bool:
    return any(any(folder.glob(name)) for name in _MADE)


def _time_of(kept: _Kept) -> str:
    """When it was begun, as its name says."""
    return kept.folder.name.rpartition("-")[0]


def _measured(folder: Path) -> _Kept:
    size, times = 0, list[float]()
    for path in list(folder.rglob("*")) or [folder]:
        with suppress(OSError):  # another process may be taking it away
            facts = path.lstat()
            size += facts.st_size
            times.append(facts.st_mtime)
    return _Kept(folder, size, max(times, default=time.time()))


def _is_in_use(folder: Path) -> bool:
    """Whether a run is in progress, or nobody can tell."""
    trace = folder / TRACE_FILE
    try:
        if trace.exists():
            with file_locked(trace):
                pass
    except OSError:  # it is in use, or cannot be read
        return True
    return False
