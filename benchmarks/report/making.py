"""Making the report of a long run: seconds and peak memory, each in a process of its own.

    python -m report.making TRACE OUT (one|folder)

prints them as JSON. Peak memory is that of the process less what it had before it began to read.
"""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from askonce.report.report_files import write_report

HERE = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Made:
    """A report that was written, and what that took."""

    page: Path
    seconds: float
    working: float
    """Seconds of processor time: what a busy machine does not blur."""
    megabytes: float
    """The most that the process held, besides what it had before."""
    size: float
    """Megabytes of the page itself."""


def make(trace: Path, out: Path, *, is_folder: bool, times: int) -> Made:
    """Write a report several times; what the quickest took."""
    return min((_make(trace, out, "folder" if is_folder else "one") for _ in range(times)), key=lambda one: one.working)


def _make(trace: Path, out: Path, form: str) -> Made:
    command = [sys.executable, "-m", "report.making", str(trace), str(out), form]
    done = subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.PIPE, text=True)
    return Made(out, **json.loads(done.stdout), size=out.stat().st_size / 1e6)


def _peak() -> float:
    """Megabytes. What the system tells of a process elsewhere begins with the peak of the one that started it."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status.read_text())[0]) / 1000


if __name__ == "__main__":
    before, started, worked = _peak(), time.perf_counter(), time.process_time()
    write_report(Path(sys.argv[1]), Path(sys.argv[2]), folder=sys.argv[3] == "folder")
    taken = {"seconds": time.perf_counter() - started, "working": time.process_time() - worked}
    print(json.dumps({**taken, "megabytes": _peak() - before}))
