"""What happened: typed events, the recorder that stamps and keeps them, and the store for pictures and long texts.

Consumers (report, progress, pytest) read a trace and cannot change a run.
"""

from askonce.trace.events import (
    Acted,
    ActEnded,
    ActStarted,
    Answered,
    Asked,
    Assigned,
    Believed,
    Entry,
    Event,
    Expected,
    LineEnded,
    LineStarted,
    Located,
    Looked,
    MessageRef,
    Noted,
    OfProgram,
    Planned,
    ProgramEnded,
    ProgramStarted,
    Replanned,
    RunEnded,
    RunStarted,
    Told,
    Tried,
)
from askonce.trace.recorder import Sink, Trace
from askonce.trace.shot_store import Blob, FolderStore, MemoryStore, Store
from askonce.trace.trace_reader import read_trace
from askonce.trace.usage import Usage, UsageTotals

__all__ = [
    "ActEnded",
    "ActStarted",
    "Acted",
    "Answered",
    "Asked",
    "Assigned",
    "Believed",
    "Blob",
    "Entry",
    "Event",
    "Expected",
    "FolderStore",
    "LineEnded",
    "LineStarted",
    "Located",
    "Looked",
    "MemoryStore",
    "MessageRef",
    "Noted",
    "OfProgram",
    "Planned",
    "ProgramEnded",
    "ProgramStarted",
    "Replanned",
    "RunEnded",
    "RunStarted",
    "Sink",
    "Store",
    "Told",
    "Trace",
    "Tried",
    "Usage",
    "UsageTotals",
    "read_trace",
]
