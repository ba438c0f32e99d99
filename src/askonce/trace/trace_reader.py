"""Read a trace from its folder, even if the run was killed halfway through a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from askonce.errors import TraceError
from askonce.trace.events import Entry, Noted
from askonce.trace.recorder import TRACE_FILE


def read_trace(folder: Path) -> Iterator[Entry]:
    """The entries of the trace in `folder`, oldest first. An unfinished last line is left out.

    Events of a newer version that this one does not know are read as notes.
    """
    path = folder / TRACE_FILE
    try:
        file = path.open("rb")
    except OSError as error:
        raise TraceError(
            f"no trace at {path}: {error.strerror}", remedy="pass the folder that the run printed as its trace"
        ) from error
    with file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                yield _read_line(line)
            except ValidationError as error:
                raise TraceError(
                    f"{path}:{number} is not a trace event: {error.errors()[0]['msg']}",
                    remedy="it is damaged, or was written by a newer Askonce: upgrade to read it",
                ) from error


def _read_line(line: bytes) -> Entry:
    """One entry. An event of an unknown type becomes a note: a newer Askonce wrote it, and the rest of the trace can
    still be read."""
    try:
        return Entry.model_validate_json(line)
    except ValidationError as error:
        if error.errors()[0]["type"] != "union_tag_invalid":
            raise
    foreign = _ForeignEntry.model_validate_json(line)
    text = f"an event of the type {foreign.event.type!r}, which this version cannot show"
    note = Noted(act=foreign.event.act, round=foreign.event.round, text=text)
    return Entry(number=foreign.number, at=foreign.at, event=note)


class _ForeignEvent(BaseModel):
    model_config = ConfigDict(defer_build=True)
    type: str
    act: int = 0
    round: int = 0


class _ForeignEntry(BaseModel):
    model_config = ConfigDict(defer_build=True)
    number: int
    at: float
    event: _ForeignEvent
