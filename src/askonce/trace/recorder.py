"""The recorder: stamps events, hides secrets in them, keeps them and passes them to sinks."""

from __future__ import annotations

import gzip
import json
import time
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol, TypeVar, cast

from pydantic import BaseModel

from askonce.errors import TraceError
from askonce.trace.events import Entry, Event, Looked, RunEnded, RunStarted, our_words_in
from askonce.trace.file_locks import hold
from askonce.trace.runs_folder import make_runs_folder
from askonce.trace.shot_store import Blob, FolderStore, MemoryStore, Store
from askonce.values import Mask

TRACE_FILE = "trace.jsonl"
SHOTS_FOLDER = "blobs"
PACKED = ".json.gz"

AnyModel = TypeVar("AnyModel", bound=BaseModel)


class Sink(Protocol):
    """Receives events as they happen."""

    def write(self, entry: Entry) -> None: ...


class Trace:
    """One run's append-only record.

    With a folder, each event is one flushed line of `trace.jsonl`, so a killed run keeps everything up to that moment.
    Without one, nothing is written to disk and only sinks get events. `runs` is the folder of all runs that it is in.
    While it is open, the file is locked, so that nobody takes the folder away.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        runs: Path | None = None,
        mask: Mask | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.folder = folder
        self._runs = runs
        self.mask = Mask() if mask is None else mask  # an empty mask is falsy
        self.store: Store = FolderStore(folder / SHOTS_FOLDER) if folder else MemoryStore()
        self.act = 0
        """The current act, and below the current round: emitters put both into their events."""
        self.round = 0
        self.is_pictured = False
        """Whether the trace has a picture of the screen yet."""
        self.is_running = False
        """Whether a run has begun in it that has not ended."""
        self.snapshots = 0
        """How many snapshots of pages were kept."""
        self._clock = clock
        self._number = 0
        self._sinks: list[Sink] = []
        self._file: IO[bytes] | None = None

    def subscribe(self, sink: Sink) -> None:
        self._sinks.append(sink)

    def unsubscribe(self, sink: Sink) -> None:
        if sink in self._sinks:  # a sink that failed is already removed
            self._sinks.remove(sink)

    def emit(self, event: Event) -> None:
        file = self._open(self.folder) if self.folder else None
        self._number += 1
        self.is_pictured = self.is_pictured or (isinstance(event, Looked) and event.shot is not None)
        self.is_running = isinstance(event, RunStarted) or (self.is_running and not isinstance(event, RunEnded))
        entry = Entry.model_construct(number=self._number, at=self._clock(), event=_shown(event, self._clean))
        if file:
            with _our_errors(self.folder):
                file.write(entry.model_dump_json().encode() + b"\n")
                file.flush()
        for sink in tuple(self._sinks):
            self._pass_to(sink, entry)

    def keep_text(self, text: str) -> Blob:
        return self.store.keep(self.mask(text).encode("utf-8", "replace"), ".txt")

    def keep_packed(self, data: Any) -> Blob:
        """Keep JSON data, packed. Its numbers are measures, not texts: they stay."""
        text = json.dumps(_shown_data(data, self.mask), ensure_ascii=False, separators=(",", ":"))
        return self.store.keep(gzip.compress(text.encode("utf-8", "replace"), 6, mtime=0), PACKED)

    def keep_image(self, data: bytes, media_type: str) -> Blob:
        return self.store.keep(data, "." + media_type.removeprefix("image/"))

    def close(self) -> None:
        if self._file:
            self._file.close()
            self._file = None

    def _clean(self, text: str) -> str:
        """Mask secrets and replace lone surrogates, which scripts in pages leave when they cut text."""
        return self.mask(text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8"))

    def _pass_to(self, sink: Sink, entry: Entry) -> None:
        """Sinks cannot change a run: a sink that fails causes a warning and gets no more events."""
        try:
            sink.write(entry)
        except Exception as error:  # noqa: BLE001
            self._sinks.remove(sink)
            warnings.warn(f"{type(sink).__name__} stopped listening to the trace: {error!r}", stacklevel=3)

    def _open(self, folder: Path) -> IO[bytes]:
        """Open the file for appending, without the unfinished line that a killed run may have left."""
        if self._file is None:
            with _our_errors(folder):
                if self._runs:
                    make_runs_folder(self._runs)
                folder.mkdir(parents=True, exist_ok=True)
                self._file = (folder / TRACE_FILE).open("ab+")
                hold(self._file.fileno())
                self._file.seek(0)
                kept = self._file.read()
                self._file.truncate(kept.rfind(b"\n") + 1)
                self._number = kept.count(b"\n")
        return self._file


@contextmanager
def _our_errors(folder: Path | None) -> Generator[None, None, None]:
    try:
        yield
    except OSError as error:
        raise TraceError(
            f"could not write the trace in {folder}: {error.strerror}",
            remedy="free some space or choose another run folder",
        ) from error


def _shown(event: AnyModel, clean: Callable[[str], str]) -> AnyModel:
    """The event with each text from outside cleaned. Numbers, names of blobs and fixed values are unchanged."""

    def cleaned(value: object) -> object:
        match value:
            case str():
                return clean(value)
            case BaseModel():
                return _shown(value, clean)
            case tuple():
                return tuple(map(cleaned, cast("tuple[object, ...]", value)))
            case _:
                return value

    ours = our_words_in(type(event))
    return event.model_copy(update={name: cleaned(value) for name, value in event if name not in ours})


def _shown_data(value: Any, clean: Callable[[str], str]) -> Any:
    """JSON data with each text in it cleaned, so that it remains JSON."""
    match value:
        case str():
            return clean(value)
        case dict():
            return {key: _shown_data(item, clean) for key, item in cast("dict[str, Any]", value).items()}
        case list():
            return [_shown_data(item, clean) for item in cast("list[Any]", value)]
        case _:
            return value
