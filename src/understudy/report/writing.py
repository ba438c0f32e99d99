"""Writing the report of a trace folder to a file."""

from __future__ import annotations

from pathlib import Path

from understudy.errors import TraceError
from understudy.report.page import page
from understudy.report.view import view
from understudy.trace import FolderStore, read_trace
from understudy.trace.recorder import SHOTS_FOLDER

REPORT_FILE = "report.html"


def write_report(trace_folder: Path, out: Path | None = None) -> Path:
    """Write the report of the trace in a folder, and return where it is: beside the trace unless `out` says else."""
    out = out or trace_folder / REPORT_FILE
    text = page(view(read_trace(trace_folder)), FolderStore(trace_folder / SHOTS_FOLDER))
    partial = out.with_name(out.name + ".partial")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(text, "utf-8")
        partial.replace(out)
    except OSError as error:
        raise TraceError(
            f"could not write the report to {out}: {error.strerror}", remedy="choose another place for it"
        ) from error
    return out
