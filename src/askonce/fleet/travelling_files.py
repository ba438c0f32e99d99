"""Files that go with a run from who submits it to whoever plays it. In the store, each is named by its content."""

from __future__ import annotations

import hashlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable
from pathlib import Path

from askonce.errors import ConfigError, FleetError
from askonce.fleet.folder_upload import write_inside
from askonce.fleet.run_order import TravellingFile
from askonce.fleet.run_store import RunStore
from askonce.fleet.worker_paths import RUNS_FOLDER
from askonce.lazy import regex
from askonce.values import Mask
from askonce.values.secret import SHORTEST

FOLDER = "files"
_LARGEST = 200_000_000
_NO_TEXT = regex(r"[\x00-\x08\x0e-\x1f\x7f\ufffd]+")


def send_files(store: RunStore, paths: Iterable[Path], beside: Path, mask: Mask) -> tuple[TravellingFile, ...]:
    """Put files into the store. Of folders all goes but hidden files, such as `.env` and `.git`, and earlier runs.
    Their names are relative to `beside`, the folder of the script or program; what holds a secret that `mask` knows is
    refused."""
    return tuple(_send(store, path, beside, mask) for path in _each(paths))


def fetch_files(store: RunStore, files: Iterable[TravellingFile], folder: Path) -> None:
    """Write files that travel with a run into its folder. Raises `FleetError` if one is missing or was changed."""
    for file in files:
        data = store.read(f"{FOLDER}/{file.sha256}")
        if data is None:
            raise FleetError(
                f"the file {file.name} of the run is not in the store {store.place}", remedy="submit the run again"
            )
        if hashlib.sha256(data).hexdigest() != file.sha256:
            raise FleetError(
                f"the file {file.name} of the run was changed in the store {store.place}", remedy="submit the run again"
            )
        write_inside(folder, file.name, data)


def _each(paths: Iterable[Path]) -> Iterable[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(inner for inner in path.rglob("*") if inner.is_file() and _goes(inner.relative_to(path)))
        else:
            yield path


def _goes(inner: Path) -> bool:
    return not any(part.startswith(".") or part == RUNS_FOLDER for part in inner.parts)


def _readings(data: bytes) -> Iterable[str]:
    """What a file says in the encodings that texts have; what spreadsheets and Windows write is often UTF-16."""
    yield _texts_of(data, "utf-8")
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or data.count(0) > len(data) / 5:
        for encoding in ("utf-16-le", "utf-16-be"):
            yield _texts_of(data, encoding)


def _texts_of(data: bytes, encoding: str) -> str:
    """A text, or the texts in what is none, such as a picture."""
    text = data.decode(encoding, "replace")
    parts = _NO_TEXT.split(text)
    return text if len(parts) == 1 else "\n".join(part for part in parts if len(part) >= SHORTEST)


def _send(store: RunStore, path: Path, beside: Path, mask: Mask) -> TravellingFile:
    try:
        name = path.resolve().relative_to(beside.resolve()).as_posix()
    except ValueError:
        raise ConfigError(
            f"{path} does not lie beside or below the script, in {beside}", remedy="copy it there first"
        ) from None
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= _LARGEST else b""
    except OSError as error:
        raise ConfigError(f"{path} could not be read: {error.strerror}", remedy="check the name of the file") from error
    if size > _LARGEST:
        raise ConfigError(f"{path} is too large to go with a run: {size:,} bytes", remedy=f"the most is {_LARGEST:,}")
    if mask and any(map(mask.hides, (name, *_readings(data)))):
        raise ConfigError(
            f"{path} holds the value of a secret, and would be in the store as it is",
            remedy="take it out, and name the secret with --secret instead",
        )
    digest = hashlib.sha256(data).hexdigest()
    kept = f"{FOLDER}/{digest}"
    if not store.create(kept, data) and store.read(kept) != data:
        store.write(kept, data)
    return TravellingFile(name=name, sha256=digest)
