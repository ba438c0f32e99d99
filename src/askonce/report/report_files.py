"""Writing reports to files."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path, PurePath
from typing import Literal

from askonce.config import ShotFormat
from askonce.errors import TraceError
from askonce.report.atomic_write import placed
from askonce.report.document import Report
from askonce.report.from_trace import read_run
from askonce.report.html_page import NamedBlobs, named_in, pieces
from askonce.report.run_folders import id_of
from askonce.trace import Blob, FolderStore, Store, read_trace
from askonce.trace.recorder import SHOTS_FOLDER

REPORT_FILE = "report.html"
MOST_IN_ONE_FILE = 24_000_000
"""Bytes of pictures that are embedded in a page; with more they are files beside it, unless one file is requested."""
_QUALITY = 85
_SHRINKS = 4
"""How much smaller a PNG of a page usually is when re-encoded."""


def write_report(
    trace_folder: Path, out: Path | None = None, *, folder: bool | None = None, pictures: ShotFormat = "jpeg"
) -> Path:
    """Write the report of the trace in a folder and return its path: beside the trace unless `out` is given."""
    report = report_of(trace_folder)
    stores = {report.runs[0].id: FolderStore(trace_folder / SHOTS_FOLDER)}
    return write_page(report, stores, out or trace_folder / REPORT_FILE, folder=folder, pictures=pictures)


def report_of(trace_folder: Path) -> Report:
    """The report of one run, as data."""
    run = read_run(read_trace(trace_folder), id_of(trace_folder))
    return Report(title=run.title, runs=(run,))


def write_page(
    report: Report,
    stores: Mapping[str, Store],
    out: Path,
    *,
    folder: bool | None = None,
    pictures: ShotFormat = "jpeg",
) -> Path:
    """Write a report as a page. `stores` hold the blobs of each run, by its id.

    With `folder`, pictures are files beside the page, otherwise they are embedded; None decides by their size.
    Embedded PNGs are re-encoded as `pictures` says, which is much smaller.
    """
    shelf = _Shelf(report, stores)
    is_folder = shelf.is_large() if folder is None else folder
    try:
        with placed(out) as path:
            assets = shelf.lay_out(out, "pictures") if is_folder else {}
            snapshots = shelf.lay_out(out, "snapshots")
            held = shelf.packed() if is_folder else chain(shelf.packed(), shelf.pictures(pictures))
            with path.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(pieces(report, shelf.texts(), held, assets, snapshots))
    except OSError as error:
        raise TraceError(
            f"could not write the report to {out}: {error.strerror}", remedy="choose another file"
        ) from error
    return out


class _Shelf:
    """The texts and pictures that a report refers to, each once, from all stores."""

    def __init__(self, report: Report, stores: Mapping[str, Store]) -> None:
        self._texts: dict[Blob, Store] = {}
        self._packed: dict[Blob, Store] = {}
        self._pictures: dict[Blob, Store] = {}
        self._stores = stores
        self._named: dict[str, NamedBlobs] = {}
        for run in report.runs:
            if run.id in stores:
                named = self._named[run.id] = named_in(run)
                _add(self._texts, named.texts, stores[run.id])
                _add(self._packed, named.packed, stores[run.id])
                _add(self._pictures, named.pictures, stores[run.id])

    def is_large(self) -> bool:
        size = 0
        for blob, store in self._pictures.items():
            size += _size(blob, store) // (_SHRINKS if blob.endswith(".png") else 1)
            if size > MOST_IN_ONE_FILE:
                return True
        return False

    def texts(self) -> Iterator[tuple[Blob, str]]:
        for blob, store in self._texts.items():
            data = _read(blob, store)
            if data is not None:
                yield blob, data.decode("utf-8", "replace")

    def packed(self) -> Iterator[tuple[Blob, str, bytes]]:
        for blob, store in self._packed.items():
            data = _read(blob, store)
            if data is not None:
                yield blob, "application/gzip", data

    def pictures(self, wanted: ShotFormat) -> Iterator[tuple[Blob, str, bytes]]:
        """The pictures as embedded in a page, re-encoded by several threads if that makes them smaller."""
        with ThreadPoolExecutor(max_workers=min(4, os.cpu_count() or 1)) as pool:
            for some in _batched(self._pictures.items(), 16):  # so that not all are in memory at once
                blobs, stores = zip(*some, strict=True)
                yield from filter(None, pool.map(partial(_held, wanted=wanted), blobs, stores))

    def lay_out(self, out: Path, kind: Literal["pictures", "snapshots"]) -> dict[str, str]:
        """Write blobs of a kind to files below the page's folder; returns the relative folder of each run."""
        places: dict[str, str] = {}
        copies = out.with_name(f"{out.stem}_files")
        for id, store in self._stores.items():
            blobs: Sequence[Blob] = getattr(self._named[id], kind) if id in self._named else ()
            if kind == "snapshots" and not blobs:
                continue
            kept = store.folder.absolute() if isinstance(store, FolderStore) else None
            if kept and kept.is_relative_to(out.absolute().parent):
                places[id] = f"{kept.relative_to(out.absolute().parent).as_posix()}/"
                continue
            places[id] = f"{copies.name}/"
            for blob in blobs:
                data = _read(blob, self._pictures.get(blob, store))
                if data is not None and not (copies / blob).exists():
                    copies.mkdir(exist_ok=True)
                    (copies / blob).write_bytes(data)
        return places


def _add(shelf: dict[Blob, Store], blobs: Iterable[Blob], store: Store) -> None:
    """Blobs that several runs share are read from the first that still has them."""
    for blob in blobs:
        if blob not in shelf or not _size(blob, shelf[blob]):
            shelf[blob] = store


def _size(blob: Blob, store: Store) -> int:
    if isinstance(store, FolderStore):
        path = store.folder / PurePath(blob).name
        return path.stat().st_size if path.exists() else 0
    return len(_read(blob, store) or b"")


def _read(blob: Blob, store: Store) -> bytes | None:
    """The blob with a name; None if missing, as at the end of a killed run."""
    try:
        return store.read(blob)
    except TraceError:
        return None


def _held(blob: Blob, store: Store, wanted: ShotFormat) -> tuple[Blob, str, bytes] | None:
    """A picture as embedded in a page; None if missing."""
    data = _read(blob, store)
    return (blob, *_smaller(PurePath(blob).suffix, data, wanted)) if data is not None else None


def _smaller(suffix: str, data: bytes, wanted: ShotFormat) -> tuple[str, bytes]:
    """The media type and bytes of a picture: a PNG is re-encoded unless that makes it larger."""
    kind = f"image/{suffix.removeprefix('.')}"
    if kind != "image/png" or wanted == "png":
        return kind, data
    from PIL import Image, UnidentifiedImageError

    drawn = io.BytesIO()
    try:
        with Image.open(io.BytesIO(data)) as opened:
            opened.convert("RGB").save(drawn, wanted.upper(), quality=_QUALITY, method=2)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        return kind, data  # the page says that it cannot be shown
    made = drawn.getvalue()
    return (f"image/{wanted}", made) if len(made) < len(data) else (kind, data)


def _batched(pairs: Iterable[tuple[Blob, Store]], most: int) -> Iterator[list[tuple[Blob, Store]]]:
    batch: list[tuple[Blob, Store]] = []
    for pair in pairs:
        batch.append(pair)
        if len(batch) == most:
            yield batch
            batch = []
    if batch:
        yield batch
