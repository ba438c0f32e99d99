"""Reading a trace back from its folder, also one whose run was killed in the middle of a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from understudy.errors import TraceError
from understudy.trace.events import Entry
from understudy.trace.recorder import TRACE_FILE


def read_trace(folder: Path) -> Iterator[Entry]:
    """The entries of the trace in `folder`, oldest first. An unfinished last line is left out."""
    path = folder / TRACE_FILE
    try:
        file = path.open("rb")
    except OSError as error:
        raise TraceError(
            f"no trace at {path}: {error.strerror}", remedy="give the folder that a run named as its trace"
        ) from error
    with file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                yield Entry.model_validate_json(line)
            except ValidationError as error:
                raise TraceError(f"{path}:{number} is not a trace event: {error.errors()[0]['msg']}") from error
