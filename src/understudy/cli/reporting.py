"""Writing reports from the command line."""

from __future__ import annotations

import webbrowser
from pathlib import Path

from understudy.report import write_report


def show_report(trace: Path, out: Path | None = None, *, open_report: bool = False) -> Path:
    """Write the report, name it on standard output, and open it if asked."""
    path = write_report(trace, out).resolve()
    print(path)
    if open_report:
        webbrowser.open(path.as_uri())
    return path
