"""The recorder: stamps events, hides secrets in them, keeps them and tells those who listen."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Protocol, TypeVar, cast

from pydantic import BaseModel

from understudy.errors import TraceError
from understudy.trace.events import Entry, Event
from understudy.trace.store import Blob, FolderStore, MemoryStore, Store
from understudy.values import Mask

TRACE_FILE = "trace.jsonl"
SHOTS_FOLDER = "blobs"

AnyModel = TypeVar("AnyModel", bound=BaseModel)


class Sink(Protocol):
    """Anything that wants to hear of events as they happen."""

    def write(self, entry: Entry) -> None: ...


class Trace:
    """One run's append-only record.

    With a folder, each event is one flushed line of `trace.jsonl`, so a run killed at any moment leaves all that
    happened before. Without one, nothing touches the disk and only the sinks hear.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        mask: Mask | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.folder = folder
        self.mask = mask or Mask()
        self.store: Store = FolderStore(folder / SHOTS_FOLDER) if folder else MemoryStore()
        self._clock = clock
        self._number = 0
        self._sinks: list[Sink] = []
        self._file: IO[str] | None = None

    def subscribe(self, sink: Sink) -> None:
        self._sinks.append(sink)

    def unsubscribe(self, sink: Sink) -> None:
        self._sinks.remove(sink)

    def emit(self, event: Event) -> None:
        self._number += 1
        shown = _masked(event, self.mask) if self.mask else event
        entry = Entry.model_construct(number=self._number, at=self._clock(), event=shown)
        if self.folder:
            self._append(self.folder, entry.model_dump_json(exclude_defaults=False))
        for sink in tuple(self._sinks):
            sink.write(entry)

    def keep_text(self, text: str) -> Blob:
        return self.store.keep(self.mask(text).encode("utf-8", "replace"), ".txt")

    def keep_image(self, data: bytes, media_type: str) -> Blob:
        return self.store.keep(data, "." + media_type.removeprefix("image/"))

    def close(self) -> None:
        if self._file:
            self._file.close()
            self._file = None

    def _append(self, folder: Path, line: str) -> None:
        try:
            if self._file is None:
                folder.mkdir(parents=True, exist_ok=True)
                self._file = (folder / TRACE_FILE).open("a", encoding="utf-8")
            self._file.write(line + "\n")
            self._file.flush()
        except OSError as error:
            raise TraceError(
                f"could not write the trace in {folder}: {error.strerror}",
                remedy="free some space or choose another run folder",
            ) from error


def _masked(event: AnyModel, mask: Mask) -> AnyModel:
    """The event with each text in it masked."""

    def hide(value: object) -> object:
        if isinstance(value, str):
            return mask(value)
        if isinstance(value, BaseModel):
            return _masked(value, mask)
        if isinstance(value, tuple):
            return tuple(map(hide, cast("tuple[object, ...]", value)))
        return value

    return event.model_copy(update={name: hide(value) for name, value in event})
