"""What happened: typed events, the recorder that stamps and keeps them, and the store for pictures and long texts.

Everything downstream (report, progress, pytest) reads a trace and cannot change a run.
"""

from understudy.trace.events import (
    Acted,
    ActEnded,
    ActStarted,
    Answered,
    Asked,
    Entry,
    Event,
    Located,
    Looked,
    MessageRef,
    Noted,
    Planned,
    RunEnded,
    RunStarted,
    Tried,
)
from understudy.trace.reading import read_trace
from understudy.trace.recorder import Sink, Trace
from understudy.trace.store import Blob, FolderStore, MemoryStore, Store
from understudy.trace.usage import Usage, UsageTotals

__all__ = [
    "ActEnded",
    "ActStarted",
    "Acted",
    "Answered",
    "Asked",
    "Blob",
    "Entry",
    "Event",
    "FolderStore",
    "Located",
    "Looked",
    "MemoryStore",
    "MessageRef",
    "Noted",
    "Planned",
    "RunEnded",
    "RunStarted",
    "Sink",
    "Store",
    "Trace",
    "Tried",
    "Usage",
    "UsageTotals",
    "read_trace",
]
